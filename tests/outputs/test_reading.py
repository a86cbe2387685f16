"""Outputs that are well formed: the examples of the format read cleanly, and every allowed form means what it says."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from tests.conformance.flipping import flipped

from loanproof.core import Capability, Citation, FieldId
from loanproof.outputs import (
    BmtOutput,
    ConditionalDate,
    Confidence,
    CovenantsOutput,
    Derivation,
    DocumentKind,
    ExtractionOutput,
    FieldOutput,
    FieldStatus,
    GapOutput,
    QaOutput,
    StatedDate,
    TaskOutput,
    UnclearDate,
    parse_output,
)
from loanproof.standards import OUR_CONTRACT, ConfidenceLevel, load_contract

GOLDEN = Path(__file__).with_name("golden")


def golden(capability: Capability) -> str:
    return (GOLDEN / f"{capability}.json").read_text(encoding="utf-8")


def extraction(fields: object, *, revision: str = "r2", **more: object) -> ExtractionOutput:
    standard = load_contract(f"eval-standards@1.0+{revision}")
    output = parse_output({"fields": fields, **more}, Capability.EXTRACTION, standard=standard)
    assert isinstance(output, ExtractionOutput)
    return output


def margin(**keys: object) -> FieldOutput:
    output = extraction({"margin": keys})
    assert output.findings == ()
    return output.fields[0]


@pytest.mark.parametrize("capability", Capability)
def test_the_example_of_the_format_reads_without_a_finding(capability: Capability) -> None:
    assert parse_output(golden(capability), capability).findings == ()


def test_the_example_of_an_extraction_is_read_field_by_field() -> None:
    output = parse_output(golden(Capability.EXTRACTION), Capability.EXTRACTION)
    assert isinstance(output, ExtractionOutput)
    assert output.document == "acme-corp-facility-agreement.pdf"
    assert output.document_kind is DocumentKind.AGREEMENT
    assert [field.name for field in output.fields] == [
        FieldId("borrower"),
        FieldId("facility_amount"),
        FieldId("tenor"),
        FieldId("commitment_fee"),
        FieldId("margin"),
        FieldId("governing_law"),
    ]
    borrower, amount, tenor, fee, spread, law = output.fields
    assert borrower == FieldOutput(
        name=FieldId("borrower"),
        status=FieldStatus.EXTRACTED,
        value="Acme Corp Pte. Ltd.",
        confidence=Confidence(score=Decimal("0.97"), level=ConfidenceLevel.HIGH),
        is_shared=True,
        citations=(Citation(document="acme-corp-facility-agreement.pdf", page="1", section="Parties", quote="..."),),
    )
    assert amount.value == {"amount": Decimal(500000000), "currency": "USD"}
    assert tenor.derived == Derivation(
        how="maturity less signing date", inputs=(Citation(page="1", section="…", quote="…"),)
    )
    assert (fee.status, fee.value, fee.note) == (FieldStatus.ABSENT, None, "no fee clause")
    assert (spread.status, spread.original_value, spread.value) == (FieldStatus.AMENDED, "2.00% p.a.", "2.25% p.a.")
    assert spread.effective_date == UnclearDate()
    assert (law.status, law.value) == (FieldStatus.UNCHANGED, "unchanged — refer to original agreement")
    assert output.tranches[0].label == "Facility A"
    assert output.tranches[0].fields[0].value == "USD 300,000,000"


def test_the_examples_of_the_other_capabilities_are_read() -> None:
    covenants = parse_output(golden(Capability.COVENANTS), Capability.COVENANTS)
    assert isinstance(covenants, CovenantsOutput)
    assert covenants.covenants[0].threshold == "4.00:1"
    assert covenants.covenants[0].types == ("financial",)
    assert covenants.flags is not None
    assert covenants.flags.grace_periods == ()
    bmt = parse_output(golden(Capability.BMT), Capability.BMT)
    assert isinstance(bmt, BmtOutput)
    assert bmt.comparisons[0].gap == GapOutput(bps=Decimal(100))
    assert bmt.jurisdiction is not None
    assert bmt.jurisdiction.is_ambiguous is False
    qa = parse_output(golden(Capability.QA), Capability.QA)
    assert isinstance(qa, QaOutput)
    assert qa.confidence.level is ConfidenceLevel.HIGH
    task = parse_output(golden(Capability.TASK), Capability.TASK)
    assert isinstance(task, TaskOutput)
    assert task.answer == "..."


def test_a_missing_key_is_silence() -> None:
    output = extraction({"borrower": {"status": "absent"}})
    assert output.field(FieldId("margin")) is None
    assert output.findings == ()


ABSENCES: list[object] = [
    None, [], "N/A", "n/a", "N.A.", "None", "none.", " none ", "nil", "not stated", "not_specified", "null", "-", "–",
    "[]", ["N/A"], ["none", None],
]  # fmt: skip


@pytest.mark.parametrize("written", ABSENCES)
def test_words_and_values_of_absence_are_explicit_absence(written: object) -> None:
    for fields in (
        {"margin": written},
        {"margin": {"value": written}},
        {"margin": {"status": "absent", "value": written}},
    ):
        output = extraction(fields)
        assert output.findings == ()
        assert output.fields == (FieldOutput(name=FieldId("margin"), status=FieldStatus.ABSENT),)


@pytest.mark.parametrize(
    "written", ["nonesuch", "NA Holdings", "No", 0, False, "0", "$", "?", ["N/A", "2%"], ["unknown", 2]]
)
def test_other_values_are_no_absence(written: object) -> None:
    assert margin(value=written).status is FieldStatus.EXTRACTED


@pytest.mark.parametrize(
    "written", ["unknown", "Unknown.", "not available", "(not_available)", "undeterminable", ["unknown"]]
)
def test_a_value_that_is_unknown_is_undeterminable(written: object) -> None:
    for fields in ({"margin": written}, {"margin": {"value": written}}):
        output = extraction(fields)
        assert output.findings == ()
        assert output.fields == (FieldOutput(name=FieldId("margin"), status=FieldStatus.UNDETERMINABLE),)


@pytest.mark.parametrize("status", ["absent", "illegible", "undeterminable", "unchanged"])
def test_a_status_says_more_than_a_value_that_is_unknown(status: str) -> None:
    field = margin(status=status, value="unknown")
    assert (field.status, field.value) == (status, None)


def test_extracted_and_unknown_contradict_each_other_and_the_field_is_undeterminable() -> None:
    output = extraction({"margin": {"status": "extracted", "value": "unknown"}})
    assert [str(finding.code) for finding in output.findings] == ["STATUS_CONTRADICTS_VALUE"]
    assert output.fields[0].status is FieldStatus.UNDETERMINABLE


def test_a_field_that_is_blank_is_absent_and_not_silent() -> None:
    for fields in ({"margin": ""}, {"margin": {"value": "  "}}):
        assert extraction(fields).fields == (FieldOutput(name=FieldId("margin"), status=FieldStatus.ABSENT),)


@pytest.mark.parametrize("scope", ["n/a", ["none"], "unknown", ["not specified", ""]])
def test_a_scope_that_says_nothing_names_no_tranche(scope: object) -> None:
    assert extraction({"margin": {"value": "2%", "scope": scope}}).fields[0].tranches == ()


@pytest.mark.parametrize("value", ["N.A.", "nil", "not stated", "unknown", "not available", "–", ["none"]])
def test_revision_1_takes_other_words_for_nothing_for_a_value(value: object) -> None:
    [field] = extraction({"margin": {"value": value}}, revision="r1").fields
    assert (field.status, field.value is None) == (FieldStatus.EXTRACTED, False)


@pytest.mark.parametrize("value", ["n/a", "None.", "null", "[]", [], None, ""])
def test_revision_1_has_its_own_words_for_absence(value: object) -> None:
    [field] = extraction({"margin": {"value": value}}, revision="r1").fields
    assert (field.status, field.value) == (FieldStatus.ABSENT, None)


@pytest.mark.parametrize("conflict", ["none", "N.A.", "unknown", ""])
def test_a_conflict_that_says_nothing_is_none(conflict: str) -> None:
    assert extraction({"margin": {"value": "2%", "conflict": conflict}}).fields[0].conflicts == ()


def test_absent_with_a_value_is_read_as_the_value() -> None:
    field = extraction({"margin": {"status": "absent", "value": "2%"}}).fields[0]
    assert (field.status, field.value) == (FieldStatus.EXTRACTED, "2%")


def test_an_unknown_status_without_a_value_is_silence_and_with_null_is_absence() -> None:
    assert extraction({"margin": {"status": "pending"}}).field(FieldId("margin")) is None
    field = extraction({"margin": {"status": "pending", "value": None}}).field(FieldId("margin"))
    assert field is not None
    assert field.status is FieldStatus.ABSENT


@pytest.mark.parametrize("status", ["illegible", "undeterminable"])
def test_a_guess_may_stand_beside_a_status_that_is_not_extracted(status: str) -> None:
    assert margin(status=status, value="2%").value == "2%"
    assert margin(status=status).status == status


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("2.50% p.a.", "2.50% p.a."),
        (2, Decimal(2)),
        (True, True),
        (["a", "b"], ("a", "b")),
        ({"opening": "2%", "rows": [{"when": "x", "value": 1}]}, None),
    ],
)
def test_a_value_may_be_a_string_a_number_a_boolean_a_list_or_structured(written: object, read: object) -> None:
    value = margin(value=written).value
    assert value == (read if read is not None else {"opening": "2%", "rows": ({"when": "x", "value": Decimal(1)},)})


def test_a_number_in_text_keeps_its_digits() -> None:
    output = parse_output('{"fields": {"margin": {"value": 2.50}}}', Capability.EXTRACTION)
    assert isinstance(output, ExtractionOutput)
    assert str(output.fields[0].value) == "2.50"


HIGH, MEDIUM, LOW = ConfidenceLevel


@pytest.mark.parametrize(
    ("written", "score", "level"),
    [
        (0.9, "0.9", HIGH),
        (1, "1", HIGH),
        (0.8999999, "0.8999999", MEDIUM),
        (0.7, "0.7", MEDIUM),
        (0.6999, "0.6999", LOW),
        (0, "0", LOW),
        ("HIGH", None, HIGH),
        ("medium", None, MEDIUM),
        ("LOW", None, LOW),
        (None, None, LOW),
        ({"score": 0.93, "level": "HIGH"}, "0.93", HIGH),
        ({"score": 0.75}, "0.75", MEDIUM),
        ({"level": "HIGH"}, None, HIGH),
    ],
)
def test_confidence_has_three_forms(written: object, score: str | None, level: ConfidenceLevel) -> None:
    expected = Confidence(score=None if score is None else Decimal(score), level=level)
    assert margin(value="2%", confidence=written).confidence == expected


@pytest.mark.parametrize(
    ("written", "level"),
    [
        ({"score": 0.95, "level": "LOW"}, LOW),
        ({"score": 0.95, "level": "MEDIUM"}, MEDIUM),
        ({"score": 0.10, "level": "HIGH"}, LOW),
        ({"score": 0.75, "level": "HIGH"}, MEDIUM),
        ({"score": 1.5, "level": "HIGH"}, LOW),
        ({"score": 0.95, "level": "TOP"}, LOW),
        (True, LOW),
        (float("nan"), LOW),
        (1.01, LOW),
        ("0.95", LOW),
    ],
)
def test_the_lower_confidence_counts_and_an_invalid_one_is_low(written: object, level: ConfidenceLevel) -> None:
    output = extraction({"margin": {"value": "2%", "confidence": written}})
    assert output.fields[0].confidence.level is level
    assert len(output.findings) == 1


def test_scores_are_read_by_the_bands_of_the_contract_that_is_given() -> None:
    shared = {"confidence.levels.MEDIUM.below": "0.95"}
    standard = flipped(load_contract(OUR_CONTRACT), "confidence.levels.HIGH.at_least", "0.95", also=shared)
    raw = {"fields": {"margin": {"value": "2%", "confidence": 0.93}}}
    output = parse_output(raw, Capability.EXTRACTION, standard=standard)
    assert isinstance(output, ExtractionOutput)
    assert output.fields[0].confidence.level is MEDIUM


def test_scope_is_shared_or_a_list_of_tranches() -> None:
    assert margin(value="2%", scope="shared").is_shared
    assert margin(value="2%", scope=["Facility A", "Facility B"]).tranches == ("Facility A", "Facility B")
    assert not margin(value="2%").is_shared


@pytest.mark.parametrize(("written", "page"), [(3, "3"), ("iii", "iii"), ("3-4", "3-4"), (3.0, "3"), (None, None)])
def test_a_page_may_be_a_number_or_a_label(written: object, page: str | None) -> None:
    assert margin(value="2%", provenance=[{"page": written}]).citations == (Citation(page=page),)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("2027-01-01", StatedDate(text="2027-01-01")),
        ("unclear", UnclearDate()),
        ("Unclear", UnclearDate()),
        ({"state": "unclear"}, UnclearDate()),
        (
            {"state": "conditional", "condition": "on notice", "provenance": [{"page": 2}]},
            ConditionalDate(condition="on notice", citations=(Citation(page="2"),)),
        ),
        (None, None),
    ],
)
def test_an_effective_date_is_a_date_unclear_or_conditional(written: object, read: object) -> None:
    assert margin(status="amended", value="2%", effective_date=written).effective_date == read


def test_a_conflict_keeps_the_other_value_and_its_places() -> None:
    [conflict] = margin(value="2%", conflict=[{"value": "3%", "provenance": [{"page": 9}]}]).conflicts
    assert (conflict.value, conflict.citations) == ("3%", (Citation(page="9"),))


def test_unknown_keys_are_kept() -> None:
    output = extraction({"margin": {"value": "2%", "why": "clause 9"}}, version=3)
    assert output.raw == {"fields": {"margin": {"value": "2%", "why": "clause 9"}}, "version": Decimal(3)}


def test_an_output_that_cannot_be_read_keeps_its_text() -> None:
    output = parse_output("no idea", Capability.EXTRACTION)
    assert isinstance(output, ExtractionOutput)
    assert (output.raw, output.fields) == ("no idea", ())


@pytest.mark.parametrize("text", ['{"answer": "31 March 2027"}', ' {"answer": "31 March 2027"}\n', "31 March 2027"])
def test_an_answer_may_be_text_or_an_object_as_text(text: str) -> None:
    output = parse_output(text, Capability.QA)
    assert isinstance(output, QaOutput)
    assert output.answer == "31 March 2027"
    assert output.findings == ()


@pytest.mark.parametrize("text", ['{"reply": "x"}', '["answer"]', "{Clause 5}"])
def test_text_that_is_no_output_is_the_answer_itself(text: str) -> None:
    output = parse_output(text, Capability.TASK)
    assert isinstance(output, TaskOutput)
    assert (output.answer, output.findings) == (text, ())


@pytest.mark.parametrize("text", ['{"answer": "x"} and more', '{"answer": ', '```json\n{"answer": "x"}\n```'])
def test_an_output_that_is_not_one_object_is_read_as_text_and_says_so(text: str) -> None:
    output = parse_output(text, Capability.QA)
    assert isinstance(output, QaOutput)
    assert output.answer == text
    assert [finding.code for finding in output.findings] == ["NOT_ONE_OBJECT"]


def test_an_output_without_its_answer_has_none() -> None:
    """The words of its question must not be taken for the answer."""
    output = parse_output('{"question": "Is GBP 5,000,000 due?", "confidence": 0.9}', Capability.QA)
    assert isinstance(output, QaOutput)
    assert output.answer is None
    assert [finding.code for finding in output.findings] == ["MISSING_KEY"]
