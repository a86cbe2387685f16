"""The server: one process, one port, no identifying headers, and only configured proxies are trusted."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from loanproof.web.app import create_app
from loanproof.web.settings import refuse_open_door

if TYPE_CHECKING:
    import uvicorn

    from loanproof.web.settings import WebSettings

_MOST_AT_ONCE = 500
_KEEP_ALIVE_S = 20
_LONGEST_HEADERS = 32_768
_END_S = 5


def make_server(settings: WebSettings, port: int) -> uvicorn.Server:
    """Return a server that is not running yet, or raise an error if it would be open to everybody."""
    import uvicorn

    from loanproof.web.connections import connection_type

    refuse_open_door(settings.host, settings.users)
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s")
    config = uvicorn.Config(
        create_app(settings),
        host=settings.host,
        port=port,
        http=connection_type(frozenset() if settings.users is None else settings.users.proxies),
        ws="none",
        loop="asyncio",
        access_log=False,
        log_level="warning",
        proxy_headers=False,
        server_header=False,
        limit_concurrency=_MOST_AT_ONCE,
        timeout_keep_alive=_KEEP_ALIVE_S,
        timeout_graceful_shutdown=_END_S,
        h11_max_incomplete_event_size=_LONGEST_HEADERS,
    )
    return uvicorn.Server(config)
