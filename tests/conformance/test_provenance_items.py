"""Several citations of one item, items with nothing to cite, and the extraction rules."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loanproof.core import Citation, FieldId, Reason, load_yaml
from loanproof.provenance.citation_result import ClassName
from loanproof.provenance.claims import Claim, FieldValue, claim_of_value
from loanproof.provenance.document_set import DocumentSet
from loanproof.provenance.extraction_rules import ExtractionRule, check_extraction_rules
from loanproof.provenance.items import NothingToCite, assess_item

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loanproof.documents import Document
    from loanproof.provenance.extraction_rules import ExtractionRules
    from loanproof.provenance.items import ItemProvenance
    from loanproof.standards import EvalStandard

FILE = "northwind-facility-agreement.txt"
AMOUNT = "a term loan facility in an aggregate amount of US$500,000,000"
GOOD = Citation(document=FILE, page="3", section="2.1", quote=AMOUNT)
WRONG_PAGE = Citation(document=FILE, page="6", section="2.1", quote=AMOUNT)
UNSUPPORTING = Citation(document=FILE, page="6", section="8.1", quote="This Agreement is governed by English law.")
FAKE = Citation(document=FILE, page="99", section="2.1", quote=AMOUNT)
HOLDINGS = Citation(document=FILE, page="2", section="Parties", quote="(2) NORTHWIND HOLDINGS LIMITED and")
MARINE = Citation(document=FILE, page="2", section="Parties", quote="and SOUTHWIND MARINE LIMITED (the")
MARINE_ELSEWHERE = Citation(document=FILE, page="5", section="Parties", quote="and SOUTHWIND MARINE LIMITED (the")


@pytest.fixture(scope="session")
def documents(agreement: Document, fee_letter: Document, contract: EvalStandard) -> DocumentSet:
    return DocumentSet([agreement, fee_letter], contract)


def test_a_document_is_scanned_once_for_quotes_and_values(documents: DocumentSet) -> None:
    assert documents[FILE].mentions is documents[FILE].searcher.mentions


class Judge:
    """Judges items on the documents of these tests."""

    def __init__(self, documents: DocumentSet, contract: EvalStandard) -> None:
        self.documents = documents
        self.contract = contract

    def amount(self, *citations: Citation) -> ItemProvenance:
        claim = claim_of_value(FieldId("facility_amount"), ["USD 500,000,000"], self.contract)
        return self.item(citations, claim)

    def guarantors(self, *citations: Citation) -> ItemProvenance:
        names = ["Northwind Holdings Limited", "Southwind Marine Limited"]
        return self.item(citations, claim_of_value(FieldId("guarantors"), names, self.contract))

    def item(
        self, citations: Sequence[Citation], claim: Claim, nothing_to_cite: NothingToCite | None = None
    ) -> ItemProvenance:
        return assess_item(
            citations,
            documents=self.documents,
            standard=self.contract,
            supports=claim,
            nothing_to_cite=nothing_to_cite,
        )

    def rules(
        self, field: FieldId, values: Sequence[str], *citations: Citation, derived_from: Sequence[Citation] = ()
    ) -> ExtractionRules:
        context = next(iter(self.documents)).mentions.context
        value = FieldValue(field, values, self.contract, context)
        return check_extraction_rules(
            value, citations, documents=self.documents, standard=self.contract, derived_from=derived_from
        )


@pytest.fixture(scope="session")
def judge(documents: DocumentSet, contract: EvalStandard) -> Judge:
    return Judge(documents, contract)


def broken(rules: ExtractionRules) -> set[ExtractionRule]:
    return {check.rule for check in rules.checks if not check.passed}


def test_the_best_citation_decides_and_the_others_are_findings(judge: Judge) -> None:
    found = judge.amount(UNSUPPORTING, WRONG_PAGE, GOOD)
    assert (found.class_name, found.reason) == (ClassName.OK, Reason.CITATION_OK)
    assert {finding.reason for finding in found.findings} == {Reason.QUOTE_NO_SUPPORT, Reason.PAGE_WRONG}


def test_one_invented_citation_is_never_outweighed(judge: Judge) -> None:
    found = judge.amount(GOOD, FAKE)
    assert (found.class_name, found.reason, found.needs_review) == (ClassName.FAKE, Reason.PAGE_NOT_EXIST, True)


def test_the_order_of_citations_does_not_matter(judge: Judge) -> None:
    for citations in ([GOOD, WRONG_PAGE, UNSUPPORTING], [GOOD, FAKE, UNSUPPORTING], [WRONG_PAGE, UNSUPPORTING]):
        assert len({judge.amount(*order).class_name for order in permutations(citations)}) == 1


@settings(max_examples=40, deadline=None)
@given(chosen=st.lists(st.sampled_from([GOOD, WRONG_PAGE, UNSUPPORTING, HOLDINGS, MARINE, MARINE_ELSEWHERE])))
def test_a_further_citation_that_is_not_invented_never_makes_an_item_worse(
    judge: Judge, chosen: list[Citation]
) -> None:
    for judged in (judge.amount, judge.guarantors):
        ranks = [judged(*chosen[:count]).class_name.rank for count in range(1, len(chosen[:4]) + 1)]
        assert ranks == sorted(ranks)


def test_no_citation_and_an_empty_one_are_both_absent(judge: Judge) -> None:
    assert judge.amount().class_name is ClassName.ABSENT
    assert judge.amount(Citation(document=FILE), Citation()).class_name is ClassName.ABSENT


def test_a_list_needs_quotes_that_carry_all_of_it_together(judge: Judge) -> None:
    assert judge.guarantors(HOLDINGS, MARINE).class_name is ClassName.OK
    alone = judge.guarantors(HOLDINGS)
    assert (alone.class_name, alone.unsupported) == (ClassName.NOSUPPORT, ("Southwind Marine Limited",))


def test_the_worst_item_of_a_list_decides(judge: Judge) -> None:
    assert judge.guarantors(HOLDINGS, MARINE_ELSEWHERE).class_name is ClassName.PAGE


NA_ROWS: Any = load_yaml(Path(__file__).parent / "provenance_na.yaml").data
VOLUNTEERED = {"nothing": [], "true": [GOOD], "wrong_page": [WRONG_PAGE], "invented": [FAKE]}


@pytest.mark.parametrize("row", NA_ROWS["rows"], ids=lambda row: f"{row['rule']}: {row['why']}")
def test_an_item_with_nothing_to_cite_is_left_out_of_the_count(judge: Judge, row: dict[str, Any]) -> None:
    state = None if row["state"] is None else NothingToCite(row["state"])
    found = judge.item(VOLUNTEERED[row["cites"]], Claim(), state)
    assert found.class_name == row["class"]
    assert (found.score is None) == (row["class"] == "NA")


@pytest.mark.parametrize("state", NothingToCite)
def test_every_reason_for_nothing_to_cite_stands_on_both_sides_of_na(state: NothingToCite) -> None:
    classes = {row["class"] for row in NA_ROWS["rows"] if row["state"] == state.value}
    assert classes == {"NA", "FAKE"}


def test_a_volunteered_citation_is_still_checked(judge: Judge) -> None:
    assert judge.item([FAKE], Claim(), NothingToCite.REFUSAL).class_name is ClassName.FAKE
    assert judge.item([GOOD], Claim(), NothingToCite.REFUSAL).class_name is ClassName.NA
    assert judge.item([WRONG_PAGE], Claim(), NothingToCite.NO).findings[0].reason is Reason.PAGE_WRONG


def test_every_state_of_the_contract_has_its_name(contract: EvalStandard) -> None:
    assert set(contract.parameters.citations.not_applicable_to) == {state.value for state in NothingToCite}


def test_a_field_that_keeps_every_rule_passes(judge: Judge) -> None:
    assert judge.rules(FieldId("facility_amount"), ["USD 500,000,000"], GOOD).passed


def test_each_rule_is_broken_by_its_own_fault(judge: Judge) -> None:
    date = Citation(document=FILE, page="3", section="1.1", quote='"Termination Date" means 15 March 2031.')
    assert not broken(judge.rules(FieldId("maturity_date"), ["2031-03-15"], date))
    assert broken(judge.rules(FieldId("maturity_date"), ["15 March 2031"], date)) == {ExtractionRule.MANDATED_FORM}
    wrong_page = Citation(document=FILE, page="6", section="1.1", quote=date.quote)
    assert broken(judge.rules(FieldId("maturity_date"), ["2031-03-15"], wrong_page)) == {ExtractionRule.CITATIONS}
    assert broken(judge.rules(FieldId("facility_amount"), ["USD 3,750,000"], GOOD)) == {
        ExtractionRule.CITATIONS,
        ExtractionRule.SUPPORT,
    }
    assert ExtractionRule.IN_DOCUMENT in broken(judge.rules(FieldId("facility_amount"), ["USD 7,000,000"], GOOD))
    assert ExtractionRule.PARSES in broken(judge.rules(FieldId("facility_amount"), ["a large sum"], GOOD))


def test_a_forged_quote_supports_nothing(judge: Judge) -> None:
    forged = Citation(document=FILE, page="3", section="2.1", quote=AMOUNT.replace("500", "750"))
    assert broken(judge.rules(FieldId("facility_amount"), ["USD 750,000,000"], forged)) == {
        ExtractionRule.CITATIONS,
        ExtractionRule.SUPPORT,
        ExtractionRule.IN_DOCUMENT,
    }


def test_every_citation_must_be_in_order_not_only_the_best(judge: Judge) -> None:
    rules = judge.rules(FieldId("facility_amount"), ["USD 500,000,000"], GOOD, WRONG_PAGE)
    assert (rules.provenance.class_name, broken(rules)) == (ClassName.OK, {ExtractionRule.CITATIONS})


def test_a_value_without_citation_breaks_two_rules(judge: Judge) -> None:
    rules = judge.rules(FieldId("facility_amount"), ["USD 500,000,000"])
    assert broken(rules) == {ExtractionRule.CITATIONS, ExtractionRule.SUPPORT}


def test_a_derived_value_rests_on_its_inputs(judge: Judge) -> None:
    start = Citation(document=FILE, page="2", section="Parties", quote="THIS AGREEMENT is dated 15 March 2026")
    end = Citation(document=FILE, page="3", section="1.1", quote='"Termination Date" means 15 March 2031.')
    assert judge.rules(FieldId("tenor"), ["5 years"], derived_from=[start, end]).passed
    assert broken(judge.rules(FieldId("tenor"), ["5 years"], start)) >= {ExtractionRule.IN_DOCUMENT}
    unquoted = Citation(document=FILE, page="3", section="1.1")
    rules = judge.rules(FieldId("tenor"), ["5 years"], derived_from=[start, unquoted])
    assert broken(rules) == {ExtractionRule.CITATIONS, ExtractionRule.SUPPORT}


def test_a_plain_no_needs_no_citation(judge: Judge) -> None:
    assert judge.rules(FieldId("negative_pledge"), ["N"]).passed
    assert broken(judge.rules(FieldId("negative_pledge"), ["No"])) == {ExtractionRule.MANDATED_FORM}
