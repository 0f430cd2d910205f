"""Set up everything that Losovna needs on this machine; what is there already is left alone.

Run by the system's own Python and the standard library only: ``python3 tools/setup.py [--browser] [--benchmarks]``.
It makes ``.venv`` with the packages that ``requirements.txt`` pins and Losovna itself, and ``site/node_modules`` with
those that ``site/package-lock.json`` pins; with ``--browser`` it also sees to a Chromium.

Each of these folders holds a stamp, a hash of all that it was made from. It is written last, so that a run that was
stopped half-way is noticed and done again, and one with nothing to do ends at once.
"""

import argparse
import contextlib
import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOG = ROOT / ".cache" / "setup.log"
STAMP = "losovna-stamp.txt"
UNFINISHED = "unfinished"
OLDEST_NODE = 18
"""What the package pyodide asks for; Debian 12 has this very version."""

OLDEST_PYTHON = (3, 11)

if sys.version_info < OLDEST_PYTHON:
    sys.exit(
        "set-up: Losovna needs Python {}.{} or newer and this is {}.{}; if there is a newer one, name it, "
        "as in: make PYTHON=python3.12 serve".format(*OLDEST_PYTHON, *sys.version_info[:2])
    )

sys.path.insert(0, str(ROOT / "site"))
from builder.browser import NoChromium, find_chromium, require_chromium  # noqa: E402


class SetupError(Exception):
    """Something is missing that this program cannot see to; the text is one sentence for the person at the keyboard."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do the set-up and return the exit status: 0 done, 1 something is missing (said on standard error)."""
    parser = argparse.ArgumentParser(prog="tools/setup.py", description="Set up what Losovna needs on this machine.")
    parser.add_argument("--browser", action="store_true", help="see to a Chromium, too")
    parser.add_argument("--benchmarks", action="store_true", help="install what only the benchmarks need, too")
    options = parser.parse_args(arguments)
    try:
        with one_at_a_time():
            python_packages()
            node_packages(ROOT / "site")
            if options.benchmarks:
                node_packages(ROOT / "benchmarks")
                pip("-r", "benchmarks/requirements.txt", "--only-binary=:all:")
            if options.browser:
                browser()
    except (SetupError, NoChromium) as error:
        print(f"set-up: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("set-up: stopped; the next run goes on from here.", file=sys.stderr)
        return 130
    return 0


# ---- steps ----


def python_packages() -> None:
    """Make ``.venv`` and put the pinned packages and Losovna itself into it.

    Raises ``SetupError`` where a virtual environment cannot be made or PyPI not be reached.
    """
    wanted = fingerprint(
        # Its scripts and Losovna's own place are absolute paths, so a folder that was moved or copied is made anew.
        str(VENV),
        ROOT / "requirements.txt",
        ROOT / "pyproject.toml",
        ROOT / "tools" / "hatch_build.py",
    )
    found = stamp(VENV)
    if found == wanted and works(PYTHON, "import pairing_core, venue, pip"):
        return
    if found == UNFINISHED or not made_here() or not works(PYTHON, "import pip, tomllib"):
        virtual_environment()
    write_stamp(VENV, UNFINISHED)
    say("installing the Python packages of requirements.txt")
    # --no-build-isolation: what builds Losovna is pinned in requirements.txt, too.
    pip("-r", "requirements.txt", "--only-binary=:all:")
    pip("--no-deps", "--no-build-isolation", "-e", ".")
    write_stamp(VENV, wanted)


def virtual_environment() -> None:
    """Make an empty ``.venv`` with pip in it, in place of whatever stands there."""
    if not works(sys.executable, "import ensurepip, venv"):
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        if sys.executable.startswith("/usr/bin/"):
            debian_package(f"python{version}-venv", "Python's module venv is missing")
        else:
            raise SetupError(f"the modules venv and ensurepip are missing from {sys.executable}, Python {version}.")
    say(f"making a virtual environment in .venv with Python {sys.version.split()[0]}")
    shutil.rmtree(VENV, ignore_errors=True)
    VENV.mkdir(exist_ok=True)
    write_stamp(VENV, UNFINISHED)
    run([sys.executable, "-m", "venv", VENV], "a virtual environment could not be made in .venv")


def node_packages(folder: Path) -> None:
    """Put the pinned packages of ``folder`` into its ``node_modules``.

    Raises ``SetupError`` where node or npm is missing or too old, or the registry cannot be reached.
    """
    # npm ci begins by removing node_modules, the stamp in it included: a stopped run leaves none behind.
    packages = folder / "node_modules"
    wanted = fingerprint(folder / "package.json", folder / "package-lock.json")
    node_version()
    if stamp(packages) == wanted:
        return
    if shutil.which("npm") is None:
        debian_package("npm", "npm is missing")
    name = folder.relative_to(ROOT)
    say(f"installing the npm packages of {name}/package-lock.json")
    # --include=dev: also where NODE_ENV says production, for the checks are among these.
    run(
        ["npm", "ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"],
        f"the npm packages of {name}/package-lock.json could not be installed",
        folder,
    )
    write_stamp(packages, wanted)


def node_version() -> None:
    """See to a node that is new enough.

    Raises ``SetupError`` where there is none.
    """
    if shutil.which("node") is None:
        debian_package("nodejs", "node is missing")
    said = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout.strip()
    number = re.match(r"v(\d+)\.", said)
    if number is None or int(number.group(1)) < OLDEST_NODE:
        raise SetupError(f"node {OLDEST_NODE} or newer is needed, and the one found says {said or 'nothing'}.")


def browser() -> None:
    """See to a Chromium: one that is installed, else Debian's package, else Playwright's own.

    Raises ``NoChromium`` where none of these can be had.
    """
    if find_chromium() is not None or os.environ.get("LOSOVNA_CHROMIUM"):
        require_chromium()
        return
    if debian() == "debian" and is_root():
        with contextlib.suppress(SetupError):
            debian_package("chromium", "no Chromium is installed")
        if find_chromium() is not None:
            return
    say("fetching Playwright's own Chromium")
    extra = ["--with-deps"] if debian() and is_root() else []
    with contextlib.suppress(SetupError):
        run(
            [PYTHON, "-m", "playwright", "install", "--no-shell", *extra, "chromium"],
            "Playwright's own Chromium could not be fetched",
        )
    require_chromium()


# ---- stamps ----


def fingerprint(*parts: Path | str) -> str:
    """Return a hash of the given texts and of the contents of the given files."""
    total = hashlib.sha256()
    for part in parts:
        content = part.read_bytes() if isinstance(part, Path) else part.encode()
        total.update(hashlib.sha256(content).digest())
    return total.hexdigest()


def stamp(folder: Path) -> str:
    """Return what ``folder`` was made from, ``UNFINISHED``, or an empty text where nobody has said."""
    try:
        return (folder / STAMP).read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def write_stamp(folder: Path, text: str) -> None:
    """Say what ``folder`` was made from, in one step, so that no half-written stamp is ever read."""
    new = folder / (STAMP + ".new")
    new.write_text(text + "\n", encoding="utf-8")
    new.replace(folder / STAMP)


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Wait until no other set-up of this clone is running; the lock goes with the process, however it ends."""
    LOG.parent.mkdir(exist_ok=True)
    with (LOG.parent / "setup.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("waiting for another set-up of this clone to end")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


# ---- programs ----


def pip(*arguments: str) -> None:
    """Install with the pip of ``.venv``, into ``.venv`` whatever this machine's pip settings say of other places."""
    places = {"PIP_USER": "0", "PIP_REQUIRE_VIRTUALENV": "0"}
    unwanted = {"PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_NO_BINARY", "PIP_REQUIRE_HASHES", "PIP_CONSTRAINT"}
    environment = {name: value for name, value in os.environ.items() if name not in unwanted} | places
    run(
        [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", *arguments],
        "the Python packages could not be installed",
        environment=environment,
    )


def run(
    command: Sequence[str | Path], trouble: str, folder: Path = ROOT, environment: dict[str, str] | None = None
) -> None:
    """Run a program whose output nobody reads unless it fails.

    Raises ``SetupError``: what could not be done, the program's own last word on it, and where all of it stands.
    """
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode == 0:
        return
    LOG.write_text(f"{' '.join(map(str, command))}\n{done.stdout}", encoding="utf-8")
    raise SetupError(f"{trouble}: {last_word(done.stdout)} (all of it: {LOG.relative_to(ROOT)})")


NO_NETWORK = re.compile(
    r"NewConnectionError|NameResolutionError|name resolution|EAI_AGAIN|ENOTFOUND|ENETUNREACH|ECONNREFUSED"
    r"|Temporary failure resolving|Network is unreachable|Max retries exceeded",
    re.IGNORECASE,
)


def last_word(output: str) -> str:
    """Return the line of ``output`` that says most about a failure."""
    if NO_NETWORK.search(output):
        return "the network or the package server cannot be reached."
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    # npm says the reason first and its advice after it; pip and apt-get end with the reason.
    npm = [line for line in lines if re.match(r"npm (?:ERR!|error) (?!code |A complete log)", line)]
    others = [line for line in lines if re.match(r"error:|E:", line, re.IGNORECASE)]
    return (npm[:1] or others[-1:] or lines[-1:] or ["it gave no reason"])[0].rstrip(".") + "."


def works(python: str | Path, code: str = "") -> bool:
    """Tell whether the Python at this path starts and runs ``code``."""
    try:
        return subprocess.run([python, "-c", code], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def made_here() -> bool:
    """Tell whether ``.venv`` was made in this folder: its scripts are lost where the clone was moved or copied."""
    with contextlib.suppress(OSError):
        return str(VENV) in (VENV / "bin" / "activate").read_text(encoding="utf-8")
    return False


# ---- Debian ----


def debian() -> str:
    """Return "debian", "ubuntu" or another name where packages come by apt-get, else an empty text."""
    try:
        text = Path("/etc/os-release").read_text(encoding="utf-8")
    except OSError:
        return ""
    said = dict(re.findall(r'^(ID|ID_LIKE)="?([^"\n]*)', text, re.MULTILINE))
    family = f"{said.get('ID', '')} {said.get('ID_LIKE', '')}".split()
    return family[0] if "debian" in family and shutil.which("apt-get") else ""


def is_root() -> bool:
    """Tell whether this program may install packages of the system."""
    return os.geteuid() == 0


def debian_package(name: str, trouble: str) -> None:
    """Install a package of the system where that may be done.

    Raises ``SetupError`` where it may not be, or cannot.
    """
    if not debian():
        raise SetupError(f"{trouble}: please install it.")
    if not is_root():
        raise SetupError(f"{trouble}: please run sudo apt-get install {name}")
    say(f"{trouble}: installing Debian's package {name}")
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "install", "--yes", "--no-install-recommends", name]
    try:
        run(command, name, environment=environment)
    except SetupError:
        # The lists of packages are missing or old, as in most images: fetch them and try once more.
        with contextlib.suppress(SetupError):
            run(["apt-get", "update"], name, environment=environment)
        run(command, f"{trouble}, and Debian's package {name} could not be installed", environment=environment)


def say(progress: str) -> None:
    """Tell what is being done."""
    print(f"set-up: {progress}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
