"""Finds the values that a text offers as alternatives: ``4.75:1 or 3.75:1, depending on the interpretation``."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from loanproof.core import SingleWords, Span, WordTable, load_words
from loanproof.statements.vocabulary.reversing import CONDITIONS
from loanproof.values import NUMBER_KIND, TokenKind, content_words_in

if TYPE_CHECKING:
    from loanproof.statements.texts.text import StatedText
    from loanproof.values import Kind


class _Alternatives(WordTable):
    joining: SingleWords
    between: SingleWords
    of_bounds: SingleWords


_WORDS = load_words(__package__, "alternatives", _Alternatives)
_JOINING, _BETWEEN = frozenset(_WORDS.joining), frozenset(_WORDS.between)
OF_BOUNDS = frozenset(_WORDS.of_bounds)
"""Words behind an ``or`` that make it a part of a bound: ``USD 5,000 or more``."""
_REACH = 18  # tokens between two alternatives, which may name their clauses in brackets
_MAX_VALUES = 8  # examined on either side


def read_alternatives(text: StatedText, first: int) -> tuple[Span, ...]:
    """Return the spans of the values of the same kind that an ``or`` joins to the value beginning at a token."""
    marks = text.marks
    at = bisect_left(marks, first, key=lambda mark: mark[0])
    if at == len(marks) or marks[at][0] != first:
        return ()
    found = [*_joined_values(text, at, -1), *_joined_values(text, at, 1)]
    return tuple(sorted(text.tokens.span(marks[one][0], marks[one][1]) for one in found))


def _joined_values(text: StatedText, at: int, step: int) -> Iterator[int]:
    """Yield the marks of the values on one side, nearest first, as long as each is joined to the previous one."""
    marks, tokens = text.marks, text.tokens
    here = at
    for other in range(at + step, at + step * (_MAX_VALUES + 1), step):
        if not 0 <= other < len(marks):
            return
        if marks[other][2] is not marks[at][2]:
            continue
        start, end = (marks[here][1], marks[other][0]) if step > 0 else (marks[other][1], marks[here][0])
        if step < 0 and _is_in_bracket(text, start, end):
            continue
        if end - start > _REACH or not any(tokens[one].lower in _JOINING for one in range(start, end)):
            return
        if any(tokens[one].text == "." for one in range(start, end)):
            return
        if not _is_offered(text, start, end) or _counts_other(text, marks[at], marks[other]):
            return
        yield other
        here = other


def _is_in_bracket(text: StatedText, start: int, end: int) -> bool:
    """Return whether a bracket ends between two values: the first is only an aside in ``(above 50%) or 0.40%``."""
    depth = 0
    for at in range(start, end):
        depth += {"(": 1, ")": -1}.get(text.tokens[at].text, 0)
        if depth < 0:
            return True
    return False


def _is_offered(text: StatedText, start: int, end: int) -> bool:
    """Return whether an ``or`` between two values offers one instead of the other.

    No condition may come before the ``or``, and only small words after it; that of ``50% or more`` offers nothing. In
    ``30 days after the date, if either ratio (past or next 12 months)`` each value has its own words.
    """
    tokens = text.tokens
    joint = next(at for at in range(end - 1, start - 1, -1) if tokens[at].lower in _JOINING)
    if tokens[joint + 1].lower in OF_BOUNDS and joint + 2 < end and tokens[joint + 2].lower != "than":
        return False
    is_parted = any(tokens[at].lower in CONDITIONS for at in range(start, joint))
    behind = (tokens[at] for at in range(joint + 1, end))
    return not is_parted and all(one.kind is not TokenKind.WORD or one.lower in _BETWEEN for one in behind)


def _counts_other(text: StatedText, one: tuple[int, int, Kind[Any]], other: tuple[int, int, Kind[Any]]) -> bool:
    """Return whether two bare numbers count different things: ``two Dates in a row or four times``."""
    if one[2] is not NUMBER_KIND:
        return False
    following = [content_words_in(text.tokens, mark[1], mark[1] + 1) for mark in (one, other)]
    return all(following) and following[0] != following[1]
