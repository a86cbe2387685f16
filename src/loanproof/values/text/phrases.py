"""Fixed phrases over tokens: finds the longest at a position, ignoring letter case, hyphens and underscores.

Every word table of the rate, fee, repayment and covenant kinds is matched here, so that ``half-yearly``,
``Half Yearly`` and ``HALF-YEARLY`` are one phrase everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from loanproof.core import SingleWords, WordTable, load_words
from loanproof.values.text.finding import Starts
from loanproof.values.text.tokens import TokenKind, Tokens, tokenize

V = TypeVar("V")


class _Hedges(WordTable):
    roughly: SingleWords


ROUGHLY = frozenset(load_words(__package__, "hedges", _Hedges).roughly)
_OUTER = frozenset(".,;:\"'()[]{}*•-")


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases(Generic[V]):
    """A table of phrases and their meanings, indexed by first word, longest phrase first."""

    by_first: Mapping[str, tuple[tuple[tuple[str, ...], V], ...]]

    @classmethod
    def of(cls, table: Iterable[tuple[V, Iterable[str]]]) -> Phrases[V]:
        """Build a table from pairs of a meaning and its phrases."""
        found: dict[str, list[tuple[tuple[str, ...], V]]] = {}
        for meaning, phrases in table:
            for phrase in phrases:
                words = _words_of(phrase)
                found.setdefault(words[0], []).append((words, meaning))
        longest_first = {
            first: tuple(sorted(entries, key=lambda entry: -len(entry[0]))) for first, entries in found.items()
        }
        return cls(by_first=longest_first)

    @property
    def starts(self) -> Starts:
        """The words with which the phrases begin."""
        return Starts.of(self.by_first)

    def match(self, tokens: Tokens, at: int) -> tuple[V, int] | None:
        """Return the meaning of the longest phrase that begins at ``at``, and where it ends."""
        for words, meaning in self.by_first.get(tokens[at].lower, ()):
            end = _end_of(tokens, at, words)
            if end is not None:
                return meaning, end
        return None

    def each_in(
        self, tokens: Tokens, start: int = 0, end: int | None = None, *, beyond: bool = False
    ) -> Iterator[tuple[V, int, int]]:
        """Yield the phrases between two positions, one after the other: meaning, start and end.

        Words that begin no phrase are skipped quickly. ``beyond`` lets a phrase end after the second position.
        """
        items, firsts, after = tokens.items, self.by_first, max(start, 0)
        stop = len(items) if end is None else min(end, len(items))
        for at in range(after, stop):
            if at >= after and items[at].lower in firsts:
                matched = self.match(tokens, at)
                if matched is not None and (beyond or matched[1] <= stop):
                    yield matched[0], at, matched[1]
                    after = matched[1]

    def first_in(self, tokens: Tokens, start: int = 0, end: int | None = None) -> tuple[V, int, int] | None:
        """Return the first phrase between two positions: meaning, start and end."""
        return next(self.each_in(tokens, start, end), None)


def _words_of(phrase: str) -> tuple[str, ...]:
    """Return a phrase as its tokens in lower case, without hyphens."""
    words = phrase.lower().replace("-", " ").split()
    if all(word.isalpha() and word.isascii() for word in words):
        return tuple(words)  # same result as the tokenizer, but faster: a thousand phrases are read at every start
    return tuple(token.lower for token in tokenize(phrase).items if token.text != "-")


def _end_of(tokens: Tokens, at: int, words: tuple[str, ...]) -> int | None:
    """Return where a phrase whose first word is at ``at`` ends, ignoring hyphens and underscores in it."""
    end = at + 1
    for word in words[1:]:
        if tokens[end].text in ("-", "_") and tokens[end + 1].lower == word:
            end += 1
        if tokens[end].lower != word:
            return None
        end += 1
    return end


def inside(tokens: Tokens) -> tuple[int, int]:
    """Return the range of tokens without the punctuation around it."""
    start, end = 0, len(tokens)
    while start < end and tokens[start].text in _OUTER and not _signs_a_number(tokens, start):
        start += 1
    while end > start and tokens[end - 1].text in _OUTER:
        end -= 1
    return start, end


def states_roughly(tokens: Tokens) -> bool:
    """Return whether a figure is hedged, as in ``approximately 2.25%``, and so cannot be relied on."""
    return any(
        token.lower in ROUGHLY and TokenKind.NUMBER in (tokens[at + 1].kind, tokens[at + 2].kind)
        for at, token in enumerate(tokens.items)
    )


def denies(tokens: Tokens) -> bool:
    """Return whether a text begins with ``not``: it says what something is not and names no value.

    ``not less frequently than quarterly`` and ``not later than`` are comparisons, not denials.
    """
    at = inside(tokens)[0]
    return tokens[at].lower == "not" and tokens[at + 1].lower not in ("less", "more", "later")


def _signs_a_number(tokens: Tokens, at: int) -> bool:
    """Return whether a dash may be the minus of a number: a minus is never lost, so a list mark counts as one too."""
    return tokens[at].text == "-" and tokens[at + 1].kind is TokenKind.NUMBER


def sentence_of(text: str, why: str) -> str:
    """Return a sentence that says why a text is not a value of its kind; long texts are shortened."""
    return f"{text[:80]!r} {why}."
