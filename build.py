"""The generator's command: ``python build.py build | serve | bundle | dist | texts``.

The steps themselves stand in ``site/builder``. (This file hides the PyPI package ``build`` from anything that runs in
this folder: make wheels with ``pip wheel`` or ``python -P -m build``.)
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "site"))

from builder import bundle, catalogs, serve, site
from builder.browser import NoChromium

BASE_URL = os.environ.get("LOSOVNA_BASE_URL", "http://127.0.0.1:8765/")


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 0 done, 2 when something is missing, said in one sentence."""
    parser = argparse.ArgumentParser(prog="build.py", description="Build and serve the Losovna site.")
    parser.add_argument("command", choices=("build", "serve", "bundle", "dist", "texts"))
    parser.add_argument("--out", type=Path, default=site.DIST, help="the folder to build into (default: dist)")
    parser.add_argument("--base-url", default=BASE_URL, help="where the site will be published; also LOSOVNA_BASE_URL")
    parser.add_argument("--need-pdf", action="store_true", help="fail, rather than leave out PDFs, without a Chromium")
    parser.add_argument("--port", type=int, default=8765, help="first port to try (default: 8765)")
    chosen = parser.parse_args(arguments)
    try:
        if chosen.command == "texts":
            print(
                *(f"{lang}.po lacks {count} texts" for lang, count in catalogs.update_translations().items()), sep="\n"
            )
            return 0
        if chosen.command == "bundle":
            bundle.build(chosen.out)
            return 0
        whole = chosen.command == "dist"
        site.build(chosen.out, chosen.base_url, need_pdf=chosen.need_pdf or whole, with_stick=whole)
        if chosen.command == "serve":
            serve.run(chosen.out, chosen.port)
    except NoChromium as missing:
        print(f"losovna: {missing}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
