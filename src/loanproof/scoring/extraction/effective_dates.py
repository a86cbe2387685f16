"""When an amendment takes effect: a date, a condition, or nothing that the document states."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.cases import ConditionalEffectiveDate
from loanproof.core import Reason
from loanproof.outputs import ConditionalDate, StatedDate, UnclearDate
from loanproof.scoring.extraction.agreement import agree
from loanproof.scoring.extraction.forms import Forms
from loanproof.scoring.extraction.presence import is_present, is_wording, prose_is_present
from loanproof.scoring.extraction.verdicts import shown
from loanproof.scoring.extraction.words import says_unstated
from loanproof.scoring.results import LabelReason
from loanproof.standards import MATURITY_DATE, Label
from loanproof.values import DATE_KIND, Unreadable, content_words, holds_half, same_typography

if TYPE_CHECKING:
    from loanproof.outputs import EffectiveDate
    from loanproof.scoring.extraction.scene import Scene

UNCLEAR = "unclear"
_DATE_FIELD = MATURITY_DATE  # whose rules are those of any date


def judge_effective_date(
    expected: str | ConditionalEffectiveDate | None, given: EffectiveDate | None, scene: Scene
) -> tuple[Label, LabelReason | None]:
    """Return the label of the effective date, and why it is not simply correct."""
    if isinstance(given, StatedDate) and says_unstated(given.text):
        given = UnclearDate()
    if given is None:
        message = "The output does not say when the amendment takes effect."
        return Label.PARTIAL, LabelReason(code=Reason.EFFECTIVE_DATE_MISSING, message=message)
    if isinstance(expected, ConditionalEffectiveDate):
        return _against_condition(expected, given, scene)
    if expected is None or expected == UNCLEAR:
        return _against_unclear(given, scene)
    return _against_date(expected, given, scene)


def _against_unclear(given: EffectiveDate, scene: Scene) -> tuple[Label, LabelReason | None]:
    match given:
        case UnclearDate():
            return Label.CORRECT, None
        case StatedDate():
            invented = _invented(given.text, scene)
            message = (
                f"The document does not state when the amendment takes effect; the output says {shown(given.text)}."
            )
            label = scene.standard.parameters.amendment.effective_date_assumed
            assumed = LabelReason(code=Reason.EFFECTIVE_DATE_ASSUMED, message=message, ruling="C-06")
            return invented or (label, assumed)
        case ConditionalDate():
            return _wrong("The document does not state when the amendment takes effect; the output names a condition.")


def _against_date(expected: str, given: EffectiveDate, scene: Scene) -> tuple[Label, LabelReason | None]:
    if not isinstance(given, StatedDate):
        return _wrong(f"The amendment takes effect on {expected}; the output gives no date.")
    agreement = agree(Forms(value=scene.stated(_DATE_FIELD, expected)), scene.stated(_DATE_FIELD, given.text), scene)
    sides = f"The amendment takes effect on {expected}; the output says {shown(given.text)}."
    if agreement.label is None:
        return _invented(given.text, scene) or _wrong(sides)
    # A case has no room for the document's own form of this date, so the document itself is asked.
    if agreement.label is Label.CORRECT or (agreement.label is Label.SEMANTIC_MATCH and is_wording(given.text, scene)):
        return Label.CORRECT, None
    return agreement.label, LabelReason(code=agreement.reason, message=sides)


def _against_condition(
    expected: ConditionalEffectiveDate, given: EffectiveDate, scene: Scene
) -> tuple[Label, LabelReason | None]:
    condition = given.condition if isinstance(given, ConditionalDate) else None
    text = given.text if isinstance(given, StatedDate) else condition
    quotes = [one.quote for one in expected.citations]
    if text is not None and _is_condition(text, expected.condition, quotes):
        return Label.CORRECT, None
    sides = f"The amendment takes effect on a condition, {shown(expected.condition)}"
    if isinstance(given, StatedDate):
        label = scene.standard.parameters.amendment.calendar_date_for_condition
        message = f"{sides}; the output says {shown(given.text)}."
        wrong = LabelReason(code=Reason.EFFECTIVE_DATE_WRONG, message=message, ruling="A-25")
        return _invented(given.text, scene) or (label, wrong)
    return _wrong(f"{sides}; the output does not say so.")


def _is_condition(text: str, condition: str, quotes: list[str]) -> bool:
    """Tell whether a text speaks of the expected condition: the same words, or half of them."""
    words = content_words(" ".join((condition, *quotes)))
    return same_typography(text, condition) or (
        isinstance(DATE_KIND.read(text), Unreadable)
        and holds_half(text, words)
        and holds_half(condition, content_words(text))
    )


def _wrong(message: str) -> tuple[Label, LabelReason]:
    return Label.PARTIAL, LabelReason(code=Reason.EFFECTIVE_DATE_WRONG, message=message)


def _invented(text: str, scene: Scene) -> tuple[Label, LabelReason] | None:
    """Return the label of a date that stands nowhere in the documents."""
    date = scene.stated(_DATE_FIELD, text)
    there = is_present(date, scene) if date.candidates else prose_is_present(text, scene)
    if there:
        return None
    message = f"The output gives {shown(text)} as effective date, which stands nowhere in the documents."
    label = scene.standard.parameters.presence.nowhere
    return label, LabelReason(code=Reason.VALUE_NOT_IN_DOCUMENT, message=message, ruling="A-04")
