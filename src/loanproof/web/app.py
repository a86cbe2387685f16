"""The application: its routes, its middleware, and how errors are answered."""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from loanproof.core import LoanproofError, Problem
from loanproof.web.api import document_data, review_data, run_data, standard_data
from loanproof.web.api.description import describe
from loanproof.web.errors import NotSignedIn, status_of
from loanproof.web.pages import (
    comparison,
    documents,
    login,
    review_pages,
    review_steps,
    run_documents,
    run_items,
    runs,
    standards,
)
from loanproof.web.rendering import render
from loanproof.web.security.headers import SecurityHeaders
from loanproof.web.security.hosts import KnownHosts
from loanproof.web.site import Site
from loanproof.web.static_files import static_route
from loanproof.web.visits import Visit, data, visit_of, with_cookie

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp

    from loanproof.web.settings import WebSettings

API = "/api/"
ENDPOINTS = (*run_data.ENDPOINTS, *standard_data.ENDPOINTS, *review_data.ENDPOINTS, *document_data.ENDPOINTS)
STEPS = (*review_data.STEPS, *document_data.STEPS)
FILES = document_data.FILES
_LOG = logging.getLogger("loanproof.web")
_SENTENCES = {404: "there is no such page.", 405: "this page cannot be asked so."}


def create_app(settings: WebSettings) -> ASGIApp:
    """Return the application; it opens the store on start-up and closes it on shutdown."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.site = Site(settings)
        try:
            yield
        finally:
            app.state.site.close()

    app = Starlette(
        routes=ROUTES,
        exception_handlers={
            LoanproofError: _answer_error,
            HTTPException: _answer_http_error,
            Exception: _answer_unforeseen,
        },
        lifespan=lifespan,
    )
    # outermost, so that the response to a fault of ours has them too
    return SecurityHeaders(KnownHosts(app, settings))


def _description(_: Visit) -> Response:
    return JSONResponse(describe(ENDPOINTS, STEPS, FILES))


async def _home(_: Request) -> Response:
    return RedirectResponse("/runs", status_code=307)


async def _answer_error(request: Request, error: Exception) -> Response:
    """Answer one of our errors with its sentences; a person who is not signed in is redirected to the login."""
    if not isinstance(error, LoanproofError):
        raise error
    if isinstance(error, NotSignedIn) and request.method == "GET" and not _is_program(request):
        return RedirectResponse(login.address_of(request), status_code=303)
    return _answer(request, status_of(error), error.problems)


async def _answer_http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return _answer(request, status, (Problem(message=_SENTENCES.get(status, "this cannot be answered.")),))


async def _answer_unforeseen(request: Request, error: Exception) -> Response:
    """Answer a fault of ours; its trace goes to the log under a number, because it may contain text of documents."""
    number = secrets.token_hex(4)
    _LOG.error("fault %s at %s %s", number, request.method, request.url.path[:200], exc_info=error)
    message = f"Loanproof itself failed (fault {number}); nothing was changed by this request."
    return _answer(request, 500, (Problem(message=message, hint="The log of the server has the trace."),))


def _answer(request: Request, status: int, problems: tuple[Problem, ...]) -> Response:
    if _is_program(request):
        told = [{"message": one.message, "hint": one.hint} for one in problems]
        return JSONResponse({"status": status, "problems": told}, status_code=status)
    visit = visit_of(request)
    page = render(visit, "error.html", {"status": status, "problems": problems}, status=status)
    return page if visit is None else with_cookie(page, visit)


def _is_program(request: Request) -> bool:
    return request.url.path.startswith(API)


ROUTES: list[BaseRoute] = [
    Route("/", _home, methods=["GET"]),
    static_route(),
    *login.ROUTES,
    *runs.ROUTES,
    *run_items.ROUTES,
    *run_documents.ROUTES,
    *comparison.ROUTES,
    *review_pages.ROUTES,
    *review_steps.ROUTES,
    *documents.ROUTES,
    *standards.ROUTES,
    *(one.route for one in ENDPOINTS),
    *(one.route for one in STEPS),
    *(one.route for one in FILES),
    data("/api/openapi.json", _description),
]
