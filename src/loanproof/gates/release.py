"""The verdict: whether a run may be released, and if not, every reason why not."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from loanproof.cases import GateSet

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from loanproof.core import Capability
    from loanproof.gates.contract import ContractVerdict
    from loanproof.gates.rows import GateRow
    from loanproof.standards import EvalStandard

_WORST_CASES = 10


class ReleaseReason(StrEnum):
    """Why a run is not release-ready; failed gates are listed by name elsewhere."""

    GATE_FAILED = "GATE_FAILED"
    NO_GATES = "NO_GATES"
    NOTHING_EVALUATED = "NOTHING_EVALUATED"
    INCOMPLETE = "INCOMPLETE"
    INVALID_GOLD = "INVALID_GOLD"
    UNDECIDED_GOLD = "UNDECIDED_GOLD"
    RUBRIC_NOT_EVALUATED = "RUBRIC_NOT_EVALUATED"
    ROOT_CAUSE_MISSING = "ROOT_CAUSE_MISSING"
    METADATA_MISSING = "METADATA_MISSING"
    CLAIM_WITHOUT_CASES = "CLAIM_WITHOUT_CASES"
    TOO_FEW_REPEATS = "TOO_FEW_REPEATS"
    TOO_FEW_CASES = "TOO_FEW_CASES"
    FILTERED = "FILTERED"
    FLOATING = "FLOATING"
    DRAFT_STANDARD = "DRAFT_STANDARD"
    NOT_AUTHENTICATED = "NOT_AUTHENTICATED"  # only for a run that is read back: its origin must be proved


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFacts:
    """What a release depends on besides the gates.

    Attributes:
        evaluated: How many samples were answered and evaluated.
        unanswered: How many samples have no answer, or could not be scored or evaluated.
        has_invalid_gold: Whether the gold of a case contradicts its documents.
        has_undecided_gold: Whether a case of the suite has a field that nobody has decided yet.
        repeats: How often every case was asked.
        least_repeats: How often it must be asked at least; 1 where variance does not matter.
        missing_metadata: The names of required metadata that are missing.
        untested: What the suite claims but no sample covers.
        is_filtered: Whether cases of the suite were left out.
        is_floating: Whether a model without a fixed version was allowed.
        has_root_cause: Whether a root-cause analysis of this run's hallucinations is on record.
    """

    evaluated: int
    unanswered: int
    repeats: int
    least_repeats: int
    has_invalid_gold: bool = False
    has_undecided_gold: bool = False
    missing_metadata: tuple[str, ...] = ()
    untested: tuple[Capability, ...] = ()
    is_filtered: bool = False
    is_floating: bool = False
    has_root_cause: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Remediation:
    """A missed threshold of the contract that needs remediation, with the worst cases to start from."""

    row: GateRow
    worst_cases: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a run may be released.

    Attributes:
        scope: The requested verdicts.
        scope_words: The same in words; without the rubric it says that only the contract was applied.
        failed_gates: The ids of the gates that were not passed, those of the contract first.
        reasons: Every reason, each once, in a fixed order; empty when the run is release-ready.
        rca_required: Whether a hallucination demands a root-cause analysis before the next run.
        remediation: One entry for each missed threshold of the contract.
    """

    release_ready: bool
    scope: tuple[GateSet, ...]
    scope_words: str
    failed_gates: tuple[str, ...]
    reasons: tuple[ReleaseReason, ...]
    rca_required: bool
    remediation: tuple[Remediation, ...]

    @property
    def remediation_required(self) -> bool:
        """Whether a remediation sprint is due before a release."""
        return bool(self.remediation)

    @property
    def exit_code(self) -> int:
        """The exit code of a command that shows this verdict: 3 incomplete, 4 no root cause, 1 not ready, 0 ready."""
        return exit_code_of(self.reasons)


def exit_code_of(reasons: Collection[str]) -> int:
    """Return the exit code for the reasons against a release; 0 if there are none."""
    if ReleaseReason.INCOMPLETE in reasons or ReleaseReason.NOTHING_EVALUATED in reasons:
        return 3
    if ReleaseReason.ROOT_CAUSE_MISSING in reasons:
        return 4
    return 1 if reasons else 0


def decide_release(
    *,
    contract: ContractVerdict | None,
    rubric: Sequence[GateRow],
    scope: tuple[GateSet, ...],
    facts: RunFacts,
    standard: EvalStandard,
) -> Verdict:
    """Decide whether a run may be released: at least one gate in scope, all passed, and nothing else against it.

    Args:
        contract: The gates of the contract; ``None`` if the suite claims no loan capability.
        rubric: The gates of the rubric; empty if it was not evaluated, which fails a suite that needs it.
        scope: The verdicts that a release of this suite needs.
        facts: What else a release depends on.
        standard: The contract: whether a hallucination needs a root cause, and what a verdict without the rubric is.
    """
    held = contract.gates if contract is not None and GateSet.CONTRACT in scope else ()
    rows = [*held, *(rubric if GateSet.RUBRIC in scope else ())]
    failed = tuple(row.gate for row in rows if not row.passed)
    needs_cause = standard.contract.hallucination.root_cause_before_rerun
    needs_cause = needs_cause and contract is not None and contract.has_hallucination
    is_unjudged = GateSet.RUBRIC in scope and not rubric
    holds = {
        ReleaseReason.GATE_FAILED: bool(failed),
        ReleaseReason.NO_GATES: not rows and not is_unjudged,
        ReleaseReason.NOTHING_EVALUATED: not facts.evaluated,
        ReleaseReason.INCOMPLETE: facts.unanswered > 0,
        ReleaseReason.INVALID_GOLD: facts.has_invalid_gold,
        ReleaseReason.UNDECIDED_GOLD: facts.has_undecided_gold,
        ReleaseReason.RUBRIC_NOT_EVALUATED: is_unjudged,
        ReleaseReason.ROOT_CAUSE_MISSING: needs_cause and not facts.has_root_cause,
        ReleaseReason.METADATA_MISSING: bool(facts.missing_metadata),
        ReleaseReason.CLAIM_WITHOUT_CASES: bool(facts.untested),
        ReleaseReason.TOO_FEW_REPEATS: facts.repeats < facts.least_repeats,
        ReleaseReason.TOO_FEW_CASES: contract is not None and bool(contract.too_few),
        ReleaseReason.FILTERED: facts.is_filtered,
        ReleaseReason.FLOATING: facts.is_floating,
        ReleaseReason.DRAFT_STANDARD: standard.identity.draft,
    }
    reasons = tuple(reason for reason, does_hold in holds.items() if does_hold)
    return Verdict(
        release_ready=not reasons,
        scope=scope,
        scope_words=_words(scope, standard),
        failed_gates=failed,
        reasons=reasons,
        rca_required=needs_cause,
        remediation=tuple(_remediation(row) for row in held if not row.passed),
    )


def _words(scope: tuple[GateSet, ...], standard: EvalStandard) -> str:
    if GateSet.RUBRIC not in scope:
        return standard.parameters.release.without_rubric
    return " and ".join(scope) if len(scope) > 1 else "rubric only"


def _remediation(row: GateRow) -> Remediation:
    return Remediation(row=row, worst_cases=row.broken_by[:_WORST_CASES])
