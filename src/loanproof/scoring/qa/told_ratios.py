"""Recognises ratios put in terms of money: *two dollars of Collateral for every dollar* for *1.00 to 2.00*."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING

from loanproof.values import MONEY_KIND, RATIO_KIND

if TYPE_CHECKING:
    from loanproof.statements import StatedText, StatedValue

_FOR_EACH_UNIT = re.compile(r"\b(?:every|each|per|one) (?:dollar|euro|pound|franc|yen|rupee|yuan)\b", re.IGNORECASE)
_RATIO_SIGNS = frozenset({"to", ":"})
_FIGURE = re.compile(r"\d+(?:\.\d+)?")


def tells_ratio(value: StatedValue, statement: StatedText, quotes: Sequence[StatedText]) -> bool:
    """Return whether an amount is one side of a ratio in the quotes.

    Its sentence must express the other side by words such as *for every dollar*.
    """
    start, end = statement.sentence_of(statement.position(value.span.start))
    if value.part.kind is not MONEY_KIND or _FOR_EACH_UNIT.search(statement.tokens.text(start, end)) is None:
        return False
    terms = {term for quote in quotes for term in _terms(quote)}
    return any(one.amount in terms for one in value.part.candidates)


def _terms(quote: StatedText) -> Iterator[Decimal]:
    """Yield the two sides of each ratio in a quote, such as *1.00 to 2.00*."""
    for one in quote.values:
        if one.part.kind is RATIO_KIND:
            yield from map(Decimal, _FIGURE.findall(one.part.written))
    # A ratio that is not read as one value is two numbers with "to" or a colon between them.
    for (first, place), (second, other) in pairwise(quote.numbers):
        if quote.text[place.end : other.start].strip() in _RATIO_SIGNS:
            yield from (Decimal(first), Decimal(second))
