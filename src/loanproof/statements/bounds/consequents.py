"""Finds the value that applies under a condition on another value: ``2.45%, if Leverage is less than 2.50:1``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.statements.vocabulary.reversing import CONDITIONS
from loanproof.values import Relation

if TYPE_CHECKING:
    from loanproof.core import Span
    from loanproof.statements.texts.stated_values import StatedValue
    from loanproof.statements.texts.text import StatedText

_CONDITIONS = CONDITIONS | {"while", "provided", "long"}
_BEFORE_WHICH = frozenset({"on", "in", "during", "for"})  # "on each day on which the Loans exceed 33%"
_BEFORE_CONDITION = frozenset({",", ";", "but", "and", "then", "(", ":"})
_ENDS = frozenset({",", ";", ":", ")", "then"})
_OPENS = frozenset({";", "(", "whereas"})


def consequent_of(text: StatedText, span: Span) -> StatedValue | None:
    """Return the value that applies if the condition around the given value is met, or None without a condition."""
    at = text.position(span.start)
    start, end = text.sentence_of(at)
    start = next((one + 1 for one in range(at - 1, start - 1, -1) if text.tokens[one].lower in _OPENS), start)
    opening = next((one for one in range(at - 1, start - 1, -1) if _opens(text, one)), None)
    if opening is None or any(text.tokens.words(one, ",", "and") for one in range(opening, at)):
        return None
    closing = next((one for one in range(at + 1, end) if _closes(text, one)), end)
    first = opening - (text.tokens[opening].lower in ("which", "long"))
    if first <= start or text.tokens[first - 1].lower in _BEFORE_CONDITION:
        following = [value for value in text.values if closing <= text.position(value.span.start) < end]
        if following and not any(text.tokens[one].text == ";" for one in range(closing, _token_of(text, following[0]))):
            return following[0]
    before = [value for value in text.values if start <= text.position(value.span.start) < first]
    return before[-1] if before else None


def is_one_value(one: StatedValue, other: StatedValue) -> bool:
    """Return whether two values are the same, at least in part."""
    return one.part.compare(other.part).relation is not Relation.DIFFERENT


def _token_of(text: StatedText, value: StatedValue) -> int:
    return text.position(value.span.start)


def _opens(text: StatedText, at: int) -> bool:
    word = text.tokens[at].lower
    return word in _CONDITIONS or (word == "which" and text.tokens[at - 1].lower in _BEFORE_WHICH)


def _closes(text: StatedText, at: int) -> bool:
    """Return whether a condition ends at a token: at a mark that is not part of a figure."""
    return text.tokens[at].lower in _ENDS and bool(text.tokens.gap(at + 1) or text.tokens[at].text != ",")
