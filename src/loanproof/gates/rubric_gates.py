"""The four gates of the run rubric."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.gates.contract import GateReason
from loanproof.gates.rows import GateRow, Sampling

if TYPE_CHECKING:
    from fractions import Fraction

    from loanproof.rubric import RubricAggregates
    from loanproof.standards import RubricStandard

_OF_JUDGED = frozenset({"aggregate_score", "faithfulness_failure_rate"})
_NO_SHARE = frozenset({"latency_e2e_p95_ms"})


def decide_rubric_gates(
    aggregates: RubricAggregates,
    standard: RubricStandard,
    *,
    sampled: Sampling | None = None,
    judged: Sampling | None = None,
) -> tuple[GateRow, ...]:
    """Return one row for each gate of the rubric, in its order, over the pooled repeats.

    A null figure does not pass. One sample without latency or tokens fails every gate that depends on them, whatever
    the other samples reach: a limit that is not measured is not met.

    Args:
        aggregates: The figures of the run.
        standard: The rubric with its gates.
        sampled: The cases of the samples, if the contract asks for bounds (C-30).
        judged: The same for the judged samples.
    """
    seen = {gate: judged if gate in _OF_JUDGED else sampled for gate in type(standard.rubric.gates).model_fields}
    return tuple(_row(gate, aggregates, standard, None if gate in _NO_SHARE else one) for gate, one in seen.items())


def _row(gate: str, aggregates: RubricAggregates, standard: RubricStandard, sampling: Sampling | None) -> GateRow:
    value: Fraction | None = getattr(aggregates, gate)
    limit = standard.gate(gate)
    telemetry = standard.parameters.telemetry
    broken_by, reason = aggregates.broken_by[gate], None
    if aggregates.without_telemetry and gate in telemetry.failed_gates:
        broken_by, reason = aggregates.without_telemetry, telemetry.reason
    elif value is None:
        broken_by, reason = (), GateReason.NOTHING_EVALUATED
    elif not limit.is_met_by(value):
        reason = GateReason.THRESHOLD_MISSED
    return GateRow(
        gate=gate,
        value=value,
        limit=limit,
        count=aggregates.judged_count if gate in _OF_JUDGED else aggregates.sample_count,
        passed=reason is None,
        broken_by=() if reason is None else broken_by,
        reason=reason,
        sampling=sampling,
    )
