"""The contract's figures, counted case by case, so that a run of any length is gated in constant memory."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING

from loanproof.core import Capability
from loanproof.gates.diagnostics import DiagnosticsTally
from loanproof.gates.figures import Figure
from loanproof.gates.rows import Sampling
from loanproof.standards import Label
from loanproof.stats import share

if TYPE_CHECKING:
    from loanproof.scoring import CaseScore, ItemScore
    from loanproof.standards import EvalStandard

_WHOLE, _NOTHING = Fraction(1), Fraction(0)
_UNKNOWN: Mapping[str, str] = MappingProxyType({})


def sampling_of(case_ids: Collection[str], documents: Mapping[str, str]) -> Sampling:
    """Return how many cases these are, and how many documents; ``documents`` maps a case to its document."""
    held = {documents[case_id] for case_id in case_ids if case_id in documents}
    return Sampling(cases=len(case_ids), documents=len(held) or None)


class ContractTally:
    """What the gates of the contract need to know about every scored case.

    Each case is added once per repeat. The order of adding never matters. Only a sample's case id and loss are kept;
    tasks are outside the contract and are skipped. ``documents`` names the document that each case analyses.
    """

    def __init__(self, standard: EvalStandard, documents: Mapping[str, str] = _UNKNOWN) -> None:
        self.documents = documents
        self.tier1_fields = tuple(name for name in standard.fields if standard.tier_of(name) == 1)
        self.capabilities: dict[Capability, Figure] = {
            capability: Figure() for capability in Capability if capability is not Capability.TASK
        }
        self.tier1 = {name: Figure() for name in self.tier1_fields}
        self.provenance = Figure()
        self.refusals = Figure()
        self.samples = 0
        self.unanswered = 0
        self.unscored = 0
        self.hallucinated_samples = 0
        self.hallucinated: dict[str, int] = {}
        self.diagnostics = DiagnosticsTally()
        self.case_ids: set[str] = set()
        self._repeats: set[int] = set()

    @property
    def cases(self) -> int:
        """How many different cases were added."""
        return len(self.case_ids)

    @property
    def repeats(self) -> int:
        """How many different repeats were added."""
        return len(self._repeats)

    @property
    def has_hallucination(self) -> bool:
        """Whether any case, in any repeat, has a hallucination."""
        return self.hallucinated_samples > 0

    @property
    def worst_hallucinated(self) -> tuple[str, ...]:
        """The cases with a hallucination, most hallucinated items first; equals by id."""
        return tuple(sorted(self.hallucinated, key=lambda case_id: (-self.hallucinated[case_id], case_id)))

    def add(self, score: CaseScore, repeat: int) -> None:
        """Count one case in one repeat."""
        if score.capability is Capability.TASK:
            return
        self.samples += 1
        if score.has_invalid_gold:
            self.unscored += 1
            return
        self.unanswered += not score.is_answered
        self.unscored += all(item.failure is not None for item in score.items) and not score.is_scored
        self.case_ids.add(score.case_id)
        self._repeats.add(repeat)
        self.capabilities[score.capability].add(score.score, case_id=score.case_id, weight=score.weight)
        self._add_hallucinations(score)
        if score.capability is Capability.EXTRACTION:
            self._add_tier1(score)
        if score.expects_refusal:
            is_refused = any(item.label is Label.GROUNDED_REFUSAL for item in score.items)
            right = is_refused and not score.has_hallucination
            self.refusals.add(_WHOLE if right else _NOTHING, case_id=score.case_id, weight=score.weight)
        self._add_provenance(score)
        self.diagnostics.add(score)

    def hallucination_rate(self, *, any_repeat: bool) -> tuple[Fraction | None, int]:
        """Return the share of cases with a hallucination, and the number of cases.

        Args:
            any_repeat: Count a case once, with one hallucinated repeat being enough; otherwise count each repeat.
        """
        if self.samples == self.unanswered + self.unscored:
            return None, 0
        part, whole = (len(self.hallucinated), self.cases) if any_repeat else (self.hallucinated_samples, self.samples)
        return share(part, whole), whole

    def _add_provenance(self, score: CaseScore) -> None:
        found = [item.provenance.score for item in score.items if item.provenance.score is not None]
        if found:
            complete = Fraction(sum(one == 1 for one in found), len(found))
            self.provenance.add(complete, case_id=score.case_id, weight=Fraction(len(found)), count=len(found))

    def _add_hallucinations(self, score: CaseScore) -> None:
        count = sum(item.label is Label.HALLUCINATION for item in score.items)
        if count:
            self.hallucinated_samples += 1
            self.hallucinated[score.case_id] = self.hallucinated.get(score.case_id, 0) + count

    def _add_tier1(self, score: CaseScore) -> None:
        """Count each Tier 1 field by its own score, even in a case that a hallucination elsewhere set to 0."""
        cells: dict[str, list[ItemScore]] = {}
        for item in score.items:
            if not item.head.is_extra:
                cells.setdefault(item.head.item, []).append(item)
        for name in self.tier1_fields:
            weight = sum((cell.head.weight for cell in cells.get(name, ())), _NOTHING)
            if weight:
                earned = sum((cell.head.weight * cell.score for cell in cells[name]), _NOTHING)
                self.tier1[name].add(earned / weight, case_id=score.case_id, weight=score.weight)
