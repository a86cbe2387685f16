"""The gates of the quality contract: one row for each threshold that applies to what a suite claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from loanproof.core import Capability, FieldId
from loanproof.gates.rows import GateRow, Sampling
from loanproof.gates.tally import ContractTally, sampling_of

if TYPE_CHECKING:
    from fractions import Fraction

    from loanproof.gates.diagnostics import Diagnostics
    from loanproof.gates.figures import Figure
    from loanproof.standards import EvalStandard


class GateReason(StrEnum):
    """Why a gate of the contract is not passed."""

    NOTHING_EVALUATED = "NOTHING_EVALUATED"
    THRESHOLD_MISSED = "THRESHOLD_MISSED"


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractVerdict:
    """The figures of the contract and its gates. A figure is ``None`` if there was nothing to count.

    Attributes:
        gates: One row for each threshold that applies, in the order of the contract.
        unanswered: How many samples had no answer; the run is incomplete while there are any.
        samples: How many samples of loan capabilities there were.
        has_hallucination: Whether there was a hallucination, so that a root-cause analysis is due.
        too_few: A phrase for each capability with fewer cases or documents than the contract asks for.
    """

    capabilities: Mapping[Capability, Fraction | None]
    tier1_fields: Mapping[FieldId, Fraction | None]
    hallucination_rate: Fraction | None
    provenance_completeness: Fraction | None
    grounded_refusal_accuracy: Fraction | None
    diagnostics: Diagnostics
    gates: tuple[GateRow, ...]
    samples: int
    unanswered: int
    has_hallucination: bool
    too_few: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether every gate is passed; false if there are no gates."""
        return bool(self.gates) and all(row.passed for row in self.gates)


def decide_contract(
    tally: ContractTally, *, claimed: tuple[Capability, ...], standard: EvalStandard
) -> ContractVerdict:
    """Compare what was counted with the thresholds of the contract.

    There are gates only for what the suite claims; a claim without results fails its gate. Figures are exact, so a
    figure equal to its threshold passes.
    """
    any_repeat = standard.parameters.gates.hallucination_in_any_repeat
    loan = tuple(capability for capability in claimed if capability is not Capability.TASK)
    return ContractVerdict(
        capabilities={capability: tally.capabilities[capability].value for capability in loan},
        tier1_fields=(
            {name: figure.value for name, figure in tally.tier1.items()} if Capability.EXTRACTION in loan else {}
        ),
        hallucination_rate=tally.hallucination_rate(any_repeat=any_repeat)[0],
        provenance_completeness=tally.provenance.value,
        grounded_refusal_accuracy=tally.refusals.value,
        diagnostics=tally.diagnostics.diagnostics(),
        gates=tuple(_rows(tally, loan, standard)) if loan else (),
        samples=tally.samples,
        unanswered=tally.unanswered,
        has_hallucination=tally.has_hallucination,
        too_few=tuple(_too_few(tally, loan, standard)),
    )


def _too_few(tally: ContractTally, claimed: tuple[Capability, ...], standard: EvalStandard) -> Iterator[str]:
    """Yield a phrase for each capability with fewer cases or documents than a house asks for (C-30)."""
    least = standard.parameters.sampling
    for capability in claimed:
        found = sampling_of(tally.capabilities[capability].cases, tally.documents)
        counted = {"cases": (found.cases, least.cases), "documents": (found.documents or 0, least.documents)}
        lacks = [
            f"{has} of {need[capability]} {what}" for what, (has, need) in counted.items() if has < need[capability]
        ]
        if lacks:
            yield f"{capability} {', '.join(lacks)}"


def _rows(tally: ContractTally, claimed: tuple[Capability, ...], standard: EvalStandard) -> Iterator[GateRow]:
    for capability in claimed:
        yield _row(f"capability_score:{capability}", tally.capabilities[capability], tally, standard)
    if Capability.EXTRACTION in claimed:
        for name in tally.tier1_fields:
            yield _row(f"tier1:{name}", tally.tier1[name], tally, standard)
    rate, count = tally.hallucination_rate(any_repeat=standard.parameters.gates.hallucination_in_any_repeat)
    seen = _sampling(tally.case_ids, tally, standard)
    yield _decided("hallucination_rate", rate, count, tally.worst_hallucinated, standard, seen)
    yield _row("provenance_completeness", tally.provenance, tally, standard)
    if Capability.QA in claimed:
        yield _row("grounded_refusal_accuracy", tally.refusals, tally, standard)


def _row(gate: str, figure: Figure, tally: ContractTally, standard: EvalStandard) -> GateRow:
    seen = _sampling(figure.cases, tally, standard)
    return _decided(gate, figure.value, figure.count, figure.worst, standard, seen)


def _sampling(case_ids: set[str], tally: ContractTally, standard: EvalStandard) -> Sampling | None:
    return sampling_of(case_ids, tally.documents) if standard.parameters.clarifications.bounds else None


def _decided(
    gate: str,
    value: Fraction | None,
    count: int,
    worst: tuple[str, ...],
    standard: EvalStandard,
    sampling: Sampling | None,
) -> GateRow:
    limit = standard.threshold(gate)
    passed, reason = True, None
    if value is None:
        passed, reason = False, GateReason.NOTHING_EVALUATED
    elif not limit.is_met_by(value):
        passed, reason = False, GateReason.THRESHOLD_MISSED
    return GateRow(
        gate=gate,
        value=value,
        limit=limit,
        count=count,
        passed=passed,
        broken_by=worst if reason is GateReason.THRESHOLD_MISSED else (),
        reason=reason,
        sampling=sampling,
    )
