"""Whether a value is written in the form that the contract prescribes for its field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from loanproof.core import is_iso_day
from loanproof.standards import MandatedForm
from loanproof.values import Read

if TYPE_CHECKING:
    from loanproof.values import Reading


def has_mandated_form(written: object, reading: Reading[Any], form: MandatedForm) -> bool:
    """Return whether a value is in a mandated form; white space around a text does not count.

    For an amount the contract asks for a number and a currency and prescribes no notation, so that a structure and any
    text with both have its form. Names that are not ISO codes (``RMB``, ``CNH``) are not the form of a currency.
    """
    text = written.strip() if isinstance(written, str) else ""
    if form is MandatedForm.YES_OR_NO:
        return text in ("Y", "N") or isinstance(written, bool)
    if not isinstance(reading, Read):
        return False
    match form:
        case MandatedForm.AMOUNT_AND_CURRENCY:
            return reading.value.currency is not None
        case MandatedForm.ISO_4217:
            return bool(text) and text == reading.value.code
        case MandatedForm.ISO_8601_DATE:
            return is_iso_day(text)
