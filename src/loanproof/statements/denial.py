"""Whether a text denies a value rather than states it."""

from __future__ import annotations

from bisect import bisect_left

from loanproof.core import Span
from loanproof.values import COMPARING_WORDS, TokenKind, Tokens

_NEGATIONS = frozenset("not never t".split())  # the t of "isn't"
_INSTEAD = (("rather", "than"), ("instead", "of"))
# What may stand between a negation and the thing denied: "does not end on the 31st", "is not due in", "not at".
_LINKING = frozenset(
    """the a an any of by to on in at for with be been being end ends expire mature begin start commence equal amount
    due payable set terminate close run stand exactly actually""".split()
)  # fmt: skip
_REACH = 5  # tokens between a negation and what it denies
_WRONG = frozenset("wrong incorrect false untrue".split())
_BEING = frozenset("is was are were".split())
_NAMING = frozenset("the a an correct right when what where".split())


def denies_span(tokens: Tokens, span: Span) -> bool:
    """Tell whether a text denies what stands at a span: ``is not X``, ``does not end on X``, ``X is not the end``.

    A comparison denies nothing: ``not later than X``, ``does not exceed X``.
    """
    first, after = (bisect_left(tokens.items, edge, key=lambda token: token.start) for edge in (span.start, span.end))
    return _denied_before(tokens, first) or _denied_behind(tokens, after)


def _denied_before(tokens: Tokens, first: int) -> bool:
    for at in range(first - 1, max(-1, first - 1 - _REACH), -1):
        word = tokens[at].lower
        if word in _NEGATIONS or (tokens[at - 1].lower, word) in _INSTEAD:
            return True
        if word not in _LINKING:
            return _is_none_of(tokens, first)
    return False


def _is_none_of(tokens: Tokens, first: int) -> bool:
    """Tell whether a value belongs to a thing that is said not to be: ``no commitment fee of 0.40%``."""
    before = [tokens[at] for at in range(max(0, first - _REACH), first)]
    words = [token.lower for token in before]
    if not before or words[-1] != "of" or "no" not in words:
        return False
    between = before[words.index("no") + 1 :]
    return all(token.kind is TokenKind.WORD and token.lower not in COMPARING_WORDS for token in between)


def _denied_behind(tokens: Tokens, after: int) -> bool:
    if tokens[after].lower not in _BEING:
        return False
    following = tokens[after + 1].lower
    return following in _WRONG or (following == "not" and tokens[after + 2].lower in _NAMING)
