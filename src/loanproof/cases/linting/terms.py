"""The terms of a benchmark case: the deal value in its quotes, the gap between two rates, and known term ids."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.cases.bmt import BmtExpected, ExpectedTerm, GapBasis
from loanproof.core import plain_decimal
from loanproof.provenance import claim_of_text
from loanproof.values import PERCENTAGE_KIND, UNKNOWN, Percentage, Read

if TYPE_CHECKING:
    from decimal import Decimal

    from loanproof.cases.citations import Place
    from loanproof.cases.linting.report import LintProblem
    from loanproof.cases.linting.subject import Subject


def check_terms(expected: BmtExpected, subject: Subject, known_terms: frozenset[str] | None) -> Iterator[LintProblem]:
    """Yield the problems of all terms. With the ids of the benchmark library, one that it lacks is a warning."""
    for at, term in enumerate(expected.terms):
        place: Place = ("expected", "terms", at)
        if known_terms is not None and term.term not in known_terms:
            yield subject.warning((*place, "term"), f"the benchmark library has no term {term.term[:60]!r}.")
        if not term.citations:
            yield subject.error(place, "the deal term has no citation.")
        elif term.deal_value is not None:
            claim = claim_of_text(term.deal_value)
            yield from subject.check_support(place, (*place, "deal_value"), claim, term.citations)
        yield from _check_gap(place, term, subject)


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
    reading = None if text is None else PERCENTAGE_KIND.parse(text, UNKNOWN)
    value = reading.value if isinstance(reading, Read) else None
    return value.bps if isinstance(value, Percentage) and not value.of_margin else None
