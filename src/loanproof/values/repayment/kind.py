"""Repayment schedules."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

from loanproof.core import Span
from loanproof.values.date.kind import DATE_KIND
from loanproof.values.date.value import CalendarDate
from loanproof.values.kind import Kind, Part
from loanproof.values.mentions import Mentions, Strictness
from loanproof.values.money.kind import MONEY_KIND
from loanproof.values.money.value import Money
from loanproof.values.number.kind import NUMBER_KIND
from loanproof.values.number.value import Number
from loanproof.values.percentage.kind import PERCENTAGE_KIND
from loanproof.values.reading import Comparison, Context, Found, Read, Reading
from loanproof.values.repayment.compare import compare_repayments
from loanproof.values.repayment.find import find_repayments
from loanproof.values.repayment.parse import parse_repayment
from loanproof.values.repayment.structure import REPAYMENT_STRUCTURE
from loanproof.values.repayment.value import Amount, Repayment
from loanproof.values.text.tokens import Tokens

_LONGEST_PASSAGE = 4000  # a text up to this length is read as one statement on repayment


class RepaymentKind(Kind[Repayment]):
    """Repayment schedules: their class, and the details that a text states."""

    name = "repayment_schedule"
    noun = "repayment schedule"
    is_described = True
    structure = REPAYMENT_STRUCTURE
    is_conclusion = True

    def parse(self, text: str, context: Context) -> Reading[Repayment]:
        """Read a text that says how a loan is repaid."""
        return parse_repayment(text, context)

    def find(self, tokens: Tokens, context: Context) -> tuple[Found[Repayment], ...]:
        """Find every phrase of running text that names a class of repayment."""
        return find_repayments(tokens, context)

    def canonical(self, value: Repayment) -> str:
        """Return the one text that equal values share."""
        return value.canonical

    def compare(self, expected: Repayment, given: Repayment) -> Comparison:
        """Compare a given value with the expected one."""
        return compare_repayments(expected, given)

    def forms(self, value: Repayment) -> tuple[str, ...]:
        """Return the class in words, then all stated details."""
        name = "amortising" if value.repayment_class.is_amortising else value.repayment_class.value
        return (name.replace("_", " "), value.canonical)

    def parts(self, value: Repayment) -> tuple[Part[Any], ...]:
        """Return the class, the number of instalments, their dates and amounts.

        The rows of a table are not counted. Several rows are enough to show the class.
        """
        is_table = len(value.rows) > 1
        parts: list[Part[Any]] = [] if is_table else [self.part(Repayment(repayment_class=value.repayment_class))]
        if value.count is not None and not value.rows:
            parts.append(NUMBER_KIND.part(Number(value=Decimal(value.count))))
        parts += [_day(day) for day in (value.first, value.last) if day is not None]
        if value.amount is not None:
            parts.append(_amount(value.amount))
        parts += [part for row in value.rows for part in (_day(row.day), _amount(row.amount))]
        return tuple(dict.fromkeys(parts))

    def appears(self, value: Repayment, mentions: Mentions, strictness: Strictness) -> tuple[Span, ...]:
        """Return where the stated instalments appear or, without any, where the class is named."""
        amounts = [amount for amount in (value.amount, *(row.amount for row in value.rows)) if amount is not None]
        if amounts:
            return mentions.together(map(_amount, amounts), strictness)
        return mentions.whole if strictness.is_presence else self._named(value, mentions)

    def _named(self, value: Repayment, mentions: Mentions) -> tuple[Span, ...]:
        named = [one.span for one in mentions.of(self) if any(_same_class(value, other) for other in one.candidates)]
        if named or len(mentions.text) > _LONGEST_PASSAGE:
            return tuple(named)
        read = parse_repayment(mentions.text, mentions.context)
        return mentions.whole if isinstance(read, Read) and _same_class(value, read.value) else ()


def _same_class(one: Repayment, other: Repayment) -> bool:
    kinds = one.repayment_class, other.repayment_class
    return kinds[0] is kinds[1] or all(kind.is_amortising for kind in kinds)


def _amount(amount: Amount) -> Part[Any]:
    if isinstance(amount, Money):
        return MONEY_KIND.part(amount)
    # 0.25 per cent. quarterly: how often instalments fall due is a separate detail, not the period of a rate
    return PERCENTAGE_KIND.part(amount if amount.other_period is None else replace(amount, per=None))


def _day(day: date) -> Part[Any]:
    return DATE_KIND.part(CalendarDate(day=day))


REPAYMENT_KIND = RepaymentKind()
