"""A suite of two questions about a two-page agreement, and recorded answers to them, all written by hand."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from loanproof.runs import StoredRun
from loanproof.service import RecordedRequest, RunService, watch_nothing
from loanproof.store import open_scratch_store

if TYPE_CHECKING:
    from loanproof.runs import ResultCase, ResultHead
    from loanproof.service import Watch

NAME = "pine-facility-agreement.txt"
DOCUMENT = """FACILITY AGREEMENT

1. DEFINITIONS

1.1 Definitions

"Availability Period" means the period from the date of this Agreement to and including 31 March 2027.

"Termination Date" means 15 March 2031.
\f2. THE FACILITY

2.1 The Facility

The Lenders make available to the Borrower a term loan facility in an aggregate amount of USD 120,000,000.
"""
SUITE = """id: pine
version: 1.0.0
gates: [{gates}]
{more}"""
CASES = f"""- id: Q-1
  capability: qa
  document: {NAME}
  question: When does the Availability Period end?
  expected:
    topic: the Availability Period
    facts: [{{any: [31 March 2027]}}]
    citations: [{{page: 1, section: "1.1", quote: "to and including 31 March 2027"}}]
- id: Q-2
  capability: qa
  document: {NAME}
  question: How much is the arrangement fee?
  expected: {{answerable: false, topic: the arrangement fee, topic_terms: [arrangement]}}
"""
QUOTE = "the period from the date of this Agreement to and including 31 March 2027"
RUN = {
    "run": {
        "model_id": "m",
        "model_version": "2026-10-01",
        "code_version": "4f2c1ab",
        "prompt_template_id": "p",
        "prompt_template_version_or_hash": "3",
        "generation_params": {"temperature": 0, "top_p": 1, "max_tokens": 1024, "seed": 42},
    }
}


def make_suite(folder: Path, *, gates: str = "contract", more: str = "") -> Path:
    (folder / "cases").mkdir(parents=True)
    (folder / "documents").mkdir()
    (folder / "suite.yaml").write_text(SUITE.format(gates=gates, more=more), encoding="utf-8")
    (folder / "cases" / "questions.yaml").write_text(CASES, encoding="utf-8")
    (folder / "documents" / NAME).write_text(DOCUMENT, encoding="utf-8")
    return folder


def answer(case_id: str, repeat: int, **changes: Any) -> dict[str, Any]:
    """Return the line of a right answer; ``changes`` replace keys of the line."""
    right = {
        "Q-1": {
            "capability": "qa",
            "answer": "The Availability Period ends on 31 March 2027.",
            "confidence": 0.97,
            "provenance": [{"document": NAME, "page": 1, "section": "1.1", "quote": QUOTE}],
        },
        "Q-2": {
            "capability": "qa",
            "answer": "The document does not contain information about the arrangement fee.",
            "confidence": 0.97,
        },
    }
    telemetry = {"latency_e2e_ms": 800, "latency_model_ms": 700, "input_tokens": 100, "output_tokens": 20}
    return {"case_id": case_id, "repeat": repeat, "output": right[case_id], **telemetry, **changes}


def answers(repeats: int = 3) -> list[dict[str, Any]]:
    return [answer(case_id, repeat) for repeat in range(1, repeats + 1) for case_id in ("Q-1", "Q-2")]


def forged() -> list[dict[str, Any]]:
    """Return right answers but for one, whose quote names a date that does not appear."""
    lines = answers()
    lines[2] = answer("Q-1", 2)
    lines[2]["output"]["provenance"][0]["quote"] = QUOTE.replace("2027", "2028")
    return lines


def write_lines(path: Path, lines: list[dict[str, Any]], *, run: dict[str, Any] | None = RUN) -> Path:
    texts = [json.dumps(line) for line in ([] if run is None else [run]) + lines]
    path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return path


def score_outputs(
    suite: Path, outputs: Path, *, watch: Watch = watch_nothing, cache_folder: Path | None = None
) -> tuple[ResultHead, list[ResultCase]]:
    """Score recorded outputs against a suite; nothing is kept."""
    with closing(open_scratch_store()) as store:
        service = RunService(store=store, keeps=False, watch=watch, cache_folder=cache_folder)
        reader = StoredRun(store, service.score_recorded(RecordedRequest(suite=suite, outputs=outputs)).run_id)
        return reader.head, list(reader.cases())
