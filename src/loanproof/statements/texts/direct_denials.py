"""Decides whether the words right before or after a span deny what is there: ``is not X``, ``X is not the end``."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from loanproof.core import SingleWords, WordTable, load_words
from loanproof.values import COMPARING_WORDS, TokenKind

if TYPE_CHECKING:
    from loanproof.core import Span
    from loanproof.values import Tokens


class _DirectDenials(WordTable):
    linking: SingleWords


_NEGATION_WORDS = frozenset("not never t".split())  # the "t" of "isn't"
_INSTEAD = (("rather", "than"), ("instead", "of"))
# Words allowed between a negation and what it denies: "does not end on the 31st", "is not due in", "not at".
_LINKING = frozenset(load_words(__package__, "direct_denials", _DirectDenials).linking)
_DASHES = frozenset("-–—")
_GREATER_OR_LESSER = frozenset({"greater", "higher", "lesser", "lower", "larger", "smaller"})
_WORDS_FOR_WRONG = frozenset("wrong incorrect false untrue".split())
_MODALS = frozenset({"would", "will", "could", "can", "should"})
_AFTER_IS_NOT = frozenset("the a an correct right when what where".split())
BEING = frozenset("is was are were".split())
"""The forms of *be* that a denial of a value follows."""
REACH = 7
"""How many tokens may be between a negation and what it denies."""


def denies_span(tokens: Tokens, span: Span) -> bool:
    """Return whether a text denies what is at a span: ``is not X``, ``does not end on X``, ``X is not the end``.

    A comparison such as ``not later than X`` or ``does not exceed X`` is not a denial.
    """
    first, after = (bisect_left(tokens.items, edge, key=lambda token: token.start) for edge in (span.start, span.end))
    return denied_before(tokens, first) or denied_behind(tokens, after)


def denied_before(tokens: Tokens, first: int) -> bool:
    """Return whether a negation right before a token denies what begins there: ``is not X``, ``no fee of X``."""
    first = head_of(tokens, first)
    for at in range(first - 1, max(-1, first - 1 - REACH), -1):
        word = tokens[at].lower
        if word in _NEGATION_WORDS or (tokens[at - 1].lower, word) in _INSTEAD:
            return True
        if word not in _LINKING:
            return is_none_of(tokens, first)
    return False


def head_of(tokens: Tokens, first: int) -> int:
    """Return where the expression around a figure begins: ``10-20 days``, ``the greater of (x) USD 5 and …``."""
    if tokens[first - 1].text in _DASHES and tokens[first - 2].kind is TokenKind.NUMBER:
        first -= 2
    if tokens[first - 1].text == ")" and tokens[first - 3].text == "(":
        first -= 3
    return first - 2 if tokens[first - 1].lower == "of" and tokens[first - 2].lower in _GREATER_OR_LESSER else first


def is_none_of(tokens: Tokens, first: int) -> bool:
    """Return whether a value belongs to something that does not exist: ``no commitment fee of 0.40%``."""
    before = [tokens[at] for at in range(max(0, first - REACH), first)]
    words = [token.lower for token in before]
    if not before or words[-1] != "of" or "no" not in words:
        return False
    between = before[words.index("no") + 1 :]
    return all(token.kind is TokenKind.WORD and token.lower not in COMPARING_WORDS for token in between)


def denied_behind(tokens: Tokens, after: int) -> bool:
    """Return whether the words from a token on deny what ends there: ``X is wrong``, ``X is not the limit``."""
    if tokens[after].lower in _MODALS and tokens.words(after + 1, "not", "be"):  # "two would not be the limit"
        return tokens[after + 3].lower in _AFTER_IS_NOT
    if tokens[after].lower not in BEING:
        return False
    following = tokens[after + 1].lower
    return following in _WORDS_FOR_WRONG or (following == "not" and tokens[after + 2].lower in _AFTER_IS_NOT)
