"""From its structured form to a repayment schedule."""

from __future__ import annotations

from loanproof.values.frequency.parse import parse_frequency
from loanproof.values.frequency.words import Rhythm
from loanproof.values.money.parse import parse_money
from loanproof.values.money.structure import plain_money
from loanproof.values.percentage.parse import parse_percentage
from loanproof.values.percentage.value import Percentage, RateUnit
from loanproof.values.reading import Read
from loanproof.values.repayment.parse import parse_repayment
from loanproof.values.repayment.text import MONTHS_OF
from loanproof.values.repayment.value import Amount, InstalmentRow, Repayment, RepaymentClass
from loanproof.values.structure import Parts, UnreadPart, exact_number


def repayment_of(parts: Parts) -> Repayment:
    """Return the schedule of ``{class, count, frequency, first, last, amount, rows}``."""
    parts.needed("class")
    named = _class(parts)
    rows = sorted((_instalment(row) for row in parts.rows("rows")), key=lambda row: row.day)
    return Repayment(
        repayment_class=named.repayment_class,
        count=parts.whole("count"),
        frequency=_frequency(parts),
        first=parts.day("first"),
        last=parts.day("last"),
        amount=_amount(parts, "amount"),
        rows=tuple(rows),
        sweep=named.sweep,
    )


def _class(parts: Parts) -> Repayment:
    written = parts.text("class") or ""
    listed = next((one for one in RepaymentClass if one.value == written.strip().casefold()), None)
    if listed is not None:
        return Repayment(repayment_class=listed, sweep=listed is RepaymentClass.SWEEP)
    return parts.only("class", parse_repayment(written, parts.context))


def _frequency(parts: Parts) -> Rhythm | None:
    written = parts.text("frequency")
    if written is None:
        return None
    rhythm = parts.only("frequency", parse_frequency(written.replace("_", "-"), parts.context)).rhythm
    return rhythm if rhythm in MONTHS_OF else None


def _amount(parts: Parts, key: str) -> Amount | None:
    """Return an instalment as money or, where it has a unit, as a share; a bare number is an amount."""
    written = parts.get(key)
    exact = exact_number(written)
    if exact is not None:
        return plain_money(exact)
    text = parts.text(key)
    if text is None:
        return None
    share = parse_percentage(text, parts.context)
    if isinstance(share, Read) and share.value.unit is not RateUnit.MISSING:
        return share.value
    return parts.only(key, parse_money(text, parts.context))


def _instalment(parts: Parts) -> InstalmentRow:
    parts.needed("date")
    day = parts.day("date")
    if day is None:
        raise parts.unread("date", "is no calendar date")
    percent = parts.rate("percent")
    amount: Amount | None = _amount(parts, "amount")
    if percent is not None:
        amount = Percentage(figure=percent.figure, step=percent.step)
    if amount is None:
        raise UnreadPart("An instalment has neither an amount nor a percent.")
    return InstalmentRow(day=day, amount=amount)
