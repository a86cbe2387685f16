"""A benchmark case: its association, the deal values in their quotes, the gap between two rates, known term ids."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.benchmarks import load_library, region_of
from loanproof.cases.bmt import BmtExpected, ExpectedJurisdiction, ExpectedTerm, GapBasis
from loanproof.cases.case import BmtCase
from loanproof.cases.linting.report import LintProblem, Severity
from loanproof.core import InputError, plain_decimal
from loanproof.provenance import claim_of_text
from loanproof.values import LAW_KIND, NO_CONTEXT, PERCENTAGE_KIND, Percentage, Read

if TYPE_CHECKING:
    from decimal import Decimal

    from loanproof.cases.citations import Place
    from loanproof.cases.linting.subject import Subject
    from loanproof.cases.suite import Suite


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownTerms:
    """The term ids of the benchmark library, or the problems for which it cannot be read; then no term is unknown."""

    terms: frozenset[str] | None = None
    problems: tuple[LintProblem, ...] = ()


def load_known_terms(suite: Suite) -> KnownTerms:
    """Load the shipped library and the ``benchmarks/*.yaml`` of a suite, if it has such files or benchmark cases."""
    own = suite.folder / "benchmarks"
    if not own.is_dir() and not any(isinstance(located.case, BmtCase) for located in suite.cases):
        return KnownTerms()
    try:
        library = load_library(own) if own.is_dir() else load_library()
    except InputError as error:
        return KnownTerms(
            problems=tuple(LintProblem(severity=Severity.ERROR, problem=problem) for problem in error.problems)
        )
    return KnownTerms(terms=frozenset(library.terms))


def check_terms(expected: BmtExpected, subject: Subject, known: KnownTerms) -> Iterator[LintProblem]:
    """Yield the problems of all terms. One that the benchmark library lacks is a warning: any slug is allowed."""
    yield from _check_association(expected.jurisdiction, subject)
    for at, term in enumerate(expected.terms):
        place: Place = ("expected", "terms", at)
        if known.terms is not None and term.term not in known.terms:
            yield subject.warning((*place, "term"), f"the benchmark library has no term {term.term[:60]!r}.")
        if term.reference is not None and not any(map(str.isalnum, term.reference)):
            yield subject.error((*place, "reference"), "the reference is blank.")
        if not term.citations:
            yield subject.error(place, "the deal term has no citation.")
        elif term.deal_value is not None:
            claim = claim_of_text(term.deal_value, context=subject.context)
            yield from subject.check_support(place, (*place, "deal_value"), claim, term.citations)
        yield from _check_gap(place, term, subject)


def _check_association(deal: ExpectedJurisdiction, subject: Subject) -> Iterator[LintProblem]:
    """Another association than the contract lists for a law and a market is a warning, for the case decides."""
    terms = subject.shelf.standard.contract.bmt
    for row in terms.jurisdictions:
        is_market = region_of(deal.market) is region_of(row.market) is not None
        is_law = LAW_KIND.compare_texts(row.law, deal.governing_law or "").relation.agrees
        if is_market and is_law and deal.benchmark not in (row.benchmark, terms.associations[row.benchmark]):
            message = f"the contract compares {row.law} in the {row.market} market with {row.benchmark}."
            yield subject.warning(("expected", "jurisdiction", "benchmark"), message)


def _check_gap(place: Place, term: ExpectedTerm, subject: Subject) -> Iterator[LintProblem]:
    """The gap between two plain rates is their difference, whichever of them is higher."""
    if term.gap is None or term.gap.bps is None or term.gap_basis is not GapBasis.POINT:
        return
    deal, benchmark = _bps(term.deal_value), _bps(term.benchmark_value)
    if deal is not None and benchmark is not None and abs(deal - benchmark) != abs(term.gap.bps):
        message = (
            f"between {term.deal_value} and {term.benchmark_value} lie {plain_decimal(abs(deal - benchmark))} bps."
        )
        yield subject.error((*place, "gap"), message)


def _bps(text: str | None) -> Decimal | None:
    reading = None if text is None else PERCENTAGE_KIND.parse(text, NO_CONTEXT)
    value = reading.value if isinstance(reading, Read) else None
    return value.bps if isinstance(value, Percentage) and not value.of_margin else None
