"""From gates and verdict to their parts of the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.runs.case_results import double
from loanproof.runs.result import (
    ResultContract,
    ResultDiagnostics,
    ResultGate,
    ResultMachineVerdict,
    ResultRemediation,
    ResultTwins,
    ResultVerdict,
)
from loanproof.runs.result_case import ResultFailedSample

if TYPE_CHECKING:
    from loanproof.gates import ContractVerdict, Diagnostics, GateRow, TwinFigures, Verdict


def result_of_gate(row: GateRow) -> ResultGate:
    """Return one gate for the result."""
    return ResultGate(
        gate=row.gate,
        value=double(row.value),
        comparison=row.limit.comparison.value,
        threshold=float(row.limit.value),
        count=row.count,
        passed=row.passed,
        broken_by=row.broken_by,
        reason=row.reason,
        bound=row.bound,
        cases=None if row.sampling is None else row.sampling.cases,
        documents=None if row.sampling is None else row.sampling.documents,
    )


def result_of_contract(contract: ContractVerdict) -> ResultContract:
    """Return the figures and gates of the contract for the result."""
    return ResultContract(
        capabilities={name: double(value) for name, value in contract.capabilities.items()},
        tier1_fields={name: double(value) for name, value in contract.tier1_fields.items()},
        hallucination_rate=double(contract.hallucination_rate),
        provenance_completeness=double(contract.provenance_completeness),
        grounded_refusal_accuracy=double(contract.grounded_refusal_accuracy),
        diagnostics=_diagnostics(contract.diagnostics),
        gates=tuple(result_of_gate(row) for row in contract.gates),
        passed=contract.passed,
        samples=contract.samples,
        unanswered=contract.unanswered,
    )


def result_of_twins(found: TwinFigures) -> ResultTwins:
    """Return the figures of twins for the result."""
    return ResultTwins(n=found.n, follows=double(found.follows), holds=double(found.holds))


def result_of_verdict(
    verdict: Verdict,
    missing_metadata: tuple[str, ...],
    *,
    too_few: tuple[str, ...],
    samples: int,
    unanswered: int,
    failed: int,
    failures: tuple[ResultFailedSample, ...],
    undecided: int,
    without_overrides: ResultMachineVerdict | None,
) -> ResultVerdict:
    """Return the verdict for the result, with the number of samples of any capability it rests on."""
    return ResultVerdict(
        release_ready=verdict.release_ready,
        scope=verdict.scope,
        scope_words=verdict.scope_words,
        failed_gates=verdict.failed_gates,
        reasons=verdict.reasons,
        missing_metadata=missing_metadata,
        too_few=too_few,
        rca_required=verdict.rca_required,
        remediation_required=verdict.remediation_required,
        remediation=tuple(
            ResultRemediation(
                gate=one.row.gate,
                value=double(one.row.value),
                threshold=float(one.row.limit.value),
                worst_cases=one.worst_cases,
            )
            for one in verdict.remediation
        ),
        exit_code=verdict.exit_code,
        samples=samples,
        unanswered=unanswered,
        failed=failed,
        failures=failures,
        undecided=undecided,
        without_overrides=without_overrides,
    )


def _diagnostics(found: Diagnostics) -> ResultDiagnostics:
    return ResultDiagnostics(
        silent_error_rate=double(found.silent_error_rate),
        over_escalation_rate=double(found.over_escalation_rate),
        hitl_catch_rate=double(found.hitl_catch_rate),
        ece=double(found.ece),
        over_refusal_rate=double(found.over_refusal_rate),
        item_hallucination_rate=double(found.item_hallucination_rate),
        provenance_mean=double(found.provenance_mean),
        provenance_file=double(found.provenance_file),
        provenance_place=double(found.provenance_place),
        provenance_quote=double(found.provenance_quote),
        capabilities_unweighted={name: double(value) for name, value in found.capabilities_unweighted.items()},
        cases={
            capability: {name: double(value) for name, value in named.items()}
            for capability, named in found.cases.items()
        },
    )
