"""Two runs compared: which samples belong together, and how each item's label changed.

One run is kept in memory in short form, about a hundred bytes per sample; the other is read case by case. Cases may be
in a different order, and each run may lack some of the other's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from sys import intern
from typing import TYPE_CHECKING, TypeAlias

from loanproof.reports.labels import label_of

if TYPE_CHECKING:
    from loanproof.core import Capability
    from loanproof.runs import ResultCase, RunReader

SampleKey: TypeAlias = tuple[str, int]
ItemKey: TypeAlias = tuple[str, str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortSample:
    """What a comparison needs to know about one case in one repeat."""

    capability: Capability
    score: float | None
    labels: dict[ItemKey, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SamplePair:
    """The same case in the same repeat of two runs, with the whole case of the later one."""

    case_id: str
    repeat: int
    before: ShortSample
    after: ShortSample
    later: ResultCase

    def items(self) -> Iterator[tuple[ItemKey, str, str]]:
        """Yield each item that both runs have, with its label before and after."""
        for key, label in self.before.labels.items():
            if key in self.after.labels:
                yield key, label, self.after.labels[key]


class Pairing:
    """Pairs the samples of two runs; once :meth:`pairs` has been read it also knows the unpaired ones."""

    def __init__(self, before: RunReader, after: RunReader) -> None:
        self._before = {(case.case_id, case.repeat): _short(case) for case in before.cases()}
        self._after = after
        self.only_before: list[SampleKey] = []
        self.only_after: list[SampleKey] = []

    def pairs(self) -> Iterator[SamplePair]:
        """Yield every pair, in the order of the second run."""
        left = dict(self._before)
        for case in self._after.cases():
            before = left.pop((case.case_id, case.repeat), None)
            if before is None:
                self.only_after.append((case.case_id, case.repeat))
                continue
            yield SamplePair(case_id=case.case_id, repeat=case.repeat, before=before, after=_short(case), later=case)
        self.only_before.extend(left)


def _short(case: ResultCase) -> ShortSample:
    """Return a case in short form, without extras: those depend on the output, not on the case."""
    labels = {
        (intern(item.item), None if item.tranche is None else intern(item.tranche)): intern(item.label)
        for item in case.items
        if not item.extra
    }
    return ShortSample(capability=case.capability, score=case.score, labels=labels)


def step_between(before: str, after: str) -> int:
    """Return how far a label moved: positive is worse, negative is better."""
    return label_of(after).rank - label_of(before).rank
