"""Finds a party that an answer puts in the place of another: *the Lender pays* instead of *the Borrower pays*.

A text may describe several acts of one kind, such as two notices. An act of the answer is matched with the act of the
source whose clause shares most words and figures with it. If an act whose parties we cannot read is an equally good
match, there is no finding.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.statements.contradiction import Contradiction
from loanproof.statements.parties.participants import Part, parts_of, unread_parts

if TYPE_CHECKING:
    from loanproof.statements.texts.text import StatedText

_FEW_WORDS = 1  # words besides a party and its act in a sentence that says nothing else
_MIN_SHARED = 0, 2  # words that two acts must share: in their clauses, and in their sentences


def exchanged_parties(answer: StatedText, quotes: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield a contradiction for the first party that has a part in an act which the source gives only to others."""
    said = parts_of(answer)
    for one in said:
        others = _same_act(one, quotes)
        if others and _is_wrong_party(one, others) and not any(_names_right_party(two, one, others) for two in said):
            yield Contradiction(Reason.SUBJECT_EXCHANGED, others[0].shown, one.shown)
            return


def _same_act(one: Part, quotes: Sequence[StatedText]) -> list[Part]:
    """Return the same part in the best-matching acts of the source, or nothing if an unread act matches as well."""
    known = [other for quote in quotes for other in parts_of(quote) if (other.act, other.part) == (one.act, one.part)]
    is_brief = len(one.words.of_sentence) <= _FEW_WORDS
    if is_brief:  # "The Lender may not assign." has no other words to match by
        known = [other for other in known if other.is_turned is one.is_turned]
    most = max((one.words.shared(other.words) for other in known), default=(0, 0))
    unread = (words for quote in quotes for words in unread_parts(quote, one.act, one.part))
    if (not is_brief and most < _MIN_SHARED) or any(one.words.shared(words) >= most for words in unread):
        return []
    return [other for other in known if one.words.shared(other.words) == most]


def _is_wrong_party(one: Part, others: Sequence[Part]) -> bool:
    """Return whether the source gives the part to other parties only, or to the very party that the answer excludes."""
    if one.is_aside:
        return all(one.names & other.names for other in others)
    is_plain = not (one.is_denied and not one.is_verb)
    is_alike = one.is_other_case and all(other.is_other_case and other.is_denied for other in others)  # both "unless"
    return (is_plain or is_alike) and all(_is_same_case(one, other) and not one.names & other.names for other in others)


def _is_same_case(one: Part, other: Part) -> bool:
    """Return whether both are about the same case: equally denied, and another case only if the source has one too."""
    is_told = other.is_sure and other.is_turned is one.is_turned
    return is_told and (other.is_other_case or not one.is_other_case)


def _names_right_party(two: Part, one: Part, others: Sequence[Part]) -> bool:
    """Return whether the answer also gives the part to the right party, in words that match at least as well."""
    is_one_act = (two.act, two.part) == (one.act, one.part) and not two.is_aside and two is not one
    return is_one_act and any(
        two.names & other.names and two.words.shared(other.words) >= one.words.shared(other.words) for other in others
    )
