"""Recorded outputs against a suite: every sample once, in order, and what is missing is said."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from platform import python_version
from typing import Any

import pytest
from tests.runs.small_suite import NAME, RUN, answer, answers, forged, make_suite, score_outputs, write_lines

from loanproof import __version__
from loanproof.core import FileError, FormatError, lexicon_hash
from loanproof.reports import verdict_notes
from loanproof.runs import ResultCase, ResultHead, ResultLoanproof, ResultRulings
from loanproof.service import Event, Progress, Watch, watch_nothing


@dataclass(frozen=True, slots=True)
class Scored:
    head: ResultHead
    cases: list[ResultCase]

    @property
    def order(self) -> list[tuple[str, int]]:
        return [(case.case_id, case.repeat) for case in self.cases]


TOUCHING = tuple(f"C-{number}" for number in (16, 22, *range(31, 38)))


def score(folder: Path, lines: list[dict[str, Any]], *, suite: Path | None = None, **options: Any) -> Scored:
    suite = suite or make_suite(folder / "suite")
    outputs = write_lines(folder / "outputs.jsonl", lines, **options)
    return scored(suite, outputs)


def scored(suite: Path, outputs: Path, watch: Watch = watch_nothing) -> Scored:
    return Scored(*score_outputs(suite, outputs, watch=watch))


def test_right_answers_with_all_metadata_are_release_ready(tmp_path: Path) -> None:
    found = score(tmp_path, answers())
    assert found.head.verdict.reasons == ()
    assert found.head.verdict.release_ready
    assert {case.score for case in found.cases} == {1.0}
    assert {item.label for case in found.cases for item in case.items} == {"correct", "grounded_refusal"}
    assert found.head.contract is not None
    assert found.head.contract.grounded_refusal_accuracy == 1.0


def test_how_a_document_was_read_is_said_once_for_the_run(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "suite")
    (suite / "documents" / f"{NAME}.truth.yaml").write_text("sections: [{id: '9'}, {id: '8', pages: [1, 1]}]\n")
    found = score(tmp_path, answers(), suite=suite)
    note = f"{NAME}: The truth file gives no pages for section 9, and it was not found in the text."
    assert [(one.code, one.message) for one in found.head.run.findings] == [("DOCUMENT_NOTE", note)]
    assert found.head.verdict.release_ready, "a note is not a reason against a release"
    assert note in verdict_notes(found.head)


def test_many_notes_are_counted_and_not_all_listed(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "suite")
    listed = ", ".join(f"{{id: '{number}'}}" for number in range(10, 40))
    (suite / "documents" / f"{NAME}.truth.yaml").write_text(f"sections: [{listed}]\n")
    findings = score(tmp_path, answers(), suite=suite).head.run.findings
    assert len(findings) == 21
    assert findings[-1].message == "There are 10 more notes on documents: loanproof check prints them all."


def test_the_order_of_the_result_is_that_of_the_cases_whatever_the_file_says(tmp_path: Path) -> None:
    found = score(tmp_path, answers()[::-1])
    assert found.order == [("Q-1", 1), ("Q-1", 2), ("Q-1", 3), ("Q-2", 1), ("Q-2", 2), ("Q-2", 3)]


MISSING = {
    "left out": (None, "No answer was recorded."),
    "error": ({"output": None, "error": "HTTP 500\nfrom the server"}, "an error: HTTP 500 from the server"),
    "timed out": ({"output": None, "timed_out": True}, "did not answer in time"),
}


@pytest.mark.parametrize(("change", "said"), MISSING.values(), ids=MISSING.keys())
def test_a_sample_without_an_answer_fails_is_recorded_and_leaves_the_run_incomplete(
    tmp_path: Path, change: dict[str, Any] | None, said: str
) -> None:
    lines = answers()
    lines[3:4] = [] if change is None else [answer("Q-2", 2, **change)]
    found = score(tmp_path, lines)
    missing = found.cases[4]
    assert (missing.case_id, missing.repeat, missing.answered, missing.score) == ("Q-2", 2, False, 0.0)
    [item] = missing.items
    assert (item.label, item.score, item.citation_class, item.provenance_score) == ("fail", 0.0, "NA", None)
    assert item.reasons[0].code == "NOT_ANSWERED"
    assert said in item.reasons[0].message
    assert found.head.verdict.exit_code == 3
    assert "INCOMPLETE" in found.head.verdict.reasons
    assert found.head.contract is not None
    assert found.head.contract.unanswered == 1
    # one of three refusals is missing, and one of six questions
    assert found.head.contract.grounded_refusal_accuracy == 2 / 3
    assert found.head.contract.capabilities == {"qa": 5 / 6}


def test_an_empty_file_answers_nothing_in_as_many_repeats_as_the_suite_asks_for(tmp_path: Path) -> None:
    found = score(tmp_path, [])
    assert len(found.cases) == 6
    assert found.head.verdict.exit_code == 3
    assert set(found.head.verdict.reasons) >= {"NOTHING_EVALUATED", "INCOMPLETE"}


def test_a_line_for_an_unknown_case_is_refused_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(FormatError) as caught:
        score(tmp_path, [*answers(), {"case_id": "Q-9", "repeat": 1, "output": {}}])
    assert (caught.value.problem.file, caught.value.problem.line) == (str(tmp_path / "outputs.jsonl"), 8)
    assert "'Q-9'" in caught.value.problem.message


def test_without_the_line_about_the_run_nothing_is_release_ready(tmp_path: Path) -> None:
    verdict = score(tmp_path, answers(), run=None).head.verdict
    assert (verdict.release_ready, verdict.reasons) == (False, ("METADATA_MISSING",))
    assert verdict.missing_metadata == (
        "model_id",
        "model_version",
        "prompt_template_id",
        "prompt_template_version_or_hash",
        "generation_params",
        "code_version",
    )


@pytest.mark.parametrize("blank", ["", "  ", "\t"])
def test_metadata_that_is_blank_is_missing(tmp_path: Path, blank: str) -> None:
    told = {"run": {**RUN["run"], "model_id": blank}}
    verdict = score(tmp_path, answers(), run=told).head.verdict
    assert (verdict.reasons, verdict.missing_metadata) == (("METADATA_MISSING",), ("model_id",))


@pytest.mark.parametrize(
    ("model", "version"), [("house/reader", "latest"), ("house/reader", " Latest "), ("house/reader-latest", "3")]
)
def test_a_recorded_model_under_a_floating_alias_is_never_released(tmp_path: Path, model: str, version: str) -> None:
    told = {"run": {**RUN["run"], "model_id": model, "model_version": version}}
    assert score(tmp_path, answers(), run=told).head.verdict.reasons == ("FLOATING",)


def test_fewer_than_three_repeats_are_too_few_unless_variance_does_not_matter(tmp_path: Path) -> None:
    verdict = score(tmp_path / "a", answers(2), suite=make_suite(tmp_path / "a" / "suite")).head.verdict
    assert verdict.reasons == ("TOO_FEW_REPEATS",)
    stable = make_suite(tmp_path / "b" / "suite", more="variance_sensitive: false\n")
    assert score(tmp_path / "b", answers(2), suite=stable).head.verdict.release_ready


@pytest.mark.parametrize(("repeats", "asked"), [(1, "asked once"), (2, "asked 2 times"), (3, None)])
def test_a_release_on_fewer_than_three_repeats_says_so_in_its_verdict(
    tmp_path: Path, repeats: int, asked: str | None
) -> None:
    suite = make_suite(tmp_path / "suite", more="variance_sensitive: false\n")
    head = score(tmp_path, answers(repeats), suite=suite).head
    told = [sentence for sentence in verdict_notes(head) if "variance_sensitive" in sentence]
    assert head.verdict.release_ready
    assert [str(asked) in one for one in told] == ([] if asked is None else [True])


def test_a_document_that_changes_while_it_is_used_ends_the_scoring(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "suite")
    (document,) = (suite / "documents").iterdir()
    outputs = write_lines(tmp_path / "outputs.jsonl", answers())

    def change(event: Event) -> None:
        if isinstance(event, Progress):
            document.write_text("Another agreement.", "utf-8")

    with pytest.raises(FileError, match="was changed while it was used"):
        scored(suite, outputs, watch=change)


def test_a_forged_quote_in_one_repeat_breaks_the_run(tmp_path: Path) -> None:
    found = score(tmp_path, forged())
    broken = found.cases[1]
    assert (broken.hallucination, broken.score, broken.items[0].label) == (True, 0.0, "hallucination")
    assert found.head.contract is not None
    assert found.head.contract.hallucination_rate == 0.5
    assert found.head.verdict.rca_required
    assert found.head.verdict.exit_code == 4
    assert [entry.worst_cases for entry in found.head.verdict.remediation if entry.gate == "hallucination_rate"] == [
        ("Q-1",)
    ]


def test_the_rubric_is_measured_by_the_contract_where_no_judge_is_named(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "suite", gates="contract, rubric")
    found = score(tmp_path, answers(), suite=suite)
    assert found.head.verdict.release_ready
    assert found.head.rubric is not None
    assert (found.head.rubric.accuracy_mean, found.head.rubric.latency_e2e_p95_ms) == (2.0, 800.0)
    assert (found.head.rubric.total_tokens, found.head.rubric.repeats.n) == (720, 3)
    sample = found.cases[0].sample
    assert sample is not None
    assert (sample.accuracy_score, sample.faithfulness_score, sample.total_tokens) == (2, 2, 120)


def test_a_task_has_no_score_and_leaves_the_run_incomplete_without_a_judge(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "suite")
    (suite / "cases" / "task.yaml").write_text("id: T-1\ncapability: task\ntask: Say hello.\n")
    lines = [*answers(), *({"case_id": "T-1", "repeat": at, "output": "Hello."} for at in (1, 2, 3))]
    found = score(tmp_path, lines, suite=suite)
    task = found.cases[-1]
    assert (task.case_id, task.score, task.score_before_override, task.items) == ("T-1", None, None, ())
    assert task.sample is not None
    assert task.sample.evaluator_error == "no_evaluator"
    assert found.head.contract is not None
    assert found.head.contract.samples == 6
    assert found.head.verdict.exit_code == 3


def test_what_a_suite_claims_without_a_case_fails_its_gate(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "suite", more="capabilities: [qa, bmt]\n")
    found = score(tmp_path, answers(), suite=suite)
    assert found.head.verdict.failed_gates == ("capability_score:bmt",)
    assert found.head.verdict.reasons == ("GATE_FAILED", "CLAIM_WITHOUT_CASES")


def test_a_claimed_task_without_a_case_is_not_released_though_it_has_no_gate(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "suite", more="capabilities: [qa, task]\n")
    verdict = score(tmp_path, answers(), suite=suite).head.verdict
    assert verdict.reasons == ("CLAIM_WITHOUT_CASES",)
    assert verdict.exit_code == 1


@pytest.mark.parametrize("claimed", ["task", "extraction", "covenants, bmt"])
def test_a_suite_that_claims_less_than_its_cases_hold_is_not_scored(tmp_path: Path, claimed: str) -> None:
    suite = make_suite(tmp_path / "suite", more=f"capabilities: [{claimed}]\n")
    with pytest.raises(FormatError, match="Q-1: the suite does not claim qa"):
        score(tmp_path, forged(), suite=suite)


def test_the_run_is_described_by_what_the_file_tells(tmp_path: Path) -> None:
    run = {
        "run": {"model_id": "m", "code_version": "abc123", "environment": {"region": "eu"}, "provider_snapshot": "s"}
    }
    described = score(tmp_path, answers(), run=run).head.run
    assert (described.dataset_id, described.dataset_version_or_hash) == ("pine", "1.0.0")
    assert (described.code_version, described.environment, described.provider_snapshot) == (
        "abc123",
        {"region": "eu"},
        "s",
    )
    assert described.generation_params is None
    assert described.standard == "eval-standards@1.0+r2"
    assert described.rulings == ResultRulings(revision="1.0+r2", hallucination_policy=TOUCHING, approved_by=())
    assert described.loanproof == ResultLoanproof(version=__version__, commit=None, lexicon_hash=lexicon_hash())


def test_where_outputs_were_scored_is_said_if_the_file_does_not_say_where_they_were_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOANPROOF_REGION", "eu-west")
    environment = score(tmp_path, answers(), run={"run": {"model_id": "m"}}).head.run.environment
    assert environment == {"region": "eu-west", "runtime": f"Python {python_version()}"}


def test_the_same_inputs_give_the_same_bytes_but_for_the_run(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "suite")
    outputs = write_lines(tmp_path / "outputs.jsonl", forged())
    written = []
    for seed in ("0", "4711"):
        path = tmp_path / f"result-{seed}.json"
        command = [sys.executable, "-m", "loanproof", "score", str(suite), str(outputs), "--json", str(path)]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        assert subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 4
        written.append(path.read_bytes().splitlines())
    first, second = written
    assert [line for line in first if not line.startswith(b'"run"')] == [
        line for line in second if not line.startswith(b'"run"')
    ]
    keys = json.loads(b"\n".join(first))
    assert list(keys) == sorted(keys)
