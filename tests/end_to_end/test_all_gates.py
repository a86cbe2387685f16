"""Every gate of the contract through the command line: passed by perfect answers, and broken by one change each."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from tests.end_to_end.recorded import FOLDER, REPEATS, Said, call, change, make_suite, perfect, write_lines
from tests.tables import load_table

from loanproof.reports import gate_name

GATES = (
    "capability_score:extraction",
    "capability_score:covenants",
    "capability_score:bmt",
    "capability_score:qa",
    "tier1:borrower",
    "tier1:facility_amount",
    "tier1:currency",
    "tier1:maturity_date",
    "tier1:margin",
    "hallucination_rate",
    "provenance_completeness",
    "grounded_refusal_accuracy",
)
GOOD = {"correct", "grounded_refusal"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row of ``gates.yaml``.

    Attributes:
        breaks: Exactly the gates that are not passed.
        items: Exactly the items of the changed samples that are not right, with their labels.
    """

    gate: str
    why: str
    breaks: list[str]
    case: str
    change: dict[str, Any]
    items: dict[str, str]
    repeats: list[int] = field(default_factory=lambda: list(REPEATS))
    exit: int = 1


ROWS = [Row(**row) for row in load_table(FOLDER / "gates.yaml")]


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_suite(tmp_path_factory.mktemp("gates") / "suite")


def score(suite: Path, folder: Path, lines: list[dict[str, Any]]) -> tuple[Said, dict[str, Any]]:
    path = folder / "result.json"
    said = call("score", suite, write_lines(folder / "outputs.jsonl", lines), "--json", path)
    return said, json.loads(path.read_bytes())


def changed(row: Row) -> list[dict[str, Any]]:
    lines = perfect()
    change(lines, row.case, row.repeats, row.change)
    return lines


def test_perfect_answers_pass_every_gate_of_the_contract(suite: Path, tmp_path: Path) -> None:
    said, result = score(suite, tmp_path, perfect())
    assert said.exit_code == 0
    assert said.stdout.startswith("RELEASE-READY  house/reader, version 2026-10-01\n")
    figures = {gate["gate"]: (gate["value"], gate["passed"]) for gate in result["contract"]["gates"]}
    assert figures == {gate: (0.0 if gate == "hallucination_rate" else 1.0, True) for gate in GATES}
    assert list(figures) == list(GATES)
    assert result["verdict"]["reasons"] == []


def test_perfect_answers_pass_the_rubric_too(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "suite", gates="contract, rubric")
    said, result = score(suite, tmp_path, perfect())
    assert said.exit_code == 0
    assert [gate["gate"] for gate in result["rubric"]["gates"] if not gate["passed"]] == []
    assert result["verdict"]["scope"] == ["contract", "rubric"]


def test_the_table_breaks_every_gate_by_itself() -> None:
    alone = {row.breaks[0] for row in ROWS if len(row.breaks) == 1}
    assert alone == set(GATES)
    assert all(row.gate in row.breaks for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=[f"{row.gate}-{row.case}" for row in ROWS])
def test_one_change_breaks_exactly_the_gates_that_it_must(suite: Path, tmp_path: Path, row: Row) -> None:
    said, result = score(suite, tmp_path, changed(row))
    contract, verdict = result["contract"], result["verdict"]
    assert [gate["gate"] for gate in contract["gates"] if not gate["passed"]] == row.breaks
    assert verdict["failed_gates"] == row.breaks
    assert [entry["gate"] for entry in verdict["remediation"]] == row.breaks
    assert all(gate["broken_by"] == [row.case] for gate in contract["gates"] if not gate["passed"])
    assert said.exit_code == row.exit
    assert said.stdout.startswith("NOT RELEASE-READY")
    assert all(f"{gate_name(gate)} " in said.stdout for gate in GATES)
    assert wrong_items(result) == {(row.case, repeat): row.items for repeat in row.repeats}


def wrong_items(result: dict[str, Any]) -> dict[tuple[str, int], dict[str, str]]:
    """Return the items that are not right, by sample."""
    found = {
        (case["case_id"], case["repeat"]): {
            item["item"]: item["label"] for item in case["items"] if item["label"] not in GOOD
        }
        for case in result["cases"]
    }
    return {sample: items for sample, items in found.items() if items}


FIGURES = {
    "capability_score:extraction": 20.5 / 27.5,
    "capability_score:covenants": 4 / 5,
    "capability_score:bmt": 0.0,
    "capability_score:qa": 6 / 9,
    "tier1:currency": 0.0,
    "provenance_completeness": 60 / 69,
    "grounded_refusal_accuracy": 2 / 3,
    "hallucination_rate": 1 / 6,
}


@pytest.mark.parametrize("gate", FIGURES)
def test_the_figure_of_a_broken_gate_is_what_the_contract_defines(suite: Path, tmp_path: Path, gate: str) -> None:
    row = next(row for row in ROWS if row.breaks == [gate])
    _, result = score(suite, tmp_path, changed(row))
    [found] = [one for one in result["contract"]["gates"] if one["gate"] == gate]
    assert found["value"] == FIGURES[gate]


def test_a_hallucination_sets_its_case_to_nothing_and_says_what_it_was_worth(suite: Path, tmp_path: Path) -> None:
    row = next(row for row in ROWS if len(row.breaks) > 1)
    _, result = score(suite, tmp_path, changed(row))
    cases = [case for case in result["cases"] if case["case_id"] == row.case]
    assert [(case["score"], case["score_before_override"]) for case in cases] == [(0.0, 24.5 / 27.5)] * 3
    assert result["verdict"]["rca_required"] is True
    own = {name: value for name, value in result["contract"]["tier1_fields"].items() if name != "borrower"}
    assert set(own.values()) == {1.0}


def test_a_case_without_an_answer_leaves_the_run_incomplete(suite: Path, tmp_path: Path) -> None:
    lines = [line for line in perfect() if (line["case_id"], line["repeat"]) != ("BM-001", 3)]
    said, result = score(suite, tmp_path, lines)
    assert said.exit_code == 3
    assert "The run is incomplete: 1 sample without an answer." in said.words
    [case] = [case for case in result["cases"] if (case["case_id"], case["repeat"]) == ("BM-001", 3)]
    assert (case["score"], [item["label"] for item in case["items"]]) == (0.0, ["fail"])
    assert [reason["code"] for reason in case["items"][0]["reasons"]] == ["NOT_ANSWERED"]
    assert result["contract"]["capabilities"]["bmt"] == 2 / 3


def test_an_answer_that_ended_in_an_error_is_no_answer(suite: Path, tmp_path: Path) -> None:
    lines = perfect()
    lines[0].update(output=None, error="502 from the server")
    said, result = score(suite, tmp_path, lines)
    assert said.exit_code == 3
    assert "INCOMPLETE" in result["verdict"]["reasons"]


def test_incomplete_comes_before_a_missing_root_cause(suite: Path, tmp_path: Path) -> None:
    row = next(row for row in ROWS if row.exit == 4)
    said, result = score(suite, tmp_path, [line for line in changed(row) if line["case_id"] != "BM-001"])
    assert said.exit_code == 3
    assert "ROOT_CAUSE_MISSING" in result["verdict"]["reasons"]


@pytest.mark.parametrize("where", ["a line for a case that nobody asked", "two lines for one sample", "a broken line"])
def test_a_wrong_file_is_said_with_its_line_and_nothing_is_written(suite: Path, tmp_path: Path, where: str) -> None:
    lines = perfect()
    added = {
        "a line for a case that nobody asked": json.dumps({**lines[0], "case_id": "EX-009"}),
        "two lines for one sample": json.dumps(lines[0]),
        "a broken line": '{"case_id": "EX-001", "repeat": 4, ',
    }[where]
    outputs = write_lines(tmp_path / "outputs.jsonl", lines)
    with outputs.open("a", encoding="utf-8") as stream:
        stream.write(added + "\n")
    said = call("score", suite, outputs, "--json", tmp_path / "result.json")
    assert said.exit_code == 2
    assert f"error: {outputs}:{len(lines) + 2}: " in said.stderr
    assert said.stdout == ""
    assert not (tmp_path / "result.json").exists()
