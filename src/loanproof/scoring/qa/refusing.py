"""Checks the answer to a question that the documents do not answer: only a grounded refusal is right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.provenance import Claim, NothingToCite
from loanproof.scoring.checks import Check, worst
from loanproof.scoring.qa.absence import shrugs, states_absence
from loanproof.scoring.qa.content import AnswerContent, finding
from loanproof.scoring.qa.pointers import is_plausible
from loanproof.scoring.qa.refusal import Refusal, read_refusal, split_refusals
from loanproof.scoring.qa.scope import Scope, imported, invented, miscalculated, scope_of
from loanproof.scoring.qa.specifics import computation_of, to_confirm
from loanproof.scoring.qa.told_names import check_told_names
from loanproof.scoring.wording import quoted
from loanproof.standards import Hitl, Label
from loanproof.statements import StatedText, plain_text
from loanproof.values import PARTY_KIND, content_words

if TYPE_CHECKING:
    from loanproof.cases import QaCase
    from loanproof.scoring.context import ScoringContext
    from loanproof.scoring.qa.specifics import Sources
    from loanproof.scoring.results import CaseFinding

_FAULTS = {
    Reason.REFUSAL_EXTRA_SENTENCE: "A further sentence follows the refusal.",
    Reason.REFUSAL_ASSERTION: "The refusal goes on to claim something.",
    Reason.REFUSAL_GENERIC: "The refusal does not name what is absent.",
    Reason.REFUSAL_WORDS: "The refusal does not have the prescribed form.",
}
_CLAIMING_REASONS = frozenset({Reason.REFUSAL_EXTRA_SENTENCE, Reason.REFUSAL_ASSERTION})


def check_out_of_scope(case: QaCase, answer: str, sources: Sources, context: ScoringContext) -> AnswerContent:
    """Return the checked answer to a question that the documents do not answer."""
    statement = StatedText(text=plain_text(answer), notation=context.notation)
    scope = scope_of(statement, case, context, computation_of(statement, sources))
    count = len(context.documents.names)
    refusal = read_refusal(answer, context.parameters, document_count=count)
    claimed = split_refusals(answer, context.parameters, document_count=count).claims
    claims = StatedText(text=claimed, notation=context.notation) if refusal.why and claimed else None
    if refusal.why is None:  # a refusal of the right form may name the party it is about
        scope = _without_parties(scope)
    checks = [*invented(scope, context), *miscalculated(scope), *imported(statement, case, context)]
    if not (refusal.head or shrugs(answer, context.standard) or states_absence(answer)):
        checks.append(_out_of_scope(case, context))
        return AnswerContent(
            best=Label.GROUNDED_REFUSAL,
            checks=tuple(checks),
            claim=scope.claim,
            accuracy=Fraction(0),
            scope=Fraction(0),
            refusal=Fraction(0),
            claims=claims,
        )
    confirmed: tuple[CaseFinding, ...] = ()
    if refusal.head:
        told = check_told_names([refusal], sources)
        confirmed = tuple(to_confirm(tuple(checks), told))
        checks += told or check_refusal(refusal, case, topic_of(case), context)
    else:
        checks.append(_other_words(answer, case, context))
    is_right = Fraction(worst(checks, Label.GROUNDED_REFUSAL) is Label.GROUNDED_REFUSAL)
    return AnswerContent(
        best=Label.GROUNDED_REFUSAL,
        checks=tuple(checks),
        claim=Claim(),
        excuse=NothingToCite.REFUSAL,
        findings=(*format_findings([refusal]), *confirmed),
        accuracy=is_right,
        scope=scope.share,
        refusal=is_right,
        claims=claims,
        hitl=Hitl.REQUIRED if confirmed else Hitl.NONE,
    )


def _without_parties(scope: Scope) -> Scope:
    """Return the scope without invented parties: *the directors of X Ltd* names what is absent and asserts nothing."""
    return replace(scope, nowhere=tuple(one for one in scope.nowhere if one.part.kind is not PARTY_KIND))


def topic_of(case: QaCase) -> frozenset[str]:
    """Return the content words of the topic; a refusal must contain at least one of them."""
    expected = case.expected
    return content_words(" ".join(expected.topic_terms) or expected.topic or case.question)


def check_refusal(refusal: Refusal, case: QaCase, topic: frozenset[str], context: ScoringContext) -> Iterator[Check]:
    """Yield the checks of a text that begins with the prescribed words; the last says that it is grounded, if it is."""
    rule = context.parameters.refusal
    if refusal.why is not None:
        is_claim = refusal.why in _CLAIMING_REASONS
        label = rule.claim_after_refusal if is_claim else rule.other_words
        # C-11 is about claims, A-47 about a pointer that the contract requires, and A-48 about the form.
        ruling = "C-11" if is_claim else "A-47" if rule.pointer_required and refusal.pointer is None else "A-48"
        yield Check(label, refusal.why, _FAULTS[refusal.why], ruling=ruling)
        return
    if not topic & content_words(refusal.topic):
        asked = (None if case.expected.answerable else case.expected.topic) or ", ".join(sorted(topic))
        message = f"The refusal is about {quoted(refusal.topic)}; the question is about {asked}."
        yield Check(Label.FAIL, Reason.REFUSAL_OFF_TOPIC, message)
        return
    pointer = refusal.pointer
    if pointer is not None and not is_plausible(
        pointer, case.expected.pointers, context.documents.names, context.parameters
    ):
        message = f"{quoted(pointer)} is not a plausible place for what is missing."
        yield Check(rule.implausible_pointer, Reason.IMPLAUSIBLE_POINTER, message, ruling="A-47")
    message = f"The refusal says that {quoted(refusal.topic)} is absent, as it is."
    if refusal.is_exact:
        yield Check(Label.GROUNDED_REFUSAL, Reason.REFUSAL_GROUNDED, message)
    else:
        yield Check(rule.optional_words, Reason.REFUSAL_GROUNDED, message, ruling="A-48")


def format_findings(refusals: Sequence[Refusal]) -> Iterator[CaseFinding]:
    """Yield a finding for each refusal that is acceptable but not worded exactly as prescribed."""
    for refusal in refusals:
        if refusal.why is None and not refusal.is_exact:
            yield finding(Reason.REFUSAL_FORMAT, f"{quoted(refusal.head)} is not the prescribed wording.")


def _other_words(answer: str, case: QaCase, context: ScoringContext) -> Check:
    """Return the check of a refusal in other words, which is accepted only if the contract is not strict about them."""
    rule = context.parameters.refusal
    if not states_absence(answer):
        message = "The answer does not say what the document lacks."
        return Check(rule.other_words, Reason.REFUSAL_GENERIC, message, ruling="A-48")
    if context.parameters.refusal_format_strict:
        message = f"The absence is not stated as prescribed: “{context.standard.contract.qa.refusal.sentence}”"
        return Check(rule.other_words, Reason.REFUSAL_WORDS, message, ruling="A-48")
    if topic_of(case) & content_words(answer):
        message = "The answer says in its own words what is absent."
        return Check(Label.GROUNDED_REFUSAL, Reason.REFUSAL_GROUNDED, message, ruling="A-48")
    return Check(Label.FAIL, Reason.REFUSAL_OFF_TOPIC, "The answer names another absence than the question's.")


def _out_of_scope(case: QaCase, context: ScoringContext) -> Check:
    topic = case.expected.topic or case.question
    message = f"The documents hold nothing about {topic}, yet the question is answered."
    return Check(context.parameters.refusal.out_of_scope_answer, Reason.OUT_OF_SCOPE_CLAIM, message, ruling="A-50")
