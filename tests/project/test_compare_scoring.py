"""The tool that compares how two source trees score: its outputs, and the differences that it tells."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.end_to_end.recorded import call
from tools.compare_scoring import PERFECT, differences, load_cases, make_outputs, render
from tools.corruptions import WAYS

CASE: dict[str, Any] = {
    "score": 1.0,
    "score_before_override": 1.0,
    "hallucination": False,
    "findings": [{"code": "COARSE_SECTION", "item": "margin", "message": "told"}],
    "items": [
        {
            "item": "margin", "tranche": None, "label": "correct", "value_label": "correct", "score": 1.0,
            "provenance_score": 1.0, "citation_class": "OK", "hitl": "none", "evidence": [],
            "reasons": [{"code": "EXACT", "ruling": None, "message": "told"}],
        }
    ],
}  # fmt: skip


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("compared") / "starter"
    assert call("init", folder).exit_code == 0
    return folder


@pytest.fixture(scope="module")
def ways(suite: Path) -> Mapping[tuple[str, int], str]:
    return make_outputs(suite, suite.parent / "outputs.jsonl")


def test_each_case_has_a_perfect_output_and_at_least_twenty_corruptions(
    suite: Path, ways: Mapping[tuple[str, int], str]
) -> None:
    made = Counter(case for case, _ in ways)
    assert made.keys() == {case["id"] for case in load_cases(suite)}
    assert min(made.values()) > 20
    assert [way for (_, repeat), way in ways.items() if repeat == 1] == [PERFECT] * len(made)


def test_the_same_suite_gives_the_same_outputs(suite: Path, ways: Mapping[tuple[str, int], str]) -> None:
    again = suite.parent / "again.jsonl"
    assert make_outputs(suite, again) == ways
    assert again.read_bytes() == (suite.parent / "outputs.jsonl").read_bytes()


def test_a_perfect_output_is_right_in_every_item(suite: Path, ways: Mapping[tuple[str, int], str]) -> None:
    lines = (suite.parent / "outputs.jsonl").read_text(encoding="utf-8").splitlines()
    perfect = [line for line in lines if json.loads(line)["repeat"] == 1]
    assert len(perfect) == sum(way == PERFECT for way in ways.values())
    outputs, result = suite.parent / "perfect.jsonl", suite.parent / "result.json"
    outputs.write_text("\n".join(perfect), encoding="utf-8")
    call("score", suite, outputs, "--json", result)
    cases = [case for case in json.loads(result.read_bytes())["cases"] if case["capability"] != "task"]
    assert {case["case_id"]: case["score"] for case in cases} == {case["case_id"]: 1.0 for case in cases}


@pytest.mark.parametrize("capability", WAYS)
def test_no_way_is_listed_twice(capability: str) -> None:
    assert len(set(WAYS[capability])) == len(WAYS[capability])


@pytest.mark.parametrize(
    ("path", "value", "kind"),
    [
        (("items", 0, "label"), "fail", "label: correct → fail"),
        (("items", 0, "reasons", 0, "code"), "ROUNDED", "reasons: [('EXACT', None)] → [('ROUNDED', None)]"),
        (("items", 0, "hitl"), "flag", "hitl: none → flag"),
        (("findings",), [], "findings: [('COARSE_SECTION', 'margin')] → []"),
        (("hallucination",), True, "hallucination: False → True"),
    ],
)
def test_a_difference_is_told_by_its_weightiest_part(path: tuple[Any, ...], value: Any, kind: str) -> None:
    changed = copy.deepcopy(CASE)
    holder: Any = changed
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    [found] = differences("suite", {("A", 1): "digit_dropped"}, {("A", 1): CASE}, {("A", 1): changed})
    assert found.kind == kind
    assert kind in render([found], by_way=False)


def test_a_message_is_no_difference() -> None:
    changed = copy.deepcopy(CASE)
    changed["items"][0]["reasons"][0]["message"] = changed["findings"][0]["message"] = "told otherwise"
    assert list(differences("suite", {("A", 1): PERFECT}, {("A", 1): CASE}, {("A", 1): changed})) == []
