"""Pieces of the sentences that explain a label: what was written, and where something is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from loanproof.core import Reason
from loanproof.provenance import FieldValue
from loanproof.scoring.value_words import value_in_words
from loanproof.statements import NO_SHARE, NO_SUCH_PERIOD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loanproof.cases import ExpectedCitation
    from loanproof.statements import Contradiction

_LONGEST = 160
_TWO_STOPS = re.compile(r"(?<!\.)\.\.(?!\.)")
_SENTENCES = {
    Reason.FACT_DENIED: "the document says {value}, which {given} denies",
    Reason.DIRECTION_TURNED: "for {value} the document says {source}, not {given}",
    Reason.PERIOD_DIFFERS: "the document gives {value} with {source}, not {given}",
    Reason.BASE_DIFFERS: "{value} is a share of {source}, not of {given}",
    Reason.SUBJECT_EXCHANGED: "the document ties {value} to {source}, not to {given}",
    Reason.ALTERNATIVES_GIVEN: "the document says {value}; it is left open whether it is {given}",
    Reason.DIFFERENT: "the document says {source}, not {given}",
}


def quoted(value: object) -> str:
    """Return a value in quotation marks, on one line and not too long."""
    line = " ".join(value_in_words(value.written if isinstance(value, FieldValue) else value).split())
    if not line:
        return "nothing"
    return f"“{line if len(line) <= _LONGEST else line[: _LONGEST - 1] + '…'}”"


def fact_in_words(text: str) -> str:
    """Return a fact as a sentence names it: words in quotation marks, figures as they are."""
    text = text.removesuffix(".") if not any(map(str.isdigit, text)) else text
    return text if any(map(str.isdigit, text)) else quoted(text)


class Listed(Protocol):
    """Something of a case that says where it is."""

    @property
    def citations(self) -> Sequence[ExpectedCitation]:
        """Where it is."""


def place_of(expected: Listed) -> str:
    """Return where the case says that something is, in brackets: `` (page 14, Clause 9.1)``; or nothing."""
    named = _named(expected.citations[0]) if expected.citations else ""
    return f" ({named})" if named else ""


def name_place(place: ExpectedCitation) -> str:
    """Return a listed place for people: ``page 14, Clause 9.1``, or the file where it has neither."""
    return _named(place) or place.document or "the document"


def _named(place: ExpectedCitation) -> str:
    return ", ".join(part for part in (place.page and f"page {place.page}", place.section) if part)


def tell(one: Contradiction, value: str) -> str:
    """Return what differs as a clause without a capital and a full stop; ``value`` names what it is said of."""
    if one.code is Reason.PERIOD_DIFFERS and one.source == NO_SUCH_PERIOD:
        return f"the document gives {value} for no such period as {quoted(one.given)}"
    if one.code is Reason.BASE_DIFFERS and one.source == NO_SHARE:
        return f"{value} is a rate of its own, not a share of {quoted(one.given)}"
    if one.source.casefold() == one.given.casefold():  # the same words, said of another case or another party
        said = f"what the answer says of {quoted(one.given)}"
        return f"{said} and {value} is not what the document says" if value else f"{said} is not what the document says"
    if one.of_question:
        of_value = f" of {value}" if value else ""
        return f"the question asks of {quoted(one.source)}; the answer says {quoted(one.given)}{of_value}"
    names_itself = one.code is Reason.SUBJECT_EXCHANGED and one.source.casefold() == value.casefold()
    code = one.code if value and not names_itself else Reason.DIFFERENT
    return _SENTENCES[code].format(value=value, source=quoted(one.source), given=quoted(one.given))


def with_one_stop(message: str) -> str:
    """Return a message in which no full stop follows that of an abbreviation: ``the Agent is Bank of X, N.A.``."""
    return _TWO_STOPS.sub(".", message)


def tell_sentence(one: Contradiction, value: str) -> str:
    """Return what differs as a sentence."""
    clause = tell(one, value)
    return f"{clause[0].upper()}{clause[1:]}."
