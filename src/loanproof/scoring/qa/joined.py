"""Finds facts that an answer joins otherwise than its source: it offers as a choice what is needed together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Reason, SingleWords, SpanSet, Words, WordTable, load_words
from loanproof.scoring.qa.facts import places_of
from loanproof.scoring.wording import quoted
from loanproof.statements import OF_BOUNDS, stated_in
from loanproof.values import COMPARING_WORDS, Phrases

if TYPE_CHECKING:
    from loanproof.cases import AnyOf, QaCase
    from loanproof.core import Span
    from loanproof.statements import StatedText


class _Joined(WordTable):
    one_is_enough: Words
    all_are_needed: Words
    conditions: SingleWords
    turning: SingleWords
    choosing: SingleWords


_WORDS = load_words(__package__, "joined", _Joined)
_AND, _OR = "and", "or"
_TOLD = Phrases.of([(_OR, _WORDS.one_is_enough), (_AND, _WORDS.all_are_needed)])
_CONDITIONS, _TURNING, _CHOOSING = (frozenset(words) for words in (_WORDS.conditions, _WORDS.turning, _WORDS.choosing))
_ADDING = frozenset({_AND, "plus", "both", "also", "well", "together", "addition", "provided", "long", ";"})
_INSISTING = frozenset({"also", "addition", "both", "simultaneously"})  # with these and an "only", all are needed
_EITHER_REACH = 4  # tokens from "either" to the first of its two facts
_CONTRARY = {_AND: _OR, _OR: _AND}


class _Joint(NamedTuple):
    """How a text joins two facts: by ``and`` or ``or``, the words between them, and the tokens these are.

    ``is_unless``: an ``unless`` comes before them.
    """

    word: str
    shown: str
    start: int
    end: int
    is_unless: bool = False


def joined_otherwise(case: QaCase, answer: StatedText) -> Iterator[tuple[Reason, str]]:
    """Yield the first two facts that an answer offers as a choice while its source requires both, or the reverse."""
    quotes = [stated_in(citation.quote, answer.notation) for citation in case.expected.citations]
    for one, other in combinations(case.expected.facts, 2):
        known = next((found for quote in quotes if (found := _joint(quote, one, other)) is not None), None)
        if known is None:
            continue
        for said in (_told(answer), _offered(answer, one, other, known), _required(answer, one, other)):
            if said is not None and said.word == _CONTRARY[known.word]:
                message = f"The document says {quoted(known.shown)}, not {quoted(said.shown)}."
                yield Reason.DIFFERENT, message
                return


def _told(answer: StatedText) -> _Joint | None:
    """Return what an answer says outright about its conditions: *either will do*."""
    found = next(_TOLD.each_in(answer.tokens), None)
    return None if found is None else _Joint(found[0], answer.tokens.text(found[1], found[2]), found[1], found[2])


def _required(answer: StatedText, one: AnyOf, other: AnyOf) -> _Joint | None:
    """Return the ``and`` by which an answer insists on both of two conditions: *only if A and, in addition, B*.

    It names two cases in *only if A and also if B*, and denies a choice in *only if it is no A and also no B*.
    """
    found = _joint(answer, one, other)
    if found is None or found.word != _AND:
        return None
    words = {answer.tokens[at].lower for at in range(found.start, found.end)}
    first, last = answer.sentence_of(found.start)
    sentence = {answer.tokens[at].lower for at in range(first, last)}
    is_only = any(answer.tokens[at].lower == "only" for at in range(first, found.start))
    is_plain = not words & (_CONDITIONS | {_OR}) and not sentence & _TURNING
    return found if is_only and is_plain and words & _INSISTING else None


def _offered(answer: StatedText, one: AnyOf, other: AnyOf, known: _Joint) -> _Joint | None:
    """Return the ``or`` by which an answer offers two conditions as a choice, without any word that turns it round.

    If the source says ``unless``, the answer may deny what comes before its own ``if``.
    """
    found = _joint(answer, one, other)
    if found is None or found.word != _OR:
        return None
    places = SpanSet((*places_of(answer, one), *places_of(answer, other)))
    tokens = answer.tokens
    first = _condition_start(answer, found) if known.is_unless else 0
    for at, token in enumerate(tokens.items[first:], first):
        is_turning = token.lower in _TURNING and tokens[at + 1].lower not in COMPARING_WORDS | {"less", "more", "later"}
        if is_turning and not places.overlaps(tokens.span(at, at + 1)):
            return None
    return found


def _condition_start(text: StatedText, joint: _Joint) -> int:
    """Return where the condition that a joint belongs to begins: at the first condition word of its sentence."""
    first = text.sentence_of(joint.start)[0]
    return next((at for at in range(first, joint.start) if text.tokens[at].lower in _CONDITIONS), first)


def _joint(text: StatedText, one: AnyOf, other: AnyOf) -> _Joint | None:
    """Return how a text joins two facts in one condition; None if it does not, or if it chooses one of two values."""
    for start, end in _between(text, places_of(text, one), places_of(text, other)):
        words = [text.tokens[at].lower for at in range(start, end) if text.tokens[at + 1].lower not in OF_BOUNDS]
        first, last = text.sentence_of(start)
        sentence = {text.tokens[at].lower for at in range(first, last) if _may_choose(text, at)}
        before = {text.tokens[at].lower for at in range(first, start) if not _is_of_time(text, at)}
        joints = {_AND, _OR, "provided"}.intersection(words)
        if not before & (_CONDITIONS | {"unless"}) or sentence & _CHOOSING or not joints:
            continue
        is_or = not _ADDING.intersection(words) or (
            _OR in words and (_is_either(text, one, start) or _is_either(text, other, start))
        )
        return _Joint(_OR if is_or else _AND, text.tokens.text(start, end), start, end, "unless" in before)
    return None


def _may_choose(text: StatedText, at: int) -> bool:
    """Return whether a word may choose one of two values: not *later than ten days*, and not *or earlier if*."""
    return text.tokens[at + 1].lower != "than" and text.tokens[at - 1].lower != _OR


def _is_of_time(text: StatedText, at: int) -> bool:
    """Return whether a *long* begins no *long as*: a long-stop date is no condition."""
    return text.tokens[at].lower == "long" and text.tokens[at + 1].lower != "as"


def _is_either(text: StatedText, fact: AnyOf, end: int) -> bool:
    """Return whether an ``either`` stands right before a fact that ends before a token."""
    starts = [text.position(place.start) for place in places_of(text, fact) if text.position(place.start) < end]
    return any(text.tokens[at].lower == "either" for one in starts for at in range(max(0, one - _EITHER_REACH), one))


def _between(text: StatedText, ones: Sequence[Span], others: Sequence[Span]) -> Iterator[tuple[int, int]]:
    """Yield the tokens between two facts of one sentence, the nearest two first."""
    pairs = [sorted((one, other), key=lambda place: place.start) for one in ones for other in others]
    for before, after in sorted(pairs, key=lambda pair: pair[1].start - pair[0].end):
        start, end = text.position(before.end), text.position(after.start)
        if start < end and text.sentence_of(start) == text.sentence_of(end):
            yield start, end
