"""Templates: every inserted text is escaped, made visible and limited in length."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.responses import HTMLResponse

from loanproof import __version__
from loanproof.core import clip, counted, make_visible, plain_name
from loanproof.reports import (
    CAPABILITY_WORDS,
    change_words,
    gate_name,
    label_class,
    look_of,
    moment_words,
    moved_words,
    value_words,
)
from loanproof.web import urls
from loanproof.web.security.roles import Permission

if TYPE_CHECKING:
    from loanproof.web.visits import Visit

MOST_PLACES = 20
"""How many of the places at which words are found a page marks."""
_LONGEST = 4_000


@cache
def environment() -> Environment:
    """Return the templates; only their own text is markup."""
    made = Environment(
        loader=PackageLoader("loanproof.web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= {
        "capability_words": CAPABILITY_WORDS,
        "change_words": change_words,
        "counted": counted,
        "most_places": MOST_PLACES,
        "moved_words": moved_words,
        "gate_name": gate_name,
        "label_class": label_class,
        "look_of": look_of,
        "moment_words": moment_words,
        "plain_name": plain_name,
        "raw": _as_it_is,
        "urls": urls,
        "value_words": value_words,
        "version": __version__,
    }
    return made


def render(
    visit: Visit | None, template: str, values: Mapping[str, Any] | None = None, *, status: int = 200
) -> HTMLResponse:
    """Return a page."""
    session = None if visit is None else visit.session
    held = {
        "user": None if visit is None else visit.user,
        "may": {one.value: visit is not None and visit.user.may(one) for one in Permission},
        "form_token": "" if session is None else session.form_token,
        "has_keys": session is not None and session.has_keys,
        "has_login": visit is not None and visit.site.doorkeeper.has_login,
        "path": "" if visit is None else visit.request.url.path,
    }
    return HTMLResponse(environment().get_template(template).render({**held, **(values or {})}), status_code=status)


def _as_it_is(text: str) -> Markup:
    """Return the text of a document letter by letter, escaped: over its picture, and for picking words from it."""
    return escape(text)


def _shown(value: Any) -> Any:
    """Return a template value in visible form; our own markup stays unchanged."""
    if isinstance(value, Markup):
        return value
    return make_visible(clip(value, _LONGEST)) if isinstance(value, str) else value
