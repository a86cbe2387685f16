"""Values in folded text: enough to say that a figure was changed, and whether the new one stands elsewhere.

A mention is a whole value, not a token of one: ``15 march 2031`` with another year is another date, even where
that year stands in the document. Amounts, dates, percentages and ratios are compared by what they mean, so
``4.0x`` is ``4.00:1``; a figure that may mean two things has both keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from loanproof.core import plain_decimal
from loanproof.documents.quotes.result import TokenClass
from loanproof.values import SCALES, NumberLocale, Setting, interpret_digits, read_ordinal, read_words, tokenize

_MONTHS = "january february march april may june july august september october november december".split()
_MONTH_NUMBER = {name: number for number, name in enumerate(_MONTHS, 1)} | {
    name[:3]: number for number, name in enumerate(_MONTHS, 1)
}
_MONTH = rf"(?:{'|'.join(_MONTHS)}|{'|'.join(name[:3] for name in _MONTHS)})\b\.?"
_SYMBOLS = {"us$": "usd", "hk$": "hkd", "s$": "sgd", "a$": "aud", "c$": "cad", "nz$": "nzd", "nt$": "twd",
            "€": "eur", "£": "gbp", "¥": "¥", "₹": "inr", "₩": "krw", "$": "$", "rmb": "cny"}  # fmt: skip
_CODES = "|".join(
    "usd eur gbp sgd hkd jpy cny rmb aud cad chf inr nzd krw twd thb myr idr php vnd aed sar sek nok dkk pln".split()
)
_DOLLARS = frozenset({"usd", "hkd", "sgd", "aud", "cad", "nzd", "twd", "$"})
_FACTORS = {"bn": 10**9, "mm": 10**6, "mn": 10**6, "m": 10**6, "k": 10**3, **SCALES}
_FIGURE = r"[0-9]{1,24}(?:[.,'_][0-9]{1,24}){0,12}"

# Every value in figures is met at its first digit; what stands before and after it says what it is.
_DIGIT = re.compile(r"[0-9]")
_DAY_FIRST = re.compile(
    rf"(?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)?(?: day of)? (?P<month>{_MONTH})(?:,? (?P<year>[0-9]{{4}}))?(?![0-9])"
)
_AFTER_MONTH = re.compile(r"(?P<day>[0-9]{1,2})(?:st|nd|rd|th)?(?:,? (?P<year>[0-9]{4}))?(?![0-9])")
_IN_FIGURES = re.compile(r"[0-9]{1,4}(?P<mark>[./-])[0-9]{1,2}(?P=mark)[0-9]{2,4}(?![0-9])")
_MONTH_BEFORE = re.compile(rf"(?<![a-z])(?P<month>{_MONTH}) \Z")
_CURRENCY_BEFORE = re.compile(rf"(?P<currency>(?:us|hk|s|a|c|nz|nt)?\$|[€£¥₹₩]|(?<![a-z])(?:{_CODES})) ?\Z")
_AND_UNIT = re.compile(
    rf"(?P<figure>{_FIGURE})(?: (?P<top>[0-9]{{1,2}})/(?P<bottom>[0-9]{{1,2}}))?"
    rf"(?: ?(?:(?P<percent>%|per ?cent|percent)|(?P<bps>basis points?|bps?\b)|(?P<ratio>:|to) ?(?P<right>{_FIGURE})"
    rf"|(?P<times>x\b|times\b)|(?P<scale>thousand|million|billion|trillion|bn|mm|mn|m|k)(?![a-z])))?"
)
_NUMBER_WORD = re.compile(
    r"\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twel|thirt|fift|sixt|ninet|twent|fort|hundred"
    r"|thousand|million|billion|first|second|third|half|quarter)"
)


class Mention(NamedTuple):
    """A value in a text: its class, the keys of what it may mean, and its place."""

    token_class: TokenClass
    keys: frozenset[str]
    start: int
    end: int


def find_mentions(text: str, locale: NumberLocale | None = None) -> Iterator[Mention]:
    """Yield the values in figures of a folded text, in order, in linear time.

    A document that does not say how it writes numbers is read as English: ``250,000`` is not ``250.000``.
    """
    locale = locale or NumberLocale.EN
    digit = _DIGIT.search(text)
    while digit is not None:
        mention = _date_at(text, digit.start()) or _amount_at(text, digit.start(), locale)
        yield mention
        digit = _DIGIT.search(text, mention.end)


def find_word_numbers(text: str) -> Iterator[Mention]:
    """Yield the numbers in words of a folded text: ``thirty``, ``five hundred million``, ``second``."""
    if _NUMBER_WORD.search(text) is None:
        return
    tokens = tokenize(text)
    at = 0
    while at < len(tokens):
        read = read_words(tokens, at) or read_ordinal(tokens, at)
        if read is None:
            at += 1
            continue
        value, end = read
        yield Mention(TokenClass.NUMBER, _keys(TokenClass.NUMBER, [value]), tokens[at].start, tokens[end - 1].end)
        at = end


def word_number_places(text: str) -> Iterator[str]:
    """Yield the stretches of a long folded text in which a number in words may stand."""
    end = 0
    for match in _NUMBER_WORD.finditer(text):
        if match.start() >= end:
            end = match.start() + 80
            yield text[match.start() : end]


def keys_held(mention: Mention) -> frozenset[str]:
    """Return every key that a value of the document answers to.

    A bare ``$`` may be any dollar, and the reverse; a quote may end before the year of a date.
    """
    if mention.token_class is TokenClass.DATE:
        return mention.keys | {re.sub(r"^date:[0-9]{4}-", "date:-----", key) for key in mention.keys}
    if mention.token_class is not TokenClass.MONEY:
        return mention.keys
    held = set(mention.keys)
    for key in mention.keys:
        currency, _, amount = key.removeprefix("money:").partition(" ")
        if currency in _DOLLARS:
            held |= {f"money:{name} {amount}" for name in (_DOLLARS if currency == "$" else ("$",))}
    return frozenset(held)


def _date_at(text: str, at: int) -> Mention | None:
    """Return the date whose first digit stands at a place: ``15 March 2031``, ``March 15, 2031``, ``15.03.2031``."""
    start, match = at, _DAY_FIRST.match(text, at)
    month = None if match is None else match["month"]
    if match is None:
        before = _MONTH_BEFORE.search(text, max(at - 11, 0), at)
        match = _AFTER_MONTH.match(text, at) if before is not None else None
        if before is not None and match is not None:
            start, month = before.start(), before["month"]
    if match is None or month is None:
        figures = _IN_FIGURES.match(text, at)
        return (
            None if figures is None else Mention(TokenClass.DATE, frozenset({f"date:{figures[0]}"}), at, figures.end())
        )
    key = f"date:{match['year'] or '----'}-{_MONTH_NUMBER[month.rstrip('.')]:02}-{int(match['day']):02}"
    return Mention(TokenClass.DATE, frozenset({key}), start, match.end())


def _amount_at(text: str, at: int, locale: NumberLocale) -> Mention:
    """Return the amount, rate, ratio or plain number whose first digit stands at a place."""
    match = _AND_UNIT.match(text, at)
    if match is None:  # never: there is a digit
        return Mention(TokenClass.NUMBER, frozenset(), at, at + 1)
    currency = _CURRENCY_BEFORE.search(text, max(at - 5, 0), at)
    if currency is not None:
        name = _SYMBOLS.get(currency["currency"], currency["currency"])
        amounts = _figures(match["figure"], match["scale"], Setting.MONEY, locale)
        keys = frozenset(f"money:{name} {amount}" for amount in amounts)
        return Mention(TokenClass.MONEY, keys, currency.start(), match.end("scale" if match["scale"] else "figure"))
    token_class, values = _meaning(match, locale)
    return Mention(token_class, _keys(token_class, values), at, match.end())


def _meaning(match: re.Match[str], locale: NumberLocale) -> tuple[TokenClass, Sequence[str | Decimal]]:
    if match["ratio"] or match["times"]:
        left, right = (_figures(match[name] or "1", None, Setting.RATE, locale)[0] for name in ("figure", "right"))
        return TokenClass.RATIO, [f"{left}:{right}"]
    if match["percent"] or match["bps"]:
        return TokenClass.PERCENTAGE, [_percentage(match, locale)]
    return TokenClass.NUMBER, _figures(match["figure"], match["scale"], Setting.PLAIN, locale)


def _keys(token_class: TokenClass, values: Iterable[str | Decimal]) -> frozenset[str]:
    return frozenset(
        f"{token_class}:{plain_decimal(value) if isinstance(value, Decimal) else value}" for value in values
    )


def _percentage(match: re.Match[str], locale: NumberLocale) -> str | Decimal:
    figure = _figures(match["figure"], None, Setting.RATE, locale)[0]
    if match["top"] and int(match["bottom"]):
        return f"{figure} {Fraction(int(match['top']), int(match['bottom']))}"
    is_points = match["bps"] and re.fullmatch(r"[0-9]+(?:\.[0-9]+)?", figure)
    return Decimal(figure) / 100 if is_points else figure


def _figures(raw: str, scale: str | None, setting: Setting, locale: NumberLocale) -> list[str]:
    """Return the plain decimals that figures may mean; figures that are no number are themselves."""
    factor = _FACTORS[scale] if scale else 1
    values = interpret_digits(raw, setting, locale) if len(raw) <= 40 else ()
    return [plain_decimal(value * factor) for value in values] or [raw]
