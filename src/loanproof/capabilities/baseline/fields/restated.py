"""The value of a definition that an amendment restates, read as in an agreement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Column
from loanproof.capabilities.baseline.fields.amounts import AMOUNT, sum_of
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.commitment_fee import FEE
from loanproof.capabilities.baseline.fields.fee_base import base_of
from loanproof.capabilities.baseline.fields.margin import margin_of_term
from loanproof.capabilities.baseline.fields.margin_rates import MARGIN
from loanproof.capabilities.baseline.fields.maturity import MATURITY
from loanproof.capabilities.baseline.fields.quoting import quote_definition, quotes_of_all
from loanproof.capabilities.baseline.fields.rates_written import cell_text, rate_text
from loanproof.values import DATE_KIND, MONEY_KIND, PERCENTAGE_KIND, CalendarDate

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Definition, Paper
    from loanproof.core import FieldId, Span
    from loanproof.values import Written


def value_of(paper: Paper, field: FieldId, definition: Definition) -> Candidate | None:
    """Return the value that a definition gives for a field, with its quotes, or None."""
    if field == MATURITY:
        day = next(paper.inside(DATE_KIND, definition.body), None)
        if day is None or not isinstance(day.candidates[0], CalendarDate):
            return None
        return _candidate(paper, field, day.candidates[0].canonical, day.span, definition)
    if field == AMOUNT:
        money = next(paper.inside(MONEY_KIND, definition.body), None)
        value = None if money is None else sum_of(paper, money)
        return None if money is None or value is None else _candidate(paper, field, value, money.span, definition)
    return _rates(paper, field, definition)


def _rates(paper: Paper, field: FieldId, definition: Definition) -> Candidate | None:
    """Return the rates that a definition gives, from its table or from its words, or None."""
    table = next((one for one in paper.tables if definition.span.contains(one.rows[0].cells[0].span)), None)
    if table is not None and field in (MARGIN, FEE):
        wanted = table.column(Column.MARGIN if field == MARGIN else Column.FEE)
        at = 0 if wanted is None and len(table.columns) == 1 else wanted
        if at is None:
            return None
        rows = [{"when": row.label, "value": cell_text(paper, row.cells[at])} for row in table.rows]
        value: dict[str, object] = {"rows": rows} if field == MARGIN else {"basis": "grid", "rows": rows}
        base = base_of(definition.span.of(paper.text)) if field == FEE else None
        if base is not None:
            value["on"] = base
        return Candidate(
            field=field, route=RouteName.DEFINITION, key="", value=value, evidence=quotes_of_all(paper, table.span)
        )
    if field == MARGIN:
        return margin_of_term(paper, definition)
    rates = list(paper.inside(PERCENTAGE_KIND, definition.body))
    return (
        _candidate(paper, field, rate_text(paper, rates[0].span), rates[0].span, definition)
        if len(rates) == 1
        else None
    )


def _candidate(paper: Paper, field: FieldId, value: Written, span: Span, definition: Definition) -> Candidate:
    quote = quote_definition(paper, span, definition.span.start)
    return Candidate(field=field, route=RouteName.DEFINITION, key=str(value), value=value, evidence=(quote,))
