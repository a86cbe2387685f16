"""A text with everything that is read from it: tokens, values, numbers, words and sentences, each computed once."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from loanproof.core import Span, SpanSet
from loanproof.statements.texts.direct_denials import denies_span
from loanproof.statements.texts.sentences import plain_text, split_sentences
from loanproof.statements.texts.stated_values import StatedValue, find_values
from loanproof.values import CARDINALS, NUMBER_KIND, SECTION_KIND, Context, Mentions, TokenKind, singular

if TYPE_CHECKING:
    from loanproof.values import Kind, Part, Tokens

JOINTS = frozenset({"and", "or", "but"})
"""Words that join two clauses, or two of several things."""
ARTICLES = frozenset({"the", "a", "an"})
_FRACTION_WORDS = frozenset({"half", "quarter", "quarters"})  # these name a time more often than a number
_WORDS_BEFORE_OF = frozenset({"all", "each", "both"})  # "all of the Lenders" means the same as "all Lenders"
_COUNT_ADVERBS = frozenset({"twice", "thrice"})
_AM_OR_PM = re.compile(r"\s?[ap]\.?m\b", re.IGNORECASE)
_FIGURE_WORDS = {word: str(value) for word, value in CARDINALS.items() if value}


class _Placed(Protocol):
    """Something at a range of tokens."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


_P = TypeVar("_P", bound=_Placed)


@dataclass(frozen=True)
class StatedText:
    """An answer, a quote or one wording of a fact. ``text`` is plain; each property is computed on first use."""

    text: str
    notation: Context

    @cached_property
    def _mentions(self) -> Mentions:
        return Mentions.in_text(self.text, self.notation)

    @cached_property
    def tokens(self) -> Tokens:
        """The tokens of the text."""
        return self._mentions.tokens

    @cached_property
    def values(self) -> tuple[StatedValue, ...]:
        """The specific values of the text."""
        return find_values(self._mentions)

    @cached_property
    def parts(self) -> frozenset[Part[Any]]:
        """The distinct values of the text."""
        return frozenset(value.part for value in self.values)

    @cached_property
    def words(self) -> tuple[tuple[str, Span], ...]:
        """The words and figures, without articles and in the singular, each with its place."""
        return tuple(_normalized_words(self.tokens))

    @cached_property
    def numbers(self) -> tuple[tuple[str, Span], ...]:
        """The bare numbers in canonical form, without clause numbers and numbers that are part of another value."""
        taken = [value.span for value in self.values if value.part.kind is not NUMBER_KIND]
        taken += [found.span for found in self._mentions.of(SECTION_KIND)]
        elsewhere = SpanSet(taken)
        return tuple(
            (NUMBER_KIND.canonical(number), found.span)
            for found in self._mentions.of(NUMBER_KIND)
            if not elsewhere.overlaps(found.span)
            for number in found.candidates
        )

    @cached_property
    def marks(self) -> tuple[tuple[int, int, Kind[Any]], ...]:
        """The token range and kind of every value and bare number, in order; *twice* counts as a number."""
        spans = {value.span: value.part.kind for value in self.values}
        numbers = (span for _, span in self.numbers if not self._is_time(span))
        spans.update((span, NUMBER_KIND) for span in numbers)
        often = (token for token in self.tokens.items if token.lower in _COUNT_ADVERBS)
        spans.update((Span(token.start, token.end), NUMBER_KIND) for token in often)
        return tuple(
            (self.position(span.start), self.position(span.end), kind)
            for span, kind in sorted(spans.items(), key=_start)
        )

    def _is_time(self, span: Span) -> bool:
        """Return whether a number is a time of day or a fraction word: ``5.00 p.m.``, ``a quarter``."""
        return _last_word(span.of(self.text)) in _FRACTION_WORDS or _AM_OR_PM.match(self.text, span.end) is not None

    @cached_property
    def opening_words(self) -> frozenset[str]:
        """The first words of sentences that a punctuation mark follows: the ``No`` of ``No, it is not``."""
        firsts = [start for start, _ in self.sentences]
        return frozenset(self.tokens[at].lower for at in firsts if self.tokens[at + 1].kind is TokenKind.SIGN)

    @cached_property
    def sentences(self) -> tuple[tuple[int, int], ...]:
        """The sentences as half-open token ranges."""
        ends, length = [], 0
        for sentence in split_sentences(self.text):
            length += len(sentence) + 1
            ends.append(self.position(length))
        return tuple(zip([0, *ends], ends, strict=False))

    def position(self, place: int) -> int:
        """Return the index of the first token that begins at or after a character offset."""
        return bisect_left(self.tokens.items, place, key=lambda token: token.start)

    def sentence_of(self, position: int) -> tuple[int, int]:
        """Return the token range of the sentence that a token belongs to."""
        at = bisect_right(self.sentences, position, key=lambda sentence: sentence[0])
        return self.sentences[at - 1] if at else (0, len(self.tokens))

    def between_marks(self, first: int, after: int, marks: frozenset[str]) -> tuple[int, int]:
        """Return the part of the sentence around a stretch of tokens, up to the nearest marks on either side."""
        start, end = self.sentence_of(first)
        places = self._places_of(marks)
        before, behind = bisect_left(places, first), bisect_left(places, after)
        opens = places[before - 1] + 1 if before else 0
        return max(start, opens), min(end, places[behind]) if behind < len(places) else end

    def _places_of(self, marks: frozenset[str]) -> list[int]:
        """Return the positions of some marks; cached, because a long sentence is asked at each of its words."""
        items = self.tokens.items
        return self.tokens.cached(
            ("positions", marks), lambda: [at for at, one in enumerate(items) if one.text in marks]
        )

    def thoughts_of(self, items: Iterable[_P]) -> Iterator[list[_P]]:
        """Yield the items of each sentence, or of each part of it up to a semicolon; ``items`` are in text order."""
        ends = {end for _, end in self.sentences}
        found: list[_P] = []
        last = 0
        for one in items:
            if found and any(at in ends or self.tokens[at].text == ";" for at in range(last, one.start + 1)):
                yield found
                found = []
            found.append(one)
            last = one.end
        if found:
            yield found

    def is_in_value(self, position: int) -> bool:
        """Return whether a token is part of a value or of a bare number."""
        at = bisect_right(self.marks, position, key=lambda mark: mark[0])
        return at > 0 and position < self.marks[at - 1][1]

    def denies(self, span: Span) -> bool:
        """Return whether the words right before or after a span deny what is there."""
        return denies_span(self.tokens, span)


@lru_cache(maxsize=1024)
def stated_in(text: str, notation: Context) -> StatedText:
    """Return a text of a case or a quote, ready to read; it is cached because every repeat is compared with it."""
    return StatedText(text=plain_text(text), notation=notation)


def _last_word(text: str) -> str:
    return text.lower().rpartition(" ")[2]


def _start(item: tuple[Span, Kind[Any]]) -> int:
    return item[0].start


def _normalized_words(tokens: Tokens) -> Iterator[tuple[str, Span]]:
    """Yield the words and figures for :attr:`StatedText.words`: *three* becomes *3*, and the *t* of *isn't* *not*."""
    for at, token in enumerate(tokens.items):
        is_idle = token.lower in ARTICLES or (token.lower == "of" and tokens[at - 1].lower in _WORDS_BEFORE_OF)
        if (token.kind is not TokenKind.SIGN or token.text == "%") and not is_idle:
            is_not = token.lower == "t" and tokens[at - 1].text == "'"  # the "t" of "isn't"
            word = "not" if is_not else _FIGURE_WORDS.get(token.lower) or singular(token.lower)
            yield word, Span(token.start, token.end)
