"""Two runs compared: the selection, and what changed from one to the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.reports import system_words
from loanproof.web.pages.runs import find_scored
from loanproof.web.rendering import render
from loanproof.web.visits import Visit, page

if TYPE_CHECKING:
    from starlette.responses import Response

    from loanproof.reports import LabelChange
    from loanproof.service import ComparedRuns, ListedRun

_CHOICES = 100
_FIELDS = 30


def _show(visit: Visit) -> Response:
    before, after = visit.asked("before"), visit.asked("after")
    if before is None or after is None:
        return _choose(visit, before, after)
    (first, _), (second, _) = find_scored(visit, before), find_scored(visit, after)
    found = visit.site.catalog.compare(first, second)
    told = {
        "before": first,
        "after": second,
        "found": found,
        "worse": [] if found is None else _worse(visit, second, found),
        "system_words": system_words,
        "most_fields": _FIELDS,
    }
    return render(visit, "comparison.html", told)


def _worse(visit: Visit, run: ListedRun, found: ComparedRuns) -> list[tuple[LabelChange, tuple[int, ...], int | None]]:
    """Return what got worse, with the repeats that share it and the item's index in its case, for its link."""
    case_ids = list(dict.fromkeys(change.case_id for change, _ in found.worse))
    numbers = {
        (case.case_id, case.repeat, item.item, item.tranche): at
        for case in visit.site.catalog.cases_of(run.run_id, case_ids)
        for at, item in enumerate(case.items)
        if not item.extra
    }
    return [
        (change, repeats, numbers.get((change.case_id, repeats[0], change.item, change.tranche)))
        for change, repeats in found.worse
    ]


def _choose(visit: Visit, before: str | None, after: str | None) -> Response:
    scored = [one for one in visit.site.catalog.runs(limit=_CHOICES) if one.head is not None]
    newest = [one.run_id for one in scored[:2]]
    told = {
        "runs": scored,
        "before": before or next(reversed(newest), None),
        "after": after or next(iter(newest), None),
    }
    return render(visit, "compare.html", told)


ROUTES = [page("/compare", _show)]
