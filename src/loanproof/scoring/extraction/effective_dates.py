"""When an amendment takes effect: on a date, on a condition, or on a day that the document does not state."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.cases import ConditionalEffectiveDate
from loanproof.core import UNCLEAR, Reason
from loanproof.outputs import ConditionalDate, StatedDate, UnclearDate
from loanproof.scoring.checks import Check
from loanproof.scoring.extraction.agreement import agree
from loanproof.scoring.extraction.forms import Forms
from loanproof.scoring.extraction.presence import is_present, prose_is_present
from loanproof.scoring.wording import quoted
from loanproof.standards import MATURITY_DATE, Label
from loanproof.values import DATE_KIND, Unreadable, content_words, holds_half, same_typography

if TYPE_CHECKING:
    from loanproof.outputs import EffectiveDate
    from loanproof.scoring.extraction.context import AnswersContext, ExtractionContext

_DATE_FIELD = MATURITY_DATE  # an effective date is read by the rules of this field


def check_effective_date(
    expected: str | ConditionalEffectiveDate | None, given: EffectiveDate | None, context: ExtractionContext
) -> Check | None:
    """Check the effective date; return None if it is right."""
    if isinstance(given, StatedDate) and context.absence.date(given.text):  # says in words that no date is stated
        invented = check_invented_date(given.text, context) if context.parameters.clarifications.companions else None
        if invented is not None:
            return replace(invented, ruling="C-33")
        given = UnclearDate()
    if given is None:
        message = "The output does not say when the amendment takes effect."
        return Check(Label.PARTIAL, Reason.EFFECTIVE_DATE_MISSING, message)
    if isinstance(expected, ConditionalEffectiveDate):
        return _against_condition(expected, given, context)
    if expected is None or expected == UNCLEAR:
        return _against_unclear(given, context)
    return _against_date(expected, given, context)


def _against_unclear(given: EffectiveDate, context: ExtractionContext) -> Check | None:
    match given:
        case UnclearDate():
            return None
        case StatedDate():
            if context.absence.hesitation(given.text):
                message = f"The output says {quoted(given.text)}, not whether the document states when it takes effect."
                return Check(Label.PARTIAL, Reason.EFFECTIVE_DATE_MISSING, message)
            invented = check_invented_date(given.text, context)
            message = (
                f"The document does not state when the amendment takes effect; the output says {quoted(given.text)}."
            )
            label = context.parameters.amendment.effective_date_assumed
            return invented or Check(label, Reason.EFFECTIVE_DATE_ASSUMED, message, ruling="C-06")
        case ConditionalDate():
            return _wrong("The document does not state when the amendment takes effect; the output names a condition.")


def _against_date(expected: str, given: EffectiveDate, context: ExtractionContext) -> Check | None:
    if not isinstance(given, StatedDate):
        return _wrong(f"The amendment takes effect on {expected}; the output gives no date.")
    agreement = agree(
        Forms(value=context.stated(_DATE_FIELD, expected)), context.stated(_DATE_FIELD, given.text), context
    )
    sides = f"The amendment takes effect on {expected}; the output says {quoted(given.text)}."
    if agreement.label is None:
        return check_invented_date(given.text, context) or _wrong(sides)
    # A case cannot list the document's own form of this date, so look for the wording in the document.
    if agreement.label is Label.CORRECT or (
        agreement.label is Label.SEMANTIC_MATCH and context.has_wording(given.text)
    ):
        return None
    return Check(agreement.label, agreement.reason, sides)


def _against_condition(
    expected: ConditionalEffectiveDate, given: EffectiveDate, context: ExtractionContext
) -> Check | None:
    condition = given.condition if isinstance(given, ConditionalDate) else None
    text = given.text if isinstance(given, StatedDate) else condition
    quotes = [one.quote for one in expected.citations]
    if text is not None and _is_condition(text, expected.condition, quotes):
        return None
    sides = f"The amendment takes effect on a condition, {quoted(expected.condition)}"
    if isinstance(given, StatedDate):
        label = context.parameters.amendment.calendar_date_for_condition
        message = f"{sides}; the output says {quoted(given.text)}."
        wrong = Check(label, Reason.EFFECTIVE_DATE_WRONG, message, ruling="A-25")
        return check_invented_date(given.text, context) or wrong
    return _wrong(f"{sides}; the output does not say so.")


def _is_condition(text: str, condition: str, quotes: list[str]) -> bool:
    """Return whether a text states the expected condition: in the same words, or sharing half of them both ways.

    A text that reads as a date is not a condition.
    """
    words = content_words(" ".join((condition, *quotes)))
    return same_typography(text, condition) or (
        isinstance(DATE_KIND.read(text), Unreadable)
        and holds_half(text, words)
        and holds_half(condition, content_words(text))
    )


def _wrong(message: str) -> Check:
    return Check(Label.PARTIAL, Reason.EFFECTIVE_DATE_WRONG, message)


def check_invented_date(text: str, context: AnswersContext) -> Check | None:
    """Return a check for an effective date that does not appear in the documents, or None if it does."""
    date = context.stated(_DATE_FIELD, text)
    there = is_present(date, context) if date.candidates else prose_is_present(text, context)
    if there:
        return None
    message = f"The output gives {quoted(text)} as effective date, which does not appear in the documents."
    label = context.parameters.presence.nowhere
    return Check(label, Reason.VALUE_NOT_IN_DOCUMENT, message, ruling="A-04")
