"""Checks the gap that an output states: its figure, what it says about the figure, and which side it calls ahead.

If gold has a figure, every figure that the output gives must agree with it (A-42), and no statement about it may
contradict gold (C-21). A gap in words must name the side that is ahead (C-23).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from loanproof.benchmarks import PERIODS, Quantity, Unit, only_quantity, spell_out
from loanproof.cases import TermFinding
from loanproof.core import Reason
from loanproof.scoring.bmt.agreement import is_denied, tolerance_for
from loanproof.scoring.bmt.finding_words import read_finding
from loanproof.statements import Measure, Polarity, Side, compare_statements, read_statements, stated_in

if TYPE_CHECKING:
    from loanproof.cases import ExpectedTerm
    from loanproof.scoring.bmt.agreement import Tolerance
    from loanproof.scoring.bmt.gaps import Gap
    from loanproof.values import Context


@dataclass(frozen=True, slots=True, kw_only=True)
class GapRule:
    """How a gap is checked.

    Attributes:
        tolerance: How far a figure may be off.
        direction_must_agree: Whether the direction of the gap must be right.
        reads_statements: Whether statements about a figure are checked (C-21).
        takes_sides: Whether a gap in words must name the side that is ahead, and then needs no figure (C-23).
    """

    tolerance: Tolerance
    direction_must_agree: bool
    reads_statements: bool
    takes_sides: bool


class GapFault(NamedTuple):
    """What is wrong with a gap, and the ruling that says so."""

    code: Reason
    ruling: str


def gap_fault(term: ExpectedTerm, expected: Gap, given: Gap, rule: GapRule, notation: Context) -> GapFault | None:
    """Return what is wrong with a gap, or ``None`` if it is the expected one."""
    said = _fault_of_words(term, given, rule, notation)
    if said is not None:
        return said
    if expected.figures and given.figures:
        faults = (_first_fault(expected.figures[0], alternatives, rule) for alternatives in given.figures)
        fault = next((one for one in faults if one is not None), None)
        # A wrong sign that comes from the words of the gap falls under the ruling on words.
        is_in_words = fault is Reason.GAP_SIGN and bool(given.leads.stated) and rule.takes_sides
        return None if fault is None else GapFault(fault, "C-23" if is_in_words else "A-42")
    if not given.is_described or (expected.figures and not rule.takes_sides):
        return GapFault(Reason.INCOMPLETE_C, "A-41")
    return _fault_of_side(sides_ahead(term, expected, notation), given) if rule.takes_sides else None


def is_unquantified(expected: Gap, given: Gap) -> bool:
    """Return whether gold has a figure for the gap but the output only describes it."""
    return bool(expected.figures) and not given.figures


def states_gap(gap: Gap, tolerance: Tolerance) -> bool:
    """Return whether a gap says that deal and benchmark differ: by a figure, or by words that put one side ahead.

    *Within the range, below its upper end* puts no side ahead.
    """
    if gap.figures:
        return gap.is_distance and not _is_zero(gap, tolerance)
    is_ahead = any(len(gap.leads.ahead(measure)) == 1 for measure in (Measure.LEVEL, Measure.STRICTNESS))
    return is_ahead and read_finding(gap.words) is not TermFinding.CONFORMS


def _is_zero(gap: Gap, tolerance: Tolerance) -> bool:
    return all(any(_accepts(one.low, one, tolerance) for one in alternatives) for alternatives in gap.figures)


def sides_ahead(term: ExpectedTerm, gap: Gap, notation: Context) -> Mapping[Measure, Side]:
    """Return which side is ahead in each measure: as the gap in gold says, otherwise as its two values show."""
    ahead = dict(_from_values(term, notation))
    if gap.figures and gap.figures[0][0].low:
        ahead[Measure.LEVEL] = Side.DEAL if gap.figures[0][0].low > 0 else Side.BENCHMARK
    for measure in Measure:
        sides = gap.leads.ahead(measure)
        if len(sides) == 1:
            ahead[measure] = next(iter(sides))
    return ahead


def _from_values(term: ExpectedTerm, notation: Context) -> Iterator[tuple[Measure, Side]]:
    """Yield the side that is ahead by the two values of gold: the higher one, or the only one that has something."""
    deals, benchmarks = (only_quantity(text, notation) for text in (term.deal_value, term.benchmark_value))
    for own in deals[:1]:
        for benchmark in benchmarks[:1]:
            deal = own.like(benchmark)
            if deal.counts_as(benchmark) and deal.low > benchmark.high:
                yield Measure.LEVEL, Side.DEAL
            elif deal.counts_as(benchmark) and deal.high < benchmark.low:
                yield Measure.LEVEL, Side.BENCHMARK
    if not deals and not benchmarks and term.deal_value and term.benchmark_value:
        lacks = is_denied(term.deal_value)
        if lacks is not is_denied(term.benchmark_value):
            yield Measure.PRESENCE, Side.BENCHMARK if lacks else Side.DEAL


def _fault_of_words(term: ExpectedTerm, given: Gap, rule: GapRule, notation: Context) -> GapFault | None:
    """Return the fault of a gap whose words deny it, offer alternatives, or give it for another period."""
    if given.leads.denies_gap and (rule.reads_statements if given.figures else rule.takes_sides):
        return GapFault(Reason.GAP_DENIED, "C-21" if given.figures else "C-23")
    if given.said is None or not rule.reads_statements:
        return None
    if given.said.polarity is not Polarity.STATED:
        return GapFault(Reason.GAP_DENIED, "C-21")
    if given.said.alternatives:
        return GapFault(Reason.ALTERNATIVES_GIVEN, "C-21")
    texts = [stated_in(spell_out(text), notation) for text in (term.deal_value, term.benchmark_value) if text]
    found = compare_statements([given.said], [one for text in texts for one in read_statements(text)])
    has_other_period = any(one.code is Reason.PERIOD_DIFFERS for one in found)
    return GapFault(Reason.PERIOD_DIFFERS, "C-21") if has_other_period else None


def _fault_of_side(ahead: Mapping[Measure, Side], given: Gap) -> GapFault | None:
    """Return what is wrong with the sides that a gap in words calls ahead, in the measures that gold compares."""
    named = {measure: given.leads.ahead(measure) for measure in ahead}
    told = {measure: sides for measure, sides in named.items() if sides}
    if len(told.get(Measure.PRESENCE, ())) > 1:
        del told[Measure.PRESENCE]  # each side has something that the other lacks, which decides nothing
    if any(sides != {ahead[measure]} for measure, sides in told.items()):
        return GapFault(Reason.GAP_SIGN, "C-23")
    return GapFault(Reason.INCOMPLETE_C, "C-23") if ahead and not told else None


def _first_fault(expected: Sequence[Quantity], given: Sequence[Quantity], rule: GapRule) -> Reason | None:
    """Return the fault of a figure that may mean several quantities: none if any reading of it is right."""
    faults = [_fault(one, other, rule) for one in expected for other in given]
    return None if None in faults else faults[0]


def _fault(expected: Quantity, given: Quantity, rule: GapRule) -> Reason | None:
    """Return what is wrong with one figure of a gap: its unit, its sign or its size; ``None`` if it is right."""
    if not _same_unit(expected, given):
        return Reason.GAP_OUT_OF_TOLERANCE
    if rule.direction_must_agree:
        if expected.low and _sign(expected.low) != _sign(given.low):
            return Reason.GAP_SIGN
        error = given.low - expected.low
    else:  # the sign does not count, so the smaller of the two errors does
        error = min(given.low - expected.low, abs(given.low) - abs(expected.low), key=abs)
    # Gold itself may be rounded: 16.57 for 16.566…
    shown = replace(given, step=max(given.step, expected.step))
    return None if _accepts(error, shown, rule.tolerance) else Reason.GAP_OUT_OF_TOLERANCE


def _accepts(error: Decimal, figure: Quantity, tolerance: Tolerance) -> bool:
    return tolerance_for(figure.unit, tolerance).accepts(error, step=figure.step)


def _same_unit(expected: Quantity, given: Quantity) -> bool:
    if {expected.unit, given.unit} <= PERIODS - {Unit.MONTHS}:
        return True  # a gap in days need not repeat whether the term counts Business Days or calendar days
    return expected.counts_as(given)


def _sign(value: Decimal) -> int:
    return (value > 0) - (value < 0)
