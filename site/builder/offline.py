"""What works without network: the service worker's list of files, and the site as a folder for a USB stick.

A page opened from a disk (``file:``) may load classic scripts and style sheets beside it, but no modules, no JSON, no
worker from a file. So on the stick the app's modules are joined into one classic script, the runtime travels as text
in another, and the worker is made from memory.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import json
import posixpath
import re
import zipfile
from pathlib import Path

from . import app, bundle, linker

SITE = Path(__file__).resolve().parent.parent

LATER = re.compile(r".*\.bin\.gz|.*-sheet-\w\w\.pdf|embed/.*\.json|\w\w/embed/frame/.*")
"""What the service worker fetches only when the first result is there."""

NEVER = re.compile(
    r".*\.pdf|\w\w/paper/(?:paper-swiss|brackets)/(?!index\.)\w+\.html"
    r"|.*\.whl|rt/pyodide-lock\.json|sw\.js|losovna-stick\.zip"
)
"""What it leaves to the network: large papers whose parts can be printed at any time, and what no page loads."""


def needs_network(path: str) -> bool:
    """Whether a file is not to be had without network, so that a link to it can say so."""
    return NEVER.fullmatch(path) is not None and LATER.fullmatch(path) is None


def write(dist: Path) -> None:
    """Write ``dist/sw.js``: the service worker with the list of this version's files."""
    now, later = manifest(dist)
    version = hashlib.sha256(json.dumps([now, later]).encode()).hexdigest()[:16]
    text = (SITE / "app" / "sw.js").read_text(encoding="utf-8")
    for constant, value in (("FILES", now), ("FILES_LATER", later), ("VERSION", version)):
        line = re.compile(rf"^const {constant} = .*;$", re.MULTILINE)
        if len(line.findall(text)) != 1:
            raise ValueError(f"site/app/sw.js does not have its line for {constant}")
        filled = f"const {constant} = {json.dumps(value, separators=(',', ':'))};"
        text = line.sub(filled.replace("\\", r"\\"), text)
    (dist / "sw.js").write_text(text, encoding="utf-8")


def manifest(dist: Path) -> tuple[list[list[str]], list[list[str]]]:
    """Return what the service worker keeps, at once and later: pairs of address and beginning of the SHA-256.

    A folder's page goes by the folder's address, for some hosts redirect from ``index.html`` to it.
    """
    now: list[list[str]] = []
    later: list[list[str]] = []
    for path in bundle.tree(dist):
        name = path.relative_to(dist).as_posix()
        if needs_network(name):
            continue
        address = re.sub(r"(^|/)index\.html$", r"\1", name)
        (later if LATER.fullmatch(name) else now).append([address, bundle.digest(path.read_bytes())])
    return now, later


# ------------------------------------------------------------------------------------------------------------ the stick


STICK_NAME = "losovna-stick.zip"
START = "losovna.html"
"""What a person opens, beside the folder with everything else."""

NOT_ON_STICK = re.compile(
    r"app/.*|rt/.*|sw\.js|manifest\.webmanifest|404\.html|losovna-stick\.zip|css/site\.css|fonts/.*"
    r"|embed\.js|embed/.*|\w\w/embed/frame/.*"
)
"""What is of no use there, or stands there in another form: nobody's page can take a table from a stick."""


def stick(dist: Path) -> Path:
    """Write ``dist/losovna-stick.zip``: unpacked anywhere, it works without server and network."""
    target = dist / STICK_NAME
    with zipfile.ZipFile(target, "w") as packed:
        for name, data in sorted(stick_files(dist).items()):
            entry = zipfile.ZipInfo(f"losovna/{name}", (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, data, compresslevel=9)
    return target


def stick_files(dist: Path) -> dict[str, bytes]:
    """Return the stick's files by name: the start page and the notes, and the site in the folder ``site``."""
    files: dict[str, bytes] = {}
    for path in bundle.tree(dist):
        name = path.relative_to(dist).as_posix()
        if NOT_ON_STICK.fullmatch(name):
            continue
        data = path.read_bytes()
        if name.endswith(".html") and (b'data-root="' in data or b"<link" in data):
            data = local_page(data.decode(), name, dist).encode()
        files[f"site/{name}"] = data
    files["site/css/site.css"] = local_style(dist).encode()
    for script in app.PAGES:
        files[f"site/app/{script}"] = local_app(script).encode()
    files["site/rt/payload.js"] = payload(dist).encode()
    start = local_page((dist / "index.html").read_text(encoding="utf-8"), "index.html", dist)
    files[START] = moved_into(start, "site/").encode()
    for note in sorted((SITE / "app" / "stick").glob("*.txt")):
        files[note.name] = note.read_text(encoding="utf-8").replace("\n", "\r\n").encode("utf-8-sig")
    return files


ADDRESS = re.compile(r'(?P<before>\s(?:href|src|data-root)=")(?P<address>[^"]*)(?=")')
DROPPED = re.compile(
    r'<link rel="(?:manifest|modulepreload|preload|canonical|alternate)"[^>]*>\n?'
    r'|<small class="needs-network">[^<]*</small>'
    r'|<script type="module" async src="[^"]*app/python\.js"></script>\n?'
)
DROPPED_SCRIPT = re.compile(r'<script src="[^"]*/(?:embed|app/embed-page)\.js"[^>]*></script>\n?')
MODULE = re.compile(r'<script type="module" src="(?P<root>[^"]*)app/(?P<name>shell|arbiter|plan)\.js"></script>')
POLICY = re.compile(r'(<meta http-equiv="Content-Security-Policy" content=")([^"]*)(")')


def local_page(page: str, name: str, dist: Path) -> str:
    """Return a page as it works from a disk: links name their ``index.html``, and the app is a classic script."""

    def link(found: re.Match[str]) -> str:
        address = html.unescape(found["address"])
        path, mark, rest = re.fullmatch(r"([^?#]*)([?#]?)(.*)", address, re.DOTALL).groups()  # type: ignore[union-attr]
        if re.match(r"[a-z][a-z0-9+.-]*:|//", address) or not (path.endswith("/") or path in (".", "..")):
            return found.group()
        inside = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
        if found["before"].lstrip().startswith("data-root") or not (dist / inside / "index.html").is_file():
            return found.group()
        return found["before"] + html.escape(posixpath.join(path, "index.html") + mark + rest)

    page = DROPPED_SCRIPT.sub("", DROPPED.sub("", page))
    page = ADDRESS.sub(link, page)
    page = MODULE.sub(r'<script src="\g<root>app/\g<name>.js" defer></script>', page)
    return POLICY.sub(lambda found: found[1] + local_policy(found[2]) + found[3], page)


def local_policy(policy: str) -> str:
    """Return the page's policy as a disk needs it: fonts stand in the style sheet, workers in memory."""
    for directive, more in (("font-src", "data:"), ("worker-src", "blob:")):
        policy = re.sub(rf"({directive} [^;]*)", rf"\1 {more}", policy)
    return policy


def moved_into(page: str, folder: str) -> str:
    """Return a page whose relative addresses lead into ``folder``."""

    def move(found: re.Match[str]) -> str:
        address = found["address"]
        if re.match(r"[a-z][a-z0-9+.-]*:|//|#", address):
            return found.group()
        return found["before"] + folder + address.removeprefix("./")

    return ADDRESS.sub(move, page)


def local_style(dist: Path) -> str:
    """Return the style sheet with the fonts inside: a page from a disk may not load a font from another folder."""

    def inside(found: re.Match[str]) -> str:
        font = (dist / "css" / found["address"]).resolve().read_bytes()
        return f'url("data:font/woff2;base64,{base64.b64encode(font).decode()}")'

    style = (dist / "css" / "site.css").read_text(encoding="utf-8")
    return re.sub(r"""url\(["']?(?P<address>[^"')]*\.woff2)["']?\)""", inside, style)


def local_app(script: str) -> str:
    """Return the modules of a page as one classic script."""
    return linker.join_classic(f"./{script}", lambda module: app.source(module, on_stick=("./python.js", "./site.js")))


def local_worker() -> str:
    """Return the worker as one classic script, the runtime's two modules included."""
    core = (bundle.PYODIDE / "pyodide.asm.mjs").read_text(encoding="utf-8")
    for module, classic in (
        ("import.meta.url", "self.losovnaAddress"),
        ("export default _createPyodideModule;", "self.createPyodideModule = _createPyodideModule;"),
    ):
        if module not in core:
            raise ValueError(f"pyodide.asm.mjs of this version has no {module}: see how it is to be made classic")
        core = core.replace(module, classic)
    lock = json.dumps({"info": bundle.runtime_info(), "packages": {}})
    head = (
        'self.losovnaAddress = "https://losovna.invalid/rt/pyodide.asm.mjs";\n'
        f"self.losovnaLock = {json.dumps(lock)};\n"
        # Pyodide refuses to start where this works, which is its test for a worker that is no module.
        'self.importScripts = () => { throw new Error("nothing to import"); };\n'
    )

    loader = (bundle.PYODIDE / "pyodide.js").read_text(encoding="utf-8")
    worker = linker.join_classic("./worker.js", lambda module: app.source(module, on_stick=("./runtime.js",)))
    return "\n".join((head, core, loader, worker))


def payload(dist: Path) -> str:
    """Return the classic script that brings the runtime as text."""
    (library,) = (dist / "rt").glob("bundle.*.zip")
    parts = {
        "code": gzip.compress(local_worker().encode(), 9, mtime=0),
        "wasm": gzip.compress((bundle.PYODIDE / "pyodide.asm.wasm").read_bytes(), 9, mtime=0),
        "bundle": library.read_bytes(),
    }
    packed = {name: base64.b64encode(data).decode() for name, data in parts.items()}
    return f"self.losovnaPayload = {json.dumps(packed)};\n"
