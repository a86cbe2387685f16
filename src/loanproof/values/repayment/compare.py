"""How two repayment schedules compare."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from loanproof.core import Reason
from loanproof.values.money.compare import compare_money
from loanproof.values.money.value import Money
from loanproof.values.percentage.compare import compare_percentages
from loanproof.values.percentage.value import Percentage
from loanproof.values.reading import EQUAL, Comparison, Relation, different, partial
from loanproof.values.repayment.text import MONTHS_OF
from loanproof.values.repayment.value import InstalmentRow, Repayment, RepaymentClass


def compare_repayments(expected: Repayment, given: Repayment) -> Comparison:
    """Compare class, then details: missing details, or errors in less than half of them, are partial.

    Details that are not expected are not scored.
    """
    classes = _compare_classes(expected.repayment_class, given.repayment_class)
    if classes.relation is Relation.DIFFERENT:
        return classes
    if expected.rows and given.rows:
        rows = _compare_rows(expected.rows, given.rows)
        is_counted_wrong = rows.relation is Relation.EQUAL and given.count not in (
            None,
            expected.count,
            len(expected.rows),
        )
        return partial(Reason.DETAIL_DIFFERS) if is_counted_wrong else rows
    results = _compare_details(expected, given)
    right = 1 + sum(result is True for result in results)
    wrong = sum(result is False for result in results)
    if wrong:
        return partial(Reason.DETAIL_DIFFERS) if wrong <= right else different(Reason.DETAIL_DIFFERS)
    if classes.relation is Relation.PARTIAL:
        # Count, total, first and last date summarise a table; its last row may look like a balloon.
        is_summed_up = bool(expected.rows) and all(result is True for result in results) and _are_rows(expected, given)
        sums_up = given.repayment_class in (RepaymentClass.AMORTISING, RepaymentClass.BALLOON)
        return EQUAL if is_summed_up and sums_up else classes
    missing = any(result is None for result in results) or (expected.sweep and not given.sweep)
    return partial(Reason.DETAIL_MISSING) if missing else EQUAL


def _compare_classes(expected: RepaymentClass, given: RepaymentClass) -> Comparison:
    if expected is given:
        return EQUAL
    if expected.is_amortising and given.is_amortising:
        if given is RepaymentClass.AMORTISING:
            return partial(Reason.CLASS_TOO_BROAD)
        interchangeable = {RepaymentClass.EQUAL, RepaymentClass.TABLE}
        if expected is RepaymentClass.AMORTISING or {expected, given} == interchangeable:
            return EQUAL
        return partial(Reason.DETAIL_DIFFERS, "another kind of amortisation")
    if expected is RepaymentClass.REVOLVING and given is RepaymentClass.BULLET:
        return partial(Reason.DETAIL_MISSING, "the final repayment only")
    return different()


def _compare_details(expected: Repayment, given: Repayment) -> list[bool | None]:
    """Return for each expected detail whether it is right (true), wrong (false) or missing (none)."""
    results: list[bool | None] = []
    pairs: tuple[tuple[object, object], ...] = (
        (_count(expected), _count(given)),
        (expected.frequency, given.frequency),
        (_first(expected), _first(given)),
        (_last(expected), _last(given)),
    )
    results += [None if two is None else one == two for one, two in pairs if one is not None]
    if expected.amount is not None:
        results.append(None if given.amount is None else _same_amount(expected, given))
    if expected.rows and not given.rows:
        total = _total(expected.rows)
        is_total = total is not None and isinstance(given.amount, Money) and _same_money(total, given.amount)
        results.append(True if is_total else None)
    return results


def _same_amount(expected: Repayment, given: Repayment) -> bool:
    match expected.amount, given.amount:
        case (Money() as one, Money() as other):
            return _same_money(one, other)
        case (Percentage() as one, Percentage() as other):
            same = compare_percentages(one, other).relation is Relation.EQUAL and one.per_annum is other.per_annum
            return same or _yearly(expected, one) == _yearly(given, other)
        case _:
            return False


def _same_money(expected: Money, given: Money) -> bool:
    return compare_money(expected, given).relation is Relation.EQUAL


def _yearly(repayment: Repayment, share: Percentage) -> Decimal | None:
    """Return what a share comes to in a year: 0.25 % a quarter is 1 %."""
    if share.bps is None or share.per_annum:
        return share.bps
    months = MONTHS_OF.get(repayment.frequency) if repayment.frequency is not None else None
    return share.bps if months is None else share.bps * 12 / months


def _compare_rows(expected: tuple[InstalmentRow, ...], given: tuple[InstalmentRow, ...]) -> Comparison:
    wanted = {row.day: row for row in expected}
    offered = {row.day: row for row in given}
    right = [day for day in wanted if day in offered and _same_row(wanted[day], offered[day])]
    if len(right) == len(wanted) == len(offered):
        return EQUAL
    if len(right) * 2 < len(offered):
        return different(Reason.ROW_DIFFERS)
    complete = len(right) == len(offered)
    return partial(Reason.LIST_INCOMPLETE if complete else Reason.ROW_DIFFERS)


def _are_rows(expected: Repayment, given: Repayment) -> bool:
    return all(any(one.day == row.day and _same_row(one, row) for one in expected.rows) for row in given.some_rows)


def _same_row(expected: InstalmentRow, given: InstalmentRow) -> bool:
    match expected.amount, given.amount:
        case (Money() as one, Money() as other):
            return _same_money(one, other)
        case (Percentage() as one, Percentage() as other):
            return compare_percentages(one, other).relation is Relation.EQUAL
        case _:
            return False


def _count(repayment: Repayment) -> int | None:
    return repayment.count or len(repayment.rows) or None


def _first(repayment: Repayment) -> date | None:
    return repayment.first or (repayment.rows[0].day if repayment.rows else None)


def _last(repayment: Repayment) -> date | None:
    return repayment.last or (repayment.rows[-1].day if repayment.rows else None)


def _total(rows: tuple[InstalmentRow, ...]) -> Money | None:
    amounts = [row.amount for row in rows]
    money = [amount for amount in amounts if isinstance(amount, Money)]
    if len(money) < len(amounts) or len({amount.currency for amount in money}) != 1:
        return None
    return Money(amount=sum((amount.amount for amount in money), Decimal(0)), currency=money[0].currency)
