"""``loanproof judge calibrate`` prints how people and judge agree, and for which judge that holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from loanproof.cli.app import main
from loanproof.cli.judge import command

HEAD = "case_id,repeat,accuracy_score,faithfulness_score\n"
RUN = {
    "run_id": "r-1",
    "timestamp_utc": "2026-11-15T00:00:00Z",
    "dataset_id": "loan-core",
    "dataset_version_or_hash": "1.0.0",
    "evaluator_model_id": "house/judge",
    "evaluator_model_version": "2026-10-01",
    "evaluator_prompt_template_version_or_hash": "sha256:0171",
    "standard": "eval-standards@1.0",
    "standard_hash": "sha256:00",
    "rubric": "evaluation-rubric@1.0",
}
VERDICT = {
    "release_ready": False,
    "scope": ["contract", "rubric"],
    "scope_words": "contract and rubric",
    "failed_gates": [],
    "reasons": ["FILTERED"],
    "missing_metadata": [],
    "rca_required": False,
    "remediation_required": False,
    "remediation": [],
    "exit_code": 1,
}
CASE = {
    "repeat": 1,
    "capability": "task",
    "score": None,
    "score_before_override": None,
    "hallucination": False,
    "answered": True,
    "weight": 1.0,
    "expects_refusal": False,
    "items": [],
    "findings": [],
    "diagnostics": {},
}


def case(case_id: str, accuracy: int | None, faithfulness: int | None, **more: Any) -> dict[str, Any]:
    sample = {"accuracy_score": accuracy, "faithfulness_score": faithfulness, "timed_out": more.pop("timed_out", False)}
    return {**CASE, "case_id": case_id, "sample": sample, **more}


@pytest.fixture
def write_run(tmp_path: Path) -> Any:
    def write(*cases: dict[str, Any]) -> str:
        path = tmp_path / "result.json"
        data = {"run": RUN, "cases": list(cases), "contract": None, "rubric": None, "verdict": VERDICT}
        path.write_text(json.dumps(data))
        return str(path)

    return write


def calibrate(run: str, labels: str, folder: Path) -> str:
    file = folder / "labels.csv"
    file.write_text(HEAD + labels)
    result = CliRunner().invoke(command, ["calibrate", run, str(file)])
    assert result.exit_code == 0, result.output
    return result.output


def test_enough_labels_print_agreement_kappa_and_table_for_this_judge(write_run: Any, tmp_path: Path) -> None:
    scores = [(2, 2), (1, 2), (0, 0)] * 20
    run = write_run(*(case(f"C-{at}", accuracy, faith) for at, (accuracy, faith) in enumerate(scores)))
    labels = "".join(f"C-{at},1,{accuracy},{faith}\n" for at, (accuracy, faith) in enumerate(scores))
    printed = calibrate(run, labels, tmp_path)
    assert printed.splitlines()[:3] == [
        "CALIBRATED (labels compared: 60, needed: 50)",
        "Judge   house/judge @ 2026-10-01",
        "Prompt  sha256:0171",
    ]
    assert "accuracy_score: agreement 1.000, kappa 1.000 (95 %: 1.000 to 1.000)" in printed
    rows = [line.split() for line in printed.splitlines()]
    assert ["0", "20", "0", "0"] in rows
    assert ["1", "0", "20", "0"] in rows
    assert ["2", "0", "0", "40"] in rows


def test_few_labels_leave_the_judge_uncalibrated(write_run: Any, tmp_path: Path) -> None:
    printed = calibrate(write_run(case("C-1", 2, 2), case("C-2", 1, 2)), "C-1,1,2,2\nC-2,1,2,2\n", tmp_path)
    assert printed.startswith("UNCALIBRATED (labels compared: 2, needed: 50)\n")
    # people give 2 and 2, the judge 2 and 1: nothing that chance would not give
    assert "accuracy_score: agreement 0.500, kappa 0.000" in printed
    assert "faithfulness_score: agreement 1.000, kappa undefined (all scores are the same)" in printed


def test_samples_without_a_judgement_are_left_out(write_run: Any, tmp_path: Path) -> None:
    run = write_run(
        case("C-1", None, None), case("C-2", 0, 2, timed_out=True), case("C-3", 0, 2, answered=False), case("C-4", 2, 2)
    )
    printed = calibrate(run, "C-1,1,2,2\nC-2,1,0,2\nC-3,1,0,2\nC-4,1,2,2\n", tmp_path)
    assert "Left out, for the judge gave no scores: 3" in printed
    assert printed.startswith("UNCALIBRATED (labels compared: 1,")


def test_no_labels_compare_nothing(write_run: Any, tmp_path: Path) -> None:
    assert "accuracy_score: nothing to compare" in calibrate(write_run(case("C-1", 2, 2)), "", tmp_path)


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ("C-9,1,2,2\n", ":2: the run has no case 'C-9' in repeat 1."),
        ("C-1,1,2,two\n", ":2: faithfulness_score must be one of 0, 1, 2, not 'two'."),
    ],
)
def test_wrong_labels_exit_with_2_and_name_the_line(
    labels: str, expected: str, write_run: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "labels.csv"
    file.write_text(HEAD + labels)
    with pytest.raises(SystemExit) as exited:
        main(["judge", "calibrate", write_run(case("C-1", 2, 2)), str(file)])
    assert exited.value.code == 2
    assert f"error: {file}{expected}" in capsys.readouterr().err
