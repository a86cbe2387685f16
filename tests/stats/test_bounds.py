"""Bounds of none and of all: by hand from 0.05^(1/n)."""

from __future__ import annotations

import pytest

from loanproof.stats import least_behind_all, most_behind_none


@pytest.mark.parametrize(
    ("trials", "most"),
    [(1, 0.95), (2, 0.7763932), (6, 0.3930378), (10, 0.2588656), (59, 0.0495076), (100, 0.0295130), (300, 0.0099361)],
)
def test_none_of_so_many_still_allows_this_share(trials: int, most: float) -> None:
    assert most_behind_none(trials) == pytest.approx(most, abs=1e-7)
    assert least_behind_all(trials) == pytest.approx(1 - most, abs=1e-7)


@pytest.mark.parametrize("trials", [1, 7, 5_000])
def test_at_the_bound_none_is_seen_just_as_often_as_the_confidence_leaves(trials: int) -> None:
    assert (1 - most_behind_none(trials, confidence=0.9)) ** trials == pytest.approx(0.1)
    assert least_behind_all(trials, confidence=0.9) ** trials == pytest.approx(0.1)


def test_very_many_trials_leave_a_little_that_is_not_zero() -> None:
    assert most_behind_none(10**12) == pytest.approx(2.9957e-12, rel=1e-4)


def test_no_trial_has_no_bound() -> None:
    with pytest.raises(ValueError, match="at least one trial"):
        most_behind_none(0)
