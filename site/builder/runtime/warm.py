"""Ask the app everything it can be asked, once in each language.

Two readers: the bundle keeps the modules that this run imports, and the snapshot is taken after it, so that the first
table after a warm start finds its templates and translations loaded.
"""

import base64
import gc
import importlib.util
import json
import random

from venue.actions import handle
from venue.documents import KINDS
from venue.i18n import LANGUAGES

FORM = {
    "title": "Losovna",
    "players": "Anna\nBéla\nČeněk\nDana\nEmil\n",
    "construction": "serpentine",
    "cycles": "2",
    "swap": True,
    "lots": True,
    "seed": "losovna",
    "wishes": [{"a": "Anna", "b": "Dana", "round": "last"}],
}
LISTS = ("1;Žofie\n2;Ján\n".encode("cp1250"), "Žofie\nJán\n".encode("utf-16"), "Žofie\nJán\n".encode("utf-8-sig"))


def ask(**request: object) -> None:
    """Ask one thing that must be answered."""
    answer = json.loads(handle(json.dumps(request)))
    if "ok" not in answer:
        raise SystemExit(f"the app refused {request}: {answer}")


for lang in LANGUAGES:
    for kind in KINDS:
        ask(action="table", lang=lang, form={**FORM, "kind": kind})
    for kind in ("csv", "json", "html"):
        ask(action="file", lang=lang, form=FORM, format=kind)
    for data in LISTS:
        ask(action="decode", lang=lang, data=base64.b64encode(data).decode())
    ask(action="hello", lang=lang)
    if "errors" not in json.loads(handle(json.dumps({"action": "table", "lang": lang, "form": {}}))):
        raise SystemExit("the app accepted an empty form")

if importlib.util.find_spec("venue.arbiter"):
    ask(action="tournament", lang="en", screen={"name": "home"}, tournaments=[])
    tournament = {"format": "losovna", "version": 1, "events": []}
    ask(action="open-file", lang="en", name="t.json", data=base64.b64encode(json.dumps(tournament).encode()).decode())

random.seed(0)
gc.collect()
# What is in the snapshot stays: the collector need not go through all of it again during the first table.
gc.freeze()
