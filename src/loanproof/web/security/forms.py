"""Forms that change something: small, from one of our own pages, and with the token of the session."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

from starlette.concurrency import run_in_threadpool

from loanproof.web.errors import NotAllowed, TooLarge, TooSlow, WrongRequest

if TYPE_CHECKING:
    from starlette.requests import Request

    from loanproof.web.security.sessions import Session

FORM_TOKEN = "form_token"  # noqa: S105  # the name of a field
TOKEN_HEADER = "x-form-token"  # noqa: S105  # the name of a header, for scripts of a page
MOST_BYTES = 200_000
MOST_FIELDS = 100
LONGEST_WAIT_S = 30.0
LEAST_BYTES_A_SECOND = 10_000
_FORM = "application/x-www-form-urlencoded"


async def read_form(request: Request, session: Session) -> Mapping[str, str]:
    """Return the fields of a form sent by our own page in this session; of duplicate names the last counts."""
    fields = await read_plain_form(request)
    refuse_wrong_token(fields.pop(FORM_TOKEN, ""), session)
    return fields


async def read_plain_form(request: Request) -> dict[str, str]:
    """Return the fields of a form sent by our own page, or raise an error; works without a login."""
    refuse_other_origin(request)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _FORM:
        raise WrongRequest(f"a form is sent as {_FORM}.")
    body = await read_body(request, MOST_BYTES)
    try:
        return dict(
            parse_qsl(
                body.decode("utf-8"),
                keep_blank_values=True,
                strict_parsing=bool(body),
                max_num_fields=MOST_FIELDS,
                errors="strict",
            )
        )
    except ValueError as error:
        raise WrongRequest("the form cannot be read.") from error


async def read_body(request: Request, most: int) -> bytes:
    """Return a body up to a maximum size."""
    return b"".join([part async for part in _parts_of(request, most)])


async def write_body(request: Request, target: Path, most: int) -> None:
    """Write a body up to a maximum size to a file, as it arrives."""
    with target.open("wb") as stream:
        async for part in _parts_of(request, most):
            await run_in_threadpool(stream.write, part)


async def _parts_of(request: Request, most: int) -> AsyncIterator[bytes]:
    """Yield a body as it arrives; the time that it may take grows with what has arrived."""
    size, parts = 0, request.stream()
    began = asyncio.get_running_loop().time()
    while True:
        try:
            async with asyncio.timeout_at(began + LONGEST_WAIT_S + size / LEAST_BYTES_A_SECOND):
                part = await anext(parts, None)
        except TimeoutError as error:
            raise TooSlow("what was sent did not arrive in time.", hint="Send it again.") from error
        if part is None:
            return
        size += len(part)
        if size > most:
            raise TooLarge(f"what was sent is larger than {most:,} bytes.")
        yield part


def refuse_other_origin(request: Request) -> None:
    """Refuse requests from another site's page; browsers name the page, other programs do not.

    A request without an origin does not come from a browser form; its token is still required.
    """
    origin, host = request.headers.get("origin"), request.headers.get("host", "")
    site = request.headers.get("sec-fetch-site", "same-origin")
    if site not in ("same-origin", "none") or (origin is not None and urlsplit(origin).netloc != host):
        raise NotAllowed("this was sent from a page of another site.", hint="Open the page here and do it again.")


def refuse_wrong_token(token: str, session: Session) -> None:
    """Refuse a form without the token of its session."""
    if not hmac.compare_digest(token.encode("utf-8", "surrogatepass"), session.form_token.encode()):
        hint = "Go back, load the page again and repeat what you did."
        raise NotAllowed("the form does not belong to this session.", hint=hint)
