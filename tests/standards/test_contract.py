"""The contract's figures as other layers ask for them, on both sides of every border."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from loanproof.core import Capability, FieldId, UsageError
from loanproof.standards import (
    ConfidenceLevel,
    EvalStandard,
    Hitl,
    Label,
    LimitOperator,
    MandatedForm,
    ValueKind,
    load_contract,
    load_standard,
)

TIERS = {
    1: {"borrower", "facility_amount", "currency", "maturity_date", "margin"},
    2: {"governing_law", "repayment_schedule", "reference_rate"},
    3: {
        "guarantors",
        "facility_agent",
        "facility_type",
        "tenor",
        "commitment_fee",
        "conditions_precedent",
        "mac_clause",
        "negative_pledge",
    },
}


@pytest.fixture(scope="module")
def contract() -> EvalStandard:
    return load_contract("eval-standards@1.0+r1")


def test_a_standard_is_read_once_a_process(contract: EvalStandard) -> None:
    assert load_standard("eval-standards@1.0+r1") is contract


@pytest.mark.parametrize(("tier", "weight"), [(1, "3.0"), (2, "1.5"), (3, "1.0")])
def test_each_tier_holds_its_fields_and_weighs_as_stated(contract: EvalStandard, tier: int, weight: str) -> None:
    fields = {field for field in contract.fields if contract.tier_of(field) == tier}
    assert fields == TIERS[tier]
    assert {contract.weight_of(field) for field in fields} == {Decimal(weight)}


def test_the_weights_of_a_whole_case_sum_to_27_and_a_half(contract: EvalStandard) -> None:
    assert sum(contract.weight_of(field) for field in contract.fields) == Decimal("27.5")


@pytest.mark.parametrize(
    ("label", "score"),
    [
        (Label.CORRECT, "1"),
        (Label.SEMANTIC_MATCH, "0.75"),
        (Label.PARTIAL, "0.5"),
        (Label.FAIL, "0"),
        (Label.HALLUCINATION, "0"),
        (Label.TRUE_NEGATIVE, "1"),
        (Label.GROUNDED_REFUSAL, "1"),
    ],
)
def test_each_label_has_its_score(contract: EvalStandard, label: Label, score: str) -> None:
    assert contract.score_of(label) == Decimal(score)


def test_a_field_left_out_scores_by_whether_the_document_has_it_and_the_output_says_so(contract: EvalStandard) -> None:
    score = contract.contract.score
    assert score.absent_and_reported == 1
    assert score.present_but_silent == 0
    assert score.absent_and_silent == 0


def test_each_capability_has_its_labels(contract: EvalStandard) -> None:
    labels = {capability: set(meanings) for capability, meanings in contract.contract.labels.items()}
    assert labels == {
        Capability.EXTRACTION: {"correct", "semantic_match", "partial", "fail", "hallucination"},
        Capability.COVENANTS: {"correct", "partial", "fail", "hallucination"},
        Capability.BMT: {"correct", "true_negative", "fail", "hallucination"},
        Capability.QA: {"correct", "grounded_refusal", "fail", "hallucination"},
    }


@pytest.mark.parametrize(
    ("confidence", "level", "hitl"),
    [
        ("1", "HIGH", "none"),
        ("0.90", "HIGH", "none"),
        ("0.8999", "MEDIUM", "flag"),
        ("0.895", "MEDIUM", "flag"),
        ("0.89", "MEDIUM", "flag"),
        ("0.70", "MEDIUM", "flag"),
        ("0.6999", "LOW", "required"),
        ("0", "LOW", "required"),
    ],
)
def test_the_confidence_bands_have_no_gap(contract: EvalStandard, confidence: str, level: str, hitl: str) -> None:
    found = contract.confidence_level(Decimal(confidence))
    assert found is ConfidenceLevel(level)
    assert contract.contract.confidence.levels[found].hitl is Hitl(hitl)


@pytest.mark.parametrize("confidence", ["-0.01", "1.01", "Infinity"])
def test_a_confidence_outside_0_to_1_has_no_level(contract: EvalStandard, confidence: str) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        contract.confidence_level(Decimal(confidence))


@pytest.mark.parametrize(
    ("gate", "comparison", "limit", "just_missed"),
    [
        ("capability_score:extraction", LimitOperator.AT_LEAST, "0.85", "0.8499999999999999999"),
        ("tier1:borrower", LimitOperator.AT_LEAST, "0.70", "0.6999999999999999999"),
        ("hallucination_rate", LimitOperator.EQUAL, "0", "0.0000000000000000001"),
        ("provenance_completeness", LimitOperator.AT_LEAST, "0.90", "0.8999999999999999999"),
        ("grounded_refusal_accuracy", LimitOperator.AT_LEAST, "0.95", "0.9499999999999999999"),
    ],
)
def test_each_gate_is_met_at_its_limit_and_missed_just_beside_it(
    contract: EvalStandard, gate: str, comparison: LimitOperator, limit: str, just_missed: str
) -> None:
    threshold = contract.threshold(gate)
    assert threshold.comparison is comparison
    assert threshold.is_met_by(Decimal(limit))
    assert threshold.is_met_by(Fraction(limit))
    assert not threshold.is_met_by(Decimal(just_missed))
    assert not threshold.is_met_by(Fraction(just_missed))


@pytest.mark.parametrize("gate", ["", "tier2:borrower", "model_config", "Tier1"])
def test_an_unknown_gate_is_an_error_with_the_known_ones(contract: EvalStandard, gate: str) -> None:
    with pytest.raises(UsageError, match="Known: capability_score, tier1"):
        contract.threshold(gate)


@pytest.mark.parametrize(
    ("name", "correct", "partial", "fail", "provenance"),
    [
        ("OK", "correct", "partial", "fail", "1"),
        ("PAGE", "partial", "partial", "fail", "0.5"),
        ("SECT", "partial", "partial", "fail", "0.5"),
        ("PARA", "correct", "partial", "fail", "0.5"),
        ("NOQUOTE", "correct", "partial", "fail", "0.5"),
        ("NAME", "correct", "partial", "fail", "0.5"),
        ("ABSENT", "partial", "partial", "fail", "0"),
        ("NOSUPPORT", "fail", "fail", "fail", "0"),
        ("WRONGLOC", "fail", "fail", "fail", "0"),
        ("PARA+PAGE", "partial", "partial", "fail", "0"),
        ("FAKE", "hallucination", "hallucination", "hallucination", "0"),
    ],
)
def test_a_citation_class_limits_the_label_of_its_value(
    contract: EvalStandard, name: str, correct: str, partial: str, fail: str, provenance: str
) -> None:
    found = contract.citation_class(name)
    assert Label.CORRECT.limited_to(found.label_at_best) == correct
    assert Label.PARTIAL.limited_to(found.label_at_best) == partial
    assert Label.FAIL.limited_to(found.label_at_best) == fail
    assert found.provenance_score == Decimal(provenance)


def test_a_hallucination_stays_one_and_a_semantic_match_stays_one_under_a_good_citation(
    contract: EvalStandard,
) -> None:
    classes = contract.contract.provenance.citation_classes
    assert {Label.HALLUCINATION.limited_to(row.label_at_best) for row in classes.values()} == {"hallucination"}
    assert Label.SEMANTIC_MATCH.limited_to(classes["OK"].label_at_best) == "semantic_match"
    assert Label.GROUNDED_REFUSAL.limited_to(classes["NA"].label_at_best) == "grounded_refusal"


def test_what_has_nothing_to_cite_has_no_provenance_score(contract: EvalStandard) -> None:
    assert contract.citation_class("NA").provenance_score is None


def test_an_unknown_citation_class_is_an_error(contract: EvalStandard) -> None:
    with pytest.raises(UsageError, match="no citation class 'ok'"):
        contract.citation_class("ok")


def test_the_fields_with_a_mandated_form_are_these(contract: EvalStandard) -> None:
    forms = {name: field.form for name, field in contract.contract.fields.items() if field.form}
    assert forms == {
        FieldId("facility_amount"): MandatedForm.AMOUNT_AND_CURRENCY,
        FieldId("currency"): MandatedForm.ISO_4217,
        FieldId("maturity_date"): MandatedForm.ISO_8601_DATE,
        FieldId("mac_clause"): MandatedForm.YES_OR_NO,
        FieldId("negative_pledge"): MandatedForm.YES_OR_NO,
    }


def test_every_kind_of_value_has_a_field(contract: EvalStandard) -> None:
    assert {contract.kind_of(field) for field in contract.fields} == set(ValueKind) - {ValueKind.TEXT}
    assert contract.kind_of(FieldId("guarantors")) is ValueKind.PARTIES


def test_a_loaded_standard_cannot_be_changed(contract: EvalStandard) -> None:
    tiers = contract.contract.tiers
    with pytest.raises(TypeError):
        tiers[1] = tiers[3]  # type: ignore[index]  # that it cannot be done is the point


def test_the_sentences_that_must_be_kept_to_the_letter_are(contract: EvalStandard) -> None:
    assert contract.contract.amendment.unchanged_marker == "unchanged — refer to original agreement"
    assert contract.contract.qa.refusal.sentence == "The document does not contain information about [topic]."
    assert contract.contract.qa.refusal.format == (
        "The document does not contain information about [X]. If this information is required, it may be found in "
        "[Y — only if plausible]."
    )
    assert contract.contract.qa.refusal.forbidden == ("I don't know.",)


def test_each_jurisdiction_has_its_benchmark(contract: EvalStandard) -> None:
    rows = [(row.law, row.market, row.benchmark) for row in contract.contract.bmt.jurisdictions]
    assert rows == [
        ("Singapore law", "APAC", "APLMA"),
        ("English law", "European", "LMA"),
        ("New York law", "US", "LSTA"),
    ]
    assert contract.contract.bmt.tolerance_bps == 20


def test_the_parameters_of_the_rulings_are_typed(contract: EvalStandard) -> None:
    parameters = contract.parameters
    assert parameters.strict_source_form is False
    assert (parameters.cp.recall_correct, parameters.cp.recall_partial) == (Decimal("0.80"), Decimal("0.40"))
    assert parameters.quote.containment == Decimal("0.60")
    assert (parameters.quote.min_words, parameters.quote.min_characters) == (4, 20)
    assert (parameters.ocr.letter_error_share, parameters.ocr.letter_errors) == (Decimal("0.02"), 6)
    assert parameters.covenants.ladder == ("monthly", "quarterly", "semi_annual", "annual")
    assert parameters.money.digit_error is Label.HALLUCINATION


def test_a_ruling_is_found_by_its_id(contract: EvalStandard) -> None:
    assert contract.ruling("A-04").sets == ("parameters.presence",)
    with pytest.raises(UsageError, match="no ruling 'A-99'"):
        contract.ruling("A-99")


def test_the_rubric_is_not_a_contract() -> None:
    with pytest.raises(UsageError, match="not a version of the quality contract"):
        load_contract("evaluation-rubric@1.0")
