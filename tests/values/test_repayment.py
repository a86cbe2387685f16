"""Repayment schedules built from structures as case files give them: class, count, dates, amounts, rows."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from loanproof.core import Reason
from loanproof.values.frequency.words import Rhythm
from loanproof.values.money.value import Money
from loanproof.values.percentage.value import Percentage, Period
from loanproof.values.reading import Comparison, Relation
from loanproof.values.repayment.compare import compare_repayments
from loanproof.values.repayment.value import InstalmentRow, Repayment, RepaymentClass

DAYS = (date(2026, 6, 30), date(2026, 12, 31), date(2027, 6, 30), date(2027, 12, 31))


def usd(amount: int) -> Money:
    return Money(amount=Decimal(amount), currency="USD")


def percent(figure: str, *, per_annum: bool = False) -> Percentage:
    return Percentage(figure=Decimal(figure), per=Period.ANNUM if per_annum else None)


ROWS = tuple(InstalmentRow(day=day, amount=usd(5_000_000)) for day in DAYS)
TABLE = Repayment(repayment_class=RepaymentClass.TABLE, rows=ROWS)
EQUAL_INSTALMENTS = Repayment(
    repayment_class=RepaymentClass.EQUAL,
    count=4,
    frequency=Rhythm.SEMI_ANNUAL,
    first=DAYS[0],
    last=DAYS[-1],
    amount=usd(5_000_000),
)


def result(comparison: Comparison) -> tuple[Relation, Reason]:
    return comparison.relation, comparison.reason


def with_rows(*rows: InstalmentRow) -> Repayment:
    return replace(TABLE, rows=rows)


def test_every_row_right_is_equal() -> None:
    assert compare_repayments(TABLE, with_rows(*ROWS)).relation is Relation.EQUAL


def test_a_missing_row_is_a_part() -> None:
    assert result(compare_repayments(TABLE, with_rows(*ROWS[:3]))) == (Relation.PARTIAL, Reason.LIST_INCOMPLETE)


def test_one_wrong_row_is_a_part() -> None:
    wrong = replace(ROWS[3], amount=usd(6_000_000))
    assert result(compare_repayments(TABLE, with_rows(*ROWS[:3], wrong))) == (Relation.PARTIAL, Reason.ROW_DIFFERS)


def test_mostly_wrong_rows_differ() -> None:
    wrong = [replace(row, amount=usd(6_000_000)) for row in ROWS[1:]]
    assert compare_repayments(TABLE, with_rows(ROWS[0], *wrong)).relation is Relation.DIFFERENT


def test_an_amount_is_never_a_share() -> None:
    shares = [replace(row, amount=percent("25")) for row in ROWS]
    assert compare_repayments(TABLE, with_rows(*shares)).relation is Relation.DIFFERENT
    assert compare_repayments(with_rows(*shares), with_rows(*shares)).relation is Relation.EQUAL


def test_count_total_first_and_last_stand_for_a_table() -> None:
    summary = Repayment(
        repayment_class=RepaymentClass.TABLE,
        count=4,
        first=DAYS[0],
        last=DAYS[-1],
        amount=replace(usd(20_000_000), step=Decimal(1)),
    )
    assert compare_repayments(TABLE, summary).relation is Relation.EQUAL


@pytest.mark.parametrize("amount", [None, usd(19_000_000), percent("100")])
def test_without_the_right_total_a_summary_is_a_part(amount: Money | Percentage | None) -> None:
    summary = Repayment(repayment_class=RepaymentClass.TABLE, count=4, first=DAYS[0], last=DAYS[-1], amount=amount)
    assert compare_repayments(TABLE, summary).relation is Relation.PARTIAL


def test_a_wrong_instalment_is_a_wrong_detail() -> None:
    given = replace(EQUAL_INSTALMENTS, amount=usd(4_000_000))
    assert result(compare_repayments(EQUAL_INSTALMENTS, given)) == (Relation.PARTIAL, Reason.DETAIL_DIFFERS)
    given = replace(EQUAL_INSTALMENTS, amount=percent("25"))
    assert result(compare_repayments(EQUAL_INSTALMENTS, given)) == (Relation.PARTIAL, Reason.DETAIL_DIFFERS)


def test_another_kind_of_amortisation_is_a_part() -> None:
    given = replace(EQUAL_INSTALMENTS, repayment_class=RepaymentClass.ANNUITY)
    assert result(compare_repayments(EQUAL_INSTALMENTS, given)) == (Relation.PARTIAL, Reason.DETAIL_DIFFERS)


def test_a_kind_of_amortisation_that_is_not_asked_for_is_right() -> None:
    expected = replace(EQUAL_INSTALMENTS, repayment_class=RepaymentClass.AMORTISING)
    assert compare_repayments(expected, EQUAL_INSTALMENTS).relation is Relation.EQUAL


def test_a_missing_sweep_is_a_missing_detail() -> None:
    expected = replace(EQUAL_INSTALMENTS, sweep=True)
    assert result(compare_repayments(expected, EQUAL_INSTALMENTS)) == (Relation.PARTIAL, Reason.DETAIL_MISSING)


def test_shares_of_a_quarter_and_of_a_year_are_compared_by_the_year() -> None:
    nominal = Repayment(repayment_class=RepaymentClass.NOMINAL, frequency=Rhythm.QUARTERLY)
    yearly = replace(nominal, amount=percent("1", per_annum=True))
    assert compare_repayments(yearly, replace(nominal, amount=percent("0.25"))).relation is Relation.EQUAL
    assert compare_repayments(yearly, replace(nominal, amount=percent("1"))).relation is Relation.PARTIAL
