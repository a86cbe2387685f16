"""What an output says about benchmark terms: the jurisdiction it saw, and one comparison per term."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from loanproof.core import Citation
from loanproof.outputs.confidence import UNSTATED, Confidence, read_confidence
from loanproof.outputs.findings import FindingCode
from loanproof.outputs.parts import Part
from loanproof.outputs.places import read_citations
from loanproof.outputs.plain_data import Value
from loanproof.standards import EvalStandard


@dataclass(frozen=True, slots=True, kw_only=True)
class JurisdictionOutput:
    """The law and market of the deal, the association that the output chose, and what it disclosed about it."""

    governing_law: str | None = None
    market: str | None = None
    is_ambiguous: bool | None = None
    benchmark: str | None = None
    disclosure: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkOutput:
    """The benchmark that a comparison names."""

    publication: str | None = None
    reference: str | None = None
    value: Value = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GapOutput:
    """How far the deal is from the benchmark, in the unit chosen by the output."""

    bps: Decimal | None = None
    percentage_points: Decimal | None = None
    days: Decimal | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonOutput:
    """One compared term; ``finding`` is the word as written: deviation, conforms or not_comparable."""

    term: str | None
    finding: str | None = None
    deal_value: Value = None
    benchmark: BenchmarkOutput | None = None
    gap: GapOutput | None = None
    confidence: Confidence = UNSTATED
    citations: tuple[Citation, ...] = ()


def read_jurisdiction(part: Part) -> JurisdictionOutput | None:
    """Read ``jurisdiction``; ``None`` if the output has none."""
    inner = part.part("jurisdiction")
    if inner is None:
        return None
    jurisdiction = JurisdictionOutput(
        governing_law=inner.text("governing_law"),
        market=inner.text("market"),
        is_ambiguous=inner.flag("ambiguous"),
        benchmark=inner.text("benchmark"),
        disclosure=inner.text("disclosure"),
    )
    inner.close()
    return jurisdiction


def read_comparisons(part: Part, standard: EvalStandard) -> tuple[ComparisonOutput, ...]:
    """Read the comparisons in order; one without a term is kept, with a finding."""
    return tuple(_comparison(entry, standard) for entry in part.parts("comparisons"))


def _comparison(part: Part, standard: EvalStandard) -> ComparisonOutput:
    term = part.text("term")
    if term is None or not term.strip():
        part.note(FindingCode.MISSING_KEY, "term", "The comparison names no term.")
    comparison = ComparisonOutput(
        term=term,
        finding=part.text("finding"),
        deal_value=part.value("deal_value"),
        benchmark=_benchmark(part),
        gap=_gap(part),
        confidence=read_confidence(part, standard),
        citations=read_citations(part),
    )
    part.close()
    return comparison


def _benchmark(comparison: Part) -> BenchmarkOutput | None:
    part = comparison.part("benchmark")
    if part is None:
        return None
    benchmark = BenchmarkOutput(
        publication=part.text("publication"), reference=part.text("reference"), value=part.value("value")
    )
    part.close()
    return benchmark


def _gap(comparison: Part) -> GapOutput | None:
    part = comparison.part("gap", text_as="text")
    if part is None:
        return None
    gap = GapOutput(
        bps=part.number("bps"),
        percentage_points=part.number("percentage_points"),
        days=part.number("days"),
        text=part.text("text"),
    )
    part.close()
    return gap
