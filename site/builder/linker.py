"""Join the app's modules into one classic script, for pages that are opened from a disk.

Understood is the plain style that our modules and the two that we borrow are written in: ``import`` and ``export`` at
the beginning of a line. Anything else is refused, so nothing can silently be lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable

IMPORT = re.compile(r'^import \{(?P<names>[^}]*)\} from "(?P<module>[^"]+)";\n', re.MULTILINE)
DECLARED = re.compile(r"^export (?=(?:(?:async )?function|class|const) (?P<name>\w+))", re.MULTILINE)
LISTED = re.compile(r"^export \{(?P<names>[^}]*)\};?\n|^export \{(?P<last>[^}]*)\};?\Z", re.MULTILINE)
LEFT = re.compile(r"^\s*(?:import[\s{\"]|export\b).*$|\bimport\.meta\b.*$", re.MULTILINE)


def join(entry: str, source: Callable[[str], str]) -> str:
    """Return a classic script that does what the module ``entry`` does, with all that it imports inside.

    ``source`` gives the text of a module by the name under which it is imported (``./core.js``). Raises
    :class:`ValueError` where a module is written in a way that is not understood, or imports go in a circle.
    """
    parts: dict[str, str] = {}
    _add(entry, source, parts, ())
    return '(() => {\n"use strict";\n' + "\n".join(parts.values()) + "\n})();\n"


def _add(module: str, source: Callable[[str], str], parts: dict[str, str], within: tuple[str, ...]) -> None:
    if module in within:
        raise ValueError(f"modules import each other: {' -> '.join((*within, module))}")
    if module in parts:
        return
    text = source(module)
    for wanted in IMPORT.finditer(text):
        _add(wanted["module"], source, parts, (*within, module))
    exported = [declared["name"] for declared in DECLARED.finditer(text)]
    for listed in LISTED.finditer(text):
        exported += _names(listed["names"] or listed["last"] or "", module)
    body = DECLARED.sub("", LISTED.sub("", IMPORT.sub(_taken, text)))
    left = LEFT.search(_without_comments(body))
    if left:
        raise ValueError(f"{module}: not understood: {left.group().strip()[:100]}")
    parts[module] = f"const {_variable(module)} = (() => {{\n{body}\nreturn {{ {', '.join(exported)} }};\n}})();"


def _taken(found: re.Match[str]) -> str:
    return f"const {{ {', '.join(_names(found['names'], found['module']))} }} = {_variable(found['module'])};\n"


def _names(names: str, module: str) -> list[str]:
    taken = [name.strip() for name in names.split(",") if name.strip()]
    for name in taken:
        if not re.fullmatch(r"[\w$]+", name):
            raise ValueError(f"{module}: a name is taken in a way that is not understood: {name}")
    return taken


def _variable(module: str) -> str:
    return "module_" + re.sub(r"\W+", "_", module.removeprefix("./").removesuffix(".js"))


def _without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/|^\s*//.*$", "", text, flags=re.DOTALL | re.MULTILINE)
