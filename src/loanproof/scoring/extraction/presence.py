"""The presence test: whether a wrong value appears anywhere in the documents, or was invented."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from loanproof.core import Reason
from loanproof.scoring.checks import Check
from loanproof.scoring.extraction.plain_values import leaves_of
from loanproof.scoring.extraction.words import answers_nothing
from loanproof.scoring.wording import quoted
from loanproof.values import (
    CONDITION_KIND,
    PLAIN_TEXT_KIND,
    Kind,
    Read,
    Unreadable,
    candidates_of,
    parts_of,
    parts_of_reading,
)

if TYPE_CHECKING:
    from loanproof.scoring.extraction.context import AnswersContext
    from loanproof.scoring.extraction.stated import Stated

_UNREAD = Unreadable("The value cannot be read.")


def is_present(value: Stated, context: AnswersContext) -> bool:
    """Return whether a value appears in any of the documents; a list appears if each of its items does."""
    kind = value.of_kind
    if kind is None:
        return all(has_counterpart(text, context) for text in leaves_of(value.plain))
    readings = dict.fromkeys(one for reading in value.readings for one in candidates_of(reading))
    if any(_parts_appear(kind, value, one, context) for one in readings):
        return True
    if readings and value.candidates:
        return False  # a value that is read only in another notation may still appear as words: ``USD 10,0000``
    if isinstance(value.plain, tuple):
        return all(is_present(value.other(item), context) for item in value.plain)
    return all(_unread_is_present(kind, text, context) for text in value.unread_texts)


def _parts_appear(kind: Kind[Any], value: Stated, one: Any, context: AnswersContext) -> bool:
    parts = parts_of_reading(kind, cast("Any", value.plain), Read(value=one), context.notation)
    return context.all_appear(parts)


def has_counterpart(item: str, context: AnswersContext) -> bool:
    """Return whether some paragraph of the documents contains half of the content words of a condition."""
    parts = parts_of(CONDITION_KIND, item, context.notation)
    if not parts:
        return not context.standard.presence.is_loose  # no content words: invented only in revision 1
    return context.all_appear(parts)


def prose_is_present(text: str, context: AnswersContext) -> bool:
    """Return whether all amounts, dates, rates, periods and names in a text appear in the documents.

    A text without any of these asserts nothing that could be invented, except a figure that is not part of a value.
    """
    return context.all_appear(parts_of(PLAIN_TEXT_KIND, text, context.notation))


def _unread_is_present(kind: Kind[Any], text: str, context: AnswersContext) -> bool:
    """Return whether the figures and names in a text that cannot be read as this kind appear in the documents.

    A text that answers nothing, such as ``TBD`` or ``see Clause 5``, is checked only for the values it mentions.
    """
    if answers_nothing(text, context.absence):
        return prose_is_present(text, context)
    parts = parts_of_reading(kind, text, _UNREAD, context.notation)
    return context.all_appear(parts)


def check_nowhere(written: str, context: AnswersContext) -> Check:
    """Return the check of words beside a value that appear nowhere in the documents (C-33)."""
    message = f"The output also says {quoted(written)}, which does not appear in the documents."
    return Check(context.parameters.presence.nowhere, Reason.VALUE_NOT_IN_DOCUMENT, message, ruling="C-33")
