"""A server on loopback that does what a test tells it, answer by answer, and remembers what it was sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from aiohttp import web

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """Answer so, perhaps late."""

    body: bytes = b"{}"
    status: int = 200
    headers: dict[str, str] = field(default_factory=lambda: {"Content-Type": "application/json"})
    after_s: float = 0.0


class Cut:
    """Hang up without an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CutInside:
    """Hang up in the middle of the answer."""

    body: bytes = b'{"half":'


Behaviour: TypeAlias = Say | Cut | CutInside
Script: TypeAlias = Callable[[int, bytes], Behaviour]


@dataclass(slots=True)
class Sent:
    """One request as it came in."""

    path: str
    body: bytes
    headers: dict[str, str]


class Loopback:
    """What a test sees of the server: where it is, and what it was sent."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self.sent: list[Sent] = []
        self.under_way = 0
        self.most_at_once = 0
        self.url = ""

    async def answer(self, request: web.Request) -> web.StreamResponse:
        body = await request.read()
        self.sent.append(Sent(request.path, body, dict(request.headers)))
        self.under_way += 1
        self.most_at_once = max(self.most_at_once, self.under_way)
        try:
            return await self._behave(request, self._script(len(self.sent), body))
        finally:
            self.under_way -= 1

    async def _behave(self, request: web.Request, behaviour: Behaviour) -> web.StreamResponse:
        match behaviour:
            case Say():
                if behaviour.after_s:
                    await asyncio.sleep(behaviour.after_s)
                return web.Response(body=behaviour.body, status=behaviour.status, headers=behaviour.headers)
            case CutInside():
                response = web.StreamResponse(headers={"Content-Length": "1000"})
                await response.prepare(request)
                await response.write(behaviour.body)
            case Cut():
                response = web.StreamResponse()
        assert request.transport is not None
        request.transport.abort()
        return response


@asynccontextmanager
async def loopback(script: Script) -> AsyncIterator[Loopback]:
    """Serve on a free port of loopback while the context lasts."""
    server = Loopback(script)
    application = web.Application(client_max_size=64 * 1024 * 1024)
    application.router.add_post("/{tail:.*}", server.answer)
    runner = web.AppRunner(application, access_log=None, handle_signals=False, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    server.url = f"http://{host}:{port}"
    try:
        yield server
    finally:
        await runner.cleanup()


def in_turn(*behaviours: Behaviour) -> Script:
    """Return a script that behaves so, one after the other; the last one stays."""
    return lambda number, _: behaviours[min(number, len(behaviours)) - 1]
