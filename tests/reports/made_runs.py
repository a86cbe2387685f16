"""Runs made by hand: results that no scorer had to make, so that a report can be shown anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from loanproof.runs import ResultCase, ResultHead

SENTENCE = '"Margin" means 2.50 per cent. per annum.'


@dataclass(frozen=True)
class HeldRun:
    """A run that is held in memory."""

    head: ResultHead
    held: tuple[ResultCase, ...]

    def cases(self) -> Iterator[ResultCase]:
        return iter(self.held)

    def case(self, case_id: str, repeat: int) -> ResultCase | None:
        return next((one for one in self.held if (one.case_id, one.repeat) == (case_id, repeat)), None)


def evidence(**changes: Any) -> dict[str, Any]:
    return {
        "document": "pine.txt",
        "page": 1,
        "section": "1.1",
        "match": "altered",
        "folds": [],
        "differs": [
            {"expected": "2.50", "found": "2.25", "token_class": "percentage", "stands_elsewhere": False},
        ],
        "snippet": SENTENCE,
        "citation_class": "FAKE",
        "reason": "QUOTE_FORGED",
        "message": "The quote alters a passage.",
        "cited": {"document": "pine.txt", "page": "1", "section": "1.1", "quote": SENTENCE.replace("2.50", "2.25")},
        "file_match": "exact",
        "page_match": "exact",
        "section_match": "exact",
    } | changes


def item(name: str = "margin", label: str = "correct", **changes: Any) -> dict[str, Any]:
    score = {"correct": 1.0, "semantic_match": 0.75, "partial": 0.5}.get(label, 0.0)
    return {
        "item": name,
        "tranche": None,
        "extra": False,
        "tier": 1,
        "weight": 3.0,
        "label": label,
        "score": score,
        "value_label": label,
        "provenance_score": 1.0,
        "citation_class": "OK",
        "provenance_parts": None,
        "confidence": 0.95,
        "confidence_level": "HIGH",
        "hitl": "none",
        "expected_raw": "2.50 per cent. per annum",
        "expected_canonical": "2.5 percent",
        "output_raw": "2.25 per cent. per annum",
        "output_canonical": "2.25 percent",
        "reasons": [{"code": "EXACT", "ruling": None, "message": "As the document says."}],
        "evidence": [],
    } | changes


def case(case_id: str, *items: dict[str, Any], repeat: int = 1, **changes: Any) -> ResultCase:
    weights = sum(one["weight"] for one in items) or 1.0
    score = sum(one["score"] * one["weight"] for one in items) / weights
    invented = any(one["label"] == "hallucination" for one in items)
    data: dict[str, Any] = {
        "case_id": case_id,
        "repeat": repeat,
        "capability": "extraction",
        "score": 0.0 if invented else score,
        "score_before_override": score,
        "hallucination": invented,
        "answered": True,
        "weight": 1.0,
        "expects_refusal": False,
        "items": items,
        "findings": [],
        "diagnostics": {},
        "sample": {"latency_e2e_ms": 812.4, "total_tokens": 3432, "input_tokens": 3012, "passed": True},
    }
    return ResultCase.model_validate(data | changes)


def gate(name: str, value: float | None, threshold: float, *, passed: bool, **changes: Any) -> dict[str, Any]:
    return {
        "gate": name,
        "value": value,
        "comparison": ">=",
        "threshold": threshold,
        "count": 2,
        "passed": passed,
        "broken_by": [] if passed else ["EX-2"],
        "reason": None if passed else "THRESHOLD_MISSED",
    } | changes


def head(*, ready: bool = False, gates: Iterable[dict[str, Any]] = (), **run: Any) -> ResultHead:
    diagnostics = dict.fromkeys(
        "silent_error_rate over_escalation_rate hitl_catch_rate ece over_refusal_rate item_hallucination_rate "
        "provenance_mean provenance_file provenance_place provenance_quote".split()
    )
    held = list(gates) or [
        gate("capability_score:extraction", 0.6, 0.85, passed=ready),
        gate("tier1:margin", 0.9, 0.7, passed=True),
    ]
    failed = [one["gate"] for one in held if not one["passed"]]
    return ResultHead.model_validate(
        {
            "run": {
                "run_id": "run-1",
                "timestamp_utc": "2026-11-01T10:00:00Z",
                "dataset_id": "pine",
                "dataset_version_or_hash": "1.0.0",
                "dataset_hash": "sha256:aa",
                "outputs_hash": "sha256:bb",
                "model_id": "house/reader",
                "model_version": "2026-10-01",
                "standard": "eval-standards@1.0",
                "standard_hash": "sha256:cc",
                "repeats": 1,
            }
            | run,
            "contract": {
                "capabilities": {"extraction": 0.6},
                "tier1_fields": {"margin": 0.9},
                "hallucination_rate": 0.0,
                "provenance_completeness": 1.0,
                "grounded_refusal_accuracy": None,
                "diagnostics": diagnostics | {"capabilities_unweighted": {"extraction": 0.6}, "cases": {}},
                "gates": held,
                "passed": ready,
                "samples": 2,
                "unanswered": 0,
            },
            "rubric": None,
            "verdict": {
                "release_ready": ready,
                "scope": ["contract"],
                "scope_words": "contract only",
                "failed_gates": failed,
                "reasons": ["GATE_FAILED"] if failed else [],
                "missing_metadata": [],
                "rca_required": False,
                "remediation_required": bool(failed),
                "remediation": [
                    {"gate": one["gate"], "value": one["value"], "threshold": one["threshold"], "worst_cases": ["EX-2"]}
                    for one in held
                    if not one["passed"]
                ],
                "exit_code": 0 if ready else 1,
            },
        }
    )


def run(*cases: ResultCase, **changes: Any) -> HeldRun:
    return HeldRun(head=head(**changes), held=cases)


def forged() -> HeldRun:
    """Return a run of one right case and one whose quote is forged."""
    reasons = [{"code": "QUOTE_FORGED", "ruling": "A-63", "message": "The quote says 2.25."}]
    invented = item("margin", "hallucination", evidence=[evidence()], reasons=reasons)
    return run(case("EX-1", item(), item("borrower")), case("EX-2", invented, item("borrower")))
