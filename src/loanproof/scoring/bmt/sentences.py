"""Writes the sentences that explain the label of a term: both values, their place, and what is wrong with a gap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import Reason, plain_decimal, plain_name
from loanproof.scoring.wording import place_of, quoted

if TYPE_CHECKING:
    from loanproof.cases import ExpectedGap, ExpectedTerm
    from loanproof.outputs import GapOutput

_GAP_SENTENCES = {
    Reason.GAP_DENIED: "The gap is {gold}; the output denies it: {given}.",
    Reason.PERIOD_DIFFERS: "The gap is {gold}; the output gives it for another period: {given}.",
    Reason.ALTERNATIVES_GIVEN: "The gap is {gold}; the output leaves open which it is: {given}.",
}
_OTHER_GAP = "The gap is {gold}; the output says {given}."


def deviation_text(term: ExpectedTerm) -> str:
    """Return a deviation in words: the deal value with its place, the benchmark value and the gap."""
    deal = f"the document says {term.deal_value}{place_of(term)}, " if term.deal_value else ""
    return f"{deal}the benchmark {term.benchmark_value}, a gap of {gap_text(term.gap)}"


def gap_text(gap: ExpectedGap | GapOutput | None) -> str:
    """Return the gap of gold or of an output in words."""
    if gap is None:
        return "nothing"
    figures = ((gap.bps, "bps"), (gap.percentage_points, "percentage points"), (gap.days, "days"))
    parts = [
        f"{plain_decimal(number)} {unit.removesuffix('s') if abs(number) == 1 and unit != 'bps' else unit}"
        for number, unit in figures
        if number is not None
    ]
    return "; ".join([*parts, *([quoted(gap.text)] if gap.text else [])]) or "nothing"


def name_of(term: ExpectedTerm) -> str:
    """Return the name of a term as people write it: ``majority lenders``."""
    return plain_name(term.term)


def gap_fault_text(code: Reason, gold: ExpectedGap | None, given: GapOutput | None) -> str:
    """Return a sentence on what is wrong with a gap."""
    return _GAP_SENTENCES.get(code, _OTHER_GAP).format(gold=gap_text(gold), given=gap_text(given))


def unread_text(gap: GapOutput | None) -> str:
    """Return the end of a sentence about a gap in words from which neither a figure nor a side can be read."""
    return f": {gap_text(gap)} does not tell how far, or which side is higher, longer, stricter or lacking"
