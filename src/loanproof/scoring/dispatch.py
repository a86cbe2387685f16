"""The entry point to scoring: sends each case to the scorer of its capability, and scores unanswered cases too."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from loanproof.cases import BmtCase, CovenantsCase, ExtractionCase, QaCase, TaskCase
from loanproof.core import DELIBERATE, FailedPart, Failure, Reason, describe_error
from loanproof.outputs import BmtOutput, Confidence, CovenantsOutput, ExtractionOutput, QaOutput, TaskOutput
from loanproof.provenance import ClassName, ItemProvenance, NothingToCite
from loanproof.scoring.bmt import list_bmt_items, score_bmt
from loanproof.scoring.covenants import list_covenants_items, score_covenants
from loanproof.scoring.extraction import list_extraction_items, score_extraction
from loanproof.scoring.failures import score_failed
from loanproof.scoring.human_review import decide_hitl
from loanproof.scoring.items import expects_refusal, score_of_case
from loanproof.scoring.qa import list_qa_items, score_qa
from loanproof.scoring.results import CaseFinding, CaseScore, ItemHead, ItemScore, LabelReason
from loanproof.standards import Label

if TYPE_CHECKING:
    from loanproof.cases import Case
    from loanproof.outputs import Output
    from loanproof.provenance import DocumentSet
    from loanproof.standards import EvalStandard

_RULING = "A-65"


def score_case(case: Case, output: Output, *, documents: DocumentSet | None, standard: EvalStandard) -> CaseScore:
    """Score the answer to a case, with the contract's case score for a hallucination.

    A task has no documents and no items: the contract does not cover it, and only the run rubric judges it. Every
    other case needs its documents and an output of its own capability.

    Raises:
        ValueError: If the documents of a case are missing.
        TypeError: If the output is of another capability than the case.
    """
    score = _score_by_capability(case, output, documents, standard)
    return replace(score, hallucinated_score=Fraction(standard.contract.hallucination.case_score))


def _score_by_capability(
    case: Case, output: Output, documents: DocumentSet | None, standard: EvalStandard
) -> CaseScore:
    """Return the score that the scorer of the case's capability gives."""
    match case, output, documents:
        case TaskCase(), TaskOutput(), _:
            return score_of_case(case, output)
        case _, _, None:
            raise ValueError(f"{case.id} cannot be scored without its documents.")
        case ExtractionCase(), ExtractionOutput(), _:
            return score_extraction(case, output, documents=documents, standard=standard)
        case CovenantsCase(), CovenantsOutput(), _:
            return score_covenants(case, output, documents=documents, standard=standard)
        case BmtCase(), BmtOutput(), _:
            return score_bmt(case, output, documents=documents, standard=standard)
        case QaCase(), QaOutput(), _:
            return score_qa(case, output, documents=documents, standard=standard)
        case _:
            raise TypeError(f"{case.id} asks for {case.capability}, not for {type(output).__name__}.")


def guard_case(case: Case, score: Callable[[], CaseScore], standard: EvalStandard) -> CaseScore:
    """Score a case and record what broke: a single item, or something outside the items, which fails all of them.

    Args:
        case: The case.
        score: Reads the answer and scores it with :func:`score_case`.
        standard: The contract.
    """
    try:
        found = score()
    except DELIBERATE:
        raise
    except Exception as error:  # a bug in Loanproof is recorded; it must not end the run
        heads = _list_items(case, standard)
        only = heads[0].item if len(heads) == 1 else None  # with several items, nobody knows which one broke
        failure = Failure(kind=FailedPart.SCORER, cause=describe_error(error), item=only)
        return CaseScore(
            case_id=case.id,
            capability=case.capability,
            items=tuple(score_failed(head, failure, standard) for head in heads),
            weight=Fraction(case.weight),
            expects_refusal=expects_refusal(case),
            failure=failure,
        )
    broken = next((item.failure for item in found.items if item.failure is not None), None)
    return found if broken is None else replace(found, failure=broken)


def score_unanswered(case: Case, why: str, standard: EvalStandard) -> CaseScore:
    """Score a case that got no answer: every expected item fails, and a finding says why.

    Args:
        case: The case.
        why: Why there is no answer, as a sentence.
        standard: The contract, which sets the score of an unanswered item.
    """
    return CaseScore(
        case_id=case.id,
        capability=case.capability,
        items=tuple(_unanswered(head, why, standard) for head in _list_items(case, standard)),
        findings=(CaseFinding(code=Reason.NOT_ANSWERED, message=why),),
        weight=Fraction(case.weight),
        expects_refusal=expects_refusal(case),
        is_answered=False,
    )


def score_invalid(case: Case, problems: Iterable[str]) -> CaseScore:
    """Return the score of a case whose gold contradicts its documents: it has no items, and no system is judged by it.

    Args:
        case: The case.
        problems: What the linter says about its gold, one sentence each.
    """
    findings = (CaseFinding(code=Reason.INVALID_GOLD, message=one) for one in problems)
    return CaseScore(
        case_id=case.id,
        capability=case.capability,
        items=(),
        findings=tuple(findings),
        weight=Fraction(case.weight),
        expects_refusal=expects_refusal(case),
        has_invalid_gold=True,
    )


def _list_items(case: Case, standard: EvalStandard) -> tuple[ItemHead, ...]:
    """Return the items that a case expects."""
    match case:
        case ExtractionCase():
            return list_extraction_items(case, standard)
        case CovenantsCase():
            return list_covenants_items(case, standard)
        case BmtCase():
            return list_bmt_items(case, standard)
        case QaCase():
            return list_qa_items(case, standard)
        case TaskCase():
            return ()


def _unanswered(head: ItemHead, why: str, standard: EvalStandard) -> ItemScore:
    """Return the failed score of an item that got no answer (A-65)."""
    return ItemScore(
        head=head,
        label=Label.FAIL,
        value_label=Label.FAIL,
        score=Fraction(standard.parameters.unanswered_score),
        reasons=(LabelReason(code=Reason.NOT_ANSWERED, message=why, ruling=_RULING),),
        provenance=_nothing_cited(standard),
        confidence=Confidence(),
        hitl=decide_hitl(Confidence(), rules_pass=False, standard=standard),
    )


def _nothing_cited(standard: EvalStandard) -> ItemProvenance:
    """Return the provenance of an unanswered item; the rulings may excuse it from citing anything."""
    is_excused = NothingToCite.NOT_EXTRACTED in standard.parameters.citations.not_applicable_to
    name = ClassName.NA if is_excused else ClassName.ABSENT
    reason = Reason.NOT_APPLICABLE if is_excused else Reason.CITATION_ABSENT
    return ItemProvenance(class_name=name, score=name.score(standard), reason=reason, sentence="Nothing was answered.")
