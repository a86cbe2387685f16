"""A queue that knows its own error rate: the estimate covers the truth as often as it says."""

from __future__ import annotations

from math import comb
from random import Random

import pytest
from tests.reviews.review_samples import LATER, OPEN, decision, held, in_state, item, proposal

from loanproof.core import Refused
from loanproof.reviews import (
    DecisionKind,
    Plain,
    ReviewItem,
    State,
    Trigger,
    decide,
    is_missed,
    miss_rate,
    reopen,
    wrong_values,
)


def sentinel(kind: DecisionKind) -> ReviewItem:
    """Return a sentinel that a reviewer has decided on."""
    return decide(held(trigger=Trigger.SENTINEL), proposal(kind=kind), now=LATER, policy=OPEN).after


MISSED, CAUGHT = sentinel(DecisionKind.ACCEPT), sentinel(DecisionKind.REJECT)


def interval(missed: int, trials: int) -> tuple[float, float]:
    found = miss_rate([MISSED] * missed + [CAUGHT] * (trials - missed))
    assert found is not None
    return found.low, found.high


@pytest.mark.parametrize("trials", [10, 40, 100])
@pytest.mark.parametrize("truth", [0.005, 0.02, 0.05, 0.1, 0.3, 0.5, 0.9])
def test_the_interval_covers_every_truth_with_at_least_its_confidence(truth: float, trials: int) -> None:
    covered = 0.0
    for missed in range(trials + 1):
        low, high = interval(missed, trials)
        if low <= truth <= high:
            covered += comb(trials, missed) * truth**missed * (1 - truth) ** (trials - missed)
    assert covered >= 0.95


@pytest.mark.parametrize("truth", [0.02, 0.1, 0.3])
def test_simulated_reviewers_with_a_known_error_rate_are_measured_right(truth: float) -> None:
    chance, queues, trials = Random(2026), 400, 50
    covered = 0
    for _ in range(queues):
        found = miss_rate(MISSED if chance.random() < truth else CAUGHT for _ in range(trials))
        assert found is not None
        covered += found.low <= truth <= found.high
    assert covered / queues >= 0.93  # 0.95 is promised; two standard deviations of 400 queues are 0.022


@pytest.mark.parametrize(("hits", "trials"), [(0, 10), (1, 10), (3, 40), (40, 40)])
def test_each_end_of_the_interval_leaves_a_fortieth_of_chance_beyond_it(hits: int, trials: int) -> None:
    low, high = interval(hits, trials)

    def chance(counts: range, share: float) -> float:
        return sum(comb(trials, one) * share**one * (1 - share) ** (trials - one) for one in counts)

    assert (low == 0) if hits == 0 else chance(range(hits, trials + 1), low) == pytest.approx(0.025, abs=1e-6)
    assert (high == 1) if hits == trials else chance(range(hits + 1), high) == pytest.approx(0.025, abs=1e-6)


def test_only_decided_sentinels_count() -> None:
    others = [item(), in_state(State.DECIDED), item(trigger=Trigger.SENTINEL)]
    assert [is_missed(one) for one in others] == [None, None, None]
    assert miss_rate(others) is None
    assert is_missed(item(trigger=Trigger.SENTINEL, picks=(decision(),))) is False


def test_a_sentinel_counts_once() -> None:
    with pytest.raises(Refused, match="test of the reviewers"):
        reopen(MISSED, by="Ben", reason="I know now", now=LATER, policy=OPEN)


@pytest.mark.parametrize("value", ["USD 40,000,000", "2031-03-03", {"amount": 40_000_000, "currency": "USD"}])
def test_a_wrong_value_differs_in_one_figure(value: Plain) -> None:
    found = list(wrong_values(value, "seed"))
    text = str(value["amount"]) if isinstance(value, dict) else str(value)
    told = [str(one["amount"]) if isinstance(one, dict) else str(one) for one in found]
    assert len(told) == 9 * sum(letter.isdigit() for letter in text)
    assert {sum(a != b for a, b in zip(text, one, strict=True)) for one in told} == {1}


def test_a_value_without_figures_has_no_wrong_form() -> None:
    assert list(wrong_values("English law", "seed")) == []
    assert list(wrong_values(None, "seed")) == []
