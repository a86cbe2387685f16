"""JUnit: valid by a schema of our own, read by another program, failures apart from errors, no text of documents."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from junitparser import Error, Failure, JUnitXml
from lxml import etree
from tests.reports import made_runs as made

from loanproof.reports import write_junit

SCHEMA = etree.XMLSchema(etree.parse(Path(__file__).with_name("junit.xsd")))
SECRET = "Acme Corp Pte. Ltd. pays 2.25 per cent"  # noqa: S105  # the text of a document, no password


def written(run: made.HeldRun, *, with_text: bool = False) -> bytes:
    stream = io.BytesIO()
    write_junit(run, stream, with_text=with_text)
    SCHEMA.assertValid(etree.fromstring(stream.getvalue()))
    return stream.getvalue()


def full() -> made.HeldRun:
    told = [{"code": "VALUE_WRONG", "ruling": None, "message": SECRET}]
    wrong = made.item("margin", "fail", output_raw=SECRET, expected_raw=SECRET, reasons=told)
    extra = made.item(SECRET, "hallucination", extra=True, reasons=told)
    judged = {"evaluator_error": "parse_error"}
    return made.run(
        made.case("EX-1", made.item()),
        made.case("T-1", capability="task", score=None, score_before_override=None, sample=judged),
        made.case("EX-2", wrong, made.item("borrower", "partial")),
        made.case("EX-3", made.item("margin", "fail"), answered=False),
        made.case("CO-1", extra, capability="covenants"),
        made.case("T-2", capability="task", score=None, score_before_override=None, sample={"passed": False}),
        made.case("T-3", capability="task", score=None, score_before_override=None, sample={"passed": True}),
        gates=[
            made.gate("capability_score:extraction", 0.5, 0.85, passed=False),
            made.gate("capability_score:qa", None, 0.85, passed=False, reason="NOTHING_EVALUATED"),
            made.gate("tier1:margin", 1.0, 0.7, passed=True),
        ],
    )


def test_another_program_reads_failures_apart_from_errors() -> None:
    suites = JUnitXml.fromstring(written(full()))
    counts = {suite.name: (suite.tests, suite.failures, suite.errors) for suite in suites}
    assert counts == {"gates": (4, 2, 1), "extraction": (3, 1, 1), "covenants": (1, 1, 0), "task": (3, 1, 1)}
    told = {case.name: [type(one) for one in case.result] for suite in suites for case in suite}
    assert told["EX-1 repeat 1"] == told["tier1:margin"] == told["T-3 repeat 1"] == []
    assert told["EX-2 repeat 1"] == told["capability_score:extraction"] == told["T-2 repeat 1"] == [Failure]
    assert told["EX-3 repeat 1"] == told["capability_score:qa"] == told["T-1 repeat 1"] == [Error]


def test_no_text_of_a_document_or_an_output_is_written_unless_it_is_asked_for() -> None:
    assert SECRET.encode() not in written(full())
    assert written(full(), with_text=True).count(SECRET.encode()) >= 3


def test_what_failed_is_named_with_label_and_codes() -> None:
    [case] = [case for suite in JUnitXml.fromstring(written(full())) for case in suite if case.name == "EX-2 repeat 1"]
    [failure] = case.result
    assert (failure.type, failure.message, failure.text) == ("fail", "1 fail", "margin: fail (VALUE_WRONG)")
    assert case.time == pytest.approx(0.812)


def test_a_verdict_that_is_not_release_ready_is_a_failure_although_every_gate_is_passed() -> None:
    run = made.run(made.case("EX-1", made.item()), ready=True)
    verdict = {"release_ready": False, "reasons": ("METADATA_MISSING",), "missing_metadata": ("code_version",)}
    changed = run.head.verdict.model_copy(update=verdict)
    unready = replace(run, head=run.head.model_copy(update={"verdict": changed}))
    outcomes = {case.name: case.result for suite in JUnitXml.fromstring(written(run)) for case in suite}
    assert outcomes["verdict"] == []
    [told] = [case.result for suite in JUnitXml.fromstring(written(unready)) for case in suite if case.result]
    [failure] = told
    assert (failure.type, failure.message) == ("METADATA_MISSING", "NOT RELEASE-READY")
    assert failure.text == (
        "Run metadata is missing: code_version. Add it to the run line of the outputs, or score with --code-version."
    )


@pytest.mark.parametrize("text", ["\u0000\u0008\ud800\ufffe", "]]><failure/>", "<!DOCTYPE x>&x;", "a\u0085b\u2028c"])
def test_text_that_xml_cannot_hold_is_written_as_something_it_can(text: str) -> None:
    wrong = made.item(text, "fail", reasons=[{"code": text, "ruling": None, "message": text}], output_raw=text)
    written(made.run(made.case(text, wrong), dataset_id=text), with_text=True)
