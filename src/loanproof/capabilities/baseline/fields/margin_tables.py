"""Margins in tables: the column of a grid, the row of each tranche, and the rate that applies first."""

from __future__ import annotations

import re
from collections.abc import Iterator

from loanproof.capabilities.baseline.aids import Column, Paper, RateTable
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.margin_rates import MARGIN, MOST_OPTIONS, stated_rates
from loanproof.capabilities.baseline.fields.quoting import quote_around, quote_definition, quotes_of_all
from loanproof.capabilities.baseline.fields.rates_written import base_name, bps_text, cell_text, priced_loans, rate_text
from loanproof.capabilities.baseline.fields.scoping import tranche_at
from loanproof.core import Span
from loanproof.values import PERCENTAGE_KIND

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
# Words that say which level or row of the table applies first.
_OPENING = re.compile(
    r"\b(?:until|initially|from\s+(?:the\s+)?(?:closing|effective|signing)|prior\s+to|before)\b[^.]{0,220}?\b"
    r"(?:(?P<which>level|category|tier)\s+(?P<name>[IVX]{1,4}|[0-9]{1,2})\b"
    r"|(?P<line>first|second|third|fourth|fifth)\s+(?:line|row|level))",
    re.IGNORECASE,
)
_REFERRED = re.compile(r"\bclauses?\s+\((?P<letter>[a-z])\)", re.IGNORECASE)


def by_table(paper: Paper) -> Iterator[Candidate]:
    """Yield the margins in the tables of rates: of the whole deal, or of each tranche."""
    for table in paper.tables:
        if len(table.rows) < 2 or paper.is_attached(table.span.start):
            continue
        columns = [at for at, one in enumerate(table.columns) if one is Column.MARGIN]
        by_row = [paper.tranches.of(row.label) for row in table.rows]
        if len(columns) == 1 and all(by_row):
            yield from _by_rows(paper, table, columns[0])
        elif len(columns) == 1:
            yield by_column(paper, table, columns[0], tranche_of_table(paper, table))
        elif len(columns) > 1 and table.names:
            for at in columns:
                tranche = paper.tranches.of(table.names[at])
                if tranche is not None:
                    yield by_column(paper, table, at, tranche.label)


def _by_rows(paper: Paper, table: RateTable, at: int) -> Iterator[Candidate]:
    """Yield the margin of each tranche from a table that has one row for each."""
    for row in table.rows:
        tranche = paper.tranches.of(row.label)
        cell = row.cells[at]
        yield Candidate(
            field=MARGIN, route=RouteName.FRONT, witness="front:table", key=bps_text(cell.value.bps),
            value=cell_text(paper, cell), evidence=quotes_of_all(paper, table.span), weight=50,
            tranche=None if tranche is None else tranche.label,
        )  # fmt: skip


def by_column(paper: Paper, table: RateTable, at: int, tranche: str | None) -> Candidate:
    """Return the grid in one column of a table."""
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
    """Yield the quotes of the table, and of the words on the opening margin if no row contains it."""
    yield from quotes_of_all(paper, table.span)
    if opening is not None and opening[0] not in {cell_text(paper, row.cells[at]) for row in table.rows}:
        yield opening[1]


def _base_options(paper: Paper, table: RateTable) -> list[dict[str, str]]:
    """Return the rates in the column for base rate loans, or nothing if the table has no such column."""
    base = table.column(Column.BASE_MARGIN)
    if base is None:
        return []
    name = base_name(table.heading) or base_name(table.span.of(paper.text)) or "Base Rate"
    return [{"rate": name, "value": cell_text(paper, row.cells[base])} for row in table.rows]


def _opening(paper: Paper, table: RateTable, column: int, tranche: str | None) -> tuple[str, Span] | None:
    """Return the rate that applies first and a quote, if the text around a table says so."""
    definition = paper.definitions.around(table.span)
    around = Span(max(0, table.span.start - 900), min(len(paper.text), table.span.end + 500))
    said = _OPENING.search(paper.text, around.start, around.end)
    if said is not None:
        for at, row in enumerate(table.rows):
            if _is_row(said, at, row.label):
                return cell_text(paper, row.cells[column]), quote_around(paper, Span(*said.span()))
    if definition is None:
        return None
    stated = [one for one in stated_rates(paper, definition).get(tranche, ()) if one.span.end < table.span.start]
    names = priced_loans(paper, [one.span for one in stated]) if 1 < len(stated) <= MOST_OPTIONS else None
    main = [rate for name, rate in zip(names or (), stated, strict=False) if not base_name(name)]
    if len(main) != 1:
        return None
    return rate_text(paper, main[0].span), quote_definition(paper, main[0].span, definition.span.start)


def _is_row(said: re.Match[str], at: int, label: str) -> bool:
    """Return whether words about the level that applies first mean a row: by its name, number or position."""
    if said["line"]:
        return at < len(_ORDINALS) and said["line"].lower() == _ORDINALS[at]
    level = f"{said['which']} {said['name']}".lower()
    return f"{label.lower()} ".startswith(f"{level} ") or str(at + 1) == said["name"]


def tranche_of_table(paper: Paper, table: RateTable) -> str | None:
    """Return the tranche of a table: that of the paragraph its introduction refers to, else the only one named."""
    definition = paper.definitions.around(table.span)
    if definition is None or not paper.tranches:
        return None
    ends = (one.span.end for one in paper.inside(PERCENTAGE_KIND, definition.span))
    last = max((end for end in ends if end < table.span.start), default=definition.span.start)
    referred = _REFERRED.search(paper.text, last, table.span.start)
    if referred is not None:
        at = paper.text.find(f"({referred['letter']})", definition.body.start, last)
        if at >= 0:
            return tranche_at(paper, at + 40, Span(at, min(at + 120, definition.span.end)))
    own = paper.tranches.of(definition.term)
    named = paper.tranches.named_in(Span(last, table.span.start)) if own is None else (own,)
    return named[0].label if len(named) == 1 else None
