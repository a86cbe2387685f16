"""The one tokenizer that feeds every parser of values.

A text is folded once and tokenized once; parsers walk the tokens and never look at raw characters, so a number, a date
and an amount in the same sentence never disagree about where a figure ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from loanproof.core import Span
from loanproof.values.text.folding import Folded, fold_characters
from loanproof.values.text.short_texts import once_for_short

V = TypeVar("V")


class TokenKind(StrEnum):
    """What a token consists of."""

    NUMBER = "number"  # digits with inner separators: 500,000,000  2.25  31.12.2031  1'250'000
    WORD = "word"  # a run of letters of an alphabet
    HAN = "han"  # a run of Chinese, Japanese or Korean characters
    SIGN = "sign"  # any other single character that is not white space


class Token(NamedTuple):
    """One token: its kind, its folded text, the same in lower case, and its position in the folded text."""

    kind: TokenKind
    text: str
    lower: str
    start: int
    end: int


_HAN = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_TOKEN = re.compile(
    rf"(?P<word>[^\W\d_{_HAN}]+)"  # first, because most tokens are words
    rf"|(?P<number>(?:(?<![\w.])\.)?[0-9]+(?:[.,'_][0-9]+)*)"
    rf"|(?P<han>(?:(?<=[0-9])|(?<=[0-9] ))[万萬亿億]|[{_HAN}]+)"  # 3.1亿元 is a number, a scale and a currency
    rf"|(?P<sign>\S)"
)
_KINDS = {kind.value: kind for kind in TokenKind}


@dataclass(frozen=True, kw_only=True)  # no slots, so that positions can be cached on first use
class Tokens:
    """The tokens of one text. Positions count tokens; :meth:`span` maps back to the original text."""

    folded: Folded
    items: tuple[Token, ...]
    _end: Token = field(default=Token(TokenKind.SIGN, "", "", -1, -1), repr=False)

    def __len__(self) -> int:
        return len(self.items)

    def __getitem__(self, position: int) -> Token:
        """Return the token at ``position``; positions before the first and after the last give an empty sign."""
        if position >= 0:
            try:
                return self.items[position]
            except IndexError:
                pass
        return self._end

    def span(self, start: int, end: int) -> Span:
        """Return the span of the original text that the tokens ``start`` up to ``end`` cover."""
        if start >= end:
            return Span(0, 0)
        return self.folded.span_of(self.items[start].start, self.items[end - 1].end)

    def text(self, start: int, end: int) -> str:
        """Return the folded text of the tokens ``start`` up to ``end``, including the gaps."""
        return "" if start >= end else self.folded.text[self.items[start].start : self.items[end - 1].end]

    def gap(self, position: int) -> str:
        """Return the white space between the token before ``position`` and the one at ``position``."""
        before, here = self[position - 1], self[position]
        return self.folded.text[before.end : here.start] if before.text and here.text else ""

    def words(self, position: int, first: str, *rest: str) -> bool:
        """Return whether the tokens from ``position`` on are exactly these, in lower case."""
        return self[position].lower == first and all(
            self[position + offset].lower == word for offset, word in enumerate(rest, start=1)
        )

    @cached_property
    def places(self) -> Mapping[str, Sequence[int]]:
        """The positions of each word in lower case, so that known words are looked up instead of searched for."""
        places: dict[str, list[int]] = {}
        for position, token in enumerate(self.items):
            word = token.lower
            if word in places:
                places[word].append(position)
            else:
                places[word] = [position]
        return places

    @cached_property
    def figures(self) -> Sequence[int]:
        """The positions of the tokens that are numbers."""
        return self._positions(TokenKind.NUMBER)

    @cached_property
    def han(self) -> Sequence[int]:
        """The positions of the runs of Chinese, Japanese or Korean characters."""
        return self._positions(TokenKind.HAN)

    def cached(self, key: Hashable, compute: Callable[[], V]) -> V:
        """Return ``compute()``, cached for this text. The same key must mean the same question."""
        kept = self._kept
        if key not in kept:
            kept[key] = compute()
        found: V = kept[key]
        return found

    @cached_property
    def _kept(self) -> dict[Hashable, Any]:
        return {}

    def _positions(self, kind: TokenKind) -> list[int]:
        return [position for position, token in enumerate(self.items) if token.kind is kind]


@once_for_short
def tokenize(text: str) -> Tokens:
    """Split a text into tokens, in linear time. Any string is accepted.

    The tokens of a short text are kept, and with them what parsers worked out about it, for when it is read again.
    """
    folded = fold_characters(text)
    items: list[Token] = []
    known: dict[str, tuple[TokenKind, str, str]] = {}
    add, new = items.append, tuple.__new__  # long documents repeat a few thousand words
    for match in _TOKEN.finditer(folded.text):
        written = match[0]
        word = known.get(written)
        if word is None:
            word = known[written] = _KINDS[match.lastgroup or "sign"], written, written.lower()
        add(new(Token, word + match.span()))
    return Tokens(folded=folded, items=tuple(items))
