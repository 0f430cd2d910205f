"""Make ``/work/bundle.zip`` inside the runtime: the app and what it needs, as bytecode of this very interpreter.

It is taken from ``/work/library.zip`` (Python's library as pyodide ships it) and ``/work/sources.zip`` (the app and
the packages that it imports). ``/work/given.json`` says what is taken of both (``files``), and how the names begin that
keep their asserts and the numbers of their lines (``ours``): libraries lose both. Docstrings stay at home, for nobody
can read them in a page. The bytecode is never checked against a source and carries no date.
"""

import _imp
import ast
import importlib._bootstrap_external as external
import json
import sys
import types
import zipfile

HOME = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip/"
"""Where the bundle stands in the page's runtime: tracebacks name it."""


def without_docstrings(source: bytes) -> ast.Module:
    """Return a module's tree without docstrings; the lines of everything else stay as they are."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                node.body[:1] = [] if len(node.body) > 1 else [ast.copy_location(ast.Pass(), first)]
    return tree


def without_lines(code: types.CodeType) -> types.CodeType:
    """Return code that does not know the lines it comes from, a tenth smaller."""
    inner = tuple(without_lines(each) if isinstance(each, types.CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=inner)


def pyc(source: bytes, path: str, is_ours: bool) -> bytes:
    """Return the ``.pyc`` of a source."""
    code = compile(without_docstrings(source), path, "exec", dont_inherit=True, optimize=0 if is_ours else 2)
    if not is_ours:
        code = without_lines(code)
    check = _imp.source_hash(_imp.pyc_magic_number_token, source)  # type: ignore[attr-defined, unused-ignore]
    made: bytes = external._code_to_hash_pyc(code, check, False)  # type: ignore[attr-defined]
    return made


with open("/work/given.json", encoding="utf-8") as file:
    given = json.load(file)
files, ours = frozenset(given["files"]), tuple(given["ours"])
with zipfile.ZipFile("/work/bundle.zip", "w") as bundle:
    for archive in (zipfile.ZipFile("/work/library.zip"), zipfile.ZipFile("/work/sources.zip")):
        for name in sorted(files.intersection(archive.namelist())):
            data, target = archive.read(name), name
            if name.endswith(".py"):
                data = pyc(data, HOME + name, name.startswith(ours))
                target = name + "c"
            entry = zipfile.ZipInfo(target, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            bundle.writestr(entry, data, compresslevel=9)
