"""Turns a place that a model named into the value to write: code alone makes dates, sums and codes."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from loanproof.capabilities.baseline.fields.amounts import code_of, sum_of
from loanproof.capabilities.baseline.fields.implied_currency import implied_currencies
from loanproof.capabilities.baseline.fields.rates_written import rate_text
from loanproof.capabilities.baseline.fields.tenor import plain_period, whole_years
from loanproof.provenance import FieldValue
from loanproof.standards import ValueKind
from loanproof.values import CURRENCY_KIND, DATE_KIND, MONEY_KIND, PERCENTAGE_KIND, CalendarDate, Read

if TYPE_CHECKING:
    from loanproof.capabilities.baseline import Paper
    from loanproof.core import FieldId, Span
    from loanproof.standards import EvalStandard
    from loanproof.values import Found, Kind, Written


def write_value(field: FieldId, span: Span, paper: Paper, standard: EvalStandard) -> Written | None:
    """Return the value at a place in the form of its field; None if there is no such value."""
    match standard.kind_of(field):
        case ValueKind.MONEY:
            found = _mention(paper, MONEY_KIND, span)
            return None if found is None else sum_of(paper, found)
        case ValueKind.CURRENCY:
            return _currency(paper, span)
        case ValueKind.DATE:
            return _date(paper, span)
        case ValueKind.MARGIN:
            rate = _mention(paper, PERCENTAGE_KIND, span)
            return _words(paper, span) if rate is None else rate_text(paper, rate.span)
        case ValueKind.DURATION:
            return plain_period(span.of(paper.text))
        case _:
            return _words(paper, span)


def period_between(first: Span, last: Span, paper: Paper) -> str | None:
    """Return the whole years between two dates; None if there are none."""
    days = [_date(paper, one) for one in (first, last)]
    if days[0] is None or days[1] is None:
        return None
    return whole_years(date.fromisoformat(days[0]), date.fromisoformat(days[1]))


def is_same(field: FieldId, one: object, other: object, paper: Paper, standard: EvalStandard) -> bool:
    """Return whether two values of a field say the same."""
    return one == other or (
        bool(key := _key(field, one, paper, standard)) and key == _key(field, other, paper, standard)
    )


def _key(field: FieldId, value: object, paper: Paper, standard: EvalStandard) -> frozenset[str]:
    """Return the canonical forms of a value; empty if it cannot be read."""
    read = FieldValue(field, value, standard, paper.context)
    readings = [reading for _, reading in read.items]
    if not all(isinstance(one, Read) for one in readings):
        return frozenset()
    kind: Any = read.kind.of_item
    return frozenset(kind.canonical(one.value) for one in readings if isinstance(one, Read))


def _mention(paper: Paper, kind: Kind[Any], span: Span) -> Found[Any] | None:
    return next(iter(paper.mentions.overlapping(kind, span)), None)


def _currency(paper: Paper, span: Span) -> str | None:
    """Return the code of the currency at a place; None if it stays unclear."""
    money = _mention(paper, MONEY_KIND, span)
    if money is not None:
        return code_of(paper, money)
    found = _mention(paper, CURRENCY_KIND, span)
    codes: list[str] = [] if found is None else list(dict.fromkeys(one.code for one in found.candidates))
    if len(codes) == 1:
        return codes[0]
    return next(
        (one for one in implied_currencies(paper) if one in codes), None
    )  # reference rates or the law show which “Dollars” these are


def _date(paper: Paper, span: Span) -> str | None:
    """Return the date at a place, if it is complete."""
    found = _mention(paper, DATE_KIND, span)
    day = None if found is None else found.candidates[0]
    return day.canonical if isinstance(day, CalendarDate) else None


def _words(paper: Paper, span: Span) -> str:
    return " ".join(span.of(paper.text).split())
