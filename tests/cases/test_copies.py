"""Copies: a case that another one says already would count one answer twice, so check refuses it."""

from __future__ import annotations

import shutil
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from tests.runs.small_suite import CASES, NAME, answer, answers, make_suite, write_lines

from loanproof.cases import Severity, check_suite
from loanproof.core import FormatError
from loanproof.service import RecordedRequest, RunRequest, RunService
from loanproof.store import open_scratch_store

if TYPE_CHECKING:
    from pathlib import Path

COPY = CASES.partition("- id: Q-2")[0].replace("id: Q-1", "id: Q-9")


def with_copy(folder: Path, copy: str) -> Path:
    suite = make_suite(folder, more="standard: eval-standards@1.0+r2\n")
    (suite / "cases" / "more.yaml").write_text(copy, "utf-8")
    return suite


def copies(suite: Path) -> list[str]:
    return [one.problem.message for one in check_suite(suite).problems if "is a copy of" in one.problem.message]


@pytest.mark.parametrize(
    ("written", "changed"),
    [
        ("", ""),
        ("question: When does the", "question: When  DOES the"),
        ("  capability: qa\n", "  capability: qa\n  weight: 40\n  tags: [more]\n  notes: Another one.\n"),
        (NAME, "other.txt"),
    ],
    ids=["to the letter", "in other letters", "under another weight", "on a copy of the document"],
)
def test_a_copy_is_an_error_that_names_both_cases(tmp_path: Path, written: str, changed: str) -> None:
    suite = with_copy(tmp_path, COPY.replace(written, changed) if written else COPY)
    shutil.copy(suite / "documents" / NAME, suite / "documents" / "other.txt")
    [message] = copies(suite)
    assert message.startswith("Q-1 is a copy of Q-9 (")
    assert [one.severity for one in check_suite(suite).problems] == [Severity.ERROR]


@pytest.mark.parametrize(
    ("written", "changed"),
    [
        ("question: When does the Availability", "question: On which day does the Availability"),
        ("any: [31 March 2027]", "any: [31 March 2027, 2027-03-31]"),
        (NAME, "other.txt"),
    ],
    ids=["another question", "another expectation", "another document"],
)
def test_a_case_that_differs_in_what_counts_is_no_copy(tmp_path: Path, written: str, changed: str) -> None:
    suite = with_copy(tmp_path, COPY.replace(written, changed))
    text = (suite / "documents" / NAME).read_text("utf-8")
    (suite / "documents" / "other.txt").write_text(f"{text}\nSigned twice.\n", "utf-8")
    assert copies(suite) == []


def test_a_run_on_copies_is_refused_and_their_recorded_answers_do_not_count(tmp_path: Path) -> None:
    suite = with_copy(tmp_path / "suite", COPY)
    nine = [{**answer("Q-1", repeat), "case_id": "Q-9"} for repeat in (1, 2, 3)]
    outputs = write_lines(tmp_path / "outputs.jsonl", [*answers(), *nine])
    with closing(open_scratch_store()) as store:
        service = RunService(store=store)
        with pytest.raises(FormatError, match="is a copy of"):
            service.start(RunRequest(suite=suite, target=f"replay:{outputs}", code_version="1"))
        verdict = service.score_recorded(RecordedRequest(suite=suite, outputs=outputs)).head.verdict
    assert {"INCOMPLETE", "INVALID_GOLD"} <= set(verdict.reasons)
    assert verdict.exit_code == 3
