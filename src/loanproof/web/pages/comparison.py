"""Two runs beside each other: which to choose, and what changed from one to the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.reports import system_words
from loanproof.web.pages.runs import find_scored
from loanproof.web.rendering import render
from loanproof.web.visits import Visit, page

if TYPE_CHECKING:
    from starlette.responses import Response

_CHOICES = 100
_FIELDS = 30


def _show(visit: Visit) -> Response:
    before, after = visit.asked("before"), visit.asked("after")
    if before is None or after is None:
        return _choose(visit, before, after)
    (first, _), (second, _) = find_scored(visit, before), find_scored(visit, after)
    told = {
        "before": first,
        "after": second,
        "found": visit.site.catalog.compare(first, second),
        "system_words": system_words,
        "most_fields": _FIELDS,
    }
    return render(visit, "comparison.html", told)


def _choose(visit: Visit, before: str | None, after: str | None) -> Response:
    scored = [one for one in visit.site.catalog.runs(limit=_CHOICES) if one.head is not None]
    newest = [one.run_id for one in scored[:2]]
    told = {
        "runs": scored,
        "before": before or next(reversed(newest), None),
        "after": after or next(iter(newest), None),
        "system_words": system_words,
    }
    return render(visit, "compare.html", told)


ROUTES = [page("/compare", _show)]
