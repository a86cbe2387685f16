"""One answer scored from a program: the same labels as in a run, and nothing stored."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.runs.small_suite import answer, forged, make_suite

from loanproof.core import UsageError
from loanproof.service import score_output


def test_a_right_answer_and_a_forged_one_have_the_labels_of_a_run(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "suite")
    before = sorted(tmp_path.rglob("*"))
    right = score_output(suite, "Q-1", answer("Q-1", 1)["output"])
    wrong = score_output(str(suite), "Q-1", forged()[2]["output"])
    assert [item.label for item in (*right.items, *wrong.items)] == ["correct", "hallucination"]
    assert (right.score, wrong.score) == (1.0, 0.0)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_plain_text_is_an_answer_to_a_question(tmp_path: Path) -> None:
    refusal = "The document does not contain information about the arrangement fee."
    [item] = score_output(make_suite(tmp_path / "suite"), "Q-2", refusal).items
    assert item.label == "grounded_refusal"


def test_an_unknown_case_is_named_with_those_that_are_known(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="the suite has no case 'Q-9'") as raised:
        score_output(make_suite(tmp_path / "suite"), "Q-9", "x")
    assert raised.value.problem.hint == "It has: Q-1, Q-2."
