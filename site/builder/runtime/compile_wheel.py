"""Byte-compile a wheel inside the runtime with pyodide-build, for pages of others that load Losovna by ``loadPackage``.

``/work/given.json`` names the wheel, which stands in ``/work``; the packages that pyodide-build needs are in
``/packages``. The value of the script is the path of the new wheel.
"""

import json
import os
import sys
from pathlib import Path

sys.path.append("/packages")
os.environ["SOURCE_DATE_EPOCH"] = "315532800"

from pyodide_build._py_compile import _py_compile_archive  # type: ignore[import-not-found]

given = json.loads(Path("/work/given.json").read_text(encoding="utf-8"))
str(_py_compile_archive(Path("/work") / given["wheel"], verbose=False, keep=True))
