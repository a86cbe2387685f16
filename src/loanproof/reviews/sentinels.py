"""Sentinels: deliberately wrong values, mixed into the queue to measure what its reviewers miss.

Each is a value in order with one figure changed so that it is not in the document. It looks like a spot check, is
marked in the log, and is never exported. The rate has exact bounds, because there are never many.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from loanproof.reviews.items import DecisionKind, Plain, ReviewItem, Trigger
from loanproof.stats import share_bounds

CONFIDENCE = 0.95
_DIGIT = re.compile(r"[0-9]")
_AMOUNT = "amount"


@dataclass(frozen=True, slots=True, kw_only=True)
class MissRate:
    """How often reviewers accepted a deliberately wrong value.

    Attributes:
        low: With 95 % confidence the true rate is not below this ...
        high: ... and not above this: two-sided Clopper-Pearson bounds.
    """

    missed: int
    trials: int
    low: float
    high: float

    @property
    def rate(self) -> float:
        """The share that was missed."""
        return self.missed / self.trials

    @property
    def sentence(self) -> str:
        """The rate as a sentence."""
        return (
            f"Of {self.trials:,} values that are known to be wrong, reviewers accepted {self.missed:,}: they miss"
            f" {self.rate:.1%}, with 95 % confidence between {self.low:.1%} and {self.high:.1%}."
        )


def wrong_values(value: Plain, seed: str) -> Iterator[Plain]:
    """Yield values that differ in one figure, in an order given by the seed; none for a value without figures."""
    if isinstance(value, Mapping) and value.get(_AMOUNT) is not None:
        yield from ({**value, _AMOUNT: one} for one in wrong_values(str(value[_AMOUNT]), seed))
        return
    if not isinstance(value, str):
        return
    places = [found.start() for found in _DIGIT.finditer(value)]
    changes = [(at, digit) for at in places for digit in "0123456789" if digit != value[at]]
    for at, digit in sorted(changes, key=lambda one: hashlib.sha256(f"{seed} {one}".encode()).digest()):
        yield value[:at] + digit + value[at + 1 :]


def is_missed(item: ReviewItem) -> bool | None:
    """Return whether a sentinel was accepted; ``None`` if it is undecided, or the item is not a sentinel."""
    if item.trigger is not Trigger.SENTINEL:
        return None
    if item.picks:
        return False
    return None if item.decision is None else item.decision.kind is DecisionKind.ACCEPT


def miss_rate(items: Iterable[ReviewItem]) -> MissRate | None:
    """Return the miss rate on the sentinels among some items; ``None`` if none was decided."""
    outcomes = [found for found in map(is_missed, items) if found is not None]
    if not outcomes:
        return None
    low, high = share_bounds(sum(outcomes), len(outcomes), confidence=(1 + CONFIDENCE) / 2)
    return MissRate(missed=sum(outcomes), trials=len(outcomes), low=low, high=high)
