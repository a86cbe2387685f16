"""Decides whether a comparison is read with certainty: at most one plain negation in its clause may reverse it.

``Below 1.05x`` and ``not below 1.05x`` describe the two sides of one line, so they contradict each other only if both
readings are certain. Anything else that may affect a comparison, such as an exception or a negation in another clause
or after ``which``, leaves open which side is described.
"""

from __future__ import annotations

from collections.abc import Sequence

from loanproof.core import SingleWords, WordTable, load_words
from loanproof.statements.bounds.comparators import Comparing, comparisons_in
from loanproof.statements.texts.place import Place
from loanproof.statements.vocabulary.reversing import CONDITIONS, TURNING
from loanproof.values import TokenKind, content_words_in


class _Certainty(WordTable):
    leaving_open: SingleWords
    parting: SingleWords


_WORDS = load_words(__package__, "certainty", _Certainty)
_DENYING_OR_EXCEPTING = TURNING.union(_WORDS.leaving_open)
_PARTING = frozenset({*_WORDS.parting, *",;:("})
_CONDITION_WORDS = CONDITIONS | {"long", "while", "until", "during"}
_ENDS_OF_CLAUSE = frozenset({",", ";", "and", "but"})
_BEFORE, _BEHIND = 16, 6  # tokens around a compared value that show what is compared


def is_certain(place: Place, comparing: Comparing, turns: Sequence[int]) -> bool:
    """Return whether a comparison is reversed by nothing, or by a single negation in its own clause."""
    return len(turns) <= 1 and all(_is_one_clause(place, at, comparing) for at in turns)


def denied_beside(place: Place, comparing: Comparing, turns: Sequence[int]) -> frozenset[str]:
    """Return what else the sentence denies or excepts, up to the end of the comparison's clause.

    Two texts that deny or except the same words (``no Event of Default is continuing and …``) describe the same case.
    """
    covered = {at for one in comparisons_in(place) for at in range(one.start, one.end)}
    covered.update((*range(comparing.start, comparing.end), *range(place.first, place.after), *turns))
    after = max(comparing.end, place.after)
    end = next((at for at in range(after, place.end) if place.word(at) in _ENDS_OF_CLAUSE), place.end)
    if any(place.word(at) in _CONDITION_WORDS for at in range(place.opens, comparing.start)):
        end = place.closes  # "if it is at least 10% and USD 5, there is no test": what follows a condition counts too
    found = (at for at in range(place.opens, end) if at not in covered and _rules(place, at))
    return frozenset(_denied_by(place, at) for at in found)


def words_compared(place: Place, comparing: Comparing) -> frozenset[str]:
    """Return the content words near a compared value: two texts that share most of them compare the same thing."""
    first, after = min(comparing.start, place.first), max(comparing.end, place.after)
    before = content_words_in(place.tokens, max(place.start, first - _BEFORE), first)
    return before | content_words_in(place.tokens, after, min(place.end, after + _BEHIND))


def _denied_by(place: Place, at: int) -> str:
    """Return the first content word after a negation, or an empty string."""
    words = (content_words_in(place.tokens, one, one + 1) for one in range(at + 1, place.closes))
    return next((word for found in words for word in found), "")


def _rules(place: Place, at: int) -> bool:
    if place.word(at) == "no" and at == place.opens and place.tokens[at + 1].kind is TokenKind.SIGN:
        return False  # "No, …" answers a question and denies nothing here
    return place.word(at) in _DENYING_OR_EXCEPTING or (place.word(at) == "t" and place.tokens[at - 1].text == "'")


def is_parted(place: Place, at: int, comparing: Comparing) -> bool:
    """Return whether a mark, a joint or a ``which`` parts a negation from a comparison that it may not affect."""
    return any(place.word(one) in _PARTING for one in _between(place, at, comparing))


def _is_one_clause(place: Place, at: int, comparing: Comparing) -> bool:
    """Return whether a negation and a comparison are in one clause, with no condition word between them."""
    is_ruled = any(place.word(one) in CONDITIONS for one in _between(place, at, comparing))
    return not is_ruled and not is_parted(place, at, comparing)


def _between(place: Place, at: int, comparing: Comparing) -> range:
    first, after = min(comparing.start, place.first), max(comparing.end, place.after)
    return range(at + 1, first) if at < first else range(after, at)
