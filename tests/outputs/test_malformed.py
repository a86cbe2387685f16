"""Malformed outputs: never a traceback, each defect a finding with its code and its place."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rows import each_row

from loanproof.core import Capability, FileModel, load_yaml, validate_yaml
from loanproof.outputs import (
    ExtractionOutput,
    FieldStatus,
    FindingCode,
    Output,
    QaOutput,
    TaskOutput,
    is_unread,
    parse_output,
)


class Group(FileModel):
    """Malformed texts of one kind."""

    name: str
    capability: Capability
    around: str
    rows: tuple[tuple[str, ...], ...]


class Table(FileModel):
    """The whole file."""

    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    capability: Capability
    text: str
    expected: list[tuple[str, str]]


def rows() -> list[Row]:
    source = load_yaml(Path(__file__).with_name("malformed.yaml"))
    read: list[Row] = []
    for group in validate_yaml(Table, source).groups:
        for written, *findings in group.rows:
            expected = [(code, place) for code, _, place in (finding.partition(" ") for finding in findings)]
            text = group.around.replace("@", written)
            read.append(Row(capability=group.capability, text=text, expected=expected))
    return read


ROWS = rows()


def codes(output: Output) -> list[tuple[str, str]]:
    return [(finding.code.value, finding.place) for finding in output.findings]


def test_the_table_is_as_long_as_promised() -> None:
    assert len({(row.capability, row.text) for row in ROWS}) >= 200


@each_row("row", ROWS, ids=lambda row: f"{row.capability} {row.text}"[:90])
def test_every_defect_is_a_finding_with_its_place_and_nothing_else_is(row: Row) -> None:
    assert sorted(codes(parse_output(row.text, row.capability))) == sorted(row.expected)


@pytest.mark.parametrize("code", FindingCode)
def test_every_code_is_met_by_some_test(code: FindingCode) -> None:
    elsewhere = {
        FindingCode.TEXT_TOO_LONG,
        FindingCode.TOO_DEEP,
        FindingCode.STRING_TOO_LONG,
        FindingCode.BYTE_ORDER_MARK,
        FindingCode.TOO_MANY_FINDINGS,
    }
    assert code in elsewhere or any(code == met for row in ROWS for met, _ in row.expected)


@pytest.mark.parametrize("opening", ["[", '{"a":', '{"fields": {"margin": {"value": [', '[{"a":'])
def test_any_depth_of_nesting_is_a_finding(opening: str) -> None:
    assert codes(parse_output(opening * 100_000, Capability.EXTRACTION)) == [("TOO_DEEP", "")]


def test_brackets_inside_strings_do_not_count_as_depth() -> None:
    text = json.dumps({"fields": {"margin": {"value": "[{" * 500 + '\\"' + "[" * 500}}})
    assert codes(parse_output(text, Capability.EXTRACTION)) == []


def test_data_of_64_levels_is_read_and_of_65_is_not() -> None:
    def nested(levels: int) -> str:
        return '{"fields": {}, "x": ' + "[" * (levels - 1) + "]" * (levels - 1) + "}"

    assert codes(parse_output(nested(64), Capability.EXTRACTION)) == [("UNKNOWN_KEY", "x")]
    assert codes(parse_output(nested(65), Capability.EXTRACTION)) == [("TOO_DEEP", "")]


def test_deep_data_that_was_decoded_elsewhere_is_cut_where_it_is_too_deep() -> None:
    data: object = "end"
    for _ in range(10_000):
        data = [data]
    output = parse_output({"fields": {}, "x": data}, Capability.EXTRACTION)
    assert codes(output) == [("TOO_DEEP", "x" + ".0" * 63), ("UNKNOWN_KEY", "x")]


def test_a_very_long_string_is_cut_and_reported() -> None:
    output = parse_output({"fields": {"borrower": {"value": "A", "note": "a" * 1_000_001}}}, Capability.EXTRACTION)
    assert codes(output) == [("STRING_TOO_LONG", "fields.borrower.note")]
    assert isinstance(output, ExtractionOutput)
    assert output.fields[0].note == "a" * 1_000_000


def test_a_text_that_is_too_long_to_be_read_whole_is_not_read_at_all() -> None:
    output = parse_output({"fields": {"margin": {"value": "5 years " * 2_000}}}, Capability.EXTRACTION)
    assert codes(output) == [("STRING_TOO_LONG", "fields.margin.value")]
    assert isinstance(output, ExtractionOutput)
    assert is_unread(output.fields[0])
    assert output.fields[0].status is FieldStatus.EXTRACTED  # and no silence either
    assert isinstance(output.raw, Mapping)
    assert "5 years" in str(output.raw["fields"])


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("2.50%" + " " * 20_000 + "p.a.", "2.50% p.a."),
        ("2.50%" + "\n \n" * 20_000 + "p.a.", "2.50%\n\np.a."),
        ("a,\u00a0\u3000b", "a, b"),
        ("Level I\t\t1.25%\nLevel II\t1.50%", "Level I\t1.25%\nLevel II\t1.50%"),
    ],
    ids=["blanks", "lines", "other blanks", "a table"],
)
def test_blanks_run_together_once_where_an_output_is_read(written: str, read: str) -> None:
    output = parse_output({"fields": {"margin": {"value": written}}}, Capability.EXTRACTION)
    assert isinstance(output, ExtractionOutput)
    assert (output.fields[0].value, codes(output)) == (read, [])


def test_a_quote_and_the_answer_to_a_task_stay_as_they_are() -> None:
    quote, answer = "a  b" * 5_000, "c  d" * 5_000
    output = parse_output({"answer": "x", "provenance": [{"quote": quote}]}, Capability.QA)
    task = parse_output({"answer": answer}, Capability.TASK)
    assert isinstance(output, QaOutput)
    assert isinstance(task, TaskOutput)
    assert (output.citations[0].quote, task.answer) == (quote, answer)
    assert codes(output) == codes(task) == []


def test_a_text_beyond_the_limit_is_not_decoded() -> None:
    assert codes(parse_output(" " * 20_000_001, Capability.EXTRACTION)) == [("TEXT_TOO_LONG", "")]


def test_a_number_of_many_digits_is_reported() -> None:
    text = '{"fields": {"facility_amount": {"value": ' + "9" * 10_000 + "}}}"
    place = "fields.facility_amount.value"
    assert codes(parse_output(text, Capability.EXTRACTION)) == [("NUMBER_TOO_LARGE", place)]
    data = {"fields": {"facility_amount": {"value": 10**10_000}}}
    assert codes(parse_output(data, Capability.EXTRACTION)) == [("NUMBER_TOO_LARGE", place)]


@pytest.mark.parametrize("number", ["1e999", "-1e999", "Infinity", "1e-99999", "9" * 10_000])
def test_a_number_of_absurd_size_is_a_claim_and_not_an_absence(number: str) -> None:
    citation = '{"page": ' + number + "}"
    text = f'{{"fields": {{"commitment_fee": {{"value": {number}, "provenance": [{citation}]}}}}}}'
    output = parse_output(text, Capability.EXTRACTION)
    assert isinstance(output, ExtractionOutput)
    [field] = output.fields
    assert (field.status, field.value) == ("extracted", number[:20] + "…")
    assert field.citations[0].page == number[:20] + "…"


def test_a_byte_order_mark_is_reported_and_the_rest_is_read() -> None:
    output = parse_output('\ufeff{"fields": {"borrower": {"value": "Acme"}}}', Capability.EXTRACTION)
    assert codes(output) == [("BYTE_ORDER_MARK", "")]
    assert isinstance(output, ExtractionOutput)
    assert output.fields[0].value == "Acme"


def test_a_control_character_that_is_not_escaped_is_reported_and_the_rest_is_read() -> None:
    output = parse_output('{"fields": {"borrower": {"value": "Acme\nCorp"}}}', Capability.EXTRACTION)
    assert codes(output) == [("CONTROL_CHARACTER", "")]
    assert isinstance(output, ExtractionOutput)
    assert output.fields[0].value == "Acme\nCorp"


def test_more_findings_than_the_limit_end_in_one_that_says_so() -> None:
    output = parse_output({"fields": {f"field{at}": 1 for at in range(2_000)}}, Capability.EXTRACTION)
    assert len(output.findings) == 501
    assert output.findings[-1].code is FindingCode.TOO_MANY_FINDINGS


def test_a_hostile_key_never_breaks_the_line_of_a_message() -> None:
    output = parse_output({"fields": {}, "a\r\n\x1b[2J" + "z" * 500: 1}, Capability.EXTRACTION)
    [control, unknown] = output.findings
    for finding in (control, unknown):
        shown = finding.place + finding.message
        assert shown.isprintable()
        assert len(shown) < 250


@pytest.mark.parametrize("raw", [None, True, 3, 2.5, [], [{}], (), b"{}", {1, 2}, object()])
def test_data_that_is_no_object_is_reported(raw: object) -> None:
    assert "NOT_ONE_OBJECT" in {code for code, _ in codes(parse_output(raw, Capability.EXTRACTION))}


@pytest.mark.parametrize("capability", Capability)
def test_an_empty_object_lacks_what_the_case_asked_for(capability: Capability) -> None:
    keys = {"extraction": "fields", "covenants": "covenants", "bmt": "comparisons", "qa": "answer", "task": "answer"}
    assert codes(parse_output({}, capability)) == [("MISSING_KEY", keys[capability])]


def test_a_key_that_is_no_string_is_reported() -> None:
    for key in (5, None, b"fields", (1, 2)):
        assert codes(parse_output({"fields": {}, key: 1}, Capability.EXTRACTION)) == [("WRONG_TYPE", "")]


def test_floats_keep_the_digits_they_show() -> None:
    output = parse_output({"fields": {"margin": {"value": 2.35}}}, Capability.EXTRACTION)
    assert isinstance(output, ExtractionOutput)
    assert output.fields[0].value == Decimal("2.35")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.decimals(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
WORDS = st.sampled_from(
    "fields tranches label status value confidence scope provenance page section quote document margin borrower "
    "covenants name type threshold waiver period flags grace_periods cross_default jurisdiction comparisons term gap "
    "benchmark answer effective_date derived from conflict original_value score level carve_outs steps".split()
)
LIKELY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["absent", "N/A", "HIGH", "", "shared"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=6),
    max_leaves=30,
)


@given(st.one_of(JSON, LIKELY), st.sampled_from(Capability))
def test_any_data_is_read_without_an_exception(raw: object, capability: Capability) -> None:
    output = parse_output(raw, capability)
    assert all(finding.message.endswith(".") and finding.message.isprintable() for finding in output.findings)


@given(st.text() | LIKELY.map(json.dumps), st.sampled_from(Capability))
def test_any_text_is_read_without_an_exception(raw: str, capability: Capability) -> None:
    output = parse_output(raw, capability)
    assert all(finding.place.isprintable() for finding in output.findings)


@given(st.text(max_size=30).filter(lambda text: "{" not in text))
def test_a_plain_string_is_the_answer_to_a_question_or_a_task(text: str) -> None:
    qa, task = parse_output(text, Capability.QA), parse_output(text, Capability.TASK)
    assert isinstance(qa, QaOutput)
    assert isinstance(task, TaskOutput)
    assert task.answer == text
    assert (qa.answer or "").split() == text.split()
