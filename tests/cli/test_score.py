"""``score``, ``gate`` and ``explain``: exit codes, what is written, and what a person reads."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from tests.runs.small_suite import answer, answers, forged, make_suite, write_lines

from loanproof.cli.app import app
from loanproof.reports import write_figure

if TYPE_CHECKING:
    from click.testing import Result

WIDTH = 80


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    return make_suite(tmp_path / "suite")


@pytest.fixture
def result(suite: Path, tmp_path: Path) -> Path:
    """Return the result file of a run with one forged quote."""
    path = tmp_path / "result.json"
    score(suite, write_lines(tmp_path / "outputs.jsonl", forged()), "--json", path)
    return path


def call(*arguments: str | Path) -> Result:
    runner = CliRunner(env={"COLUMNS": str(WIDTH), "TERM": "dumb"})
    return runner.invoke(app, [str(argument) for argument in arguments], prog_name="loanproof", color=True)


def score(*arguments: str | Path) -> Result:
    return call("score", *arguments)


def low() -> list[dict[str, Any]]:
    """Return answers of which half refuse what the document tells."""
    refusal = {"answer": "The document does not contain information about the Availability Period."}
    return [answer("Q-1", at, output=refusal) for at in (1, 2, 3)] + [answer("Q-2", at) for at in (1, 2, 3)]


CODES = {
    "ready": (answers(), 0, "RELEASE-READY"),
    "a gate failed": (low(), 1, "NOT RELEASE-READY"),
    "incomplete": (answers()[:-1], 3, "NOT RELEASE-READY"),
    "no root cause": (forged(), 4, "NOT RELEASE-READY"),
}


@pytest.mark.usefixtures("signing_key")
@pytest.mark.parametrize(("lines", "code", "said"), CODES.values(), ids=CODES.keys())
def test_the_verdict_comes_first_the_result_is_written_and_the_exit_code_is_the_verdicts(
    suite: Path, tmp_path: Path, lines: list[dict[str, Any]], code: int, said: str
) -> None:
    path = tmp_path / "result.json"
    scored = score(suite, write_lines(tmp_path / "outputs.jsonl", lines), "--json", path)
    assert (scored.exit_code, scored.stdout.splitlines()[0]) == (code, f"{said}  m, version 2026-10-01")
    assert json.loads(path.read_bytes())["verdict"]["release_ready"] == (code == 0)
    gated = call("gate", path)
    assert (gated.exit_code, gated.stdout) == (code, scored.stdout)


def test_a_wrong_file_is_said_with_its_line_and_nothing_is_written(suite: Path, tmp_path: Path) -> None:
    outputs = write_lines(tmp_path / "outputs.jsonl", [*answers(), answers()[0]])
    path = tmp_path / "result.json"
    scored = score(suite, outputs, "--json", path)
    assert scored.exit_code != 0
    assert f"{outputs}:8: case 'Q-1', repeat 1 is on line 2 already." in str(scored.exception)
    assert not path.exists()


def test_with_a_dash_standard_output_is_the_result_and_nothing_else(suite: Path, tmp_path: Path) -> None:
    scored = score(suite, write_lines(tmp_path / "outputs.jsonl", answers()), "--json", "-")
    assert json.loads(scored.stdout)["verdict"]["release_ready"] is True
    assert "RELEASE-READY" in scored.stderr


def test_with_a_place_for_the_result_nothing_is_stored(result: Path, store: Path) -> None:
    assert result.exists()
    assert not store.exists()


@pytest.mark.usefixtures("signing_key")
def test_without_one_the_run_is_stored_and_its_id_stands_for_it(suite: Path, tmp_path: Path, store: Path) -> None:
    outputs = write_lines(tmp_path / "outputs.jsonl", answers())
    scored = score(suite, outputs)
    assert scored.exit_code == 0
    assert store.exists()
    *verdict, last = scored.stdout.splitlines()
    run_id = last.removeprefix("Run ")
    gated = call("gate", run_id)
    assert (gated.exit_code, gated.stdout.splitlines()) == (0, verdict)
    assert "31 March 2027" in call("explain", run_id, "Q-1", "answer").stdout


def test_a_stored_run_says_the_same_as_a_result_file(suite: Path, tmp_path: Path) -> None:
    outputs, path = write_lines(tmp_path / "outputs.jsonl", forged()), tmp_path / "result.json"
    written, stored = score(suite, outputs, "--json", path), score(suite, outputs)
    assert stored.exit_code == written.exit_code == 4
    assert stored.stdout.partition("Why: ")[0] == written.stdout.partition("Why: ")[0]
    run_id = stored.stdout.split()[-1]
    assert f"Why: loanproof explain {run_id} Q-1 answer\n" in stored.stdout
    assert call("explain", run_id, "Q-1").exit_code == 0


def test_nothing_foreign_commands_the_terminal(suite: Path, tmp_path: Path) -> None:
    evil = "\x1b]0;owned\x07\x1b[2J31 March 2027\u202e"
    lines = answers()
    lines[0]["output"]["answer"] = evil
    path = tmp_path / "result.json"
    score(suite, write_lines(tmp_path / "outputs.jsonl", lines), "--json", path)
    told = call("explain", path, "Q-1", "answer", "--repeat", "1").stdout
    assert "␛[2J31 March 2027⟨U+202E⟩" in told
    assert "\x1b]" not in told
    assert "\x1b[2J" not in told
    assert "\u202e" not in told


def test_tables_fit_the_window(result: Path) -> None:
    for arguments in (("gate", result), ("explain", result, "Q-1"), ("explain", result, "Q-1", "answer")):
        lines = [line for line in call(*arguments).stdout.splitlines() if ": loanproof " not in line]
        assert lines
        assert max(map(len, lines)) <= WIDTH


def test_no_bound_breaks_before_its_sign(result: Path) -> None:
    lines = [line.strip() for line in call("gate", result).stdout.splitlines()]
    assert "%" not in lines


def test_the_table_names_every_gate_and_who_broke_it(result: Path) -> None:
    printed = call("gate", result).stdout
    [row] = [line for line in printed.splitlines() if line.startswith("hallucination ")]
    assert row.endswith("FAILED by Q-1")
    assert "a root-cause analysis is due" in printed


def test_what_was_wrong_is_said_before_the_gates_with_both_values_and_the_place(result: Path) -> None:
    first = call("gate", result).stdout.partition("gate ")[0]
    words = " ".join(first.split())
    assert "2 cases, each asked 3 times (6 answers)." in words
    assert "Rules: eval-standards@1.0+r2. Judge: none (rules only)." in words
    assert "3 of 4 gates failed: questions score 0." in words
    assert "(needs at least 0.85), hallucination 0." in words
    assert (
        "When does the Availability Period end? hallucination in 1 of 3 answers (Q-1) expected 31 March 2027 given"
        in words
    )
    assert "cited page 1, " in words


def test_the_next_commands_work_as_they_are_printed(
    result: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    printed = call("gate", result).stdout.splitlines()
    commands = [line.partition(": loanproof ")[2] for line in printed if ": loanproof " in line]
    assert [shlex.split(one)[0] for one in commands] == ["explain", "report"]
    assert [call(*shlex.split(one)).exit_code for one in commands] == [0, 0]
    assert (tmp_path / "report.html").exists()


def test_a_figure_that_misses_its_threshold_is_never_rounded_to_it() -> None:
    assert write_figure(0.84999999, limit=0.85, passed=False) == "0.84999999"
    assert write_figure(0.84999999, limit=0.85) == "0.8500"


def test_a_run_that_does_not_exist_is_a_usage_error() -> None:
    for command in (("gate", "none.json"), ("explain", "none.json", "Q-1")):
        called = call(*command)
        assert called.exit_code != 0
        assert "there is no result 'none.json'" in str(called.exception)


def test_a_case_is_listed_item_by_item_in_its_worst_repeat(result: Path) -> None:
    printed = call("explain", result, "Q-1").stdout
    assert printed.splitlines()[0] == "Q-1  qa, repeat 2, score 0.0000"
    assert "A hallucination sets the case to 0" in printed
    assert "FAKE" in printed


def test_an_item_is_explained_down_to_the_source(result: Path) -> None:
    printed = call("explain", result, "Q-1", "answer").stdout
    told = " ".join(printed.split())
    assert "hallucination, score 0" in told
    assert "pine-facility-agreement.txt right" in told
    assert "the document says “31 March 2027”, the quote “31 March 2028”" in told
    assert (
        'Availability Period" means ⟦the period from the date of this Agreement to and including 31 March 2027⟧' in told
    )


def test_another_repeat_can_be_asked_for(result: Path) -> None:
    told = call("explain", result, "Q-1", "answer", "--repeat", "1").stdout
    assert "correct, score 1" in told
    called = call("explain", result, "Q-1", "--repeat", "4")
    assert "the case Q-1 has no repeat 4. It has 1 to 3." in str(called.exception)


def test_without_the_suite_the_stored_snippet_is_shown(result: Path, suite: Path) -> None:
    suite.rename(suite.with_name("moved"))
    told = " ".join(call("explain", result, "Q-1", "answer").stdout.split())
    assert "⟦the period from the date of this Agreement to and including 31 March 2027⟧" in told
    moved = " ".join(call("explain", result, "Q-1", "answer", "--suite", suite.with_name("moved")).stdout.split())
    assert "means ⟦the period" in moved
    assert "there is no suite here" in str(call("explain", result, "Q-1", "answer", "--suite", suite).exception)


def test_what_is_unknown_is_named_with_what_is_known(result: Path) -> None:
    assert "It has: Q-1, Q-2." in str(call("explain", result, "Q-9").exception)
    assert "It has: answer." in str(call("explain", result, "Q-1", "margin").exception)


def test_an_unanswered_item_shows_the_ruling_that_decided(suite: Path, tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    score(suite, write_lines(tmp_path / "outputs.jsonl", answers()[:-1]), "--json", path)
    told = " ".join(call("explain", path, "Q-2", "answer").stdout.split())
    assert "No answer was recorded. [NOT_ANSWERED]" in told
    assert "Ruling A-65 on “case without an answer”: 0.0 and the run is incomplete" in told
