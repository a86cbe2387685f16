"""Checks an answer without gold, for the guard: it is scored against a case made from the answer itself.

The facts of that case are the values that the answer states and its quotes contain, and its quotes are the gold
citations. So the guard finds everything that the scorer would, except what is missing from the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.cases import AnyOf, ExpectedCitation, QaCase, QaExpected
from loanproof.core import Capability, Reason
from loanproof.scoring.context import ScoringContext
from loanproof.scoring.guarded import GuardedItem, GuardFault, faults_of_score, guarded_item
from loanproof.scoring.qa.absence import shrugs, states_absence
from loanproof.scoring.qa.answers import score_qa
from loanproof.scoring.qa.arithmetic import follows
from loanproof.scoring.qa.bare_answers import denied_by_quotes
from loanproof.scoring.qa.content import ITEM
from loanproof.scoring.qa.facts import is_covered, mentions_of
from loanproof.scoring.qa.refusal import read_refusal, split_refusals
from loanproof.scoring.qa.specifics import Sources, ungrounded_words
from loanproof.scoring.restated import restated_faults
from loanproof.scoring.wording import quoted
from loanproof.statements import Polarity, StatedText, polarity_at, stated_in
from loanproof.values import content_words

if TYPE_CHECKING:
    from loanproof.outputs import QaOutput
    from loanproof.provenance import DocumentSet
    from loanproof.scoring.results import CaseFinding
    from loanproof.standards import EvalStandard

_NO_QUESTION = "?"


def guard_answer(
    output: QaOutput, documents: DocumentSet, standard: EvalStandard, as_of: str | None = None
) -> GuardedItem:
    """Return an answer with the faults that its documents and its own quotes reveal."""
    context = ScoringContext(documents, standard, Capability.QA, as_of)
    case = _case_of(output, context)
    score = score_qa(case, output, documents=documents, standard=standard)
    faults = [fault for item in score.items for fault in faults_of_score(item)]
    faults += [_fault_of(one) for one in score.findings if one.code == Reason.UNRESOLVED_REFERENCE]
    faults += restated_faults(output.citations, context)
    faults += _unquoted(output, case, context)
    faults += _bare_fault(output, context)
    # A value that a quote supports ties the answer to its source, so strange words around it are no fault;
    # a person is asked to look at them, as in scoring.
    strange = [_fault_of(one) for one in score.findings if one.code == Reason.UNGROUNDED_WORDS]
    is_tied = bool(case.expected.facts) or _is_supported(output, context)
    if not is_tied and _is_mostly_ungrounded(output, case, context):
        faults += strange
    return guarded_item(ITEM, output.answer, faults, output.confidence, standard, flags=strange)


def _unquoted(output: QaOutput, case: QaCase, context: ScoringContext) -> Iterator[GuardFault]:
    """Yield a fault if the answer is a name of which no quote has a word, and for each defined term without a quote."""
    sources = Sources(case, output.citations, context)
    words = content_words(output.answer or "")
    if not case.expected.answerable or case.expected.refuse or not words or not sources.quotes:
        return
    is_name = all(word[0].isupper() for word in (output.answer or "").split() if content_words(word))
    is_name = is_name and len(words) > 1
    if is_name and not case.expected.facts and words.isdisjoint(content_words(" ".join(sources.quotes))):
        yield GuardFault(code=Reason.UNSUPPORTED_CLAIM, sentence="No quote has a word of the name that is the answer.")
    for term in sources.terms_unquoted(output.answer or ""):
        sentence = f"The answer speaks of {quoted(term)}, and no quote does."
        yield GuardFault(code=Reason.UNSUPPORTED_CLAIM, sentence=sentence)


def _bare_fault(output: QaOutput, context: ScoringContext) -> Iterator[GuardFault]:
    """Yield a fault if a bare yes or no is the opposite of what a quote says to the question."""
    quotes = [one.quote for one in output.citations if one.quote]
    said = denied_by_quotes(output.answer or "", output.question or "", quotes)
    if said is not None and context.parameters.clarifications.statements:
        sentence = f"The answer is {quoted(output.answer)}, but its own quote says {quoted(said)}."
        yield GuardFault(code=Reason.FACT_DENIED, sentence=sentence)


def _fault_of(finding: CaseFinding) -> GuardFault:
    return GuardFault(code=finding.code, sentence=finding.message)


def _is_supported(output: QaOutput, context: ScoringContext) -> bool:
    """Return whether a quote supports a value of the answer, perhaps by a heading: *20* under *per cent.*."""
    found = context.provenance_of(output.citations, context.claim_of(output.answer))
    return any(one.supported for one in found.citations)


def _is_mostly_ungrounded(output: QaOutput, case: QaCase, context: ScoringContext) -> bool:
    """Return whether at least half of the content words of an answer have no source in what it cites."""
    answer = StatedText(text=output.answer or "", notation=context.notation)
    strange = ungrounded_words(answer, Sources(case, output.citations, context))
    return 2 * len(strange) >= len(content_words(answer.text))


def _case_of(output: QaOutput, context: ScoringContext) -> QaCase:
    """Return a case for which the answer would be right, made from what it says and cites."""
    text = output.answer or ""
    split = split_refusals(text, context.parameters, document_count=len(context.documents.names))
    claims = StatedText(text=split.claims, notation=context.notation)
    whole = read_refusal(text, context.parameters, document_count=len(context.documents.names))
    refuses = bool(split.refusals) or states_absence(text) or shrugs(text, context.standard)
    citations = tuple(
        ExpectedCitation(document=one.document, page=one.page, section=one.section, quote=one.quote)
        for one in output.citations
        if one.quote and one.quote.strip()
    )
    is_mixed = bool(split.refusals) and whole.why is not None and any(map(str.isalpha, split.claims))
    if refuses and not claims.values and not is_mixed:
        topic = " ".join((*(one.topic for one in split.refusals), output.question or "", text))
        pointers = tuple(one.pointer for one in split.refusals if one.pointer)  # only gold can say which are plausible
        words = " ".join(sorted(content_words(topic)))
        expected = QaExpected(answerable=False, topic=words or None, pointers=pointers)
    else:
        quotes = [stated_in(one.quote, context.notation) for one in citations]
        expected = QaExpected(
            facts=tuple(AnyOf(any=(text,)) for text in _facts(claims, quotes)),
            derivable=tuple(_derived(claims, (*quotes, stated_in(output.question or "", context.notation)))),
            refuse=tuple(one.topic for one in split.refusals if one.topic),
            citations=citations,
        )
    return QaCase(
        id="guard",
        capability=Capability.QA,
        question=output.question or _NO_QUESTION,
        documents=tuple(context.documents.names),
        expected=expected,
    )


def _facts(claims: StatedText, quotes: Sequence[StatedText]) -> Iterator[str]:
    """Yield the values that the answer states and its quotes contain, or that it denies and its quotes state."""
    for written, span in {one.span.of(claims.text): one.span for one in claims.values}.items():
        held = [
            polarity_at(text, place)
            for text in quotes
            for mention in mentions_of(text, written)
            for places in mention
            for place in places
        ]
        is_stated = polarity_at(claims, span) is Polarity.STATED
        if held if is_stated else Polarity.STATED in held:
            yield written


def _derived(claims: StatedText, sources: Sequence[StatedText]) -> Iterator[str]:
    """Yield the values of an answer that equal, round or follow from those in its quotes and its question."""
    known = [value.part for text in sources for value in text.values]
    for one in claims.values:
        if any(is_covered(one.part, other) for other in known) or follows(one.part, known):
            yield one.span.of(claims.text)
