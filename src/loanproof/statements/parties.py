"""A party that has in an answer the part in an act which its source gives to another.

A text may tell of several acts of a kind: of two notices, of a payment and of what is paid on. An act of an answer is
that of its source with whose clause it shares most words and figures. Where it is as much like one of which we do not
read who has a part in it, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.statements.comparison import Contradiction
from loanproof.statements.party_parts import Part, parts_of, unread_parts

if TYPE_CHECKING:
    from loanproof.statements.text import StatedText

_LEAST = 0, 2  # words that two acts share in their clauses and in their sentences


def exchanged_parties(answer: StatedText, quotes: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield the first party that an answer gives a part in an act which its source gives to another alone."""
    said = parts_of(answer)
    for one in said:
        others = _same_act(one, quotes)
        if others and _is_other(one, others) and not any(_is_right(two, one, others) for two in said):
            yield Contradiction(Reason.SUBJECT_EXCHANGED, others[0].shown, one.shown)
            return


def _same_act(one: Part, quotes: Sequence[StatedText]) -> list[Part]:
    """Return the parts that the source gives in the act; nothing where it may be one that is not read."""
    known = [other for quote in quotes for other in parts_of(quote) if (other.act, other.part) == (one.act, one.part)]
    if not one.words.of_sentence:  # "The Lender may not assign."
        known = [other for other in known if other.is_turned is one.is_turned]
    most = max((one.words.shared(other.words) for other in known), default=(0, 0))
    unread = (words for quote in quotes for words in unread_parts(quote, one.act, one.part))
    if (one.words.of_sentence and most < _LEAST) or any(one.words.shared(words) >= most for words in unread):
        return []
    return [other for other in known if one.words.shared(other.words) == most]


def _is_other(one: Part, others: Sequence[Part]) -> bool:
    """Return whether no part of the source is that of a party, or each is where an answer sets the party aside."""
    if one.is_aside:
        return all(one.names & other.names for other in others)
    is_plain = not (one.is_denied and not one.is_verb)
    return is_plain and all(_is_same_case(one, other) and not one.names & other.names for other in others)


def _is_same_case(one: Part, other: Part) -> bool:
    is_told = other.is_sure and other.is_turned is one.is_turned
    return is_told and (other.is_other_case or not one.is_other_case)


def _is_right(two: Part, one: Part, others: Sequence[Part]) -> bool:
    """Return whether an answer gives the same part to the right party as well, in words that are no less alike."""
    is_one_act = (two.act, two.part) == (one.act, one.part) and not two.is_aside and two is not one
    return is_one_act and any(
        two.names & other.names and two.words.shared(other.words) >= one.words.shared(other.words) for other in others
    )
