"""Rates of margins: those that a definition or sentence states outside tables, and the value that they make."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Definition, Paper
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.margin_grid import grid_in_words
from loanproof.capabilities.baseline.fields.quoting import quote_around, quote_definition
from loanproof.capabilities.baseline.fields.rates_written import base_name, bps_text, priced_loans, rate_text
from loanproof.capabilities.baseline.fields.scoping import tranche_at
from loanproof.core import FieldId, Span
from loanproof.values import PERCENTAGE_KIND

if TYPE_CHECKING:
    from loanproof.values import Found, Percentage, Written

MARGIN = FieldId("margin")
NOT_MARGIN = re.compile(
    r"\b(?:default|overdue|fees?|floor|less\s+than\s+zero|reserve|withhold\w*|premium|higher|unpaid|late|"
    r"(?:increas|reduc|decreas|adjust)\w*[^;]{0,60}\bby\b|federal\s+funds|1/2|one-half|spread\s+adjustment)\b",
    re.IGNORECASE,
)
_IN_DEFAULT = re.compile(
    r"[^;%]{0,60}\b(?:when|while|if|where|during)\b[^;%]{0,30}\b(?:event\s+of\s+)?default\b", re.IGNORECASE
)
_OTHERS = re.compile(r"\b(?:any|each|every|all)\s+others?\b[^.;%]{0,60}\Z|\botherwise\b[^.;%]{0,20}\Z", re.IGNORECASE)
_OTHERS_REACH = 80
MOST_OPTIONS = 4
HIGHEST = 3000  # basis points that a margin is at most


def stated_rates(paper: Paper, definition: Definition) -> dict[str | None, list[Found[Percentage]]]:
    """Return the rates that a definition states outside its tables, by tranche."""
    found: dict[str | None, list[Found[Percentage]]] = {}
    for rate in paper.inside(PERCENTAGE_KIND, definition.body):
        is_high = (rate.candidates[0].bps or 0) > HIGHEST
        if is_high or any(table.span.contains(rate.span) for table in paper.tables) or _is_other(paper, rate):
            continue
        before = paper.text[max(definition.span.start, rate.span.start - _OTHERS_REACH) : rate.span.start]
        tranche = None if _OTHERS.search(before) else tranche_at(paper, rate.span.start, definition.span)
        found.setdefault(tranche, []).append(rate)
    return found


def _is_other(paper: Paper, found: Found[Percentage]) -> bool:
    piece = paper.passages.piece_at(found.span.start)
    before = paper.text[max(piece.start, found.span.start - 60) : found.span.start]
    behind = paper.text[found.span.end : min(max(piece.end, found.span.end), found.span.end + 90)]
    return bool(NOT_MARGIN.search(before) or _IN_DEFAULT.match(behind))


def of_rates(
    paper: Paper,
    rates: Sequence[Found[Percentage]],
    route: RouteName,
    weight: int,
    body: Span,
    start: int,
    tranche: str | None,
) -> Iterator[Candidate]:
    """Propose what some rates make: one rate, options or a grid; nothing where neither words nor loans tell them apart.

    Args:
        paper: The document.
        rates: The rates, in order.
        route: The route that proposes them.
        weight: How telling their place is.
        body: The stretch whose words tell the rates apart.
        start: Where a quote begins.
        tranche: The tranche that they are of.
    """
    whole = Span(rates[0].span.start, rates[-1].span.end)
    value: Written = rate_text(paper, rates[0].span)
    if len(rates) > 1:
        grid = _options(paper, rates) or grid_in_words(paper, rates, body)
        if grid is None:
            return
        value = grid
        behind = paper.passages.piece_at(whole.end - 1).end
        whole = Span(whole.start, max(whole.end, min(behind, body.end)))
    yield Candidate(
        field=MARGIN, route=route, key=rate_key(rates), value=value,
        evidence=tuple(_pages(paper, quote_definition(paper, whole, start), whole)), weight=weight, tranche=tranche,
    )  # fmt: skip


def _pages(paper: Paper, quote: Span, whole: Span) -> Iterator[Span]:
    """Yield a quote, and the rest of what it shows where that is on the next page."""
    yield quote
    if quote.end < whole.end:
        yield quote_around(paper, Span(paper.document.page_at(whole.end - 1).span.start, whole.end))


def _options(paper: Paper, rates: Sequence[Found[Percentage]]) -> dict[str, object] | None:
    """Pair each rate with the loans that its own words name; nothing where one has none, or two have the same."""
    names = priced_loans(paper, [one.span for one in rates[: MOST_OPTIONS + 1]])
    if names is None or len(rates) > MOST_OPTIONS:
        return None
    pairs = [(name, rate_text(paper, rate.span)) for name, rate in zip(names, rates, strict=True)]
    main = [value for name, value in pairs if not base_name(name)]
    opening: dict[str, object] = {"opening": main[0]} if len(main) == 1 else {}
    return opening | {"options": [{"rate": name, "value": value} for name, value in pairs]}


def rate_key(rates: Sequence[Found[Percentage]]) -> str:
    """Return rates as one key, however they are written."""
    return ";".join(bps_text(one.candidates[0].bps) for one in rates)
