"""One term: what the output says about it, compared with gold. Citation and jurisdiction are looked at elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from loanproof.cases import TermFinding
from loanproof.core import Reason
from loanproof.outputs import BenchmarkOutput
from loanproof.scoring.bmt.agreement import Agreement, compare_values, is_named, is_stated
from loanproof.scoring.bmt.benchmark_values import holds_deal, is_expected_benchmark
from loanproof.scoring.bmt.gaps import Gap, gap_fault, is_unquantified, is_zero, read_gap, read_leaning_gap
from loanproof.scoring.bmt.rules import rules_of
from loanproof.scoring.bmt.sentences import deviation_text, gap_text
from loanproof.scoring.checks import Check
from loanproof.scoring.results import CaseFinding
from loanproof.scoring.wording import place_of, quoted, tell_sentence
from loanproof.scoring.written_values import write_value
from loanproof.standards import Label
from loanproof.statements import contradictions

if TYPE_CHECKING:
    from loanproof.cases import ExpectedGap, ExpectedTerm
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


def finding_of(comparison: ComparisonOutput) -> TermFinding | None:
    """Return what an output finds about a term; letter case, hyphens and words around it never matter."""
    words = (comparison.finding or "")[:_LONGEST_FINDING].casefold().replace("-", " ").replace("_", " ")
    plain = " ".join(words.split())
    return next((finding for pattern, finding in _FINDINGS if pattern.search(plain)), None)


def label_of_finding(finding: TermFinding) -> Label:
    """Return the label of a term about which the right thing was found."""
    return Label.TRUE_NEGATIVE if finding is TermFinding.CONFORMS else Label.CORRECT


def value_text(value: Value) -> str | None:
    """Return a deal or benchmark value as text; an amount in its structured form as people write it."""
    if isinstance(value, Mapping) and set(value) == {"amount", "currency"}:
        return f"{write_value(value['currency'])} {write_value(value['amount'])}"
    return write_value(value)


def agrees_with_deal(term: ExpectedTerm, comparison: ComparisonOutput, context: ScoringContext) -> bool:
    """Tell whether the deal value that is given is the expected one, or the output leaves it out."""
    given = value_text(comparison.deal_value)
    if term.deal_value is None or given is None or not is_stated(given, context.absence):
        return True
    rules = rules_of(term, context)
    return compare_values(term.deal_value, given, context.notation, rules.deal) is Agreement.AGREES


def check_missing(term: ExpectedTerm, context: ScoringContext) -> Check:
    """Check a term that the output does not mention: a true negative is not silence."""
    match term.finding:
        case TermFinding.DEVIATION:
            message = f"The output does not mention {term.term}: {deviation_text(term)}."
            return Check(Label.FAIL, Reason.DEVIATION_MISSED, message)
        case TermFinding.CONFORMS:
            message = f"The output does not mention {term.term}; silence confirms nothing."
            return Check(Label.FAIL, Reason.NOT_STATED, message)
        case TermFinding.NOT_COMPARABLE:
            return _not_stated(f"The output does not say that no benchmark compares with {term.term}.", context)


def check_term(term: ExpectedTerm, comparison: ComparisonOutput, context: ScoringContext) -> tuple[Check, ...]:
    """Check a comparison by what gold finds about its term: its faults, or the one thing that is right."""
    return _TermComparison(term, comparison, context).checks()


def term_findings(term: ExpectedTerm, comparison: ComparisonOutput, context: ScoringContext) -> tuple[CaseFinding, ...]:
    """Return what is noticed in a comparison and changes no label."""
    return tuple(_TermComparison(term, comparison, context).findings())


class _TermComparison:
    """One comparison beside its gold term."""

    def __init__(self, term: ExpectedTerm, comparison: ComparisonOutput, context: ScoringContext) -> None:
        self.term = term
        self.best = label_of_finding(term.finding)
        self.finding = finding_of(comparison)
        self.context = context
        self.notation = context.notation
        self.rules = rules_of(term, context)
        self.deal = value_text(comparison.deal_value)
        self.source = comparison.benchmark or BenchmarkOutput()
        self.benchmark = value_text(self.source.value)
        self.gap: GapOutput | None = comparison.gap

    def checks(self) -> tuple[Check, ...]:
        expected = self.term.finding
        if expected is TermFinding.NOT_COMPARABLE:
            return self._without_comparator()
        if self.finding is TermFinding.NOT_COMPARABLE:
            message = f"{self.term.term} has a benchmark, {self.term.benchmark_value}, so it must be compared."
            return (Check(Label.FAIL, Reason.COMPARATOR_EXISTS, message),)
        if expected is TermFinding.CONFORMS:
            return self._conforming()
        return self._deviating()

    def _deviating(self) -> tuple[Check, ...]:
        if self.finding is not TermFinding.DEVIATION:
            message = f"The output reports no deviation: {deviation_text(self.term)}."
            return (Check(Label.FAIL, Reason.DEVIATION_MISSED, message),)
        faults = (*self._deal_faults(is_needed=True), *self._benchmark_faults(), *self._gap_faults())
        found = f"The output finds the deviation of {self.term.term}: {deviation_text(self.term)}."
        return faults or (Check(self.best, Reason.DEVIATION_FOUND, found),)

    def _conforming(self) -> tuple[Check, ...]:
        if self.finding is TermFinding.DEVIATION:
            message = f"{self.term.term} is in line with {self.term.benchmark_value}; the output flags a deviation."
            return (Check(Label.FAIL, Reason.FALSE_POSITIVE, message),)
        if self.finding is None:
            message = f"The output does not say whether {self.term.term} conforms."
            return (Check(Label.FAIL, Reason.NOT_STATED, message),)
        contradiction = self._contradiction()
        faults = (
            *self._deal_faults(is_needed=False),
            *((contradiction,) if contradiction else self._benchmark_faults()),
        )
        confirmed = f"The output confirms {self.term.term} with a benchmark that agrees: {self.benchmark}."
        return faults or (Check(self.best, Reason.CONFORMITY_CONFIRMED, confirmed),)

    def _without_comparator(self) -> tuple[Check, ...]:
        if self.finding is TermFinding.DEVIATION:
            message = f"No benchmark compares with {self.term.term}, so it cannot deviate from one."
            return (Check(Label.FAIL, Reason.FALSE_POSITIVE_NO_COMPARATOR, message),)
        if self.finding is not TermFinding.NOT_COMPARABLE:
            message = f"The output does not say that comparison is inapplicable or limited for {self.term.term}."
            return (_not_stated(message, self.context),)
        stated = f"The output says that no benchmark compares with {self.term.term}."
        faults = tuple(self._deal_faults(is_needed=False))
        return faults or (Check(self.best, Reason.NOT_COMPARABLE_STATED, stated),)

    def _deal_faults(self, *, is_needed: bool) -> Iterator[Check]:
        if not is_stated(self.deal, self.context.absence):
            if is_needed:
                yield self._incomplete(Reason.INCOMPLETE_A)
            return
        expected = self.term.deal_value
        if expected is None or self.deal is None:
            return
        agreement = compare_values(expected, self.deal, self.notation, self.rules.deal)
        if agreement is Agreement.UNIT_MISSING:
            yield self._incomplete(Reason.INCOMPLETE_A, f", for {quoted(self.deal)} has no unit")
        elif agreement is Agreement.DIFFERS:
            message = f"The document says {expected}{place_of(self.term)}; the output says {quoted(self.deal)}."
            label = self.context.parameters.bmt.wrong_deal_value
            yield Check(label, Reason.DEAL_VALUE_WRONG, message, ruling="C-10")
        else:
            quotes = [citation.quote for citation in self.term.citations]
            yield from self._contradictions(self.deal, expected, quotes, Reason.DEAL_VALUE_WRONG)

    def _benchmark_faults(self) -> Iterator[Check]:
        bases = self.context.parameters.bmt.gap_bases
        if not is_stated(self.benchmark, self.context.absence):
            yield self._incomplete(Reason.INCOMPLETE_B)
        elif not is_expected_benchmark(self.term, self.benchmark, self.rules.benchmark, bases, self.notation):
            message = f"The benchmark is {self.term.benchmark_value}; the output says {quoted(self.benchmark)}."
            yield Check(Label.FAIL, Reason.BENCHMARK_VALUE_WRONG, message, ruling="C-10")
        elif self.benchmark is not None and self.term.benchmark_value is not None:
            wrong = Reason.BENCHMARK_VALUE_WRONG
            yield from self._contradictions(self.benchmark, self.term.benchmark_value, (), wrong)
        sources = self.source.publication, self.source.reference
        if not all(is_named(one, self.context.absence) for one in sources):
            yield self._incomplete(Reason.INCOMPLETE_D)

    def _contradictions(self, given: str, expected: str, quotes: Sequence[str], code: Reason) -> Iterator[Check]:
        """Yield in what a value with the right figure contradicts its source: period, direction, denial."""
        if self.context.parameters.clarifications.statements:
            for one in contradictions(given, expected, quotes, self.notation):
                yield Check(Label.FAIL, code, tell_sentence(one, expected), ruling="C-21")

    def findings(self) -> Iterator[CaseFinding]:
        """Yield what is noticed and costs nothing: figures are compared, and the gap only names the right side."""
        is_deviation = self.term.finding is self.finding is TermFinding.DEVIATION
        if is_deviation and is_unquantified(self._read_gap(self.term.gap), self._read_gap(self.gap)):
            message = f"The gap is {gap_text(self.term.gap)}; the output only says {gap_text(self.gap)}."
            yield CaseFinding(code=Reason.GAP_NOT_QUANTIFIED, message=message, item=self.term.term)

    def _contradiction(self) -> Check | None:
        """Return why what the output itself says does not confirm that the term conforms."""
        gap = self._read_gap(self.gap)
        if gap.is_directed and not is_zero(gap, self.rules.gap.tolerance):
            message = f"The output says that {self.term.term} conforms, and yet states a gap."
            return Check(Label.FAIL, Reason.BENCHMARK_DISAGREES, message, ruling="C-10")
        deal = self.term.deal_value or self.deal
        if holds_deal(self.benchmark, deal, self.rules.benchmark, self.notation):
            return None
        message = f"The deal says {deal}; the benchmark that the output cites, {quoted(self.benchmark)}, disagrees."
        return Check(Label.FAIL, Reason.BENCHMARK_DISAGREES, message, ruling="C-10")

    def _gap_faults(self) -> Iterator[Check]:
        fault = gap_fault(self._read_gap(self.term.gap), self._read_gap(self.gap), self.rules.gap)
        if fault is Reason.INCOMPLETE_C:
            yield self._incomplete(fault)
        elif fault is not None:
            message = f"The gap is {gap_text(self.term.gap)}; the output says {gap_text(self.gap)}."
            ruling = "C-23" if self.context.parameters.clarifications.qualitative_gaps else "A-42"
            yield Check(Label.FAIL, fault, message, ruling=ruling)

    def _read_gap(self, gap: ExpectedGap | GapOutput | None) -> Gap:
        is_leaning = self.context.parameters.clarifications.qualitative_gaps
        return (read_leaning_gap if is_leaning else read_gap)(gap, self.notation, self.context.absence)

    def _incomplete(self, code: Reason, more: str = "") -> Check:
        """Return the check of a missing element; what a deviation without it is worth is set by a ruling."""
        ruling = "A-41" if self.term.finding is TermFinding.DEVIATION else "C-10"
        score = Fraction(self.context.parameters.bmt_incomplete_score) if self.best is Label.CORRECT else None
        message = f"The output does not state {_ELEMENTS[code]}{more}."
        return Check(Label.FAIL, code, message, ruling=ruling, score=score)


def _not_stated(message: str, context: ScoringContext) -> Check:
    return Check(context.parameters.bmt.not_stated, Reason.NOT_STATED, message, ruling="A-46")
