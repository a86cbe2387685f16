"""Clauses that an answer takes over from its source nearly word for word, with a negation more or less."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Reason
from loanproof.statements.comparison import Contradiction
from loanproof.statements.negations import negations_in
from loanproof.values import COMPARING_WORDS, TokenKind, content_words

if TYPE_CHECKING:
    from loanproof.statements.text import StatedText

_BREAKS = frozenset(",;:.()")
_TURNS = frozenset({"but", "whereas", "provided", "although"})
_COMPARING = COMPARING_WORDS | frozenset("least most before after prior until within minimum maximum by".split())
_LEAST = 3  # telling words of a clause
_MOST = 200  # clauses of a text


class _Clause(NamedTuple):
    """A clause: its telling words, those that compare, how often it denies, and how it is written."""

    words: frozenset[str]
    comparing: frozenset[str]
    negations: int
    written: str


def turned_clauses(answer: StatedText, quotes: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield the first clause that says again what the source says and denies what that does not, or the reverse."""
    known = [one for quote in quotes for one in _clauses(quote)]
    for said in _clauses(answer):
        alike = [one for one in known if _is_same(said, one)]
        if alike and all((said.negations - one.negations) % 2 for one in alike):
            yield Contradiction(Reason.DIFFERENT, alike[0].written, said.written)
            return


def _is_same(one: _Clause, other: _Clause) -> bool:
    """Tell whether two clauses share three quarters of the telling words of each, and compare alike.

    ``Shall not expire after the fifth day`` and ``expires by the fifth day`` say one thing; values have their own reader.
    """
    shared = len(one.words & other.words)
    return 4 * shared >= 3 * max(len(one.words), len(other.words)) and one.comparing == other.comparing


def _clauses(text: StatedText) -> list[_Clause]:
    """Return the clauses of a text that have some words to tell, once: a quote is held against answer after answer."""
    return text.tokens.once(_clauses, lambda: [one for one in _read(text) if len(one.words) >= _LEAST][:_MOST])


def _read(text: StatedText) -> Iterator[_Clause]:
    tokens, start = text.tokens, 0
    for at in range(len(tokens) + 1):
        token = tokens[at]
        is_sign = token.kind is TokenKind.SIGN and token.text in _BREAKS and bool(tokens.gap(at + 1))
        if at == len(tokens) or is_sign or token.lower in _TURNS:
            written = tokens.text(start, at)
            comparing = frozenset(tokens[one].lower for one in range(start, at)) & _COMPARING
            yield _Clause(content_words(written), comparing, len(list(negations_in(tokens, start, at))), written)
            start = at + 1
