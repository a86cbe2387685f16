"""Diagnostic figures: how honest the stated confidence is, and how good the citations are.

No gate uses any of them. An item is *wrong* here if its label is fail or hallucination, *right* if it is correct, a
semantic match, a true negative or a grounded refusal; a partial one is neither. Only answered cases count, and only if
no scorer failed on them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from loanproof.core import Capability, Reason
from loanproof.scoring import provenance_parts_of
from loanproof.standards import ConfidenceLevel, Label
from loanproof.stats import CalibrationTally, share

if TYPE_CHECKING:
    from loanproof.scoring import CaseScore, ItemScore

_ILLEGIBLE = frozenset(
    {Reason.ILLEGIBLE_STATED, Reason.ILLEGIBLE_GUESSED, Reason.ILLEGIBLE_TOO_SURE, Reason.ILLEGIBLE_CONTRADICTED}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostics:
    """The diagnostic figures; ``None`` if there is nothing to count.

    Attributes:
        silent_error_rate: Items that are wrong although stated HIGH, of all items.
        over_escalation_rate: Right items stated LOW (or without a confidence), of all right and legible items.
        hitl_catch_rate: Wrong items stated MEDIUM or LOW, of all wrong items.
        ece: Expected calibration error over ten equal bins of the stated score, an item counting as right or not.
        over_refusal_rate: Answerable questions that were refused, of all answerable questions.
        item_hallucination_rate: Hallucinated items, of all items.
        provenance_mean: The mean provenance score of the items to which provenance applies.
        provenance_file: The mean of the first element, the file name; see :class:`~loanproof.scoring.ProvenanceParts`.
        provenance_place: The mean of the second, page and section.
        provenance_quote: The mean of the third, the quote.
        capabilities_unweighted: The capability scores with equal weights for all cases.
        cases: The means of the additional figures of each scorer, by capability.
    """

    silent_error_rate: Fraction | None
    over_escalation_rate: Fraction | None
    hitl_catch_rate: Fraction | None
    ece: Fraction | None
    over_refusal_rate: Fraction | None
    item_hallucination_rate: Fraction | None
    provenance_mean: Fraction | None
    provenance_file: Fraction | None
    provenance_place: Fraction | None
    provenance_quote: Fraction | None
    capabilities_unweighted: Mapping[Capability, Fraction | None]
    cases: Mapping[Capability, Mapping[str, Fraction | None]]


@dataclass(slots=True)
class _Mean:
    total: Fraction = Fraction(0)
    count: int = 0

    def add(self, value: Fraction) -> None:
        self.total += value
        self.count += 1

    @property
    def value(self) -> Fraction | None:
        return self.total / self.count if self.count else None


@dataclass(slots=True)
class DiagnosticsTally:
    """Counts the diagnostics case by case; its size does not depend on how many cases are added."""

    items: int = 0
    wrong: int = 0
    wrong_at_high: int = 0
    hallucinated: int = 0
    right_legible: int = 0
    right_legible_at_low: int = 0
    answerable: int = 0
    over_refused: int = 0
    calibration: CalibrationTally = field(default_factory=CalibrationTally)
    provenance: tuple[_Mean, _Mean, _Mean, _Mean] = field(default_factory=lambda: (_Mean(), _Mean(), _Mean(), _Mean()))
    unweighted: dict[Capability, _Mean] = field(default_factory=dict)
    cases: dict[Capability, dict[str, _Mean]] = field(default_factory=dict)

    def add(self, score: CaseScore) -> None:
        """Count one scored case."""
        self.unweighted.setdefault(score.capability, _Mean()).add(score.score)
        if not score.is_answered or not score.is_scored:
            return
        named = self.cases.setdefault(score.capability, {})
        for name, value in score.diagnostics.items():
            mean = named.setdefault(name, _Mean())
            if value is not None:
                mean.add(value)
        if score.capability is Capability.QA and not score.expects_refusal:
            self.answerable += 1
            self.over_refused += any(_has(item, Reason.OVER_REFUSAL) for item in score.items)
        for item in score.items:
            self._add_confidence(item)
            self._add_provenance(item)

    def _add_confidence(self, item: ItemScore) -> None:
        level, stated = item.confidence.level, item.confidence.score
        self.items += 1
        self.hallucinated += item.label is Label.HALLUCINATION
        if item.label.is_wrong:
            self.wrong += 1
            self.wrong_at_high += level is ConfidenceLevel.HIGH
        if item.label.is_right and not _has(item, *_ILLEGIBLE):
            self.right_legible += 1
            self.right_legible_at_low += level is ConfidenceLevel.LOW
        if stated is not None:
            self.calibration.add(stated, is_right=item.label.is_right)

    def _add_provenance(self, item: ItemScore) -> None:
        parts = provenance_parts_of(item.provenance)
        if item.provenance.score is None or parts is None:
            return
        whole = Fraction(item.provenance.score)
        for mean, value in zip(self.provenance, (whole, parts.file, parts.place, parts.quote), strict=True):
            mean.add(value)

    def diagnostics(self) -> Diagnostics:
        """Return the figures of everything added so far."""
        whole, file, place, quote = (mean.value for mean in self.provenance)
        return Diagnostics(
            silent_error_rate=share(self.wrong_at_high, self.items),
            over_escalation_rate=share(self.right_legible_at_low, self.right_legible),
            hitl_catch_rate=share(self.wrong - self.wrong_at_high, self.wrong),
            ece=self.calibration.error,
            over_refusal_rate=share(self.over_refused, self.answerable),
            item_hallucination_rate=share(self.hallucinated, self.items),
            provenance_mean=whole,
            provenance_file=file,
            provenance_place=place,
            provenance_quote=quote,
            capabilities_unweighted={name: mean.value for name, mean in self.unweighted.items()},
            cases={
                capability: {name: mean.value for name, mean in named.items()}
                for capability, named in self.cases.items()
                if named
            },
        )


def _has(item: ItemScore, *codes: Reason) -> bool:
    return any(reason.code in codes for reason in item.reasons)
