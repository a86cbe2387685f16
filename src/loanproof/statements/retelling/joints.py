"""Finds pairs that an answer offers as a choice although its source requires both, or the reverse.

For example, an answer says ``either before or after`` and its source ``both before and after``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Reason
from loanproof.statements.contradiction import Contradiction
from loanproof.statements.texts.text import ARTICLES
from loanproof.statements.vocabulary.negations import negations_in
from loanproof.statements.vocabulary.reversing import DUTIES, FINITE
from loanproof.values import TokenKind

if TYPE_CHECKING:
    from loanproof.statements.texts.text import StatedText

# The joint that each word goes with, and the joint of its contrary.
_JOINT_AND_CONTRARY = {"either": ("or", "and"), "both": ("and", "or")}
_MARKS = frozenset(",;")
_REACH = 10  # tokens from "either" to its "or"
# Words that end the list after "any one of": what follows them is not among the things to choose from.
_AFTER_LIST = DUTIES | FINITE | frozenset("to by with from for in on under at that which who".split())


class _Pair(NamedTuple):
    """The words on both sides of an ``and`` or ``or``, and where they are."""

    sides: tuple[str, str]
    joint: str
    start: int
    end: int


def turned_joints(answer: StatedText, quotes: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield a contradiction for the first pair that an answer offers and its source requires, or the reverse.

    A pair after a negation is skipped, because a negation swaps the two: ``not either before or after`` means neither.
    """
    known = [(one, quote) for quote in quotes for one in _pairs(quote)]
    for at, pair, contrary in _announced_pairs(answer):
        others = [(one, quote) for one, quote in known if one.sides == pair.sides]
        if others and all(one.joint == contrary and not _is_offered_in(quote, one) for one, quote in others):
            one, quote = others[0]
            source, given = quote.tokens.text(one.start, one.end), answer.tokens.text(at, pair.end)
            yield Contradiction(Reason.DIFFERENT, source, given)
            return


def _announced_pairs(answer: StatedText) -> Iterator[tuple[int, _Pair, str]]:
    """Yield each pair after ``either``, ``both`` or ``any one of``: where that is, the pair, and the contrary joint."""
    tokens = answer.tokens
    openings: list[tuple[int, str | None, str]] = [
        (at, *joints) for word, joints in _JOINT_AND_CONTRARY.items() for at in tokens.places.get(word, ())
    ]
    openings += [(at, None, "and") for at in tokens.places.get("one", ()) if _is_any_of(answer, at)]
    for at, joint, contrary in sorted(openings, key=lambda one: one[0]):
        start = answer.between_marks(at, at, _MARKS)[0]
        near = (one for one in _pairs(answer) if at < one.start <= at + _REACH and joint in (one.joint, None))
        pair = next(near, None)
        if joint is None and pair is not None and any(tokens[one].lower in _AFTER_LIST for one in range(at, pair.end)):
            continue
        if pair is not None and not any(True for _ in negations_in(tokens, start, at)):
            yield at, pair, contrary


def _is_any_of(text: StatedText, at: int) -> bool:
    return text.tokens[at - 1].lower in ("any", "least", "only", "just") and text.tokens[at + 1].lower == "of"


def _is_offered_in(quote: StatedText, pair: _Pair) -> bool:
    """Return whether the quote itself offers the pair as a choice: ``any one of A, B and C``."""
    before = range(max(0, pair.start - _REACH), pair.start)
    return any(quote.tokens[at].lower in ("either", "any") or _is_any_of(quote, at) for at in before)


def _pairs(text: StatedText) -> list[_Pair]:
    return text.tokens.cached(_pairs, lambda: list(_read(text)))


def _read(text: StatedText) -> Iterator[_Pair]:
    tokens = text.tokens
    for at in range(1, len(tokens) - 1):
        right = at + 1 + (tokens[at + 1].lower in ARTICLES)
        if tokens[at].lower in ("and", "or") and tokens[at - 1].kind is tokens[right].kind is TokenKind.WORD:
            yield _Pair((tokens[at - 1].lower, tokens[right].lower), tokens[at].lower, at - 1, right + 1)
