"""A connection that sends nothing gives its place back, and no address has all places."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from tests.web.house import USERS
from tests.web.served import served
from uvicorn import Config
from uvicorn.server import ServerState

from loanproof.web.connections import connection_type
from loanproof.web.security import forms

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.types import Receive, Scope, Send
    from tests.web.conftest import Stored

REQUEST = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"
NEVER_S = 600.0


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


def ask(
    work: Callable[[int], Awaitable[None]], *, silence_s: float = NEVER_S, most: int = 9, proxies: Collection[str] = ()
) -> None:
    """Run a server with our connections while something is asked of its port."""

    async def run() -> None:
        kind = connection_type(proxies, silence_s=silence_s, most=most)
        config, state = Config(app, http=kind, lifespan="off"), ServerState()
        loop = asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: kind(config=config, server_state=state, app_state={}), host="127.0.0.1", port=0
        )
        async with asyncio.timeout(60):
            await work(server.sockets[0].getsockname()[1])
        server.close()

    asyncio.run(run())


@pytest.mark.parametrize("sent", [b"", b"GET / HT", REQUEST, REQUEST + b"GET"], ids=["none", "part", "one", "next"])
def test_a_connection_without_a_whole_request_is_closed(sent: bytes) -> None:
    async def work(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent)
        if sent.startswith(REQUEST):
            assert b"200 OK" in await reader.readuntil(b"ok")
        with suppress(ConnectionResetError):
            assert await reader.read() == b""  # the end
        writer.close()

    ask(work, silence_s=0.2)


@pytest.mark.parametrize(("proxies", "is_answered"), [((), False), (("127.0.0.1",), True)])
def test_one_address_has_only_its_share_of_the_places_unless_it_is_a_trusted_proxy(
    proxies: Collection[str], is_answered: bool
) -> None:
    async def work(port: int) -> None:
        held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
        for reader, writer in held:  # both are answered, so both have their places
            writer.write(REQUEST)
            assert b"200 OK" in await reader.readuntil(b"ok")
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(REQUEST)
            heard = await reader.readuntil(b"ok")
        except (ConnectionError, asyncio.IncompleteReadError):
            heard = b""
        assert (b"200 OK" in heard) is is_answered
        for _, one in (*held, (reader, writer)):
            one.close()

    ask(work, most=2, proxies=proxies)


def test_a_body_that_does_not_come_is_not_waited_for(stored: Stored, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "LONGEST_WAIT_S", 0.1)
    head = (
        "POST /login HTTP/1.1\r\nhost: 127.0.0.1:{}\r\ncontent-length: 9\r\n"
        "content-type: application/x-www-form-urlencoded\r\n\r\nname="
    )
    with (
        served(stored.settings(users=USERS)) as house,
        socket.create_connection(("127.0.0.1", house.port), timeout=60) as caller,
    ):
        caller.sendall(head.format(house.port).encode())
        assert b" 408 " in caller.recv(4096).partition(b"\r\n")[0]
