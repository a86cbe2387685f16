"""Values in folded text: enough to say that a figure was changed, and whether the new one stands elsewhere.

A mention is a whole value, not a token of one: ``15 march 2031`` with another year is another date, even where
that year stands in the document. Amounts, dates, percentages and ratios are compared by what they mean, so
``4.0x`` is ``4.00:1``; a figure that may mean two things has both keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from loanproof.core import plain_decimal
from loanproof.documents.quote_result import TokenClass
from loanproof.values.number_words import SCALES, read_ordinal, read_words
from loanproof.values.numbers import Setting, interpret_digits
from loanproof.values.tokens import tokenize

_MONTHS = "january february march april may june july august september october november december".split()
_MONTH_NUMBER = {name: number for number, name in enumerate(_MONTHS, 1)} | {
    name[:3]: number for number, name in enumerate(_MONTHS, 1)
}
_MONTH = rf"(?:{'|'.join(_MONTHS)}|{'|'.join(name[:3] for name in _MONTHS)})\b\.?"
_DAY = r"[0-9]{1,2})(?:st|nd|rd|th)?"  # closes the group that names it
_FIGURE = r"[0-9]{1,24}(?:[.,'_][0-9]{1,24}){0,12}"
_SYMBOLS = {"us$": "usd", "hk$": "hkd", "s$": "sgd", "a$": "aud", "c$": "cad", "nz$": "nzd", "nt$": "twd",
            "€": "eur", "£": "gbp", "¥": "¥", "₹": "inr", "₩": "krw", "$": "$", "rmb": "cny"}  # fmt: skip
_CODES = "|".join(
    "usd eur gbp sgd hkd jpy cny rmb aud cad chf inr nzd krw twd thb myr idr php vnd aed sar sek nok dkk pln".split()
)
_DOLLARS = frozenset({"usd", "hkd", "sgd", "aud", "cad", "nzd", "twd", "$"})
_CURRENCY = rf"(?:(?:us|hk|s|a|c|nz|nt)?\$|[€£¥₹₩]|(?<![a-z])(?:{_CODES})(?![a-z]))"
_SCALE = r"(?:thousand|million|billion|trillion|bn|mm|mn|m|k)(?![a-z])"
_FACTORS = {"bn": 10**9, "mm": 10**6, "mn": 10**6, "m": 10**6, "k": 10**3, **SCALES}
_VALUE = re.compile(
    rf"(?P<date>(?<![0-9])(?P<day>{_DAY}(?: day of)? (?P<month>{_MONTH})(?:,? (?P<year>[0-9]{{4}}))?"
    rf"|(?<![a-z])(?P<us_month>{_MONTH}) (?P<us_day>{_DAY}(?:,? (?P<us_year>[0-9]{{4}}))?(?![0-9])"
    rf"|(?<![0-9])[0-9]{{1,4}}(?P<mark>[./-])[0-9]{{1,2}}(?P=mark)[0-9]{{2,4}}(?![0-9]))"
    rf"|(?P<currency>{_CURRENCY}) ?(?P<amount>{_FIGURE})(?: ?(?P<scale>{_SCALE}))?"
    rf"|(?<![0-9])(?<![0-9][.,'])(?P<figure>{_FIGURE})"
    rf"(?: (?P<top>[0-9]{{1,2}})/(?P<bottom>[0-9]{{1,2}}))?"
    rf"(?: ?(?:(?P<percent>%|per ?cent|percent)|(?P<bps>basis points?|bps?\b)"
    rf"|(?P<ratio>:|to) ?(?P<right>{_FIGURE})|(?P<times>x\b|times\b)"
    rf"|(?P<plain_scale>{_SCALE})))?"
)


class Mention(NamedTuple):
    """A value in a text: its class, the keys of what it may mean, and its place."""

    token_class: TokenClass
    keys: frozenset[str]
    start: int
    end: int


def find_mentions(text: str) -> Iterator[Mention]:
    """Yield the values in figures of a folded text, in order, in linear time."""
    for match in _VALUE.finditer(text):
        token_class, keys = _meaning(match)
        yield Mention(token_class, frozenset(f"{token_class}:{key}" for key in keys), match.start(), match.end())


def find_word_numbers(text: str) -> Iterator[Mention]:
    """Yield the numbers in words of a folded text: ``thirty``, ``five hundred million``, ``second``."""
    tokens = tokenize(text)
    at = 0
    while at < len(tokens):
        read = read_words(tokens, at) or read_ordinal(tokens, at)
        if read is None:
            at += 1
            continue
        value, end = read
        yield Mention(
            TokenClass.NUMBER, frozenset({f"number:{plain_decimal(value)}"}), tokens[at].start, tokens[end - 1].end
        )
        at = end


def keys_held(mention: Mention) -> frozenset[str]:
    """Return every key that a value of the document answers to: a bare ``$`` may be any dollar, and the reverse."""
    if mention.token_class is not TokenClass.MONEY:
        return mention.keys
    held = set(mention.keys)
    for key in mention.keys:
        currency, _, amount = key.removeprefix("money:").partition(" ")
        if currency in _DOLLARS:
            held |= {f"money:{name} {amount}" for name in (_DOLLARS if currency == "$" else ("$",))}
    return frozenset(held)


def _meaning(match: re.Match[str]) -> tuple[TokenClass, list[str]]:
    if match["date"]:
        return TokenClass.DATE, [_date(match)]
    if match["currency"]:
        currency = _SYMBOLS.get(match["currency"], match["currency"])
        amounts = _figures(match["amount"], match["scale"], Setting.MONEY)
        return TokenClass.MONEY, [f"{currency} {amount}" for amount in amounts]
    if match["ratio"] or match["times"]:
        left, right = (_figures(match[name] or "1", None, Setting.RATE)[0] for name in ("figure", "right"))
        return TokenClass.RATIO, [f"{left}:{right}"]
    if match["percent"] or match["bps"]:
        return TokenClass.PERCENTAGE, [_percentage(match)]
    return TokenClass.NUMBER, [*_figures(match["figure"], match["plain_scale"], Setting.PLAIN)]


def _date(match: re.Match[str]) -> str:
    month = match["month"] or match["us_month"]
    if month is None:
        return match["date"]
    number = _MONTH_NUMBER[month.rstrip(".")]
    return f"{match['year'] or match['us_year'] or '----'}-{number:02}-{int(match['day'] or match['us_day']):02}"


def _percentage(match: re.Match[str]) -> str:
    figure = _figures(match["figure"], None, Setting.RATE)[0]
    if match["top"] and int(match["bottom"]):
        return f"{figure} {Fraction(int(match['top']), int(match['bottom']))}"
    try:
        return plain_decimal(Decimal(figure) / 100) if match["bps"] else figure
    except ArithmeticError:
        return figure


def _figures(raw: str, scale: str | None, setting: Setting) -> list[str]:
    """Return the plain decimals that figures may mean; figures that are no number are themselves."""
    factor = _FACTORS[scale] if scale else 1
    values = interpret_digits(raw, setting, None) if len(raw) <= 40 else ()
    return [plain_decimal(value * factor) for value in values] or [raw]
