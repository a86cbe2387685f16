"""A case of a run with its items, and one item with the page, the quotes and why it has its label."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.reports import system_words
from loanproof.web.errors import NotFound
from loanproof.web.pages.runs import find_scored
from loanproof.web.rendering import render
from loanproof.web.visits import Visit, page

if TYPE_CHECKING:
    from starlette.responses import Response

    from loanproof.runs import ResultCase, ResultHead
    from loanproof.service import ListedRun


def find_case(visit: Visit) -> tuple[ListedRun, ResultHead, ResultCase, int]:
    """Return the case that an address names, and how many repeats it has."""
    run, head = find_scored(visit)
    case_id, repeat = visit.named("case_id"), visit.path_number("repeat", least=1)
    repeats = {case.repeat: case for case in visit.site.catalog.cases_of(run.run_id, [case_id])}
    if repeat not in repeats:
        raise NotFound(f"the run has no case {case_id[:60]!r} with a repeat {repeat}.")
    return run, head, repeats[repeat], len(repeats)


def _show_case(visit: Visit) -> Response:
    run, head, case, repeats = find_case(visit)
    told = {"run": run, "system": system_words(head.run), "case": case, "repeats": repeats}
    return render(visit, "case.html", told)


ROUTES = [
    page("/runs/{run_id}/cases/{case_id}/{repeat}", _show_case),
]
