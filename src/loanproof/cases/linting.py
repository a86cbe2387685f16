"""The cases of a suite held against their documents: every quote is looked up before anybody is judged by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from loanproof.cases.case import DocumentCase, ExtractionCase
from loanproof.cases.citations import Place, list_citations
from loanproof.cases.extraction import AnyField
from loanproof.cases.suite import LocatedCase, Suite
from loanproof.core import Citation, FieldName, Problem
from loanproof.documents import Cache, Document, load_document
from loanproof.provenance import ClassName, DocumentSet, claim_of_field, judge_citation, judge_item
from loanproof.standards import EvalStandard, load_contract


@dataclass(frozen=True, slots=True, kw_only=True)
class Lint:
    """What is wrong with the cases of a suite, in the order of their files, and how much was looked at."""

    problems: tuple[Problem, ...]
    cases: int
    citations: int


def lint_suite(suite: Suite, *, cache: Cache | None = None, on_case: Callable[[], None] = lambda: None) -> Lint:
    """Look up every citation of every case, and whether an expected value stands in its quotes.

    ``on_case`` is called after each case, for a progress bar. A document that cannot be read is an error of its own
    (:class:`loanproof.core.FileError`), because nothing can be said about its cases.
    """
    standard = load_contract(suite.settings.standard)
    linter = _Linter(suite, standard, cache)
    problems: list[Problem] = []
    citations = 0
    for located in suite.cases:
        if isinstance(located.case, DocumentCase):
            problems += linter.check(located, located.case)
            citations += sum(1 for _ in list_citations(located.case))
        on_case()
    return Lint(problems=tuple(problems), cases=len(suite.cases), citations=citations)


class _Linter:
    """Checks cases one after the other; each document is read, and its search built, once."""

    def __init__(self, suite: Suite, standard: EvalStandard, cache: Cache | None) -> None:
        self._suite = suite
        self._standard = standard
        self._cache = cache
        self._documents: dict[str, Document] = {}
        self._sets: dict[tuple[str, ...], DocumentSet] = {}

    def check(self, located: LocatedCase, case: DocumentCase) -> Iterator[Problem]:
        """Yield the problems of one case."""
        documents = self._set(case.document_names)
        faulty: set[Place] = set()
        for place, expected in list_citations(case):
            citation = _of_first(expected.citation, case)
            judged = judge_citation(citation, documents=documents, standard=self._standard)
            if judged.class_name is not ClassName.OK:
                faulty.add(place)
                yield _problem(located, (*place, "quote"), f"{_name(place)}: {judged.sentence}")
        if isinstance(case, ExtractionCase):
            yield from self._unsupported(located, case, documents, faulty)

    def _unsupported(
        self, located: LocatedCase, case: ExtractionCase, documents: DocumentSet, faulty: set[Place]
    ) -> Iterator[Problem]:
        """Yield the fields whose quotes, all found, do not carry the expected value."""
        for place, name, field in _fields(case):
            texts = _texts(field.value)
            known = any(found[: len(place)] == place for found in faulty)
            if known or not texts or not field.citations:
                continue
            item = judge_item(
                [_of_first(expected.citation, case) for expected in field.citations],
                documents=documents,
                standard=self._standard,
                supports=claim_of_field(name, texts, self._standard),
            )
            if item.class_name is ClassName.NOSUPPORT:
                yield _problem(located, (*place, "value"), f"{_name(place)}: {item.sentence}")

    def _set(self, names: tuple[str, ...]) -> DocumentSet:
        if names not in self._sets:
            self._sets[names] = DocumentSet([self._read(name) for name in names], self._standard)
        return self._sets[names]

    def _read(self, name: str) -> Document:
        if name not in self._documents:
            self._documents[name] = load_document(self._suite.document_path(name), cache=self._cache)
        return self._documents[name]


def _fields(case: ExtractionCase) -> Iterator[tuple[Place, FieldName, AnyField]]:
    """Yield every expected field with its place in the file, those of the tranches after the others."""
    for name, field in case.expected.fields.items():
        yield ("expected", "fields", name.value), name, field
    for at, tranche in enumerate(case.expected.tranches):
        for name, field in tranche.fields.items():
            yield ("expected", "tranches", at, "fields", name.value), name, field


def _texts(value: object) -> tuple[str, ...]:
    """Return the texts of a value; one in structured form has none, and is left to scoring."""
    match value:
        case str():
            return (value,)
        case tuple() if all(isinstance(item, str) for item in value):
            return value
        case _:
            return ()


def _of_first(citation: Citation, case: DocumentCase) -> Citation:
    """Return a citation that names its file: the one that is analysed, where the case names none."""
    return citation if citation.document else replace(citation, document=case.document_names[0])


def _name(place: Place) -> str:
    return ".".join(str(step) for step in place[1:] if step != "citations")


def _problem(located: LocatedCase, place: Place, message: str) -> Problem:
    return Problem(message=f"{located.case.id}: {message}", file=located.file, line=located.line_of(place))
