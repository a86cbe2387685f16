"""Margin: one rate, a rate for each reference rate, or a grid by rating or ratio, read from definition or table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Column, Definition, Paper, RateTable, Role
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.families import members
from loanproof.capabilities.baseline.fields.margin_grid import grid_in_words
from loanproof.capabilities.baseline.fields.quoting import quote_around, quote_definition, quote_table
from loanproof.capabilities.baseline.fields.rates_written import (
    base_name,
    bps_text,
    cell_text,
    priced_loans,
    rate_text,
    words_are_rate,
)
from loanproof.capabilities.baseline.fields.scoping import tranche_at
from loanproof.core import FieldId, Span
from loanproof.values import PERCENTAGE_KIND, REFERENCE_RATE_KIND

if TYPE_CHECKING:
    from loanproof.values import Found, Percentage, Written

MARGIN = FieldId("margin")
_PLUS = re.compile(
    r"\b(?:plus|above|over|aggregate|sum\s+of|margin\s+of|margin\s+is|spread\s+of|increased\s+by|together\s+with|added\s+to)\b|\+",
    re.IGNORECASE,
)
_NOT_MARGIN = re.compile(
    r"\b(?:default|overdue|fees?|floor|less\s+than\s+zero|reserve|withhold\w*|premium|higher|unpaid|late|"
    r"(?:increas|reduc|decreas|adjust)\w*[^;]{0,60}\bby\b|federal\s+funds|1/2|one-half|spread\s+adjustment)\b",
    re.IGNORECASE,
)
_OVERDUE = re.compile(
    r"\b(?:overdue|past\s+due|event\s+of\s+default|not\s+paid\s+when|fails?\s+to\s+pay)\b", re.IGNORECASE
)
_RAISED = re.compile(r"\bincreased\s+by\s*\Z", re.IGNORECASE)
_STATES = re.compile(r"\bmargin\s+(?:is|shall\s+be|of)\s*\Z", re.IGNORECASE)
_SUM = re.compile(r"\b(?:plus|aggregate|sum|together\s+with|above|over|increased\s+by|added)\b", re.IGNORECASE)
_NOT_TERM = re.compile(
    r"\b(?:fees?|period|rate|loans?|commitments?|default|costs?|date|day|screen|floor|borrowings?|advances?|dollars?)\Z|\bdefault\b",
    re.IGNORECASE,
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_OPENING = re.compile(
    r"\b(?:until|initially|from\s+(?:the\s+)?(?:closing|effective|signing)|prior\s+to|before)\b[^.]{0,220}?\b"
    r"(?:(?P<which>level|category|tier)\s+(?P<name>[IVX]{1,4}|[0-9]{1,2})\b|(?P<line>first|second|third|fourth|fifth)\s+(?:line|row|level))",
    re.IGNORECASE,
)
_OTHERS = re.compile(r"\b(?:any|each|every|all)\s+others?\b[^.;%]{0,60}\Z|\botherwise\b[^.;%]{0,20}\Z", re.IGNORECASE)
_OTHERS_REACH = 80
_REFERRED = re.compile(r"\bclauses?\s+\((?P<letter>[a-z])\)", re.IGNORECASE)
_MOST_OPTIONS = 4
_HIGHEST = 3000  # basis points that a margin is at most
_LONGEST_CLAUSE = 900  # characters of a clause that one statement may be


def margin(paper: Paper) -> Iterator[Candidate]:
    """Propose the margin: from its definition, from the tables of rates, and from the interest clause."""
    found = [*_by_definition(paper), *_by_use(paper), *_by_table(paper), *_by_interest(paper)]
    grids = [one for one in found if ";" in one.key and isinstance(one.value, dict) and "rows" in one.value]
    for one in found:
        is_defined = one.route is RouteName.DEFINITION or one.witness == "section:use"
        near = (grid for grid in grids if grid.tranche == one.tranche and _opens(one, grid))
        grid = next(near, None) if is_defined else None
        yield one if grid is None else _with_opening(one, grid)


def _opens(one: Candidate, grid: Candidate) -> bool:
    """Tell whether a single rate is one of the rates of a grid: it is the one that holds first."""
    return ";" not in one.key and one.key in grid.key.split(";")


def _with_opening(one: Candidate, grid: Candidate) -> Candidate:
    """Return what a single rate says where a grid holds it: the grid, with that rate to begin with."""
    rows = grid.value if isinstance(grid.value, dict) else {}
    value = {"opening": one.value} | rows
    return replace(one, key=grid.key, value=value, evidence=(*grid.evidence, *one.evidence), weight=grid.weight)


def _by_use(paper: Paper) -> Iterator[Candidate]:
    """Propose the rates of the term that an interest clause adds to a reference rate, whatever it is called."""
    for definition in _added(paper):
        for tranche, rates in _stated(paper, definition).items():
            for one in _of_rates(paper, rates, RouteName.SECTION, 30, definition.body, definition.span.start, tranche):
                yield replace(one, witness="section:use")
        for table in paper.tables:
            is_only = len(table.columns) == 1 and table.columns[0] is Column.UNKNOWN and len(table.rows) > 1
            if is_only and definition.span.contains(table.span):
                yield _by_column(paper, table, 0, _tranche_of_table(paper, table))


def _added(paper: Paper) -> Iterator[Definition]:
    """Yield the defined terms that interest clauses add to something, and that state a rate of their own."""
    seen: set[tuple[str, ...]] = set()
    for span in paper.roles.spans(Role.INTEREST):
        for sentence in paper.passages.sentences_in(Span(span.start, min(span.end, span.start + 8000))):
            if not _SUM.search(paper.text, sentence.start, sentence.end) or paper.is_attached(sentence.start):
                continue
            if paper.roles.at(sentence.start) & {Role.DEFAULT_INTEREST, Role.FEES, Role.RATE_FALLBACK}:
                continue
            for one in paper.definitions.used_in(sentence):
                if one.words not in seen and not _NOT_TERM.search(one.term) and not _is_rate(paper, one):
                    seen.add(one.words)
                    yield one


def _is_rate(paper: Paper, definition: Definition) -> bool:
    """Tell whether a term is a reference rate by its name or its first words, and no margin."""
    first = Span(definition.span.start, min(definition.body.start + 80, definition.span.end))
    return next(paper.inside(REFERENCE_RATE_KIND, first), None) is not None


def _by_definition(paper: Paper) -> Iterator[Candidate]:
    for definition, weight in members(paper, MARGIN):
        for tranche, rates in _stated(paper, definition).items():
            yield from _of_rates(
                paper, rates, RouteName.DEFINITION, weight, definition.body, definition.span.start, tranche
            )


def margin_of_term(paper: Paper, definition: Definition) -> Candidate | None:
    """Return the margin that one definition states outside tables, if it states one for all tranches."""
    stated = _stated(paper, definition)
    if len(stated) != 1:
        return None
    tranche, rates = next(iter(stated.items()))
    blank = paper.text.find("\n\n", definition.body.start, definition.body.end)
    first = [one for one in rates if one.span.end <= blank]
    for some in (rates, first):
        found = _of_rates(paper, some, RouteName.DEFINITION, 0, definition.body, definition.span.start, tranche)
        one = next(found, None) if some else None
        if one is not None:
            return one
    return None


def _stated(paper: Paper, definition: Definition) -> dict[str | None, list[Found[Percentage]]]:
    """Return the rates that a definition states outside its tables, by tranche."""
    found: dict[str | None, list[Found[Percentage]]] = {}
    for rate in paper.inside(PERCENTAGE_KIND, definition.body):
        is_high = (rate.candidates[0].bps or 0) > _HIGHEST
        if is_high or any(table.span.contains(rate.span) for table in paper.tables) or _is_other(paper, rate):
            continue
        before = paper.text[max(definition.span.start, rate.span.start - _OTHERS_REACH) : rate.span.start]
        tranche = None if _OTHERS.search(before) else tranche_at(paper, rate.span.start, definition.span)
        found.setdefault(tranche, []).append(rate)
    return found


def _is_other(paper: Paper, found: Found[Percentage]) -> bool:
    piece = paper.passages.piece_at(found.span.start)
    before = paper.text[max(piece.start, found.span.start - 60) : found.span.start]
    return bool(_NOT_MARGIN.search(before))


def _of_rates(
    paper: Paper,
    rates: Sequence[Found[Percentage]],
    route: RouteName,
    weight: int,
    body: Span,
    start: int,
    tranche: str | None,
) -> Iterator[Candidate]:
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
        field=MARGIN, route=route, key=_key(rates), value=value,
        evidence=tuple(_pages(paper, quote_definition(paper, whole, start), whole)), weight=weight, tranche=tranche,
    )  # fmt: skip


def _pages(paper: Paper, quote: Span, whole: Span) -> Iterator[Span]:
    """Yield a quote, and the rest of what it shows where that is on the next page."""
    yield quote
    if quote.end < whole.end:
        yield quote_around(paper, Span(paper.document.page_at(whole.end - 1).span.start, whole.end))


def _options(paper: Paper, rates: Sequence[Found[Percentage]]) -> dict[str, object] | None:
    """Pair each rate with the loans that its own words name; nothing where one has none, or two have the same."""
    names = priced_loans(paper, [one.span for one in rates[: _MOST_OPTIONS + 1]])
    if names is None or len(rates) > _MOST_OPTIONS:
        return None
    pairs = [(name, rate_text(paper, rate.span)) for name, rate in zip(names, rates, strict=True)]
    main = [value for name, value in pairs if not base_name(name)]
    opening: dict[str, object] = {"opening": main[0]} if len(main) == 1 else {}
    return opening | {"options": [{"rate": name, "value": value} for name, value in pairs]}


def _by_table(paper: Paper) -> Iterator[Candidate]:
    for table in paper.tables:
        if len(table.rows) < 2 or paper.is_attached(table.span.start):
            continue
        columns = [at for at, one in enumerate(table.columns) if one is Column.MARGIN]
        by_row = [paper.tranches.of(row.label) for row in table.rows]
        if len(columns) == 1 and all(by_row):
            yield from _by_rows(paper, table, columns[0])
        elif len(columns) == 1:
            yield _by_column(paper, table, columns[0], _tranche_of_table(paper, table))
        elif len(columns) > 1 and table.names:
            for at in columns:
                tranche = paper.tranches.of(table.names[at])
                if tranche is not None:
                    yield _by_column(paper, table, at, tranche.label)


def _by_rows(paper: Paper, table: RateTable, at: int) -> Iterator[Candidate]:
    """Propose the margin of each tranche from a table that has a row for each."""
    for row in table.rows:
        tranche = paper.tranches.of(row.label)
        cell = row.cells[at]
        yield Candidate(
            field=MARGIN, route=RouteName.FRONT, witness="front:table", key=bps_text(cell.value.bps),
            value=cell_text(paper, cell), evidence=(quote_table(paper, table.span),), weight=50,
            tranche=None if tranche is None else tranche.label,
        )  # fmt: skip


def _by_column(paper: Paper, table: RateTable, at: int, tranche: str | None) -> Candidate:
    """Propose the grid that one column is."""
    opening = _opening(paper, table, at, tranche)
    value: dict[str, object] = {} if opening is None else {"opening": opening[0]}
    value["rows"] = [{"when": row.label, "value": cell_text(paper, row.cells[at])} for row in table.rows]
    options = _base_options(paper, table)
    if options:
        value["options"] = options
    return Candidate(
        field=MARGIN, route=RouteName.FRONT, witness="front:table",
        key=";".join(bps_text(row.cells[at].value.bps) for row in table.rows), value=value,
        evidence=tuple(_shown(paper, table, at, opening)), weight=50,
        tranche=tranche,
    )  # fmt: skip


def _shown(paper: Paper, table: RateTable, at: int, opening: tuple[str, Span] | None) -> Iterator[Span]:
    """Yield the table, and the words on the opening margin where no row has it."""
    yield quote_table(paper, table.span)
    if opening is not None and opening[0] not in {cell_text(paper, row.cells[at]) for row in table.rows}:
        yield opening[1]


def _base_options(paper: Paper, table: RateTable) -> list[dict[str, str]]:
    base = table.column(Column.BASE_MARGIN)
    if base is None:
        return []
    name = base_name(table.heading) or base_name(table.span.of(paper.text)) or "Base Rate"
    return [{"rate": name, "value": cell_text(paper, row.cells[base])} for row in table.rows]


def _opening(paper: Paper, table: RateTable, column: int, tranche: str | None) -> tuple[str, Span] | None:
    """Return the rate that holds first, where the definition around a table says so, and where."""
    definition = _definition_of(paper, table)
    around = Span(max(0, table.span.start - 900), min(len(paper.text), table.span.end + 500))
    said = _OPENING.search(paper.text, around.start, around.end)
    if said is not None:
        for at, row in enumerate(table.rows):
            if _is_row(said, at, row.label):
                return cell_text(paper, row.cells[column]), quote_around(paper, Span(*said.span()))
    if definition is None:
        return None
    stated = [one for one in _stated(paper, definition).get(tranche, ()) if one.span.end < table.span.start]
    names = priced_loans(paper, [one.span for one in stated]) if 1 < len(stated) <= _MOST_OPTIONS else None
    main = [rate for name, rate in zip(names or (), stated, strict=False) if not base_name(name)]
    if len(main) != 1:
        return None
    return rate_text(paper, main[0].span), quote_definition(paper, main[0].span, definition.span.start)


def _is_row(said: re.Match[str], at: int, label: str) -> bool:
    """Return whether words about the level that applies first mean a row: by its name, its number or its place."""
    if said["line"]:
        return at < len(_ORDINALS) and said["line"].lower() == _ORDINALS[at]
    return label.lower() == f"{said['which']} {said['name']}".lower() or str(at + 1) == said["name"]


def _definition_of(paper: Paper, table: RateTable) -> Definition | None:
    return next((one for one in paper.definitions.all if one.span.contains(table.span)), None)


def _tranche_of_table(paper: Paper, table: RateTable) -> str | None:
    """Return the tranche of a table: that of the paragraph that its introduction names, else the only one it names."""
    definition = _definition_of(paper, table)
    if definition is None or not paper.tranches:
        return None
    last = max((one.span.end for one in paper.inside(PERCENTAGE_KIND, definition.span)
                if one.span.end < table.span.start), default=definition.span.start)  # fmt: skip
    referred = _REFERRED.search(paper.text, last, table.span.start)
    if referred is not None:
        at = paper.text.find(f"({referred['letter']})", definition.body.start, last)
        if at >= 0:
            return tranche_at(paper, at + 40, Span(at, min(at + 120, definition.span.end)))
    own = paper.tranches.of(definition.term)
    named = paper.tranches.named_in(Span(last, table.span.start)) if own is None else (own,)
    return named[0].label if len(named) == 1 else None


def _by_interest(paper: Paper) -> Iterator[Candidate]:
    """Propose the rate that an interest clause, or the definition of the interest rate, adds to a reference rate."""
    places = [(span, RouteName.SECTION, 10) for span in paper.roles.spans(Role.INTEREST)]
    places += [(one.span, RouteName.DEFINITION, 15) for one in paper.definitions.all if words_are_rate(one.words)]
    for span, route, weight in places:
        for rate in paper.inside(PERCENTAGE_KIND, span):
            if Role.DEFAULT_INTEREST in paper.roles.above(rate.span.start) or paper.is_attached(rate.span.start):
                continue
            statement = _statement(paper, rate.span.start)
            before = paper.text[statement.start : rate.span.start]
            around = _floats(paper, statement) or _STATES.search(before)
            is_low = (rate.candidates[0].bps or 0) <= _HIGHEST
            if is_low and around and _PLUS.search(statement.of(paper.text)) and not _is_not_margin(before):
                tranche = tranche_at(paper, rate.span.start)
                yield from _of_rates(paper, [rate], route, weight, span, statement.start, tranche)


def _statement(paper: Paper, offset: int) -> Span:
    """Return the sentence around a place, or the clause whose list it is an item of."""
    section = paper.document.section_at(offset)
    if section is not None and section.id.endswith(")") and section.parent is not None:
        above = paper.document.sections[section.parent]
        if len(above.span) <= _LONGEST_CLAUSE and _PLUS.search(paper.text, above.span.start, section.span.start):
            return above.span
    return paper.passages.sentence_at(offset)


def _floats(paper: Paper, statement: Span) -> bool:
    """Tell whether a statement prices with a rate that moves; a fixed rate has no margin over it."""
    found = paper.mentions.overlapping(REFERENCE_RATE_KIND, statement)
    return any(rate.family.value != "fixed" for one in found for rate in one.candidates[0].rates)


def _is_not_margin(before: str) -> bool:
    if _OVERDUE.search(before):
        return True
    return _NOT_MARGIN.search(before[-160:]) is not None and not _RAISED.search(before)


def _key(rates: Sequence[Found[Percentage]]) -> str:
    return ";".join(bps_text(one.candidates[0].bps) for one in rates)
