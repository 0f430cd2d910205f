"""Build hook: the wheel carries compiled translations and templates."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileCatalogs(BuildHookInterface[Any]):
    """Runs ``site/builder/catalogs.py`` before anything is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile into ``site/venue/_built``."""
        path = Path(self.root) / "site" / "builder" / "catalogs.py"
        spec = importlib.util.spec_from_file_location("catalogs", path)
        assert spec is not None and spec.loader is not None
        catalogs = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(catalogs)
        catalogs.compile_all()
