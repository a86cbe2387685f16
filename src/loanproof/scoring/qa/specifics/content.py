"""Adds the specifics of an answer to its content: their checks, their findings and the review that they need."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.scoring.qa.content import AnswerContent, finding
from loanproof.scoring.qa.specifics.checking import CheckedSpecifics, check_specifics
from loanproof.scoring.qa.specifics.ungrounded import ungrounded_words
from loanproof.scoring.wording import quoted
from loanproof.standards import Hitl, Label

if TYPE_CHECKING:
    from loanproof.scoring.checks import Check
    from loanproof.scoring.qa.specifics.sources import Sources
    from loanproof.scoring.results import CaseFinding


def with_specifics(content: AnswerContent, sources: Sources) -> AnswerContent:
    """Return the content of an answer with the checks and findings of its specifics without a type (C-22).

    Any such finding asks a person to look. A hallucination that no other rule finds must be confirmed by a person
    (A-56).
    """
    claims = content.claims
    if claims is None or not claims.text or not sources.context.parameters.clarifications.untyped_specifics:
        return content
    checked = check_specifics(claims, sources)
    words = ungrounded_words(claims, sources) if sources.case.expected.answerable else ()
    noticed = [*_noticed(checked, words), *to_confirm(content.checks, checked.checks)]
    hitl = Hitl.FLAG if noticed else Hitl.NONE
    if any(one.code == Reason.CONFIRM_HALLUCINATION for one in noticed):
        hitl = Hitl.REQUIRED
    is_wrong = any(one.at_best.is_wrong for one in checked.checks)
    # An answer with a wrong specific must not also get the reason of a right answer.
    kept = [one for one in content.checks if not (is_wrong and one.code is Reason.FACTS_STATED)]
    return replace(content, checks=(*kept, *checked.checks), findings=(*content.findings, *noticed), hitl=hitl)


def _noticed(checked: CheckedSpecifics, words: tuple[str, ...]) -> Iterator[CaseFinding]:
    """Yield findings for references that cannot be resolved and for words without a source."""
    for written in checked.unresolved:
        message = f"The answer refers to {quoted(written)}; no such place was found, and nobody confirmed the index."
        yield finding(Reason.UNRESOLVED_REFERENCE, message)
    listed = (*checked.unreadable, *words)
    if listed:
        message = f"These words of the answer appear in no cited passage: {', '.join(map(quoted, listed))}."
        yield finding(Reason.UNGROUNDED_WORDS, message)


def to_confirm(before: tuple[Check, ...], found: tuple[Check, ...]) -> Iterator[CaseFinding]:
    """Yield a finding that a person must confirm a hallucination if only specifics without a type make it one."""
    if any(one.at_best is Label.HALLUCINATION for one in before):
        return
    for one in found:
        if one.at_best is Label.HALLUCINATION:
            message = (
                f"{one.message} Only such words, and no value, make this a hallucination; a person must confirm it."
            )
            yield finding(Reason.CONFIRM_HALLUCINATION, message)
