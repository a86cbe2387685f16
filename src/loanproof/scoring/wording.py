"""Writes parts of the sentences that explain a label: values in quotation marks, places, and contradictions."""

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

_MAX_QUOTED = 160
_TWO_STOPS = re.compile(r"(?<!\.)\.\.(?!\.)")
_SENTENCES = {
    Reason.FACT_DENIED: "the {whose} says {value}, which {given} denies",
    Reason.DIRECTION_TURNED: "for {value} the document says {source}, not {given}",
    Reason.PERIOD_DIFFERS: "the {whose} gives {value} with {source}, not {given}",
    Reason.BASE_DIFFERS: "{value} is a share of {source}, not of {given}",
    Reason.SUBJECT_EXCHANGED: "the {whose} ties {value} to {source}, not to {given}",
    Reason.ALTERNATIVES_GIVEN: "the {whose} says {value}; it is left open whether it is {given}",
    Reason.DIFFERENT: "the {whose} says {source}, not {given}",
}


def quoted(value: object) -> str:
    """Return a value in quotation marks, on one line and shortened if it is long; *nothing* if it is empty."""
    line = " ".join(value_in_words(value.written if isinstance(value, FieldValue) else value).split())
    if not line:
        return "nothing"
    return f"“{line if len(line) <= _MAX_QUOTED else line[: _MAX_QUOTED - 1] + '…'}”"


def fact_in_words(text: str) -> str:
    """Return a fact as it is named in a sentence: in quotation marks unless it contains a digit."""
    text = text.removesuffix(".") if not any(map(str.isdigit, text)) else text
    return text if any(map(str.isdigit, text)) else quoted(text)


class Listed(Protocol):
    """A part of a case for which the case lists places."""

    @property
    def citations(self) -> Sequence[ExpectedCitation]:
        """The places that the case lists."""


def place_of(expected: Listed) -> str:
    """Return the first place that the case lists, in brackets: `` (page 14, Clause 9.1)``; or an empty text."""
    named = _named(expected.citations[0]) if expected.citations else ""
    return f" ({named})" if named else ""


def name_place(place: ExpectedCitation) -> str:
    """Return a listed place for people: ``page 14, Clause 9.1``, or the file name if it has neither."""
    return _named(place) or place.document or "the document"


def _named(place: ExpectedCitation) -> str:
    return ", ".join(part for part in (place.page and f"page {place.page}", place.section) if part)


def tell(one: Contradiction, value: str, whose: str = "document") -> str:
    """Return a contradiction as a clause, without a capital letter or a full stop.

    ``value`` is the value that the contradiction is about, in words; it may be empty. ``whose`` names the source: the
    *document* or the *benchmark*.
    """
    if one.code is Reason.PERIOD_DIFFERS and one.source == NO_SUCH_PERIOD:
        return f"the {whose} gives {value} for no such period as {quoted(one.given)}"
    if one.code is Reason.BASE_DIFFERS and one.source == NO_SHARE:
        return f"{value} is a rate of its own, not a share of {quoted(one.given)}"
    if one.source.casefold() == one.given.casefold():  # the same words, but about another condition or party
        said = f"what the answer says of {quoted(one.given)}"
        return f"{said} and {value} is not what the {whose} says" if value else f"{said} is not what the {whose} says"
    if one.of_question:
        of_value = f" of {value}" if value else ""
        return f"the question asks of {quoted(one.source)}; the answer says {quoted(one.given)}{of_value}"
    # "the document ties the Agent to the Agent" would make no sense.
    names_itself = one.code is Reason.SUBJECT_EXCHANGED and one.source.casefold() == value.casefold()
    code = one.code if value and not names_itself else Reason.DIFFERENT
    return _SENTENCES[code].format(whose=whose, value=value, source=quoted(one.source), given=quoted(one.given))


def with_one_stop(message: str) -> str:
    """Return a message with only one full stop if an abbreviation ends it, as in *The Agent is Bank of X, N.A.*."""
    return _TWO_STOPS.sub(".", message)


def tell_sentence(one: Contradiction, value: str, whose: str = "document") -> str:
    """Return a contradiction as a sentence."""
    clause = tell(one, value, whose)
    return f"{clause[0].upper()}{clause[1:]}."
