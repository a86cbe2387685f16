"""The jurisdiction of a benchmark case: its association per the tables, its law per the document, no blank names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.benchmarks import applicable_benchmark, region_of
from loanproof.values import LAW_KIND, candidates_of

if TYPE_CHECKING:
    from loanproof.cases.bmt import ExpectedJurisdiction
    from loanproof.cases.citations import KeyPath
    from loanproof.cases.linting.case_under_check import CaseUnderCheck
    from loanproof.cases.linting.report import LintProblem

_ROOT: KeyPath = ("expected", "jurisdiction")


def check_jurisdiction(deal: ExpectedJurisdiction, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    """Yield the problems of the jurisdiction that a case expects."""
    blank = [name for name in ("governing_law", "market", "benchmark") if is_blank(getattr(deal, name))]
    if blank:
        yield from (subject.error((*_ROOT, name), "the name is blank.") for name in blank)
        return
    yield from _check_law(deal, subject)
    yield from _check_association(deal, subject)


def is_blank(text: str | None) -> bool:
    """Return whether a text is given but empty."""
    return text is not None and not any(map(str.isalnum, text))


def _check_law(deal: ExpectedJurisdiction, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    """Check that a document says it is governed by the law; if none says so, nothing is reported here."""
    stated = subject.cache.governing_laws
    codes = {code for law in candidates_of(LAW_KIND.read(deal.governing_law or "")) for code in law.codes}
    if codes and stated and not codes & stated.keys():
        written = next(iter(stated.values()))
        yield subject.error((*_ROOT, "governing_law"), f"the document is governed by {written[:80]!r}.")


def _check_association(deal: ExpectedJurisdiction, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    """Check the association: the contract's rows first, then the table of the rulings; others are allowed."""
    terms, place = subject.cache.standard.contract.bmt, (*_ROOT, "benchmark")
    for row in terms.jurisdictions:
        is_market = region_of(deal.market) is region_of(row.market) is not None
        if is_market and LAW_KIND.compare_texts(row.law, deal.governing_law or "").relation.agrees:
            if deal.benchmark not in (row.benchmark, terms.associations[row.benchmark]):
                message = f"the contract compares {row.law} in the {row.market} market with {row.benchmark}."
                yield subject.error(place, message)
            return
    known = {name for pair in terms.associations.items() for name in pair}
    if deal.benchmark not in known or region_of(deal.market) is None:
        return
    table = applicable_benchmark(deal.governing_law, deal.market)
    allowed = [name for name in (table.expected, *table.accepted_with_disclosure) if name is not None]
    where = f"{deal.governing_law or 'no single law'} in the {deal.market} market"
    if allowed and not any(deal.benchmark in (name, terms.associations.get(name)) for name in allowed):
        yield subject.error(place, f"{where} is compared with {' or '.join(allowed)}.")
    elif table.is_flagged and not deal.ambiguous:
        yield subject.warning((*_ROOT, "ambiguous"), f"{where} is ambiguous, and must be flagged.")
