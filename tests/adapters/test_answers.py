"""What a target sent back: kept to the letter, and taken only for the sample that was asked for."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loanproof.adapters.answers import read_answer
from loanproof.adapters.exact_json import read_json, write_json
from loanproof.core import Capability
from loanproof.runs import Answer, Question

QUESTION = Question(case_id="QA-1", repeat=2, capability=Capability.QA)


def read(text: str) -> Answer:
    return read_answer(text, QUESTION, elapsed_ms=12)


@pytest.mark.parametrize(
    "output",
    [
        '{"value": 2.50}',
        '{"value": 120000000.00000000001}',
        '{"value": 1e999}',
        '{"value": ' + "9" * 10_000 + "}",
        '{"value": NaN}',
        '{"margin": 1, "margin": 2}',
        '[1, {"a": null, "b": true}, "x\\n"]',
    ],
)
def test_an_output_is_kept_figure_for_figure_and_key_for_key(output: str) -> None:
    answer = read(f'{{"output": {output}, "input_tokens": 3}}')
    assert (answer.output, answer.is_text, answer.telemetry.input_tokens) == (output, False, 3)


@pytest.mark.parametrize(
    "named",
    ['"case_id": "QA-2"', '"repeat": 1', '"case_id": ["QA-1"]', '"repeat": true', '"case_id": "QA-2", "repeat": 2'],
)
def test_an_answer_to_another_sample_is_no_answer(named: str) -> None:
    answer = read(f'{{{named}, "output": "31 March"}}')
    assert (answer.output, answer.error_kind) == (None, "protocol")
    assert (answer.error or "").startswith("the target answered another sample: ")


@pytest.mark.parametrize("named", ['"case_id": "QA-1", "repeat": 2, ', '"case_id": "QA-1", ', '"case_id": null, ', ""])
def test_an_answer_may_name_its_sample_or_leave_it_out(named: str) -> None:
    assert read(f'{{{named}"output": "31 March"}}').output == "31 March"


@pytest.mark.parametrize("written", ["NaN", "-1", "1.5", "1e300", "9" * 5000, '"7"', "true", "[]", "1000000000000001"])
def test_a_count_that_nobody_can_have_counted_is_not_reported(written: str) -> None:
    assert read(f'{{"output": "x", "output_tokens": {written}}}').telemetry.output_tokens is None


def test_the_time_of_the_model_is_exact() -> None:
    assert read('{"output": "x", "latency_model_ms": 790.10}').telemetry.latency_model_ms == Decimal("790.10")


@pytest.mark.parametrize("text", ["[" * 100_000, '{"output": ' + "[" * 800 + "]" * 800 + "}", "\x00", '{"output"'])
def test_what_is_no_line_is_the_output_itself(text: str) -> None:
    assert (read(text).output, read(text).is_text) == (text, True)


@pytest.mark.parametrize("text", ["", " \n\t"])
def test_an_empty_reply_is_no_answer(text: str) -> None:
    answer = read(text)
    assert (answer.output, answer.error_kind) == (None, "empty")
    assert answer.error == "the target did not answer: its reply is empty."


def test_an_output_that_is_said_to_be_empty_is_an_answer() -> None:
    assert (read('{"output": ""}').output, read('{"output": ""}').error) == ("", None)


@given(
    st.recursive(st.none() | st.booleans() | st.text(), lambda part: st.lists(part) | st.dictionaries(st.text(), part))
)
def test_what_was_read_is_written_as_the_same_data(data: object) -> None:
    text = write_json(read_json(json.dumps(data)))
    assert write_json(read_json(text)) == text
