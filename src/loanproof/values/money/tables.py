"""Amounts whose currency, and often scale, is in the heading of their column.

174,000,000 under ``Commitment (£)``, 15.0 under ``Instalment (A$ million)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from loanproof.core import Span, plain_decimal
from loanproof.values.currency.parse import parse_currency
from loanproof.values.mentions import Mentions
from loanproof.values.money.value import Money
from loanproof.values.number.kind import NUMBER_KIND
from loanproof.values.number.words import SCALE_LETTERS, SCALES_BEHIND_FIGURES
from loanproof.values.reading import Context, candidates_of
from loanproof.values.text.columns import headings_above, units_in

_ZEROS = {"000": 1000, "000s": 1000}
_SCALES = {**SCALES_BEHIND_FIGURES, **SCALE_LETTERS, **_ZEROS}
_WORDS = "|".join(sorted(_SCALES, key=lambda word: (-len(word), word)))
_SCALE_BEHIND = re.compile(rf"(?P<currency>\S.{{0,30}}?)\s?(?:in\s)?['’]?(?P<scale>{_WORDS})\.?", re.IGNORECASE)
_SCALE_BEFORE = re.compile(rf"['’]?(?P<scale>{_WORDS})\s(?:of\s)?(?P<currency>.{{1,30}})", re.IGNORECASE)
_LONGEST_ROW = 200  # characters of a line on either side of a figure
_MOST_PLACES = 200  # occurrences of one figure; more of them are not a table of amounts
_LEAST_FIGURES = 4  # shorter ones are row or clause numbers, unless their heading names a scale
_FACTORS = (1, *sorted(set(_SCALES.values())))


class _Unit(NamedTuple):
    """The unit of a column: a currency and a scale."""

    currency: str
    factor: int


def amounts_under_headings(value: Money, mentions: Mentions) -> tuple[Span, ...]:
    """Return where the figures of an amount are bare in a table whose nearest heading names its currency."""
    if value.currency is None:
        return ()
    return tuple(span for factor in _FACTORS for span in _places(value, _Unit(value.currency, factor), mentions))


def _places(value: Money, unit: _Unit, mentions: Mentions) -> Iterator[Span]:
    for span in mentions.places(NUMBER_KIND, plain_decimal(value.amount / Decimal(unit.factor)))[:_MOST_PLACES]:
        is_amount = len(span) >= _LEAST_FIGURES if unit.factor == 1 else _is_cell(mentions.text, span)
        if is_amount and unit == _unit_above(mentions.text, span, mentions.context):
            yield span


def _is_cell(text: str, span: Span) -> bool:
    """Return whether a figure follows the label of its row, and no word follows the figure."""
    label = text[max(0, span.start - _LONGEST_ROW) : span.start].rpartition("\n")[2]
    behind = text[span.end : span.end + _LONGEST_ROW].partition("\n")[0]
    return any(map(str.isalnum, label)) and not any(map(str.isalpha, behind))


def _unit_above(text: str, span: Span, context: Context) -> _Unit | None:
    """Return the unit in the nearest heading above a figure; ``None`` if the heading names several."""
    for heading in headings_above(text, span):
        units = set(_units_of(heading, context))
        if units:
            return units.pop() if len(units) == 1 else None
    return None


def _units_of(heading: str, context: Context) -> Iterator[_Unit]:
    """Yield the units that a heading names in brackets or, with their scale, after ``in`` or in a cell of its own."""
    for written, in_brackets in units_in(heading):
        unit = _read_unit(written, context)
        if unit is not None and (in_brackets or unit.factor > 1):
            yield unit


def _read_unit(written: str, context: Context) -> _Unit | None:
    """Read ``£``, ``A$ million``, ``USDm``, ``€'000`` or ``millions of US dollars``."""
    currency = _currency(written, context)
    if currency is not None:
        return _Unit(currency, 1)
    for pattern in (_SCALE_BEHIND, _SCALE_BEFORE):
        scaled = pattern.fullmatch(written)
        currency = None if scaled is None else _currency(scaled["currency"], context)
        if scaled is not None and currency is not None:
            return _Unit(currency, _SCALES[scaled["scale"].casefold()])
    return None


def _currency(written: str, context: Context) -> str | None:
    codes = [one.code for one in candidates_of(parse_currency(written, context))]
    return codes[0] if len(codes) == 1 else None
