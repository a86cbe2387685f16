"""Scores one question: the content of its answer, the citations, and the places that a synthesis must cite."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING

from loanproof.core import Capability, Reason
from loanproof.provenance import Claim, NothingToCite
from loanproof.scoring.checks import Check
from loanproof.scoring.citation_checks import check_citations
from loanproof.scoring.context import ScoringContext
from loanproof.scoring.items import score_item, score_of_case
from loanproof.scoring.qa.answering import check_in_scope
from loanproof.scoring.qa.content import ITEM, AnswerContent
from loanproof.scoring.qa.places import missing_places
from loanproof.scoring.qa.refusing import check_out_of_scope
from loanproof.scoring.qa.specifics import Sources, with_specifics
from loanproof.scoring.results import CaseScore, Compared, ItemHead
from loanproof.scoring.wording import name_place, quoted
from loanproof.standards import Label

if TYPE_CHECKING:
    from loanproof.cases import QaCase
    from loanproof.outputs import QaOutput
    from loanproof.provenance import DocumentSet, ItemProvenance
    from loanproof.standards import EvalStandard


def list_qa_items(case: QaCase, standard: EvalStandard) -> tuple[ItemHead, ...]:
    """Return the single item of a question; it depends on neither the case nor the standard."""
    return (ItemHead(item=ITEM),)


def score_qa(case: QaCase, output: QaOutput, *, documents: DocumentSet, standard: EvalStandard) -> CaseScore:
    """Score the answer to a question about documents; any output can be scored.

    The label is the worst that any check leaves. First come the checks of the content, then those of the citations
    by the contract's table for answers. If the case needs several places, each place that is not cited counts too.
    """
    context = ScoringContext(documents, standard, Capability.QA, case.as_of)
    content = _check_content(case, output, context)
    provenance = context.provenance_of(output.citations, content.claim, content.excuse)
    scored = score_item(
        list_qa_items(case, standard)[0],
        content.checks,
        provenance,
        context,
        best=content.best,
        confidence=output.confidence,
        compared=Compared(expected_raw=_expected(case, context), output_raw=output.answer),
        cited=(*check_citations(provenance, context), *_check_places(case, content, provenance, context)),
        listed=case.expected.citations,
        findings=content.findings,
        hitl=content.hitl,
    )
    return score_of_case(case, output, [scored], diagnostics=_diagnostics(content, provenance))


def _check_content(case: QaCase, output: QaOutput, context: ScoringContext) -> AnswerContent:
    """Return the checked content of an answer, by whether the documents answer the question."""
    answer = output.answer or ""
    if not answer.strip():
        nothing = Check(Label.FAIL, Reason.NOT_ANSWERED, "The output has no answer.")
        return AnswerContent(
            best=Label.CORRECT,
            checks=(nothing,),
            claim=Claim(),
            excuse=NothingToCite.NOT_EXTRACTED,
            accuracy=Fraction(0),
            refusal=Fraction(case.expected.answerable),
        )
    sources = Sources(case, output.citations, context)
    if not case.expected.answerable:
        content = check_out_of_scope(case, answer, sources, context)
    else:
        content = check_in_scope(case, answer, sources, context)
    return with_specifics(content, sources)


def _check_places(
    case: QaCase, content: AnswerContent, provenance: ItemProvenance, context: ScoringContext
) -> Iterator[Check]:
    """Yield a check for each place that the answer does not cite although the case needs several places."""
    if not case.expected.synthesis or content.excuse is not None:
        return
    for place in missing_places(case, provenance.citations, context):
        message = f"The answer needs {name_place(place)} ({quoted(place.quote)}) and does not cite it."
        yield Check(Label.FAIL, Reason.CLAUSE_MISSING, message)


def _expected(case: QaCase, context: ScoringContext) -> str | None:
    """Return the expected answer as people read it: the facts, or the refusal sentence about the topic."""
    expected = case.expected
    if not expected.answerable:
        return context.standard.contract.qa.refusal.sentence.replace("[topic]", expected.topic or case.question)
    return "; ".join(fact.any[0] for fact in expected.facts) or expected.reference_answer


def _diagnostics(content: AnswerContent, provenance: ItemProvenance) -> MappingProxyType[str, Fraction | None]:
    return MappingProxyType(
        {
            "accuracy": content.accuracy,
            "citation_support": None if provenance.score is None else Fraction(provenance.score),
            "scope": content.scope,
            "uncertainty": content.uncertainty,
            "refusal": content.refusal,
        }
    )
