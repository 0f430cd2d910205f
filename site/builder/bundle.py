"""Python for the browser: the runtime of the npm package pyodide, the app as bytecode for it, and a memory snapshot.

Bytecode and snapshot are made by that very runtime under node, so the Python of this machine does not matter, and
nothing is fetched but what ``site/package.json`` and the constants here pin. What has been made is kept in ``.cache``
under the hash of all that it was made from: an unchanged app costs nothing, and a stopped run leaves nothing half made.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

from jinja2 import ModuleLoader
from venue.i18n import LANGUAGES

from . import app, catalogs

SITE = Path(__file__).resolve().parent.parent
ROOT = SITE.parent
CACHE = ROOT / ".cache" / "runtime"
TEMPLATES = SITE / "templates"
PYODIDE = SITE / "node_modules" / "pyodide"
SCRIPTS = Path(__file__).resolve().parent / "runtime"

RUNTIME_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")

Kind = Literal["maker", "bundle"]

OURS = ("pairing_core", "venue")
"""Packages that go into the bundle whole, with their asserts."""

BORROWED = ("jinja2", "markupsafe")
"""Packages of which the bundle takes what the app imports, as libraries."""

NOT_IN_BROWSER = (
    *(f"pairing_core/{name}" for name in ("cli.py", "__main__.py", "commands/", "paper_swiss/")),
    "site/venue/kits.py",
    "site/templates/documents/kits/",
)
"""What only the command and the generator use."""

RARE = (
    "encodings.cp1250",
    "encodings.latin_1",
    "encodings.utf_8_sig",
    "encodings.utf_16",
    "encodings.utf_16_le",
    "encodings.utf_16_be",
    "jinja2.debug",
    "linecache",
    "random",
    "traceback",
    "zipimport",
)
"""Modules that an ordinary run does not import, but a rare file or a defect does."""

WHEEL_TOOLS = ("pyodide-build==0.39.2", "packaging==26.4", "platformdirs==4.14.8", "rich==15.0.0", "pygments==2.21.0")
"""What byte-compiles the wheel inside the runtime; this machine's own Python may be too old for pyodide-build."""

WHEEL_INPUTS = ("pyproject.toml", "tools/hatch_build.py", "site/builder/catalogs.py", "README.md", "LICENSE")
"""What the wheel depends on beside what is in it."""

KEPT = 6
"""How many results of each kind stay in the cache."""


def build(dist: Path) -> dict[str, Any]:
    """Write ``dist/rt`` and the app's scripts; return the names of what is in ``dist/rt`` and their sizes in bytes.

    Raises :class:`subprocess.CalledProcessError` when node or pip fails.
    """
    if not (SITE / "venue" / "_built").is_dir():
        catalogs.compile_all()
    maker, bundle = make_bundle("maker"), make_bundle("bundle")
    snapshot = make_snapshot(bundle)
    wheel = make_wheel()

    target = dist / "rt"
    target.mkdir(parents=True, exist_ok=True)
    names = {name: name for name in RUNTIME_FILES}
    for name in RUNTIME_FILES:
        shutil.copyfile(PYODIDE / name, target / name)
    for key, made, ending in (("maker", maker, "zip"), ("bundle", bundle, "zip"), ("snapshot", snapshot, "bin.gz")):
        names[key] = f"{key}.{digest(made.read_bytes())}.{ending}"
        shutil.copyfile(made, target / names[key])
    names["wheel"] = wheel.name
    shutil.copyfile(wheel, target / wheel.name)
    write_lock(wheel, target / "pyodide-lock.json")
    empty = json.dumps({"info": runtime_info(), "packages": {}})
    app.write(dist, {"MAKER": names["maker"], "BUNDLE": names["bundle"], "SNAPSHOT": names["snapshot"]}, empty)
    return {key: {"name": name, "bytes": (target / name).stat().st_size} for key, name in names.items()}


# ---------------------------------------------------------------------------------------------------------- three parts


def make_bundle(kind: Kind) -> Path:
    """Return a bundle: Python's library as far as it is needed, and the app, as bytecode in one archive.

    ``"maker"`` is what a table needs and no more, for those who visit for the first time; ``"bundle"`` is all.
    """
    sources = pack(app_files(kind))
    ours = [f"{name}/" for name in OURS]
    wanted = json.dumps({"modules": [*app_modules(kind), *RARE], "files": sorted(app_data(kind)), "ours": ours})

    def make(folder: Path) -> None:
        (folder / "sources.zip").write_bytes(sources)
        (folder / "wanted.json").write_text(wanted, encoding="utf-8")
        node("bundle", PYODIDE, folder / "sources.zip", folder / "wanted.json", folder / "bundle.zip")

    return cached(kind, [sources, wanted.encode(), *runtime_inputs()], make) / "bundle.zip"


def make_snapshot(bundle: Path) -> Path:
    """Return the memory of a Python that has loaded ``bundle`` and answered once; it fits this very bundle only."""

    def make(folder: Path) -> None:
        node("snapshot", PYODIDE, bundle, folder / "snapshot.bin.gz")

    return cached("snapshot", [bundle.read_bytes(), *runtime_inputs()], make) / "snapshot.bin.gz"


def make_wheel() -> Path:
    """Return Losovna as a wheel for pages of others: byte-compiled for the runtime by pyodide-build inside it."""
    files = [
        path for name in ("pairing_core", "site/venue", "site/templates", "site/locale") for path in tree(ROOT / name)
    ]
    inputs = pack((path.relative_to(ROOT).as_posix(), path) for path in files if "_built" not in path.parts)
    project = [(ROOT / name).read_bytes() for name in WHEEL_INPUTS]

    def make(folder: Path) -> None:
        plain = folder / "plain"
        # -P: else build.py, standing in this folder, would be taken for the PyPI package build.
        run([sys.executable, "-P", "-m", "hatchling", "build", "-t", "wheel", "-d", plain])
        (wheel,) = plain.glob("*.whl")
        node("wheel", PYODIDE, wheel, wheel_tools(), folder)
        shutil.rmtree(plain)

    tools = "\n".join(WHEEL_TOOLS).encode()
    (made,) = cached("wheel", [inputs, *project, tools, *runtime_inputs()], make).glob("*.whl")
    return made


def wheel_tools() -> Path:
    """Return a folder with pyodide-build and what it imports there; it never enters our own environment."""

    def make(folder: Path) -> None:
        options = ["--no-deps", "--ignore-requires-python", "--no-compile", "--disable-pip-version-check", "--quiet"]
        run([sys.executable, "-P", "-m", "pip", "install", *options, "--target", folder, *WHEEL_TOOLS])

    return cached("wheel-tools", ["\n".join(WHEEL_TOOLS).encode()], make)


# --------------------------------------------------------------------------------------------------------- what goes in


def app_files(kind: Kind = "bundle") -> Iterator[tuple[str, Path]]:
    """Yield the files that the app may need, with their names in the archive."""
    absent = frozenset(absent_files(kind))
    for package in (*OURS, *BORROWED):
        found = importlib.util.find_spec(package)
        if found is None or found.origin is None:
            raise ModuleNotFoundError(f"the package {package} is not installed")
        home = Path(found.origin).parent
        for path in tree(home):
            name = f"{package}/{path.relative_to(home).as_posix()}"
            if path.suffix in (".py", ".mo") and name not in absent:
                yield name, path


def absent_files(kind: Kind) -> Iterator[str]:
    """Yield the names of our files that a bundle goes without: catalogs by their part, others by where they stand."""
    for part in ("rest",) if kind == "bundle" else ("rest", "arbiter"):
        yield from (f"venue/_built/locale/{lang}/LC_MESSAGES/{part}.mo" for lang in LANGUAGES)
    for path in (*tree(ROOT / "pairing_core"), *tree(SITE / "venue"), *tree(TEMPLATES)):
        place = path.relative_to(ROOT).as_posix()
        if place.startswith(NOT_IN_BROWSER) or (kind == "maker" and not place.startswith(catalogs.IN_MAKER)):
            if TEMPLATES in path.parents:
                name = path.relative_to(TEMPLATES).as_posix()
                yield f"venue/_built/templates/{ModuleLoader.get_module_filename(name)}"
            elif "_built" not in path.parts:
                yield place.removeprefix("site/")


def app_data(kind: Kind) -> Iterator[str]:
    """Yield the names of our own files, all of which go into the bundle: nothing imports a template."""
    return (name for name, _ in app_files(kind) if name.startswith(OURS))


def app_modules(kind: Kind) -> list[str]:
    """Return our modules and all that they import, imports inside functions included."""
    wanted = set()
    for name, path in app_files(kind):
        if name.startswith(OURS) and "/_built/" not in name and path.suffix == ".py":
            wanted.add(name.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
            wanted.update(imported(path.read_text(encoding="utf-8")))
    return sorted(wanted)


def imported(source: str) -> Iterator[str]:
    """Yield the modules that a source imports from other packages."""
    for node_ in ast.walk(ast.parse(source)):
        if isinstance(node_, ast.Import):
            yield from (alias.name for alias in node_.names)
        elif isinstance(node_, ast.ImportFrom) and node_.level == 0 and node_.module:
            yield node_.module


def tree(folder: Path) -> list[Path]:
    """Return the files below a folder in a fixed order, without what Python leaves behind."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def pack(files: Iterable[tuple[str, Path]]) -> bytes:
    """Return the files as an archive that depends on nothing but their names and contents."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        for name, path in files:
            packed.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), path.read_bytes())
    return archive.getvalue()


# ------------------------------------------------------------------------------------------------------- what comes out


def write_lock(wheel: Path, target: Path) -> None:
    """Write the lock file by which a page of others loads our wheel, with ``packages: ["losovna"]``."""
    name, version = wheel.name.split("-")[:2]
    entry = {
        "name": name,
        "version": version,
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": list(OURS),
        "depends": [],
    }
    lock = {"info": runtime_info(), "packages": {name: entry}}
    target.write_text(json.dumps(lock, indent=1) + "\n", encoding="utf-8")


def runtime_info() -> Any:
    """Return what the runtime says of itself: its Python, its platform, its version."""
    return json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]


# -------------------------------------------------------------------------------------------------------------- helpers


def runtime_inputs() -> Iterator[bytes]:
    """Yield what every part depends on: the runtime and the scripts that run in it."""
    for name in (*RUNTIME_FILES, "python_stdlib.zip"):
        yield (PYODIDE / name).read_bytes()
    for path in tree(SCRIPTS):
        yield path.read_bytes()


def digest(data: bytes) -> str:
    """Return a short name for these bytes."""
    return hashlib.sha256(data).hexdigest()[:16]


def cached(kind: str, inputs: Iterable[bytes], make: Callable[[Path], None]) -> Path:
    """Return the folder that ``make`` filled for these inputs, now or in an earlier run."""
    total = hashlib.sha256()
    for part in inputs:
        total.update(hashlib.sha256(part).digest())
    folder = CACHE / f"{kind}-{total.hexdigest()[:20]}"
    if folder.is_dir():
        os.utime(folder)
        return folder
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f"new-{kind}-", dir=CACHE) as scratch:
        work = Path(scratch) / "made"
        work.mkdir()
        make(work)
        try:
            work.rename(folder)
        except OSError:
            if not folder.is_dir():  # another run was quicker, with the same result
                raise
    forget(kind, keep=folder)
    return folder


def forget(kind: str, keep: Path) -> None:
    """Remove the oldest results of a kind."""
    found = [path for path in CACHE.glob(f"{kind}-{'?' * 20}") if path != keep]
    for path in sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)[KEPT - 1 :]:
        shutil.rmtree(path, ignore_errors=True)


def node(*arguments: str | Path) -> None:
    """Run the script that drives the runtime."""
    run(["node", SCRIPTS / "make.mjs", *arguments])


def run(command: list[str | Path]) -> None:
    """Run a program; where it fails, show what it said.

    Raises :class:`subprocess.CalledProcessError`.
    """
    # TZ: the snapshot would hold this machine's time zone.
    environment = {**os.environ, "TZ": "UTC", "PYTHONHASHSEED": "0", "SOURCE_DATE_EPOCH": "315532800"}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        print(*(line[:500] for line in done.stdout.splitlines()[-40:]), sep="\n", file=sys.stderr)
        raise subprocess.CalledProcessError(done.returncode, done.args)
