"""A case of a run with its items, and one item with the page, the quotes and the reason for its label."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.reports import item_name, system_words
from loanproof.web import urls
from loanproof.web.errors import NotFound
from loanproof.web.facsimiles import Marked, make_facsimile
from loanproof.web.pages.runs import find_scored
from loanproof.web.rendering import render
from loanproof.web.visits import Visit, page

if TYPE_CHECKING:
    from starlette.responses import Response

    from loanproof.runs import ResultCase, ResultHead
    from loanproof.service import ItemSources, ListedRun, QuotePlace, Sources
    from loanproof.web.facsimiles import Facsimile


def find_case(visit: Visit) -> tuple[ListedRun, ResultHead, ResultCase, int]:
    """Return the case in a URL, and how many repeats it has."""
    run, head = find_scored(visit)
    case_id, repeat = visit.named("case_id"), visit.path_number("repeat", least=1)
    repeats = {case.repeat: case for case in visit.site.catalog.cases_of(run.run_id, [case_id])}
    if repeat not in repeats:
        raise NotFound(f"the run has no case {case_id[:60]!r} with a repeat {repeat}.")
    return run, head, repeats[repeat], len(repeats)


def _show_case(visit: Visit) -> Response:
    run, head, case, repeats = find_case(visit)
    told = {
        "run": run,
        "system": system_words(head.run),
        "case": case,
        "repeats": repeats,
        "documents": visit.site.items.documents_of(head, case.case_id),
        "weighs_tier_one_more": _weighs_tier_one_more(case),
    }
    return render(visit, "case.html", told)


def _weighs_tier_one_more(case: ResultCase) -> bool:
    """Return whether each Tier 1 field weighs more in the score of a case than any other."""
    weights: dict[bool, list[float]] = {True: [], False: []}
    for item in case.items:
        weights[item.tier == 1].append(item.weight)
    return bool(weights[True] and weights[False]) and min(weights[True]) > max(weights[False])


def _show_item(visit: Visit) -> Response:
    run, head, case, _ = find_case(visit)
    number = visit.path_number("number")
    if number >= len(case.items):
        raise NotFound(f"the case has no item {number}.", hint=f"It has {len(case.items)}.")
    item = case.items[number]
    found = visit.site.items.view(head, case.case_id, item)
    sources = visit.site.items.sources(head)
    shown = _chosen(visit, found)
    told = {
        "run": run,
        "system": system_words(head.run),
        "case": case,
        "item": item,
        "number": number,
        "name": item_name(item),
        "found": found,
        "rulings": {
            reason.ruling: sources.ruling(reason.ruling) for reason in item.reasons if reason.ruling is not None
        },
        "classes": {one.citation_class: sources.citation_class(one.citation_class) for one in item.evidence},
        "quote": shown,
        "standard": str(sources.standard.ref),
        "facsimile": _facsimile(visit, run, sources, found, shown),
        "here": lambda **values: urls.item(run.run_id, case.case_id, case.repeat, number, **values),
        "findings": [one for one in case.findings if one.item == item.item],
    }
    return render(visit, "item.html", told)


def _chosen(visit: Visit, found: ItemSources) -> QuotePlace | None:
    """Return the current quote: the requested one, or the first that appears anywhere."""
    asked = visit.number("quote")
    if asked is not None and asked < len(found.quotes):
        return found.quotes[asked]
    with_place = [one for one in found.quotes if one.span is not None]
    return next(iter(with_place), None) or next(iter(found.quotes), None)


def _facsimile(
    visit: Visit, run: ListedRun, sources: Sources, found: ItemSources, quote: QuotePlace | None
) -> Facsimile | None:
    """Return the current page, with every quote on it marked."""
    name = quote.document if quote is not None and quote.document in found.documents else None
    name = name or next(iter(found.documents), None)
    path = sources.path_of(name)
    if name is None or path is None:
        return None
    wanted = visit.number("page", least=1) or (None if quote is None else quote.page_number) or 1
    marked = [
        Marked(span=one.span, role=one.role, is_chosen=one is quote)
        for one in found.quotes
        if one.span is not None and one.document == name
    ]
    return make_facsimile(
        visit.site.library,
        path,
        wanted,
        marked,
        address=lambda view: urls.picture(run.run_id, name, view.number, view.digest),
    )


ROUTES = [
    page("/runs/{run_id}/cases/{case_id}/{repeat}", _show_case),
    page("/runs/{run_id}/cases/{case_id}/{repeat}/items/{number}", _show_item),
]
