"""Finds words that exclude those of the source: ``payable in advance`` instead of ``payable in arrears``.

Both must be about the same thing: they share a content word or a figure nearby, unless one of them has none nearby.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Reason, SingleWords, Words, WordTable, load_words
from loanproof.statements.contradiction import Contradiction
from loanproof.statements.vocabulary.keys import keys_between
from loanproof.statements.vocabulary.months import names_month
from loanproof.statements.vocabulary.negations import DENYING, negations_in
from loanproof.values import Phrases

if TYPE_CHECKING:
    from loanproof.statements.texts.text import StatedText
    from loanproof.values import Tokens


class _Exclusions(WordTable):
    classes: dict[str, dict[str, Words]]
    of_anniversaries: dict[str, Words]
    turned: SingleWords
    idle: Words


_Pairs = tuple[tuple[str, str], ...]
_WORDS = load_words(__package__, "exclusions", _Exclusions)


def classed_phrases(classes: dict[str, dict[str, Words]], idle: Words = ()) -> Phrases[_Pairs]:
    """Return the phrases of some classes, each with the (class, member) pairs it stands for; idle ones have none."""
    found: dict[str, list[tuple[str, str]]] = {phrase: [] for phrase in idle}
    for name, members in classes.items():
        for member, phrases in members.items():
            for phrase in phrases:
                found.setdefault(phrase, []).append((name, member))
    return Phrases.of((tuple(pairs), [phrase]) for phrase, pairs in found.items())


_PHRASES = classed_phrases(_WORDS.classes, _WORDS.idle)
# Read by themselves, because "second anniversary" and "anniversary of the Closing Date" overlap.
_ANNIVERSARIES = classed_phrases({"of_anniversaries": _WORDS.of_anniversaries})
# How often something recurs, by the number of months that a sentence names.
_FREQUENCY, _FREQUENCY_BY_MONTHS = "rhythm", {2: "half_year", 4: "quarter", 12: "month"}
_DENYING = DENYING | {"t", "without"}
_MARKS = frozenset(",;:(")  # a denial before one of these does not reach the words after it
_DENIAL_REACH = 4  # tokens from a denial to what it denies
_CONTEXT = 8  # tokens on either side of a word that show what it is about


class _Found(NamedTuple):
    """A word of a class: the class, the member that it stands for, how it is written, and where it begins.

    ``is_open``: something else in its sentence is denied. ``beside``: the content words and figures nearby.
    """

    name: str
    member: str
    shown: str
    start: int
    is_open: bool
    beside: frozenset[str]

    def is_of_same(self, other: _Found) -> bool:
        """Return whether both may be about the same thing: their surroundings overlap, or one of them has none."""
        return bool(self.beside & other.beside) or not (self.beside and other.beside)


def unlike_words(answer: StatedText, sources: Sequence[StatedText], asked: StatedText) -> Iterator[Contradiction]:
    """Yield a contradiction for the first word of an answer if the source only has other members of its class.

    A word of the question is always allowed, and so is a word in the same sentence as a member that the source has.
    """
    known: dict[str, list[_Found]] = {}
    for one in (one for text in sources for one in _known_in_source(text)):
        known.setdefault(one.name, []).append(one)
    allowed = {(one.name, one.member) for one in _found(asked)}
    said = _found(answer)
    for one in said:
        others = known.get(one.name, [])
        members = {other.member for other in others}
        source = next((other for other in others if one.is_of_same(other)), None)
        if one.is_open or source is None or one.member in members or (one.name, one.member) in allowed:
            continue
        sentence = answer.sentence_of(one.start)
        beside = (two for two in said if two.name == one.name and answer.sentence_of(two.start) == sentence)
        if not any(two.member in members for two in beside):
            yield Contradiction(Reason.DIFFERENT, source.shown, one.shown)
            return


def _known_in_source(text: StatedText) -> Iterator[_Found]:
    """Yield the members in a source, and the frequency that its months imply: four named months mean quarterly."""
    yield from _found(text)
    for start, end in text.sentences:
        months = [text.tokens[at].text for at in range(start, end) if names_month(text.tokens, at)]
        if len(set(months)) in _FREQUENCY_BY_MONTHS:
            shown = ", ".join(dict.fromkeys(months))
            yield _Found(
                _FREQUENCY, _FREQUENCY_BY_MONTHS[len(set(months))], shown, start, False, _keys(text, start, end)
            )


def _found(text: StatedText) -> list[_Found]:
    """Return the words of a text that belong to a class; cached, because a quote is compared with many answers."""
    return text.tokens.cached(_found, lambda: list(_read(text)))


def _read(text: StatedText) -> Iterator[_Found]:
    """Yield the words of classes in a text; a denied word stands for its contrary, or is left out."""
    tokens = text.tokens
    for pairs, at, end in (*_PHRASES.each_in(tokens), *_ANNIVERSARIES.each_in(tokens)):
        (first, last), (opens, _) = text.sentence_of(at), text.between_marks(at, at, _MARKS)
        beside = _keys(text, max(first, at - _CONTEXT), at) | _keys(text, end, min(last, end + _CONTEXT))
        denials = [one for one in _denials_of_sentence(tokens, first, last) if not at <= one < end]
        is_denied = any(opens <= one < at and at - one <= _DENIAL_REACH for one in denials)
        for name, member in pairs:
            meant = _denied_member(name, member) if is_denied else member
            if meant is not None:
                is_open = not is_denied and any(tokens[one].lower != "without" for one in denials)
                yield _Found(name, meant, tokens.text(at, end), at, is_open, beside)


def _keys(text: StatedText, start: int, end: int) -> frozenset[str]:
    return keys_between(text.tokens, start, end, has_figures=True)


def _denials_of_sentence(tokens: Tokens, start: int, end: int) -> list[int]:
    """Return the denials of a sentence; cached, because a long one is asked for them at each word of a class."""
    return tokens.cached((_denials, start, end), lambda: _denials(tokens, start, end))


def _denials(tokens: Tokens, start: int, end: int) -> list[int]:
    """Return the denials in a sentence; ``whether or not`` and ``no Event of Default`` deny nothing else in it."""
    found = (one for one in negations_in(tokens, start, end) if tokens[one].lower in _DENYING)
    return [one for one in found if not (tokens.words(one - 1, "or", "not") or tokens.words(one, "no", "event", "of"))]


def _denied_member(name: str, member: str) -> str | None:
    """Return what a denied member stands for: in some classes the other one of two, otherwise nothing."""
    others = [one for one in _WORDS.classes.get(name, {}) if one != member]
    return others[0] if name in _WORDS.turned and len(others) == 1 else None
