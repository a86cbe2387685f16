"""Paired comparison against worked examples of the literature and against enumeration."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loanproof.stats import CalibrationTally, holm, mcnemar, paired_bootstrap

# Student, "The probable error of a mean", Biometrika 6, 1908: hours of sleep gained by the second drug over the first.
SLEEP = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]


@pytest.mark.parametrize(
    ("lost", "won", "expected"),
    [
        # Fagerland, Lydersen, Laake, BMC Medical Research Methodology 13:91, 2013: airway hyper-responsiveness of 21
        # children, 1 and 7 discordant pairs, exact conditional p = 0.0703
        (1, 7, 0.0703),
        (7, 1, 0.0703),
        # the binomial table of the sign test, n = 15, x = 3: one-tailed 0.0176 (Siegel, "Nonparametric Statistics", D)
        (3, 12, 0.0352),
        # n = 10, x = 0: 2 / 1024
        (0, 10, 0.00195),
    ],
)
def test_mcnemar_agrees_with_worked_examples(lost: int, won: int, expected: float) -> None:
    assert float(mcnemar(lost, won)) == pytest.approx(expected, abs=5e-5)


def test_mcnemar_of_no_change_and_of_even_change_is_one() -> None:
    assert mcnemar(0, 0) == mcnemar(1, 0) == mcnemar(4, 4) == 1


@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemar_is_a_probability_and_does_not_care_who_is_first(lost: int, won: int) -> None:
    assert 0 < mcnemar(lost, won) == mcnemar(won, lost) <= 1


def test_holm_agrees_with_worked_examples() -> None:
    # 0.005 x 4, 0.01 x 3, 0.03 x 2, and 0.04 x 1 raised to the one before: two of four stand at 0.05
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    # the documentation of R's p.adjust: 1:5/100 by "holm"
    assert holm([0.01, 0.02, 0.03, 0.04, 0.05]) == pytest.approx([0.05, 0.08, 0.09, 0.09, 0.09])
    assert holm([0.6, 0.9]) == (1.0, 1.0)
    assert holm([]) == ()


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_never_lowers_a_p_value_and_keeps_their_order(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    assert all(before <= after <= 1 for before, after in zip(p_values, adjusted, strict=True))
    assert [one for _, one in sorted(zip(p_values, adjusted, strict=True))] == sorted(adjusted)


def test_the_bootstrap_of_students_sleep_data_has_the_spread_that_theory_says() -> None:
    found = paired_bootstrap(SLEEP, Random(7), resamples=20_000)
    assert found is not None
    assert found.mean == pytest.approx(1.58)  # Student's own mean difference
    # plug-in standard error: s = 1.23, times sqrt(9/10) / sqrt(10) = 0.369; the interval is about four of them
    assert found.high - found.low == pytest.approx(2 * 1.96 * 0.369, rel=0.06)
    assert found.p_value == 2 / 2**9  # nine changed, all one way: what Fisher's permutation test gives too


def test_the_bootstrap_of_three_pairs_agrees_with_all_27_resamples() -> None:
    differences = [-1.0, 0.0, 4.0]
    means = [sum(drawn) / 3 for drawn in product(differences, repeat=3)]
    at_most_zero = sum(mean <= 0 for mean in means) / 27  # 8 of 27
    found = paired_bootstrap(differences, Random(1), resamples=40_000)
    assert found is not None
    assert (found.low, found.high) == (min(means), max(means))
    assert found.p_value == pytest.approx(2 * at_most_zero, abs=0.02)


@pytest.mark.parametrize(("pairs", "least"), [(1, 1.0), (2, 0.5), (5, 0.0625), (6, 0.03125)])
def test_a_few_pairs_that_all_fell_are_no_surer_than_coins_that_all_fell_alike(pairs: int, least: float) -> None:
    found = paired_bootstrap([-0.4] * pairs + [0.0], Random(3))
    assert found is not None
    assert found.p_value >= least
    only_fell = paired_bootstrap([-0.4] * pairs, Random(3))
    assert only_fell is not None
    assert only_fell.p_value == least


def test_the_bootstrap_is_the_same_for_the_same_seed_and_says_nothing_of_nothing() -> None:
    assert paired_bootstrap(SLEEP, Random(3)) == paired_bootstrap(SLEEP, Random(3))
    assert paired_bootstrap([], Random(3)) is None


def test_pairs_that_do_not_differ_are_no_evidence() -> None:
    found = paired_bootstrap([0.0] * 9, Random(3))
    assert found is not None
    assert (found.mean, found.low, found.high, found.p_value) == (0, 0, 0, 1)


def test_the_bins_of_a_calibration_hold_counts_means_and_shares() -> None:
    tally = CalibrationTally()
    for confidence, is_right in ((Fraction(95, 100), True), (Fraction(91, 100), False), (Fraction(1, 4), False)):
        tally.add(confidence, is_right=is_right)
    low, high = tally.bins
    assert (low.count, low.stated, low.right) == (1, Fraction(1, 4), Fraction(0))
    assert (high.count, high.stated, high.right) == (2, Fraction(93, 100), Fraction(1, 2))
