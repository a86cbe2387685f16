"""The parts of a covenant as text, and whether they say anything at all."""

from __future__ import annotations

from collections.abc import Mapping

from loanproof.core import Words, WordTable, load_words
from loanproof.scoring.written_values import write_value
from loanproof.values import Absence, Wording


class CovenantWords(WordTable):
    """The phrases of ``absence.words.yaml``, which explains each key."""

    nothing: Words
    no_threshold: Words


COVENANT_WORDS = load_words(__package__, "absence", CovenantWords)
_NOTHING = Wording(COVENANT_WORDS.nothing)


def text_of(value: object) -> str | None:
    """Return a value of an output as text, or None if it is missing or blank.

    An amount or a period may be an object: ``{amount, currency}``, ``{days}``, ``{months}``.
    """
    if isinstance(value, Mapping):
        amount, currency = value.get("amount", value.get("value")), value.get("currency")
        if amount is not None:
            return " ".join(text for text in (text_of(currency), text_of(amount)) if text is not None) or None
        for unit in ("days", "months"):
            if value.get(unit) is not None:
                return f"{text_of(value[unit])} {unit}"
    written = write_value(value)
    return written.strip() or None if written is not None else None


def is_unsaid(part: object, absence: Absence) -> bool:
    """Return whether a part of a flag is missing, or is only a word for nothing: ``null``, ``N/A``, ``unknown``."""
    return part is None or (isinstance(part, str) and absence.component(part))


def says_nothing(text: str | None, absence: Absence) -> bool:
    """Return whether a text is missing, or says that there is nothing or that it is unknown: ``none``, ``uncapped``."""
    return text is None or absence.covenant(text) or _NOTHING.is_all_of(text)
