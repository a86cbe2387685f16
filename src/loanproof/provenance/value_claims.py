"""What the quotes of a value must carry, whatever form the value has: text, a list or a structure.

Of a structure the quotes must carry its figures: amounts, rates, dates, counts and the bounds of a grid, and the words
that have none, such as the family of a reference rate. What it leaves open claims nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from loanproof.core import plain_decimal
from loanproof.provenance.claims import Claim, Part, claim_of_field, claim_of_text, kind_name_of
from loanproof.values import (
    COMMITMENT_FEE_KIND,
    DATE_KIND,
    DURATION_KIND,
    MARGIN_KIND,
    MONEY_KIND,
    NUMBER_KIND,
    PERCENTAGE_KIND,
    REFERENCE_RATE_KIND,
    REPAYMENT_KIND,
    CommitmentFee,
    Duration,
    Margin,
    Money,
    Percentage,
    ReferenceRates,
    Repayment,
    candidates_of,
    read_structured,
)

if TYPE_CHECKING:
    from loanproof.core import FieldName
    from loanproof.standards import EvalStandard

_UNITS = {"percent": "%", "bps": " bps", "missing": ""}


def claim_of_value(field: FieldName, value: object, standard: EvalStandard) -> Claim:
    """Return the claim of a field's value in any of its forms; a structure that cannot be read claims nothing."""
    match value:
        case str():
            return claim_of_field(field, [value], standard)
        case Mapping():
            readings = candidates_of(read_structured(kind_name_of(standard.kind_of(field)), value))
            parts = _PARTS[type(readings[0])](readings[0]) if readings else ()
            return Claim(parts=tuple(dict.fromkeys(parts)))
        case list() | tuple():
            return claim_of_field(field, [item for item in value if isinstance(item, str)], standard)
        case _:
            return Claim()


def _money(value: Money) -> Iterator[Part]:
    yield Part(kind=MONEY_KIND.name, text=value.canonical)


def _duration(value: Duration) -> Iterator[Part]:
    yield Part(kind=DURATION_KIND.name, text=value.canonical)


def _reference_rate(value: ReferenceRates) -> Iterator[Part]:
    for rate in value.rates:
        fixed = "" if rate.fixed_at is None else f", {_written(rate.fixed_at)}"
        yield Part(kind=REFERENCE_RATE_KIND.name, text=f"{rate.family.value}{fixed}")


def _margin(value: Margin) -> Iterator[Part]:
    rates = value.rates if value.adjustment is None else (*value.rates, value.adjustment)
    yield from (Part(kind=MARGIN_KIND.name, text=_written(rate)) for rate in rates)
    yield from (part for row in value.rows for part in claim_of_text(row.when.words).parts)
    yield from (_day(step.start) for step in value.steps if step.start is not None)


def _commitment_fee(value: CommitmentFee) -> Iterator[Part]:
    rates = [row.value for row in value.rows] if value.value is None else [value.value]
    share = " of the margin"
    for rate in rates:
        yield Part(kind=COMMITMENT_FEE_KIND.name, text=_written(rate) + (share if rate.of_margin else ""))
    yield from (part for row in value.rows for part in claim_of_text(row.when.words).parts)
    if not rates:
        yield Part(kind=COMMITMENT_FEE_KIND.name, text=value.basis.value.replace("_", " "))


def _repayment(value: Repayment) -> Iterator[Part]:
    name = "amortising" if value.repayment_class.is_amortising else value.repayment_class.value
    yield Part(kind=REPAYMENT_KIND.name, text=name.replace("_", " "))
    if value.count is not None and not value.rows:  # rows are counted, not read
        yield Part(kind=NUMBER_KIND.name, text=str(value.count))
    yield from (_day(day) for day in (value.first, value.last) if day is not None)
    if value.amount is not None:
        yield _amount(value.amount)
    for row in value.rows:
        yield _day(row.day)
        yield _amount(row.amount)


def _amount(amount: Money | Percentage) -> Part:
    if isinstance(amount, Money):
        return Part(kind=MONEY_KIND.name, text=amount.canonical)
    return Part(kind=PERCENTAGE_KIND.name, text=_written(amount))


def _day(day: date) -> Part:
    return Part(kind=DATE_KIND.name, text=day.isoformat())


def _written(rate: Percentage) -> str:
    """Return a rate in its own unit, so that a table which gives bare figures carries it too."""
    return f"{plain_decimal(rate.figure)}{_UNITS[rate.unit.value]}"


_PARTS: Mapping[type, Callable[[Any], Iterator[Part]]] = {
    Money: _money,
    Duration: _duration,
    ReferenceRates: _reference_rate,
    Margin: _margin,
    CommitmentFee: _commitment_fee,
    Repayment: _repayment,
}
