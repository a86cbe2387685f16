"""Remarks behind a value that hold another value beside it, and the value without them (C-33).

Whether the documents hold what a remark says is asked apart, of everything that an output says beside a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from loanproof.core import Words, WordTable, load_words
from loanproof.values import MONEY_KIND, NO_CONTEXT, Kind, Money, candidates_of, tokenize


class _Remarks(WordTable):
    behind_a_value: Words
    the_same_as: Words


def _any_of(phrases: tuple[str, ...]) -> str:
    """Return an expression for any of the phrases, the longest first; a comma may stand between their words."""
    longest_first = sorted(phrases, key=len, reverse=True)
    return "|".join(r",?\s".join(map(re.escape, one.split())) for one in longest_first)


_WORDS = load_words(__package__, "remarks", _Remarks)
_IN_BRACKETS = re.compile(r"(?P<head>[^()]{1,200}?)\s{0,4}\((?P<remark>[^()]{1,400})\)\W{0,3}", re.DOTALL)
_BEGINS_REMARK = re.compile(rf"\W{{0,3}}(?:{_any_of(_WORDS.behind_a_value)})(?!\w)", re.IGNORECASE)
_SAYS_THE_SAME = re.compile(rf"(?:{_any_of(_WORDS.the_same_as)})(?!\w)[\s:,]{{0,3}}", re.IGNORECASE)
_OPEN = re.compile(rf"(?:\s{{0,4}}[,;–—-]\s{{0,4}}|\s{{1,4}})(?={_BEGINS_REMARK.pattern})", re.IGNORECASE)


def without_remarks(kind: Kind[Any], text: str) -> Iterator[str]:
    """Yield the texts that a text is without its remark; the value in brackets where the remark settles it."""
    bracketed = _IN_BRACKETS.fullmatch(text)
    if bracketed is not None:
        head, remark = bracketed["head"], bracketed["remark"]
        same = _SAYS_THE_SAME.match(remark)
        if same is not None:
            yield remark[same.end() :]
        elif _BEGINS_REMARK.match(remark) is not None or _adds_up(kind, head, remark):
            yield head
    opened = _OPEN.search(text)
    if opened is not None and opened.start() > 0:
        yield text[: opened.start()]


def _adds_up(kind: Kind[Any], head: str, remark: str) -> bool:
    """Tell whether the amounts of a remark make up the one before it: ``USD 40m (USD 30m loan, USD 10m revolver)``."""
    whole = () if kind is not MONEY_KIND else candidates_of(MONEY_KIND.read(head, NO_CONTEXT))
    parts = [one.candidates for one in MONEY_KIND.find(tokenize(remark), NO_CONTEXT)] if whole else []
    return len(parts) > 1 and any(_sum_of(parts, one.currency) == one.amount for one in whole)


def _sum_of(parts: list[tuple[Money, ...]], currency: str | None) -> Decimal | None:
    amounts = [next((one.amount for one in part if one.currency == currency), None) for part in parts]
    return None if None in amounts else sum((one for one in amounts if one is not None), Decimal(0))
