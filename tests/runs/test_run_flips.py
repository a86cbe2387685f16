"""The figures that decide about a whole run are read from the standards: with another value it is decided otherwise."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.conformance.flipping import flipped
from tests.runs.small_suite import make_suite
from tests.tables import load_table

from loanproof.cases import load_suite
from loanproof.core import Signer, UsageError
from loanproof.runs.deciding import Claims, RunTally
from loanproof.runs.result import ResultRun
from loanproof.runs.root_causes import record_root_cause
from loanproof.standards import EvalStandard, RubricStandard, load_contract, load_rubric

FLIPS: list[dict[str, Any]] = load_table(Path(__file__).parent / "run_flips.yaml")
TOLD = {
    "run_id": "r-1",
    "timestamp_utc": "2026-01-01T00:00:00Z",
    "dataset_id": "pine",
    "dataset_version_or_hash": "1.0.0",
    "model_id": "m-latest",
    "evaluator_model_id": "contract",
    "evaluator_model_version": "1.0",
    "prompt_template_id": "p",
    "prompt_template_version_or_hash": "3",
    "evaluator_prompt_template_version_or_hash": "e",
    "generation_params": {"temperature": 0, "top_p": 1, "max_tokens": 1024},
    "code_version": "c",
    "environment": {"region": "local"},
    "standard": "eval-standards@1.0",
    "standard_hash": "h",
    "repeats": 2,
}


@pytest.mark.parametrize("flip", FLIPS, ids=lambda flip: flip["path"])
def test_another_value_decides_a_run_otherwise(flip: dict[str, Any], tmp_path: Path) -> None:
    standard, rubric = load_contract("eval-standards@1.0"), load_rubric("evaluation-rubric@1.0")
    make_suite(tmp_path / "suite")
    before = _seen(flip["sees"], tmp_path, standard, rubric)
    if flip["path"].startswith("parameters."):
        standard = flipped(standard, flip["path"], flip["value"])
    else:
        rubric = flipped(rubric, flip["path"], flip["value"])
    assert (before, _seen(flip["sees"], tmp_path, standard, rubric)) == (str(flip["before"]), str(flip["after"]))
    assert flip["before"] != flip["after"]


def _seen(sees: str, folder: Path, standard: EvalStandard, rubric: RubricStandard) -> str:
    if sees == "root cause":
        return _cause("Page twelve missing", standard)
    tally = RunTally(Claims.of(load_suite(folder / "suite")), standard, rubric)
    verdict = tally.decide(ResultRun.model_validate(TOLD)).verdict
    return ", ".join(verdict.missing_metadata) if sees == "missing" else str(sees in verdict.reasons)


def _cause(cause: str, standard: EvalStandard) -> str:
    """Return the cause that is kept for a run with a hallucination, or why none is."""
    store: Any = SimpleNamespace(save_root_cause=lambda _: None, signer=Signer())
    manifest = SimpleNamespace(run_id="r-1", suite_id="pine", target="m")
    row: Any = SimpleNamespace(manifest=manifest, summary={"verdict": {"rca_required": True}})
    try:
        return record_root_cause(store, row, standard, cause=cause, fix="Read it.", by="A. Tan").cause
    except UsageError as error:
        return error.problem.message
