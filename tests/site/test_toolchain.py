"""The set-up, the pins and the names of the Makefile."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from builder import browser
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent.parent


def text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def fake_program(folder: Path, name: str, script: str) -> Path:
    """A program that does what ``script`` says."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


# ---- set-up ----


@pytest.fixture
def setup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """tools/setup.py, working on a clone of its own that has a space in its path."""
    root = tmp_path / "a clone"
    for name in ("requirements.txt", "pyproject.toml", "tools/hatch_build.py", "site/package.json"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(f"the first {name}", encoding="utf-8")
    (root / "site" / "package-lock.json").write_text("the first lock", encoding="utf-8")
    spec = importlib.util.spec_from_file_location("losovna_setup", ROOT / "tools" / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ROOT", root)
    monkeypatch.setattr(module, "VENV", root / ".venv")
    monkeypatch.setattr(module, "PYTHON", root / ".venv" / "bin" / "python")
    monkeypatch.setattr(module, "LOG", root / ".cache" / "setup.log")
    return module


@pytest.fixture
def commands(setup: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the set-up runs, in words; making a virtual environment and npm ci do what they would do to the folders."""
    seen: list[str] = []

    def run(command: Sequence[str | Path], trouble: str, folder: Path | None = None, environment: Any = None) -> None:
        words = " ".join(Path(word).name if isinstance(word, Path) else word for word in command)
        seen.append(words.replace(sys.executable, "python"))
        if "-m venv" in words:
            bin_folder = setup.VENV / "bin"
            bin_folder.mkdir()
            (bin_folder / "activate").write_text(f"VIRTUAL_ENV={setup.VENV}", encoding="utf-8")
            fake_program(bin_folder, "python", f'exec "{sys.executable}" "$@"')
        if words.startswith("npm ci"):
            assert folder is not None
            (folder / "node_modules").mkdir(exist_ok=True)
            (folder / "node_modules" / setup.STAMP).unlink(missing_ok=True)

    monkeypatch.setattr(setup, "run", run)
    return seen


def kinds(commands: Sequence[str]) -> list[str]:
    """The commands, each by its first telling word."""
    return [next(word for word in ("venv", "requirements.txt", "-e", "npm") if word in line) for line in commands]


def test_the_first_set_up_does_everything_and_the_second_nothing(setup: ModuleType, commands: list[str]) -> None:
    assert setup.main([]) == 0
    assert kinds(commands) == ["venv", "requirements.txt", "-e", "npm"]
    commands.clear()
    assert setup.main([]) == 0
    assert commands == []


@pytest.mark.parametrize(
    ("changed", "again"),
    [
        ("requirements.txt", ["requirements.txt", "-e"]),
        ("pyproject.toml", ["requirements.txt", "-e"]),
        ("site/package-lock.json", ["npm"]),
        ("site/package.json", ["npm"]),
    ],
)
def test_a_changed_pin_is_installed(setup: ModuleType, commands: list[str], changed: str, again: list[str]) -> None:
    setup.main([])
    commands.clear()
    (setup.ROOT / changed).write_text("another", encoding="utf-8")
    assert setup.main([]) == 0
    assert kinds(commands) == again


@pytest.mark.parametrize("stopped_at", ["venv", "requirements.txt", "-e", "npm"])
def test_a_stopped_run_is_noticed(
    setup: ModuleType, commands: list[str], monkeypatch: pytest.MonkeyPatch, stopped_at: str
) -> None:
    """Whatever was half made is made anew: pip does not notice a package whose files were written only in part."""
    whole = setup.run

    def run(*arguments: Any, **named: Any) -> None:
        whole(*arguments, **named)
        if kinds(commands)[-1] == stopped_at:
            raise KeyboardInterrupt

    monkeypatch.setattr(setup, "run", run)
    assert setup.main([]) == 130
    commands.clear()
    monkeypatch.setattr(setup, "run", whole)
    assert setup.main([]) == 0
    assert kinds(commands) == (["npm"] if stopped_at == "npm" else ["venv", "requirements.txt", "-e", "npm"])


def test_a_moved_clone_gets_a_new_environment(setup: ModuleType, commands: list[str]) -> None:
    setup.main([])
    commands.clear()
    (setup.VENV / "bin" / "activate").write_text("VIRTUAL_ENV=/elsewhere/.venv", encoding="utf-8")
    (setup.VENV / setup.STAMP).write_text("made for another place", encoding="utf-8")
    assert setup.main([]) == 0
    assert kinds(commands) == ["venv", "requirements.txt", "-e"]


def test_an_environment_whose_python_is_gone_is_made_anew(setup: ModuleType, commands: list[str]) -> None:
    setup.main([])
    commands.clear()
    (setup.VENV / "bin" / "python").unlink()
    assert setup.main([]) == 0
    assert kinds(commands) == ["venv", "requirements.txt", "-e"]


def test_somebody_s_own_environment_is_kept(setup: ModuleType, commands: list[str]) -> None:
    setup.main([])
    commands.clear()
    (setup.VENV / setup.STAMP).unlink()
    (setup.VENV / "mine").touch()
    assert setup.main([]) == 0
    assert kinds(commands) == ["requirements.txt", "-e"]
    assert (setup.VENV / "mine").exists()


def test_pip_installs_into_the_environment_whatever_this_machine_says(
    setup: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_TARGET", "/elsewhere")
    monkeypatch.setenv("PIP_USER", "1")
    monkeypatch.setenv("PIP_INDEX_URL", "https://mirror.example/simple")
    given: dict[str, str] = {}
    monkeypatch.setattr(setup, "run", lambda command, trouble, environment: given.update(environment))
    setup.pip("-r", "requirements.txt")
    assert "PIP_TARGET" not in given
    assert given["PIP_USER"] == "0"
    assert given["PIP_INDEX_URL"] == "https://mirror.example/simple"


@pytest.mark.parametrize(
    ("version", "sentence"),
    [
        ("echo v16.20.2", "node 18 or newer is needed, and the one found says v16.20.2."),
        ("exit 1", "node 18 or newer is needed, and the one found says nothing."),
    ],
)
def test_an_old_node_is_one_sentence(
    setup: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, sentence: str
) -> None:
    fake_program(tmp_path, "node", version)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(setup.SetupError) as raised:
        setup.node_version()
    assert str(raised.value) == sentence


def test_node_18_is_enough(setup: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is Debian 12's own."""
    fake_program(tmp_path, "node", "echo v18.20.4")
    monkeypatch.setenv("PATH", str(tmp_path))
    setup.node_version()


@pytest.mark.parametrize(
    ("system", "root", "sentence"),
    [
        ("", False, "npm is missing: please install it."),
        ("debian", False, "npm is missing: please run sudo apt-get install npm"),
        ("debian", True, None),
    ],
)
def test_debian_s_package_when_root(
    setup: ModuleType,
    commands: list[str],
    monkeypatch: pytest.MonkeyPatch,
    system: str,
    root: bool,
    sentence: str | None,
) -> None:
    monkeypatch.setattr(setup, "debian", lambda: system)
    monkeypatch.setattr(setup, "is_root", lambda: root)
    if sentence is None:
        setup.debian_package("npm", "npm is missing")
        assert commands == ["apt-get install --yes --no-install-recommends npm"]
    else:
        with pytest.raises(setup.SetupError, match=re.escape(sentence)):
            setup.debian_package("npm", "npm is missing")
        assert commands == []


def test_old_package_lists_are_fetched_once(setup: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    updated = tmp_path / "updated"
    fake_program(tmp_path, "apt-get", f'case "$1" in update) : > "{updated}";; *) [ -e "{updated}" ];; esac')
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(setup, "debian", lambda: "debian")
    monkeypatch.setattr(setup, "is_root", lambda: True)
    setup.LOG.parent.mkdir()
    setup.debian_package("npm", "npm is missing")
    assert updated.exists()


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        pytest.param(
            "WARNING: Retrying after 'NewConnectionError(... Temporary failure in name resolution')': /simple/babel/\n"
            "ERROR: Could not find a version that satisfies the requirement babel==2.19.0 (from versions: none)\n"
            "ERROR: No matching distribution found for babel==2.19.0",
            "the network or the package server cannot be reached.",
            id="pip without network",
        ),
        pytest.param(
            "npm error code ENOTFOUND\nnpm error network request to https://registry.npmjs.org/idb failed",
            "the network or the package server cannot be reached.",
            id="npm without network",
        ),
        pytest.param(
            "ERROR: Could not find a version that satisfies the requirement babel==99 (from versions: 2.19.0)\n"
            "ERROR: No matching distribution found for babel==99",
            "ERROR: No matching distribution found for babel==99.",
            id="pip, no such version",
        ),
        pytest.param(
            "npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/no\n"
            "npm error A complete log of this run can be found in: /root/.npm/_logs/1.log",
            "npm error 404 Not Found - GET https://registry.npmjs.org/no.",
            id="npm, no such package",
        ),
        pytest.param(
            "npm error code EUSAGE\nnpm error\nnpm error Missing: ws@8.0.0 from lock file\nnpm error\n"
            'npm error Run "npm help ci" for more info',
            "npm error Missing: ws@8.0.0 from lock file.",
            id="npm, an outdated lock",
        ),
        pytest.param("", "it gave no reason.", id="silence"),
    ],
)
def test_a_failure_says_its_reason(setup: ModuleType, output: str, sentence: str) -> None:
    assert setup.last_word(output) == sentence


def test_a_failing_program_is_one_sentence_and_a_log(setup: ModuleType, tmp_path: Path) -> None:
    setup.LOG.parent.mkdir()
    program = fake_program(tmp_path, "broken", "echo one; echo 'error: the disk is full' >&2; exit 3")
    with pytest.raises(setup.SetupError) as raised:
        setup.run([program], "nothing was done")
    assert str(raised.value) == "nothing was done: error: the disk is full. (all of it: .cache/setup.log)"
    assert "one\nerror: the disk is full" in setup.LOG.read_text(encoding="utf-8")


# ---- browser ----


@pytest.fixture
def path_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is the whole PATH, on a machine where nobody has fetched Playwright's own."""
    folder = tmp_path / "bin of this machine"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "playwright"))
    monkeypatch.delenv(browser.VARIABLE, raising=False)
    return folder


def test_an_installed_chromium_is_found(path_only: Path) -> None:
    chrome = fake_program(path_only, "google-chrome-stable", "echo Google Chrome 140.0.1.2")
    assert browser.find_chromium() == chrome
    chromium = fake_program(path_only, "chromium", "echo Chromium 156.0.8078.108 built on Debian GNU/Linux 12")
    assert browser.require_chromium() == chromium
    assert browser.chromium_version(chromium) == "156.0.8078.108"


def test_a_note_in_place_of_a_chromium_does_not_count(path_only: Path) -> None:
    fake_program(path_only, "chromium-browser", "echo 'please install 1.2.3 by snap'; exit 1")
    assert browser.find_chromium() is None
    with pytest.raises(browser.NoChromium, match="install the package chromium"):
        browser.require_chromium()


def test_the_variable_names_the_only_one(path_only: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_program(path_only, "chromium", "echo Chromium 156.0.8078.108")
    mine = fake_program(path_only, "mine", "echo Chromium 157.0.0.1")
    monkeypatch.setenv(browser.VARIABLE, str(mine))
    assert browser.find_chromium() == mine
    monkeypatch.setenv(browser.VARIABLE, "/no/such/chromium")
    assert browser.find_chromium() is None
    with pytest.raises(browser.NoChromium, match="LOSOVNA_CHROMIUM names /no/such/chromium"):
        browser.require_chromium()


@pytest.mark.skipif(sys.platform == "darwin", reason="the folders are Linux's")
def test_playwright_s_newest_is_found_last(path_only: Path, tmp_path: Path) -> None:
    for build in ("chromium-999", "chromium-1234", "firefox-2000"):
        folder = tmp_path / "playwright" / build / "chrome-linux64"
        folder.mkdir(parents=True)
        fake_program(folder, "chrome", "echo Chromium 151.0.1.1")
    assert browser.find_chromium() == tmp_path / "playwright" / "chromium-1234" / "chrome-linux64" / "chrome"
    installed = fake_program(path_only, "chromium", "echo Chromium 120.0.1.1")
    assert browser.find_chromium() == installed


@pytest.mark.parametrize(
    ("installs", "expected"),
    [
        pytest.param("chromium", ["apt-get"], id="Debian's package"),
        pytest.param("playwright", ["apt-get", "playwright"], id="Playwright's own where Debian's cannot be had"),
        pytest.param("nothing", ["apt-get", "playwright"], id="neither"),
    ],
)
def test_a_missing_chromium_is_seen_to(
    setup: ModuleType,
    path_only: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    installs: str,
    expected: list[str],
) -> None:
    tried = []

    def run(command: Sequence[str | Path], trouble: str, **_: Any) -> None:
        kind = next(kind for kind in ("apt-get", "playwright") if kind in [*command])
        if kind not in tried:
            tried.append(kind)
        if (kind, installs) == ("apt-get", "chromium"):
            fake_program(path_only, "chromium", "echo Chromium 156.0.1.1")
        elif (kind, installs) == ("playwright", "playwright"):
            folder = tmp_path / "playwright" / "chromium-1" / "chrome-linux"
            folder.mkdir(parents=True)
            fake_program(folder, "chrome", "echo Chromium 156.0.1.1")
        else:
            raise setup.SetupError("it cannot be had")

    monkeypatch.setattr(setup, "run", run)
    monkeypatch.setattr(setup, "debian", lambda: "debian")
    monkeypatch.setattr(setup, "is_root", lambda: True)
    if installs == "nothing":
        with pytest.raises(setup.NoChromium, match="install the package chromium"):
            setup.browser()
    else:
        setup.browser()
        assert setup.find_chromium() is not None
    assert tried == expected


# ---- pins ----


def pins() -> dict[str, str]:
    """requirements.txt: versions by name."""
    lines = (line.partition("#")[0].strip() for line in text("requirements.txt").splitlines())
    return dict(line.split("==") for line in lines if line)


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_package_that_a_pinned_one_needs_is_pinned_and_installed() -> None:
    pinned = pins()
    for name, version in pinned.items():
        distribution = importlib.metadata.distribution(name)
        assert distribution.version == version, name
        for line in distribution.requires or []:
            needed = Requirement(line)
            if needed.marker is None or needed.marker.evaluate({"extra": ""}):
                assert canonical(needed.name) in pinned, f"{name} needs {line}"
                assert needed.specifier.contains(pinned[canonical(needed.name)], prereleases=True), (
                    f"{name} needs {line}"
                )


def test_every_pin_says_why_it_is_there() -> None:
    lines = [line for line in text("requirements.txt").splitlines() if line and not line.startswith("#")]
    assert [line for line in lines if not re.search(r"\S +# .*\w", line)] == []


def test_what_builds_the_wheel_is_pinned_once() -> None:
    """The set-up builds without isolation, so the two lists must not drift apart."""
    required = tomllib.loads(text("pyproject.toml"))["build-system"]["requires"]
    assert dict(line.split("==") for line in required).items() <= pins().items()


@pytest.mark.parametrize("folder", ["site", "benchmarks"])
def test_npm_packages_are_pinned_by_content_and_from_nowhere_else(folder: str) -> None:
    wanted = json.loads(text(f"{folder}/package.json"))
    lock = json.loads(text(f"{folder}/package-lock.json"))
    versions = wanted.get("dependencies", {}) | wanted.get("devDependencies", {})
    assert versions
    for name, version in versions.items():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version), name
        assert lock["packages"][f"node_modules/{name}"]["version"] == version
    for path, package in lock["packages"].items():
        if path:
            assert package["integrity"].startswith("sha512-"), path
            assert package.get("resolved", "https://registry.npmjs.org/").startswith("https://registry.npmjs.org/"), (
                path
            )


# ---- names ----


@pytest.fixture(scope="module")
def dry_run() -> Callable[[str], str]:
    """What ``make NAME`` would do."""

    def commands(name: str) -> str:
        environment = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
        done = subprocess.run(
            ["make", "--dry-run", name], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout

    return commands


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("serve", ["tools/setup.py\n", "build.py serve"]),
        ("test", ["tools/setup.py --browser\n", "build.py build --need-pdf", "-m pytest"]),
        ("check", ["tools/setup.py\n", "ruff format --check", "ruff check", "mypy", "importlinter", "tsconfig.json"]),
        ("bench", ["tools/setup.py --browser --benchmarks\n", "build.py build", "benchmarks/run_all.py"]),
        ("dist", ["tools/setup.py --browser\n", "build.py dist --need-pdf"]),
    ],
)
def test_a_name_sets_up_first_and_then_does_its_work(
    dry_run: Callable[[str], str], name: str, parts: list[str]
) -> None:
    commands = dry_run(name)
    places = [commands.find(part) for part in parts]
    assert -1 not in places, commands
    assert places == sorted(places)


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md", ".ci/run", ".github/workflows/pages.yml"])
def test_every_make_that_a_document_names_exists(document: str) -> None:
    named = set(re.findall(r"(?:^|[`:] *|    )make ((?:[a-z]+ ?)+)", text(document), re.MULTILINE))
    names = {name for words in named for name in words.split()}
    targets = set(re.findall(r"^([a-z]+):.*##", text("Makefile"), re.MULTILINE))
    assert names
    assert names <= targets


def test_the_workflows_do_what_ci_run_does() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    assert "make check test" in text(".ci/run")
    assert "- run: .ci/run" in text(".github/workflows/ci.yml")
    for workflow in ("ci.yml", "pages.yml"):
        actions = re.findall(r"uses: (\S+)", text(f".github/workflows/{workflow}"))
        assert actions
        assert [action for action in actions if not re.fullmatch(r"actions/[a-z-]+@v\d+", action)] == []


def test_every_supported_python_is_tested_and_declared() -> None:
    matrix = re.search(r'python: (\["3\.11".*\])', text(".github/workflows/ci.yml"))
    assert matrix is not None
    project = tomllib.loads(text("pyproject.toml"))["project"]
    prefix = "Programming Language :: Python :: "
    declared = [line.removeprefix(prefix) for line in project["classifiers"] if line.startswith(prefix)]
    assert json.loads(matrix.group(1)) == declared
    assert project["requires-python"] == f">={declared[0]}"


def test_the_command_starts_without_any_installed_package() -> None:
    """The core alone works with nothing installed: HTML is the only thing that needs more."""
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); import pairing_core.cli; "
        "sys.exit(', '.join({'jinja2', 'venue', 'builder'} & set(sys.modules)) or 0)"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, ROOT], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
