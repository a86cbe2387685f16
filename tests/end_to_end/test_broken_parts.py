"""A scorer, an evaluator or a rule of the linter that breaks is a record: the run is incomplete, the rest is done."""

from __future__ import annotations

import csv
import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from junitparser import Error, JUnitXml
from tests.end_to_end.recorded import Said, call, make_suite, perfect, write_lines

from loanproof import __version__
from loanproof.core import FileError

pytestmark = pytest.mark.usefixtures("breakable")
FAULT = "this is a fault of Loanproof, not of the system under test"
When = Callable[..., bool]


def always(*_: Any, **__: Any) -> bool:
    return True


# which function raises, for which of its arguments; the case and item it belongs to; the items that it takes along
PLANTED: dict[str, tuple[str, When, str, str | None, int]] = {
    "extraction": (
        "extraction.scoring.check_value",
        lambda item, *_: item.head.item == "margin",
        "EX-001",
        "margin",
        1,
    ),
    "a covenant": (
        "covenants.case.score_covenant",
        lambda expected, *_, **__: expected.name == "Leverage",
        "CO-001",
        "Leverage",
        1,
    ),
    "a flag": ("covenants.document_flags.check_cross_default", always, "CO-001", "flag:cross_default", 1),
    "matching": ("covenants.case.match_covenants", always, "CO-001", None, 5),
    "bmt": ("bmt.case_score.check_term", always, "BM-001", "default_interest", 1),
    "qa": ("qa.answers.check_in_scope", lambda case, *_: case.id == "QA-001", "QA-001", "answer", 1),
}


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LOANPROOF_STORE", f"sqlite:{tmp_path / 'runs.db'}")
    monkeypatch.setenv("LOANPROOF_CACHE", str(tmp_path / "cache"))
    return tmp_path / "runs.db"


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_suite(tmp_path_factory.mktemp("broken") / "suite")


@pytest.fixture
def outputs(tmp_path: Path) -> Path:
    return write_lines(tmp_path / "outputs.jsonl", perfect())


def plant(patch: pytest.MonkeyPatch, place: str, when: When = always, error: Exception | None = None) -> None:
    """Let a function raise where a condition on its arguments holds."""
    module_name, _, name = place.rpartition(".")
    module = import_module(f"loanproof.{module_name}")
    real = getattr(module, name)

    def broken(*arguments: Any, **more: Any) -> Any:
        if when(*arguments, **more):
            raise error or RuntimeError("planted")
        return real(*arguments, **more)

    patch.setattr(module, name, broken)


def score(suite: Path, outputs: Path, path: Path) -> tuple[Said, dict[str, Any]]:
    said = call("score", suite, outputs, "--json", path)
    assert "Traceback" not in said.stdout + said.stderr
    return said, json.loads(path.read_bytes())


def labels(result: dict[str, Any]) -> dict[tuple[str, int, str], str]:
    return {
        (case["case_id"], case["repeat"], item["item"]): item["label"]
        for case in result["cases"]
        for item in case["items"]
    }


@pytest.mark.parametrize(("place", "when", "case_id", "item", "taken"), PLANTED.values(), ids=PLANTED.keys())
def test_a_scorer_that_breaks_is_a_record_and_everything_else_is_scored(
    suite: Path,
    outputs: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    place: str,
    when: When,
    case_id: str,
    item: str | None,
    taken: int,
) -> None:
    _, whole = score(suite, outputs, tmp_path / "whole.json")
    plant(monkeypatch, f"scoring.{place}", when)
    said, result = score(suite, outputs, tmp_path / "result.json")
    assert said.exit_code == 3
    verdict = result["verdict"]
    assert (result["format"], verdict["release_ready"], verdict["failed"]) == (2, False, 3)
    assert "INCOMPLETE" in verdict["reasons"]
    broken = [case for case in result["cases"] if case["failure"] is not None]
    assert [(case["case_id"], case["repeat"]) for case in broken] == [(case_id, repeat) for repeat in (1, 2, 3)]
    for case in broken:
        cause = case["failure"].pop("cause")
        assert re.fullmatch(r"RuntimeError: planted \(loanproof\.scoring(\.\w+)+:\d+\)", cause)
        assert case["failure"] == {"kind": "scorer", "item": item, "version": __version__}
        failed = [one for one in case["items"] if one["reasons"][0]["code"] == "SCORER_FAILED"]
        assert len(failed) == taken
        assert {(one["label"], one["score"], one["hitl"]) for one in failed} == {("fail", 0.0, "required")}
        assert case["sample"]["passed"] is False
    before, after = labels(whole), labels(result)
    assert before.keys() == after.keys()
    assert len([one for one in before if before[one] != after[one]]) == 3 * taken
    assert f"{case_id} repeat 1 ({item or 'scorer'})" in said.words
    assert FAULT in said.words


def test_a_broken_scorer_is_plain_to_see_everywhere(
    suite: Path, outputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, "scoring.extraction.scoring.check_value", lambda item, *_: item.head.item == "margin")
    path = tmp_path / "result.json"
    score(suite, outputs, path)
    assert call("gate", path).exit_code == 3
    assert FAULT in call("gate", path).words
    told = call("explain", path, "EX-001").words
    assert re.search(rf"margin could not be scored: RuntimeError: planted \(\S+\); {FAULT} \(version ", told)
    assert "nobody could judge it, for Loanproof broke" in told
    assert FAULT in call("explain", path, "EX-001", "margin").words
    kinds = ("html", "junit", "markdown", "csv", "json")
    files = {kind: tmp_path / f"report.{kind}" for kind in kinds}
    options = [part for kind, file in files.items() for part in (f"--{kind}", file)]
    assert call("report", path, *options).exit_code == 0
    assert FAULT in files["html"].read_text(encoding="utf-8")
    assert FAULT in files["markdown"].read_text(encoding="utf-8")
    assert files["json"].read_bytes() == path.read_bytes()
    rows = list(csv.DictReader(files["csv"].read_text(encoding="utf-8").splitlines()))
    assert {row["case_id"] for row in rows if row["failure"]} == {"EX-001"}
    (extraction,) = (one for one in JUnitXml.fromfile(str(files["junit"])) if one.name == "extraction")
    assert (extraction.tests, extraction.failures, extraction.errors) == (3, 0, 3)
    outcomes = [outcome for case in extraction for outcome in case.result]
    assert {type(one) for one in outcomes} == {Error}
    assert {one.type for one in outcomes} == {"SCORER_FAILED"}
    assert all(FAULT in one.message and "planted" not in one.message for one in outcomes)


def test_an_error_on_purpose_and_memory_that_ran_out_are_no_failures_of_a_scorer(
    suite: Path, outputs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = "scoring.bmt.case_score.check_term"
    with monkeypatch.context() as patch:
        plant(patch, place, error=FileError("the file is gone.", file="a.pdf"))
        said = call("score", suite, outputs, "--json", "-")
        assert (said.exit_code, said.stderr.splitlines()[-1]) == (2, "error: a.pdf: the file is gone.")
    plant(monkeypatch, place, error=MemoryError())
    assert call("score", suite, outputs, "--json", "-").exit_code == 70


def test_an_answer_that_cannot_even_be_read_by_a_fault_of_ours_fails_its_items(
    suite: Path, outputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, "runs.suite_scoring.parse_output", lambda _, capability, **__: capability == "bmt")
    said, result = score(suite, outputs, tmp_path / "result.json")
    assert said.exit_code == 3
    assert {case["case_id"] for case in result["cases"] if case["failure"]} == {"BM-001"}


def test_where_every_scorer_breaks_nothing_was_evaluated(
    suite: Path, outputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, "runs.suite_scoring.parse_output")
    said, result = score(suite, outputs, tmp_path / "result.json")
    assert (said.exit_code, result["verdict"]["failed"], len(result["verdict"]["failures"])) == (3, 18, 18)
    assert "NOTHING_EVALUATED" in result["verdict"]["reasons"]
    assert result["contract"]["hallucination_rate"] is None
    assert " and 13 more; this is a fault of Loanproof" in said.words


def test_the_contract_as_evaluator_that_breaks_is_a_failure_of_the_judge(
    suite: Path, outputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, "runs.sample_scoring.evaluate_by_contract", lambda score, _: score.case_id == "QA-001")
    said, result = score(suite, outputs, tmp_path / "result.json")
    assert said.exit_code == 3
    broken = [case for case in result["cases"] if case["failure"] is not None]
    assert {case["case_id"] for case in broken} == {"QA-001"}
    assert {case["failure"]["kind"] for case in broken} == {"judge"}
    assert {case["sample"]["evaluator_error"] for case in broken} == {"no_evaluator"}
    assert [one["label"] for case in broken for one in case["items"]] == ["correct"] * 3
    assert "3 samples could not be judged: QA-001 repeat 1 (judge)" in said.words


def test_a_failed_scoring_is_repeated_by_rescore_and_the_old_run_stays_as_it_is(
    suite: Path, outputs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        plant(patch, "scoring.bmt.case_score.check_term")
        first = call("score", suite, outputs)
    run_id = first.stdout.split()[-1]
    assert (first.exit_code, call("gate", run_id).exit_code) == (3, 3)
    again = call("rescore", run_id)
    assert again.exit_code == 0
    new_id = again.stdout.split()[-1]
    assert (call("gate", new_id).exit_code, call("gate", run_id).exit_code) == (0, 3)
    told = call("compare", new_id, run_id).words
    assert "3 answers of the later run could not be scored; this is a fault of Loanproof" in told


def test_a_run_on_which_loanproof_broke_is_not_resumed(
    suite: Path, outputs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ("run", suite, "--target", f"replay:{outputs}", "--repeats", "3", "--code-version", "c")
    with monkeypatch.context() as patch:
        plant(patch, "scoring.bmt.case_score.check_term")
        first = call(*command)
    assert first.exit_code == 3, first.stderr
    run_id = first.stdout.split()[-1]
    resumed = call(*command, "--resume", run_id)
    assert resumed.exit_code == 2
    assert f"Loanproof broke on BM-001 repeat 1 when it was scored. Score it again: loanproof rescore {run_id}." in (
        resumed.stderr
    )
    assert call("rescore", run_id).exit_code == 0


def without_later_keys(text: str) -> str:
    """Return a stored part as it was before formats had numbers."""
    data = json.loads(text)
    for part in (data, data.get("run", {}), data.get("verdict", {})):
        for key in ("failure", "format", "loanproof", "failed", "failures", "seal"):
            part.pop(key, None)
    return json.dumps(data)


def test_a_store_without_the_later_keys_is_read(suite: Path, outputs: Path, store: Path) -> None:
    run_id = call("score", suite, outputs).stdout.split()[-1]
    columns = {"results": "result", "ends": "summary", "runs": "head"}
    with closing(sqlite3.connect(store)) as database, database:
        for table, column in columns.items():
            for row_id, text in database.execute(f"SELECT rowid, {column} FROM {table}").fetchall():  # noqa: S608  # names of ours
                change = f"UPDATE {table} SET {column} = ? WHERE rowid = ?"  # noqa: S608  # names of ours
                database.execute(change, (without_later_keys(text), row_id))
        for table in ("runs", "samples", "evaluations"):
            database.execute(f"ALTER TABLE {table} DROP COLUMN mark")
        database.execute("DELETE FROM migrations WHERE name = '0004_marks.sql'")
    gated = call("gate", run_id)
    assert gated.exit_code == 0
    assert "Not authenticated: this result was written before results were sealed" in gated.words
    assert call("explain", run_id, "EX-001", "margin").exit_code == 0
    rescored = call("rescore", run_id)
    assert rescored.exit_code == 0
    assert "Not authenticated: nothing shows that every kept answer is what the system gave" in rescored.words
    assert call("compare", run_id, run_id).exit_code == 0
    assert call("report", run_id, "--json", store.with_name("r.json")).exit_code == 0
    assert call("rescore", run_id).exit_code == 0


RULES = {
    "fields": ("check_fields", "EX-001"),
    "completeness": ("check_completeness", "EX-001"),
    "covenants": ("check_covenants", "CO-001"),
    "terms": ("check_terms", "BM-001"),
    "question": ("check_question", "QA-001"),
    "quotes": ("check_quotes", "EX-001"),
}


@pytest.mark.parametrize(("rule", "function", "case_id"), [(rule, *told) for rule, told in RULES.items()])
def test_a_rule_that_breaks_is_named_with_case_and_cause_and_the_others_are_applied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rule: str, function: str, case_id: str
) -> None:
    suite = make_suite(tmp_path / "suite")
    plant(monkeypatch, f"cases.linting.case_linter.{function}")
    said = call("check", suite)
    assert said.exit_code == 3
    told = [line for line in said.stdout.splitlines() if f" {case_id}: the rule {rule} could not be applied: " in line]
    assert re.fullmatch(
        rf"failure: \S+\.yaml:\d+: {case_id}: the rule {rule} could not be applied: RuntimeError: planted "
        rf"\(loanproof\.cases\.linting(\.\w+)+:\d+\)\. This is a fault of Loanproof {re.escape(__version__)}, "
        r"not of the case\.",
        told[0],
    )
    count = len([line for line in said.stdout.splitlines() if line.startswith("failure: ")])
    assert said.stdout.splitlines()[-1].endswith(f"0 errors, 0 warnings, {count} failure{'s' * (count > 1)}.")


def test_an_error_of_the_suite_is_told_beside_a_rule_that_broke_and_decides_the_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    suite = make_suite(tmp_path / "suite")
    cases = suite / "cases" / "extraction.yaml"
    text = cases.read_text(encoding="utf-8")
    cases.write_text(text.replace("value: Singapore law", "value: English law"), encoding="utf-8")
    plant(monkeypatch, "cases.linting.case_linter.check_derivable")
    said = call("check", suite)
    assert said.exit_code == 2
    assert "none of your quotes" in said.stdout.lower()
    assert "the rule derivable could not be applied" in said.stdout
