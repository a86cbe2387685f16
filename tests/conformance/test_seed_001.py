"""The quality contract as data says what the contract says.

``seed_001.yaml`` was typed by hand from the contract, apart from the product's data; each test takes one group of
it and checks the data against it, figure by figure.
"""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from loanproof.core import Capability, FieldId, load_yaml
from loanproof.standards import EvalStandard, Label, load_contract

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def seed() -> Any:
    return load_yaml(HERE / "seed_001.yaml").data


@pytest.fixture(scope="module")
def standard() -> EvalStandard:
    return load_contract("eval-standards@1.0+r1")


def test_identity_audience_and_change_control(seed: Any, standard: EvalStandard) -> None:
    identity = standard.contract.identity
    document = seed["document"]
    assert (identity.name, identity.version) == (document["id"], document["version"])
    assert list(identity.audience) == document["audience"]
    assert list(identity.protected) == document["change_control"]["protected"]
    assert len(identity.change_needs) == len(document["change_control"]["needs"])


def test_version_history(seed: Any, standard: EvalStandard) -> None:
    rows = seed["version_history"]["rows"]
    history = standard.contract.identity.history
    assert [(row.version, row.date, list(row.covers)) for row in history] == [
        (row["version"], row["date"], row["covers"]) for row in rows
    ]
    assert standard.contract.identity.date == rows[0]["date"]


@pytest.mark.parametrize("capability", ["extraction", "covenants", "bmt", "qa"])
def test_labels_of_each_capability(capability: str, seed: Any, standard: EvalStandard) -> None:
    named = [label["id"] for label in seed["labels"][capability]["labels"]]
    assert [label.value for label in standard.contract.labels[Capability(capability)]] == named


def test_what_correct_demands_of_characters(seed: Any, standard: EvalStandard) -> None:
    correct, semantic, *_ = seed["labels"]["extraction"]["labels"]
    matching = standard.contract.matching
    assert correct["exact_for"] == ["dates", "ISIN-style identifiers", "numeric amounts"]
    assert {matching.dates, matching.identifiers, matching.amounts} == {"character_for_character"}
    assert correct["case_insensitive_for"] == ["party names"]
    assert matching.party_names == "case_insensitive"
    assert list(matching.semantic_examples) == semantic["equivalent_examples"]


def test_a_hallucination_zeroes_the_case(seed: Any, standard: EvalStandard) -> None:
    policy = standard.contract.hallucination
    row = next(row for row in seed["labels"]["extraction"]["labels"] if row["id"] == "hallucination")
    assert policy.case_score == Decimal(row["case_score"])
    assert policy.overrides_other_scores
    assert policy.tolerance == 0
    assert {"fabricated_value", "fabricated_citation"} <= set(policy.causes)
    assert len(row["kinds"]) == 2


def test_the_scores_that_the_contract_itself_states(seed: Any, standard: EvalStandard) -> None:
    stated = {row["id"]: Decimal(row["score"]) for row in seed["stated_scores"]}
    contract = standard.contract
    modes = contract.provenance.failure_modes
    assert stated == {
        "absent_and_reported_absent": contract.score.absent_and_reported,
        "silently_absent_when_present": contract.score.present_but_silent,
        "case_with_hallucination": contract.hallucination.case_score,
        "wrong_page": modes.wrong_page.provenance_score,
        "paraphrased_quote": modes.paraphrased_quote.provenance_score,
        "citation_absent": modes.no_citation.provenance_score,
        "unsupporting_quote": modes.no_support.provenance_score,
        "quote_not_found": modes.quote_not_found.case_score,
    }


def test_the_sixteen_fields_in_their_order(seed: Any, standard: EvalStandard) -> None:
    rows = seed["required_fields"]["fields"]
    assert len(rows) == int(seed["required_fields"]["count"])
    assert [(field, entry.name) for field, entry in standard.contract.fields.items()] == [
        (row["key"], row["display"]) for row in rows
    ]


def test_what_the_fields_name(seed: Any, standard: EvalStandard) -> None:
    for row in seed["required_fields"]["fields"]:
        entry = standard.contract.fields[FieldId(row["key"])]
        named = [word.casefold() for word in row.get("named", row.get("units", []))]
        if row["key"] != "commitment_fee":  # its one unit is in the note
            assert [word.casefold() for word in (*entry.choices, *entry.examples)] == named, row["key"]


def test_mandated_forms(standard: EvalStandard) -> None:
    forms = {field: entry.form for field, entry in standard.contract.fields.items() if entry.form}
    assert forms == {
        "facility_amount": "amount_and_currency",
        "currency": "iso_4217",
        "maturity_date": "iso_8601_date",
        "mac_clause": "yes_or_no",
        "negative_pledge": "yes_or_no",
    }


def test_tiers_and_weights(seed: Any, standard: EvalStandard) -> None:
    for row in seed["tiers"]["tiers"]:
        tier = standard.contract.tiers[int(row["tier"])]
        assert (tier.name, tier.weight) == (row["name"], Decimal(row["weight"]))
        fields = {field for field in standard.fields if standard.tier_of(field) == int(row["tier"])}
        assert fields == set(row["fields"])
        assert {standard.weight_of(FieldId(field)) for field in row["fields"]} == {Decimal(row["weight"])}


def test_the_weights_of_a_case_sum_to_27_5(standard: EvalStandard) -> None:
    assert sum(standard.weight_of(field) for field in standard.fields) == Decimal("27.5")


def test_amendments(seed: Any, standard: EvalStandard) -> None:
    amendment, rows = standard.contract.amendment, seed["amendments"]
    assert amendment.must_be_flagged
    assert amendment.amended_marker == rows["amended_marker"]
    assert amendment.unchanged_marker == rows["unchanged_marker"]
    assert amendment.effective_date_not_stated == rows["unclear_marker"]
    assert len(amendment.amended_components) == len(rows["amended_components"]) == 3
    assert not amendment.unchanged_is_re_extracted
    assert not amendment.signing_date_assumed
    assert int(rows["count"]) == 4


def test_tranches(seed: Any, standard: EvalStandard) -> None:
    tranches, rows = standard.contract.tranches, seed["tranches"]
    assert list(tranches.specific_fields) == rows["tranche_specific"]
    assert list(tranches.shared_examples) == rows["shared_examples"]
    assert tranches.extracted_separately
    assert tranches.labels_required
    assert tranches.shared_marker_required
    assert tranches.scope_required_where_some_only


def test_confidence_bands(seed: Any, standard: EvalStandard) -> None:
    for row in seed["confidence"]["bands"]:
        band = standard.contract.confidence.levels[row["level"]]
        assert row["display"] == f"{row['level']} ({band.stated})"
        assert band.hitl == row["hitl"]
        assert band.at_least == Decimal(row["lower"] or "0")
    assert set(standard.contract.confidence.levels) == set(seed["confidence"]["levels"])
    assert standard.contract.confidence.blocks_export == ("LOW",)
    degraded = standard.contract.confidence.degraded_document
    assert (degraded.right, degraded.failure) == ("LOW", "HIGH")


def test_every_confidence_falls_into_the_band_that_the_contract_prints(standard: EvalStandard) -> None:
    borders = {"0": "LOW", "0.6999": "LOW", "0.70": "MEDIUM", "0.89": "MEDIUM", "0.90": "HIGH", "1": "HIGH"}
    assert {text: standard.confidence_level(Decimal(text)).value for text in borders} == borders


def test_covenant_types(seed: Any, standard: EvalStandard) -> None:
    covenants, rows = standard.contract.covenants, seed["covenant_taxonomy"]
    assert list(covenants.types) == [row["id"] for row in rows["types"]]
    assert len(covenants.types) == int(rows["count"])
    assert covenants.types_per_covenant == 1
    for row in rows["types"]:
        examples = [example.casefold() for example in covenants.types[row["id"]].examples]
        assert examples == [example["text"].casefold() for example in row["examples"]]


def test_testing_frequencies(seed: Any, standard: EvalStandard) -> None:
    covenants, rows = standard.contract.covenants, seed["testing_frequencies"]
    assert list(covenants.frequencies) == rows["ids"]
    assert covenants.frequency_levels_off_before_fail == int(rows["fail_when_levels_apart_more_than"])
    example = covenants.frequency_fail_example
    assert (example.stated, example.reported) == (rows["fail_example"]["true_value"], rows["fail_example"]["reported"])
    assert list(covenants.correct_needs) == seed["labels"]["covenants"]["labels"][0]["requires"]


def test_mandatory_flags(seed: Any, standard: EvalStandard) -> None:
    covenants, rows = standard.contract.covenants, seed["mandatory_flags"]
    assert covenants.silent_flag == rows["silent_label"]
    assert [(key, flag.name) for key, flag in covenants.flags.items()] == [
        (row["id"], row["display"]) for row in rows["flags"]
    ]
    for row in rows["flags"]:
        components = [part["letter"] or part["key"] for part in row["components"]]
        assert list(covenants.flags[row["id"]].components) == components
        assert covenants.flags[row["id"]].example == row.get("example")


def test_benchmark_elements_and_tolerance(seed: Any, standard: EvalStandard) -> None:
    bmt, rows = standard.contract.bmt, seed["bmt_elements"]
    assert list(bmt.elements) == [row["letter"] for row in rows["elements"]]
    assert len(bmt.gap_forms) == len(rows["gap_units"])
    assert bmt.tolerance_bps == Decimal(rows["tolerance"]["value"])
    assert rows["tolerance"]["exactly_at_tolerance_fails"] == "false"
    assert standard.parameters.bmt.tolerance_inclusive
    assert bmt.true_negative_references == 1
    assert not bmt.silence_is_true_negative


def test_jurisdictions(seed: Any, standard: EvalStandard) -> None:
    bmt = standard.contract.bmt
    *listed, mixed = seed["jurisdictions"]["rows"]
    assert [(row.law, row.market, row.benchmark) for row in bmt.jurisdictions] == [
        (row["governing_law"], row["market"], row["benchmark"]) for row in listed
    ]
    assert dict(bmt.associations) == {row["benchmark"]: row["benchmark_name"] for row in listed}
    assert mixed["required"].startswith("Flag jurisdiction ambiguity")
    assert bmt.mixed_or_unclear.flag_ambiguity
    assert not bmt.mixed_or_unclear.default_without_disclosure


def test_structures_without_a_comparator(seed: Any, standard: EvalStandard) -> None:
    rule, rows = standard.contract.bmt.no_comparator, seed["novel_structures"]
    assert all(word in rule.must_state for word in rows["statements"])
    assert rule.other_terms_still_evaluated
    assert not rule.flagged_as_deviation
    assert list(rule.examples) == rows["examples"]


def test_question_answering(seed: Any, standard: EvalStandard) -> None:
    qa = standard.contract.qa
    assert len(qa.scope_rules) == int(seed["qa_scope"]["count"])
    by_id = {row["id"]: row for row in seed["qa_scope"]["rules"]}
    assert list(qa.outside_knowledge_examples) == by_id["document_only_answers"]["not_imported"]
    assert list(qa.qualified_examples) == by_id["uncertainty_acknowledgement"]["qualified_examples"]
    assert len(qa.citation_elements) == len(by_id["citation_requirement"]["cites"])


def test_the_refusal_sentences_to_the_letter(seed: Any, standard: EvalStandard) -> None:
    refusal, rows = standard.contract.qa.refusal, seed["refusal"]
    assert refusal.sentence == rows["label_sentence"]["text"]
    assert refusal.format == rows["format_sentence"]["text"]
    assert refusal.pointer == rows["format_sentence"]["second_condition"]
    assert list(refusal.forbidden) == [rows["forbidden_phrase"]["text"]]


def test_provenance_elements(seed: Any, standard: EvalStandard) -> None:
    elements, rows = standard.contract.provenance.elements, seed["provenance"]["elements"]
    assert [element.example for element in elements.values()] == [row.get("example") for row in rows]
    assert len(elements) == int(seed["provenance"]["count"])
    assert len(standard.contract.provenance.applies_to) == len(seed["provenance"]["applies_to"])


def test_provenance_failure_modes(seed: Any, standard: EvalStandard) -> None:
    modes = list(standard.contract.provenance.failure_modes.model_dump().values())
    rows = seed["provenance_failures"]["modes"]
    assert len(modes) == len(rows)
    for mode, row in zip(modes, rows, strict=True):
        assert mode["label"] is Label(row["classification"])
        assert mode["case_score" if row["score_of"] == "case" else "provenance_score"] == Decimal(row["score"])


def test_passing_thresholds(seed: Any, standard: EvalStandard) -> None:
    operators = {"=": "=="}
    for row in seed["thresholds"]["gates"]:
        threshold = standard.threshold(row["gate"])
        assert threshold.comparison == operators.get(row["operator"], row["operator"])
        assert threshold.value == Decimal(row["threshold"])
        assert "remediation sprint" in threshold.if_missed
        assert ("root-cause analysis" in threshold.if_missed) == (row.get("root_cause_analysis") == "true")
    assert len(type(standard.contract.thresholds).model_fields) == int(seed["thresholds"]["count"])
