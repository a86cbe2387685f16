"""From its structured form to a repayment schedule."""

from __future__ import annotations

from loanproof.values.frequency.parse import parse_frequency
from loanproof.values.frequency.words import Rhythm
from loanproof.values.kind import Structure
from loanproof.values.margin.structure import write_rate
from loanproof.values.money.parse import parse_money
from loanproof.values.money.structure import plain_money
from loanproof.values.money.value import Money
from loanproof.values.percentage.parse import parse_percentage
from loanproof.values.percentage.value import Percentage, RateUnit
from loanproof.values.reading import Read
from loanproof.values.repayment.parse import parse_repayment
from loanproof.values.repayment.text import MONTHS_OF
from loanproof.values.repayment.value import Amount, InstalmentRow, Repayment, RepaymentClass
from loanproof.values.structure import Fields, UnreadField, exact_number


def repayment_of(fields: Fields) -> Repayment:
    """Return the schedule of ``{class, count, frequency, first, last, amount, rows}``."""
    fields.needed("class")
    named = _class(fields)
    rows = sorted((_instalment(row) for row in fields.rows("rows")), key=lambda row: row.day)
    return Repayment(
        repayment_class=named.repayment_class,
        count=fields.whole("count"),
        frequency=_frequency(fields),
        first=fields.day("first"),
        last=fields.day("last"),
        amount=_amount(fields, "amount"),
        rows=tuple(rows),
        sweep=named.sweep,
    )


def _class(fields: Fields) -> Repayment:
    written = fields.text("class") or ""
    listed = next((one for one in RepaymentClass if one.value == written.strip().casefold()), None)
    if listed is not None:
        return Repayment(repayment_class=listed, sweep=listed is RepaymentClass.SWEEP)
    return fields.only("class", parse_repayment(written, fields.context))


def _frequency(fields: Fields) -> Rhythm | None:
    written = fields.text("frequency")
    if written is None:
        return None
    rhythm = fields.only("frequency", parse_frequency(written.replace("_", "-"), fields.context)).rhythm
    return rhythm if rhythm in MONTHS_OF else None


def _amount(fields: Fields, key: str) -> Amount | None:
    """Return an instalment as money or, where it has a unit, as a share; a bare number is an amount."""
    written = fields.get(key)
    exact = exact_number(written)
    if exact is not None:
        return plain_money(exact)
    text = fields.text(key)
    if text is None:
        return None
    share = parse_percentage(text, fields.context)
    if isinstance(share, Read) and share.value.unit is not RateUnit.MISSING:
        return share.value
    return fields.only(key, parse_money(text, fields.context))


def _instalment(fields: Fields) -> InstalmentRow:
    fields.needed("date")
    day = fields.day("date")
    if day is None:
        raise fields.unread("date", "is not a calendar date")
    percent = fields.rate("percent")
    amount: Amount | None = _amount(fields, "amount")
    if percent is not None:
        amount = Percentage(figure=percent.figure, step=percent.step)
    if amount is None:
        raise UnreadField("An instalment has neither an amount nor a percent.")
    return InstalmentRow(day=day, amount=amount)


def write_repayment(value: Repayment) -> dict[str, object]:
    """Return the structured form of a schedule; what it does not state is left out."""
    written: dict[str, object] = {
        "class": value.repayment_class.value,
        "count": value.count,
        "frequency": None if value.frequency is None else value.frequency.value,
        "first": None if value.first is None else value.first.isoformat(),
        "last": None if value.last is None else value.last.isoformat(),
        "amount": None if value.amount is None else _write_amount(value.amount),
        "rows": [{"date": row.day.isoformat(), "amount": _write_amount(row.amount)} for row in value.rows],
    }
    return {key: part for key, part in written.items() if part}


def _write_amount(amount: Amount) -> str:
    return amount.canonical if isinstance(amount, Money) else write_rate(amount)


REPAYMENT_STRUCTURE: Structure[Repayment] = Structure(read=repayment_of, write=write_repayment)
