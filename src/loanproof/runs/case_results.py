"""From a scored case to its part of the result: the only place where exact figures become doubles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import Capability
from loanproof.runs.metadata import describe_loanproof
from loanproof.runs.result_case import (
    ResultCase,
    ResultCited,
    ResultDifference,
    ResultEvidence,
    ResultFailure,
    ResultFinding,
    ResultItem,
    ResultMachine,
    ResultOverride,
    ResultProvenanceParts,
    ResultReason,
    ResultSample,
)
from loanproof.scoring import provenance_parts_of

if TYPE_CHECKING:
    from decimal import Decimal
    from fractions import Fraction

    from loanproof.core import Failure
    from loanproof.provenance import CitationResult
    from loanproof.scoring import CaseScore, ItemScore


def double(figure: Fraction | Decimal | None) -> float | None:
    """Return the nearest double to an exact figure; null stays null."""
    return None if figure is None else float(figure)


def result_of_failure(failure: Failure | None) -> ResultFailure | None:
    """Return a failure for the result, with the version of Loanproof it occurred in."""
    if failure is None:
        return None
    version = describe_loanproof().name
    return ResultFailure(kind=failure.kind, item=failure.item, cause=failure.cause, version=version)


def result_of_case(
    score: CaseScore,
    repeat: int,
    sample: ResultSample,
    *,
    question: str | None = None,
    machine: ResultSample | None = None,
) -> ResultCase:
    """Return one scored case for the result; a task has only its sample, and invalid gold gives no score.

    ``machine`` is the sample without overrides, if there were any.
    """
    is_scored = score.capability is not Capability.TASK and not score.has_invalid_gold
    return ResultCase(
        case_id=score.case_id,
        repeat=repeat,
        capability=score.capability,
        score=float(score.score) if is_scored else None,
        score_before_override=float(score.score_before_override) if is_scored else None,
        hallucination=score.has_hallucination,
        answered=score.is_answered,
        weight=float(score.weight),
        expects_refusal=score.expects_refusal,
        items=tuple(_item(item) for item in score.items),
        findings=tuple(ResultFinding(code=one.code, message=one.message, item=one.item) for one in score.findings),
        diagnostics={name: double(value) for name, value in score.diagnostics.items()},
        sample=sample,
        failure=result_of_failure(score.failure),
        question=question,
        machine=_machine(score.by_machine, machine) if score.is_overridden else None,
    )


def _machine(score: CaseScore, sample: ResultSample | None) -> ResultMachine:
    return ResultMachine(score=float(score.score), hallucination=score.has_hallucination, sample=sample)


def _item(item: ItemScore) -> ResultItem:
    head, compared, parts = item.head, item.compared, provenance_parts_of(item.provenance)
    return ResultItem(
        item=head.item,
        tranche=head.tranche,
        extra=head.is_extra,
        tier=head.tier,
        weight=float(head.weight),
        label=item.label.value,
        score=float(item.score),
        value_label=item.value_label.value,
        provenance_score=double(item.provenance.score),
        citation_class=item.provenance.class_name.value,
        provenance_parts=None
        if parts is None
        else ResultProvenanceParts(file=float(parts.file), place=float(parts.place), quote=float(parts.quote)),
        confidence=double(item.confidence.score),
        confidence_level=item.confidence.level.value,
        hitl=item.hitl.value,
        expected_raw=compared.expected_raw,
        expected_canonical=compared.expected_canonical,
        output_raw=compared.output_raw,
        output_canonical=compared.output_canonical,
        reasons=tuple(ResultReason(code=one.code, ruling=one.ruling, message=one.message) for one in item.reasons),
        evidence=tuple(_evidence(judged) for judged in item.provenance.citations),
        override=_override(item),
    )


def _override(item: ItemScore) -> ResultOverride | None:
    told = item.overruled
    if told is None:
        return None
    return ResultOverride(
        label=item.label.value,
        by=told.by,
        approved_by=told.approved_by,
        reason=told.reason,
        machine_label=told.label.value,
        machine_score=float(told.score),
    )


def _evidence(judged: CitationResult) -> ResultEvidence:
    place, cited = judged.evidence, judged.citation
    quote = None if place is None else place.quote
    return ResultEvidence(
        document=cited.document if place is None else place.document,
        page=place.pages[0] if place is not None and place.pages else None,
        section=None if place is None else place.section,
        match=None if quote is None else quote.verdict.value,
        folds=() if quote is None else tuple(fold.value for fold in quote.folds),
        differs=()
        if quote is None
        else tuple(
            ResultDifference(
                expected=one.expected,
                found=one.found,
                token_class=one.token_class.value,
                stands_elsewhere=one.appears_elsewhere,
            )
            for one in quote.differences
        ),
        snippet="" if place is None else place.snippet,
        citation_class=judged.class_name.value,
        reason=judged.reason,
        message=judged.sentence,
        cited=ResultCited(document=cited.document, page=cited.page, section=cited.section, quote=cited.quote),
        file_match=None if place is None else place.file.value,
        page_match=None if place is None else place.page.value,
        section_match=None if place is None else place.in_section.value,
    )
