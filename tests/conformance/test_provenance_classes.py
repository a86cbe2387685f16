"""The table of citation classes, and the laws that hold for all of them."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conformance.vectors import FIRST_REVISION, SECOND_REVISION, contract_of
from tests.rows import each_row

from loanproof.core import Citation, FieldId, load_yaml
from loanproof.provenance.citation_result import ClassName
from loanproof.provenance.citations import assess_citation
from loanproof.provenance.claims import Claim, claim_of_text, claim_of_value
from loanproof.provenance.document_set import DocumentSet

if TYPE_CHECKING:
    from loanproof.documents import Document
    from loanproof.provenance.citation_result import CitationResult
    from loanproof.standards import EvalStandard

TABLE: Any = load_yaml(Path(__file__).parent / "provenance_classes.yaml").data
ROWS: list[dict[str, Any]] = [{**TABLE["base"], **row} for row in TABLE["rows"]]
CITED = ("document", "page", "section", "quote")


Sets: TypeAlias = dict[tuple[bool, str], DocumentSet]


@pytest.fixture(scope="session")
def sets(agreement: Document, fee_letter: Document) -> Sets:
    """Return the documents with an index that nobody confirmed or that somebody did, by version of the contract."""
    return {
        (complete, version): DocumentSet(
            [replace(agreement, sections_complete=complete), fee_letter], contract_of(version)
        )
        for complete in (False, True)
        for version in (FIRST_REVISION, SECOND_REVISION)
    }


def claim_of(row: dict[str, Any], contract: EvalStandard) -> Claim:
    if row["field"] is None:
        return claim_of_text(row["value"])
    return claim_of_value(FieldId(row["field"]), [row["value"]], contract)


def judged(row: dict[str, Any], sets: Sets) -> CitationResult:
    version = row.get("standard", FIRST_REVISION)
    contract = contract_of(version)
    return assess_citation(
        Citation(**{part: row[part] for part in CITED}),
        documents=sets[row.get("complete") == "true", version],
        standard=contract,
        supports=claim_of(row, contract),
    )


@each_row("row", ROWS, ids=lambda row: f"{row['rule']}: {row['why']}")
def test_each_citation_has_its_class_and_reason(row: dict[str, Any], sets: Sets, contract: EvalStandard) -> None:
    found = judged(row, sets)
    assert (found.class_name, found.reason) == (row["class"], row["reason"]), found
    assert found.score == contract.citation_class(row["class"]).provenance_score
    assert set(row.get("findings", [])) <= {finding.reason for finding in found.findings}
    assert found.needs_review or row.get("review") != "true"
    assert found.sentence.endswith((".", ")", "…"))


def test_the_classes_are_ranked_as_the_contract_values_them(contract: EvalStandard) -> None:
    """A class further up never leaves a better label, nor the same label with a better score, than one below it."""
    ranked = [contract.citation_class(name) for name in ClassName if name is not ClassName.NA]
    for worse, better in pairwise(ranked):
        assert better.label_at_best.limited_to(worse.label_at_best) is worse.label_at_best
        if worse.label_at_best is better.label_at_best:
            assert (worse.provenance_score or 0) <= (better.provenance_score or 0)


# The rows of tables 5.1 and 5.2 of the seed, in their order; typed from it.
SEED_ROWS = (
    "S 5.1 name",  # Source document name: exact filename as submitted
    "S 5.1 place",  # Page / section reference: page number AND clause/section identifier
    "S 5.1 quote",  # Verbatim quote
    "S 5.2(1)",  # Citation present but points to wrong page
    "S 5.2(2)",  # Citation present, page correct, but quote paraphrased not verbatim
    "S 5.2(3)",  # Citation absent entirely
    "S 5.2(4)",  # Quote is verbatim but does not support the claimed extracted value
    "S 5.2(5)",  # Quote text cannot be found in source PDF by human reviewer
)
BORDERS: list[dict[str, Any]] = TABLE["borders"]


def row_named(why: str) -> dict[str, Any]:
    (row,) = (row for row in ROWS if row["why"] == why)
    return row


def test_every_row_of_the_seed_and_every_class_but_na_has_its_border() -> None:
    assert set(SEED_ROWS) <= {border["of"] for border in BORDERS}
    assert {border["class"] for border in BORDERS} == {name.value for name in ClassName} - {"NA"}
    assert all(row["rule"] and row["why"] for row in ROWS)


@pytest.mark.parametrize("border", BORDERS, ids=lambda border: f"{border['of']}: {border['outside']}")
def test_both_sides_of_a_border_differ_in_one_part_of_the_citation(border: dict[str, Any]) -> None:
    inside, outside = row_named(border["inside"]), row_named(border["outside"])
    judged_on = (*CITED, "field", "value", "complete")
    assert [part for part in judged_on if inside.get(part) != outside.get(part)] == [border["part"]]
    assert inside["class"] == border["class"]
    assert outside["class"] != border["class"]


WORSE = {
    "document": ["northwind-facility-agreement.txt", "northwind", "acme.txt"],
    "page": ["3", "3-6", "99"],
    "section": ["2.1", "6.1", "23.4"],
    "quote": [
        "the Lenders make available to the Borrower a term loan facility in an aggregate amount of US$500,000,000",
        "the Lenders make available to the Borrower a term loan facility in a total amount of US$500,000,000",
        "the Lenders make available to the Borrower a term loan facility in an aggregate amount of US$750,000,000",
    ],
}  # each part from right to invented


@pytest.mark.parametrize("part", WORSE)
@settings(deadline=None)  # the first example builds the indexes of the document
@given(levels=st.tuples(*[st.integers(0, 2)] * 4), complete=st.booleans())
def test_a_worse_citation_never_gets_a_better_class(
    part: str,
    levels: tuple[int, int, int, int],
    complete: bool,
    sets: Sets,
    contract: EvalStandard,
) -> None:
    chosen = dict(zip(WORSE, levels, strict=True))
    claim = claim_of_value(FieldId("facility_amount"), ["USD 500,000,000"], contract)

    def rank(level: int) -> int:
        parts = {name: WORSE[name][at] for name, at in {**chosen, part: level}.items()}
        found = assess_citation(
            Citation(**parts), documents=sets[complete, FIRST_REVISION], standard=contract, supports=claim
        )
        return found.class_name.rank

    assert rank(0) >= rank(1) >= rank(2)


@settings(deadline=None)  # the first example builds the indexes of the document
@given(parts=st.tuples(*[st.none() | st.text(max_size=60)] * 4))
def test_any_citation_is_judged(parts: tuple[str | None, ...], sets: Sets, contract: EvalStandard) -> None:
    found = assess_citation(
        Citation(**dict(zip(CITED, parts, strict=True))),
        documents=sets[False, FIRST_REVISION],
        standard=contract,
        supports=claim_of_text("USD 500,000,000"),
    )
    assert found.class_name is not ClassName.NA
    assert found.sentence
