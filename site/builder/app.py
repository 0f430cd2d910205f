"""The app's scripts as they are published: two, where the sources are many, so that a start asks for little."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from pathlib import Path

from . import linker

SITE = Path(__file__).resolve().parent.parent
SOURCES = SITE / "app"

BORROWED = {"./idb.js": "idb/build/index.js", "./idiomorph.js": "idiomorph/dist/idiomorph.esm.js"}
"""Modules that come from npm packages."""

SHARED = ("./offline.js", "./site.js", "./python.js")
"""Modules that pages load by themselves, too, and that must therefore exist once."""

PAGES = ("shell.js", "arbiter.js", "plan.js")
"""The modules that a page begins with: of the maker of tables, of the arbiter's app, and of the planner."""

LAUNCH = "launch.js"
"""What the start page loads when the system opens a file with the installed app."""

RUNTIME = """\
// Written by builder.bundle.
const at = (name) => new URL(`../rt/${name}`, import.meta.url).href;
const main = import("../rt/pyodide.mjs");
const core = import("../rt/pyodide.asm.mjs");
export async function load() {
  return { loadPyodide: (await main).loadPyodide, createPyodideModule: (await core).default };
}
export const BASE = at("");
%(addresses)s
export const LOCK = %(lock)s;
"""
"""The module by which ``worker.js`` finds the runtime; ``site/app/runtime.d.ts`` says what it holds."""


def write(dist: Path, files: Mapping[str, str], lock: str) -> None:
    """Write the scripts of the pages and of the worker into ``dist/app``, and remove the modules that they hold.

    ``files`` are the constants by which the worker knows files of ``dist/rt``, with their names; ``lock`` is a list of
    packages as Pyodide wants it.
    """
    addresses = [f"export const {constant} = at({json.dumps(name)});" for constant, name in files.items()]
    runtime = RUNTIME % {"addresses": "\n".join(addresses), "lock": json.dumps(lock)}
    folder = dist / "app"
    folder.mkdir(parents=True, exist_ok=True)
    joined: set[str] = set()

    def given(module: str) -> str | None:
        if module in SHARED:
            return None
        joined.add(module)
        return runtime if module == "./runtime.js" else source(module)

    scripts = {name: linker.join(f"./{name}", given) for name in (*PAGES, LAUNCH, "worker.js")}
    for module in joined:
        (folder / module).unlink(missing_ok=True)
    for name, script in scripts.items():
        (folder / name).write_text(script, encoding="utf-8")


def source(module: str, on_stick: Collection[str] = ()) -> str:
    """Return the text of a module by the name under which it is imported; those on a stick are other ones."""
    if module in BORROWED:
        path = SITE / "node_modules" / BORROWED[module]
    else:
        path = SOURCES / ("stick" if module in on_stick else "") / module
    return path.read_text(encoding="utf-8")
