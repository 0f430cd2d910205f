"""Find out what the app needs of Python's library and of what it imports, by letting it do everything.

``/work/given.json`` lists modules that are to be imported in any case; the app stands in ``/work/sources.zip``. The
value of the script is a list of files, one on a line, as they are called in ``library.zip`` and ``sources.zip``.
"""

import importlib
import json
import sys

LIBRARY = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip/"
SOURCES = "/work/sources.zip/"

sys.path.insert(0, SOURCES.rstrip("/"))
with open("/work/given.json", encoding="utf-8") as given:
    for name in json.load(given)["modules"]:
        importlib.import_module(name)
with open("/work/warm.py", encoding="utf-8") as warm:
    exec(compile(warm.read(), "warm.py", "exec"), {"__name__": "warm"})

files = set()
for module in list(sys.modules.values()):
    origin = getattr(getattr(module, "__spec__", None), "origin", None) or ""
    for home in (LIBRARY, SOURCES):
        if origin.startswith(home):
            files.add(origin.removeprefix(home))

"\n".join(sorted(files))
