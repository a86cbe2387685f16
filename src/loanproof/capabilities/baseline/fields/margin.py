"""Margin: one rate, a rate for each reference rate, or a grid by rating or ratio."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from loanproof.capabilities.baseline.aids import Column, Definition, Paper, Role
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.families import members
from loanproof.capabilities.baseline.fields.margin_adjustment import adjustment, with_adjustment
from loanproof.capabilities.baseline.fields.margin_rates import MARGIN, of_rates, stated_rates
from loanproof.capabilities.baseline.fields.margin_sentences import by_interest
from loanproof.capabilities.baseline.fields.margin_tables import by_column, by_table, tranche_of_table
from loanproof.core import Span
from loanproof.values import REFERENCE_RATE_KIND

_ADDS = re.compile(r"\b(?:plus|aggregate|sum|together\s+with|above|over|increased\s+by|added)\b", re.IGNORECASE)
# Terms that interest clauses use and that are not a margin.
_NOT_MARGIN_TERM = re.compile(
    r"\b(?:fees?|period|rate|loans?|commitments?|default|costs?|date"
    r"|day|screen|floor|borrowings?|advances?|dollars?)\Z|\bdefault\b",
    re.IGNORECASE,
)


def margin(paper: Paper) -> Iterator[Candidate]:
    """Yield the margin from its definition, from the tables of rates and from the interest clause.

    If a grid contains a defined rate, the candidate becomes that grid, opened by that rate.
    """
    found = [*_by_definition(paper), *_by_use(paper), *by_table(paper), *by_interest(paper)]
    # The key of several rates joins them with semicolons.
    grids = [one for one in found if ";" in one.key and isinstance(one.value, dict) and "rows" in one.value]
    moved = adjustment(paper)
    for one in found:
        is_defined = one.route is RouteName.DEFINITION or one.witness == "section:use"
        near = (grid for grid in grids if grid.tranche == one.tranche and _opens(one, grid))
        grid = next(near, None) if is_defined else None
        opened = one if grid is None else _with_opening(one, grid)
        yield opened if moved is None else with_adjustment(opened, *moved)


def _opens(one: Candidate, grid: Candidate) -> bool:
    """Return whether a grid contains the only rate of a candidate, or all its options, one of which opens the grid.

    Steps in time and options of which none comes first are a margin of their own.
    """
    if isinstance(one.value, dict):
        shown = {str(row["value"]) for key in ("rows", "options") for row in _listed(grid, key)}
        options = {str(row["value"]) for row in _listed(one, "options")}
        return "opening" in one.value and bool(options) and options <= shown
    return ";" not in one.key and one.key in grid.key.split(";")


def _listed(one: Candidate, key: str) -> list[dict[str, object]]:
    """Return the rows or the options of a candidate, or an empty list."""
    listed = one.value.get(key) if isinstance(one.value, dict) else None
    return listed if isinstance(listed, list) else []


def _with_opening(one: Candidate, grid: Candidate) -> Candidate:
    """Return a candidate with the value of the grid, opened by the candidate's own rate."""
    rows = grid.value if isinstance(grid.value, dict) else {}
    value = {"opening": one.value.get("opening") if isinstance(one.value, dict) else one.value} | rows
    return replace(one, key=grid.key, value=value, evidence=(*grid.evidence, *one.evidence), weight=grid.weight)


def _by_use(paper: Paper) -> Iterator[Candidate]:
    """Yield the rates of the term that an interest clause adds to a reference rate, whatever the term is called."""
    for definition in _added(paper):
        for tranche, rates in stated_rates(paper, definition).items():
            for one in of_rates(paper, rates, RouteName.SECTION, 30, definition.body, definition.span.start, tranche):
                yield replace(one, witness="section:use")
        for table in paper.tables:
            is_only = len(table.columns) == 1 and table.columns[0] is Column.UNKNOWN and len(table.rows) > 1
            if is_only and definition.span.contains(table.span):
                yield by_column(paper, table, 0, tranche_of_table(paper, table))


def _added(paper: Paper) -> Iterator[Definition]:
    """Yield the defined terms that interest clauses add to something and that are not themselves reference rates."""
    seen: set[tuple[str, ...]] = set()
    for span in paper.roles.spans(Role.INTEREST):
        for sentence in paper.passages.sentences_in(Span(span.start, min(span.end, span.start + 8000))):
            if not _ADDS.search(paper.text, sentence.start, sentence.end) or paper.is_attached(sentence.start):
                continue
            if paper.roles.at(sentence.start) & {Role.DEFAULT_INTEREST, Role.FEES, Role.RATE_FALLBACK}:
                continue
            for one in paper.definitions.used_in(sentence):
                if one.words not in seen and not _NOT_MARGIN_TERM.search(one.term) and not _is_rate(paper, one):
                    seen.add(one.words)
                    yield one


def _is_rate(paper: Paper, definition: Definition) -> bool:
    """Return whether a term is a reference rate, by its name or the first words of its definition."""
    first = Span(definition.span.start, min(definition.body.start + 80, definition.span.end))
    return next(paper.inside(REFERENCE_RATE_KIND, first), None) is not None


def _by_definition(paper: Paper) -> Iterator[Candidate]:
    """Yield the rates of each term in the family of the margin, by tranche."""
    for definition, weight in members(paper, MARGIN):
        for tranche, rates in stated_rates(paper, definition).items():
            yield from of_rates(
                paper, rates, RouteName.DEFINITION, weight, definition.body, definition.span.start, tranche
            )


def margin_of_term(paper: Paper, definition: Definition) -> Candidate | None:
    """Return the margin that a definition states outside tables; None if it has none or several by tranche."""
    stated = stated_rates(paper, definition)
    if len(stated) != 1:
        return None
    tranche, rates = next(iter(stated.items()))
    blank = paper.text.find("\n\n", definition.body.start, definition.body.end)
    first = [one for one in rates if one.span.end <= blank]  # text after a blank line may be about something else
    for some in (rates, first):
        found = of_rates(paper, some, RouteName.DEFINITION, 0, definition.body, definition.span.start, tranche)
        one = next(found, None) if some else None
        if one is not None:
            return one
    return None
