"""The label of a value that disagrees with the expected one: taken from elsewhere, miscalculated, or invented."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from loanproof.core import Reason
from loanproof.scoring.checks import Check, Content, content_of
from loanproof.scoring.extraction.agreement import Agreement
from loanproof.scoring.extraction.derived import check_miscalculated
from loanproof.scoring.extraction.expected_items import Item
from loanproof.scoring.extraction.forms import Forms
from loanproof.scoring.extraction.presence import is_present
from loanproof.scoring.wording import quoted
from loanproof.values import (
    DATE_KIND,
    MONEY_KIND,
    Ambiguous,
    Context,
    Kind,
    Unreadable,
)

if TYPE_CHECKING:
    from loanproof.outputs import FieldOutput
    from loanproof.scoring.extraction.context import ExtractionContext
    from loanproof.scoring.extraction.stated import Stated

# A date may be misread by the order of day and month, an amount by its separators.
_KINDS_WITH_NOTATION: frozenset[Kind[Any]] = frozenset({DATE_KIND, MONEY_KIND})


def check_wrong(
    item: Item,
    forms: Forms,
    given: Stated,
    answer: FieldOutput | None,
    disagreement: Agreement,
    context: ExtractionContext,
) -> Content:
    """Label a wrong value by whether it appears elsewhere in the documents.

    A misreading of the expected value is not an invention, nor is a wrong result that is declared as computed and
    whose inputs are in the documents.
    """
    parameters = context.parameters
    sides = f"{item.says}; the output says {quoted(given)}"
    claim = given.claim
    misread = _misreading(forms, given)
    if misread is not None:
        return content_of(
            parameters.presence.elsewhere, misread, f"{sides}, a misreading of it.", ruling="A-04", claim=claim
        )
    if is_present(given, context):
        code, how = _why_no_invention(given, disagreement)
        return content_of(parameters.presence.elsewhere, code, f"{sides}, {how}.", ruling="A-04", claim=claim)
    miscalculated = None if answer is None else check_miscalculated(given, answer, sides, context)
    return miscalculated or _nowhere(item, forms, given, sides, disagreement, context)


def _why_no_invention(given: Stated, disagreement: Agreement) -> tuple[Reason, str]:
    """Return the reason, with its words, why a wrong value is not an invention, such as that it appears elsewhere."""
    kind = given.of_kind
    if disagreement.reason is Reason.PERIOD_DIFFERS:
        return Reason.PERIOD_DIFFERS, disagreement.detail
    if kind is not None and isinstance(given.reading, Unreadable):
        return Reason.NOT_READABLE, "which cannot be read as a value of this field"
    if isinstance(given.reading, Ambiguous) and given.reading.reason is Reason.WORDS_AND_FIGURES_DIFFER:
        return Reason.WORDS_AND_FIGURES_DIFFER, "in which the words give another number than the figures"
    if kind is not None and kind.is_conclusion:
        return Reason.WRONG_VALUE_PRESENT, "which is wrong"
    return Reason.WRONG_VALUE_PRESENT, "which appears elsewhere in the documents"


def _nowhere(
    item: Item, forms: Forms, given: Stated, sides: str, disagreement: Agreement, context: ExtractionContext
) -> Content:
    """Label a value that does not appear in the documents; the slip of a single digit is noted."""
    parameters = context.parameters
    label, ruling = parameters.presence.nowhere, "A-04"
    if item.expected.derivable:
        label, ruling = parameters.derived.undeclared_wrong, "A-05"
    slips: list[Check] = []
    is_digit_error = disagreement.reason is Reason.DIGIT_ERROR
    if is_digit_error:
        label = parameters.money.digit_error
        slip = f"{sides}: one digit was dropped, added or changed, and the result does not appear in the documents."
        slips.append(Check(label, Reason.DIGIT_ERROR, slip, ruling="A-33"))
    elif _is_digit_slip(forms, given):
        slips.append(Check(label, Reason.DIGIT_ERROR, f"{sides}: one digit differs.", ruling="A-33"))
    message = f"{sides}, which does not appear in the documents."
    nowhere = Check(label, Reason.VALUE_NOT_IN_DOCUMENT, message, ruling=ruling)
    # The first of equal checks is the reason that is shown; a digit error has a ruling of its own.
    return Content(checks=(*slips, nowhere) if is_digit_error else (nowhere, *slips), claim=given.claim)


def _misreading(forms: Forms, given: Stated) -> Reason | None:
    """Return the reason if a value misreads the expected one, by the order of day and month or by separators."""
    kind = given.of_kind
    if kind is not None and kind in _KINDS_WITH_NOTATION:
        canonical = {kind.canonical(one) for one in given.candidates}
        notation = Context(currencies=given.context.currencies)  # a misread currency is not a misread notation
        for form in forms.sources:
            plain = kind.read(form.text or "", notation)
            if not isinstance(plain, Ambiguous) or plain.reason is Reason.AMBIGUOUS_CURRENCY:
                continue
            if canonical & {kind.canonical(one) for one in plain.candidates}:
                return plain.reason
    return None


def _is_digit_slip(forms: Forms, given: Stated) -> bool:
    kind = given.of_kind
    if kind is None:
        return False
    offered = [_digits(kind.canonical(one)) for one in given.candidates]
    wanted = [_digits(kind.canonical(one)) for form in forms.readable for one in form.candidates]
    return any(_one_edit(one, other) for one in wanted for other in offered)


def _digits(text: str) -> str:
    return "".join(char for char in text if char.isdigit())


def _one_edit(one: str, other: str) -> bool:
    """Return whether two runs of digits differ by one dropped, added or changed digit."""
    short, long = sorted((one, other), key=len)
    if len(short) < 2 or len(long) - len(short) > 1 or short == long:
        return False
    at = next((place for place, digit in enumerate(short) if digit != long[place]), len(short))
    return short[at + 1 :] == long[at + 1 :] if len(short) == len(long) else short[at:] == long[at + 1 :]
