"""Margins built from structures as case files give them: opening, rows, options, steps, adjustment."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from loanproof.core import Reason
from loanproof.values.grid.compare import compare_grids
from loanproof.values.grid.parse import read_condition
from loanproof.values.grid.value import Condition, GridRow
from loanproof.values.margin.compare import compare_margins
from loanproof.values.margin.parse import parse_margin
from loanproof.values.margin.value import Margin, MarginOption
from loanproof.values.percentage.value import Percentage, RateUnit
from loanproof.values.reading import Relation, candidates_of
from loanproof.values.reference_rate.names import RateFamily, Style
from loanproof.values.reference_rate.value import ReferenceRate
from loanproof.values.schedule.value import Level


def percent(figure: str) -> Percentage:
    return Percentage(figure=Decimal(figure))


def row(when: str, figure: str) -> GridRow:
    return GridRow(when=read_condition(when), value=percent(figure))


GRID = Margin(
    opening=percent("2.75"),
    rows=(row("> 3.00:1", "2.75"), row("≤ 3.00:1 but > 2.50:1", "2.50"), row("≤ 2.50:1", "2.25")),
)


def test_a_structure_and_its_text_are_equal() -> None:
    given = candidates_of(parse_margin("2.75% (above 3.0x), 2.50% (3.0x or less), 2.25% (2.5x or less)"))
    assert [compare_margins(GRID, one).relation for one in given] == [Relation.EQUAL]


def test_rows_of_text_are_matched_by_their_words() -> None:
    expected = [row("Level I", "1.00"), row("Level II", "1.25")]
    given = [row("level II", "1.25"), row("I", "1.00")]
    assert compare_grids(expected, given, None).relation is Relation.EQUAL


def test_a_row_that_is_not_expected_is_a_part() -> None:
    given = Margin(rows=(*GRID.rows, row("≤ 2.00:1", "2.00")))
    assert compare_margins(GRID, given).reason is Reason.LIST_EXTRA


def test_without_an_opening_most_rows_decide() -> None:
    expected = [row("I", "1.00"), row("II", "1.25"), row("III", "1.50")]
    one_wrong = [row("I", "1.00"), row("II", "1.25"), row("III", "1.75")]
    two_wrong = [row("I", "1.00"), row("II", "1.35"), row("III", "1.75")]
    assert compare_grids(expected, one_wrong, None).relation is Relation.PARTIAL
    assert compare_grids(expected, two_wrong, None).relation is Relation.DIFFERENT


def test_a_wrong_opening_differs_even_if_all_rows_are_right() -> None:
    given = Margin(opening=percent("2.50"), rows=GRID.rows)
    assert compare_margins(GRID, given).relation is Relation.DIFFERENT


def test_bounds_at_least_and_above_are_different_rows() -> None:
    expected, given = [row("≥ 3.0x", "2.75")], [row("> 3.0x", "2.75")]
    assert compare_grids(expected, given, None).reason is Reason.DETAIL_MISSING


def test_a_grid_without_words_and_bounds_matches_nothing_but_its_rates() -> None:
    bare = tuple(GridRow(when=Condition(words=""), value=one.value) for one in GRID.rows)
    assert compare_margins(GRID, Margin(rows=bare)).reason is Reason.DETAIL_MISSING


TERM = ReferenceRate(family=RateFamily.SOFR, style=Style.TERM)
BASE = ReferenceRate(family=RateFamily.BASE)
OPTIONS = Margin(
    options=(MarginOption(rate=TERM, value=percent("2.25")), MarginOption(rate=BASE, value=percent("1.25")))
)


@pytest.mark.parametrize(
    ("figure", "relation", "reason"),
    [
        ("2.25", Relation.EQUAL, Reason.CANONICAL_EQUAL),
        ("1.25", Relation.PARTIAL, Reason.WRONG_OPTION),
        ("1.75", Relation.DIFFERENT, Reason.DIFFERENT),
    ],
)
def test_one_rate_for_options(figure: str, relation: Relation, reason: Reason) -> None:
    comparison = compare_margins(OPTIONS, Margin(opening=percent(figure)))
    assert (comparison.relation, comparison.reason) == (relation, reason)


def test_an_option_over_another_rate_is_extra() -> None:
    sonia = MarginOption(rate=ReferenceRate(family=RateFamily.SONIA), value=percent("2.25"))
    assert compare_margins(OPTIONS, Margin(options=(*OPTIONS.options, sonia))).reason is Reason.LIST_EXTRA
    assert compare_margins(OPTIONS, Margin(options=(sonia,))).relation is Relation.DIFFERENT


def test_a_margin_without_any_rate_differs_from_all() -> None:
    assert compare_margins(Margin(), Margin(opening=percent("2.25"))).relation is Relation.DIFFERENT
    assert compare_margins(GRID, Margin()).relation is Relation.DIFFERENT


def test_steps_of_a_structure_equal_those_of_a_text() -> None:
    steps = (
        Level(value=percent("2.25"), end=date(2026, 12, 31)),
        Level(value=Percentage(figure=Decimal(200), unit=RateUnit.BPS), start=date(2027, 1, 1)),
    )
    given = candidates_of(parse_margin("2.25% until 31 December 2026 and 2.00% thereafter"))
    expected = Margin(opening=percent("2.25"), steps=steps)
    assert [compare_margins(expected, one).relation for one in given] == [Relation.EQUAL]
