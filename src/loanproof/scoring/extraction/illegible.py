"""Fields that are illegible in the document: the right answer says so, or guesses at low confidence."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.outputs import FieldStatus
from loanproof.provenance import NothingToCite
from loanproof.scoring.checks import Content, content_of
from loanproof.scoring.extraction.absence import not_extracted
from loanproof.scoring.extraction.agreement import agree
from loanproof.scoring.extraction.expected_items import Item
from loanproof.scoring.extraction.forms import Forms
from loanproof.scoring.extraction.legible import fits, has_unseen
from loanproof.scoring.extraction.presence import is_present
from loanproof.scoring.extraction.words import says_none, says_unreadable
from loanproof.scoring.wording import quoted
from loanproof.standards import ConfidenceLevel, Label

if TYPE_CHECKING:
    from loanproof.outputs import FieldOutput
    from loanproof.scoring.extraction.context import ExtractionContext
    from loanproof.scoring.extraction.stated import Stated

_UNREAD = frozenset({FieldStatus.ILLEGIBLE, FieldStatus.UNDETERMINABLE})


def check_illegible(item: Item, answer: FieldOutput | None, context: ExtractionContext) -> Content:
    """Check the answer for an illegible field by the confidence that it states (A-27).

    The case gives the legible characters as value or surfaces, with ``#`` or ``?`` for each that cannot be read. The
    contract sets the label of a guess that contradicts them (C-07).
    """
    if answer is None or answer.status in (FieldStatus.ABSENT, FieldStatus.UNCHANGED):
        return not_extracted(item, answer, context)
    given = context.given(answer)
    text = given.text
    has_guess = given.plain is not None and not (text is not None and says_unreadable(text, context.absence))
    is_none = text is not None and says_none(text, context.absence)
    if is_none or (given.plain is None and answer.status not in _UNREAD):
        return not_extracted(item, answer, context)
    level = answer.confidence.level
    if level is ConfidenceLevel.HIGH and context.standard.contract.confidence.degraded_document.failure is level:
        return _too_sure(given if has_guess else None, context)
    if has_guess and _contradicts(item, given, context):
        label = context.parameters.illegible.contradicting_guess
        message = f"The output says {quoted(given)}, which contradicts the characters that can be read."
        return content_of(
            label, Reason.ILLEGIBLE_CONTRADICTED, message, ruling="C-07", excuse=NothingToCite.NOT_EXTRACTED
        )
    score = Fraction(getattr(context.parameters.illegible, level.value))
    # Only one confidence level is right for an unreadable field; any other is too sure.
    code = Reason.ILLEGIBLE_GUESSED if has_guess else Reason.ILLEGIBLE_STATED
    code = code if level is context.standard.contract.confidence.degraded_document.right else Reason.ILLEGIBLE_TOO_SURE
    said = f"guesses {quoted(given)}" if has_guess else "says so"
    message = f"The field cannot be read; the output {said} at {level} confidence."
    return content_of(
        _label_of(score, context), code, message, ruling="A-27", excuse=NothingToCite.NOT_EXTRACTED, score=score
    )


def _too_sure(guess: Stated | None, context: ExtractionContext) -> Content:
    """Return the content of an answer at HIGH confidence; a guess that appears nowhere is invented."""
    score = Fraction(context.parameters.illegible.HIGH)
    excuse = NothingToCite.NOT_EXTRACTED
    message = f"The field cannot be read; the output says {quoted(guess)} at HIGH confidence"
    if guess is not None and not is_present(guess, context):
        label = context.parameters.presence.nowhere
        nowhere = f"{message}, and this can be read nowhere in the documents."
        return content_of(label, Reason.VALUE_NOT_IN_DOCUMENT, nowhere, ruling="A-27", excuse=excuse)
    label = _label_of(score, context)
    return content_of(label, Reason.ILLEGIBLE_TOO_SURE, f"{message}.", ruling="A-27", excuse=excuse, score=score)


def _label_of(score: Fraction, context: ExtractionContext) -> Label:
    if score >= Fraction(context.standard.score_of(Label.CORRECT)):
        return Label.CORRECT
    return Label.PARTIAL if score > 0 else Label.FAIL


def _contradicts(item: Item, guess: Stated, context: ExtractionContext) -> bool:
    """Return whether the case gives legible forms and a guess fits none of them."""
    expected = context.forms(item)
    patterns = [form.text for form in (expected.value, *expected.sources) if form.text]
    return bool(patterns) and not any(_fits(guess, pattern, context) for pattern in patterns)


def _fits(guess: Stated, pattern: str, context: ExtractionContext) -> bool:
    if has_unseen(pattern):
        return fits(guess, pattern)
    return agree(Forms(value=guess.other(pattern)), guess, context).label is not None
