"""A benchmark case: its jurisdiction, deal values in their quotes, finding and gap per both values, known terms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from loanproof.benchmarks import load_library
from loanproof.cases.bmt import BmtExpected, ExpectedTerm
from loanproof.cases.case import BmtCase
from loanproof.cases.linting.gap_words import check_gap_words
from loanproof.cases.linting.gaps import check_gap
from loanproof.cases.linting.jurisdictions import check_jurisdiction, is_blank
from loanproof.cases.linting.report import LintProblem, Severity
from loanproof.core import InputError
from loanproof.provenance import claim_of_text

if TYPE_CHECKING:
    from loanproof.cases.citations import KeyPath
    from loanproof.cases.linting.case_under_check import CaseUnderCheck
    from loanproof.cases.suite import Suite

_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownTerms:
    """The term ids of the benchmark library, or why it cannot be read; in that case no term is unknown."""

    terms: frozenset[str] | None = None
    problems: tuple[LintProblem, ...] = ()


def load_known_terms(suite: Suite) -> KnownTerms:
    """Load the shipped library and a suite's ``benchmarks/*.yaml``, if it has these files or benchmark cases."""
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


def check_terms(expected: BmtExpected, subject: CaseUnderCheck, known: KnownTerms) -> Iterator[LintProblem]:
    """Yield the problems of all terms. A term missing from the library is a warning: any slug is allowed."""
    yield from check_jurisdiction(expected.jurisdiction, subject)
    for at, term in enumerate(expected.terms):
        place: KeyPath = ("expected", "terms", at)
        if known.terms is not None and term.term not in known.terms:
            message = f"the benchmark library has no term {term.term[:60]!r}."
            yield subject.warning((*place, "term"), message, hint=_nearest(term.term, known.terms))
        for name in ("deal_value", "benchmark_value", "reference"):
            if is_blank(getattr(term, name)):
                yield subject.error((*place, name), f"the {name.replace('_', ' ')} is blank.")
        yield from _check_citation(place, term, subject)
        yield from check_gap(place, term, subject)
        yield from check_gap_words(place, term, expected.jurisdiction, subject)


def _nearest(term: str, known: frozenset[str]) -> str | None:
    """Return a hint with the most similar term of the library, by its letters or else by a word of its name."""
    name = term[:_LONGEST_NAME].lower().replace("-", "_").replace(" ", "_")
    close = get_close_matches(name, sorted(known), n=1)
    words = [(len({*name.split("_")} & {*one.split("_")}), one) for one in sorted(known)]
    shared, best = max(words, key=lambda pair: pair[0], default=(0, ""))
    nearest = close[0] if close else best if shared else None
    return None if nearest is None else f"Did you mean {nearest}? Any other name is allowed."


def _check_citation(place: KeyPath, term: ExpectedTerm, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    if not term.citations:
        yield subject.error(place, "the deal term has no citation.")
    elif term.deal_value is not None:
        claim = claim_of_text(term.deal_value, context=subject.context)
        yield from subject.check_support(place, (*place, "deal_value"), claim, term.citations)
