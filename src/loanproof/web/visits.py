"""One request: turns a handler into an endpoint that always checks who is asking and what they may do.

A page is read; an action changes something, comes from a form on one of our own pages, and redirects to a page.
Handlers are plain functions and run in threads, so that none blocks another.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from loanproof.web.errors import NotAllowed, NotFound, WrongRequest
from loanproof.web.security.forms import (
    MOST_BYTES,
    TOKEN_HEADER,
    read_body,
    read_form,
    refuse_other_origin,
    refuse_wrong_token,
    write_body,
)
from loanproof.web.security.roles import Permission
from loanproof.web.security.sessions import COOKIE, LONGEST_S, Session

if TYPE_CHECKING:
    from starlette.requests import Request

    from loanproof.web.security.identity import Caller
    from loanproof.web.security.users import User
    from loanproof.web.site import Site

_MOST_NUMBER = 10**9
_JSON = "application/json"
_BYTES = "application/octet-stream"


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """A request with everything that a handler needs."""

    site: Site
    request: Request
    caller: Caller

    @property
    def user(self) -> User:
        """Who is asking."""
        return self.caller.user

    @property
    def session(self) -> Session | None:
        """The session of the browser, if there is one."""
        return self.caller.session

    def demand_session(self) -> Session:
        """Return the session of the browser that sent a form, or raise :class:`NotAllowed`."""
        if self.session is None:
            raise NotAllowed("a form belongs to a session.", hint="Open the page in a browser first.")
        return self.session

    def named(self, name: str) -> str:
        """Return a path parameter."""
        return str(self.request.path_params[name])

    def asked(self, name: str) -> str | None:
        """Return a query parameter; a missing and an empty one are the same."""
        return self.request.query_params.get(name) or None

    def number(self, name: str, *, least: int = 0) -> int | None:
        """Return a numeric query parameter, or raise :class:`WrongRequest` if it is not a number."""
        written = self.asked(name)
        return None if written is None else parse_number(written, least=least)

    def path_number(self, name: str, *, least: int = 0) -> int:
        """Return a numeric path parameter, or raise :class:`NotFound` if it is not a number."""
        try:
            return parse_number(self.named(name), least=least)
        except WrongRequest as error:
            raise NotFound("there is no such page.") from error


Handler: TypeAlias = Callable[[Visit], Response]
FormHandler: TypeAlias = Callable[[Visit, Mapping[str, str]], Response]
BodyHandler: TypeAlias = Callable[[Visit, bytes], Response]
FileHandler: TypeAlias = Callable[[Visit, Path], Response]
Endpoint: TypeAlias = "Callable[[Request], Awaitable[Response]]"


def parse_number(written: str, *, least: int = 0) -> int:
    """Return a whole number from a URL or a form."""
    if written.isascii() and written.isdigit() and len(written) < 12 and least <= int(written) <= _MOST_NUMBER:
        return int(written)
    raise WrongRequest(f"{written[:40]!r} is not a number that can be asked for.")


def page(path: str, handler: Handler, permission: Permission = Permission.READ) -> Route:
    """Return the route of a page."""

    async def endpoint(request: Request) -> Response:
        visit = await run_in_threadpool(enter, request, permission, begins=True)
        return with_cookie(await run_in_threadpool(handler, visit), visit)

    return Route(path, endpoint, methods=["GET"])


def data(path: str, handler: Handler, permission: Permission = Permission.READ) -> Route:
    """Return the route of data for a page or a program; no session begins with it."""

    async def endpoint(request: Request) -> Response:
        visit = await run_in_threadpool(enter, request, permission, begins=False)
        return await run_in_threadpool(handler, visit)

    return Route(path, endpoint, methods=["GET"])


def action(path: str, handler: FormHandler, permission: Permission) -> Route:
    """Return the route of a form that changes something."""

    async def endpoint(request: Request) -> Response:
        visit = await run_in_threadpool(enter, request, permission, begins=False)
        fields = await read_form(request, visit.demand_session())
        return await run_in_threadpool(handler, visit, fields)

    return Route(path, endpoint, methods=["POST"])


def change(path: str, handler: BodyHandler, permission: Permission) -> Route:
    """Return the route of a change by a program: it sends JSON, and a browser also its session's token.

    A page of another site can send neither JSON nor plain bytes without a preflight request, which is refused.
    """

    async def endpoint(request: Request) -> Response:
        visit = await _enter_program(request, permission, _JSON)
        return await run_in_threadpool(handler, visit, await read_body(request, MOST_BYTES))

    return Route(path, endpoint, methods=["POST"])


def receive(path: str, handler: FileHandler, permission: Permission) -> Route:
    """Return the route of a file upload by a program: it is written to disk as it arrives, within a limit."""

    async def endpoint(request: Request) -> Response:
        visit = await _enter_program(request, permission, _BYTES)
        with visit.site.uploads.receiving() as received:
            await write_body(request, received, visit.site.settings.most_upload_bytes)
            return await run_in_threadpool(handler, visit, received)

    return Route(path, endpoint, methods=["POST"])


async def _enter_program(request: Request, permission: Permission, kind: str) -> Visit:
    """Return the request of a program that is allowed and sends the right media type, or raise an error."""
    visit = await run_in_threadpool(enter, request, permission)
    refuse_other_origin(request)
    if visit.session is not None:
        refuse_wrong_token(request.headers.get(TOKEN_HEADER, ""), visit.session)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != kind:
        raise WrongRequest(f"a program sends {kind} here.")
    return visit


def go_to(address: str) -> RedirectResponse:
    """Return a redirect to a page, as the response to a form."""
    return RedirectResponse(address, status_code=303)


def set_cookie(response: Response, cookie: str) -> None:
    """Set the session cookie."""
    response.set_cookie(COOKIE, cookie, max_age=int(LONGEST_S), path="/", secure=True, httponly=True, samesite="strict")


def enter(request: Request, permission: Permission, *, begins: bool = False) -> Visit:
    """Return the request of a person who is allowed to do this, or raise an error."""
    site: Site = request.app.state.site
    visit = Visit(site=site, request=request, caller=site.doorkeeper.caller(request, begins=begins))
    request.state.visit = visit  # from here on refusals are shown to this person
    visit.caller.demand(permission)
    return visit


def visit_of(request: Request) -> Visit | None:
    """Return the visit of a request, if the person was identified."""
    visit: Visit | None = getattr(request.state, "visit", None)
    return visit


def with_cookie(response: Response, visit: Visit) -> Response:
    """Return a response that sets the cookie of a session that has just begun."""
    if visit.caller.cookie is not None:
        set_cookie(response, visit.caller.cookie)
    return response
