"""Words that exclude each other, in a short text or in what an answer says of a value: ``drawn`` for ``undrawn``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from loanproof.core import Reason, Words, WordTable, load_words
from loanproof.documents import OPPOSITES
from loanproof.statements.comparison import Contradiction
from loanproof.statements.place import Place, place_of
from loanproof.values import Phrases, Tokens, tokenize

if TYPE_CHECKING:
    from loanproof.core import Span
    from loanproof.statements.text import StatedText


class _Opposites(WordTable):
    classes: dict[str, dict[str, Words]]
    around_value: dict[str, dict[str, Words]]
    of_quotes: Words
    beside_value: dict[str, dict[str, Words]]
    as_asked: dict[str, dict[str, Words]]


def _phrases(classes: Mapping[str, Mapping[str, Iterable[str]]]) -> tuple[Phrases[str], ...]:
    return tuple(Phrases.of(members.items()) for members in classes.values())


_WORDS = load_words(__package__, "opposites", _Opposites)
CLASSES = (*_phrases(_WORDS.classes), *(Phrases.of((words[0], words) for words in meanings) for meanings in OPPOSITES))
"""The classes that a whole text is held against."""
_AROUND = (
    *_phrases(_WORDS.around_value),
    *(Phrases.of((one[0], one) for one in words) for words in OPPOSITES if words[0][0] in _WORDS.of_quotes),
)
_BESIDE, _AS_ASKED = _phrases(_WORDS.beside_value), _phrases(_WORDS.as_asked)
_BEFORE, _BEHIND = 6, 5  # tokens beside a value
_NEGATIONS = frozenset({"not", "no", "never", "t", "without", "nor"})
_LOOK_BACK = 3  # tokens from a negation to what it denies


def members_in(phrases: Phrases[str], tokens: Tokens, start: int, end: int) -> dict[str, str]:
    """Return which members of a class a stretch of text has, each with its words."""
    found: dict[str, str] = {}
    at = start
    while at < end:
        matched = phrases.match(tokens, at)
        if matched is not None:
            found.setdefault(matched[0], tokens.text(at, matched[1]))
        at = at + 1 if matched is None else matched[1]
    return found


def opposed_words(
    answer: StatedText, given: Sequence[Span], sources: Sequence[tuple[StatedText, Sequence[Span]]], question: str
) -> Iterator[Contradiction]:
    """Yield words that an answer has by a value where its source, or else the question, has their contrary.

    Args:
        answer: The answer.
        given: Where it states the value.
        sources: The gold quotes, each with the places of the value in it.
        question: What is asked.
    """
    own = [place_of(answer, span) for span in given]
    known = [place_of(text, span) for text, spans in sources for span in spans]
    asked = _members_asked(question)
    for phrases, right in zip(_AROUND, asked, strict=False):
        said = [_stated(phrases, place, place.start, place.end) for place in own]
        yield from _opposed(said, _of_source(phrases, known), right)
    for phrases, right in zip(_BESIDE, asked[len(_AROUND) :], strict=False):
        yield from _opposed(_beside(phrases, own), _of_source(phrases, known), right)
    for phrases, right in zip(_AS_ASKED, asked[len(_AROUND) + len(_BESIDE) :], strict=True):
        yield from _opposed(_beside(phrases, own), {}, right)


def _opposed(
    given: Iterable[Mapping[str, str]], source: Mapping[str, str], asked: Mapping[str, str]
) -> Iterator[Contradiction]:
    """Yield the first words that exclude those of the source, unless the answer has those elsewhere too."""
    told = [one for one in given if one]
    right = source or asked
    if not told or not right or any(one.keys() & (source.keys() | asked.keys()) for one in told):
        return
    code = Reason.DIFFERENT if source else Reason.SUBJECT_EXCHANGED
    yield Contradiction(code, ", ".join(right.values()), ", ".join(told[0].values()))


def _beside(phrases: Phrases[str], places: Iterable[Place]) -> list[dict[str, str]]:
    return [
        _stated(phrases, one, max(one.start, one.first - _BEFORE), min(one.end, one.after + _BEHIND)) for one in places
    ]


def _of_source(phrases: Phrases[str], places: Iterable[Place]) -> dict[str, str]:
    found: dict[str, str] = {}
    for place in places:
        found.update(members_in(phrases, place.tokens, place.start, place.end))
    return found


def _stated(phrases: Phrases[str], place: Place, start: int, end: int) -> dict[str, str]:
    """Return the members of a class in a stretch; nothing where one of them is denied, as in ``not yet drawn``."""
    denied = (at for at in range(start, end) if phrases.match(place.tokens, at) is not None)
    if any(place.word(one) in _NEGATIONS for at in denied for one in range(at - _LOOK_BACK, at)):
        return {}
    return members_in(phrases, place.tokens, start, end)


@cache
def _members_asked(question: str) -> tuple[Mapping[str, str], ...]:
    """Return which members of each class a question has."""
    tokens = tokenize(question)
    return tuple(members_in(phrases, tokens, 0, len(tokens)) for phrases in (*_AROUND, *_BESIDE, *_AS_ASKED))
