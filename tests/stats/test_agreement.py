"""Weighted kappa against tables and figures that were printed elsewhere."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loanproof.stats import Weights, quadratic_weights, weighted_kappa


def linear_weights(categories: int) -> Weights:
    """Return weights that fall with the distance of two categories, as printed examples use them."""
    widest = categories - 1
    return [[1 - Fraction(abs(i - j), widest) for j in range(categories)] for i in range(categories)]


NOMINAL: Weights = [[Fraction(i == j) for j in range(3)] for i in range(3)]

# Fleiss, Statistical Methods for Rates and Proportions, 2nd ed. 1981, table 13.1 and its text
DIAGNOSES = [[75, 1, 4], [5, 4, 1], [0, 0, 10]]

# Cohen, Psychological Bulletin 70 (1968): 200 cases, disagreement weights 0, 1, 3 and 6
COHEN = [[88, 14, 18], [10, 40, 10], [2, 6, 12]]
COHEN_WEIGHTS: Weights = [[1 - Fraction(v, 6) for v in row] for row in ((0, 1, 3), (1, 0, 6), (3, 6, 0))]

# A three by three table with the printout of SAS PROC FREQ
SAS = [[0, 4, 1], [0, 8, 0], [0, 1, 5]]

# Agresti, Categorical Data Analysis: 91 couples, husband by wife
COUPLES = [[7, 7, 2, 3], [2, 8, 3, 7], [1, 5, 4, 9], [2, 8, 9, 14]]

# The anxiety ratings of the R package irr, second and third rater
SECOND = (3, 6, 4, 6, 2, 4, 2, 4, 3, 3, 2, 3, 3, 3, 2, 2, 1, 3, 3, 4)
THIRD = (2, 1, 4, 4, 3, 2, 1, 6, 1, 1, 1, 2, 3, 3, 1, 1, 3, 3, 2, 2)
LEVELS = (1, 2, 3, 4, 6)
ANXIETY = [[sum(pair == (a, b) for pair in zip(SECOND, THIRD, strict=True)) for b in LEVELS] for a in LEVELS]


@pytest.mark.parametrize(
    ("counts", "weights", "printed"),
    [
        (DIAGNOSES, NOMINAL, "0.676"),
        (COHEN, NOMINAL, "0.492"),
        (COHEN, COHEN_WEIGHTS, "0.348"),
        (SAS, NOMINAL, "0.4842"),
        (SAS, linear_weights(3), "0.4701"),
        (COUPLES, linear_weights(4), "0.2374"),
        (ANXIETY, linear_weights(5), "0.1459075"),
        (ANXIETY, quadratic_weights(5), "0.2520325"),
    ],
)
def test_kappa_is_the_printed_one(counts: list[list[int]], weights: Weights, printed: str) -> None:
    kappa = weighted_kappa(counts, weights)
    assert kappa is not None
    places = len(printed.partition(".")[2])
    assert round(kappa.value, places) == Fraction(printed)


@pytest.mark.parametrize(
    ("weights", "error", "low", "high"),
    [(NOMINAL, 0.1380, 0.2137, 0.7547), (linear_weights(3), 0.1457, 0.1845, 0.7558)],
)
def test_standard_error_and_interval_are_the_printed_ones(
    weights: Weights, error: float, low: float, high: float
) -> None:
    kappa = weighted_kappa(SAS, weights)
    assert kappa is not None
    assert (round(kappa.standard_error, 4), round(kappa.low, 4), round(kappa.high, 4)) == (error, low, high)


def test_the_standard_error_of_the_couples_is_the_printed_one() -> None:
    kappa = weighted_kappa(COUPLES, linear_weights(4))
    assert kappa is not None
    assert round(kappa.standard_error, 4) == 0.0783


def test_weights_fall_with_the_square_of_the_distance() -> None:
    assert quadratic_weights(3)[0] == [1, Fraction(3, 4), 0]


def test_one_category_is_no_scale() -> None:
    with pytest.raises(ValueError, match="two categories"):
        quadratic_weights(1)


@pytest.mark.parametrize("counts", [[[0, 0], [0, 0]], [[9, 0], [0, 0]]])
def test_nothing_rated_and_one_single_category_have_no_kappa(counts: list[list[int]]) -> None:
    assert weighted_kappa(counts, linear_weights(2)) is None


def test_full_agreement_on_several_categories_is_one_without_error() -> None:
    kappa = weighted_kappa([[4, 0, 0], [0, 2, 0], [0, 0, 7]], quadratic_weights(3))
    assert kappa is not None
    assert (float(kappa.value), kappa.standard_error, kappa.low, kappa.high) == (1.0, 0.0, 1.0, 1.0)


@given(st.lists(st.lists(st.integers(0, 50), min_size=3, max_size=3), min_size=3, max_size=3))
def test_kappa_lies_in_its_interval_and_does_not_care_who_is_first(counts: list[list[int]]) -> None:
    kappa = weighted_kappa(counts, quadratic_weights(3))
    turned = weighted_kappa([list(column) for column in zip(*counts, strict=True)], quadratic_weights(3))
    assert kappa == turned
    if kappa is not None:
        assert -1 <= kappa.low <= float(kappa.value) <= kappa.high <= 1
