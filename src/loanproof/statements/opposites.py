"""Words that exclude each other, in a short text or in what an answer says of a value: ``drawn`` for ``undrawn``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from loanproof.core import Reason, SingleWords, Words, WordTable, load_words
from loanproof.documents import OPPOSITES
from loanproof.statements.comparison import Contradiction
from loanproof.statements.negations import DENYING
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
    beside_too: Words
    as_asked: dict[str, dict[str, Words]]
    of_time: SingleWords


def _phrases(classes: Mapping[str, Mapping[str, Iterable[str]]]) -> tuple[Phrases[str], ...]:
    return tuple(Phrases.of(members.items()) for members in classes.values())


_WORDS = load_words(__package__, "opposites", _Opposites)
CLASSES = (*_phrases(_WORDS.classes), *(Phrases.of((words[0], words) for words in meanings) for meanings in OPPOSITES))
"""The classes that a whole text is checked against."""
CHOICES = (_WORDS.classes["choice"]["greater"], _WORDS.classes["choice"]["lesser"])
"""The phrases for the greater of two values, and those for the lesser."""
_AROUND = (
    *(members.items() for members in _WORDS.around_value.values()),
    *([(one[0], one) for one in words] for words in OPPOSITES if words[0][0] in _WORDS.of_quotes),
)
_BESIDE = (
    *(members.items() for members in _WORDS.beside_value.values()),
    *(_WORDS.classes[name].items() for name in _WORDS.beside_too),
)
_AS_ASKED = tuple(members.items() for members in _WORDS.as_asked.values())
_CHOICES = frozenset(range(len(_AROUND) + len(_WORDS.beside_value), len(_AROUND) + len(_BESIDE)))
_NUMBERED = tuple(
    (number, member, words)
    for number, members in enumerate((*_AROUND, *_BESIDE, *_AS_ASKED))
    for member, words in members
)
# Two tables, for a choice ("increased by") has words of a change ("increased") in it.
_BY_VALUE = tuple(
    Phrases.of(((number, member), words) for number, member, words in _NUMBERED if (number in _CHOICES) is is_choice)
    for is_choice in (False, True)
)
_FIRST_BESIDE, _FIRST_ASKED = len(_AROUND), len(_AROUND) + len(_BESIDE)
_BEFORE, _BEHIND = 8, 5  # tokens beside a value
_BEING = frozenset({"is", "was", "being", "as", "("})
_RANKED = 7  # tokens
_NEGATIONS = DENYING | {"t", "without"}
_OF_TIME = frozenset(_WORDS.of_time)
_LOOK_BACK = 3  # tokens from a negation to what it denies
_Members = dict[int, dict[str, str]]  # for each class its members, each with its words


def members_in(phrases: Phrases[str], tokens: Tokens, start: int, end: int) -> dict[str, str]:
    """Return which members of a class a stretch of text has, each with its words."""
    found: dict[str, str] = {}
    for member, first, after in phrases.each_in(tokens, start, end, beyond=True):
        found.setdefault(member, tokens.text(first, after))
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
    said = [_said_at(place_of(answer, span)) for span in given]
    if not any(said):
        return
    source: _Members = {}
    for place in (place_of(text, span) for text, spans in sources for span in spans):
        for number, members in _members(place.tokens, place.start, place.end).items():
            source.setdefault(number, {}).update(members)
    asked = _asked(question)
    ranked = _ranked(sources)
    for number in sorted({number for one in said for number in one}):
        known = source.get(number, {}) if number < _FIRST_ASKED else ranked.get(number, {})
        yield from _opposed([one[number] for one in said if number in one], known, asked.get(number, {}))


def _ranked(sources: Sequence[tuple[StatedText, Sequence[Span]]]) -> _Members:
    """Return what the sources call first or last, largest or smallest, right before a value."""
    found: _Members = {}
    for place in (place_of(text, span) for text, spans in sources for span in spans):
        for number, members in _members(place.tokens, max(place.start, place.first - _RANKED), place.first).items():
            if number >= _FIRST_ASKED:
                found.setdefault(number, {}).update(members)
    return found


def _opposed(
    told: Sequence[Mapping[str, str]], source: Mapping[str, str], asked: Mapping[str, str]
) -> Iterator[Contradiction]:
    """Yield the first words that exclude those of the source, unless the answer has those elsewhere too."""
    right = source or asked
    if not right or any(one.keys() & (source.keys() | asked.keys()) for one in told):
        return
    known, given = (", ".join(words).rstrip("?") for words in (right.values(), told[0].values()))
    code = Reason.DIFFERENT if source else Reason.SUBJECT_EXCHANGED
    yield Contradiction(code, known, given, of_question=not source)


def _said_at(place: Place) -> _Members:
    """Return the members of each class by a value; none of a class that is denied there, as in ``not yet drawn``."""
    found: _Members = {}
    denied: set[int] = set()
    for number, member, start, end in _matches(place.tokens, place.start, place.end):
        is_beside = place.first - _BEFORE <= start < place.after + _BEHIND
        if number >= _FIRST_ASKED and start >= place.after and place.word(place.after) not in _BEING:
            continue  # "beginning on 30 September, and a final USD 5"
        if number < _FIRST_BESIDE or is_beside:
            found.setdefault(number, {}).setdefault(member, place.tokens.text(start, end))
            if any(place.word(at) in _NEGATIONS for at in range(start - _LOOK_BACK, start)):
                denied.add(number)
    return {number: members for number, members in found.items() if number not in denied}


def _members(tokens: Tokens, start: int, end: int) -> _Members:
    found: _Members = {}
    for number, member, first, after in _matches(tokens, start, end):
        found.setdefault(number, {}).setdefault(member, tokens.text(first, after))
    return found


def _matches(tokens: Tokens, start: int, end: int) -> Iterator[tuple[int, str, int, int]]:
    for table in _BY_VALUE:
        for (number, member), first, after in table.each_in(tokens, start, end, beyond=True):
            # "the last day of July" is neither the last nor the first of what is asked
            if not (number >= _FIRST_ASKED and tokens[after].lower in _OF_TIME):
                yield number, member, first, after


@cache
def _asked(question: str) -> _Members:
    """Return which members of each class a question has."""
    tokens = tokenize(question)
    return _members(tokens, 0, len(tokens))
