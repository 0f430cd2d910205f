"""The server gives a built site out as a pages host would."""

from __future__ import annotations

import gzip
import http.client
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from builder.serve import PORT, TYPES, accepts_gzip, serving

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small site, and beside it a file that is nobody's business."""
    site = tmp_path / "a site"
    (site / "cs" / "tables").mkdir(parents=True)
    (site / "index.html").write_text("<p>start</p>" * 100, encoding="utf-8")
    (site / "cs" / "index.html").write_text("<p>žluťoučký kůň</p>", encoding="utf-8")
    (site / "404.html").write_text("<p>there is no such page here</p>", encoding="utf-8")
    for suffix in TYPES:
        (site / f"file{suffix}").write_bytes(b"content " * 50)
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    (site / "out").symlink_to(tmp_path / "secret.txt")
    return site


class Visitor:
    """Speaks HTTP to one server over one connection, without the help that a library gives unasked."""

    def __init__(self, url: str) -> None:
        self.parts = urlsplit(url)
        self.connection = http.client.HTTPConnection(self.parts.netloc, timeout=30)

    def get(self, path: str, method: str = "GET", **headers: str) -> tuple[int, http.client.HTTPMessage, bytes]:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.connection.request(method, path, headers={"Accept-Encoding": "identity", **named})
        answer = self.connection.getresponse()
        return answer.status, answer.headers, answer.read()


@pytest.fixture
def visitor(folder: Path) -> Iterator[Visitor]:
    with serving(folder) as url:
        yield Visitor(url)


@pytest.mark.parametrize(
    ("suffix", "kind"),
    [
        (".html", "text/html; charset=utf-8"),
        (".js", "text/javascript; charset=utf-8"),
        (".mjs", "text/javascript; charset=utf-8"),
        (".wasm", "application/wasm"),
        (".webmanifest", "application/manifest+json; charset=utf-8"),
        (".woff2", "font/woff2"),
        (".csv", "text/csv; charset=utf-8"),
        (".json", "application/json; charset=utf-8"),
        (".pdf", "application/pdf"),
    ],
)
def test_type(visitor: Visitor, suffix: str, kind: str) -> None:
    """A browser refuses a module or a wasm of another type, and shows a CSV without charset in the wrong letters."""
    status, headers, body = visitor.get(f"/file{suffix}")
    assert (status, headers["Content-Type"], body) == (200, kind, b"content " * 50)


@pytest.mark.parametrize("suffix", [".html", ".js", ".css", ".json", ".svg", ".wasm"])
def test_text_and_wasm_are_compressed_for_who_accepts_it(visitor: Visitor, suffix: str) -> None:
    _, headers, body = visitor.get(f"/file{suffix}", Accept_Encoding="br, gzip, deflate")
    assert headers["Content-Encoding"] == "gzip"
    assert headers["Vary"] == "Accept-Encoding"
    assert len(body) == int(headers["Content-Length"]) < 400
    assert gzip.decompress(body) == b"content " * 50


@pytest.mark.parametrize("suffix", [".zip", ".gz", ".bin", ".pdf", ".png", ".woff2"])
def test_what_is_compressed_already_goes_out_as_it_is(visitor: Visitor, suffix: str) -> None:
    _, headers, body = visitor.get(f"/file{suffix}", Accept_Encoding="gzip")
    assert headers["Content-Encoding"] is None
    assert body == b"content " * 50


@pytest.mark.parametrize(
    ("header", "accepted"),
    [
        ("gzip", True),
        ("deflate, GZIP;q=0.5", True),
        ("br , gzip ; q=1.0", True),
        ("", False),
        ("br", False),
        ("gzip;q=0", False),
        ("gzip; q=0.0", False),
        ("x-gzip-like", False),
    ],
)
def test_accept_encoding(header: str, accepted: bool) -> None:
    assert accepts_gzip(header) is accepted


def test_etag_answers_not_modified_until_the_file_changes(visitor: Visitor, folder: Path) -> None:
    _, headers, _ = visitor.get("/")
    known = headers["ETag"]
    status, headers, body = visitor.get("/", If_None_Match=f'"other", W/{known}')
    assert (status, body, headers["ETag"]) == (304, b"", known)
    assert headers["Cache-Control"] == "max-age=600"
    (folder / "index.html").write_text("<p>new</p>", encoding="utf-8")
    status, _, body = visitor.get("/", If_None_Match=known)
    assert (status, body) == (200, b"<p>new</p>")


def test_compressed_and_plain_have_etags_of_their_own_and_a_change_is_seen(visitor: Visitor, folder: Path) -> None:
    _, plain, _ = visitor.get("/")
    _, packed, first = visitor.get("/", Accept_Encoding="gzip")
    assert plain["ETag"] != packed["ETag"]
    (folder / "index.html").write_text("<p>new</p>", encoding="utf-8")
    _, _, second = visitor.get("/", Accept_Encoding="gzip")
    assert gzip.decompress(first) == b"<p>start</p>" * 100
    assert gzip.decompress(second) == b"<p>new</p>"


def test_folder_gives_its_page_and_is_redirected_to_its_slash(visitor: Visitor) -> None:
    assert visitor.get("/cs/")[2] == "<p>žluťoučký kůň</p>".encode()
    status, headers, _ = visitor.get("/cs?from=start")
    assert (status, headers["Location"]) == (301, "/cs/?from=start")
    # "//cs/" would be the page of a host called cs.
    assert visitor.get("//cs")[1]["Location"] == "/cs/"


@pytest.mark.parametrize("path", ["/no", "/no/", "/index.html/", "/cs/tables/", "/secret.txt", "/file.html/x"])
def test_unknown_path_gets_the_page_of_the_site(visitor: Visitor, path: str) -> None:
    status, headers, body = visitor.get(path)
    assert (status, headers["Content-Type"]) == (404, TYPES[".html"])
    assert body == b"<p>there is no such page here</p>"
    assert headers["Cache-Control"] is None


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/cs/../../secret.txt", "/%2e%2e/secret.txt", "/out", "//../secret.txt"]
)
def test_nothing_outside_the_folder_is_given_out(visitor: Visitor, path: str) -> None:
    status, _, body = visitor.get(path)
    assert status == 404
    assert b"secret" not in body


def test_without_a_page_of_the_site_a_plain_sentence(visitor: Visitor, folder: Path) -> None:
    (folder / "404.html").unlink()
    status, headers, body = visitor.get("/no")
    assert (status, headers["Content-Type"], body) == (404, TYPES[".txt"], b"There is no such page.\n")


def test_head_has_the_headers_only(folder: Path) -> None:
    """A body would be taken for the next answer. Seen at the socket, for a library drops it in silence."""
    with serving(folder) as url, socket.create_connection(("127.0.0.1", urlsplit(url).port or 0), timeout=30) as line:
        line.sendall(b"HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        with line.makefile("rb") as answer:
            head, _, rest = answer.read().partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 ")
    assert b"Content-Length: 1200" in head
    assert rest == b""


def test_subfolder(folder: Path) -> None:
    """A pages host shows a project's site below the project's name."""
    with serving(folder, base="/losovna/") as url:
        visitor = Visitor(url)
        assert url.endswith("/losovna/")
        assert visitor.get("/losovna/cs/")[0] == 200
        assert visitor.get("/losovna/cs")[1]["Location"] == "/losovna/cs/"
        assert visitor.get("/cs/")[0] == 404


def test_headers_of_another_site(folder: Path) -> None:
    with serving(folder, headers={"Content-Security-Policy": "default-src 'none'"}) as url:
        assert Visitor(url).get("/")[1]["Content-Security-Policy"] == "default-src 'none'"


def test_nothing_answers_after_the_end(folder: Path) -> None:
    """Else a page that should be offline would go on over a connection that the browser keeps."""
    with serving(folder) as url:
        visitor = Visitor(url)
        assert visitor.get("/")[0] == 200
    with pytest.raises((OSError, http.client.HTTPException)):
        visitor.get("/")
    with serving(folder, port=visitor.parts.port or 0) as again:
        assert again == url


def test_a_person_gets_the_address_of_a_free_port(folder: Path) -> None:
    """Two at once: the second takes another port. Ctrl-C ends each without a traceback."""
    program = "import sys; from pathlib import Path; from builder.serve import run; run(Path(sys.argv[1]))"
    visits = []
    servers = []
    for _ in range(2):
        server = subprocess.Popen(
            [sys.executable, "-c", program, folder],
            env=os.environ | {"PYTHONPATH": str(ROOT / "site")},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # A shell's background job would ignore Ctrl-C, and so would what it starts.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        servers.append(server)
        assert server.stdout is not None
        said = server.stdout.readline()
        assert said.startswith("Losovna is at http://127.0.0.1:")
        visits.append(said.removeprefix("Losovna is at ").strip())
    first, second = (Visitor(url) for url in visits)
    assert PORT <= (first.parts.port or 0) < (second.parts.port or 0) < PORT + 100
    assert first.get("/")[1]["Cache-Control"] == second.get("/")[1]["Cache-Control"] == "no-cache"
    for server in servers:
        server.send_signal(signal.SIGINT)
        _, errors = server.communicate(timeout=30)
        assert (server.returncode, errors) == (0, "")
