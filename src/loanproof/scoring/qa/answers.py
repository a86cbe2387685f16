"""The score of one question: content, citations, and the places that an answer from several clauses must cite."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING

from loanproof.core import Capability, Reason
from loanproof.provenance import Claim, ClassName, NothingToCite
from loanproof.scoring.context import ScoringContext
from loanproof.scoring.human_review import decide_hitl
from loanproof.scoring.qa.answering import judge_in_scope
from loanproof.scoring.qa.places import missing_places, name_place
from loanproof.scoring.qa.refusing import judge_out_of_scope
from loanproof.scoring.qa.verdicts import ITEM, Content, Verdict, finding, in_order_of_weight, verdict, worst
from loanproof.scoring.results import CaseFinding, CaseScore, Compared, ItemHead, ItemScore
from loanproof.standards import Label

if TYPE_CHECKING:
    from loanproof.cases import QaCase
    from loanproof.outputs import QaOutput
    from loanproof.provenance import DocumentSet, ItemProvenance
    from loanproof.standards import EvalStandard


def list_qa_items(case: QaCase, standard: EvalStandard) -> tuple[ItemHead, ...]:
    """Return the one item of a question; its weight never depends on the case or the standard."""
    return (ItemHead(item=ITEM, weight=Fraction(1)),)


def score_qa(case: QaCase, output: QaOutput, *, documents: DocumentSet, standard: EvalStandard) -> CaseScore:
    """Score the answer to a question about documents. Any output is scored; none raises.

    The label is the worst that any check leaves: the content first, then the citations by the contract's table for
    answers, then, where the case joins several places, those that were not cited.
    """
    context = ScoringContext(documents, standard, Capability.QA)
    content = _judge_content(case, output, context)
    provenance = context.provenance_of(output.citations, content.claim, content.nothing_to_cite)
    cited = (*_citation_faults(provenance, context), *_place_faults(case, content, provenance, context))
    label = worst(content.label, cited)
    head = list_qa_items(case, standard)[0]
    item = ItemScore(
        head=head,
        label=label,
        value_label=content.label,
        score=Fraction(context.standard.score_of(label)),
        reasons=in_order_of_weight((*content.verdicts, *cited)),
        provenance=provenance,
        confidence=output.confidence,
        hitl=decide_hitl(
            output.confidence,
            rules_pass=provenance.class_name in (ClassName.OK, ClassName.NA),
            standard=standard,
        ),
        compared=Compared(expected_raw=_expected(case, context), output_raw=output.answer),
    )
    return CaseScore(
        case_id=case.id,
        capability=Capability.QA,
        items=(item,),
        findings=tuple(_findings(case, output, content, provenance, context)),
        weight=Fraction(case.weight),
        expects_refusal=not case.expected.answerable,
        diagnostics=_diagnostics(content, provenance),
    )


def _judge_content(case: QaCase, output: QaOutput, context: ScoringContext) -> Content:
    answer = output.answer or ""
    if not answer.strip():
        nothing = verdict(Label.FAIL, Reason.NOT_ANSWERED, "The output has no answer.")
        return Content(
            best=Label.CORRECT,
            verdicts=(nothing,),
            claim=Claim(),
            nothing_to_cite=NothingToCite.NOT_EXTRACTED,
            accuracy=Fraction(0),
            refusal=Fraction(case.expected.answerable),
        )
    if not case.expected.answerable:
        return judge_out_of_scope(case, answer, context)
    quotes = tuple(citation.quote for citation in output.citations if citation.quote)
    return judge_in_scope(case, answer, quotes, context)


def _citation_faults(provenance: ItemProvenance, context: ScoringContext) -> Iterator[Verdict]:
    """Yield what the class of the citations does to the label of an answer: an invented one, and those that fail it."""
    effect, name = context.parameters.citations.qa, provenance.class_name
    code = Reason.UNSUPPORTED_CLAIM if provenance.reason is Reason.QUOTE_NO_SUPPORT else provenance.reason
    if name is ClassName.FAKE:
        yield verdict(context.standard.citation_class(name.value).label_at_best, code, provenance.sentence, "C-03")
    elif name in effect.fail_on:
        yield verdict(Label.FAIL, code, provenance.sentence, "C-03")
    elif name in effect.partial_on:
        yield verdict(Label.PARTIAL, code, provenance.sentence, "C-03")


def _place_faults(
    case: QaCase, content: Content, provenance: ItemProvenance, context: ScoringContext
) -> Iterator[Verdict]:
    """Yield each place that an answer from several clauses does not cite."""
    if not case.expected.synthesis or content.nothing_to_cite is not None:
        return
    for place in missing_places(case, provenance.citations, context):
        message = f"The answer needs {name_place(place)} (“{place.quote[:80]}”) and does not cite it."
        yield verdict(Label.FAIL, Reason.CLAUSE_MISSING, message)


def _findings(
    case: QaCase, output: QaOutput, content: Content, provenance: ItemProvenance, context: ScoringContext
) -> Iterator[CaseFinding]:
    for one in output.findings:
        message = f"{one.place}: {one.message}" if one.place else one.message
        yield CaseFinding(code=one.code.value, message=message)
    yield from content.findings
    for remark in provenance.findings:
        yield finding(remark.reason, remark.sentence)
    if provenance.class_name is ClassName.OK and _is_unlisted(case, provenance, context):
        yield finding(Reason.UNLISTED_PLACE, f"The case does not list this place. {provenance.sentence}")


def _is_unlisted(case: QaCase, provenance: ItemProvenance, context: ScoringContext) -> bool:
    """Tell whether the case lists places and none of them was cited."""
    places = case.expected.citations
    return bool(places) and missing_places(case, provenance.citations, context) == places


def _expected(case: QaCase, context: ScoringContext) -> str | None:
    """Return the expected answer for people: the facts, or the refusal sentence about the topic."""
    expected = case.expected
    if not expected.answerable:
        return context.standard.contract.qa.refusal.sentence.replace("[topic]", expected.topic or case.question)
    return "; ".join(fact.any[0] for fact in expected.facts) or expected.reference_answer


def _diagnostics(content: Content, provenance: ItemProvenance) -> MappingProxyType[str, Fraction | None]:
    return MappingProxyType(
        {
            "accuracy": content.accuracy,
            "citation_support": None if provenance.score is None else Fraction(provenance.score),
            "scope": content.scope,
            "uncertainty": content.uncertainty,
            "refusal": content.refusal,
        }
    )
