"""Serve a built site on this machine the way a pages host does, for people, tests and benchmarks alike.

As such hosts do: text and wasm go out compressed to whoever accepts that, ``ETag`` answers "not modified", a folder
without its slash is redirected, an unknown path gets ``404.html``, pages of every origin may read what is sent (the
tables in other people's pages live on that), and there are no other headers.
"""

from __future__ import annotations

import contextlib
import gzip
import socket
import threading
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

HOST = "127.0.0.1"
PORT = 8765
PAGES_HOST_SECONDS = 600
"""How long a pages host lets a browser keep a file without asking again."""

TYPES = {
    ".bin": "application/octet-stream",
    ".css": "text/css; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".gz": "application/gzip",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".map": "application/json; charset=utf-8",
    ".md": "text/markdown; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json; charset=utf-8",
    ".webp": "image/webp",
    ".whl": "application/zip",
    ".woff2": "font/woff2",
    ".xml": "application/xml; charset=utf-8",
    ".zip": "application/zip",
}
COMPRESSED = frozenset(suffix for suffix, kind in TYPES.items() if "charset" in kind) | {".wasm"}


class Options(NamedTuple):
    """What one server gives out, and how."""

    folder: Path
    base: str = "/"
    """The path under which the folder is seen, with a slash at both ends: a site may live in a subfolder."""
    max_age: int = PAGES_HOST_SECONDS
    headers: Mapping[str, str] = {}
    """Headers added to every answer, as the server of another site would."""


class SiteServer(ThreadingHTTPServer):
    """A server of one folder, one thread per connection; once it is closed no open connection is answered either."""

    def __init__(self, options: Options, port: int = 0) -> None:
        """Listen on ``port`` of this machine only, 0 being any that is free; ``OSError`` if it is taken."""
        self.options = options._replace(folder=options.folder.resolve())
        self.compressed: dict[Path, tuple[str, bytes]] = {}
        self._connections: set[socket.socket] = set()
        super().__init__((HOST, port), SiteHandler)

    @property
    def url(self) -> str:
        """The address of the folder, ending in a slash."""
        return f"http://{HOST}:{self.server_port}{self.options.base}"

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer one connection in a thread of its own."""
        self._connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """End one connection."""
        self._connections.discard(request)
        super().shutdown_request(request)

    def server_close(self) -> None:
        """Stop listening and cut what is still connected, as pulling the plug would."""
        super().server_close()
        for connection in list(self._connections):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a browser that went away in the middle of an answer."""


class SiteHandler(BaseHTTPRequestHandler):
    """Answers the requests of one connection."""

    server: SiteServer
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = 1 << 16
    server_version = "Losovna"
    sys_version = ""

    def do_GET(self) -> None:
        """Send a file, or say where it is, or that there is none."""
        path = unquote(urlsplit(self.path).path)
        base = self.server.options.base
        folder = self.server.options.folder
        if not path.startswith(base):
            return self._missing()
        file = (folder / path.removeprefix(base).lstrip("/")).resolve()
        if not file.is_relative_to(folder):
            return self._missing()
        if file.is_dir():
            if not path.endswith("/"):
                return self._redirect()
            file /= "index.html"
        elif path.endswith("/"):
            return self._missing()
        if not file.is_file():
            return self._missing()
        return self._send(file, HTTPStatus.OK)

    do_HEAD = do_GET

    def _redirect(self) -> None:
        """Send the browser to the folder's own address, which ends in a slash."""
        parts = urlsplit(self.path)
        target = parts.path + "/" + (f"?{parts.query}" if parts.query else "")
        self._answer(HTTPStatus.MOVED_PERMANENTLY, {"Location": target}, b"")

    def _missing(self) -> None:
        """Say that there is no such page, with the site's own words where it has some."""
        page = self.server.options.folder / "404.html"
        if page.is_file():
            self._send(page, HTTPStatus.NOT_FOUND)
        else:
            self._answer(HTTPStatus.NOT_FOUND, {"Content-Type": TYPES[".txt"]}, b"There is no such page.\n")

    def _send(self, file: Path, status: HTTPStatus) -> None:
        """Send the content of ``file``, compressed if that is worth it and accepted."""
        headers = {"Content-Type": TYPES.get(file.suffix, TYPES[".bin"]), "Access-Control-Allow-Origin": "*"}
        if status is HTTPStatus.OK:
            age = self.server.options.max_age
            headers["Cache-Control"] = f"max-age={age}" if age else "no-cache"
        state = file.stat()
        etag = f"{state.st_mtime_ns:x}-{state.st_size:x}"
        body: bytes | None = None
        if file.suffix in COMPRESSED:
            headers["Vary"] = "Accept-Encoding"
            if accepts_gzip(self.headers.get("Accept-Encoding", "")):
                body = self._compressed(file, etag)
                etag += "-gzip"
                headers["Content-Encoding"] = "gzip"
        headers["ETag"] = f'"{etag}"'
        known = (self.headers.get("If-None-Match") or "").replace("W/", "").split(",")
        if status is HTTPStatus.OK and headers["ETag"] in (tag.strip() for tag in known):
            for name in ("Content-Type", "Content-Encoding"):
                headers.pop(name, None)
            self._answer(HTTPStatus.NOT_MODIFIED, headers, None)
        else:
            self._answer(status, headers, file.read_bytes() if body is None else body)

    def _compressed(self, file: Path, etag: str) -> bytes:
        """Return the content of ``file`` compressed, from memory if it has not changed since."""
        known = self.server.compressed.get(file)
        if known is None or known[0] != etag:
            known = (etag, gzip.compress(file.read_bytes(), compresslevel=6, mtime=0))
            self.server.compressed[file] = known
        return known[1]

    def _answer(self, status: HTTPStatus, headers: Mapping[str, str], body: bytes | None) -> None:
        """Send one whole answer; ``body`` None is for a status that has none by its nature."""
        self.send_response(status)
        for name, value in {**headers, **self.server.options.headers}.items():
            self.send_header(name, value)
        if body is not None:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if body and self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Write no log: the person at the terminal looks for the address."""


def accepts_gzip(header: str) -> bool:
    """Tell whether an ``Accept-Encoding`` header allows gzip."""
    for part in header.lower().split(","):
        name, _, weight = part.strip().partition(";")
        if name.strip() == "gzip":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


@contextlib.contextmanager
def serving(
    folder: Path,
    *,
    base: str = "/",
    port: int = 0,
    max_age: int = PAGES_HOST_SECONDS,
    headers: Mapping[str, str] | None = None,
) -> Iterator[str]:
    """Serve ``folder`` while the ``with`` block runs, and give its address, which ends in a slash.

    After the block nothing answers any more, not even a connection that a browser keeps open.
    """
    server = SiteServer(Options(folder, base, max_age, headers or {}), port)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server.url
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def run(folder: Path, first_port: int = PORT) -> None:
    """Serve ``folder`` to the person at this machine until Ctrl-C, on ``first_port`` or the next one that is free.

    A rebuilt page is seen at once, for the browser keeps nothing without asking. Raises ``OSError``
    if no port can be had.
    """
    with _on_a_free_port(Options(folder, max_age=0), first_port) as server:
        print(f"Losovna is at {server.url}", flush=True)
        print("Stop it with Ctrl-C.", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()
        print()


def _on_a_free_port(options: Options, first_port: int) -> SiteServer:
    """Return a server on the first port that is free from ``first_port`` on."""
    for port in range(first_port, first_port + 100):
        with contextlib.suppress(OSError):
            return SiteServer(options, port)
    return SiteServer(options)
