"""The documents of a run: a viewer with a search for quotes, and the pictures of pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.responses import Response

from loanproof.web import urls
from loanproof.web.errors import NotFound
from loanproof.web.facsimiles import Marked, make_facsimile
from loanproof.web.pages.runs import find_scored
from loanproof.web.rendering import MOST_PLACES, render
from loanproof.web.visits import Visit, data, page

if TYPE_CHECKING:
    from loanproof.core import Span
    from loanproof.runs import ResultHead
    from loanproof.service import Located, PageView
    from loanproof.standards import EvalStandard

_LONGEST_SEARCH = 5_000
_KEEP = "private, max-age=31536000, immutable"


def _find(visit: Visit) -> tuple[str, ResultHead, str, Path]:
    """Return the run and document in a URL, and the document's path: only inside the run's suite."""
    run, head = find_scored(visit)
    name = visit.asked("name") or ""
    path = visit.site.items.sources(head).path_of(name)
    if path is None:
        raise NotFound(f"the suite of the run has no document {name[:60]!r}.")
    return run.run_id, head, name, path


def _show(visit: Visit) -> Response:
    run_id, head, name, path = _find(visit)
    viewed = Viewed(
        name=name,
        path=path,
        standard=visit.site.items.sources(head).standard,
        crumbs=(("Runs", urls.runs()), (run_id, urls.run(run_id))),
        hidden={"name": name},
        here=lambda **values: urls.document(run_id, name, **values),
        picture=lambda view: urls.picture(run_id, name, view.number, view.digest),
    )
    return show_document(visit, viewed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewed:
    """A document being viewed.

    Attributes:
        standard: The contract whose quote rules the search uses.
        crumbs: The breadcrumbs above its page, each with its URL.
        hidden: Hidden form fields of its page.
        here: The URL of its page, with its parameters.
        picture: The URL of a page's picture.
    """

    name: str
    path: Path
    standard: EvalStandard
    crumbs: Sequence[tuple[str, str]]
    hidden: Mapping[str, str]
    here: Callable[..., str]
    picture: Callable[[PageView], str]


def show_document(visit: Visit, viewed: Viewed) -> Response:
    """Return the viewer of a document: one of its pages, and where the searched words are."""
    words = (visit.asked("words") or "")[:_LONGEST_SEARCH]
    wanted = visit.number("page", least=1)
    library = visit.site.library
    found = library.locate(viewed.path, viewed.standard, words, page=wanted) if words.strip() else None
    number = wanted or (1 if found is None else found.page_number)
    marked = [] if found is None else [Marked(span=one, role="cited") for one in spans_of(found)]
    told = {
        "viewed": viewed,
        "words": words,
        "found": found,
        "places": [] if found is None else pages_of(found),
        "page_address": lambda number: viewed.here(words=words or None, page=number),
        "facsimile": make_facsimile(library, viewed.path, number, marked, address=viewed.picture),
    }
    return render(visit, "document.html", told)


def spans_of(found: Located) -> list[Span]:
    """Return the places where words were found, up to the number that is marked."""
    return [found.span, *found.result.other_places][:MOST_PLACES]


def pages_of(found: Located) -> list[int]:
    """Return the pages of these places."""
    return sorted({found.document.page_at(one.start).number for one in spans_of(found)})


def _picture(visit: Visit) -> Response:
    _, _, _, path = _find(visit)
    number = visit.number("page", least=1) or 1
    return picture(visit, path, number)


def picture(visit: Visit, path: Path, number: int) -> Response:
    """Return a page as a picture that a browser may cache; range requests are ignored."""
    content = visit.site.library.picture(path, number)
    return Response(content, media_type="image/png", headers={"cache-control": _KEEP})


ROUTES = [
    page("/runs/{run_id}/document", _show),
    data("/runs/{run_id}/picture", _picture),
]
