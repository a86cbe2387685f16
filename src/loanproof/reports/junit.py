"""JUnit XML for CI: a suite for verdict and gates and one for each capability, a test case for each case and repeat.

A *failure* is a wrong answer, a failed gate or a verdict that is not RELEASE-READY; an *error* is a missing answer or
evaluation, or a case that Loanproof itself failed on. Values and messages may contain text of documents, so they are
left out unless requested: ids, labels and codes remain.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

from lxml import etree

from loanproof.core import Capability, clip, make_visible
from loanproof.reports.labels import LOOKS, label_of
from loanproof.reports.verdict_words import (
    failure_sentence,
    gates_in_scope,
    verdict_sentences,
    verdict_word,
    write_figure,
    write_limit,
)

if TYPE_CHECKING:
    from loanproof.runs import ResultCase, ResultGate, ResultHead, ResultItem, RunReader

_MOST_ITEMS = 20
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Outcome:
    """The outcome of a test case: passed, a failure or an error, with a type, a short message and the details."""

    kind: str
    type: str = ""
    message: str = ""
    details: str = ""


_PASSED = _Outcome(kind="")


def write_junit(run: RunReader, stream: IO[bytes], *, with_text: bool = False) -> None:
    """Write the file case by case; the run is read once for the counts, then once for each capability."""
    head = run.head
    name = f"{head.run.dataset_id} {head.run.dataset_version_or_hash}"
    counts = _counts(run)
    with etree.xmlfile(stream, encoding="utf-8") as xml:
        xml.write_declaration()
        with xml.element("testsuites", name=_text(f"{name}: {verdict_word(head)}")):
            xml.write(_gates_suite(head), pretty_print=True)
            for capability in (one for one in Capability if (one, "tests") in counts):
                tests, failures, errors = (str(counts[capability, kind]) for kind in ("tests", "failures", "errors"))
                attributes = {"tests": tests, "failures": failures, "errors": errors, "skipped": "0"}
                with xml.element("testsuite", {"name": str(capability)} | attributes):
                    for case in run.cases():
                        if case.capability is capability:
                            xml.write(_test_case(case, name, with_text=with_text), pretty_print=True)
    stream.write(b"\n")


def _counts(run: RunReader) -> Counter[tuple[Capability, str]]:
    counts: Counter[tuple[Capability, str]] = Counter()
    for case in run.cases():
        counts[case.capability, "tests"] += 1
        kind = _outcome(case, with_text=False).kind
        if kind:
            counts[case.capability, f"{kind}s"] += 1
    return counts


def _gates_suite(head: ResultHead) -> etree._Element:
    outcomes = [("verdict", _verdict_outcome(head))]
    outcomes += [(gate.gate, _gate_outcome(gate)) for gate in gates_in_scope(head)]
    kinds = Counter(outcome.kind for _, outcome in outcomes)
    suite = etree.Element(
        "testsuite",
        name="gates",
        tests=str(len(outcomes)),
        failures=str(kinds["failure"]),
        errors=str(kinds["error"]),
        skipped="0",
    )
    for name, outcome in outcomes:
        case = etree.SubElement(suite, "testcase", name=_text(name), classname="gates", time="0")
        _add_outcome(case, outcome)
    return suite


def _verdict_outcome(head: ResultHead) -> _Outcome:
    """Return a failure for each verdict that is not release-ready: it may be so although every gate is passed."""
    if head.verdict.release_ready:
        return _PASSED
    told = "\n".join(verdict_sentences(head))
    return _Outcome(kind="failure", type=head.verdict.reasons[0], message=verdict_word(head), details=told)


def _gate_outcome(gate: ResultGate) -> _Outcome:
    if gate.passed:
        return _PASSED
    if gate.value is None:
        return _Outcome(kind="error", type=gate.reason or "NULL", message=f"{gate.gate} could not be computed")
    figure = write_figure(gate.value, limit=gate.threshold, passed=False)
    message = f"{gate.gate} is {figure}, needed {write_limit(gate)}"
    details = "broken by " + ", ".join(gate.broken_by[:_MOST_ITEMS]) if gate.broken_by else ""
    return _Outcome(kind="failure", type=gate.reason or "GATE_FAILED", message=message, details=details)


def _test_case(case: ResultCase, suite: str, *, with_text: bool) -> etree._Element:
    latency = case.sample.latency_e2e_ms if case.sample is not None else None
    written = etree.Element(
        "testcase",
        name=_text(f"{case.case_id} repeat {case.repeat}"),
        classname=_text(f"{suite}.{case.capability}"),
        time=f"{(latency or 0.0) / 1000:.3f}",
    )
    _add_outcome(written, _outcome(case, with_text=with_text))
    return written


def _outcome(case: ResultCase, *, with_text: bool) -> _Outcome:
    if not case.answered:
        return _Outcome(kind="error", type="NOT_ANSWERED", message="there is no answer")
    if case.failure is not None:
        told = failure_sentence(case.failure, with_cause=with_text)
        return _Outcome(kind="error", type=f"{case.failure.kind.upper()}_FAILED", message=told)
    if case.capability is Capability.TASK:
        return _task_outcome(case)
    wrong = sorted(
        (item for item in case.items if label_of(item.label).is_wrong),
        key=lambda item: -label_of(item.label).rank,
    )
    if not wrong:
        return _PASSED
    kinds = Counter(item.label if item.label in LOOKS else "unknown" for item in wrong)
    message = ", ".join(f"{count} {label.replace('_', ' ')}" for label, count in kinds.items())
    details = "\n".join(line for item in wrong[:_MOST_ITEMS] for line in _told(item, with_text=with_text))
    return _Outcome(kind="failure", type=next(iter(kinds)), message=message, details=details)


def _task_outcome(case: ResultCase) -> _Outcome:
    sample = case.sample
    if sample is None or sample.evaluator_error is not None:
        told = "no_evaluator" if sample is None else sample.evaluator_error or ""
        return _Outcome(kind="error", type=told, message="the answer was not judged")
    return _PASSED if sample.passed else _Outcome(kind="failure", type="sample", message="the sample did not pass")


def _told(item: ResultItem, *, with_text: bool) -> Iterator[str]:
    name = item.item if item.tranche is None else f"{item.item} @ {item.tranche}"
    codes = ", ".join(reason.code for reason in item.reasons)
    # the name of an extra is what the output called it
    yield f"{'extra item' if item.extra and not with_text else name}: {item.label} ({codes})"
    if with_text:
        yield f"  expected: {clip(item.expected_raw or '(nothing)')}"
        yield f"  output: {clip(item.output_raw or '(nothing)')}"
        yield from (f"  {clip(reason.message)}" for reason in item.reasons)


def _add_outcome(case: etree._Element, outcome: _Outcome) -> None:
    if outcome.kind:
        held = etree.SubElement(case, outcome.kind, type=_text(outcome.type), message=_text(outcome.message))
        held.text = _text(outcome.details, longest=20_000)


def _text(text: str, *, longest: int = 600) -> str:
    """Return a text that is valid in XML."""
    return _NOT_XML.sub("\ufffd", make_visible(clip(text, longest)))
