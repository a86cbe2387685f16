"""The table of citation classes, and the laws that hold for all of them."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loanproof.core import Citation, FieldName, load_yaml
from loanproof.provenance.citations import judge_citation
from loanproof.provenance.claims import Claim, claim_of_field, claim_of_text
from loanproof.provenance.document_set import DocumentSet
from loanproof.provenance.judgement import ClassName

if TYPE_CHECKING:
    from loanproof.documents import Document
    from loanproof.provenance.judgement import CitationJudgement
    from loanproof.standards import EvalStandard

TABLE: Any = load_yaml(Path(__file__).parent / "provenance_classes.yaml").data
ROWS: list[dict[str, Any]] = [{**TABLE["base"], **row} for row in TABLE["rows"]]
CITED = ("document", "page", "section", "quote")


@pytest.fixture(scope="session")
def sets(agreement: Document, fee_letter: Document, contract: EvalStandard) -> dict[bool, DocumentSet]:
    """Return the submitted documents with an index that nobody confirmed, and with one that somebody did."""
    return {
        complete: DocumentSet([replace(agreement, sections_complete=complete), fee_letter], contract)
        for complete in (False, True)
    }


def claim_of(row: dict[str, Any], contract: EvalStandard) -> Claim:
    if row["field"] is None:
        return claim_of_text(row["value"])
    return claim_of_field(FieldName(row["field"]), [row["value"]], contract)


def judged(row: dict[str, Any], sets: dict[bool, DocumentSet], contract: EvalStandard) -> CitationJudgement:
    return judge_citation(
        Citation(**{part: row[part] for part in CITED}),
        documents=sets[row.get("complete") == "true"],
        standard=contract,
        supports=claim_of(row, contract),
    )


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['rule']}: {row['why']}")
def test_each_citation_has_its_class_and_reason(
    row: dict[str, Any], sets: dict[bool, DocumentSet], contract: EvalStandard
) -> None:
    found = judged(row, sets, contract)
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


def test_every_class_but_na_has_a_row() -> None:
    assert {row["class"] for row in ROWS} == {name.value for name in ClassName} - {"NA"}


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
    sets: dict[bool, DocumentSet],
    contract: EvalStandard,
) -> None:
    chosen = dict(zip(WORSE, levels, strict=True))
    claim = claim_of_field(FieldName.FACILITY_AMOUNT, ["USD 500,000,000"], contract)

    def rank(level: int) -> int:
        parts = {name: WORSE[name][at] for name, at in {**chosen, part: level}.items()}
        found = judge_citation(Citation(**parts), documents=sets[complete], standard=contract, supports=claim)
        return found.class_name.rank

    assert rank(0) >= rank(1) >= rank(2)


@settings(deadline=None)  # the first example builds the indexes of the document
@given(parts=st.tuples(*[st.none() | st.text(max_size=60)] * 4))
def test_any_citation_is_judged(
    parts: tuple[str | None, ...], sets: dict[bool, DocumentSet], contract: EvalStandard
) -> None:
    found = judge_citation(
        Citation(**dict(zip(CITED, parts, strict=True))),
        documents=sets[False],
        standard=contract,
        supports=claim_of_text("USD 500,000,000"),
    )
    assert found.class_name is not ClassName.NA
    assert found.sentence
