"""One way from checks and provenance to an item, whatever the capability."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING

import pytest
from tests.conformance.flipping import flipped

from loanproof.benchmarks import read_value
from loanproof.cases import ExpectedCitation
from loanproof.core import Capability, Citation, Reason
from loanproof.documents import load_document
from loanproof.provenance import ClassName, DocumentSet
from loanproof.scoring.checks import Check, reasons_of, worst
from loanproof.scoring.context import ScoringContext
from loanproof.scoring.items import score_item
from loanproof.scoring.results import ItemHead
from loanproof.standards import Label, load_contract
from loanproof.values import NO_CONTEXT

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.provenance import ItemProvenance
    from loanproof.scoring.items import ScoredItem
    from loanproof.standards import EvalStandard

FILE = "loan.txt"
TEXT = (
    "1. INTEREST\n\n1.1 Margin\n\nThe Margin is 2.50 per cent. per annum.\n"
    "\f2. FEES\n\n2.1 Commitment fee\n\nThe commitment fee is 0.40 per cent. per annum.\n\n"
    "2.2 Agency fee\n\nThe agency fee is set out in a letter.\n"
)
QUOTE = "The Margin is 2.50 per cent. per annum."
HEAD = ItemHead(item="margin")
RIGHT = Check(Label.CORRECT, Reason.EXACT, "It is right.")
PART = Check(Label.PARTIAL, Reason.ROUNDED, "It is rounded.")
WRONG = Check(Label.FAIL, Reason.DIFFERENT, "It is wrong.", ruling="A-04")
LOAN = [one for one in Capability if one is not Capability.TASK]
EACH = pytest.mark.parametrize("capability", LOAN)


@pytest.fixture(scope="module")
def contract() -> EvalStandard:
    return load_contract("eval-standards@1.0+r1")


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory, contract: EvalStandard) -> DocumentSet:
    path: Path = tmp_path_factory.mktemp("items") / FILE
    path.write_text(TEXT, encoding="utf-8")
    return DocumentSet([load_document(path)], contract)


def cited(context: ScoringContext, *, page: str = "1") -> ItemProvenance:
    citation = Citation(document=FILE, page=page, section="1.1", quote=QUOTE)
    return context.provenance_of([citation], context.claim_of("2.50 per cent. per annum"))


def listed(page: str | None, section: str | None, quote: str) -> list[ExpectedCitation]:
    return [ExpectedCitation(page=page, section=section, quote=quote)]


def codes(scored: ScoredItem) -> list[str]:
    return [finding.code for finding in scored.findings]


def test_the_order_of_checks_never_changes_a_label() -> None:
    assert {worst(checks) for checks in permutations((RIGHT, PART, WRONG))} == {Label.FAIL}
    assert worst((), Label.TRUE_NEGATIVE) is Label.TRUE_NEGATIVE
    assert worst((RIGHT,), Label.GROUNDED_REFUSAL) is Label.GROUNDED_REFUSAL


def test_the_gravest_reason_comes_first_equals_in_their_order_and_none_twice() -> None:
    other = Check(Label.PARTIAL, Reason.UNIT_MISSING, "It has no unit.")
    reasons = reasons_of((RIGHT, PART, other, WRONG, PART))
    assert [one.code for one in reasons] == [Reason.DIFFERENT, Reason.ROUNDED, Reason.UNIT_MISSING, Reason.EXACT]
    assert reasons[0].ruling == "A-04"


@EACH
def test_a_check_leaves_its_label_and_a_good_citation_makes_none_better(
    capability: Capability, documents: DocumentSet, contract: EvalStandard
) -> None:
    context = ScoringContext(documents, contract, capability)
    item = score_item(HEAD, (RIGHT, PART), cited(context), context).item
    assert (item.provenance.class_name, item.value_label, item.label) == (ClassName.OK, Label.PARTIAL, Label.PARTIAL)
    assert item.score == Fraction(1, 2)


@EACH
def test_an_item_is_worth_what_a_deciding_check_says_and_not_what_another_does(
    capability: Capability, documents: DocumentSet, contract: EvalStandard
) -> None:
    context = ScoringContext(documents, contract, capability)
    set_apart = Check(Label.PARTIAL, Reason.ILLEGIBLE_GUESSED, "A guess.", score=Fraction(1, 4))
    assert score_item(HEAD, (set_apart, RIGHT), cited(context), context).item.score == Fraction(1, 4)
    assert score_item(HEAD, (set_apart, PART), cited(context), context).item.score == Fraction(1, 4)
    assert score_item(HEAD, (set_apart, WRONG), cited(context), context).item.score == 0


def test_what_a_wrong_page_does_is_read_from_the_contract_of_each_capability(
    documents: DocumentSet, contract: EvalStandard
) -> None:
    labels = {}
    for capability in LOAN:
        context = ScoringContext(documents, contract, capability)
        labels[capability] = score_item(HEAD, (RIGHT,), cited(context, page="2"), context).item.label
    assert labels == {
        Capability.EXTRACTION: Label.PARTIAL,
        Capability.COVENANTS: Label.CORRECT,
        Capability.BMT: Label.CORRECT,
        Capability.QA: Label.CORRECT,
    }
    stricter = flipped(contract, "parameters.citations.qa.fail_on", ["PAGE"])
    context = ScoringContext(documents, stricter, Capability.QA)
    assert score_item(HEAD, (RIGHT,), cited(context, page="2"), context).item.label is Label.FAIL


@EACH
@pytest.mark.parametrize(
    ("page", "section", "quote", "is_told"),
    [
        pytest.param(
            "2", "2.1", "The commitment fee is 0.40 per cent. per annum.", True, id="another page and section"
        ),
        pytest.param("1", "2.1", "The commitment fee is 0.40 per cent. per annum.", False, id="the same page"),
        pytest.param(None, "1", "INTEREST", False, id="the section around it"),
        pytest.param(None, None, "Margin is 2.50 per cent.", False, id="the same words"),
        pytest.param(None, None, "The agency fee is set out in a letter.", True, id="other words"),
    ],
)
def test_a_good_citation_of_a_place_that_the_case_does_not_list_is_told(
    capability: Capability,
    page: str | None,
    section: str | None,
    quote: str,
    is_told: bool,
    documents: DocumentSet,
    contract: EvalStandard,
) -> None:
    context = ScoringContext(documents, contract, capability)
    scored = score_item(HEAD, (RIGHT,), cited(context), context, listed=listed(page, section, quote))
    assert (Reason.UNLISTED_PLACE in codes(scored)) is is_told
    assert scored.item.label is Label.CORRECT


@EACH
def test_of_a_citation_that_is_not_in_order_no_unlisted_place_is_told(
    capability: Capability, documents: DocumentSet, contract: EvalStandard
) -> None:
    context = ScoringContext(documents, contract, capability)
    elsewhere = listed("2", "2.2", "The agency fee is set out in a letter.")
    scored = score_item(HEAD, (RIGHT,), cited(context, page="7 (printed)"), context, listed=elsewhere)
    assert scored.item.provenance.class_name is not ClassName.OK
    assert Reason.UNLISTED_PLACE not in codes(scored)


def test_both_ends_of_a_range_are_read_in_the_same_notation() -> None:
    (place,) = read_value("GBP 2,500 to GBP 3,500", NO_CONTEXT)
    assert {(str(one.low), str(one.high)) for one in place.candidates} == {("2500", "3500"), ("2.500", "3.500")}
