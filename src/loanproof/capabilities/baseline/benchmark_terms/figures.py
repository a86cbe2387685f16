"""Compares a figure of a deal with that of a benchmark: they agree, there is a gap, or they do not compare."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from loanproof.benchmarks import PERIODS, Entry, Quantity, Unit, gaps_between, is_inside, only_quantity
from loanproof.capabilities.baseline.benchmark_terms.market import currency_of
from loanproof.capabilities.baseline.fields.margin import margin
from loanproof.capabilities.baseline.rendering import plain
from loanproof.capabilities.baseline.resolver import settle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.outputs import JsonObject

CONFORMS, DEVIATES, NOT_COMPARABLE = "conforms", "deviation", "not_comparable"
_WEEK, _WEEKEND = 5, 2  # days of a week on which banks are open, and closed
_MONTH, _SHORTEST_MONTH, _LONGEST_MONTH = 30, 28, 31  # days of a usual month, the shortest and the longest


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What a comparison finds: agreement or a gap, or in ``note`` why neither. ``value`` is the benchmark's value."""

    finding: str
    gap: JsonObject | None = None
    note: str | None = None
    value: str | None = None


def compare_figures(value: str, entry: Entry, paper: Paper) -> Finding:
    """Compare the value of a deal with the figure of an entry."""
    benchmark = only_quantity(entry.value_text, paper.context)
    deal = tuple(_as_vote(_zero_in(one, benchmark), benchmark, entry) for one in _deal(value, paper))
    if len(deal) == len(benchmark) == 1:
        if not (deal[0].counts_as(benchmark[0]) and deal[0].is_share == benchmark[0].is_share):
            return _of_other_units(deal[0], benchmark[0], value, entry, paper)
        return _measured(deal[0], benchmark[0], entry)
    return _unlike(value, entry)


def _measured(deal: Quantity, benchmark: Quantity, entry: Entry) -> Finding:
    """Compare two quantities that count the same thing."""
    if is_inside(deal, benchmark):
        return Finding(finding=CONFORMS, gap=gap_in_unit(Decimal(0), benchmark))
    gap = gaps_between(deal, benchmark, entry.gap_basis)
    if not gap:
        return Finding(
            finding=NOT_COMPARABLE, note="The comparison is limited: the benchmark is a range without a basis."
        )
    return Finding(finding=DEVIATES, gap=gap_in_unit(gap[0], benchmark))


def _unlike(value: str, entry: Entry) -> Finding:
    """Return the finding for values that do not count the same thing."""
    note = f"{value} and {entry.value_text} do not count the same thing, so the comparison is inapplicable."
    return Finding(finding=NOT_COMPARABLE, note=note)


def _of_other_units(deal: Quantity, benchmark: Quantity, value: str, entry: Entry, paper: Paper) -> Finding:
    """Compare a rate with a share of a single margin, and periods in different units if the result is certain."""
    if deal.unit is benchmark.unit is Unit.BPS:
        one_rate = _flat_margin(paper)
        if one_rate is None or deal.is_range:
            return _unlike(value, entry)
        found = _measured(_as_rate(deal, one_rate), _as_rate(benchmark, one_rate), entry)
        if found.finding == DEVIATES:  # a gap in points would be checked against the share, not against the rate
            side = "higher" if _as_rate(deal, one_rate).low > _as_rate(benchmark, one_rate).high else "lower"
            text = f"The deal is {side} than the benchmark: {value} against {entry.value_text}."
            found = replace(found, gap={"text": text})
        return replace(found, note=f"A share is counted of the Margin, which is {plain(one_rate / 100)}% per annum.")
    if {deal.unit, benchmark.unit} <= PERIODS:
        return _of_periods(deal, benchmark, value, entry)
    return _unlike(value, entry)


def _of_periods(deal: Quantity, benchmark: Quantity, value: str, entry: Entry) -> Finding:
    """Compare periods in different units. A deviation is reported only if it holds however the days fall."""
    shortest, longest = _days(deal)
    lowest, highest = _days(replace(benchmark, high=benchmark.low)), _days(replace(benchmark, low=benchmark.high))
    if shortest > highest[1] or longest < lowest[0]:
        side = "longer" if shortest > highest[1] else "shorter"
        text = f"The deal is {side} than the benchmark: {value} against {entry.value_text}."
        return Finding(finding=DEVIATES, gap={"text": text})
    usual = _usual_days(deal)
    if usual >= lowest[1] and usual <= highest[0]:
        return Finding(finding=CONFORMS, gap={"text": "none"})
    return _unlike(value, entry)


def _days(period: Quantity) -> tuple[Decimal, Decimal]:
    """Return the fewest and the most calendar days of a period, not counting holidays."""
    match period.unit:
        case Unit.BUSINESS_DAYS:
            least = period.low + _WEEKEND * (period.low // _WEEK)
            return least, period.high + _WEEKEND * -(-period.high // _WEEK)
        case Unit.MONTHS:
            return period.low * _SHORTEST_MONTH, period.high * _LONGEST_MONTH
        case _:
            return period.low, period.high


def _usual_days(period: Quantity) -> Decimal:
    """Return the calendar days of a period as they are usually counted, a month as 30 days."""
    return period.low * _MONTH if period.unit is Unit.MONTHS else _days(period)[0]


def _flat_margin(paper: Paper) -> Decimal | None:
    """Return the margin in basis points if the deal has a single one, else None."""
    settled = settle(list(margin(paper)))
    value = settled.best.value if settled is not None else None
    found = only_quantity(value, paper.context) if isinstance(value, str) else ()
    is_one = len(found) == 1 and found[0].unit is Unit.BPS and not found[0].is_range and found[0].low > 0
    return found[0].low if is_one else None


def _as_rate(value: Quantity, margin_bps: Decimal) -> Quantity:
    """Return a share of the margin as a rate; a rate is returned unchanged."""
    if not value.is_share:
        return value
    whole = Decimal(10_000)
    return replace(value, low=value.low * margin_bps / whole, high=value.high * margin_bps / whole, is_share=False)


def _deal(value: str, paper: Paper) -> tuple[Quantity, ...]:
    """Return the quantities that a deal value may mean; an ambiguous sign is read in the currency of the deal."""
    found = only_quantity(value, paper.context)
    is_open = any(one.unit is Unit.MONEY for one in found) and len({one.currency for one in found} - {None}) != 1
    code = currency_of(paper) if is_open else None
    return tuple(dict.fromkeys(replace(one, currency=code) if is_open else one for one in found))


def _zero_in(deal: Quantity, benchmark: Sequence[Quantity]) -> Quantity:
    """Return a bare zero in the unit of the benchmark, because zero is the same in every unit."""
    return replace(deal, unit=benchmark[0].unit) if deal.is_nothing and benchmark else deal


def _as_vote(deal: Quantity, benchmark: Sequence[Quantity], entry: Entry) -> Quantity:
    """Return a bare percentage as a share if the benchmark is one of commitments: lenders vote with nothing else."""
    is_vote = bool(benchmark) and benchmark[0].is_share and "margin" not in entry.value_text.lower()
    return replace(deal, is_share=True) if is_vote and deal.unit is Unit.BPS and not deal.is_rate else deal


def gap_in_unit(gap: Decimal, benchmark: Quantity) -> JsonObject:
    """Return a gap in the unit of its term."""
    match benchmark.unit:
        case Unit.BPS if benchmark.is_share:
            return {"percentage_points": plain(gap / 100)}
        case Unit.BPS:
            return {"bps": plain(gap)}
        case Unit.DAYS | Unit.BUSINESS_DAYS:
            return {"days": plain(gap)}
        case _:
            if not gap:
                return {"text": "none"}
            side = "higher" if gap > 0 else "lower"
            return {"text": f"{benchmark.currency or ''} {abs(gap):,.0f} {side} than the benchmark".strip()}
