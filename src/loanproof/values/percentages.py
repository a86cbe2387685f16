"""Percentages and basis points: ``2.25%``, ``2.25 per cent.``, ``225 bps``, ``2¼%``, ``L + 225`` are one rate.

A share of the margin (``40 per cent. of the Margin``) is another value than forty per cent. A figure without
a unit stays without one: ``2.25`` may be per cent and ``225`` basis points, and neither is assumed. A decimal
fraction (``0.0225``) is never taken for a rate, since only the heading of a table can say that it is one.
"""

from __future__ import annotations

from loanproof.core import Reason
from loanproof.values.kinds import Kind
from loanproof.values.numbers import Number, is_rounding
from loanproof.values.percentage_forms import Percentage, RateUnit, as_spread, read_bare_figure, read_percentage
from loanproof.values.phrases import inside, sentence_of
from loanproof.values.reading import (
    EQUAL,
    UNKNOWN,
    Comparison,
    Context,
    Found,
    NotOne,
    Reading,
    different,
    partial,
)
from loanproof.values.tokens import Tokens, tokenize

__all__ = [
    "PERCENTAGE_KIND",
    "Percentage",
    "RateUnit",
    "as_spread",
    "compare_percentages",
    "find_percentages",
    "parse_percentage",
    "read_bare_figure",
    "read_percentage",
]


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


PERCENTAGE_KIND: Kind[Percentage] = Kind(
    name="percentage",
    parse=parse_percentage,
    find=find_percentages,
    canonical=lambda value: value.canonical,
    compare=compare_percentages,
)
