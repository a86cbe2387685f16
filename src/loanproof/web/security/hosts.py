"""The host names of this server: a page of another site must not reach it under its own name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import PlainTextResponse

from loanproof.web.settings import is_loopback

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from loanproof.web.settings import WebSettings


class KnownHosts:
    """Responds only to its own names; on loopback these are localhost and the loopback addresses."""

    def __init__(self, app: ASGIApp, settings: WebSettings) -> None:
        self._app = app
        named = frozenset() if settings.users is None else settings.users.host_names
        self._names = {*named, settings.host.lower()}
        self._any = settings.users is not None and not named

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse a name that is not ours."""
        if scope["type"] == "http" and not self._is_ours(_host(scope)):
            refusal = PlainTextResponse("This server does not go by that name.\n", status_code=421)
            await refusal(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _is_ours(self, host: str) -> bool:
        return self._any or host in self._names or is_loopback(host)


def _host(scope: Scope) -> str:
    """Return the host name of a request, without its port."""
    [written] = [value for name, value in scope["headers"] if name == b"host"][:1] or [b""]
    host: str = written.decode("latin-1").lower()
    return host.partition("]")[0].removeprefix("[") if host.startswith("[") else host.partition(":")[0]
