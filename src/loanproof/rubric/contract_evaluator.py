"""The evaluator without a model: contract labels converted to rubric scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.rubric.evaluation import Evaluation, EvaluatorError

if TYPE_CHECKING:
    from loanproof.scoring import CaseScore
    from loanproof.standards import RubricStandard


def evaluate_by_contract(score: CaseScore | None, standard: RubricStandard) -> Evaluation:
    """Return the rubric scores of a scored case; none without a contract score, as for a task."""
    rules = standard.parameters.contract_evaluator
    if score is None:
        message = "The case has no contract to be checked against, and no judge was named."
        return Evaluation(evaluator_error=EvaluatorError(rules.without_reference), error_message=message)
    right = sum(item.label in rules.accuracy_right_labels for item in score.items)
    applicable = [item.provenance.score for item in score.items if item.provenance.score is not None]
    proven = sum(provenance >= 1 for provenance in applicable)
    return Evaluation(
        accuracy_score=_accuracy(score, right, standard),
        faithfulness_score=_faithfulness(score, len(applicable) - proven, standard),
        rationale=f"By the evaluation standard: {right} of {len(score.items)} items right, "
        f"{proven} of {len(applicable)} proven" + (", a hallucination." if score.has_hallucination else "."),
    )


def _accuracy(score: CaseScore, right: int, standard: RubricStandard) -> int:
    rules = standard.parameters.contract_evaluator
    if right == len(score.items):
        return rules.accuracy_when_all_right
    if score.score_before_override >= rules.accuracy_partial_from_score:
        return rules.accuracy_partial
    return rules.accuracy_otherwise


def _faithfulness(score: CaseScore, unproven: int, standard: RubricStandard) -> int:
    rules = standard.parameters.contract_evaluator
    if score.has_hallucination:
        return rules.faithfulness_on_hallucination
    return rules.faithfulness_on_incomplete_provenance if unproven else rules.faithfulness_otherwise
