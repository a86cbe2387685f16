"""Decides whether a text states a value, denies it, or says that another value replaces it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.statements.bounds.comparators import find_comparison, is_compared_behind
from loanproof.statements.parts.held_back import is_held_back
from loanproof.statements.statement import Polarity
from loanproof.statements.texts.direct_denials import BEING, REACH, denied_before, denied_behind, head_of, is_none_of
from loanproof.values import COMPARING_WORDS, PERCENTAGE_KIND, Phrases, TokenKind

if TYPE_CHECKING:
    from loanproof.statements.texts.place import Place


class _PolarityWords(WordTable):
    not_so: Words
    saying: Words
    turning_back: SingleWords
    right_before: Words
    replaced: Words
    replaced_behind: Words
    history: Words
    between: SingleWords


_WORDS = load_words(__package__, "polarity", _PolarityWords)
_NOT_SO = Phrases.of([(True, _WORDS.not_so)])
_SAYING = Phrases.of([(True, _WORDS.saying)])
_RIGHT_BEFORE = Phrases.of([(Polarity.DENIED, _WORDS.right_before), (Polarity.REPLACED, _WORDS.replaced)])
_HISTORY = Phrases.of([(Polarity.REPLACED, _WORDS.history)])
_REPLACED_BEHIND = Phrases.of([(Polarity.REPLACED, _WORDS.replaced_behind)])
_TURNING_BACK = frozenset(_WORDS.turning_back)
_BETWEEN = frozenset(_WORDS.between)

_SENTENCE_REACH = 40  # tokens before a value that are searched
_MAX_PHRASE = 3  # tokens of a phrase
_MAX_BASE = 8  # tokens after a share that say what it is a share of
_QUOTATION_MARKS = frozenset("\"“”'‘’")
_ENDS_OF_THOUGHT = frozenset(", ; : . ( ) and but which".split())
_MAX_PLACE = 16  # tokens between a value in quotation marks and its verb: "in respect of each Quarter Date"
_CONDITION_OPENINGS = frozenset({"unless", "until"})
_WIDENING = frozenset({"only", "just", "merely", "solely", "even"})
_WIDENING_REACH = 9  # tokens from "not only" to the value
_MORE = frozenset({"but", "also", "too", "well"})
_MARKS = frozenset(",;:().")
_POINTING = frozenset({"those", "that", "under", "where", "while", "if"})
_EXCLUDING = frozenset(
    {"no", "not", "none", "never", "nothing", "cannot", "only", "nor", "neither", "prohibited", "forbidden"}
)


def read_polarity(place: Place, sentence: int) -> Polarity:
    """Return whether a value is stated, denied or replaced; ``sentence`` is the first token of its sentence."""
    if _is_said_not_so(place, sentence):
        return Polarity.DENIED
    if _is_widened(place) or _is_excepted(place, sentence):
        return Polarity.DENIED
    heads = [place.first] if place.series is None else [place.first, place.series]
    right_before = next(filter(None, (_right_before(place, head) for head in heads)), None)
    known = right_before or _in_history(place) or _replaced_behind(place)
    if known is not None:
        return known
    # "may not be 25% or less" denies the comparison, not the figure
    is_denied = any(denied_before(place.tokens, head) for head in heads) and not is_compared_behind(place)
    is_denied = is_denied and not _is_described_twice(place)
    if is_denied and place.word(place.after) == "," and place.word(place.after + 1) == "which":
        return Polarity.REPLACED  # "on 9 June and not on 3 May, which is the date of the other" names both dates
    if is_denied and _is_denied_until_condition(place):
        return Polarity.STATED
    is_compared = find_comparison(place) is not None  # "110% or less is not a Permitted Disposal" states the 110%
    if not is_compared and is_held_back(place):
        return Polarity.DENIED
    is_denied_behind = not is_compared and any(
        denied_behind(place.tokens, at) for at in (place.after, _share_end(place))
    )
    return Polarity.DENIED if is_denied or is_denied_behind else Polarity.STATED


def _is_denied_until_condition(place: Place) -> bool:
    """Return whether a denial has a condition: ``does not bear interest at 2% unless the Lenders elect``.

    If the thing itself is denied (``no notice of seven days is needed, unless …``), the condition does not count.
    """
    is_open = any(place.word(at) in _CONDITION_OPENINGS for at in range(place.after, place.end))
    return is_open and not is_none_of(place.tokens, head_of(place.tokens, place.first))


def _is_widened(place: Place) -> bool:
    """Return whether a text says that it is not only so, or not even so: ``not only those under Clause 9``.

    ``not only under Clause 9 but also under Clause 10`` names both.
    """
    for at in range(place.first - 1, max(place.opens, place.first - _WIDENING_REACH) - 1, -1):
        if place.tokens[at].text in _MARKS:
            return False
        if place.word(at) in _WIDENING and place.word(at - 1) == "not":
            return place.word(at) == "even" or not any(place.word(one) in _MORE for one in range(at, place.closes))
    return False


def _is_excepted(place: Place, sentence: int) -> bool:
    """Return whether a value is excepted from a rule that denies nothing: ``on any day except 30 June``."""
    at = place.first - 1
    while at > sentence and place.word(at) in _BETWEEN | _POINTING:
        at -= 1
    if place.word(at) not in ("except", "excepting"):
        return False
    return not any(place.word(one) in _EXCLUDING for one in range(max(place.start, at - _SENTENCE_REACH), at))


def _is_denied_twice(place: Place, at: int) -> bool:
    """Return whether a denial before a token cancels the one there: ``not on a day other than 30 June``."""
    start = max(place.start, at - _SENTENCE_REACH)
    denials = [one for one in range(start, at) if place.word(one) in _EXCLUDING - {"only"}]
    return any(
        place.tokens[one + 1].kind is not TokenKind.SIGN
        and place.word(one + 1) not in COMPARING_WORDS | {"less", "more"}
        for one in denials
    )


def _is_described_twice(place: Place) -> bool:
    """Return whether two denials cancel each other: ``it may not prepay on a day that is not a Payment Date``."""
    for at in range(place.first - 1, max(place.start, place.first - REACH), -1):
        if place.word(at) == "not" and place.word(at - 1) in BEING:
            return place.word(at - 2) in ("that", "which") and _is_denied_twice(place, at - 2)
    return False


def _share_end(place: Place) -> int:
    """Return where the base of a share ends: before ``is`` in ``75% of the Total Commitments is not the test``."""
    if place.kind is not PERCENTAGE_KIND or place.word(place.after) != "of":
        return place.after
    end = min(place.end, place.after + _MAX_BASE)
    return next((at for at in range(place.after, end) if place.word(at) in BEING), place.after)


def _is_said_not_so(place: Place, sentence: int) -> bool:
    """Return whether the sentence says before the value that what follows is not so: ``It is not true that …``."""
    start = max(sentence, place.first - _SENTENCE_REACH)
    for at in range(place.first - 1, start - 1, -1):
        if (place.word(at) in _TURNING_BACK and not _is_aside(place, at)) or place.tokens[at].text == ";":
            return False
        matched = _NOT_SO.match(place.tokens, at)
        if matched is not None and _SAYING.match(place.tokens, matched[1]) is not None:
            return True
    return False


def _is_aside(place: Place, at: int) -> bool:
    """Return whether a ``but`` is closed by a comma before the value: ``can, but is not obliged to, cancel``."""
    is_opened = place.tokens[at - 1].text == "," and place.word(at + 1) in BEING and place.word(at + 2) == "not"
    return is_opened and any(place.tokens[one].text == "," for one in range(at + 3, place.first))


def _right_before(place: Place, head: int) -> Polarity | None:
    """Return what the words right before a value say of it: ``other than`` denies it, ``instead of`` replaces it."""
    first = head_of(place.tokens, head)
    for at in range(first - 1, max(-1, first - _SENTENCE_REACH), -1):
        for start in range(at, at - _MAX_PHRASE, -1):
            matched = _RIGHT_BEFORE.match(place.tokens, start)
            if matched is not None and matched[1] == at + 1:
                is_double = matched[0] is Polarity.DENIED and _is_denied_twice(place, start)
                return None if is_double else matched[0]
        if place.word(at) not in _BETWEEN | _POINTING:
            return None
    return None


def _in_history(place: Place) -> Polarity | None:
    """Return that a value was replaced if it is in a bracket about the past: ``(before its amendment, 4.50:1)``."""
    for at in range(place.first - 1, max(-1, place.first - _SENTENCE_REACH), -1):
        if place.tokens[at].text == ")":
            return None
        if place.tokens[at].text == "(":
            matched = _HISTORY.match(place.tokens, at + 1)
            return None if matched is None else matched[0]
    return None


def _replaced_behind(place: Place) -> Polarity | None:
    """Return that a value was replaced if the words behind it say so: ``“5.50:1” is replaced by “6.00:1”``.

    Between a value in quotation marks and these words, its place may be told: ``“5.50:1” in Clause 4 is replaced``.
    """
    tokens, at = place.tokens, place.after
    if tokens[at].text not in _QUOTATION_MARKS:
        matched = _REPLACED_BEHIND.match(tokens, at)
        return matched[0] if matched is not None and not _tells_place(place) else None
    for start in range(at + 1, min(at + _MAX_PLACE, place.closes)):
        matched = _REPLACED_BEHIND.match(tokens, start)
        if matched is not None:
            return matched[0]
        if tokens[start].lower in _ENDS_OF_THOUGHT:
            return None
    return None


def _tells_place(place: Place) -> bool:
    """Return whether a value only tells the place of another: ``“5.50:1” from 30 September 2026 is replaced``."""
    for at in range(place.first - 1, max(place.opens - 1, place.first - _MAX_PLACE), -1):
        if place.tokens[at].lower in _ENDS_OF_THOUGHT:
            return False
        if place.tokens[at].text in _QUOTATION_MARKS:
            return True
    return False
