"""A whole suite under the linter: every rule over every case, the problems by file and line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from loanproof.cases.case import BmtCase, CovenantsCase, DocumentCase, ExtractionCase, QaCase
from loanproof.cases.citations import Place, list_citations
from loanproof.cases.linting.completeness import check_completeness
from loanproof.cases.linting.covenants import check_covenants
from loanproof.cases.linting.derived import check_derivable
from loanproof.cases.linting.fields import check_fields
from loanproof.cases.linting.library import Library
from loanproof.cases.linting.questions import check_question
from loanproof.cases.linting.quotes import check_quotes
from loanproof.cases.linting.report import Lint, LintProblem, Severity
from loanproof.cases.linting.subject import Subject
from loanproof.cases.linting.terms import KnownTerms, check_terms, load_known_terms
from loanproof.cases.loading import survey_suite
from loanproof.cases.suite import LocatedCase, Suite
from loanproof.core import InputError, Problem, StandardRefused
from loanproof.documents import Cache
from loanproof.standards import load_contract

OnCase = Callable[[int, int], None]


def _quietly(_done: int, _all: int) -> None:
    pass


def check_suite(
    path: Path,
    *,
    cache: Cache | None = None,
    on_case: OnCase = _quietly,
) -> Lint:
    """Read a suite and lint what can be read of it: mistakes in its files and in its cases are reported together.

    Args:
        path: The folder of the suite, or its ``suite.yaml``.
        cache: Documents that were read before.
        on_case: Called after each case with how many are done, and how many there are.
    """
    survey = survey_suite(path)
    broken = tuple(LintProblem(severity=Severity.ERROR, problem=one) for one in survey.problems)
    if survey.suite is None:
        return Lint(problems=broken, cases=survey.cases, citations=0, documents=0)
    try:
        lint = lint_suite(survey.suite, cache=cache, on_case=on_case)
    except StandardRefused as error:  # nothing can be judged without a contract, but the files were read
        refused = tuple(LintProblem(severity=Severity.ERROR, problem=one) for one in error.problems)
        return Lint(problems=(*broken, *refused), cases=survey.cases, citations=0, documents=0)
    problems = sorted((*broken, *lint.problems), key=lambda one: one.place)
    return replace(lint, problems=tuple(problems), cases=survey.cases)


def lint_suite(
    suite: Suite,
    *,
    cache: Cache | None = None,
    on_case: OnCase = _quietly,
) -> Lint:
    """Hold every case of a suite against its documents. A document that cannot be read is an error of its cases."""
    standard = load_contract(suite.settings.standard)
    library = Library(suite, standard, cache)
    known = load_known_terms(suite)
    problems: list[LintProblem] = list(known.problems)
    citations = 0
    for done, located in enumerate(suite.cases, start=1):
        problems += _check_claimed(suite, located)
        if isinstance(located.case, DocumentCase):
            problems += _check_case(located, located.case, library, known)
            citations += sum(1 for _ in list_citations(located.case))
        on_case(done, len(suite.cases))
    problems.sort(key=lambda one: one.place)
    return Lint(problems=tuple(problems), cases=len(suite.cases), citations=citations, documents=library.read)


def _check_claimed(suite: Suite, located: LocatedCase) -> Iterator[LintProblem]:
    if located.case.capability not in suite.capabilities:
        message = f"{located.case.id}: the suite does not claim {located.case.capability}."
        line = located.line_of(("capability",))
        hint = "Add it to capabilities in suite.yaml."
        problem = Problem(message=message, file=located.file, line=line, hint=hint)
        yield LintProblem(severity=Severity.ERROR, problem=problem)


def _check_case(located: LocatedCase, case: DocumentCase, library: Library, known: KnownTerms) -> Iterator[LintProblem]:
    shelf = library.shelf(case.document_names)
    if isinstance(shelf, InputError):
        place: Place = ("document",) if case.document is not None else ("documents",)
        problem = Problem(message=f"{case.id}: {shelf.problem}", file=located.file, line=located.line_of(place))
        yield LintProblem(severity=Severity.ERROR, problem=problem)
        return
    subject = Subject(located=located, shelf=shelf)
    quoted = list(check_quotes(case, subject))
    yield from (problem for _, problem in quoted)
    faulty = frozenset(place for place, problem in quoted if problem.severity is Severity.ERROR)
    yield from _check_expected(case, replace(subject, faulty=faulty), known)


def _check_expected(case: DocumentCase, subject: Subject, known: KnownTerms) -> Iterator[LintProblem]:
    match case:
        case ExtractionCase():
            yield from check_completeness(case.expected, subject)
            yield from check_fields(case.expected, subject)
            yield from check_derivable(case.expected, subject)
        case CovenantsCase():
            yield from check_covenants(case.expected, subject)
        case BmtCase():
            yield from check_terms(case.expected, subject, known)
        case QaCase():
            yield from check_question(case.expected, subject)
        case _:
            pass
