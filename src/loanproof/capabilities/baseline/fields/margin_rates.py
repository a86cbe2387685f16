"""Margin rates that a definition or a sentence states outside tables, and the value that they form."""

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
# Words before a rate that make it something other than the margin.
NOT_MARGIN = re.compile(
    r"\b(?:default|overdue|fees?|floor|less\s+than\s+zero|reserve"
    r"|withhold\w*|premium|higher|unpaid(?!\s+(?:principal|balance))|late|"
    r"(?:increas|reduc|decreas|adjust)\w*[^;]{0,60}\bby\b|federal\s+funds|1/2|one-half|spread\s+adjustment)\b",
    re.IGNORECASE,
)
# Words after a rate that limit it to a default.
_IN_DEFAULT = re.compile(
    r"[^;%]{0,60}\b(?:when|while|if|where|during)\b[^;%]{0,30}\b(?:event\s+of\s+)?default\b", re.IGNORECASE
)
# *Any other Loan* and *otherwise* refer to every tranche that has no rate of its own.
_ALL_OTHERS = re.compile(
    r"\b(?:any|each|every|all)\s+others?\b[^.;%]{0,60}\Z|\botherwise\b[^.;%]{0,20}\Z", re.IGNORECASE
)
_ALL_OTHERS_REACH = 80  # characters before a rate
MOST_OPTIONS = 4  # rates that may each be for a different reference rate; more are a grid
HIGHEST = 3000  # highest plausible margin, in basis points


def stated_rates(paper: Paper, definition: Definition) -> dict[str | None, list[Found[Percentage]]]:
    """Return the rates that a definition states outside its tables, by tranche."""
    found: dict[str | None, list[Found[Percentage]]] = {}
    for rate in paper.inside(PERCENTAGE_KIND, definition.body):
        is_high = (rate.candidates[0].bps or 0) > HIGHEST
        if is_high or any(table.span.contains(rate.span) for table in paper.tables) or _is_other(paper, rate):
            continue
        before = paper.text[max(definition.span.start, rate.span.start - _ALL_OTHERS_REACH) : rate.span.start]
        tranche = None if _ALL_OTHERS.search(before) else tranche_at(paper, rate.span.start, definition.span)
        found.setdefault(tranche, []).append(rate)
    return found


def _is_other(paper: Paper, found: Found[Percentage]) -> bool:
    """Return whether the words around a rate make it something other than the margin, such as a fee or a floor."""
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
    """Yield the margin that rates form: one rate, options or a grid. Nothing if no words tell the rates apart.

    Args:
        paper: The document.
        rates: The rates, in order.
        route: The route that proposes them.
        weight: How strongly their place suggests the margin.
        body: The passage whose words tell the rates apart.
        start: Where a quote begins.
        tranche: The tranche that they belong to.
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
    """Yield a quote, and a second one on the next page if what must be shown goes on there."""
    yield quote
    if quote.end < whole.end:
        yield quote_around(paper, Span(paper.document.page_at(whole.end - 1).span.start, whole.end))


def _options(paper: Paper, rates: Sequence[Found[Percentage]]) -> dict[str, object] | None:
    """Pair each rate with the loans that its own words name; None if a rate names none, or two name the same."""
    names = priced_loans(paper, [one.span for one in rates[: MOST_OPTIONS + 1]])
    if names is None or len(rates) > MOST_OPTIONS:
        return None
    pairs = [(name, rate_text(paper, rate.span)) for name, rate in zip(names, rates, strict=True)]
    main = [value for name, value in pairs if not base_name(name)]
    opening: dict[str, object] = {"opening": main[0]} if len(main) == 1 else {}
    return opening | {"options": [{"rate": name, "value": value} for name, value in pairs]}


def rate_key(rates: Sequence[Found[Percentage]]) -> str:
    """Return one key for rates, however they are written."""
    return ";".join(bps_text(one.candidates[0].bps) for one in rates)
