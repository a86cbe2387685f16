"""Gold of an amended field may quote struck text for the original value (C-37), and never for the new one."""

from __future__ import annotations

import pytest
from tests.cases.conftest import Folder

from loanproof.cases import ExtractionCase, load_suite
from loanproof.cases.citations import list_citations
from loanproof.cases.linting.case_under_check import CaseUnderCheck
from loanproof.cases.linting.fields import check_fields
from loanproof.cases.linting.library import DocumentCache
from loanproof.cases.linting.quotes import check_quotes
from loanproof.documents import load_document
from loanproof.provenance import DocumentSet
from loanproof.standards import EvalStandard, load_contract

DOCUMENT = """<html><p>5.1 Margin. The Margin is <del>2.25</del> <ins>2.50</ins> per cent. per annum on a Loan.</p>
<p>5.2 Payment. The Borrower shall pay interest on the last day of each quarter.</p></html>"""
OLD, NEW = (f"The Margin is {figure} per cent. per annum on a Loan" for figure in ("2.25", "2.50"))


@pytest.fixture(scope="module")
def with_c37() -> EvalStandard:
    """Return the first version that has the ruling."""
    return load_contract("eval-standards@1.0+r2")


def problems(folder: Folder, margin: str, standard: EvalStandard) -> list[tuple[str, str]]:
    """Return how grave each problem of a margin is, and what it is about."""
    folder.write("documents/deal.html", DOCUMENT)
    folder.write(
        "cases/one.yaml",
        "id: LO-001\ncapability: extraction\ndocument: deal.html\n"
        f"expected: {{document_kind: amendment, fields: {{margin: {{{margin}}}}}}}\n",
    )
    (located,) = load_suite(folder.path).cases
    assert isinstance(located.case, ExtractionCase)
    document = load_document(folder.path / "documents/deal.html")
    subject = CaseUnderCheck(
        located=located, cache=DocumentCache(document.name, DocumentSet([document], standard), standard)
    )
    found = [problem for _, problem in check_quotes(tuple(list_citations(located.case)), subject)]
    found += check_fields(located.case.expected, subject)
    return [(str(one.severity), one.problem.message) for one in found]


def cited(*quotes: str) -> str:
    return "citations: [" + ", ".join(f"{{page: 1, section: '5.1', quote: {quote}}}" for quote in quotes) + "]"


def test_struck_text_may_be_quoted_for_the_original_value(folder: Folder, with_c37: EvalStandard) -> None:
    amended = f"state: amended, effective_date: unclear, original: 2.25 %, value: 2.50 %, {cited(NEW, OLD)}"
    ((severity, message),) = problems(folder, amended, with_c37)
    assert severity == "warning"
    assert "Words of it are struck out there, and support nothing that is in force." in message


def test_an_original_value_that_was_never_there_is_an_error(folder: Folder, with_c37: EvalStandard) -> None:
    amended = f"state: amended, effective_date: unclear, original: 2.75 %, value: 2.50 %, {cited(NEW)}"
    ((severity, message),) = problems(folder, amended, with_c37)
    assert (severity, "does not appear in the documents" in message) == ("error", True)


@pytest.mark.parametrize("value", ["2.25 %", "2.50 %"])
def test_struck_text_alone_is_no_gold_for_a_value_in_force(folder: Folder, with_c37: EvalStandard, value: str) -> None:
    found = problems(folder, f"state: present, value: {value}, {cited(OLD)}", with_c37)
    assert [severity for severity, message in found if "none of your quotes shows" in message] == ["error"]
