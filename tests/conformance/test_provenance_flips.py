"""Every border of citations is read from the standard: with another value a citation has another class or finding."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from tests.conformance.flipping import flipped
from tests.conformance.vectors import FOLDER
from tests.tables import load_table

from loanproof.core import Citation
from loanproof.documents import TextSource, load_document
from loanproof.provenance import DocumentSet, assess_citation

if TYPE_CHECKING:
    from loanproof.documents import Document
    from loanproof.standards import EvalStandard

FLIPS: list[dict[str, Any]] = load_table(FOLDER / "provenance_flips.yaml")
CITED = {
    "document": "northwind-facility-agreement.txt",
    "page": "3",
    "section": "Clause 2.1",
    "quote": "the Lenders make available to the Borrower a term loan facility in an aggregate amount of US$500,000,000",
}


@pytest.mark.parametrize("flip", FLIPS, ids=lambda flip: flip["path"])
def test_another_border_gives_another_class(flip: dict[str, Any], agreement: Document, contract: EvalStandard) -> None:
    other = flipped(contract, flip["path"], flip["value"])
    document = (
        load_document(FOLDER / "documents" / flip["cited"]["document"]) if "document" in flip["cited"] else agreement
    )
    document = _misread(document, *flip["misread"]) if "misread" in flip else document
    assert [_seen(flip, document, standard) for standard in (contract, other)] == [flip["before"], flip["after"]]
    assert flip["before"] != flip["after"]


def _seen(flip: dict[str, Any], document: Document, standard: EvalStandard) -> list[str]:
    found = assess_citation(
        Citation(**{**CITED, **flip["cited"]}), documents=DocumentSet([document], standard), standard=standard
    )
    return [found.class_name.value, *(finding.reason.value for finding in found.findings)]


def _misread(document: Document, written: str, seen: str) -> Document:
    """Return the document as a scan on which a text of the fourth page was misread."""
    assert document.text.count(written) == 1
    assert len(written) == len(seen)
    scan = replace(document.pages[3], source=TextSource.OCR)
    pages = tuple(scan if page.number == scan.number else page for page in document.pages)
    return replace(document, text=document.text.replace(written, seen), pages=pages)
