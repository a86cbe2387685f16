"""From a written case back to its score, as far as figures and gates depend on it; see ``case_results``.

Written figures are doubles, so recomputed figures agree with the original ones to about fifteen digits.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from loanproof.core import FailedPart, Failure, Reason
from loanproof.outputs import Confidence, Telemetry
from loanproof.provenance import ClassName, ItemProvenance
from loanproof.rubric import Evaluation, EvaluatorError, measure_sample
from loanproof.scoring import CaseFinding, CaseScore, ItemHead, ItemScore, Overruled, refuse_alone
from loanproof.standards import Hitl, Label

if TYPE_CHECKING:
    from loanproof.rubric import SampleFigures
    from loanproof.runs.result_case import ResultCase, ResultFailure, ResultItem, ResultSample
    from loanproof.standards import EvalStandard, RubricStandard


def recall_case(case: ResultCase, standard: EvalStandard) -> CaseScore:
    """Return the score of a written case; its own score is recomputed from its items.

    Raises ``ValueError`` for a label or word that Loanproof does not write.
    """
    codes = {finding.code for finding in case.findings}
    return CaseScore(
        case_id=case.case_id,
        capability=case.capability,
        items=tuple(_item(item) for item in case.items),
        findings=tuple(CaseFinding(code=one.code, message=one.message, item=one.item) for one in case.findings),
        weight=_exact(case.weight),
        expects_refusal=case.expects_refusal,
        is_answered=case.answered,
        hallucinated_score=Fraction(standard.contract.hallucination.case_score),
        failure=_failure(case.failure),
        has_invalid_gold=Reason.INVALID_GOLD in codes,
    )


def recall_sample(told: ResultSample | None, score: CaseScore, rubric: RubricStandard) -> SampleFigures:
    """Return the figures of a written sample, recomputed; without one nothing was judged or measured."""
    if told is None:
        nobody = Evaluation(evaluator_error=EvaluatorError.NO_EVALUATOR)
        return measure_sample(nobody, Telemetry(), rubric)
    judged = Evaluation(
        accuracy_score=told.accuracy_score,
        faithfulness_score=told.faithfulness_score,
        evaluator_error=None if told.evaluator_error is None else EvaluatorError(told.evaluator_error),
    )
    telemetry = Telemetry(
        latency_e2e_ms=_decimal(told.latency_e2e_ms),
        latency_model_ms=_decimal(told.latency_model_ms),
        input_tokens=told.input_tokens,
        output_tokens=told.output_tokens,
        timed_out=told.timed_out,
    )
    sample = measure_sample(judged, telemetry, rubric)
    return sample if score.is_scored else replace(sample, passed=False)


def _item(item: ResultItem) -> ItemScore:
    broke = any(reason.code == Reason.SCORER_FAILED for reason in item.reasons)
    return ItemScore(
        head=ItemHead(
            item=item.item,
            weight=_exact(item.weight),
            tranche=item.tranche,
            tier=item.tier,
            is_extra=item.extra,
        ),
        label=Label(item.label),
        value_label=Label(item.value_label),
        score=_exact(item.score),
        reasons=(),
        provenance=ItemProvenance(
            class_name=ClassName(item.citation_class),
            score=_decimal(item.provenance_score),
            reason=Reason.NOT_APPLICABLE,
            sentence="",
        ),
        confidence=Confidence(),
        hitl=Hitl(item.hitl),
        overruled=_overruled(item),
        failure=Failure(kind=FailedPart.SCORER, cause="", item=item.item) if broke else None,
    )


def _overruled(item: ResultItem) -> Overruled | None:
    told = item.override
    if told is None:
        return None
    refuse_alone(by=told.by, approved_by=told.approved_by, reason=told.reason)
    if told.label != item.label:
        raise ValueError(f"the label of {item.item} is not the one that two people gave it")
    return Overruled(
        label=Label(told.machine_label),
        score=_exact(told.machine_score),
        by=told.by,
        approved_by=told.approved_by,
        reason=told.reason,
    )


def _failure(failure: ResultFailure | None) -> Failure | None:
    if failure is None:
        return None
    return Failure(kind=FailedPart(failure.kind), cause=failure.cause, item=failure.item)


def _decimal(figure: float | None) -> Decimal | None:
    return None if figure is None else Decimal(repr(figure))


def _exact(figure: float) -> Fraction:
    return Fraction(Decimal(repr(figure)))
