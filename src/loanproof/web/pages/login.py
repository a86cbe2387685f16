"""Login and logout: name and token on a form, and the switch that turns single-key shortcuts off."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.routing import Route

from loanproof.web.errors import NotSignedIn, TooOften, status_of
from loanproof.web.rendering import render
from loanproof.web.security.forms import read_plain_form
from loanproof.web.security.roles import Permission
from loanproof.web.security.sessions import COOKIE
from loanproof.web.visits import Visit, action, go_to, set_cookie

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from loanproof.web.site import Site

_PATH = "/login"


def address_of(request: Request) -> str:
    """Return the URL of the login, which leads back to the requested page."""
    return f"{_PATH}?{urlencode({'next': request.url.path})}"


async def _show(request: Request) -> Response:
    site: Site = request.app.state.site
    if not site.doorkeeper.has_login:
        return go_to("/runs")
    return render(None, "login.html", {"next": _own_path(request.query_params.get("next")), "problem": None})


async def _sign_in(request: Request) -> Response:
    site: Site = request.app.state.site
    fields = await read_plain_form(request)
    wanted = _own_path(fields.get("next"))
    try:
        cookie = await run_in_threadpool(
            site.doorkeeper.sign_in, fields.get("name", ""), fields.get("token", ""), request
        )
    except (NotSignedIn, TooOften) as error:
        told = {"next": wanted, "problem": error.problem}
        return render(None, "login.html", told, status=status_of(error))
    response = go_to(wanted)
    set_cookie(response, cookie)
    return response


def _sign_out(visit: Visit, _: Mapping[str, str]) -> Response:
    visit.site.doorkeeper.sessions.end(visit.request.cookies.get(COOKIE))
    response = go_to(_PATH)
    response.delete_cookie(COOKIE, path="/", secure=True, httponly=True, samesite="strict")
    return response


def _switch_keys(visit: Visit, fields: Mapping[str, str]) -> Response:
    if visit.session is not None:
        visit.session.has_keys = fields.get("keys") == "on"
    return go_to(_own_path(fields.get("next")))


def _own_path(written: str | None) -> str:
    """Return the requested path on this site; anything that could lead elsewhere becomes the list of runs."""
    is_ours = written is not None and written.startswith("/") and not written.startswith(("//", "/\\"))
    clean = is_ours and written is not None and written.isascii() and written.isprintable() and "\\" not in written
    return written if clean and written is not None else "/runs"


ROUTES = [
    Route(_PATH, _show, methods=["GET"]),
    Route(_PATH, _sign_in, methods=["POST"]),
    action("/logout", _sign_out, Permission.READ),
    action("/keys", _switch_keys, Permission.READ),
]
