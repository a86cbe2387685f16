"""The words of a benchmark term: the side that its gap favours, and whose publication it refers to (C-23)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.benchmarks import named_associations, only_quantity
from loanproof.cases.bmt import ExpectedJurisdiction, ExpectedTerm, TermFinding
from loanproof.statements import Measure, Side, read_leads, stated_in

if TYPE_CHECKING:
    from loanproof.cases.citations import KeyPath
    from loanproof.cases.linting.case_under_check import CaseUnderCheck
    from loanproof.cases.linting.report import LintProblem

_NAME_A_SIDE = "Write which side is higher, longer, stricter or lacking."


def check_gap_words(
    place: KeyPath, term: ExpectedTerm, deal: ExpectedJurisdiction, subject: CaseUnderCheck
) -> Iterator[LintProblem]:
    """Yield where the words of a gap contradict its values or name no side, and references to another association."""
    names = subject.cache.standard.contract.bmt.associations
    if subject.cache.standard.parameters.clarifications.qualitative_gaps:
        yield from _check_gap(place, term, {*names, *names.values()}, subject)
        yield from _check_reference(place, term, deal, subject)


def _check_gap(
    place: KeyPath, term: ExpectedTerm, associations: set[str], subject: CaseUnderCheck
) -> Iterator[LintProblem]:
    if term.gap is None or term.gap.text is None or term.finding is not TermFinding.DEVIATION:
        return
    at, shown = (*place, "gap"), f"“{term.gap.text[:80]}”"
    leads = read_leads(stated_in(term.gap.text, subject.context), associations)
    higher, said = _higher(term, subject), leads.ahead(Measure.LEVEL)
    if leads.denies_gap:
        hint = f"{_NAME_A_SIDE} Or write finding: conforms."
        yield subject.error(at, f"{shown} says that there is no gap, and the finding is a deviation.", hint=hint)
    elif higher is not None and said and higher not in said:
        message = f"{shown} puts the {higher.other.value} ahead, but of {term.deal_value} and {term.benchmark_value}"
        yield subject.error(at, f"{message} the {higher.value} is the higher.", hint="Exchange the two sides.")
    elif not leads.stated and higher is None and not only_quantity(term.gap.text, subject.context):
        yield subject.warning(at, f"{shown} names no side, so any gap in words would do.", hint=_NAME_A_SIDE)


def _higher(term: ExpectedTerm, subject: CaseUnderCheck) -> Side | None:
    """Return which of two figures of one kind is higher; ``None`` if they cannot be compared."""
    for own in only_quantity(term.deal_value, subject.context)[:1]:
        for benchmark in only_quantity(term.benchmark_value, subject.context)[:1]:
            deal = own.like(benchmark)
            if deal.counts_as(benchmark) and deal.low > benchmark.high:
                return Side.DEAL
            if deal.counts_as(benchmark) and deal.high < benchmark.low:
                return Side.BENCHMARK
    return None


def _check_reference(
    place: KeyPath, term: ExpectedTerm, deal: ExpectedJurisdiction, subject: CaseUnderCheck
) -> Iterator[LintProblem]:
    """Check a reference: it may name no association, but if it names some, the case's must be among them."""
    names = subject.cache.standard.contract.bmt.associations
    allowed = {
        name for one in (deal.benchmark, *deal.accept_with_disclosure) for name in named_associations(one, names)
    }
    named = named_associations(term.reference, names)
    if allowed and named and not named & allowed:
        message = (
            f"the reference “{(term.reference or '')[:80]}” names {', '.join(sorted(named))}, not {deal.benchmark}."
        )
        hint = "Name the publication of the benchmark that the case expects."
        yield subject.error((*place, "reference"), message, hint=hint)
