"""The exact bounds of a share, checked against tables and against the closed forms."""

from __future__ import annotations

import pytest

from loanproof.stats import least_behind_all, most_behind_none, share_bounds


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [
        # one-sided 95 % bounds, by the quantiles of the beta distribution
        (5, 10, 0.2224411, 0.7775589),
        (1, 20, 0.0025614, 0.2161066),
        (0, 59, 0.0, 0.0495090),
        (99, 99, 0.9701933, 1.0),
    ],
)
def test_the_bounds_of_a_share_are_those_of_clopper_and_pearson(
    hits: int, trials: int, low: float, high: float
) -> None:
    assert share_bounds(hits, trials) == pytest.approx((low, high), abs=2e-6)


def test_none_and_all_have_the_bounds_of_the_closed_forms() -> None:
    assert share_bounds(0, 299)[1] == pytest.approx(most_behind_none(299), abs=1e-9)
    assert share_bounds(299, 299)[0] == pytest.approx(least_behind_all(299), abs=1e-9)


@pytest.mark.parametrize(("hits", "trials"), [(1, 0), (3, 2), (-1, 2)])
def test_what_is_no_share_has_no_bounds(hits: int, trials: int) -> None:
    with pytest.raises(ValueError, match="is not a share"):
        share_bounds(hits, trials)
