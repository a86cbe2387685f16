"""Values without the words around them that their reader rejects: a reference, the name of the field, a hedge.

``USD 500,000,000 (Clause 2.1)`` gives the amount and its place. ``approximately USD 500 million`` gives it only
roughly, and ``5`` for a period of five years omits the unit: these two are partial matches at best.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from loanproof.core import Reason
from loanproof.standards import Label
from loanproof.values import DATE_KIND, DURATION_KIND, MONEY_KIND, NO_CONTEXT, ROUGHLY, Kind, tokenize

_REMARK_AT_END = re.compile(r"\s{0,4}[(\[](?P<remark>[^()\[\]]{1,200})[)\]]\W{0,3}$")
_ROUGHLY = "|".join(sorted(word for word in ROUGHLY if word.isalpha()))
_HEDGE = re.compile(rf"\s{{0,4}}(?:(?:{_ROUGHLY}|some)\b\.?|c\.|~|≈)\s{{0,4}}(?=\S)", re.IGNORECASE)
_IS_INCLUDED = re.compile(r"\s{0,4}(?:including|incl\.?|inclusive of|of which)\s", re.IGNORECASE)
_UNCOMMITTED = re.compile(r"\b(?:accordion|incremental|uncommitted|increase|sub-?limit)\b", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_PLAIN_CHARACTERS = re.compile(r"[\w\s.,:;()*\"'-]*")
_NAMED_VALUE = re.compile(
    r"[A-Z][A-Za-z \-]{2,60}\s{0,4}\((?P<value>[^()]{4,60})\)\W{0,3}"
)  # Final Date (12 June 2030)
_NAMED_KINDS: frozenset[Kind[Any]] = frozenset({DATE_KIND, MONEY_KIND})
_LETTER_OF_FACILITY = re.compile(r"\b(facility|tranche|loan)\s(?:[a-z]|[0-9]|i{1,3})(?=\W|$)")
_AT_MOST = re.compile(r"\bnot (?:exceeding|to exceed)\b")
_FACILITY_WORDS = frozenset(
    """the a an of in up to for is be maximum aggregate total principal amount sum facility facilities commitment
    commitments revolving credit term loan loans line senior secured committed limit tranche""".split()
)
_FIELD_WORDS: dict[Kind[Any], frozenset[str]] = {
    MONEY_KIND: _FACILITY_WORDS | {"sanctioned", "equal"},
    DURATION_KIND: _FACILITY_WORDS | {"tenor", "door", "period", "from", "year", "maturity"},
}
_BARE_NUMBER = re.compile(r"\s{0,4}[0-9]{1,4}\s{0,4}")
_UNITS = ("years", "months", "days")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainerText:
    """A text without the words around its value, the best label it can have, and the reason if that is less."""

    text: str
    at_best: Label
    reason: Reason | None = None


def plainer_texts(kind: Kind[Any], text: str) -> Iterator[PlainerText]:
    """Yield the plainer texts that a text may stand for.

    A remark in brackets is removed if it gives no other value of the kind, or gives one only as an aside.
    """
    behind = _REMARK_AT_END.search(text)
    if behind is not None and (_is_aside(kind, behind) or not kind.find(tokenize(behind["remark"]), NO_CONTEXT)):
        # An amount with a remark is the value in another form. For other kinds a remark does not change the value.
        at_best = Label.SEMANTIC_MATCH if kind is MONEY_KIND else Label.CORRECT
        yield PlainerText(text=text[: behind.start()], at_best=at_best)
    named = _NAMED_VALUE.fullmatch(text) if kind in _NAMED_KINDS else None
    if named is not None:
        yield PlainerText(text=named["value"], at_best=Label.CORRECT)
    value = _value_among_its_words(kind, text)
    if value is not None:
        yield PlainerText(text=value, at_best=Label.SEMANTIC_MATCH)
    hedge = _HEDGE.match(text)
    if hedge is not None:
        yield PlainerText(text=text[hedge.end() :], at_best=Label.PARTIAL, reason=Reason.ROUNDED)
    if kind is DURATION_KIND and _BARE_NUMBER.fullmatch(text):
        for unit in _UNITS:
            yield PlainerText(text=f"{text.strip()} {unit}", at_best=Label.PARTIAL, reason=Reason.UNIT_MISSING)


def _is_aside(kind: Kind[Any], behind: re.Match[str]) -> bool:
    """Return whether a remark gives a part of the period before it, or an amount on top of the one before it.

    ``84 months (including a moratorium of 12 months)``, ``USD 175m (plus USD 50m uncommitted accordion)``.
    """
    if kind is DURATION_KIND:
        return _IS_INCLUDED.match(behind["remark"]) is not None
    return kind is MONEY_KIND and _UNCOMMITTED.search(behind["remark"]) is not None


def _value_among_its_words(kind: Kind[Any], text: str) -> str | None:
    """Return the only value in a text whose other words just name its field: ``$175,000,000 revolving facility``."""
    own_words = _FIELD_WORDS.get(kind)
    found = kind.find(tokenize(text), NO_CONTEXT) if own_words is not None else ()
    if own_words is None or len(found) != 1:
        return None
    around = f"{text[: found[0].span.start]} {text[found[0].span.end :]}"
    named = _LETTER_OF_FACILITY.sub(r"\1", _AT_MOST.sub("", around.casefold()))
    is_named = _PLAIN_CHARACTERS.fullmatch(named) is not None and all(
        word in own_words for word in _WORD.findall(named)
    )
    return found[0].span.of(text) if is_named else None
