"""Finds parties that an answer rules out although they are the fact, or to which it gives another party's amount."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from loanproof.core import Reason
from loanproof.scoring.qa.facts import places_of
from loanproof.scoring.wording import fact_in_words, quoted
from loanproof.statements import is_set_aside, role_named
from loanproof.values import PARTY_KIND, Relation

if TYPE_CHECKING:
    from loanproof.cases import AnyOf
    from loanproof.core import Span
    from loanproof.statements import StatedText, StatedValue
    from loanproof.values import Part

_MAX_ROLE_WORDS = 3
_NAME_SEPARATORS = frozenset({"", ":", "-", "("})


def set_aside(fact: AnyOf, answer: StatedText) -> tuple[tuple[Reason, str], ...]:
    """Return a contradiction if an answer rules out the party that is the fact, in a sentence without any value."""
    if any(role_named(form) is None or len(form.split()) > _MAX_ROLE_WORDS for form in fact.any):
        return ()
    for place in places_of(answer, fact):
        start, end = answer.sentence_of(answer.position(place.start))
        if not _values_in(answer, start, end) and is_set_aside(answer, place):
            said = quoted(answer.tokens.text(start, end))
            return ((Reason.FACT_DENIED, f"The document says {fact_in_words(fact.any[0])}; the answer says {said}."),)
    return ()


def owned_by_other(fact: AnyOf, answer: StatedText, quotes: Sequence[StatedText]) -> tuple[tuple[Reason, str], ...]:
    """Return a contradiction if an answer gives an amount to a different party from the source.

    The sentence of the answer must name exactly one party.
    """
    # Only quotes such as a table of commitments, with a name directly before the amount, show an owner.
    owners = [one for quote in quotes for place in places_of(quote, fact) for one in _party_before(quote, place)]
    for place in places_of(answer, fact) if owners else ():
        start, end = answer.sentence_of(answer.position(place.start))
        named = [value.part for value in _values_in(answer, start, end) if value.part.kind is PARTY_KIND]
        if len(named) == 1 and all(named[0].compare(owner).relation is Relation.DIFFERENT for owner in owners):
            message = f"The document says {fact.any[0]} of {owners[0].written}, not of {named[0].written}."
            return ((Reason.SUBJECT_EXCHANGED, message),)
    return ()


def _party_before(text: StatedText, place: Span) -> Iterator[Part[Any]]:
    """Yield the party whose name is directly before an amount: *Kestrel Voss Bank AG: EUR 55,000,000*."""
    for value in text.values:
        is_before = value.span.end <= place.start
        if (
            value.part.kind is PARTY_KIND
            and is_before
            and text.text[value.span.end : place.start].strip() in _NAME_SEPARATORS
        ):
            yield value.part


def _values_in(text: StatedText, start: int, end: int) -> list[StatedValue]:
    return [value for value in text.values if start <= text.position(value.span.start) < end]
