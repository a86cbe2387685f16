"""Checks what an output says about one term against gold; citations and jurisdiction are checked elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from loanproof.benchmarks import spell_out
from loanproof.cases import TermFinding
from loanproof.core import Reason
from loanproof.outputs import BenchmarkOutput
from loanproof.scoring.bmt.agreement import Agreement, compare_values, is_named, is_stated
from loanproof.scoring.bmt.benchmark_values import holds_deal, is_expected_benchmark
from loanproof.scoring.bmt.finding_words import read_finding
from loanproof.scoring.bmt.gap_faults import GapFault, gap_fault, is_unquantified, states_gap
from loanproof.scoring.bmt.gaps import Gap, read_gap
from loanproof.scoring.bmt.rules import rules_of
from loanproof.scoring.bmt.sentences import (
    deviation_text,
    gap_fault_text,
    gap_text,
    name_of,
    unread_text,
)
from loanproof.scoring.changing_words import ChangingWords, changing_words, checks_of, findings_of
from loanproof.scoring.checks import Check, unread_checks
from loanproof.scoring.results import CaseFinding
from loanproof.scoring.wording import place_of, quoted, tell_sentence
from loanproof.scoring.written_values import write_value
from loanproof.standards import Label
from loanproof.statements import value_contradictions

if TYPE_CHECKING:
    from loanproof.cases import ExpectedGap, ExpectedTerm
    from loanproof.outputs import ComparisonOutput, GapOutput, Value
    from loanproof.scoring.context import ScoringContext

# The key of a term already says what its value belongs to, so contradictions about the subject do not count.
_COMPARED_REASONS = frozenset(
    {Reason.DIRECTION_TURNED, Reason.PERIOD_DIFFERS, Reason.BASE_DIFFERS, Reason.ALTERNATIVES_GIVEN}
)
_ELEMENTS = {
    Reason.INCOMPLETE_A: "the value of the deal",
    Reason.INCOMPLETE_B: "the value of the benchmark",
    Reason.INCOMPLETE_C: "a gap that can be checked",
    Reason.INCOMPLETE_D: "the publication with its reference",
}


def finding_of(comparison: ComparisonOutput) -> TermFinding | None:
    """Return the finding of a comparison, or None if its words say none."""
    return read_finding(comparison.finding)


def label_of_finding(finding: TermFinding) -> Label:
    """Return the label of a term for which this finding is right."""
    return Label.TRUE_NEGATIVE if finding is TermFinding.CONFORMS else Label.CORRECT


def value_text(value: Value) -> str | None:
    """Return a deal or benchmark value as text; a structured amount as people write it: *USD 1000*."""
    if isinstance(value, Mapping) and set(value) == {"amount", "currency"}:
        return f"{write_value(value['currency'])} {write_value(value['amount'])}"
    return write_value(value)


def agrees_with_deal(term: ExpectedTerm, comparison: ComparisonOutput, context: ScoringContext) -> bool:
    """Return whether the output gives the expected deal value; also true if either side states none."""
    given = value_text(comparison.deal_value)
    if term.deal_value is None or given is None or not is_stated(given, context.absence):
        return True
    rules = rules_of(term, context)
    return compare_values(term.deal_value, given, context.notation, rules.deal) is Agreement.AGREES


def check_missing(term: ExpectedTerm, context: ScoringContext) -> Check:
    """Return the check of a term that the output does not mention: silence does not confirm that a term conforms."""
    match term.finding:
        case TermFinding.DEVIATION:
            message = f"The output does not mention {name_of(term)}: {deviation_text(term)}."
            return Check(Label.FAIL, Reason.DEVIATION_MISSED, message)
        case TermFinding.CONFORMS:
            message = f"The output does not mention {name_of(term)}; silence confirms nothing."
            return Check(Label.FAIL, Reason.NOT_STATED, message)
        case TermFinding.NOT_COMPARABLE:
            return _not_stated(f"The output does not say that no benchmark compares with {name_of(term)}.", context)


class TermChecks(NamedTuple):
    """The checks of a comparison, and its findings, which do not change the label."""

    checks: tuple[Check, ...]
    findings: tuple[CaseFinding, ...]


def check_term(
    term: ExpectedTerm, comparison: ComparisonOutput, context: ScoringContext, associations: Collection[str]
) -> TermChecks:
    """Check a comparison against the finding in gold; ``associations`` are names that mean the benchmark."""
    compared = _TermComparison(term, comparison, context, associations)
    beside = tuple(_words_beside(term, comparison, context))
    checks = (*compared.checks(), *unread_checks(comparison), *checks_of(beside))
    return TermChecks(checks, (*compared.findings(), *findings_of(beside, term.term)))


def _words_beside(term: ExpectedTerm, comparison: ComparisonOutput, context: ScoringContext) -> Iterator[ChangingWords]:
    """Yield the words around a deal value that change its meaning and that no quote of it contains."""
    deal = value_text(comparison.deal_value)
    if deal is None or not context.parameters.clarifications.companions:
        return
    quotes = [*(one.quote for one in term.citations), *(one.quote or "" for one in comparison.citations)]
    yield from changing_words(deal, quotes, context)


class _TermComparison:
    """One comparison of the output together with the term that gold expects."""

    def __init__(
        self, term: ExpectedTerm, comparison: ComparisonOutput, context: ScoringContext, associations: Collection[str]
    ) -> None:
        self.term = term
        self.name = name_of(term)
        self.best = label_of_finding(term.finding)
        self.finding = finding_of(comparison)
        self.context = context
        self.notation = context.notation
        self.rules = rules_of(term, context)
        self.deal = value_text(comparison.deal_value)
        self.source = comparison.benchmark or BenchmarkOutput()
        self.benchmark = value_text(self.source.value)
        self.gap: GapOutput | None = comparison.gap
        self.associations = associations

    def checks(self) -> tuple[Check, ...]:
        """Return the faults of the comparison, or a single check that says what is right about it."""
        expected = self.term.finding
        if expected is TermFinding.NOT_COMPARABLE:
            return self._without_comparator()
        if self.finding is TermFinding.NOT_COMPARABLE:  # wrong, because gold has a benchmark
            message = f"{self.name} has a benchmark, {self.term.benchmark_value}, so it must be compared."
            return (Check(Label.FAIL, Reason.COMPARATOR_EXISTS, message),)
        if expected is TermFinding.CONFORMS:
            return self._conforming()
        return self._deviating()

    def findings(self) -> Iterator[CaseFinding]:
        """Yield a finding if the output describes the gap rightly, but without the figure that gold has (C-23)."""
        is_deviation = self.term.finding is TermFinding.DEVIATION is self.finding
        if is_deviation and self._gap_fault is None and is_unquantified(self._expected_gap, self._given_gap):
            message = f"The gap of {self.name} is {gap_text(self.term.gap)}; the output only describes it."
            yield CaseFinding(code=Reason.GAP_NOT_QUANTIFIED, message=message, item=self.term.term)

    def _deviating(self) -> tuple[Check, ...]:
        """Return the checks of a term that deviates in gold: finding, both values, gap and source must be right."""
        if self.finding is not TermFinding.DEVIATION:
            message = f"The output reports no deviation: {deviation_text(self.term)}."
            return (Check(Label.FAIL, Reason.DEVIATION_MISSED, message),)
        faults = (*self._deal_faults(is_needed=True), *self._benchmark_faults(), *self._gap_faults())
        found = f"The output finds the deviation of {self.name}: {deviation_text(self.term)}."
        return faults or (Check(self.best, Reason.DEVIATION_FOUND, found),)

    def _conforming(self) -> tuple[Check, ...]:
        """Return the checks of a term that conforms in gold: a benchmark that fits the deal must confirm it."""
        if self.finding is TermFinding.DEVIATION:
            message = f"The deal is in line on {self.name} ({self.term.benchmark_value}); the output flags a deviation."
            return (Check(Label.FAIL, Reason.FALSE_POSITIVE, message),)
        if self.finding is None:
            message = f"The output does not say whether {self.name} conforms."
            return (Check(Label.FAIL, Reason.NOT_STATED, message),)
        # If the output contradicts its own finding, its benchmark value need not be compared with gold as well.
        contradiction = self._contradiction()
        faults = (
            *self._deal_faults(is_needed=False),
            *((contradiction,) if contradiction else self._benchmark_faults()),
        )
        confirmed = f"The output confirms {self.name} with a benchmark that agrees: {self.benchmark}."
        return faults or (Check(self.best, Reason.CONFORMITY_CONFIRMED, confirmed),)

    def _without_comparator(self) -> tuple[Check, ...]:
        """Return the checks of a term that has no benchmark in gold: the output must say so."""
        if self.finding is TermFinding.DEVIATION:
            message = f"No benchmark compares with {self.name}, so it cannot deviate from one."
            return (Check(Label.FAIL, Reason.FALSE_POSITIVE_NO_COMPARATOR, message),)
        if self.finding is not TermFinding.NOT_COMPARABLE:
            message = f"The output does not say that comparison is inapplicable or limited for {self.name}."
            return (_not_stated(message, self.context),)
        stated = f"The output says that no benchmark compares with {self.name}."
        faults = tuple(self._deal_faults(is_needed=False))
        return faults or (Check(self.best, Reason.NOT_COMPARABLE_STATED, stated),)

    def _deal_faults(self, *, is_needed: bool) -> Iterator[Check]:
        """Yield what is wrong with the deal value, which may be left out unless it is needed."""
        if not is_stated(self.deal, self.context.absence):
            if is_needed:
                yield self._incomplete(Reason.INCOMPLETE_A)
            return
        expected = self.term.deal_value
        if expected is None or self.deal is None:
            return
        agreement = compare_values(expected, self.deal, self.notation, self.rules.deal)
        if agreement is Agreement.UNIT_MISSING:
            yield self._incomplete(Reason.INCOMPLETE_A, f", because {quoted(self.deal)} has no unit")
        elif agreement is Agreement.DIFFERS:
            message = f"The document says {expected}{place_of(self.term)}; the output says {quoted(self.deal)}."
            label = self.context.parameters.bmt.wrong_deal_value
            yield Check(label, Reason.DEAL_VALUE_WRONG, message, ruling="C-10")
        else:
            quotes = [citation.quote for citation in self.term.citations]
            yield from self._said_faults(self.deal, expected, quotes, Reason.DEAL_VALUE_WRONG)

    def _benchmark_faults(self) -> Iterator[Check]:
        """Yield what is wrong with the benchmark value, and whether its publication and reference are missing."""
        bases = self.context.parameters.bmt.gap_bases
        if not is_stated(self.benchmark, self.context.absence):
            yield self._incomplete(Reason.INCOMPLETE_B)
        elif not is_expected_benchmark(self.term, self.benchmark, self.rules.benchmark, bases, self.notation):
            message = f"The benchmark is {self.term.benchmark_value}; the output says {quoted(self.benchmark)}."
            yield Check(Label.FAIL, Reason.BENCHMARK_VALUE_WRONG, message, ruling="C-10")
        elif self.benchmark is not None and self.term.benchmark_value is not None:
            yield from self._said_faults(self.benchmark, self.term.benchmark_value, (), Reason.BENCHMARK_VALUE_WRONG)
        sources = self.source.publication, self.source.reference
        if not all(is_named(one, self.context.absence) for one in sources):
            yield self._incomplete(Reason.INCOMPLETE_D)

    def _contradiction(self) -> Check | None:
        """Return how the output contradicts its own finding that the term conforms, if it does."""
        gap = self._given_gap
        if states_gap(gap, self.rules.gap.tolerance):
            message = f"The output says that {self.name} conforms, and yet states a gap."
            return Check(Label.FAIL, Reason.BENCHMARK_DISAGREES, message, ruling="C-10")
        deal = self.term.deal_value or self.deal
        if holds_deal(self.benchmark, deal, self.rules.benchmark, self.notation):
            return None
        message = f"The deal says {deal}; the benchmark that the output cites, {quoted(self.benchmark)}, disagrees."
        return Check(Label.FAIL, Reason.BENCHMARK_DISAGREES, message, ruling="C-10")

    def _said_faults(self, given: str, expected: str, quotes: Sequence[str], denied: Reason) -> Iterator[Check]:
        """Yield the statements about a right value that contradict its source (C-21)."""
        if not self.context.parameters.clarifications.statements:
            return
        whose = "document" if denied is Reason.DEAL_VALUE_WRONG else "benchmark"
        texts = [spell_out(text) for text in (given, expected, *quotes)]
        for one in value_contradictions(texts[0], texts[1], texts[2:], self.notation):
            if one.code is Reason.FACT_DENIED:
                message = f"The {whose} says {expected}; the output denies it: {quoted(given)}."
                yield Check(Label.FAIL, denied, message, ruling="C-21")
            elif one.code in _COMPARED_REASONS:
                yield Check(Label.FAIL, one.code, tell_sentence(one, expected, whose), ruling="C-21")

    def _gap_faults(self) -> Iterator[Check]:
        """Yield the check of a wrong or missing gap."""
        fault = self._gap_fault
        if fault is None:
            return
        if fault.code is Reason.INCOMPLETE_C:
            yield self._incomplete(fault.code, unread_text(self.gap) if self._given_gap.is_described else "")
        else:
            message = gap_fault_text(fault.code, self.term.gap, self.gap)
            yield Check(Label.FAIL, fault.code, message, ruling=fault.ruling)

    @cached_property
    def _gap_fault(self) -> GapFault | None:
        return gap_fault(self.term, self._expected_gap, self._given_gap, self.rules.gap, self.notation)

    @cached_property
    def _expected_gap(self) -> Gap:
        return self._read_gap(self.term.gap)

    @cached_property
    def _given_gap(self) -> Gap:
        return self._read_gap(self.gap)

    def _read_gap(self, gap: ExpectedGap | GapOutput | None) -> Gap:
        return read_gap(gap, self.notation, self.context.absence, self.associations)

    def _incomplete(self, code: Reason, more: str = "") -> Check:
        """Return the check of a missing element; a ruling sets the score of a deviation without it."""
        ruling = "A-41" if self.term.finding is TermFinding.DEVIATION else "C-10"
        score = Fraction(self.context.parameters.bmt_incomplete_score) if self.best is Label.CORRECT else None
        message = f"The output does not state {_ELEMENTS[code]}{more}."
        return Check(Label.FAIL, code, message, ruling=ruling, score=score)


def _not_stated(message: str, context: ScoringContext) -> Check:
    return Check(context.parameters.bmt.not_stated, Reason.NOT_STATED, message, ruling="A-46")
