"""Everything that a report shows about the cases, gathered in one pass and of bounded size."""

from __future__ import annotations

import heapq
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count, groupby
from typing import TYPE_CHECKING

from loanproof.reports.heat_cells import HeatMap
from loanproof.reports.histogram import LogHistogram
from loanproof.reports.labels import LOOKS, label_of
from loanproof.reports.mistakes import Mistake, Mistakes, fold_repeats
from loanproof.standards import Label
from loanproof.stats import CalibrationTally

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from loanproof.core import Capability
    from loanproof.runs import ResultCase, ResultItem

MOST_WORST = 40
MOST_LISTED = 200


@dataclass(slots=True)
class Listed:
    """The first mistakes of a kind, and how many there are in total; equal answers of several repeats are one."""

    total: int = 0
    shown: list[Mistake] = field(default_factory=list)

    def add(self, mistake: Mistake) -> None:
        """Count a mistake, and keep it while there is room."""
        self.total += 1
        if len(self.shown) < MOST_LISTED:
            self.shown.append(mistake)


@dataclass(slots=True)
class WeightedMean:
    """A weighted mean, built up one by one."""

    total: float = 0.0
    weight: float = 0.0
    count: int = 0

    def add(self, value: float, weight: float = 1.0) -> None:
        """Add one value."""
        self.total += value * weight
        self.weight += weight
        self.count += 1

    @property
    def value(self) -> float | None:
        """The mean so far, or ``None`` without any weight."""
        return self.total / self.weight if self.weight else None


class Survey:
    """What the cases of a run look like, whatever their number.

    Attributes:
        heat: The labels of all items, as a grid.
        mistakes: The worst items of all.
        hallucinations: The items labelled so.
        silent: The items that are wrong although their confidence is HIGH.
        calibration: Stated confidence against being right.
        latency_ms: End-to-end latencies.
        tokens: Tokens of a sample.
        by_repeat: The score of each capability in each repeat.
        labels: How often each label occurred, by capability.
        findings: How often each finding was made.
        imperfect: Samples with anything wrong.
    """

    def __init__(self, fields: Sequence[str]) -> None:
        self.samples = 0
        self.unanswered = 0
        self.imperfect = 0
        self.heat = HeatMap(fields)
        self.mistakes = Mistakes()
        self.hallucinations = Listed()
        self.silent = Listed()
        self.calibration = CalibrationTally()
        self.latency_ms = LogHistogram()
        self.tokens = LogHistogram()
        self.by_repeat: dict[Capability, dict[int, WeightedMean]] = {}
        self.labels: dict[Capability, Counter[str]] = {}
        self.findings: Counter[str] = Counter()
        self._worst: list[tuple[tuple[float, float, int], ResultCase]] = []
        self._order = count()

    @property
    def worst(self) -> list[ResultCase]:
        """The worst samples, worst first: with a hallucination, then without an answer or a score, then by score."""
        return [case for _, case in sorted(self._worst, key=lambda one: one[0], reverse=True)]

    def add(self, case: ResultCase) -> None:
        """Add one case in one repeat."""
        self.samples += 1
        self.unanswered += not case.answered
        self.heat.add(case)
        self.mistakes.note(case)
        if case.score is not None:
            means = self.by_repeat.setdefault(case.capability, {})
            means.setdefault(case.repeat, WeightedMean()).add(case.score, case.weight)
        for finding in case.findings:
            if finding.code in self.findings or len(self.findings) < MOST_LISTED:
                self.findings[finding.code] += 1
        counts = self.labels.setdefault(case.capability, Counter())
        for item in case.items:
            counts[item.label if item.label in LOOKS else "unknown"] += 1
            self._add_item(case, item)
        self._add_sample(case)
        self._keep_if_bad(case)

    def add_mistake(self, mistake: Mistake) -> None:
        """Add an item that is not right, for all repeats with that mistake."""
        label = label_of(mistake.item.label)
        self.mistakes.add(mistake)
        if label is Label.HALLUCINATION:
            self.hallucinations.add(mistake)
        if label.is_wrong and mistake.item.confidence_level == "HIGH":
            self.silent.add(mistake)

    def _add_item(self, case: ResultCase, item: ResultItem) -> None:
        if case.answered and item.confidence is not None and 0 <= item.confidence <= 1:
            self.calibration.add(Fraction(repr(item.confidence)), is_right=label_of(item.label).is_right)

    def _add_sample(self, case: ResultCase) -> None:
        if case.sample is None:
            return
        if case.sample.latency_e2e_ms is not None:
            self.latency_ms.add(case.sample.latency_e2e_ms)
        if case.sample.total_tokens is not None:
            self.tokens.add(case.sample.total_tokens)

    def _keep_if_bad(self, case: ResultCase) -> None:
        is_whole = case.answered and case.failure is None
        if is_whole and all(label_of(item.label).is_right for item in case.items):
            return
        self.imperfect += 1
        badness = 2.0 if case.hallucination else float(not is_whole)
        # the first of equals stays: later ones have smaller keys, and keys are unique, so cases are never compared
        key = (badness, -(case.score_before_override or 0.0), -next(self._order))
        keep = heapq.heappush if len(self._worst) < MOST_WORST else heapq.heappushpop
        keep(self._worst, (key, case))


def survey_cases(cases: Iterable[ResultCase], fields: Sequence[str]) -> Survey:
    """Survey every case once; ``fields`` are those of the contract, in order."""
    survey = Survey(fields)
    for _, repeats in groupby(cases, key=lambda case: case.case_id):
        for mistake in fold_repeats(_passed_on(repeats, survey)):
            survey.add_mistake(mistake)
    return survey


def _passed_on(cases: Iterable[ResultCase], survey: Survey) -> Iterator[ResultCase]:
    """Yield each case after adding it to the survey, so that none is kept longer."""
    for case in cases:
        survey.add(case)
        yield case
