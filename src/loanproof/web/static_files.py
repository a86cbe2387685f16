"""Our scripts and style sheets: a fixed list, read once, with a tag for browser caching."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from starlette.responses import Response
from starlette.routing import Route

from loanproof.reports import style_sheet
from loanproof.web.errors import NotFound

if TYPE_CHECKING:
    from starlette.requests import Request

_KINDS = {".svg": "image/svg+xml", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8"}
_LOOK = "look.css"


@cache
def _contents() -> dict[str, tuple[bytes, str, str]]:
    """Return content, media type and tag of each file; nothing outside this list is ever read."""
    folder = files("loanproof.web") / "static"
    held = {one.name: one.read_bytes() for one in folder.iterdir()} | {_LOOK: style_sheet().encode()}
    return {
        name: (content, kind, f'"{hashlib.sha256(content).hexdigest()[:32]}"')
        for name, content in held.items()
        for suffix, kind in _KINDS.items()
        if name.endswith(suffix)
    }


def static_route() -> Route:
    """Return the route of the static files."""
    return Route("/static/{name}", _static, methods=["GET"])


async def _static(request: Request) -> Response:
    found = _contents().get(request.path_params["name"])
    if found is None:
        raise NotFound("there is no such file.")
    content, kind, tag = found
    headers = {"etag": tag, "cache-control": "private, max-age=0, must-revalidate"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=kind, headers=headers)
