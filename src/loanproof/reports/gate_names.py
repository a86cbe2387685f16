"""Plain names for gates and capabilities; files for programs keep the ids."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from loanproof.core import Capability, plain_name

if TYPE_CHECKING:
    from collections.abc import Mapping

CAPABILITY_WORDS: Mapping[Capability, str] = MappingProxyType(
    {
        Capability.EXTRACTION: "extraction",
        Capability.COVENANTS: "covenants",
        Capability.BMT: "benchmark terms",
        Capability.QA: "questions",
        Capability.TASK: "tasks",
    }
)
_GATES = {
    **{f"capability_score:{capability}": f"{words} score" for capability, words in CAPABILITY_WORDS.items()},
    "hallucination_rate": "hallucination",
    "provenance_completeness": "complete citations",
    "grounded_refusal_accuracy": "grounded refusals",
    "aggregate_score": "rubric score",
    "pass_rate": "answers that pass",
    "faithfulness_failure_rate": "unfaithful answers",
    "latency_e2e_p95_ms": "latency (p95, ms)",
}
_REASONS = {
    "THRESHOLD_MISSED": "",  # the figure says so
    "LIMIT_MISSED": "",
    "NO_TELEMETRY": "answers, their times or their tokens are missing",
    "NOTHING_EVALUATED": "not measured",
}


def gate_name(gate: str) -> str:
    """Return the plain name of a gate: ``margin`` for ``tier1:margin``. An unknown id is spelled out."""
    known = _GATES.get(gate)
    return known if known is not None else plain_name(gate.removeprefix("tier1:"))


def reason_words(reason: str | None) -> str:
    """Say why a gate failed whatever its figure; empty if it is the figure. An unknown code is spelled out."""
    return "" if reason is None else _REASONS.get(reason, reason.lower().replace("_", " "))
