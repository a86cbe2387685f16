"""Margins: flat, by a grid, by dates or by option, with an adjustment up or down.

``2.25% p.a.``, ``S+225``, ``2.75% (leverage > 3.0x), 2.50% (≤ 3.0x)``, ``Term SOFR Loans 2.25%, Base Rate Loans
1.25%`` and ``2.25% ± 0.05%``. Credit adjustment spread, floor and default interest are no part of a margin.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from loanproof.core import Reason
from loanproof.values.grids import GridRow, compare_grids, read_condition
from loanproof.values.kinds import Kind
from loanproof.values.percentages import (
    Percentage,
    as_spread,
    compare_percentages,
    find_percentages,
    parse_percentage,
    read_bare_figure,
)
from loanproof.values.phrases import denies, sentence_of, states_roughly
from loanproof.values.priced_text import (
    Priced,
    counts_other_period,
    read_price,
    read_priced,
    states_discount,
    states_range,
)
from loanproof.values.rate_names import RateFamily
from loanproof.values.reading import (
    EQUAL,
    UNKNOWN,
    Ambiguous,
    Comparison,
    Context,
    Found,
    NotOne,
    Read,
    Reading,
    Relation,
    candidates_of,
    different,
    partial,
)
from loanproof.values.reference_rates import ReferenceRate, find_reference_rates, read_reference_rate
from loanproof.values.schedule_comparison import compare_levels
from loanproof.values.schedules import Level, read_levels
from loanproof.values.tokens import Tokens, tokenize


@dataclass(frozen=True, slots=True, kw_only=True)
class MarginOption:
    """The margin over one of several reference rates."""

    rate: ReferenceRate
    value: Percentage

    @property
    def is_second(self) -> bool:
        """Whether this is the margin over a base or prime rate, the second choice in US documents."""
        return self.rate.family is RateFamily.BASE


@dataclass(frozen=True, slots=True, kw_only=True)
class Margin:
    """A margin as a document structures it; a flat one has only ``opening``.

    Attributes:
        opening: The rate that holds first; none where a grid does not say which row that is.
        rows: The rows of a grid.
        options: The margins over several reference rates.
        steps: Rates that change on dates, the opening one included.
        adjustment: What may be added or taken off, such as ±5 bps for sustainability targets.
    """

    opening: Percentage | None = None
    rows: tuple[GridRow, ...] = ()
    options: tuple[MarginOption, ...] = ()
    steps: tuple[Level[Percentage], ...] = ()
    adjustment: Percentage | None = None

    @property
    def rates(self) -> tuple[Percentage, ...]:
        """Every rate of the margin, the opening one first, those of second options last."""
        opening = () if self.opening is None else (self.opening,)
        main = tuple(option.value for option in self.options if not option.is_second)
        second = tuple(option.value for option in self.options if option.is_second)
        rows = tuple(row.value for row in self.rows)
        return opening + main + rows + tuple(step.value for step in self.steps) + second

    @property
    def canonical(self) -> str:
        """All parts, each in canonical form."""
        parts = [] if self.opening is None else [self.opening.canonical]
        parts += [row.canonical for row in self.rows]
        parts += [f"{option.rate.canonical}: {option.value.canonical}" for option in self.options]
        parts += [f"{step.start or ''}..{step.end or ''} {step.value.canonical}" for step in self.steps]
        adjustment = [] if self.adjustment is None else [self.adjustment.canonical]
        return "; ".join(parts + adjustment)


def parse_margin(text: str, context: Context = UNKNOWN) -> Reading[Margin]:
    """Read a text that states one margin, whatever its structure."""
    tokens = tokenize(text)
    plain = parse_percentage(text, context)
    if not isinstance(plain, NotOne):
        return _flat(plain)
    steps = read_levels(tokens, context, read_price)
    if steps:
        return Read(value=Margin(opening=steps[0].value, steps=steps))
    if states_range(tokens, context):
        return NotOne(sentence_of(text, "states a range of rates, not a margin"))
    if states_roughly(tokens) or denies(tokens):
        return NotOne(sentence_of(text, "states no margin, or only roughly"))
    if counts_other_period(tokens):
        return NotOne(sentence_of(text, "states a rate for another period than a year"))
    if states_discount(tokens, context):
        return NotOne(sentence_of(text, "takes a rate off the reference rate and adds none"))
    priced = read_priced(tokens, context)
    if priced and all(one.is_other for one in priced):
        return NotOne(sentence_of(text, "states a floor, default interest, a fee or the like, not a margin"))
    # a floor beside a margin is only mentioned; a spread that is added to it is given as a part of it
    own = tuple(one for one in priced if one.is_added or not one.is_other)
    if any(not one.value.either_way for one in own):
        return Read(value=_structured(own, context))
    spread = _read_bare_spread(tokens, context)
    if spread is not None:
        return Read(value=Margin(opening=spread))
    return NotOne(sentence_of(text, "states no margin in per cent or basis points"))


def find_margins(tokens: Tokens, context: Context = UNKNOWN) -> tuple[Found[Margin], ...]:
    """Find every rate in running text that could be a margin; shares of the margin are left out."""
    results: list[Found[Margin]] = []
    for found in find_percentages(tokens, context):
        reading = _flat(found.reading)
        if not any(one.of_margin for one in found.candidates):
            results.append(Found(span=found.span, reading=reading))
    return tuple(results)


def compare_margins(expected: Margin, given: Margin) -> Comparison:
    """Compare two margins: structure first, then the adjustment."""
    if expected.rows:
        result = _compare_with_grid(expected, given)
    elif expected.steps:
        result = _compare_with_steps(expected, given)
    else:
        result = _compare_with_options(expected, given)
    return _compare_adjustments(expected, given) if result.relation is Relation.EQUAL else result


def _compare_with_grid(expected: Margin, given: Margin) -> Comparison:
    if given.opening is not None and expected.opening is not None:
        opening = compare_percentages(expected.opening, given.opening)
        if opening.relation is Relation.DIFFERENT:
            is_second = not given.rows and _is_second_option(expected, (given.opening,))
            return partial(Reason.WRONG_OPTION) if is_second else opening
    if given.rows:
        return compare_grids(expected.rows, given.rows, expected.opening)
    wanted = expected.rates if expected.opening is None else (expected.opening,)
    agrees = any(_agree(one, other) for one in wanted for other in given.rates[:1])
    return partial(Reason.GRID_INCOMPLETE, "the grid is missing") if agrees else different()


def _compare_with_steps(expected: Margin, given: Margin) -> Comparison:
    steps = given.steps or tuple(Level(value=rate) for rate in given.rates)
    if not steps or not _agree(expected.steps[0].value, steps[0].value):
        return different()
    result = compare_levels(expected.steps, steps, compare_percentages)
    # The opening rate is right here, so a wrong later step is one wrong row.
    return partial(Reason.ROW_DIFFERS) if result.relation is Relation.DIFFERENT else result


def _compare_with_options(expected: Margin, given: Margin) -> Comparison:
    """Compare margins without grid and steps. The margin over a base rate need not be given."""
    if given.rows or given.steps:
        agrees = any(_agree(one, other) for one in expected.rates[:1] for other in given.rates)
        return partial(Reason.LIST_EXTRA, "more rates than expected") if agrees else different()
    if expected.options and given.options:
        return _compare_options(expected.options, _with_main_option(given, expected.options))
    wanted, offered = _main_rates(expected), _main_rates(given)
    if not wanted or not offered:
        return different(Reason.NOT_READABLE)
    results = [compare_percentages(one, other) for one in wanted for other in offered]
    if all(result.relation is not Relation.DIFFERENT for result in results):
        return next((result for result in results if result.relation is Relation.PARTIAL), EQUAL)
    if any(result.relation is not Relation.DIFFERENT for result in results):
        return partial(Reason.LIST_INCOMPLETE if len(wanted) > len(offered) else Reason.LIST_EXTRA)
    return partial(Reason.WRONG_OPTION) if _is_second_option(expected, offered) else results[0]


def _is_second_option(expected: Margin, offered: tuple[Percentage, ...]) -> bool:
    second = [option.value for option in expected.options if option.is_second]
    return any(_agree(one, other) for one in second for other in offered)


def _with_main_option(given: Margin, expected: tuple[MarginOption, ...]) -> tuple[MarginOption, ...]:
    """Return the given options with a rate that names none as the one option that is expected beside a base rate."""
    main = [option for option in expected if not option.is_second]
    if given.opening is None or len(main) != 1 or any(not option.is_second for option in given.options):
        return given.options
    return (replace(main[0], value=given.opening), *given.options)


def _compare_options(expected: tuple[MarginOption, ...], given: tuple[MarginOption, ...]) -> Comparison:
    missing = False
    for option in expected:
        same = [one.value for one in given if _same_rate(option.rate, one.rate)]
        if not same:
            missing = missing or not option.is_second
        elif not _agree(option.value, same[0]):
            return partial(Reason.ROW_DIFFERS) if option.is_second else different()
    extra = [one for one in given if not any(_same_rate(option.rate, one.rate) for option in expected)]
    if len(extra) == len(given):
        return different(detail="other reference rates than expected")
    if any(not one.is_second for one in extra):
        return partial(Reason.LIST_EXTRA)
    return partial(Reason.LIST_INCOMPLETE) if missing else EQUAL


def _compare_adjustments(expected: Margin, given: Margin) -> Comparison:
    if expected.adjustment is None:
        return EQUAL if given.adjustment is None else partial(Reason.LIST_EXTRA, "an adjustment")
    if given.adjustment is None:
        return partial(Reason.ADJUSTMENT_MISSING, expected.adjustment.canonical)
    return EQUAL if _agree(expected.adjustment, given.adjustment) else partial(Reason.DETAIL_DIFFERS, "the adjustment")


def _same_rate(one: ReferenceRate, other: ReferenceRate) -> bool:
    """Tell whether two options are over the same rate; the method may be left out (``SOFR Loans``)."""
    return one.family is other.family and (one.style is other.style or None in (one.style, other.style))


def _main_rates(margin: Margin) -> tuple[Percentage, ...]:
    main = tuple(option.value for option in margin.options if not option.is_second)
    opening = () if margin.opening is None else (margin.opening,)
    return opening or main or margin.rates


def _agree(expected: Percentage, given: Percentage) -> bool:
    return compare_percentages(expected, given).relation is not Relation.DIFFERENT


def _flat(reading: Read[Percentage] | Ambiguous[Percentage]) -> Read[Margin] | Ambiguous[Margin]:
    margins = tuple(Margin(opening=one) for one in candidates_of(reading))
    if isinstance(reading, Ambiguous):
        return Ambiguous(candidates=margins, reason=reading.reason)
    return Read(value=margins[0])


def _structured(priced: tuple[Priced, ...], context: Context) -> Margin:
    """Sort rates into adjustment, opening, options and rows by the words beside them."""
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
    listed = [one for one in rates if not one.is_opening or read_condition(one.words, context).bounds]
    if len(listed) < len(rates) and len(listed) == 0:
        listed = rates
    rows = _rows(listed, context, bounded=False)
    return Margin(opening=opening, rows=rows, adjustment=adjustment)


def _rows(priced: list[Priced], context: Context, *, bounded: bool) -> tuple[GridRow, ...]:
    """Return the rates as rows; with ``bounded`` only those whose words hold a bound."""
    rows = [GridRow(when=read_condition(one.words, context), value=one.value) for one in priced]
    return tuple(row for row in rows if row.when.bounds or not bounded)


def _options(priced: list[Priced]) -> tuple[MarginOption, ...]:
    options: list[MarginOption] = []
    for one in priced:
        named = find_reference_rates(tokenize(one.words))
        if named:
            options.append(MarginOption(rate=named[0].candidates[0].rates[0], value=one.value))
    return tuple(options)


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


MARGIN_KIND: Kind[Margin] = Kind(
    name="margin",
    parse=parse_margin,
    find=find_margins,
    canonical=lambda value: value.canonical,
    compare=compare_margins,
)
