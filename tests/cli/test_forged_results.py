"""Results are not believed: whatever is changed in a file or in the store, no command passes it on as a verdict."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from tests.cli.terminal import call_on
from tests.runs.small_suite import answer, answers, forged, make_suite, write_lines

from loanproof.core import StoreFailed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Data = dict[str, Any]
    Edit = Callable[[Data], None]


call = call_on(200)


def low() -> list[Data]:
    refusal = {"answer": "The document does not contain information about the Availability Period."}
    return [answer("Q-1", at, output=refusal) for at in (1, 2, 3)] + [answer("Q-2", at) for at in (1, 2, 3)]


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    return make_suite(tmp_path / "suite", gates="contract, rubric", more="standard: eval-standards@1.0+r1\n")


def result(suite: Path, lines: list[Data], name: str = "result.json") -> Path:
    path = suite.parent / name
    call("score", suite, write_lines(suite.parent / "outputs.jsonl", lines), "--json", path)
    return path


def edited(path: Path, edit: Edit) -> Path:
    data = json.loads(path.read_bytes())
    edit(data)
    path.write_text(json.dumps(data))
    return path


def pass_all(data: Data) -> None:
    """Let a failed result say of itself that it is passed, in every place that says so."""
    for part in (data["contract"], data["rubric"]):
        part["passed"] = True
        for gate in part["gates"]:
            gate.update(passed=True, broken_by=[], reason=None)
    ready = {"release_ready": True, "failed_gates": [], "reasons": [], "exit_code": 0, "rca_required": False}
    data["verdict"].update(ready, remediation_required=False, remediation=[])


def unseal(data: Data) -> None:
    del data["run"]["seal"]


def lower_the_thresholds(data: Data) -> None:
    pass_all(data)
    for gate in data["contract"]["gates"]:
        gate["threshold"] = gate["value"] or 0.0


def raise_the_values(data: Data) -> None:
    pass_all(data)
    for gate in data["contract"]["gates"]:
        gate["value"] = gate["threshold"]


def keep_nothing(data: Data) -> None:
    pass_all(data)
    data["cases"] = []


def claim_nothing(data: Data) -> None:
    pass_all(data)
    data["contract"] = None


def leave_the_gates_out(data: Data) -> None:
    pass_all(data)
    data["contract"]["gates"] = []


def count_a_right_case_twice(data: Data) -> None:
    pass_all(data)
    data["cases"] = [case for case in data["cases"] if case["score"] == 1.0] * 2


def change_the_scores_of_cases(data: Data) -> None:
    for case in data["cases"]:
        case["score"] = case["score_before_override"] = 1.0


EDITS = [pass_all, lower_the_thresholds, raise_the_values, keep_nothing, claim_nothing, leave_the_gates_out]


@pytest.mark.parametrize("is_sealed", [True, False])
@pytest.mark.parametrize("edit", [*EDITS, count_a_right_case_twice, change_the_scores_of_cases])
@pytest.mark.parametrize("lines", [low(), forged()], ids=["low", "forged"])
def test_an_edited_file_is_refused_with_or_without_its_seal(
    suite: Path, edit: Edit, lines: list[Data], is_sealed: bool
) -> None:
    path = edited(result(suite, lines), edit)
    if not is_sealed:
        edited(path, unseal)
    for command in (("gate", path), ("report", path, "--certificate", suite / "c.html"), ("compare", path, path)):
        called = call(*command)
        assert called.exit_code != 0
        assert "contradicts" in str(called.exception)
    assert not (suite / "c.html").exists()


def test_the_head_of_a_good_run_over_the_cases_of_a_bad_one_is_refused(suite: Path) -> None:
    good = json.loads(result(suite, answers(), "good.json").read_bytes())
    bad = result(suite, forged(), "bad.json")
    edited(bad, lambda data: data.update({key: good[key] for key in good if key != "cases"}))
    assert "contradicts itself" in str(call("gate", bad).exception)
    edited(bad, unseal)
    assert "contradicts itself" in str(call("gate", bad).exception)


@pytest.mark.parametrize(
    "edit",
    [
        lambda data: data["run"].update(model_version="2026-11-01"),
        lambda data: data["verdict"].update(scope_words="everything"),
        lambda data: data["cases"][0]["items"][0].update(output_raw="another answer"),
    ],
    ids=["another model", "other words", "another answer"],
)
def test_what_no_figure_shows_breaks_the_seal(suite: Path, edit: Edit) -> None:
    path = edited(result(suite, answers()), edit)
    assert "is not what was sealed" in str(call("gate", path).exception)


def test_a_result_without_a_signature_is_decided_and_said_to_be_not_authenticated(suite: Path) -> None:
    path = result(suite, answers())
    gated = call("gate", path)
    assert gated.exit_code == 0
    assert "Not authenticated: no key signed this result; its gates were decided again from its cases." in gated.stdout
    page = suite / "certificate.html"
    assert call("report", path, "--certificate", page).exit_code == 0
    assert "NOT CERTIFIED" in page.read_text("utf-8")
    assert "✓ RELEASE-READY" not in page.read_text("utf-8")


def test_a_result_of_an_earlier_version_opens_and_says_that_it_is_not_authenticated(suite: Path) -> None:
    path = edited(result(suite, answers()), unseal)
    gated = call("gate", path)
    assert gated.exit_code == 0
    assert "Not authenticated: this result was written before results were sealed" in gated.stdout


def test_the_key_of_the_house_makes_a_certificate_of_a_file_and_of_a_stored_run(suite: Path, signing_key: str) -> None:
    stored = call("score", suite, write_lines(suite.parent / "o.jsonl", answers())).stdout.splitlines()[-1]
    for run in (result(suite, answers()), stored.removeprefix("Run ")):
        page = suite / "certificate.html"
        assert call("gate", run).exit_code == 0
        assert "authenticated" not in call("gate", run).stdout
        assert call("report", run, "--certificate", page).exit_code == 0
        assert "✓ RELEASE-READY" in page.read_text("utf-8")
        assert signing_key not in page.read_text("utf-8")
    assert signing_key not in result(suite, answers()).read_text("utf-8")


def test_where_a_key_is_named_nothing_without_its_signature_is_released(
    suite: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unsigned = result(suite, answers(), "unsigned.json")
    monkeypatch.setenv("LOANPROOF_SIGNING_KEY", "another key of the same house, of 2025")
    other = result(suite, answers(), "other.json")
    monkeypatch.setenv("LOANPROOF_SIGNING_KEY", "the key of the house, which is of 2026")
    for path, said in ((unsigned, "no key signed"), (other, "a key that is not at hand")):
        gated = call("gate", path)
        assert gated.exit_code == 1
        assert "NOT RELEASE-READY" in gated.stdout
        assert said in gated.stdout


def test_a_signature_cannot_be_replaced_by_a_digest(suite: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = result(suite, answers(), "good.json")  # sealed by somebody who does not hold the key
    monkeypatch.setenv("LOANPROOF_SIGNING_KEY", "the key of the house, which is of 2026")
    bad = result(suite, low(), "bad.json")
    written = json.loads(good.read_bytes())
    edited(bad, lambda data: data.update(written))
    assert call("gate", bad).exit_code == 1


def test_a_key_that_is_too_short_is_refused_and_not_shown(suite: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOANPROOF_SIGNING_KEY", "too-short")
    called = call("score", suite, write_lines(suite.parent / "outputs.jsonl", answers()))
    assert "openssl rand -hex 32" in str(called.exception)
    assert "too-short" not in str(called.exception)


@pytest.fixture
def stored(suite: Path) -> str:
    scored = call("score", suite, write_lines(suite.parent / "outputs.jsonl", low()))
    return scored.stdout.splitlines()[-1].removeprefix("Run ")


def update(store: Path, statement: str, *values: str) -> None:
    with closing(sqlite3.connect(store)) as database, database:
        assert database.execute(statement, values).rowcount


def test_an_edited_verdict_in_the_store_is_refused(stored: str, store: Path) -> None:
    with closing(sqlite3.connect(store)) as database:
        [(text,)] = database.execute("SELECT summary FROM ends")
    data = json.loads(text)
    pass_all(data)
    update(store, "UPDATE ends SET summary = ?", json.dumps(data))
    labels = store.parent / "labels.csv"
    labels.write_text("case_id,repeat,accuracy_score,faithfulness_score\n")
    analysis = ("--cause", "the index of the search was out of date", "--fix", "it was made anew", "--by", "A. Reader")
    for command in (
        ("gate", stored),
        ("explain", stored, "QA-001"),
        ("rca", stored, *analysis),
        ("judge", "calibrate", stored, labels),
    ):
        assert "contradicts itself" in str(call(*command).exception), command


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE run_totals SET status = 'release_ready' WHERE run_id = ?",
        "UPDATE run_totals SET finished = 'many' WHERE run_id = ?",
        "DELETE FROM run_totals WHERE run_id = ?",
        "UPDATE runs SET head = '[]' WHERE run_id = ?",
        "UPDATE runs SET options = '{}', mark = NULL WHERE run_id = ?",
        "UPDATE ends SET summary = '7' WHERE run_id = ?",
        "UPDATE ends SET summary = replace(summary, 'false', '\"true\"') WHERE run_id = ?",
        "UPDATE results SET capability = 'luck' WHERE run_id = ?",
        "UPDATE results SET result = '[' WHERE run_id = ?",
    ],
)
def test_a_store_edited_into_something_that_is_never_kept_is_no_fault_of_ours_and_hides_no_other_run(
    suite: Path, stored: str, store: Path, statement: str
) -> None:
    other = call("score", suite, write_lines(suite.parent / "o.jsonl", answers())).stdout.splitlines()[-1][4:]
    update(store, statement, stored)
    refused = call("gate", stored).exception
    assert isinstance(refused, StoreFailed), refused
    assert "in the store" in str(refused)
    for listed in (call("runs", "list"), call("runs", "list", "--json")):
        assert other in listed.stdout
        assert stored in listed.stdout or stored in str(listed.exception)
    assert call("gate", other).exit_code == 0


def test_edited_results_in_the_store_are_refused(stored: str, store: Path) -> None:
    update(store, 'UPDATE results SET result = replace(result, \'"hitl":"none"\', \'"hitl":"flag"\')')
    assert "is not what was sealed: its cases differ" in str(call("gate", stored).exception)


def test_edited_answers_in_the_store_are_not_scored_again(stored: str, store: Path) -> None:
    right = json.dumps(answer("Q-1", 2))
    of_it = "SELECT payload FROM samples WHERE case_id = 'Q-1' AND repeat_no = 2"
    update(store, f"UPDATE payloads SET content = ? WHERE digest IN ({of_it})", right)  # noqa: S608  # no value in it
    called = call("rescore", stored)
    assert called.exit_code != 0
    assert "the record of the sample Q-1" in str(called.exception)
    assert "was changed in the store after it was kept" in str(called.exception)


def test_edited_metadata_in_the_store_are_refused(stored: str, store: Path) -> None:
    update(store, "UPDATE runs SET head = replace(head, '2026-10-01', '2026-11-01')")
    assert "the record of the run" in str(call("rescore", stored).exception)


def test_a_hallucination_that_was_edited_away_still_bars_the_next_run(suite: Path, store: Path) -> None:
    outputs = write_lines(suite.parent / "outputs.jsonl", forged())
    assert call("score", suite, outputs).exit_code == 4
    update(store, "UPDATE ends SET summary = replace(summary, '\"rca_required\": true', '\"rca_required\": false')")
    called = call("score", suite, outputs)
    assert "was changed in the store" in str(called.exception)


def test_with_a_key_an_analysis_that_somebody_wrote_into_the_store_opens_no_gate(
    suite: Path, store: Path, signing_key: str
) -> None:
    outputs = write_lines(suite.parent / "outputs.jsonl", forged())
    run_id = call("score", suite, outputs).stdout.splitlines()[-1].removeprefix("Run ")
    columns = "run_id, at, suite_id, target, cause, fix, author"
    kept = "SELECT run_id, began, suite_id, target, 'x', 'y', 'mallory' FROM runs"
    update(store, f"INSERT INTO root_causes ({columns}) {kept}")
    said = "The analysis by 'mallory' is not signed with the key at hand, so it counts for nothing; record it again."
    gated = call("gate", run_id)
    assert gated.exit_code == 4
    assert said in gated.stdout
    assert "so it counts for nothing" in str(call("score", suite, outputs).exception)
    call("rca", run_id, "--cause", "The page was read without its header", "--fix", "Read it.", "--by", "A. Tan")
    gated = call("gate", run_id)
    assert (gated.exit_code, "mallory" in gated.stdout) == (1, False)
    assert signing_key not in gated.stdout


def test_answers_without_a_mark_are_scored_again_and_never_become_authentic(
    suite: Path, store: Path, signing_key: str
) -> None:
    scored = call("score", suite, write_lines(suite.parent / "outputs.jsonl", answers()))
    run_id = scored.stdout.splitlines()[-1].removeprefix("Run ")
    update(store, "UPDATE samples SET mark = NULL")
    rescored = call("rescore", run_id)
    assert "nothing shows that every kept answer is what the system gave" in rescored.stdout
    again = rescored.stdout.splitlines()[-1].removeprefix("Run ")
    assert call("gate", again).exit_code == 1
    assert call("gate", call("rescore", again).stdout.splitlines()[-1].removeprefix("Run ")).exit_code == 1
    assert signing_key not in rescored.stdout


def test_a_copy_that_report_writes_keeps_its_seal(stored: str, suite: Path, signing_key: str) -> None:
    copy = suite / "copy.json"
    run = call("score", suite, write_lines(suite.parent / "o.jsonl", forged())).stdout.splitlines()[-1][4:]
    call("rca", run, "--cause", "The page was read without its header", "--fix", "Read it.", "--by", "A. Tan")
    assert call("report", run, "--json", copy).exit_code == 0
    assert call("gate", copy).exit_code == call("gate", run).exit_code == 1
    assert signing_key
    assert stored
