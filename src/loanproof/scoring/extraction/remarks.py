"""Remarks after a value that mention another value, and the value without them (C-33).

Whether the documents contain what a remark says is checked separately, as for all companions of a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from math import prod
from typing import Any

from loanproof.core import Words, WordTable, load_words
from loanproof.values import (
    COMMITMENT_FEE_KIND,
    DATE_KIND,
    DURATION_KIND,
    MONEY_KIND,
    NO_CONTEXT,
    PERCENTAGE_KIND,
    CalendarDate,
    Kind,
    Money,
    Read,
    RelativeDate,
    Unreadable,
    candidates_of,
    tokenize,
)


class _Remarks(WordTable):
    behind_a_value: Words
    the_same_as: Words


def _any_of(phrases: tuple[str, ...]) -> str:
    """Return an expression that matches any of the phrases, longest first; a comma may separate their words."""
    longest_first = sorted(phrases, key=len, reverse=True)
    return "|".join(r",?\s".join(map(re.escape, one.split())) for one in longest_first)


_WORDS = load_words(__package__, "remarks", _Remarks)
_IN_BRACKETS = re.compile(r"(?P<head>[^()]{1,200}?)\s{0,4}\((?P<remark>[^()]{1,400})\)\W{0,3}", re.DOTALL)
_AFTER_A_SIGN = re.compile(r"(?P<head>[^()]{1,80}?)(?:,\s|;\s|\s[–—-]\s)(?P<remark>[^()]{1,400})", re.DOTALL)
_EACH = re.compile(r"\beach\W{0,3}$", re.IGNORECASE)
_OF_THE_MARGIN = re.compile(
    r"(?P<head>[^()]{1,200}\bmargin)\s{0,4}\([^()]{1,80}\)(?P<tail>[^()]{0,200})", re.IGNORECASE | re.DOTALL
)
_FROM_OR_TO_A_DAY = re.compile(
    r"(?P<head>[^,;]{1,80}?),?\s"
    r"(?:from|to|until|through|ending(?:\son)?|expiring(?:\son)?|maturing(?:\son)?)\s(?P<day>.{4,40})",
    re.IGNORECASE,
)
_MAX_FACTORS = 4
_NEXT_ITEM = re.compile(r"\s{0,4}[;,]\s{1,4}(?!or\b|and\b)(?=[^\W\d_])", re.IGNORECASE)
_BEGINS_REMARK = re.compile(rf"\W{{0,3}}(?:{_any_of(_WORDS.behind_a_value)})(?!\w)", re.IGNORECASE)
_BEGINS_RESTATEMENT = re.compile(rf"(?:{_any_of(_WORDS.the_same_as)})(?!\w)[\s:,]{{0,3}}", re.IGNORECASE)
_BEFORE_REMARK = re.compile(rf"(?:\s{{0,4}}[,;–—-]\s{{0,4}}|\s{{1,4}})(?={_BEGINS_REMARK.pattern})", re.IGNORECASE)


def without_remarks(kind: Kind[Any], text: str) -> Iterator[str]:
    """Yield what may be the value of a text without its remark, or the remark itself if it restates the value."""
    share = _OF_THE_MARGIN.fullmatch(text) if kind is COMMITMENT_FEE_KIND else None
    if share is not None:
        yield f"{share['head']}{share['tail']}"  # 35% of the Margin (2.10% p.a.) on undrawn Commitments
    parted = _IN_BRACKETS.fullmatch(text) or _AFTER_A_SIGN.fullmatch(text)
    if parted is not None:
        head, remark = parted["head"], parted["remark"]
        same = _BEGINS_RESTATEMENT.match(remark)
        again = remark if same is None else remark[same.end() :]
        if same is not None and _restates(kind, again, head):
            yield again  # 60 months after 15 March 2026 (i.e. 15 March 2031)
        says_no_other = same is not None and not kind.find(tokenize(again), NO_CONTEXT)
        is_remark = _BEGINS_REMARK.match(remark) is not None or _adds_up(kind, head, remark)
        if says_no_other or is_remark or _is_computed(kind, head, again) or _restates(kind, head, again):
            yield head
    dated = _FROM_OR_TO_A_DAY.fullmatch(text) if kind is DURATION_KIND else None
    if dated is not None and _is_day(dated["day"]):
        yield dated["head"]  # five years from 7 March 2026
    opened = _BEFORE_REMARK.search(text)
    if opened is not None and opened.start() > 0:
        yield text[: opened.start()]


def product_of(text: str) -> str | None:
    """Return a rate without the factors that it is the product of: ``0.9625% p.a. (35% x 2.75%)``.

    Return None if the text has no such factors, or if they give another product.
    """
    parted = _IN_BRACKETS.fullmatch(text)
    if parted is None:
        return None
    product, factors = _shares_in(parted["head"]), _shares_in(parted["remark"])
    is_product = len(product) == 1 and len(factors) > 1 and product[0] == prod(factors)
    return parted["head"] if is_product else None


def _is_day(text: str) -> bool:
    days = candidates_of(DATE_KIND.read(text, NO_CONTEXT))
    return bool(days) and all(isinstance(one, CalendarDate) for one in days)


def _shares_in(text: str) -> list[Decimal]:
    rates = (one.candidates[0].bps for one in PERCENTAGE_KIND.find(tokenize(text), NO_CONTEXT)[:_MAX_FACTORS])
    return [rate / 10_000 for rate in rates if rate is not None]


def first_of_several(text: str) -> str | None:
    """Return the first of several things that a text lists, or None: ``5 years; availability 24 months``."""
    parted = _NEXT_ITEM.search(text)
    return None if parted is None or parted.start() == 0 else text[: parted.start()]


def _restates(kind: Kind[Any], head: str, remark: str) -> bool:
    """Return whether a remark restates the value before it; a date may be restated by what it is counted from."""
    value, again = kind.read(head, NO_CONTEXT), kind.read(remark, NO_CONTEXT)
    if isinstance(value, Unreadable) or isinstance(again, Unreadable):
        return False
    is_counted = kind is DATE_KIND and all(isinstance(one, RelativeDate) for one in candidates_of(again))
    is_day = all(isinstance(one, CalendarDate) for one in candidates_of(value))
    return (is_counted and is_day) or kind.compare_readings(value, again).relation.agrees


def _is_computed(kind: Kind[Any], head: str, remark: str) -> bool:
    """Return whether a remark counts the days of a period or gives equal shares of an amount, rightly or wrongly."""
    if kind is MONEY_KIND:
        return _EACH.search(remark) is not None
    period, days = kind.read(head, NO_CONTEXT), kind.read(remark, NO_CONTEXT)
    if kind is not DURATION_KIND or not isinstance(period, Read) or not isinstance(days, Read):
        return False
    return bool(period.value.months) and not days.value.months and bool(days.value.days)


def _adds_up(kind: Kind[Any], head: str, remark: str) -> bool:
    """Return whether a remark's amounts add up to the one before it: ``USD 40m (USD 30m loan, USD 10m revolver)``."""
    whole = () if kind is not MONEY_KIND else candidates_of(MONEY_KIND.read(head, NO_CONTEXT))
    parts = [one.candidates for one in MONEY_KIND.find(tokenize(remark), NO_CONTEXT)] if whole else []
    return len(parts) > 1 and any(_sum_of(parts, one.currency) == one.amount for one in whole)


def _sum_of(parts: list[tuple[Money, ...]], currency: str | None) -> Decimal | None:
    amounts = [next((one.amount for one in part if one.currency == currency), None) for part in parts]
    return None if None in amounts else sum((one for one in amounts if one is not None), Decimal(0))
