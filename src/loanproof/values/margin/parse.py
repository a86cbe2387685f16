"""From a text to a margin."""

from __future__ import annotations

from loanproof.values.grid.parse import read_condition
from loanproof.values.grid.value import GridRow
from loanproof.values.margin.markdown import spelled_out
from loanproof.values.margin.priced_text import (
    Priced,
    may_be_discount,
    read_discount,
    read_price,
    read_priced,
    states_range,
)
from loanproof.values.margin.value import Margin, MarginOption
from loanproof.values.percentage.forms import as_spread, read_bare_figure
from loanproof.values.percentage.parse import parse_percentage
from loanproof.values.percentage.value import Percentage
from loanproof.values.reading import NO_CONTEXT, Ambiguous, Context, Read, Reading, Unreadable, candidates_of
from loanproof.values.reference_rate.find import find_reference_rates
from loanproof.values.reference_rate.parse import read_reference_rate
from loanproof.values.reference_rate.value import ReferenceRate
from loanproof.values.schedule.parse import read_levels
from loanproof.values.text.phrases import denies, sentence_of, states_roughly
from loanproof.values.text.tokens import Tokens, tokenize


def parse_margin(text: str, context: Context = NO_CONTEXT) -> Reading[Margin]:
    """Read a text that states one margin, whatever its structure."""
    tokens = tokenize(spelled_out(text))
    plain = parse_percentage(text, context)
    if not isinstance(plain, Unreadable):
        return flat_margin(plain)
    steps = read_levels(tokens, context, read_price)
    if steps:
        return Read(value=Margin(opening=steps[0].value, steps=steps))
    if states_range(tokens, context):
        return Unreadable(sentence_of(text, "states a range of rates, not a margin"))
    if states_roughly(tokens) or denies(tokens):
        return Unreadable(sentence_of(text, "states no margin, or only roughly"))
    discount = read_discount(tokens, context)
    if discount is not None:
        return Read(value=Margin(opening=discount))
    if may_be_discount(tokens, context):
        return Unreadable(sentence_of(text, "takes a rate off the reference rate and adds none"))
    priced = read_priced(tokens, context)
    if priced and all(one.is_other for one in priced):
        return Unreadable(sentence_of(text, "states a floor, default interest, a fee or the like, not a margin"))
    # a floor next to a margin is only mentioned; a spread added to the margin is part of the answer
    own = tuple(one for one in priced if one.is_added or not one.is_other)
    if any(not one.value.either_way for one in own):
        return Read(value=_structured(own, context))
    spread = _read_bare_spread(tokens, context)
    if spread is not None:
        return Read(value=Margin(opening=spread))
    return Unreadable(sentence_of(text, "states no margin in per cent or basis points"))


def flat_margin(reading: Read[Percentage] | Ambiguous[Percentage]) -> Read[Margin] | Ambiguous[Margin]:
    """Return the margin that is a single rate."""
    margins = tuple(Margin(opening=one) for one in candidates_of(reading))
    if isinstance(reading, Ambiguous):
        return Ambiguous(candidates=margins, reason=reading.reason)
    return Read(value=margins[0])


def _structured(priced: tuple[Priced, ...], context: Context) -> Margin:
    """Sort rates into adjustment, opening, options and rows by the words that belong to them."""
    rates = [one for one in priced if not one.value.either_way]
    adjustment = next((one.value for one in priced if one.value.either_way), None)
    opening = next((one.value for one in rates if one.is_opening), None)
    if len(rates) == 1:
        rows = _rows(rates, context, bounded=True)
        return Margin(opening=None if rows else rates[0].value, rows=rows, adjustment=adjustment)
    options = _options(rates)
    if len(options) >= 2:
        return Margin(opening=opening, options=options, adjustment=adjustment)
    if len(rates) == 2 and len(options) == 1 and options[0].is_second and not rates[0].words:
        return Margin(opening=rates[0].value, options=options, adjustment=adjustment)
    listed = [one for one in rates if one.is_row or read_condition(one.words, context).bounds]
    if len(listed) < len(rates) and len(listed) == 0:
        listed = rates
    rows = _rows(listed, context, bounded=False)
    return Margin(opening=opening, rows=rows, adjustment=adjustment)


def _rows(priced: list[Priced], context: Context, *, bounded: bool) -> tuple[GridRow, ...]:
    """Return the rates as rows; with ``bounded`` only those whose words contain a bound."""
    rows = [GridRow(when=read_condition(one.words, context), value=one.value) for one in priced]
    # over 1-year MCLR: a margin over a reference rate is not a condition
    return tuple(row for row in rows if not bounded or (row.when.bounds and not _options_of(row.when.words)))


def _options(priced: list[Priced]) -> tuple[MarginOption, ...]:
    named = ((one, _options_of(one.words)) for one in priced)
    return tuple(MarginOption(rate=rates[0], value=one.value) for one, rates in named if rates)


def _options_of(words: str) -> tuple[ReferenceRate, ...]:
    """Return the reference rates named in the words of a margin."""
    return tuple(found.candidates[0].rates[0] for found in find_reference_rates(tokenize(words)))


def _read_bare_spread(tokens: Tokens, context: Context) -> Percentage | None:
    """Read ``SOFR + 225``: a reference rate, a plus sign and a figure."""
    rate = read_reference_rate(tokens, 0, context=context)
    at = 0 if rate is None else rate.end
    if rate is not None and tokens[at].lower not in ("+", "plus"):
        return None
    at = at + 1 if tokens[at].lower == "plus" else at
    figure = read_bare_figure(tokens, at, context=context)
    if figure is None or figure.end < len(tokens):
        return None
    return as_spread(figure.candidates[0])
