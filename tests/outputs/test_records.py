"""Files of recorded outputs: one answer a line, every broken line named."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from loanproof.core import Capability, FileError, FormatError
from loanproof.outputs import RecordedOutput, RecordedOutputs, Telemetry, load_outputs, parse_output

RECORD = (
    '{"case_id": "LO-001", "repeat": 1, "output": {}, "latency_e2e_ms": 812.4, "latency_model_ms": 790.0, '
    '"input_tokens": 3012, "output_tokens": 420, "timed_out": false, "error": null}'
)
RUN = (
    '{"run": {"model_id": "m", "model_version": "2", "prompt_template_id": "p", '
    '"prompt_template_version_or_hash": "3", "generation_params": {"temperature": 0}}}'
)


def read(folder: Path, *lines: str) -> RecordedOutputs:
    path = folder / "outputs.jsonl"
    path.write_bytes("\n".join(lines).encode("utf-8", "surrogatepass"))
    return load_outputs(path)


def records_of(outputs: RecordedOutputs) -> list[RecordedOutput]:
    return [outputs.record(*key) for key in outputs.keys]


def test_the_line_of_the_format_is_read(tmp_path: Path) -> None:
    [record] = records_of(read(tmp_path, RECORD))
    assert (record.case_id, record.repeat, record.error, record.line) == ("LO-001", 1, None, 1)
    assert record.telemetry == Telemetry(
        latency_e2e_ms=Decimal("812.4"),
        latency_model_ms=Decimal("790.0"),
        input_tokens=3012,
        output_tokens=420,
        timed_out=False,
    )


def test_the_first_line_may_describe_the_run(tmp_path: Path) -> None:
    outputs = read(tmp_path, RUN, "", RECORD)
    assert outputs.run is not None
    assert (outputs.run.model_id, outputs.run.prompt_template_version_or_hash) == ("m", "3")
    assert outputs.run.generation_params == {"temperature": Decimal(0)}
    assert [record.line for record in records_of(outputs)] == [3]
    assert read(tmp_path, RECORD).run is None


def test_what_else_is_said_about_the_run_is_kept(tmp_path: Path) -> None:
    outputs = read(tmp_path, '{"run": {"model_id": "m", "region": "local"}}')
    assert outputs.run is not None
    assert outputs.run.more == {"region": "local"}
    assert outputs.run.model_version is None


def test_telemetry_that_is_missing_is_none_and_that_of_no_model_is_zero(tmp_path: Path) -> None:
    missing, none = records_of(
        read(
            tmp_path,
            '{"case_id": "A", "output": {}}',
            '{"case_id": "B", "output": {}, "latency_model_ms": null, "input_tokens": 0, "output_tokens": 0}',
        )
    )
    assert missing.telemetry == Telemetry()
    assert missing.repeat == 1
    assert (none.telemetry.input_tokens, none.telemetry.latency_model_ms) == (0, None)


def test_a_record_with_an_error_or_a_timeout_needs_no_output(tmp_path: Path) -> None:
    failed, late = records_of(
        read(tmp_path, '{"case_id": "A", "error": "HTTP 500"}', '{"case_id": "B", "timed_out": true}')
    )
    assert failed.error == "HTTP 500"
    assert late.telemetry.timed_out


def test_the_words_of_an_error_may_be_anything(tmp_path: Path) -> None:
    [failed] = records_of(read(tmp_path, '{"case_id": "A", "error": "\\u001b[31mred\\u0000"}'))
    assert failed.error == "\x1b[31mred\x00"


def test_defects_inside_an_output_are_findings_and_not_errors_of_the_file(tmp_path: Path) -> None:
    line = '{"case_id": "A", "output": {"fields": {"margin": {"value": NaN, "value": "\\ud800"}}}, "x": 1}'
    [record] = records_of(read(tmp_path, line))
    assert record.unknown_keys == ("x",)
    found = [(finding.code, finding.place) for finding in parse_output(record.output, Capability.EXTRACTION).findings]
    place = "fields.margin.value"
    assert found == [("NOT_A_NUMBER", place), ("DUPLICATE_KEY", place), ("LONE_SURROGATE", place)]


BROKEN = [
    ("{", "not one JSON value"),
    ("[]", "one JSON object"),
    ("12", "one JSON object"),
    ("null", "one JSON object"),
    ("[" * 5000, "nested more than"),
    (RUN, "case_id"),
    ('{"output": {}}', "names no case"),
    ('{"case_id": "", "output": {}}', "names no case"),
    ('{"case_id": 5, "output": {}}', "case_id: This must be a string"),
    ('{"case_id": ["A"], "output": {}}', "case_id: This must be a string"),
    ('{"case_id": "A", "case_id": "B", "output": {}}', "appears twice"),
    ('{"case_id": "A"}', "neither an output nor an error"),
    ('{"case_id": "A", "repeat": 0, "output": {}}', "counted from 1"),
    ('{"case_id": "A", "repeat": -1, "output": {}}', "less than 0"),
    ('{"case_id": "A", "repeat": 1000001, "output": {}}', "repeat: This must be at most 1,000,000"),
    ('{"case_id": "A", "repeat": 1e300, "output": {}}', "repeat: This must be at most 1,000,000"),
    ('{"case_id": "A", "repeat": 1.5, "output": {}}', "whole number"),
    ('{"case_id": "A", "repeat": "1", "output": {}}', "repeat: This must be a number"),
    ('{"case_id": "A", "repeat": true, "output": {}}', "repeat: This must be a number"),
    ('{"case_id": "A", "output": {}, "latency_e2e_ms": "fast"}', "latency_e2e_ms: This must be a number"),
    ('{"case_id": "A", "output": {}, "latency_e2e_ms": NaN}', "not a number"),
    ('{"case_id": "A", "output": {}, "latency_e2e_ms": -1}', "less than 0"),
    ('{"case_id": "A", "output": {}, "input_tokens": 1.5}', "whole number"),
    ('{"case_id": "A", "output": {}, "input_tokens": 1e400}', "at most 1,000,000,000,000,000"),
    ('{"case_id": "A", "output": {}, "latency_model_ms": 1000000000000001}', "at most 1,000,000,000,000,000"),
    ('{"case_id": "A", "output": {}, "timed_out": "no"}', "true or false"),
    ('{"case_id": "A", "output": {}, "error": {}}', "error: This must be a string"),
    ('{"case_id": "LO-001", "repeat": 1, "output": {}}', "is on line 1 already"),
    ("not json", "one JSON value: Expecting value (column 1)"),
]


@pytest.mark.parametrize(("line", "said"), BROKEN, ids=[line[:60] for line, _ in BROKEN])
def test_a_broken_line_is_named_with_file_and_line(line: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError) as caught:
        read(tmp_path, RECORD, "", line)
    [problem] = caught.value.problems
    assert (problem.file, problem.line) == (str(tmp_path / "outputs.jsonl"), 3)
    assert said in problem.message


@pytest.mark.parametrize(
    "line", ['{"run": []}', '{"run": null}', '{"run": {}, "case_id": "A"}', '{"run": {"model_id": 1}}']
)
def test_a_broken_description_of_the_run_is_named(line: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError) as caught:
        read(tmp_path, line)
    assert caught.value.problem.line == 1


def test_all_broken_lines_are_reported_together(tmp_path: Path) -> None:
    with pytest.raises(FormatError) as caught:
        read(tmp_path, "{", RECORD, RECORD, "}")
    assert [problem.line for problem in caught.value.problems] == [1, 3, 4]


def test_a_line_separator_inside_a_string_does_not_end_the_line(tmp_path: Path) -> None:
    [record] = records_of(read(tmp_path, '{"case_id": "A", "output": "one\u2028two\x85three"}'))
    assert record.output == "one\u2028two\x85three"


def test_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    [record] = records_of(read(tmp_path, "\ufeff" + RECORD))
    assert record.case_id == "LO-001"


def test_a_file_that_is_not_utf8_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "latin.jsonl"
    path.write_bytes(RECORD.encode() + b"\n\xe9")
    with pytest.raises(FormatError) as caught:
        load_outputs(path)
    assert caught.value.problem.line == 2


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError):
        load_outputs(tmp_path / "none.jsonl")


def test_an_answer_is_read_from_its_place_whatever_the_order(tmp_path: Path) -> None:
    outputs = read(
        tmp_path, RUN, '{"case_id": "B", "repeat": 2, "output": "ü"}', "", '{"case_id": "A", "output": "first"}'
    )
    assert list(outputs.keys) == [("B", 2), ("A", 1)]
    assert (outputs.record("A", 1).output, outputs.record("A", 1).line) == ("first", 4)
    assert outputs.record("B", 2).output == "ü"
    assert outputs.line_of("B", 2) == 2


def test_a_file_that_changed_since_it_was_looked_over_is_refused(tmp_path: Path) -> None:
    outputs = read(tmp_path, RECORD)
    (tmp_path / "outputs.jsonl").write_text("nothing of the kind")
    with pytest.raises(FormatError, match="was changed"):
        outputs.record("LO-001", 1)
