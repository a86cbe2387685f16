"""Recognises values that nobody owes, gives or has: ``does not owe the Agent the $3,000``, ``no extra 2%``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import SingleWords, WordTable, load_words
from loanproof.statements.vocabulary.negations import DENYING, NOBODY
from loanproof.statements.vocabulary.reversing import CONDITIONS
from loanproof.statements.vocabulary.role_names import role_at
from loanproof.values import COMPARING_WORDS, TokenKind

if TYPE_CHECKING:
    from loanproof.statements.texts.place import Place


class _HeldBack(WordTable):
    verbs: SingleWords
    participles: SingleWords
    of_no_use: SingleWords
    between: SingleWords
    other_case: SingleWords


_WORDS = load_words(__package__, "held_back", _HeldBack)
_VERBS, _PARTICIPLES, _OF_NO_USE = (frozenset(w) for w in (_WORDS.verbs, _WORDS.participles, _WORDS.of_no_use))
_BETWEEN, _OTHER_CASE = frozenset(_WORDS.between), CONDITIONS.union(_WORDS.other_case)
_NEGATIONS = (DENYING - NOBODY) | {"t"}  # the "t" of "isn't"
_CANCELLING = NOBODY | {"only", "nothing"}
_AUXILIARIES = frozenset({"do", "does", "will", "shall", "would", "can"})
_MARKS, _STRETCH_ENDS = frozenset(",;:()"), frozenset(";:")
_REACH = 10  # tokens from a verb to the value
_BEFORE_NO_CONDITION = frozenset({"even", "at"})  # "even if" and "at once" do not make a condition
_MAX_ADJECTIVES = 2  # words between "no" and the value


def is_held_back(place: Place) -> bool:
    """Return whether a clause says, without any condition, that nobody owes a value or that it has no effect."""
    if _is_conditional(place):
        return False
    return _is_not_owed(place) or (place.kind is not None and _follows_no(place)) or _is_of_no_use(place)


def _is_conditional(place: Place) -> bool:
    """Return whether the clause of a value has a condition, so that it may describe another case."""
    start = next(
        (at + 1 for at in range(place.first - 1, place.opens - 1, -1) if place.word(at) in _MARKS), place.opens
    )
    end = next((at for at in range(place.after, place.closes) if place.word(at) in _MARKS), place.closes)
    return any(
        place.word(at) in _OTHER_CASE and place.word(at - 1) not in _BEFORE_NO_CONDITION for at in range(start, end)
    )


def _is_not_owed(place: Place) -> bool:
    """Return whether a negated verb before the value denies it: ``does not owe the``, ``without paying the``."""
    at = place.first - 1
    while at >= max(place.opens, place.first - _REACH):
        word = place.word(at)
        if word == "without" or (word in _PARTICIPLES and place.word(at - 1) == "without"):
            start = next((one for one in range(at, place.opens, -1) if place.word(one) in _STRETCH_ENDS), place.opens)
            return not any(place.word(one) in _NEGATIONS | _CANCELLING for one in range(start, at - 1))
        if word in _VERBS and place.word(at - 1) in _NEGATIONS:
            return True
        is_party = role_at(place.tokens, at) is not None or place.tokens[at].text.istitle()
        if word not in _BETWEEN and not is_party:
            return False
        at -= 1
    return False


def _follows_no(place: Place) -> bool:
    """Return whether ``no`` comes right before a value, with at most two words between: ``no extra 2% is charged``."""
    for at in range(place.first - 1, max(place.opens - 1, place.first - 2 - _MAX_ADJECTIVES), -1):
        if place.word(at) == "no":
            return True
        if place.tokens[at].kind is not TokenKind.WORD or place.word(at) in COMPARING_WORDS | {"of", "than"}:
            return False
    return False


def _is_of_no_use(place: Place) -> bool:
    """Return whether the words after a value say that it has no effect: ``the three days do not help``."""
    for at in range(place.after, min(place.after + 3, place.closes)):
        if place.word(at) in _AUXILIARIES and place.word(at + 1) in _NEGATIONS:
            return place.word(at + 2) in _OF_NO_USE
        if place.word(at) in _MARKS:
            return False
    return False
