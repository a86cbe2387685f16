"""Every case finds its scorer; one without an answer fails item by item, as the rulings say."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from loanproof.cases import Case, case_models
from loanproof.core import Capability, Reason, parse_yaml, validate_yaml
from loanproof.outputs import parse_output
from loanproof.provenance import ClassName
from loanproof.scoring import score_case, score_unanswered
from loanproof.standards import OUR_CONTRACT, Hitl, Label, load_contract

if TYPE_CHECKING:
    from loanproof.standards import EvalStandard

ZERO = Fraction(0)
BODIES = {
    Capability.EXTRACTION: "document: a.txt\nexpected: {document_kind: agreement, fields: {"
    + ", ".join(f"{name}: {{state: absent}}" for name in load_contract(OUR_CONTRACT).fields)
    + "}}",
    Capability.COVENANTS: (
        "document: a.txt\nexpected: {covenants: [{name: Leverage, type: financial, testing_frequency: quarterly},"
        " {name: Accounts, type: information, testing_frequency: annual}]}"
    ),
    Capability.BMT: (
        "document: a.txt\nexpected: {jurisdiction: {governing_law: English law, market: Europe, benchmark: LMA},"
        " terms: [{term: default_interest, finding: conforms, deal_value: 1%, benchmark_value: 1%}]}"
    ),
    Capability.QA: "document: a.txt\nquestion: How much?\nexpected: {answerable: false, topic: the fee}",
    Capability.TASK: "task: Say hello.",
}
COUNTS = {
    Capability.EXTRACTION: 16,
    Capability.COVENANTS: 2,
    Capability.BMT: 1,
    Capability.QA: 1,
    Capability.TASK: 0,
}


def make(capability: Capability, more: str = "") -> Case:
    text = f"id: X-1\ncapability: {capability}\nweight: 2.5\n{BODIES[capability]}\n{more}"
    return validate_yaml(
        case_models(load_contract(OUR_CONTRACT))[capability], parse_yaml(text.encode(), file="case.yaml")
    )


@pytest.fixture(scope="module")
def standard() -> EvalStandard:
    return load_contract("eval-standards@1.0+r1")


@pytest.mark.parametrize("capability", Capability)
def test_an_unanswered_case_fails_every_item_and_says_why(capability: Capability, standard: EvalStandard) -> None:
    score = score_unanswered(make(capability), "The line was dead.", standard)
    assert (score.case_id, score.capability, score.weight) == ("X-1", capability, Fraction(5, 2))
    assert (score.is_answered, score.score, score.has_hallucination) == (False, ZERO, False)
    assert len(score.items) == COUNTS[capability]
    assert score.findings[0].code == Reason.NOT_ANSWERED
    for item in score.items:
        assert (item.label, item.score, item.hitl) == (Label.FAIL, ZERO, Hitl.REQUIRED)
        assert (item.provenance.class_name, item.provenance.score) == (ClassName.NA, None)
        [reason] = item.reasons
        assert (reason.code, reason.message, reason.ruling) == (Reason.NOT_ANSWERED, "The line was dead.", "A-65")


def test_an_unanswered_question_still_expected_its_refusal(standard: EvalStandard) -> None:
    assert score_unanswered(make(Capability.QA), "Nothing.", standard).expects_refusal


def test_the_items_of_an_unanswered_extraction_weigh_what_the_contract_says(standard: EvalStandard) -> None:
    items = score_unanswered(make(Capability.EXTRACTION), "Nothing.", standard).items
    assert sum(item.head.weight for item in items) == Fraction(55, 2)


def test_rulings_set_what_an_unanswered_item_is_worth_and_whether_it_must_cite(standard: EvalStandard) -> None:
    changed = with_parameters(
        standard,
        unanswered_score=Decimal("0.25"),
        citations=standard.parameters.citations.model_copy(update={"not_applicable_to": ("absent",)}),
    )
    [item] = score_unanswered(make(Capability.BMT), "Nothing.", changed).items
    assert (item.score, item.provenance.class_name, item.provenance.score) == (
        Fraction(1, 4),
        ClassName.ABSENT,
        Decimal(0),
    )


def test_a_task_has_no_items_and_keeps_its_findings(standard: EvalStandard) -> None:
    output = parse_output({"answer": "Hello.", "mood": "good"}, Capability.TASK)
    score = score_case(make(Capability.TASK), output, documents=None, standard=standard)
    assert (score.items, score.is_answered, score.weight) == ((), True, Fraction(5, 2))
    assert [finding.code for finding in score.findings] == ["UNKNOWN_KEY"]


def test_an_output_of_another_capability_is_a_bug_and_not_a_score(standard: EvalStandard) -> None:
    with pytest.raises((TypeError, ValueError)):
        score_case(make(Capability.QA), parse_output({}, Capability.BMT), documents=None, standard=standard)


def with_parameters(standard: EvalStandard, **changes: Any) -> EvalStandard:
    parameters = standard.parameters.model_copy(update=changes)
    return replace(standard, contract=standard.contract.model_copy(update={"parameters": parameters}))
