"""The documents of a run: a viewer with a search for quotes, and the pictures of pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import Response

from loanproof.reports import system_words
from loanproof.web import urls
from loanproof.web.errors import NotFound
from loanproof.web.facsimiles import Marked, make_facsimile
from loanproof.web.pages.runs import find_scored
from loanproof.web.rendering import render
from loanproof.web.visits import Visit, data, page

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.core import Span
    from loanproof.runs import ResultHead
    from loanproof.service import Located

_MOST_PLACES = 20
_LONGEST_SEARCH = 5_000
_KEEP = "private, max-age=31536000, immutable"


def _find(visit: Visit) -> tuple[str, ResultHead, str, Path]:
    """Return run and document that an address names, and where the document lies: only inside the run's suite."""
    run, head = find_scored(visit)
    name = visit.asked("name") or ""
    path = visit.site.items.sources(head).path_of(name)
    if path is None:
        raise NotFound(f"the suite of the run has no document {name[:60]!r}.")
    return run.run_id, head, name, path


def _show(visit: Visit) -> Response:
    run_id, head, name, path = _find(visit)
    words = (visit.asked("words") or "")[:_LONGEST_SEARCH]
    wanted = visit.number("page", least=1)
    standard = visit.site.items.sources(head).standard
    found = visit.site.library.locate(path, standard, words, page=wanted) if words.strip() else None
    number = wanted or (1 if found is None else found.page_number)
    marked = [] if found is None else [Marked(span=one, role="cited") for one in _spans(found)]
    facsimile = make_facsimile(
        visit.site.library,
        path,
        number,
        marked,
        address=lambda view: urls.picture(run_id, name, view.number, view.digest),
    )
    told = {
        "run_id": run_id,
        "system": system_words(head.run),
        "name": name,
        "words": words,
        "found": found,
        "places": [] if found is None else _pages(found),
        "facsimile": facsimile,
    }
    return render(visit, "document.html", told)


def _spans(found: Located) -> list[Span]:
    return [found.span, *found.result.other_places][:_MOST_PLACES]


def _pages(found: Located) -> list[int]:
    return list(dict.fromkeys(found.document.page_at(one.start).number for one in _spans(found)))


def _picture(visit: Visit) -> Response:
    _, _, _, path = _find(visit)
    number = visit.number("page", least=1) or 1
    return picture(visit, path, number)


def picture(visit: Visit, path: Path, number: int) -> Response:
    """Return a page as a picture that a browser may keep; ranges are not offered, and not looked at."""
    content = visit.site.library.picture(path, number)
    return Response(content, media_type="image/png", headers={"cache-control": _KEEP})


ROUTES = [
    page("/runs/{run_id}/document", _show),
    data("/runs/{run_id}/picture", _picture),
]
