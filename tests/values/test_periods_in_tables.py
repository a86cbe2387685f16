"""Periods whose unit is in the heading of their column (C-35)."""

from __future__ import annotations

import pytest

from loanproof.values import DURATION_KIND, Context, Mentions, Strictness, candidates_of, tokenize

_TABLE = """Report              Due (days)      Kept in years      Notice (Business Days)      Copies
Annual accounts     120             7                  5                           3
Quarterly reports   45              2                  10                          1
"""


def _appears(text: str, period: str, strictness: Strictness = Strictness.SUPPORT) -> bool:
    [value] = candidates_of(DURATION_KIND.parse(period, Context()))
    return bool(DURATION_KIND.appears(value, Mentions(tokenize(text), Context()), strictness))


@pytest.mark.parametrize("period", ["120 days", "45 days", "7 years", "84 months", "5 Business Days"])
def test_a_figure_is_a_period_of_the_unit_in_the_heading_of_its_column(period: str) -> None:
    assert _appears(_TABLE, period)


@pytest.mark.parametrize("period", ["120 months", "5 days", "7 days", "3 years", "3 days", "10 days", "46 days"])
def test_a_figure_is_no_period_of_another_column_or_unit(period: str) -> None:
    assert not _appears(_TABLE, period)


def test_a_figure_in_a_sentence_below_a_heading_is_no_period() -> None:
    assert not _appears("Report    Due (days)\nAccounts are due under Clause 120 of the Agreement.\n", "120 days")


def test_the_first_revision_asks_for_the_unit_beside_the_figure() -> None:
    assert not _appears(_TABLE, "120 days", Strictness.LOOSE_SUPPORT)
