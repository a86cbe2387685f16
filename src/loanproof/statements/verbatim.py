"""Whether an answer gives a value in the very words of a quote, so that nothing said of it there can differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.statements.turning_words import TURNING

if TYPE_CHECKING:
    from loanproof.core import Span
    from loanproof.statements.text import StatedText

_ENOUGH = 12  # tokens before a value that are the same; fewer where the quote begins with them
_NEXT = 3  # tokens behind it
_FAR = 10  # tokens before these in which nothing may turn them round: the quote may leave them out


def gives_verbatim(answer: StatedText, span: Span, quote: StatedText, place: Span) -> bool:
    """Return whether the words beside a value are those of a quote, from its first one on or from far before it."""
    at, other = answer.position(span.start), quote.position(place.start)
    first = at
    while first > 0 and other > 0 and answer.tokens[first - 1].lower == quote.tokens[other - 1].lower:
        first, other = first - 1, other - 1
    behind = answer.position(span.end), quote.position(place.end)
    is_alike = at > first and (other == 0 or at - first >= _ENOUGH) and _goes_on_alike(answer, quote, behind)
    before = range(max(answer.sentence_of(at)[0], first - _FAR), first)
    return is_alike and not any(answer.tokens[one].lower in TURNING for one in before)


def _goes_on_alike(answer: StatedText, quote: StatedText, behind: tuple[int, int]) -> bool:
    """Return whether the next words behind a value are the same, as far as the quote has any."""
    steps = range(min(_NEXT, len(quote.tokens) - behind[1]))
    return all(answer.tokens[behind[0] + step].lower == quote.tokens[behind[1] + step].lower for step in steps)
