"""The starter suite: it loads, decides every field, and every quote is where it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from loanproof.cases import DocumentCase, ExtractionCase, Suite, list_citations, load_suite, make_suite
from loanproof.core import Capability, FileError, UsageError
from loanproof.documents import Document, load_document
from loanproof.standards import OUR_CONTRACT, load_contract

DOCUMENT = "harbour-light-facility-agreement.txt"


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Suite:
    folder = tmp_path_factory.mktemp("new") / "my-suite"
    make_suite(folder)
    return load_suite(folder)


@pytest.fixture(scope="module")
def document(suite: Suite) -> Document:
    return load_document(suite.document_path(DOCUMENT))


def test_there_is_a_worked_case_of_each_capability(suite: Suite) -> None:
    assert {located.case.capability for located in suite.cases} == set(Capability)
    assert [path.name for path in suite.documents] == [DOCUMENT]


def test_all_sixteen_fields_are_decided(suite: Suite) -> None:
    [case] = [located.case for located in suite.cases if isinstance(located.case, ExtractionCase)]
    assert [name for name, _ in case.expected.fields.items()] == list(load_contract(OUR_CONTRACT).fields)


def test_every_quote_stands_on_its_page_and_in_its_section(suite: Suite, document: Document) -> None:
    sections = {section.id: section.span.of(document.text) for section in document.sections}
    checked = 0
    for located in suite.cases:
        for _, citation in list_citations(located.case):
            assert citation.page is not None
            assert citation.section is not None
            assert citation.quote in document.pages[int(citation.page) - 1].span.of(document.text)
            assert citation.quote in sections[citation.section.lower()]
            checked += 1
    assert checked >= 20


def test_the_document_has_three_pages(document: Document) -> None:
    assert document.paged
    assert len(document.pages) == 3


def test_every_case_about_documents_has_a_citation_or_cannot_be_answered(suite: Suite) -> None:
    cases = [located.case for located in suite.cases if isinstance(located.case, DocumentCase)]
    without = [case.id for case in cases if not list(list_citations(case))]
    assert without == ["QA-002"]


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    assert make_suite(tmp_path)
    assert load_suite(tmp_path).settings.id == "my-suite"


def test_a_folder_that_holds_anything_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / ".hidden").write_text("mine")
    with pytest.raises(UsageError, match="not an empty folder"):
        make_suite(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [".hidden"]


def test_a_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("mine")
    with pytest.raises(UsageError):
        make_suite(path)
    with pytest.raises(FileError):
        make_suite(path / "below")
    assert path.read_text() == "mine"
