"""Percentages and basis points: ``2.25%``, ``2.25 per cent.``, ``225 bps``, ``2¼%``, ``L + 225`` are one rate.

A share of the margin (``40 per cent. of the Margin``) is another value than forty per cent. A figure without
a unit stays without one: ``2.25`` may be per cent and ``225`` basis points, and neither is assumed. A decimal
fraction (``0.0225``) is never taken for a rate, since only the heading of a table can say that it is one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum

from loanproof.core import Reason, plain_decimal
from loanproof.values.kinds import Kind
from loanproof.values.number_words import read_words
from loanproof.values.numbers import Number, Setting, is_rounding, read_number
from loanproof.values.phrases import Phrases, inside, sentence_of
from loanproof.values.reading import (
    EQUAL,
    UNKNOWN,
    At,
    Comparison,
    Context,
    Found,
    NotOne,
    Reading,
    different,
    partial,
)
from loanproof.values.tokens import TokenKind, Tokens, tokenize


class RateUnit(StrEnum):
    """The unit that was written beside a figure."""

    PERCENT = "percent"
    BPS = "bps"
    MISSING = "missing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Percentage:
    """A rate or share as it was written.

    Attributes:
        figure: The number, in its own unit; below zero only with a minus sign.
        unit: The unit shown.
        of_margin: A share of the margin, such as 40 % of it.
        either_way: Written with ``±``: an adjustment up or down.
        per_annum: The text says that it is a rate a year. Never decides equality.
        step: The worth of the last digit shown, in the unit shown.
    """

    figure: Decimal
    unit: RateUnit = RateUnit.PERCENT
    of_margin: bool = False
    either_way: bool = False
    per_annum: bool = False
    step: Decimal = Decimal(0)

    @property
    def bps(self) -> Decimal | None:
        """The rate in basis points; none without a unit."""
        match self.unit:
            case RateUnit.PERCENT:
                return self.figure * 100
            case RateUnit.BPS:
                return self.figure
            case RateUnit.MISSING:
                return None

    @property
    def canonical(self) -> str:
        """``225 bps``, ``40% of margin``, ``±5 bps``, or ``2.25 without unit``."""
        sign = "±" if self.either_way else ""
        if self.bps is None:
            return f"{sign}{plain_decimal(self.figure)} without unit"
        if self.of_margin:
            return f"{sign}{plain_decimal(self.bps / 100)}% of margin"
        return f"{sign}{plain_decimal(self.bps)} bps"


_UNITS = Phrases.of(
    [
        (RateUnit.PERCENT, "%|per cent|per cent.|per centum|percent|pct|pct.|percentage point|percentage points"),
        (RateUnit.BPS, "bps|bp|bps.|b.p.|b.p.s.|basis point|basis points"),
    ]
)
_PER_ANNUM = Phrases.of([(True, "per annum|p.a.|p.a|pa|per year|a year|annually|/ annum|/ year")])
_OF_ONE = Phrases.of([(True, "of one|of 1|of a")])
_MARGIN = Phrases.of(
    [
        (True, f"of {the}{which}{name}")
        for the in ("", "the ", "that ")
        for name in ("margin", "spread")
        for which in ("", "applicable ", "relevant ", "then applicable ", "then current ", "prevailing ")
    ]
)
_RATE_LETTERS = frozenset({"L", "S", "E"})
_SIGNS = frozenset({"+", "-", "±", "plus"})
_EITHER_WAY = (("+", "/", "-"), ("plus", "or", "minus"), ("plus", "/", "minus"))
_LEAST_BPS = 10  # L + 225 is basis points; L + 2.25 does not say what it is


def read_percentage(tokens: Tokens, at: int, *, context: Context = UNKNOWN) -> At[Percentage] | None:
    """Read the percentage that begins at ``at``, sign, ``per annum``, share and doublet included."""
    spread = _read_spread(tokens, at, context)
    if spread is not None:
        return spread
    sign, number_at = _read_sign(tokens, at)
    plain = _read_unsigned(tokens, number_at, context)
    if plain is None:
        return None
    plain = _with_doublet(tokens, number_at, plain, context)
    signed = tuple(_signed(one, sign) for one in plain.candidates)
    return _with_tail(tokens, replace(plain, candidates=signed))


def parse_percentage(text: str, context: Context = UNKNOWN) -> Reading[Percentage]:
    """Read a text that is one percentage; a bare figure is one whose unit is missing."""
    tokens = tokenize(text)
    start, end = inside(tokens)
    found = read_percentage(tokens, start, context=context) or read_bare_figure(tokens, start, context=context)
    if found is None or found.end < end:
        return NotOne(sentence_of(text, "is not one percentage or number of basis points"))
    return found.reading


def find_percentages(tokens: Tokens, context: Context = UNKNOWN) -> tuple[Found[Percentage], ...]:
    """Find every percentage with its unit in running text; bare figures are left out."""
    results: list[Found[Percentage]] = []
    at = 0
    while at < len(tokens):
        found = read_percentage(tokens, at, context=context)
        if found is None:
            at += 1
            continue
        results.append(Found(span=tokens.span(at, found.end), reading=found.reading))
        at = found.end
    return tuple(results)


def read_bare_figure(tokens: Tokens, at: int, *, context: Context = UNKNOWN) -> At[Percentage] | None:
    """Read a figure without a unit, for places where a rate must stand."""
    sign, number_at = _read_sign(tokens, at)
    number = read_number(tokens, number_at, setting=Setting.RATE, context=context)
    if number is None:
        return None
    bare = tuple(
        _signed(Percentage(figure=one.value, unit=RateUnit.MISSING, step=one.step), sign) for one in number.candidates
    )
    return At(candidates=bare, end=number.end, reason=number.reason)


def compare_percentages(expected: Percentage, given: Percentage) -> Comparison:
    """Compare two rates in basis points.

    A wrong unit is a wrong value, a missing one is a partial agreement. A rounding agrees in part only where
    the expected rate cannot be written out (66⅔ %); ``2.3%`` for ``2.25%`` is another rate.
    """
    if expected.either_way != given.either_way:
        return different(detail="one is an adjustment up or down, the other is not")
    if expected.bps is None or given.bps is None:
        return _compare_without_unit(expected, given)
    if expected.of_margin != given.of_margin:
        if expected.of_margin and expected.bps == given.bps and not given.per_annum:
            return partial(Reason.BASIS_MISSING, "a share of the margin")
        return different(detail="a share of the margin is no rate")
    if expected.bps == given.bps:
        return EQUAL
    if _is_endless(expected) and is_rounding(_number(expected), _number(given)):
        return partial(Reason.ROUNDED)
    same_figure = expected.figure == given.figure
    return different(detail="the same figure in another unit" if same_figure else "")


def _compare_without_unit(expected: Percentage, given: Percentage) -> Comparison:
    if expected.unit is given.unit:
        return EQUAL if expected.figure == given.figure and expected.of_margin == given.of_margin else different()
    with_unit, bare = (expected, given) if given.unit is RateUnit.MISSING else (given, expected)
    bps = with_unit.bps
    agrees = bps is not None and bare.figure in (bps, bps / 100) and not with_unit.of_margin
    return partial(Reason.UNIT_MISSING) if agrees else different(Reason.UNIT_MISSING)


def _is_endless(value: Percentage) -> bool:
    exponent = value.figure.as_tuple().exponent
    return isinstance(exponent, int) and exponent < -12


def _number(value: Percentage) -> Number:
    factor = 100 if value.unit is RateUnit.PERCENT else 1
    return Number(value=value.figure * factor, step=value.step * factor)


def _read_sign(tokens: Tokens, at: int) -> tuple[str, int]:
    """Read ``+``, ``-``, ``±``, ``+/-`` or ``plus or minus`` before a figure."""
    token = tokens[at]
    if token.lower not in _SIGNS:
        return "", at
    if any(tokens.words(at, *either) for either in _EITHER_WAY):
        return "±", at + 3
    if token.text in ("±", "+"):
        return token.text, at + 1
    # A dash is a minus only when it touches its figure and nothing touches it: 1.00%-2.00% is a range.
    touches_before = at > 0 and not tokens.gap(at) and tokens[at - 1].text not in "([,;:"
    if token.text == "-" and not tokens.gap(at + 1) and not touches_before:
        return "-", at + 1
    return "", at


def _signed(value: Percentage, sign: str) -> Percentage:
    figure = -value.figure if sign == "-" else value.figure
    return replace(value, figure=figure, either_way=sign == "±")


def _read_unsigned(tokens: Tokens, at: int, context: Context) -> At[Percentage] | None:
    """Read a number and its unit: ``2.25%``, ``one-half of one percent``, ``two and 50/100 percent``."""
    hundredths = _read_hundredths(tokens, at)
    number = hundredths or read_number(tokens, at, setting=Setting.RATE, context=context)
    if number is None:
        return None
    unit = _UNITS.match(tokens, number.end)
    of_one = _OF_ONE.match(tokens, number.end)
    if unit is None and of_one is not None:
        unit = _UNITS.match(tokens, of_one[1])
    if unit is None:
        return _figures_with_unit_inside(tokens, number, context)
    values = tuple(Percentage(figure=one.value, unit=unit[0], step=one.step) for one in number.candidates)
    return At(candidates=values, end=unit[1], reason=number.reason)


def _read_hundredths(tokens: Tokens, at: int) -> At[Number] | None:
    """Read ``two and 50/100`` and ``eight and thirty-three one hundredths``, as US documents spell rates."""
    words = read_words(tokens, at)
    whole, rest_at = (Decimal(0), at)
    if words is not None and tokens.words(words[1], "and"):
        whole, rest_at = words[0], words[1] + 1
    top = tokens[rest_at].text
    if top.isdigit() and len(top) <= 2 and tokens.words(rest_at + 1, "/", "100"):
        return At(candidates=(Number(value=whole + Decimal(top) / 100),), end=rest_at + 3)
    parts = read_words(tokens, rest_at)
    if parts is None:
        return None
    end = parts[1] + 1 if tokens.words(parts[1], "one") else parts[1]
    end = end + 1 if tokens[end].text == "-" else end
    if tokens[end].lower not in ("hundredth", "hundredths"):
        return None
    return At(candidates=(Number(value=whole + parts[0] / 100),), end=end + 1)


def _figures_with_unit_inside(tokens: Tokens, words: At[Number], context: Context) -> At[Percentage] | None:
    """Read ``five (5%) percent``: the figures in brackets carry a unit of their own."""
    if tokens[words.end].text != "(" or tokens[words.end + 1].kind is not TokenKind.NUMBER:
        return None
    figures = _read_unsigned(tokens, words.end + 1, context)
    if figures is None or tokens[figures.end].text != ")":
        return None
    unit = _UNITS.match(tokens, figures.end + 1)
    if unit is None:
        return None
    spelt = tuple(Percentage(figure=one.value, unit=unit[0]) for one in words.candidates)
    return _joined(spelt, figures.candidates, unit[1])


def _with_doublet(tokens: Tokens, start: int, value: At[Percentage], context: Context) -> At[Percentage]:
    """Take in the same rate in brackets: ``one-half of one percent (0.50%)``, ``2.25% (225 basis points)``.

    Figures in brackets that differ from the words before them make both of them candidates; figures that
    differ from figures are another value and stay where they are.
    """
    if tokens[value.end].text != "(" or tokens[value.end + 1].kind is not TokenKind.NUMBER:
        return value
    other = _read_unsigned(tokens, value.end + 1, context)
    if other is None or tokens[other.end].text != ")":
        return value
    in_words = tokens[start].kind is TokenKind.WORD
    same = {one.bps for one in value.candidates} & {one.bps for one in other.candidates}
    return _joined(value.candidates, other.candidates, other.end + 1) if in_words or same else value


def _joined(words: tuple[Percentage, ...], figures: tuple[Percentage, ...], end: int) -> At[Percentage]:
    same = [one for one in figures if any(one.bps == word.bps for word in words)]
    if same:
        return At(candidates=(same[0],), end=end)
    return At(candidates=words + figures, end=end, reason=Reason.WORDS_AND_FIGURES_DIFFER)


def _with_tail(tokens: Tokens, value: At[Percentage]) -> At[Percentage]:
    """Take in ``per annum`` and ``of the Margin``."""
    share = _MARGIN.match(tokens, value.end)
    if share is not None:
        shares = tuple(replace(one, of_margin=True) for one in value.candidates)
        return replace(value, candidates=shares, end=share[1])
    annual = _PER_ANNUM.match(tokens, value.end)
    if annual is None:
        return value
    rates = tuple(replace(one, per_annum=True) for one in value.candidates)
    return replace(value, candidates=rates, end=annual[1])


def _read_spread(tokens: Tokens, at: int, context: Context) -> At[Percentage] | None:
    """Read the market's shorthand ``L + 225``, ``S+225``, ``E+2.25%``."""
    if tokens[at].text not in _RATE_LETTERS or tokens[at + 1].text != "+":
        return None
    with_unit = _read_unsigned(tokens, at + 2, context)
    if with_unit is not None:
        return _with_tail(tokens, with_unit)
    bare = read_bare_figure(tokens, at + 2, context=context)
    if bare is None:
        return None
    return replace(bare, candidates=tuple(as_spread(one) for one in bare.candidates))


def as_spread(value: Percentage) -> Percentage:
    """Read a bare figure that follows ``+``: from 10 up, whole figures are basis points, others stay bare."""
    is_bps = value.figure >= _LEAST_BPS and value.figure == value.figure.to_integral_value()
    return replace(value, unit=RateUnit.BPS) if value.unit is RateUnit.MISSING and is_bps else value


PERCENTAGE_KIND: Kind[Percentage] = Kind(
    name="percentage",
    parse=parse_percentage,
    find=find_percentages,
    canonical=lambda value: value.canonical,
    compare=compare_percentages,
)
