"""What the documents hold of specifics without a type: words, numbers with what is beside them, times, years."""

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
_STEM = 5  # letters; what follows is how a word is inflected
_BEHIND, _BEFORE = 4, 2  # words beside a number that may say what it counts
_ENDS, _BEHIND_LABEL = frozenset(".;"), frozenset(".)")
_OPENING = 1000  # characters
_LONGEST_INITIALS = _LONGEST_SHORT_FORM = 6
_DEFINED = re.compile(r"^\W{0,3}[\"“](?P<term>[^\"“”\n]{2,60})[\"”][^\n]{0,2000}", re.MULTILINE)


@dataclass(frozen=True)
class Held:
    """One text, its characters folded, and what it holds; each answer is found once, when it is first asked."""

    text: str
    notation: Context

    @cached_property
    def _mentions(self) -> Mentions:
        return Mentions.in_text(self.text, self.notation)

    @cached_property
    def stems(self) -> frozenset[str]:
        """The beginnings of its words, by which a word is found in any inflection."""
        return frozenset(stem_of(token.text) for token in self._mentions.tokens.items if token.kind is TokenKind.WORD)

    @cached_property
    def numbers(self) -> Mapping[str, frozenset[str]]:
        """Every number of the text, however it is written, with the words that are near it."""
        tokens = self._mentions.tokens
        found: dict[str, set[str]] = {}
        for one in self._mentions.of(WRITTEN_NUMBER_KIND):
            near = _words_near(tokens, one.span.start, one.span.end)
            for number in one.candidates:
                found.setdefault(WRITTEN_NUMBER_KIND.canonical(number), set()).update(near)
        for at in tokens.figures:  # the 1.5 of "1.5 million" is a notation too
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
        """The days that come again each year: ``31 December in each year``."""
        dates = (value for one in self._mentions.of(DATE_KIND) for value in one.candidates)
        incomplete = (value for value in dates if isinstance(value, IncompleteDate) and value.year is None)
        return frozenset((one.month, one.day) for one in incomplete if one.month and one.day)

    @cached_property
    def years(self) -> frozenset[int]:
        """The years of the text, alone or in a date."""
        return frozenset(map(int, _ANY_YEAR.findall(self.text))).union(day.year for day in self.days)

    @cached_property
    def times(self) -> frozenset[int]:
        """The clock times that the text may give, in minutes."""
        return possible_times(self.text)

    @cached_property
    def initials(self) -> frozenset[str]:
        """The first letters of up to six words in a row, small words left out or not."""
        words = [token.lower for token in self._mentions.tokens.items if token.kind is TokenKind.WORD]
        telling = [word for word in words if content_words(word)]
        found: set[str] = set()
        for row in (words, telling):
            letters = "".join(word[0] for word in row)
            found.update(letters[at : at + size] for size in range(2, _LONGEST_INITIALS + 1) for at in range(len(row)))
        return frozenset(found)

    def knows(self, name: frozenset[str]) -> bool:
        """Return whether the text has any word of a name, or the words that its short form stands for."""
        return any(
            stem_of(word) in self.stems or (is_short_form(word) and word.lower() in self.initials) for word in name
        )

    @cached_property
    def definitions(self) -> Mapping[str, str]:
        """The defined terms in lower case, each with what defines it."""
        return {match["term"].casefold(): match[0] for match in _DEFINED.finditer(self.text)}

    @property
    def opening(self) -> str:
        """Its first lines, in which an agreement has its date."""
        return self.text[:_OPENING]

    @cached_property
    def unspaced(self) -> str:
        """The text in lower case without blanks, in which addresses are looked for."""
        return "".join(self.text.casefold().split())


@lru_cache(maxsize=64)  # the documents of a few cases: each is read for every answer
def held_in(text: str, notation: Context) -> Held:
    """Return what a text holds; it is kept, for every answer is checked against the same documents."""
    return Held(text=fold_characters(text).text, notation=notation)


def is_short_form(word: str) -> bool:
    """Return whether a word is one of first letters, such as ``KPMG``."""
    return word.isupper() and len(word) <= _LONGEST_SHORT_FORM


@lru_cache(maxsize=8192)  # the words of a document are few, and the same in answer after answer
def stem_of(word: str) -> str:
    """Return the beginning of a word, in lower case, in the singular and without accents."""
    bare = unicodedata.normalize("NFKD", word.casefold())
    bare = bare[:-1] if len(bare) > 3 and bare.endswith("s") and not bare.endswith("ss") else bare
    return "".join(letter for letter in bare if not unicodedata.combining(letter))[:_STEM]


def stems_of(words: Iterable[str]) -> frozenset[str]:
    """Return the beginnings of several words."""
    return frozenset(map(stem_of, words))


def _words_near(tokens: Tokens, start: int, end: int) -> frozenset[str]:
    """Return the content words beside a number, in its own sentence; the number of a clause or item counts nothing."""
    first = bisect_left(tokens.items, start, key=lambda token: token.start)
    after = bisect_left(tokens.items, end, key=lambda token: token.start)
    begins = first - 1 if tokens[first - 1].text == "(" else first
    if tokens[after].text in _BEHIND_LABEL and (begins == 0 or "\n" in tokens.gap(begins)):
        return frozenset()
    behind = islice(_phrase(tokens, range(after, len(tokens))), _BEHIND)
    before = islice(_phrase(tokens, range(first - 1, -1, -1)), _BEFORE)
    return frozenset().union(*behind, *before)


def _phrase(tokens: Tokens, positions: range) -> Iterator[frozenset[str]]:
    """Yield the content words from a place on, or back from it, over one small word and no end of a sentence."""
    small = 0
    for at in positions:
        token, follows = tokens[at], at if positions.step > 0 else at + 1
        if token.text in _ENDS or (at != positions.start and tokens.gap(follows).count("\n") > 1):
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
