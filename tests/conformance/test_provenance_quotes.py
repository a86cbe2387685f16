"""The table of changed quotes: the class and reason of each, and what the sentence says of the change."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.conformance.vectors import FIRST_REVISION, SECOND_REVISION, contract_of
from tests.rows import each_row

from loanproof.core import Citation, load_yaml
from loanproof.documents import Legibility, TextSource, load_document
from loanproof.provenance import DocumentSet, assess_citation

HERE = Path(__file__).parent
TABLE: Any = load_yaml(HERE / "provenance_quotes.yaml").data
ROWS: list[dict[str, Any]] = TABLE["rows"]
FILES = ("larkspur-facility-agreement.txt", "larkspur-fee-letter.txt")


@pytest.fixture(scope="module")
def documents() -> DocumentSet:
    return DocumentSet([load_document(HERE / "documents" / name) for name in FILES], contract_of(SECOND_REVISION))


def cited_by(row: dict[str, Any]) -> Citation:
    cited = {
        **TABLE["passages"].get(row.get("of"), {}),
        **{part: row[part] for part in ("page", "section") if part in row},
    }
    quote = str(row.get("quote", cited.get("quote")))
    if "change" in row:
        old, new = row["change"]
        assert quote.count(old) == 1
        quote = quote.replace(old, new)
    return Citation(document=FILES[0], page=cited["page"], section=cited["section"], quote=quote)


@each_row("row", ROWS, ids=lambda row: row["why"])
def test_each_changed_quote_has_its_class_and_reason(row: dict[str, Any], documents: DocumentSet) -> None:
    found = assess_citation(cited_by(row), documents=documents, standard=contract_of(SECOND_REVISION))
    assert (found.class_name, found.reason) == (row["class"], row.get("reason", "CITATION_OK")), found.sentence
    assert row.get("says", "") in found.sentence
    assert found.needs_review or row["class"] != "FAKE"


@pytest.mark.parametrize(
    ("source", "legibility", "expected"),
    [
        (TextSource.NATIVE, Legibility.CLEAN, ("FAKE", "QUOTE_FORGED")),
        (TextSource.OCR, Legibility.CLEAN, ("NOSUPPORT", "QUOTE_UNREADABLE")),
        (TextSource.NATIVE, Legibility.DEGRADED, ("NOSUPPORT", "QUOTE_UNREADABLE")),
        (TextSource.TRUTH, Legibility.DEGRADED, ("FAKE", "QUOTE_FORGED")),
    ],
)
def test_a_value_that_may_have_been_misread_is_for_a_person(
    source: TextSource, legibility: Legibility, expected: tuple[str, str]
) -> None:
    document = load_document(HERE / "documents" / FILES[0])
    pages = tuple(replace(page, source=source, legibility=legibility) for page in document.pages)
    standard = contract_of(SECOND_REVISION)
    row = {"of": "drawing", "change": ["S$5,000,000", "S$6,000,000"]}
    documents = DocumentSet([replace(document, pages=pages)], standard)
    found = assess_citation(cited_by(row), documents=documents, standard=standard)
    assert (found.class_name, found.reason) == expected
    assert found.needs_review


def test_the_first_revision_judges_none_of_the_new_changes() -> None:
    standard = contract_of(FIRST_REVISION)
    documents = DocumentSet([load_document(HERE / "documents" / name) for name in FILES], standard)
    row = {"of": "fee", "change": ["quarterly", "monthly"]}
    assert assess_citation(cited_by(row), documents=documents, standard=standard).class_name == "PARA"
