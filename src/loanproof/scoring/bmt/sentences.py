"""Pieces of the sentences that explain a label: both values, with page and clause where they are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import plain_decimal
from loanproof.scoring.wording import place_of, quoted

if TYPE_CHECKING:
    from loanproof.cases import ExpectedGap, ExpectedTerm
    from loanproof.outputs import GapOutput


def deviation_text(term: ExpectedTerm) -> str:
    """Return a deviation in words: the deal, its place, the benchmark and the gap."""
    deal = f"the document says {term.deal_value}{place_of(term)}, " if term.deal_value else ""
    return f"{deal}the benchmark {term.benchmark_value}, a gap of {gap_text(term.gap)}"


def gap_text(gap: ExpectedGap | GapOutput | None) -> str:
    """Return the gap of gold or of an output in words."""
    if gap is None:
        return "nothing"
    figures = ((gap.bps, "bps"), (gap.percentage_points, "percentage points"), (gap.days, "days"))
    parts = [f"{plain_decimal(number)} {unit}" for number, unit in figures if number is not None]
    return "; ".join([*parts, *([quoted(gap.text)] if gap.text else [])]) or "nothing"
