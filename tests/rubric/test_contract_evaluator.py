"""The evaluator without a model reads contract labels as rubric scores (ruling A-60)."""

from __future__ import annotations

import pytest
from tests.rubric.made import item, scored

from loanproof.provenance import ClassName
from loanproof.rubric import evaluate_by_contract
from loanproof.scoring import ItemScore
from loanproof.standards import Label, RubricStandard

OK = item(Label.CORRECT)
SEMANTIC = item(Label.SEMANTIC_MATCH, score="3/4")
PARTIAL = item(Label.PARTIAL, score="1/2")
FAIL = item(Label.FAIL, score="0")
INVENTED = item(Label.HALLUCINATION, cited=ClassName.FAKE, score="0")


@pytest.mark.parametrize(
    ("items", "accuracy", "faithfulness"),
    [
        ((OK, SEMANTIC), 2, 2),
        ((item(Label.TRUE_NEGATIVE), item(Label.GROUNDED_REFUSAL, cited=ClassName.NA)), 2, 2),
        ((OK, PARTIAL), 1, 2),
        ((PARTIAL,), 1, 2),  # exactly 0.5 is enough
        ((OK, FAIL), 1, 2),
        ((OK, FAIL, FAIL), 0, 2),
        ((FAIL,), 0, 2),
        ((item(Label.CORRECT, weight="499"), item(Label.FAIL, score="0", weight="501")), 0, 2),
        ((OK, item(Label.CORRECT, cited=ClassName.PAGE)), 2, 1),
        ((OK, item(Label.CORRECT, cited=ClassName.NA)), 2, 2),  # nothing to cite is not a fault
        ((OK, OK, INVENTED), 1, 0),  # before the override: two thirds
        ((INVENTED,), 0, 0),
        ((item(Label.CORRECT, cited=ClassName.PAGE), INVENTED), 1, 0),
    ],
)
@pytest.mark.ruling("A-60")
def test_labels_become_scores(
    items: tuple[ItemScore, ...], accuracy: int, faithfulness: int, standard: RubricStandard
) -> None:
    found = evaluate_by_contract(scored(*items), standard)
    assert (found.accuracy_score, found.faithfulness_score) == (accuracy, faithfulness)
    assert found.evaluator_error is None


def test_the_reason_counts_what_is_right_and_proven(standard: RubricStandard) -> None:
    found = evaluate_by_contract(scored(OK, item(Label.FAIL, cited=ClassName.PAGE, score="0"), INVENTED), standard)
    assert found.rationale == "By the evaluation standard: 1 of 3 items right, 1 of 3 proven, a hallucination."


def test_a_task_has_no_scores_under_it(standard: RubricStandard) -> None:
    found = evaluate_by_contract(None, standard)
    assert (found.accuracy_score, found.faithfulness_score, found.evaluator_error) == (None, None, "no_evaluator")
