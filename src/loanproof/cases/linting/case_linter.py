"""The linter for single cases: every rule over one case, reusing the documents that earlier cases have read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from loanproof.cases.case import BmtCase, CovenantsCase, DocumentCase, ExtractionCase, QaCase
from loanproof.cases.citations import KeyPath, list_citations
from loanproof.cases.linting.case_under_check import CaseUnderCheck
from loanproof.cases.linting.completeness import check_completeness
from loanproof.cases.linting.covenants import check_covenants
from loanproof.cases.linting.derived import check_derivable
from loanproof.cases.linting.failures import Rule, guard_rule
from loanproof.cases.linting.fields import check_fields
from loanproof.cases.linting.library import DocumentCache, LintMemory
from loanproof.cases.linting.lineages import check_lineages
from loanproof.cases.linting.questions import check_question
from loanproof.cases.linting.quotes import check_quotes
from loanproof.cases.linting.remembered import RememberedLints
from loanproof.cases.linting.report import CaseLint, LintProblem, Severity
from loanproof.cases.linting.terms import KnownTerms, check_terms
from loanproof.core import InputError, Problem
from loanproof.standards import load_contract

if TYPE_CHECKING:
    from loanproof.cases.suite import LocatedCase, Suite
    from loanproof.cases.written import ExpectedCitation
    from loanproof.documents import Cache


class CaseLinter:
    """Lints the cases of a suite one by one, by their index. Each document is read once."""

    def __init__(self, suite: Suite, known: KnownTerms, cache: Cache | None, memory: LintMemory | None = None) -> None:
        self._suite = suite
        self._known = known
        standard = load_contract(suite.settings.standard)
        self._library = (memory or LintMemory()).library(suite, standard, cache)
        self._remembered = RememberedLints(suite, standard, known, cache)

    def lint(self, places: Sequence[int]) -> tuple[CaseLint, ...]:
        """Return the problems of some cases. An unreadable document is an error of its cases."""
        return tuple(self._lint(self._suite.cases[place]) for place in places)

    def _lint(self, located: LocatedCase) -> CaseLint:
        found = self._remembered.find(located)
        if found is None:
            found = self._check(located)
            self._remembered.keep(located, found)
        return found

    def _check(self, located: LocatedCase) -> CaseLint:
        case = located.case
        if not isinstance(case, DocumentCase):
            return CaseLint(problems=(), citations=0)
        citations = tuple(list_citations(case))
        problems = guard_rule("documents", located, lambda: self._check_case(located, case, citations))
        return CaseLint(problems=tuple(problems), citations=len(citations))

    def _check_case(
        self, located: LocatedCase, case: DocumentCase, citations: Sequence[tuple[KeyPath, ExpectedCitation]]
    ) -> Iterator[LintProblem]:
        names = case.document_names
        cache = self._library.cache(names)
        found = self._check_rules(located, case, citations, cache)
        # nothing is reported as wrong or missing while an unread image page may say otherwise
        if (found or _rests_on_absence(case)) and self._library.has_images(names):
            cache = self._library.cache(names, with_images=True)
            found = self._check_rules(located, case, citations, cache)
        if isinstance(cache, InputError):
            place: KeyPath = ("document",) if case.document is not None else ("documents",)
            problem = Problem(message=f"{case.id}: {cache.problem}", file=located.file, line=located.line_of(place))
            yield LintProblem(severity=Severity.ERROR, problem=problem, case_id=located.case.id)
            return
        for name, notes in zip(names, cache.notes, strict=True):
            for note in notes:
                told = Problem(message=note, file=str(self._suite.document_path(name)))
                yield LintProblem(severity=Severity.WARNING, problem=told)
        yield from found

    def _check_rules(
        self,
        located: LocatedCase,
        case: DocumentCase,
        citations: Sequence[tuple[KeyPath, ExpectedCitation]],
        cache: DocumentCache | InputError,
    ) -> list[LintProblem]:
        """Return what the rules find in a case; empty if its documents cannot be read."""
        if isinstance(cache, InputError):
            return []
        subject, faulty = CaseUnderCheck(located=located, cache=cache), set[KeyPath]()
        found = list(guard_rule("quotes", located, lambda: _check_quotes(citations, subject, faulty)))
        whole = replace(subject, faulty=frozenset(faulty))
        for name, rule in self._rules(case, whole):
            found += guard_rule(name, located, rule)
        if located.deal is not None:
            found += guard_rule("lineages", located, partial(check_lineages, case, located.deal, whole))
        return found

    def _rules(self, case: DocumentCase, subject: CaseUnderCheck) -> Iterator[tuple[str, Rule]]:
        """Yield the rules for what a case expects, each with its name."""
        match case:
            case ExtractionCase():
                yield "completeness", partial(check_completeness, case.expected, subject)
                yield "fields", partial(check_fields, case.expected, subject)
                yield "derivable", partial(check_derivable, case.expected, subject)
            case CovenantsCase():
                yield "covenants", partial(check_covenants, case.expected, subject)
            case BmtCase():
                yield "terms", partial(check_terms, case.expected, subject, self._known)
            case QaCase():
                yield "question", partial(check_question, case.expected, subject)
            case _:
                pass


def _rests_on_absence(case: DocumentCase) -> bool:
    """Return whether a case is right only if something does not appear in its documents."""
    return isinstance(case, QaCase) and not case.expected.answerable and bool(case.expected.forbidden)


def _check_quotes(
    citations: Sequence[tuple[KeyPath, ExpectedCitation]], subject: CaseUnderCheck, faulty: set[KeyPath]
) -> Iterator[LintProblem]:
    """Yield the problems of a case's quotes, and record the places of faulty citations."""
    for place, problem in check_quotes(citations, subject):
        if problem.severity in (Severity.ERROR, Severity.CONFIRMED):
            faulty.add(place)
        yield problem
