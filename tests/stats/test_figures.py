"""Percentile, mean, deviation and calibration error against worked examples and against the statistics module."""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from math import nextafter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loanproof.stats import CalibrationTally, exact_mean, percentile, root_as_double, standard_deviation

fractions = st.fractions(min_value=-1000, max_value=1000, max_denominator=10**6)


@pytest.mark.parametrize(
    ("percent", "expected"),
    # 15 20 35 40 50: the worked example of the "linear interpolation, C = 1" variant of the percentile
    [(0, "15"), (5, "16"), (30, "23"), (40, "29"), (50, "35"), (95, "48"), (100, "50")],
)
@pytest.mark.ruling("A-61")
def test_a_percentile_divides_the_distance_of_its_neighbours(percent: int, expected: str) -> None:
    ordered = [Decimal(value) for value in (15, 20, 35, 40, 50)]
    assert percentile(ordered, percent) == Fraction(expected)


def test_a_percentile_of_decimals_is_exact() -> None:
    assert percentile([Decimal("0.1"), Decimal("0.3")], 95) == Fraction("0.29")
    assert percentile([Decimal("812.4")], 95) == Fraction("812.4")
    assert percentile([], 50) is None


@given(st.lists(st.decimals(0, 10_000, places=3), min_size=2, max_size=60))
def test_the_median_is_the_median(values: list[Decimal]) -> None:
    assert percentile(sorted(values), 50) == Fraction(statistics.median(map(Fraction, values)))


@given(st.lists(st.integers(0, 10**6), min_size=2, max_size=60))
def test_percentiles_agree_with_the_inclusive_quantiles_of_the_statistics_module(values: list[int]) -> None:
    ordered = sorted(values)
    cuts = statistics.quantiles([Fraction(value) for value in ordered], n=100, method="inclusive")
    assert [percentile([Decimal(value) for value in ordered], percent) for percent in range(1, 100)] == cuts


def test_a_deviation_of_a_worked_example() -> None:
    # 2 4 4 4 5 5 7 9: sum 40, squares about the mean 32, divisor 7
    values = [Fraction(value) for value in (2, 4, 4, 4, 5, 5, 7, 9)]
    assert exact_mean(values) == 5
    assert standard_deviation(values) == 2.138089935299395  # the root of 32/7


def test_nothing_has_no_mean_and_one_value_no_deviation() -> None:
    assert exact_mean([]) is None
    assert standard_deviation([]) is None
    assert standard_deviation([Fraction(3)]) is None


def test_equal_values_that_no_double_holds_have_no_deviation() -> None:
    assert standard_deviation([Fraction("0.1")] * 3) == 0.0


@given(st.lists(fractions, min_size=2, max_size=20))
def test_a_deviation_agrees_with_the_statistics_module(values: list[Fraction]) -> None:
    assert standard_deviation(values) == float(statistics.stdev(values))


@given(st.fractions(min_value=0, max_denominator=10**30), st.integers(-40, 40))
def test_a_root_is_the_nearest_double(number: Fraction, scale: int) -> None:
    square = number * Fraction(10) ** scale
    root = root_as_double(square)
    step = Fraction(5, 10**17) * Fraction(root) * 4  # more than half of the gap to the next double, less than a gap
    assert (Fraction(root) - step) ** 2 <= square <= (Fraction(root) + step) ** 2
    assert root_as_double(Fraction(root) ** 2) == root


def test_a_root_a_hair_beside_the_middle_of_two_doubles_goes_to_its_own_side() -> None:
    middle = 1 + Fraction(1, 2**53)
    hair = Fraction(1, 2**300)
    assert root_as_double(middle**2 - hair) == 1.0
    assert root_as_double(middle**2 + hair) == nextafter(1.0, 2.0)


def calibration_error(answers: Iterable[tuple[Decimal | Fraction, bool]], bins: int = 10) -> Fraction | None:
    tally = CalibrationTally(bins)
    for confidence, is_right in answers:
        tally.add(confidence, is_right=is_right)
    return tally.error


def test_calibration_error_of_a_worked_example() -> None:
    # (0.2, 0.3]: 0.25, 0.30, one right: |1 - 0.55| = 0.45; (0.9, 1]: 0.95, 1, both right: 0.05; over four answers
    answers = [
        (Decimal("0.25"), True),
        (Decimal("0.30"), False),
        (Decimal("0.95"), True),
        (Decimal("1"), True),
    ]
    assert calibration_error(answers) == Fraction("0.125")


@pytest.mark.parametrize(
    ("confidence", "is_right", "expected"),
    [("0", False, "0"), ("0", True, "1"), ("1", True, "0"), ("1", False, "1"), ("0.85", True, "0.15")],
)
def test_one_answer_is_off_by_what_it_claims_too_much_or_too_little(
    confidence: str, is_right: bool, expected: str
) -> None:
    assert calibration_error([(Decimal(confidence), is_right)]) == Fraction(expected)


def test_errors_in_two_bins_do_not_make_up_for_each_other() -> None:
    answers = [(Fraction(1, 20), True), (Fraction(19, 20), False)]
    assert calibration_error(answers) == Fraction(19, 20)
    assert calibration_error(answers, bins=1) == 0


def test_no_answer_has_no_calibration_error() -> None:
    assert calibration_error([]) is None
