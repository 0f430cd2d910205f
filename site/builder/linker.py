"""Join the app's modules into one script: for quick starts, and for pages that are opened from a disk.

Understood is the plain style that our modules and the two that we borrow are written in: ``import`` and ``export`` at
the beginning of a line. Anything else is refused, so nothing can silently be lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable

IMPORT = re.compile(r'^import \{(?P<names>[^}]*)\} from "(?P<module>[^"]+)";\n', re.MULTILINE)
DECLARED = re.compile(r"^export (?=(?:(?:async )?function|class|const) (?P<name>\w+))", re.MULTILINE)
LISTED = re.compile(r"^export \{(?P<names>[^}]*)\};?\n|^export \{(?P<last>[^}]*)\};?\Z", re.MULTILINE)
LEFT = re.compile(r"^\s*(?:import[\s{\"]|export\b).*$", re.MULTILINE)
META = re.compile(r"^.*\bimport\.meta\b.*$", re.MULTILINE)


def join_classic(entry: str, source: Callable[[str], str]) -> str:
    """Return a classic script that does what the module ``entry`` does, with all that it imports inside.

    ``source`` gives the text of a module by the name under which it is imported (``./core.js``). Raises
    :class:`ValueError` where a module is written in a way that is not understood, or imports go in a circle.
    """
    script = join(entry, source)
    if META.search(_without_comments(script)):
        raise ValueError(f"{entry}: only a module knows its own address (import.meta)")
    return script


def join(entry: str, source: Callable[[str], str | None]) -> str:
    """Return a module that does what the module ``entry`` does, with all that it imports inside.

    As :func:`join_classic`, but a module of which ``source`` gives None stays outside and is imported.
    """
    parts: dict[str, str] = {}
    outside: dict[str, str] = {}
    _add(entry, source, parts, outside, ())
    return "\n".join([*outside.values(), "(() => {", '"use strict";', *parts.values(), "})();", ""])


def _add(
    module: str,
    source: Callable[[str], str | None],
    parts: dict[str, str],
    outside: dict[str, str],
    within: tuple[str, ...],
) -> None:
    if module in within:
        raise ValueError(f"modules import each other: {' -> '.join((*within, module))}")
    if module in parts or module in outside:
        return
    text = source(module)
    if text is None:
        outside[module] = f'import * as {_variable(module)} from "{module}";'
        return
    for wanted in IMPORT.finditer(text):
        _add(wanted["module"], source, parts, outside, (*within, module))
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
