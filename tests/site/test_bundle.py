"""Python for the browser: what is in the bundle, that it can be made again, and what others can load."""

from __future__ import annotations

import gettext
import gzip
import hashlib
import io
import json
import re
import subprocess
import zipfile
from pathlib import Path

import pytest
from builder import bundle, catalogs, linker, offline

MODULES_AT_START = (
    "encodings/__init__.pyc",
    "asyncio/base_events.pyc",
    "pyodide/webloop.pyc",
    "jinja2/environment.pyc",
)
DOWNLOAD_BUDGET = 5_420_000
"""Bytes, compressed, of the runtime and the bundle; the page around them has the rest of 5.5 MB."""


def opened(dist: Path, kind: str) -> zipfile.ZipFile:
    """One of the bundles of the built site."""
    (path,) = (dist / "rt").glob(f"{kind}.*.zip")
    return zipfile.ZipFile(path)


@pytest.fixture
def archive(dist: Path) -> zipfile.ZipFile:
    """The whole bundle of the built site."""
    return opened(dist, "bundle")


@pytest.fixture
def maker(dist: Path) -> zipfile.ZipFile:
    """The bundle of the built site that makes tables."""
    return opened(dist, "maker")


def test_bundle_is_bytecode_without_dates(archive: zipfile.ZipFile) -> None:
    """Only compiled modules and translations; each is unchecked bytecode of one interpreter, each has the same date."""
    names = archive.namelist()
    assert {Path(name).suffix for name in names} == {".pyc", ".mo"}
    headers = {archive.read(name)[:8] for name in names if name.endswith(".pyc")}
    assert len(headers) == 1
    (header,) = headers
    assert header[4:] == (1).to_bytes(4, "little")  # hash-based, never checked
    assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_bundle_holds_the_app_and_no_more_than_it_needs(archive: zipfile.ZipFile) -> None:
    names = set(archive.namelist())
    ours = {f"{name}c" for name, path in bundle.app_files() if name.startswith(bundle.OURS) and path.suffix == ".py"}
    assert ours <= names
    assert {f"venue/_built/locale/{lang}/LC_MESSAGES/losovna.mo" for lang in ("cs", "es")} <= names
    assert set(MODULES_AT_START) <= names
    assert not names & {"pairing_core/cli.pyc", "argparse.pyc", "unittest/__init__.pyc", "jinja2/sandbox.pyc"}


def test_who_makes_a_table_does_not_wait_for_the_arbiters_app(maker: zipfile.ZipFile, archive: zipfile.ZipFile) -> None:
    names = set(maker.namelist())
    assert names < set(archive.namelist())
    assert all(maker.read(name) == archive.read(name) for name in names)
    assert {"pairing_core/round_robin/serpentine.pyc", "venue/actions.pyc", *MODULES_AT_START} <= names
    arbiters = ("pairing_core/swiss/", "pairing_core/matching/", "pairing_core/journal", "venue/arbiter/")
    assert not [name for name in names if name.startswith(arbiters) or name.endswith("arbiter.mo")]


@pytest.mark.parametrize("lang", ["cs", "es"])
def test_a_bundle_speaks_of_what_its_app_shows_and_of_nothing_else(
    archive: zipfile.ZipFile, maker: zipfile.ZipFile, lang: str
) -> None:
    """The sentences of pages and commands stay at home; each of the core, the screens and the documents is there."""

    def told(of: zipfile.ZipFile, part: str) -> set[object]:
        data = of.read(f"venue/_built/locale/{lang}/LC_MESSAGES/{part}.mo")
        return set(gettext.GNUTranslations(io.BytesIO(data))._catalog)  # type: ignore[attr-defined]

    known = {"losovna": told(maker, "losovna"), "arbiter": told(archive, "arbiter")}
    assert told(archive, "losovna") == known["losovna"]
    for message in catalogs.found_texts():
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        if message.id:
            where = [part for part, texts in known.items() if ids[0] in texts or (ids[0], 0) in texts]
            part = catalogs.part_of(message)
            assert where == ([] if part == "rest" else [part]), message.id


def test_download_before_the_first_result_keeps_its_budget(dist: Path, maker: zipfile.ZipFile) -> None:
    runtime = sum(len(gzip.compress((dist / "rt" / name).read_bytes(), 6)) for name in bundle.RUNTIME_FILES)
    assert runtime + Path(maker.filename or "").stat().st_size < DOWNLOAD_BUDGET


def test_files_are_named_by_their_content(dist: Path) -> None:
    named = [path for path in (dist / "rt").iterdir() if path.name.startswith(("bundle.", "maker.", "snapshot."))]
    assert len(named) == 3
    for path in named:
        assert path.name.split(".")[1] == hashlib.sha256(path.read_bytes()).hexdigest()[:16]
        assert path.name in (dist / "app" / "worker.js").read_text(encoding="utf-8")


def test_made_again_from_nothing_it_is_the_same_bytes(
    dist: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bundle, snapshot and wheel, made in another place with nothing to begin from, are those of the built site."""
    monkeypatch.setattr(bundle, "CACHE", tmp_path / "an empty place")
    library = bundle.make_bundle("bundle")
    for made, pattern in (
        (bundle.make_bundle("maker"), "maker.*.zip"),
        (library, "bundle.*.zip"),
        (bundle.make_snapshot(library), "snapshot.*.bin.gz"),
        (bundle.make_wheel(), "*.whl"),
    ):
        (built,) = (dist / "rt").glob(pattern)
        assert hashlib.sha256(made.read_bytes()).digest() == hashlib.sha256(built.read_bytes()).digest()


def test_cache_is_asked_before_anything_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "CACHE", tmp_path)
    made = []

    def make(folder: Path) -> None:
        made.append(folder)
        (folder / "part").write_text(str(len(made)), encoding="utf-8")

    first = bundle.cached("part", [b"a", b"b"], make)
    assert bundle.cached("part", [b"a", b"b"], make) == first
    assert bundle.cached("part", [b"ab"], make) != first
    assert (first / "part").read_text(encoding="utf-8") == "1"
    assert len(made) == 2


def test_stopped_run_leaves_nothing_half_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "CACHE", tmp_path)

    def stop(folder: Path) -> None:
        (folder / "part").write_text("half", encoding="utf-8")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bundle.cached("part", [b"a"], stop)
    whole = bundle.cached("part", [b"a"], lambda folder: (folder / "part").touch())
    assert (whole / "part").read_text(encoding="utf-8") == ""
    assert list(tmp_path.iterdir()) == [whole]


def test_old_results_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "CACHE", tmp_path)
    for number in range(bundle.KEPT + 3):
        newest = bundle.cached("part", [bytes([number])], lambda folder: (folder / "part").touch())
    other = bundle.cached("part-of-another-kind", [b"a"], lambda folder: (folder / "part").touch())
    assert newest.exists()
    assert other.exists()
    assert len([path for path in tmp_path.iterdir() if path != other]) == bundle.KEPT


LOAD_WHEEL = """
import { pathToFileURL } from "node:url";
const [, , pyodide, folder] = process.argv;
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const lockFileURL = `${folder}/pyodide-lock.json`;
const python = await loadPyodide({ lockFileURL, packageBaseUrl: folder, packages: ["losovna"] });
console.log(python.runPython(`
import json, pathlib, pairing_core
from pairing_core.round_robin import schedule
json.dumps([pairing_core.__file__, len(schedule(8).rounds), pairing_core.__version__])`));
process.exit(0);
"""


def test_other_pages_can_load_the_wheel(dist: Path, tmp_path: Path) -> None:
    """By ``loadPyodide({lockFileURL, packages: ["losovna"]})``, without any other package."""
    script = tmp_path / "load.mjs"
    script.write_text(LOAD_WHEEL, encoding="utf-8")
    done = subprocess.run(
        ["node", script, bundle.PYODIDE, dist / "rt"], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    file, rounds, version = json.loads(done.stdout.splitlines()[-1])
    assert file.endswith("site-packages/pairing_core/__init__.pyc")
    assert rounds == 7
    lock = json.loads((dist / "rt" / "pyodide-lock.json").read_text(encoding="utf-8"))
    assert lock["packages"]["losovna"]["version"] == version
    wheel = dist / "rt" / lock["packages"]["losovna"]["file_name"]
    assert lock["packages"]["losovna"]["sha256"] == hashlib.sha256(wheel.read_bytes()).hexdigest()


# ---------------------------------------------------------------------------------------- joining modules for the stick

JOINED = {
    "./main.js": 'import { add, one } from "./sum.js";\nimport { Lots } from "./lots.js";\n'
    "self.seen = add(one, new Lots().n);\n",
    "./sum.js": "export const one = 1;\nexport function add(a, b) {\n  return a + b;\n}\n",
    "./lots.js": 'import { one } from "./sum.js";\nclass Lots { n = one + 1; }\nexport { Lots };\n',
}


def test_joined_modules_do_what_the_modules_do(tmp_path: Path) -> None:
    script = tmp_path / "joined.js"
    script.write_text(
        f"globalThis.self = globalThis;\n{linker.join_classic('./main.js', JOINED.__getitem__)}console.log(self.seen)"
    )
    done = subprocess.run(["node", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "3"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('import main from "./sum.js";\n', "not understood"),
        ('import * as all from "./sum.js";\n', "not understood"),
        ('import "./sum.js";\n', "not understood"),
        ('import { one as two } from "./sum.js";\n', "one as two"),
        ('export * from "./sum.js";\n', "not understood"),
        ("export default 1;\n", "not understood"),
        ("const here = import.meta.url;\n", "import.meta"),
        ('import { one } from "./main.js";\nexport const two = one;\n', "import each other"),
    ],
)
def test_modules_in_another_style_are_refused(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        linker.join_classic("./main.js", {**JOINED, "./main.js": text}.__getitem__)


def test_a_module_that_others_load_too_stays_outside() -> None:
    """It must exist once: the joined script imports it like everybody else."""
    joined = linker.join("./main.js", {**JOINED, "./sum.js": None}.__getitem__)
    assert joined.startswith('import * as module_sum from "./sum.js";\n')
    assert "function add" not in joined


# -------------------------------------------------------------------------------------------- the service worker's list


def test_every_file_that_a_page_may_ask_for_is_in_the_list(dist: Path) -> None:
    now, later = offline.manifest(dist)
    kept = {path for path, _ in now + later}
    files = {path.relative_to(dist).as_posix() for path in dist.rglob("*") if path.is_file()}
    addresses = {re.sub(r"(^|/)index\.html$", r"\1", name) for name in files}
    left_out = {name for name in addresses - kept if not name.endswith((".pdf", ".whl", "losovna-stick.zip"))}
    sheets = {name for name in left_out if re.fullmatch(r"\w\w/paper/(paper-swiss|brackets)/\w+\.html", name)}
    assert len({name.split("/")[0] for name in sheets}) == 3, "large sheets are left to the network in each language"
    assert left_out - sheets == {"sw.js", "rt/pyodide-lock.json"}
    assert {f"{lang}/paper/{kit}/" for lang in ("cs", "es", "en") for kit in ("paper-swiss", "brackets")} <= kept
    assert not [path for path, _ in now if path.endswith((".pdf", ".gz")) or "/embed/frame/" in path]
    assert not [path for path, _ in later if "-wall-" in path or "/downloads/" in path]


def test_list_in_the_service_worker_is_the_site(dist: Path) -> None:
    text = (dist / "sw.js").read_text(encoding="utf-8")
    found = re.search(r"^const FILES = (.*);$", text, re.MULTILINE)
    assert found is not None
    files = dict(json.loads(found[1]))
    assert files[""] == hashlib.sha256((dist / "index.html").read_bytes()).hexdigest()[:16]
    assert files["css/site.css"] == hashlib.sha256((dist / "css" / "site.css").read_bytes()).hexdigest()[:16]
    assert '"en/tables/8/"' in text
    assert 'const VERSION = "";' not in text
