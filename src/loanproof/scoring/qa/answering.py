"""Checks the answer to a question that the documents answer: facts, forbidden values, scope, hedges and refusals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from loanproof.cases import AnyOf
from loanproof.core import Reason
from loanproof.provenance import Claim, NothingToCite
from loanproof.scoring.checks import Check
from loanproof.scoring.qa.absence import denied_existence, shrugs, states_absence
from loanproof.scoring.qa.content import AnswerContent, finding
from loanproof.scoring.qa.contradictions import SaidOfFact, said_of_fact, states_forbidden, turned_beside
from loanproof.scoring.qa.defined_names import without_defined_names
from loanproof.scoring.qa.doubts import own_doubts
from loanproof.scoring.qa.exchanged import exchanged_levels
from loanproof.scoring.qa.facts import holds_figures, states_any
from loanproof.scoring.qa.hedges import keeps_hedge
from loanproof.scoring.qa.joined import joined_otherwise
from loanproof.scoring.qa.refusal import Refusal, split_refusals
from loanproof.scoring.qa.refusing import check_refusal, format_findings
from loanproof.scoring.qa.retold import turned_in
from loanproof.scoring.qa.scope import Scope, claim_of_wording, imported, invented, miscalculated, scope_of
from loanproof.scoring.qa.specifics import computation_of
from loanproof.scoring.qa.told_names import check_told_names
from loanproof.scoring.stale import find_stale, tell_stale
from loanproof.scoring.wording import fact_in_words, name_place, quoted
from loanproof.standards import Label
from loanproof.statements import StatedText, stated_in
from loanproof.values import content_words

if TYPE_CHECKING:
    from loanproof.cases import QaCase
    from loanproof.scoring.context import ScoringContext
    from loanproof.scoring.qa.specifics import Sources
    from loanproof.scoring.results import CaseFinding


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    """An answer split into claims and refusals, with what it says about the expected facts."""

    case: QaCase
    statement: StatedText
    refusals: tuple[Refusal, ...]
    said: tuple[SaidOfFact, ...]
    forbidden: tuple[AnyOf, ...]
    scope: Scope
    sources: Sources

    @property
    def missing(self) -> tuple[SaidOfFact, ...]:
        """The facts that the answer does not state."""
        return tuple(one for one in self.said if not one.is_stated)

    @property
    def is_refusal(self) -> bool:
        """Whether the answer only refuses: it states no fact, and nothing is left besides its refusals."""
        states_nothing = len(self.missing) == len(self.case.expected.facts) and not self.statement.values
        return states_nothing and not self.statement.text

    @property
    def topic(self) -> frozenset[str]:
        """The content words of the part of the question that can be answered."""
        expected = self.case.expected
        return content_words(" ".join((expected.topic or "", *expected.topic_terms)))

    @property
    def own_refusals(self) -> tuple[Refusal, ...]:
        """The refusals of the part of the question that can be answered.

        A refusal that fits a part to be refused equally well is not one of them. If the answer states every fact,
        only a refusal that is mostly about the topic counts.
        """
        expected, own = self.case.expected, self.topic

        def is_own(refusal: Refusal) -> bool:
            words = content_words(refusal.topic)
            due = max((len(words & content_words(topic)) for topic in expected.refuse), default=0)
            shared = len(words & own)
            return shared > due and (bool(self.missing) or 2 * shared > len(words))

        return tuple(one for one in self.refusals if is_own(one))


def check_in_scope(case: QaCase, text: str, sources: Sources, context: ScoringContext) -> AnswerContent:
    """Return the checked answer to a question that the documents answer, wholly or in part."""
    quotes = sources.quotes
    split = split_refusals(text, context.parameters, document_count=len(context.documents.names))
    statement = StatedText(text=split.claims, notation=context.notation)
    answer = _Answer(
        case=case,
        statement=statement,
        refusals=split.refusals,
        said=tuple(said_of_fact(fact, case, statement, context) for fact in case.expected.facts),
        forbidden=tuple(value for value in case.expected.forbidden if states_forbidden(value, statement, context)),
        scope=scope_of(statement, case, context, computation_of(statement, sources)),
        sources=sources,
    )
    is_absence = bool(answer.missing) and _refuses_in_other_words(answer, context)
    gold = [citation.quote for citation in case.expected.citations]
    qualified = case.expected.qualified
    forms = [form for fact in case.expected.facts for form in fact.any]
    dropped = [one for one in qualified if not keeps_hedge(split.claims, one, context.parameters, gold, forms)]
    due = tuple(_due_refusals(answer, context))
    faults = [
        *invented(answer.scope, context),
        *miscalculated(answer.scope),
        *imported(statement, case, context),
        *_fact_faults(answer, context, is_absence=is_absence),
        *due,
        *check_told_names(split.refusals, sources),
        *(_dropped(hedge, context) for hedge in dropped),
    ]
    wording = claim_of_wording(statement, case, quotes, context)
    stated = without_defined_names(answer.scope.claim, case.expected.facts, quotes, context)
    return AnswerContent(
        best=Label.CORRECT,
        checks=(*faults, *_stated(case, faults)),
        claim=Claim(parts=(*stated.parts, *wording.parts)),
        excuse=NothingToCite.REFUSAL if answer.is_refusal or is_absence else None,
        findings=(*format_findings(split.refusals), *_over_hedged(answer, quotes, faults, context)),
        accuracy=_accuracy(answer),
        scope=answer.scope.share,
        uncertainty=_kept_share(len(case.expected.qualified), len(dropped)),
        refusal=_refusal_share(answer, due, is_absence=is_absence),
        claims=statement,
    )


def _fact_faults(answer: _Answer, context: ScoringContext, *, is_absence: bool) -> Iterator[Check]:
    """Yield what is wrong with the facts: refused, vague, missing, contradicted, denied or replaced by others."""
    expected = answer.case.expected
    is_refused = bool(answer.own_refusals) or (answer.is_refusal and bool(answer.refusals) and not expected.refuse)
    if is_refused or is_absence:
        message = "The answer refuses what the document answers."
        yield Check(Label.FAIL, Reason.OVER_REFUSAL, message)
    elif answer.missing and _is_vague(answer):
        fact = answer.missing[0].fact
        message = f"The answer stays vague; the document says {fact_in_words(fact.any[0])}{_place_of(fact, answer)}."
        yield Check(Label.FAIL, Reason.VAGUE_ANSWER, message)
    else:
        yield from (_missing(one, answer, context) for one in answer.missing)
    for one in answer.said:
        for code, message in one.contradictions:
            yield Check(Label.FAIL, code, message, ruling="C-21")
    for code, message in _turned(answer, context):
        yield Check(Label.FAIL, code, message, ruling="C-21")
    denied = _denied_question(answer) if context.parameters.clarifications.statements else None
    if denied is not None and expected.facts:
        message = f"The answer says {quoted(denied)}; the document says {fact_in_words(expected.facts[0].any[0])}."
        yield Check(Label.FAIL, Reason.FACT_DENIED, message, ruling="C-21")
    for value in answer.forbidden:
        message = f"The answer says {fact_in_words(value.any[0])}, which is not the answer to this question."
        yield Check(Label.FAIL, Reason.FORBIDDEN_STATED, message)


def _turned(answer: _Answer, context: ScoringContext) -> tuple[tuple[Reason, str], ...]:
    """Return the clauses and bounds that an answer reverses; not looked for if a fact is already contradicted."""
    if not context.parameters.clarifications.statements or any(one.contradictions for one in answer.said):
        return ()
    beside = turned_beside(answer.case, answer.statement)
    joined = joined_otherwise(answer.case, answer.statement)
    exchanged = exchanged_levels(answer.case, answer.statement)
    return (*turned_in(answer.case, answer.statement, answer.sources), *beside, *joined, *exchanged)


def _denied_question(answer: _Answer) -> str | None:
    """Return the clause in which an answer denies that what the question asks for exists."""
    case = answer.case
    if answer.missing or case.expected.refuse:
        return None
    return denied_existence(answer.statement.text, case.question, [one.quote for one in case.expected.citations])


def _missing(one: SaidOfFact, answer: _Answer, context: ScoringContext) -> Check:
    """Return the check of a fact that is not stated: stale, denied or missing."""
    how = "denies" if one.is_mentioned else "does not state"
    message = f"The document says {fact_in_words(one.fact.any[0])}{_place_of(one.fact, answer)}; the answer {how} it."
    lineage = one.fact.lineage
    stage = find_stale(lineage, lambda value: states_forbidden(AnyOf(any=(value,)), answer.statement, context), context)
    if stage is not None:
        return tell_stale(stage, lineage, stage.value, context.claim_of, context)
    if one.is_mentioned and context.parameters.clarifications.statements:
        return Check(Label.FAIL, Reason.FACT_DENIED, message, ruling="C-21")
    return Check(Label.FAIL, Reason.FACT_MISSING, message)


def _place_of(fact: AnyOf, answer: _Answer) -> str:
    """Return where the case shows a fact, in brackets: `` (page 14, Clause 9.1)``; an empty text if it does not."""
    for citation in answer.case.expected.citations:
        if states_any(stated_in(citation.quote, answer.statement.notation), fact.any):
            return f" ({name_place(citation)})"
    return ""


def _refuses_in_other_words(answer: _Answer, context: ScoringContext) -> bool:
    text = answer.statement.text
    if answer.scope.values or not text:  # an answer that states a value does not refuse
        return False
    return states_absence(text) or shrugs(text, context.standard)


def _is_vague(answer: _Answer) -> bool:
    """Return whether the facts have figures but the answer states no fact and has no figure at all."""
    facts = answer.case.expected.facts
    if not answer.statement.text:
        return False
    wants_figures = any(holds_figures(form) for fact in facts for form in fact.any)
    return wants_figures and len(answer.missing) == len(facts) and not holds_figures(answer.statement.text)


def _due_refusals(answer: _Answer, context: ScoringContext) -> Iterator[Check]:
    """Yield the checks of each part of the question that must be refused next to the answer."""
    for topic in answer.case.expected.refuse:
        words = content_words(topic) - answer.topic or content_words(topic)  # "fee" does not distinguish two fees
        found = [one for one in answer.refusals if words & content_words(one.topic) and one not in answer.own_refusals]
        if found:
            best = min(found, key=lambda one: one.why is not None)  # a refusal of the right form, if there is one
            yield from check_refusal(best, answer.case, words, context)
        elif context.parameters.refusal.mixed_needs_both:
            message = f"The document holds nothing about {topic}, and the answer does not say so as prescribed."
            yield Check(Label.FAIL, Reason.REFUSAL_MISSING, message, ruling="A-49")


def _dropped(hedge: str, context: ScoringContext) -> Check:
    message = f"The document qualifies this ({quoted(hedge)}); the answer states it flat."
    return Check(context.parameters.hedges.flat_answer, Reason.HEDGE_DROPPED, message, ruling="A-51")


def _stated(case: QaCase, faults: Sequence[Check]) -> Iterator[Check]:
    """Yield the check of a right answer, if nothing is wrong with it."""
    if all(one.at_best.is_right for one in faults):
        said = "; ".join(fact_in_words(fact.any[0]) for fact in case.expected.facts) or "what the document says"
        yield Check(Label.CORRECT, Reason.FACTS_STATED, f"The answer states {said.removesuffix('.')}.")


def _over_hedged(
    answer: _Answer, quotes: tuple[str, ...], faults: Sequence[Check], context: ScoringContext
) -> Iterator[CaseFinding]:
    """Yield a finding for each doubt that an otherwise right answer adds to its source."""
    case = answer.case
    if any(one.at_best.is_wrong for one in faults):
        return
    gold = (citation.quote for citation in case.expected.citations)
    sources = (case.question, *case.expected.qualified, *gold, *quotes)
    for doubt in own_doubts(answer.statement.text, sources, context.parameters):
        yield finding(Reason.OVER_HEDGED, f"The answer says {quoted(doubt)}; the cited text has no such doubt.")


def _accuracy(answer: _Answer) -> Fraction | None:
    expected = answer.case.expected
    if answer.forbidden:
        return Fraction(0)
    lost = sum(not one.is_stated or bool(one.contradictions) for one in answer.said)
    return _kept_share(len(expected.facts), lost)


def _kept_share(expected: int, lost: int) -> Fraction | None:
    return Fraction(expected - lost, expected) if expected else None


def _refusal_share(answer: _Answer, due: Sequence[Check], *, is_absence: bool) -> Fraction:
    """Return the refusal diagnostic: 0 for a wrong refusal, otherwise the share of required refusals that are right.

    It is 1 if nothing had to be refused.
    """
    if is_absence or answer.own_refusals or (answer.is_refusal and answer.refusals):
        return Fraction(0)
    topics = len(answer.case.expected.refuse)
    right = sum(one.code is Reason.REFUSAL_GROUNDED for one in due)
    return Fraction(min(right, topics), topics) if topics else Fraction(1)
