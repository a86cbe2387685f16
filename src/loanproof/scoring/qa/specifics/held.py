"""Finds the specifics that a text contains: words, numbers with the words around them, days, times, years, terms."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import cached_property, lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from loanproof.scoring.qa.clock_times import possible_times
from loanproof.values import (
    DATE_KIND,
    WRITTEN_NUMBER_KIND,
    CalendarDate,
    IncompleteDate,
    Mentions,
    TokenKind,
    content_words,
    fold_characters,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loanproof.values import Context, Tokens

YEAR = re.compile(r"(?<![\w.,/-])(?:19|20|21)[0-9]{2}(?![\w%]|[.,/-][0-9])")
_ANY_YEAR = re.compile(r"(?<!\d)(?:19|20|21)[0-9]{2}(?!\d)")
_STEM_LENGTH = 5  # letters; the rest of a word is taken for its inflection
_MAX_WORDS_AFTER, _MAX_WORDS_BEFORE = 4, 2  # content words around a number that may say what it counts
_SENTENCE_ENDS, _LABEL_ENDS = frozenset(".;"), frozenset(".)")
_OPENING_LENGTH = 1000  # characters of a document in which its date is expected
_LONGEST_INITIALS = _LONGEST_SHORT_FORM = 6
_DEFINED = re.compile(r"^\W{0,3}[\"“](?P<term>[^\"“”\n]{2,60})[\"”][^\n]{0,2000}", re.MULTILINE)


@dataclass(frozen=True)
class Held:
    """One text with folded characters, and what it contains; each property is computed once, when first used."""

    text: str
    notation: Context

    @cached_property
    def _mentions(self) -> Mentions:
        return Mentions.in_text(self.text, self.notation)

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of its words, by which a word is found in any inflection."""
        return frozenset(stem_of(token.text) for token in self._mentions.tokens.items if token.kind is TokenKind.WORD)

    @cached_property
    def numbers(self) -> Mapping[str, frozenset[str]]:
        """Every number in the text, however it is written, with the content words near it."""
        tokens = self._mentions.tokens
        found: dict[str, set[str]] = {}
        for one in self._mentions.of(WRITTEN_NUMBER_KIND):
            near = _words_near(tokens, one.span.start, one.span.end)
            for number in one.candidates:
                found.setdefault(WRITTEN_NUMBER_KIND.canonical(number), set()).update(near)
        for at in tokens.figures:  # the 1.5 of "1.5 million" counts as a number too
            written = _plain(tokens[at].text)
            if written is not None:
                found.setdefault(written, set())
        return {number: frozenset(near) for number, near in found.items()}

    @cached_property
    def days(self) -> frozenset[date]:
        """The days that the text names."""
        dates = (value for one in self._mentions.of(DATE_KIND) for value in one.candidates)
        return frozenset(value.day for value in dates if isinstance(value, CalendarDate))

    @cached_property
    def days_of_any_year(self) -> frozenset[tuple[int, int]]:
        """The days that recur every year, as month and day: *31 December in each year*."""
        dates = (value for one in self._mentions.of(DATE_KIND) for value in one.candidates)
        incomplete = (value for value in dates if isinstance(value, IncompleteDate) and value.year is None)
        return frozenset((one.month, one.day) for one in incomplete if one.month and one.day)

    @cached_property
    def years(self) -> frozenset[int]:
        """The years in the text, alone or in a date."""
        return frozenset(map(int, _ANY_YEAR.findall(self.text))).union(day.year for day in self.days)

    @cached_property
    def times(self) -> frozenset[int]:
        """The clock times that the text may give, in minutes after midnight."""
        return possible_times(self.text)

    @cached_property
    def initials(self) -> frozenset[str]:
        """The first letters of up to six consecutive words, with and without small words."""
        words = [token.lower for token in self._mentions.tokens.items if token.kind is TokenKind.WORD]
        telling = [word for word in words if content_words(word)]
        found: set[str] = set()
        for row in (words, telling):
            letters = "".join(word[0] for word in row)
            found.update(letters[at : at + size] for size in range(2, _LONGEST_INITIALS + 1) for at in range(len(row)))
        return frozenset(found)

    def knows(self, name: frozenset[str]) -> bool:
        """Return whether the text contains any word of a name, or the words that a short form in it stands for."""
        return any(
            stem_of(word) in self.stems or (is_short_form(word) and word.lower() in self.initials) for word in name
        )

    @cached_property
    def definitions(self) -> Mapping[str, str]:
        """The defined terms in lower case, each with its definition."""
        return {match["term"].casefold(): match[0] for match in _DEFINED.finditer(self.text)}

    @property
    def opening(self) -> str:
        """The first lines of the text, where an agreement has its date."""
        return self.text[:_OPENING_LENGTH]

    @cached_property
    def unspaced(self) -> str:
        """The text in lower case without white space, in which addresses are looked up."""
        return "".join(self.text.casefold().split())


@lru_cache(maxsize=64)  # enough for the documents of a few cases
def held_in(text: str, notation: Context) -> Held:
    """Return what a text contains; it is cached, because many answers are checked against the same documents."""
    return Held(text=fold_characters(text).text, notation=notation)


def is_short_form(word: str) -> bool:
    """Return whether a word may be made of initials, such as *KPMG*."""
    return word.isupper() and len(word) <= _LONGEST_SHORT_FORM


@lru_cache(maxsize=8192)  # a document has few different words, and answers use the same ones
def stem_of(word: str) -> str:
    """Return the stem of a word: its first letters in lower case, in the singular and without accents."""
    bare = unicodedata.normalize("NFKD", word.casefold())
    bare = bare[:-1] if len(bare) > 3 and bare.endswith("s") and not bare.endswith("ss") else bare
    return "".join(letter for letter in bare if not unicodedata.combining(letter))[:_STEM_LENGTH]


def stems_of(words: Iterable[str]) -> frozenset[str]:
    """Return the stems of several words."""
    return frozenset(map(stem_of, words))


def _words_near(tokens: Tokens, start: int, end: int) -> frozenset[str]:
    """Return the content words around a number in its sentence; none if it is the number of a clause or an item."""
    first = bisect_left(tokens.items, start, key=lambda token: token.start)
    after = bisect_left(tokens.items, end, key=lambda token: token.start)
    begins = first - 1 if tokens[first - 1].text == "(" else first
    if tokens[after].text in _LABEL_ENDS and (begins == 0 or "\n" in tokens.gap(begins)):
        return frozenset()
    behind = islice(_phrase(tokens, range(after, len(tokens))), _MAX_WORDS_AFTER)
    before = islice(_phrase(tokens, range(first - 1, -1, -1)), _MAX_WORDS_BEFORE)
    return frozenset().union(*behind, *before)


def _phrase(tokens: Tokens, positions: range) -> Iterator[frozenset[str]]:
    """Yield the content words at some positions, up to a second small word or the end of the sentence."""
    small = 0
    for at in positions:
        token, follows = tokens[at], at if positions.step > 0 else at + 1
        if token.text in _SENTENCE_ENDS or (at != positions.start and tokens.gap(follows).count("\n") > 1):
            return
        words = content_words(token.text) if token.kind is TokenKind.WORD else None
        small += words == frozenset()
        if small > 1:
            return
        if words:
            yield words


def _plain(written: str) -> str | None:
    try:
        number = Decimal(written.replace(",", "").replace("'", "").replace("_", ""))
    except InvalidOperation:
        return None
    return f"{number.normalize():f}"
