"""Texts around a value that a reader of values does not take: a reference behind it, a hedge before it, no unit.

``USD 500,000,000 (Clause 2.1)`` says the amount and where it stands; ``approximately USD 500 million`` says it only
roughly, and ``5`` for a period of five years leaves the unit out. The last two are a part of the value at best.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from loanproof.core import Reason
from loanproof.standards import Label
from loanproof.values import DURATION_KIND, MONEY_KIND, UNKNOWN, tokenize

if TYPE_CHECKING:
    from loanproof.values import Kind

_BEHIND = re.compile(r"\s{0,4}[(\[](?P<remark>[^()\[\]]{1,200})[)\]]\W{0,3}$")
_HEDGE = re.compile(
    r"\s{0,4}(?:approximately|approx\.?|about|around|roughly|circa|ca\.|c\.|some|nearly|almost|~|≈)\s{0,4}(?=\S)",
    re.IGNORECASE,
)
_INCLUDED = re.compile(r"\s{0,4}(?:including|incl\.?|inclusive of|of which)\s", re.IGNORECASE)
_BARE_NUMBER = re.compile(r"\s{0,4}[0-9]{1,4}\s{0,4}")
_UNITS = ("years", "months", "days")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainerText:
    """A text without what stood around its value: the best label it can have, and why where that is less."""

    text: str
    at_best: Label
    reason: Reason | None = None


def plainer_texts(kind: Kind[Any], text: str) -> Iterator[PlainerText]:
    """Yield the plainer texts that a text may stand for; a remark that gives another value is no remark."""
    behind = _BEHIND.search(text)
    if behind is not None and (_is_part_of_period(kind, behind) or not kind.find(tokenize(behind["remark"]), UNKNOWN)):
        # An amount is right to the letter or in another form; other values are named, and a remark changes no name.
        at_best = Label.SEMANTIC_MATCH if kind.name == MONEY_KIND.name else Label.CORRECT
        yield PlainerText(text=text[: behind.start()], at_best=at_best)
    hedge = _HEDGE.match(text)
    if hedge is not None:
        yield PlainerText(text=text[hedge.end() :], at_best=Label.PARTIAL, reason=Reason.ROUNDED)
    if kind.name == DURATION_KIND.name and _BARE_NUMBER.fullmatch(text):
        for unit in _UNITS:
            yield PlainerText(text=f"{text.strip()} {unit}", at_best=Label.PARTIAL, reason=Reason.UNIT_MISSING)


def _is_part_of_period(kind: Kind[Any], behind: re.Match[str]) -> bool:
    """Tell whether a remark gives a part of the period before it: ``84 months (including a moratorium of 12)``."""
    return kind.name == DURATION_KIND.name and _INCLUDED.match(behind["remark"]) is not None
