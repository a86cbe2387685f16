"""Decides whether an answer gives a value in exactly the words of a quote, so that nothing about it can differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.statements.vocabulary.reversing import TURNING

if TYPE_CHECKING:
    from loanproof.core import Span
    from loanproof.statements.texts.text import StatedText

_MIN_SAME_BEFORE = 12  # tokens before a value that must be the same; fewer are enough at the start of the quote
_MIN_SAME_BEHIND = 3  # tokens after it
_LOOK_BACK = 10  # tokens before the shared words in which the answer must not reverse them


def gives_verbatim(answer: StatedText, span: Span, quote: StatedText, place: Span) -> bool:
    """Return whether the words around a value are those of a quote, and nothing before them reverses their meaning.

    The words before the value must match back to the start of the quote, or for at least twelve tokens.
    """
    at, other = answer.position(span.start), quote.position(place.start)
    first = at
    while first > 0 and other > 0 and answer.tokens[first - 1].lower == quote.tokens[other - 1].lower:
        first, other = first - 1, other - 1
    behind = answer.position(span.end), quote.position(place.end)
    is_alike = at > first and (other == 0 or at - first >= _MIN_SAME_BEFORE) and _goes_on_alike(answer, quote, behind)
    before = range(max(answer.sentence_of(at)[0], first - _LOOK_BACK), first)
    return is_alike and not any(answer.tokens[one].lower in TURNING for one in before)


def _goes_on_alike(answer: StatedText, quote: StatedText, behind: tuple[int, int]) -> bool:
    """Return whether the next words after a value are the same, as far as the quote continues."""
    steps = range(min(_MIN_SAME_BEHIND, len(quote.tokens) - behind[1]))
    return all(answer.tokens[behind[0] + step].lower == quote.tokens[behind[1] + step].lower for step in steps)
