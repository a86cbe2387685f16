"""Connections that hold no place for nothing: a request must come soon, and no address has all places."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

if TYPE_CHECKING:
    from collections.abc import Collection

LONGEST_SILENCE_S = 20.0
"""How long a connection may take to send the header of a request, the first or the next one."""
MOST_OF_ONE_ADDRESS = 250


def connection_type(
    proxies: Collection[str] = (), *, silence_s: float = LONGEST_SILENCE_S, most: int = MOST_OF_ONE_ADDRESS
) -> type[H11Protocol]:
    """Return the type of connections of a server; a trusted proxy stands for many people and may have all places."""

    class Connection(H11Protocol):
        _patience: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
            super().connection_made(transport)
            address = None if self.client is None else self.client[0]
            if address not in proxies and _count_of(address, self.connections) > most:
                transport.abort()
            self._wait()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._wait()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._wait()

        def connection_lost(self, exc: Exception | None) -> None:
            self._rest()
            super().connection_lost(exc)

        def _wait(self) -> None:
            """Wait for a request if none is being answered; what comes of it meanwhile does not prolong the wait."""
            answering: RequestResponseCycle | None = self.cycle
            if answering is not None and not answering.response_complete:
                self._rest()
            elif self._patience is None:
                self._patience = self.loop.call_later(silence_s, self._give_up)

        def _rest(self) -> None:
            if self._patience is not None:
                self._patience.cancel()
                self._patience = None

        def _give_up(self) -> None:
            self._patience = None
            self.transport.abort()

    return Connection


def _count_of(address: str | None, connections: Collection[object]) -> int:
    clients = (one.client for one in connections if isinstance(one, H11Protocol))
    return sum(client is not None and client[0] == address for client in clients)
