"""Finds words that exclude each other, in a short text or around a value: ``drawn`` instead of ``undrawn``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from loanproof.core import Reason, SingleWords, Words, WordTable, load_words
from loanproof.documents import OPPOSITES
from loanproof.statements.contradiction import Contradiction
from loanproof.statements.texts.place import Place, place_of
from loanproof.statements.vocabulary.negations import DENYING
from loanproof.values import Phrases, Tokens, tokenize

if TYPE_CHECKING:
    from loanproof.core import Span
    from loanproof.statements.texts.text import StatedText


class _Opposites(WordTable):
    classes: dict[str, dict[str, Words]]
    never_added: dict[str, SingleWords]
    around_value: dict[str, dict[str, Words]]
    of_quotes: Words
    beside_value: dict[str, dict[str, Words]]
    beside_too: Words
    as_asked: dict[str, dict[str, Words]]
    of_time: SingleWords
    setting_aside: Words
    before_set_aside: SingleWords


def _phrases(classes: Mapping[str, Mapping[str, Iterable[str]]]) -> tuple[Phrases[str], ...]:
    return tuple(Phrases.of(members.items()) for members in classes.values())


_WORDS = load_words(__package__, "opposites", _Opposites)
CLASSES = (*_phrases(_WORDS.classes), *(Phrases.of((words[0], words) for words in meanings) for meanings in OPPOSITES))
"""The classes of mutually exclusive words that apply to a whole text."""
NEVER_ADDED = frozenset(member for members in _WORDS.never_added.values() for member in members)
"""The members that must not be added to others of their class: principal, where only interest and fees are meant."""
CHOICES = (_WORDS.classes["choice"]["greater"], _WORDS.classes["choice"]["lesser"])
"""The phrases for the greater of two values, and the phrases for the lesser."""
_STRETCH_CLASSES = (
    *(members.items() for members in _WORDS.around_value.values()),
    *([(one[0], one) for one in words] for words in OPPOSITES if words[0][0] in _WORDS.of_quotes),
)
_NEAR_CLASSES = (
    *(members.items() for members in _WORDS.beside_value.values()),
    *(_WORDS.classes[name].items() for name in _WORDS.beside_too),
)
_ASKED_CLASSES = tuple(members.items() for members in _WORDS.as_asked.values())
_CHOICES = frozenset(
    range(len(_STRETCH_CLASSES) + len(_WORDS.beside_value), len(_STRETCH_CLASSES) + len(_NEAR_CLASSES))
)
_NUMBERED = tuple(
    (number, member, words)
    for number, members in enumerate((*_STRETCH_CLASSES, *_NEAR_CLASSES, *_ASKED_CLASSES))
    for member, words in members
)
# Choices have a table of their own, because a choice ("increased by") contains words of a change ("increased").
_PHRASE_TABLES = tuple(
    Phrases.of(((number, member), words) for number, member, words in _NUMBERED if (number in _CHOICES) is is_choice)
    for is_choice in (False, True)
)
_FIRST_NEAR, _FIRST_ASKED = len(_STRETCH_CLASSES), len(_STRETCH_CLASSES) + len(_NEAR_CLASSES)
_NEAR_BEFORE, _NEAR_BEHIND = 8, 5  # tokens before and after a value that count as near it
_BEING = frozenset({"is", "was", "being", "as", "("})
_RANK_REACH = 7  # tokens before a value in which a source may call it the first, last, largest or smallest
_NEGATIONS = DENYING | {"t", "without"}
_TIME_NOUNS = frozenset(_WORDS.of_time)
_SETTING_ASIDE = Phrases.of([(True, _WORDS.setting_aside)])
_BEFORE_SET_ASIDE = frozenset(_WORDS.before_set_aside)
_DENIAL_REACH = 3  # tokens from a negation to what it denies
_Members = dict[int, dict[str, str]]  # by the number of the class: its members, each with the words found


def members_in(
    phrases: Phrases[str], tokens: Tokens, start: int, end: int, *, set_aside: bool = False
) -> dict[str, str]:
    """Return the members of a class that occur in a stretch of text, each with the words found.

    What the text sets aside, such as the principal of ``interest (not principal)``, is left out, or asked for alone.
    """
    found: dict[str, str] = {}
    for member, first, after in phrases.each_in(tokens, start, end, beyond=True):
        if _is_set_aside(tokens, first) is set_aside:
            found.setdefault(member, tokens.text(first, after))
    return found


def _is_set_aside(tokens: Tokens, first: int) -> bool:
    """Return whether a text excludes what begins at a token: ``not``, ``other than`` or ``excluding`` before it."""
    at = first - 1
    while at >= 0 and tokens[at].lower in _BEFORE_SET_ASIDE:
        at -= 1
    matches = (_SETTING_ASIDE.match(tokens, start) for start in (at, at - 1) if start >= 0)
    return any(one is not None and one[1] == at + 1 for one in matches)


def opposed_words(
    answer: StatedText, given: Sequence[Span], sources: Sequence[tuple[StatedText, Sequence[Span]]], question: str
) -> Iterator[Contradiction]:
    """Yield a contradiction for words around a value that are the contrary of the source's or the question's words.

    Args:
        answer: The answer.
        given: Where the answer states the value.
        sources: The gold quotes, each with the places of the value in it.
        question: The question, which counts if the source has no word of the class.
    """
    said = [_said_at(place_of(answer, span)) for span in given]
    if not any(said):
        return
    source: _Members = {}
    for place in (place_of(text, span) for text, spans in sources for span in spans):
        for number, members in _members(place.tokens, place.start, place.end).items():
            source.setdefault(number, {}).update(members)
    asked = _members_in_question(question)
    ranked = _ranks_in_sources(sources)
    for number in sorted({number for one in said for number in one}):
        known = source.get(number, {}) if number < _FIRST_ASKED else ranked.get(number, {})
        yield from _opposed([one[number] for one in said if number in one], known, asked.get(number, {}))


def _ranks_in_sources(sources: Sequence[tuple[StatedText, Sequence[Span]]]) -> _Members:
    """Return what the sources say right before a value: that it is the first or last, the largest or smallest."""
    found: _Members = {}
    for place in (place_of(text, span) for text, spans in sources for span in spans):
        for number, members in _members(place.tokens, max(place.start, place.first - _RANK_REACH), place.first).items():
            if number >= _FIRST_ASKED:
                found.setdefault(number, {}).update(members)
    return found


def _opposed(
    told: Sequence[Mapping[str, str]], source: Mapping[str, str], asked: Mapping[str, str]
) -> Iterator[Contradiction]:
    """Yield a contradiction if the answer's words exclude those of the source, or of the question if it has none.

    Nothing is yielded if the answer also uses the right words at another place of the value.
    """
    right = source or asked
    if not right or any(one.keys() & (source.keys() | asked.keys()) for one in told):
        return
    known, given = (", ".join(words).rstrip("?") for words in (right.values(), told[0].values()))
    code = Reason.DIFFERENT if source else Reason.SUBJECT_EXCHANGED
    yield Contradiction(code, known, given, of_question=not source)


def _said_at(place: Place) -> _Members:
    """Return the members of each class around a value, without classes that are denied there: ``not yet drawn``."""
    found: _Members = {}
    denied: set[int] = set()
    for number, member, start, end in _matches(place.tokens, place.start, place.end):
        is_beside = place.first - _NEAR_BEFORE <= start < place.after + _NEAR_BEHIND
        if number >= _FIRST_ASKED and start >= place.after and place.word(place.after) not in _BEING:
            continue  # "beginning on 30 September, and a final USD 5": the words after a value may be about the next
        if number < _FIRST_NEAR or is_beside:
            found.setdefault(number, {}).setdefault(member, place.tokens.text(start, end))
            if any(place.word(at) in _NEGATIONS for at in range(start - _DENIAL_REACH, start)):
                denied.add(number)
    return {number: members for number, members in found.items() if number not in denied}


def _members(tokens: Tokens, start: int, end: int) -> _Members:
    found: _Members = {}
    for number, member, first, after in _matches(tokens, start, end):
        found.setdefault(number, {}).setdefault(member, tokens.text(first, after))
    return found


def _matches(tokens: Tokens, start: int, end: int) -> Iterator[tuple[int, str, int, int]]:
    for table in _PHRASE_TABLES:
        for (number, member), first, after in table.each_in(tokens, start, end, beyond=True):
            # "the last day of July" does not answer a question for the first or last of something
            if not (number >= _FIRST_ASKED and tokens[after].lower in _TIME_NOUNS):
                yield number, member, first, after


@cache
def _members_in_question(question: str) -> _Members:
    """Return the members of each class that occur in a question."""
    tokens = tokenize(question)
    return _members(tokens, 0, len(tokens))
