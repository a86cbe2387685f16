"""One term: what the output says about it, held against gold. Citation and jurisdiction are judged elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.cases import TermFinding
from loanproof.core import Reason
from loanproof.outputs import BenchmarkOutput
from loanproof.scoring.bmt.agreement import Agreement, compare_values, is_named, is_stated
from loanproof.scoring.bmt.benchmark_values import holds_deal, is_expected_benchmark
from loanproof.scoring.bmt.gaps import is_zero, judge_gap, read_gap
from loanproof.scoring.bmt.rules import rules_of
from loanproof.scoring.bmt.sentences import deviation_text, expected_gap_text, given_gap_text, place_text, shown
from loanproof.scoring.results import LabelReason
from loanproof.scoring.written_values import write_value
from loanproof.standards import Label

if TYPE_CHECKING:
    from loanproof.cases import ExpectedTerm
    from loanproof.outputs import ComparisonOutput, GapOutput, Value
    from loanproof.scoring.context import ScoringContext

# The first pattern that is found decides: what denies a finding comes before the finding.
_FINDINGS = (
    (
        re.compile(
            r"\bnot comparable|\bincomparable|\binapplicable|\bnot applicable|\blimited|\bno (?:benchmark|comparator)"
        ),
        TermFinding.NOT_COMPARABLE,
    ),
    (re.compile(r"\bno deviation|\bnot (?:a )?deviat|\bwithout deviation|\btrue negative"), TermFinding.CONFORMS),
    (
        re.compile(r"\bnot (?:in line|conform|complian|consistent)|\bnon ?(?:conform|complian)|\bdeviat"),
        TermFinding.DEVIATION,
    ),
    (re.compile(r"\bconform|\bin line|\bcomplian|\bconsistent|\bmarket standard"), TermFinding.CONFORMS),
)
_LONGEST_FINDING = 200
_ELEMENTS = {
    Reason.INCOMPLETE_A: "the value of the deal",
    Reason.INCOMPLETE_B: "the value of the benchmark",
    Reason.INCOMPLETE_C: "a gap that can be checked",
    Reason.INCOMPLETE_D: "the publication with its reference",
}
INCOMPLETE = frozenset(_ELEMENTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class TermVerdict:
    """What the content of a term earns, and why, the decisive reason first."""

    label: Label
    reasons: tuple[LabelReason, ...]
    is_incomplete: bool = False


def finding_of(comparison: ComparisonOutput) -> TermFinding | None:
    """Return what an output finds about a term; letter case, hyphens and words around it never matter."""
    words = (comparison.finding or "")[:_LONGEST_FINDING].casefold().replace("-", " ").replace("_", " ")
    plain = " ".join(words.split())
    return next((finding for pattern, finding in _FINDINGS if pattern.search(plain)), None)


def value_text(value: Value) -> str | None:
    """Return a deal or benchmark value as text; an amount in its structured form as people write it."""
    if isinstance(value, Mapping) and set(value) == {"amount", "currency"}:
        return f"{write_value(value['currency'])} {write_value(value['amount'])}"
    return write_value(value)


def agrees_with_deal(term: ExpectedTerm, comparison: ComparisonOutput, context: ScoringContext) -> bool:
    """Tell whether the deal value that is given is the expected one, or the output leaves it out."""
    given = value_text(comparison.deal_value)
    if term.deal_value is None or given is None or not is_stated(given):
        return True
    rules = rules_of(term, context)
    return compare_values(term.deal_value, given, context.notation, rules.deal) is Agreement.AGREES


def judge_missing(term: ExpectedTerm, context: ScoringContext) -> TermVerdict:
    """Judge a term that the output does not mention: a true negative is not silence."""
    match term.finding:
        case TermFinding.DEVIATION:
            return _fail(Reason.DEVIATION_MISSED, f"The output does not mention {term.term}: {deviation_text(term)}.")
        case TermFinding.CONFORMS:
            return _fail(Reason.NOT_STATED, f"The output does not mention {term.term}; silence confirms nothing.")
        case TermFinding.NOT_COMPARABLE:
            message = f"The output does not say that no benchmark compares with {term.term}."
            return _not_stated(message, context)


def judge_term(term: ExpectedTerm, comparison: ComparisonOutput, context: ScoringContext) -> TermVerdict:
    """Judge a comparison by what gold finds about its term."""
    return _Judge(term, comparison, context).verdict()


class _Judge:
    """One comparison beside its gold term."""

    def __init__(self, term: ExpectedTerm, comparison: ComparisonOutput, context: ScoringContext) -> None:
        self.term = term
        self.finding = finding_of(comparison)
        self.context = context
        self.bases = context.parameters.bmt.gap_bases
        self.rules = rules_of(term, context)
        self.deal = value_text(comparison.deal_value)
        self.source = comparison.benchmark or BenchmarkOutput()
        self.benchmark = value_text(self.source.value)
        self.gap: GapOutput | None = comparison.gap

    def verdict(self) -> TermVerdict:
        expected = self.term.finding
        if expected is TermFinding.NOT_COMPARABLE:
            return self._without_comparator()
        if self.finding is TermFinding.NOT_COMPARABLE:
            message = f"{self.term.term} has a benchmark, {self.term.benchmark_value}, so it must be compared."
            return _fail(Reason.COMPARATOR_EXISTS, message)
        if expected is TermFinding.CONFORMS:
            return self._conforming()
        return self._deviating()

    def _deviating(self) -> TermVerdict:
        if self.finding is not TermFinding.DEVIATION:
            return _fail(Reason.DEVIATION_MISSED, f"The output reports no deviation: {deviation_text(self.term)}.")
        faults = [*self._deal_faults(is_needed=True), *self._benchmark_faults(), *self._gap_faults()]
        found = f"The output finds the deviation of {self.term.term}: {deviation_text(self.term)}."
        return self._judged(faults, Label.CORRECT, Reason.DEVIATION_FOUND, found)

    def _conforming(self) -> TermVerdict:
        if self.finding is TermFinding.DEVIATION:
            message = f"{self.term.term} is in line with {self.term.benchmark_value}; the output flags a deviation."
            return _fail(Reason.FALSE_POSITIVE, message)
        if self.finding is None:
            return _fail(Reason.NOT_STATED, f"The output does not say whether {self.term.term} conforms.")
        contradiction = self._contradiction()
        faults = [
            *self._deal_faults(is_needed=False),
            *([contradiction] if contradiction else self._benchmark_faults()),
        ]
        confirmed = f"The output confirms {self.term.term} with a benchmark that agrees: {self.benchmark}."
        return self._judged(faults, Label.TRUE_NEGATIVE, Reason.CONFORMITY_CONFIRMED, confirmed)

    def _without_comparator(self) -> TermVerdict:
        if self.finding is TermFinding.DEVIATION:
            message = f"No benchmark compares with {self.term.term}, so it cannot deviate from one."
            return _fail(Reason.FALSE_POSITIVE_NO_COMPARATOR, message)
        if self.finding is not TermFinding.NOT_COMPARABLE:
            message = f"The output does not say that comparison is inapplicable or limited for {self.term.term}."
            return _not_stated(message, self.context)
        stated = f"The output says that no benchmark compares with {self.term.term}."
        return self._judged(
            list(self._deal_faults(is_needed=False)), Label.CORRECT, Reason.NOT_COMPARABLE_STATED, stated
        )

    def _judged(self, faults: list[LabelReason], best: Label, reason: Reason, message: str) -> TermVerdict:
        if not faults:
            return TermVerdict(label=best, reasons=(LabelReason(code=reason, message=message),))
        is_wrong_deal = any(fault.code is Reason.DEAL_VALUE_WRONG for fault in faults)
        others = [fault for fault in faults if fault.code is not Reason.DEAL_VALUE_WRONG]
        label = Label.FAIL if others else best
        if is_wrong_deal:
            label = label.limited_to(self.context.parameters.bmt.wrong_deal_value)
        is_incomplete = best is Label.CORRECT and all(fault.code in INCOMPLETE for fault in faults)
        return TermVerdict(label=label, reasons=tuple(faults), is_incomplete=is_incomplete)

    def _deal_faults(self, *, is_needed: bool) -> Iterator[LabelReason]:
        if not is_stated(self.deal):
            if is_needed:
                yield self._incomplete(Reason.INCOMPLETE_A)
            return
        expected = self.term.deal_value
        if expected is None or self.deal is None:
            return
        agreement = compare_values(expected, self.deal, self.context.notation, self.rules.deal)
        if agreement is Agreement.UNIT_MISSING:
            yield self._incomplete(Reason.INCOMPLETE_A, f", for {shown(self.deal)} has no unit")
        elif agreement is Agreement.DIFFERS:
            message = f"The document says {expected}{place_text(self.term)}; the output says {shown(self.deal)}."
            yield LabelReason(code=Reason.DEAL_VALUE_WRONG, message=message, ruling="C-10")

    def _benchmark_faults(self) -> Iterator[LabelReason]:
        if not is_stated(self.benchmark):
            yield self._incomplete(Reason.INCOMPLETE_B)
        elif not is_expected_benchmark(
            self.term, self.benchmark, self.rules.benchmark, self.bases, self.context.notation
        ):
            message = f"The benchmark is {self.term.benchmark_value}; the output says {shown(self.benchmark)}."
            yield LabelReason(code=Reason.BENCHMARK_VALUE_WRONG, message=message, ruling="C-10")
        if not is_named(self.source.publication) or not is_named(self.source.reference):
            yield self._incomplete(Reason.INCOMPLETE_D)

    def _contradiction(self) -> LabelReason | None:
        """Return why what the output itself says does not confirm that the term conforms."""
        gap = read_gap(self.gap, self.context.notation)
        if gap.is_directed and not is_zero(gap, self.rules.gap.tolerance):
            message = f"The output says that {self.term.term} conforms, and yet states a gap."
            return LabelReason(code=Reason.BENCHMARK_DISAGREES, message=message, ruling="C-10")
        deal = self.term.deal_value or self.deal
        if holds_deal(self.benchmark, deal, self.rules.benchmark, self.context.notation):
            return None
        message = f"The deal says {deal}; the benchmark that the output cites, {shown(self.benchmark)}, disagrees."
        return LabelReason(code=Reason.BENCHMARK_DISAGREES, message=message, ruling="C-10")

    def _gap_faults(self) -> Iterator[LabelReason]:
        expected = read_gap(self.term.gap, self.context.notation)
        fault = judge_gap(expected, read_gap(self.gap, self.context.notation), self.rules.gap)
        if fault is Reason.INCOMPLETE_C:
            yield self._incomplete(fault)
        elif fault is not None:
            message = f"The gap is {expected_gap_text(self.term)}; the output says {given_gap_text(self.gap)}."
            yield LabelReason(code=fault, message=message, ruling="A-42")

    def _incomplete(self, code: Reason, more: str = "") -> LabelReason:
        ruling = "A-41" if self.term.finding is TermFinding.DEVIATION else "C-10"
        return LabelReason(code=code, message=f"The output does not state {_ELEMENTS[code]}{more}.", ruling=ruling)


def _fail(code: Reason, message: str) -> TermVerdict:
    return TermVerdict(label=Label.FAIL, reasons=(LabelReason(code=code, message=message),))


def _not_stated(message: str, context: ScoringContext) -> TermVerdict:
    reason = LabelReason(code=Reason.NOT_STATED, message=message, ruling="A-46")
    return TermVerdict(label=context.parameters.bmt.not_stated, reasons=(reason,))
