"""A real server on loopback in a thread, and a browser without a screen: cookies, forms and redirects by hand."""

from __future__ import annotations

import http.client
import re
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlencode

from loanproof.web import WebSettings, make_server

_TOKEN = re.compile(r'name="form_token" value="([^"]+)"')
_WAIT_S = 30


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass
class Client:
    """Sends requests as a browser does, with the cookies that it was given."""

    port: int
    host: str = "127.0.0.1"
    cookies: dict[str, str] = field(default_factory=dict)

    def get(self, path: str, **headers: str) -> Answer:
        return self.send("GET", path, headers=headers)

    def post(self, path: str, fields: Mapping[str, str], *, page: str | None = None, **headers: str) -> Answer:
        """Send a form; with the token of the page that it is on, if one is named."""
        held = dict(fields)
        if page is not None:
            found = _TOKEN.search(self.get(page).text)
            assert found is not None, page
            held["form_token"] = found[1]
        sent = {"content-type": "application/x-www-form-urlencoded", "origin": self.origin, **headers}
        return self.send("POST", path, body=urlencode(held).encode(), headers=sent)

    @property
    def origin(self) -> str:
        return f"http://{self.host}:{self.port}"

    def send(
        self, method: str, path: str, *, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        sent = {"host": f"{self.host}:{self.port}"} | {k.replace("_", "-"): v for k, v in (headers or {}).items()}
        if self.cookies:
            sent["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=_WAIT_S)
        try:
            connection.request(method, path, body=body, headers=sent)
            found = connection.getresponse()
            answer = Answer(found.status, {k.lower(): v for k, v in found.getheaders()}, found.read())
        finally:
            connection.close()
        if "set-cookie" in answer.headers:
            name, _, value = answer.headers["set-cookie"].partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer


@contextmanager
def served(settings: WebSettings) -> Iterator[Client]:
    """Serve while the context lasts, on a free port."""
    server = make_server(settings, 0)
    server.config.load()
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        deadline = time.monotonic() + _WAIT_S
        while not server.started:
            assert thread.is_alive(), "the server ended"
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.01)
        yield Client(port=server.servers[0].sockets[0].getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(_WAIT_S)
