"""The table of support: which quote carries which value, by kind of field."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.conformance.vectors import FIRST_REVISION, SECOND_REVISION, contract_of
from tests.rows import each_row

from loanproof.core import Citation, FieldId, load_yaml
from loanproof.documents import load_document
from loanproof.provenance.citations import assess_citation
from loanproof.provenance.claims import Claim, claim_of_text, claim_of_value
from loanproof.provenance.document_set import DocumentSet
from loanproof.provenance.support import is_bare
from loanproof.values import DATE_KIND, FREQUENCY_KIND, MONEY_KIND, parts_of

if TYPE_CHECKING:
    from loanproof.documents import Document
    from loanproof.provenance.document_set import Source
    from loanproof.standards import EvalStandard

TABLE: Any = load_yaml(Path(__file__).parent / "provenance_support.yaml").data


@pytest.fixture(scope="session")
def sources(agreement: Document) -> dict[str, Source]:
    """Return the document by version of the contract."""
    versions = (FIRST_REVISION, SECOND_REVISION)
    return {version: DocumentSet([agreement], contract_of(version))[agreement.name] for version in versions}


@pytest.fixture(scope="session")
def source(sources: dict[str, Source]) -> Source:
    return sources[FIRST_REVISION]


def supported(claim: Claim, quote: str, source: Source) -> list[str]:
    return [str(position) for position, part in enumerate(claim.parts) if source.locate_in(quote, part)]


@each_row("row", TABLE["fields"], ids=lambda row: f"{row['field']}: {row['why']}")
def test_a_quote_carries_the_value_of_a_field(row: dict[str, Any], sources: dict[str, Source]) -> None:
    version = row.get("standard", FIRST_REVISION)
    claim = claim_of_value(FieldId(row["field"]), [row["value"]], contract_of(version))
    assert len(claim.parts) == int(row.get("parts", "1"))
    assert supported(claim, row["quote"], sources[version]) == row["carries"]


@pytest.mark.parametrize("row", TABLE["structures"], ids=lambda row: f"{row['field']}: {row['why']}")
def test_a_quote_carries_the_figures_of_a_structure(
    row: dict[str, Any], source: Source, contract: EvalStandard
) -> None:
    claim = claim_of_value(FieldId(row["field"]), row["value"], contract)
    assert len(claim.parts) == int(row["parts"])
    assert supported(claim, row["quote"], source) == row["carries"]


def test_a_structure_that_cannot_be_read_claims_nothing(contract: EvalStandard) -> None:
    assert claim_of_value(FieldId("margin"), {"opening": "much"}, contract) == Claim()
    assert claim_of_value(FieldId("margin"), None, contract) == Claim()


def test_every_row_names_its_rule_and_every_rule_has_both_sides() -> None:
    sides: dict[str, set[bool]] = {}
    for row in (row for part in TABLE.values() for row in part):
        if row.get("parts") != "0":
            sides.setdefault(row["rule"], set()).add(len(row["carries"]) == int(row.get("parts", "1")))
    one_sided = {rule for rule, found in sides.items() if found != {True, False}}
    # What a missing part or another notation never does has no other side.
    assert one_sided == {"0.6", "0.7(2)"}


@pytest.mark.parametrize("row", TABLE["texts"], ids=lambda row: str(row["why"]))
def test_a_quote_carries_the_figures_and_names_of_a_text(row: dict[str, Any], source: Source) -> None:
    claim = claim_of_text(row["text"])
    assert len(claim.parts) == int(row["parts"])
    assert supported(claim, row["quote"], source) == row["carries"]


def test_a_quote_is_bare_when_nothing_stands_beside_the_value(source: Source) -> None:
    [part] = parts_of(MONEY_KIND, "USD 500,000,000")
    for quote, is_alone in (("(US$500,000,000).", True), ("amount US$500,000,000", False)):
        [place] = source.locate_in(quote, part)
        assert is_bare(part, quote, place) is is_alone


def test_a_quote_over_a_page_break_does_not_carry_what_the_header_between_says(
    tmp_path: Path, contract: EvalStandard
) -> None:
    bodies = (
        "1. PURPOSE\n\nThe loan is for general purposes.",
        "2. THE LOAN\n\nThe Lender makes available to the Borrower",
        "a term loan of USD 40,000,000.",
        "3. LAW\n\nEnglish law governs this Agreement.",
    )
    path = tmp_path / "heron.txt"
    path.write_text("\f".join(f"Project Heron USD 90,000,000\n\n{body}\n" for body in bodies), encoding="utf-8")
    documents = DocumentSet([load_document(path)], contract)
    quote = "The Lender makes available to the Borrower a term loan of USD 40,000,000."
    citation = Citation(document="heron.txt", page="2", section="2", quote=quote)
    parts = [part for amount in ("USD 40,000,000", "USD 90,000,000") for part in parts_of(MONEY_KIND, amount)]
    judged = assess_citation(citation, documents=documents, standard=contract, supports=Claim(parts=tuple(parts)))
    assert judged.evidence is not None
    assert judged.evidence.pages == (2, 3)
    assert judged.supported == {0}


def test_a_quote_that_cuts_a_value_short_carries_nothing(agreement: Document, second_revision: EvalStandard) -> None:
    contract, documents = second_revision, DocumentSet([agreement], second_revision)
    whole = "the aggregate of the Commitments, being US$500,000,000"
    for quote, supported in ((whole, {0}), (whole.removesuffix(",000"), set())):
        citation = Citation(document=agreement.name, page="4", section="2.1", quote=quote)
        parts = [part for amount in ("USD 500,000,000", "USD 500,000") for part in parts_of(MONEY_KIND, amount)]
        judged = assess_citation(citation, documents=documents, standard=contract, supports=Claim(parts=tuple(parts)))
        assert judged.supported == supported


def test_a_value_is_located_in_the_document_as_in_a_quote(source: Source, agreement: Document) -> None:
    [part] = parts_of(DATE_KIND, "15 March 2031")
    places = source.locate(part)
    assert [span.of(agreement.text) for span in places] == ["15 March 2031"]


def test_a_testing_frequency_is_carried_by_its_words(source: Source) -> None:
    [part] = parts_of(FREQUENCY_KIND, "Quarterly")
    assert source.locate_in("The covenant shall be tested quarterly.", part)
    assert not source.locate_in("The covenant shall be tested annually.", part)
