"""Rates that are taken off another, ``2.00% below Prime``, ``Prime less 2.00%``, by ``discounts.words.yaml``."""

from __future__ import annotations

import re

from loanproof.core import Span, Words, WordTable, load_words

_REACH = 60  # characters on either side of a rate


class _Discounts(WordTable):
    before: Words
    behind: Words


def _any_of(phrases: Words) -> str:
    return "|".join(r"\s{1,3}".join(map(re.escape, phrase.split())) for phrase in phrases)


_WORDS = load_words(__package__, "discounts", _Discounts)
_BEFORE = re.compile(rf"(?<!\bor\s)\b(?:{_any_of(_WORDS.before)})\s{{1,3}}$", re.IGNORECASE)
# What a number follows is a condition: 1.25% below 2.00:1.
_BEHIND = re.compile(rf"[\s,]{{1,3}}(?:{_any_of(_WORDS.behind)})\b(?!\s{{0,3}}[0-9])", re.IGNORECASE)


def is_taken_off(text: str, rate: Span) -> bool:
    """Return whether the words beside a rate say that it is taken off another rate."""
    before = _BEFORE.search(text[max(0, rate.start - _REACH) : rate.start])
    return before is not None or _BEHIND.match(text, rate.end, rate.end + _REACH) is not None
