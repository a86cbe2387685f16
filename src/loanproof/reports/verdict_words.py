"""Words and figures of a verdict, shared by the terminal, the HTML pages and the CI summaries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.cases import GateSet
from loanproof.core import OUR_FAULT, FailedPart, counted
from loanproof.gates import ReleaseReason
from loanproof.reports.gate_names import gate_name, reason_words
from loanproof.runs import CONTRACT_EVALUATOR
from loanproof.stats import least_behind_all, most_behind_none

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from loanproof.reports.comparison import RunComparison
    from loanproof.runs import Remedy, ResultFailure, ResultGate, ResultHead, ResultRun

_MOST_FAILURES = 5
_NO_TELEMETRY = "NO_TELEMETRY"  # as the rubric names it

_SIGNS = {">=": "≥", "<=": "≤", "==": "="}
_LIMIT_WORDS = {">=": "at least", "<=": "at most", "==": "exactly"}

_SHARES = frozenset({"hallucination_rate", "grounded_refusal_accuracy", "pass_rate", "faithfulness_failure_rate"})
"""Gates on how many of the answers that they count are so."""

FEW_DOCUMENTS = 10
"""Cases of fewer documents are alike in more than chance explains."""

FEW_DECIMALS_FROM = 10
"""Shares and scores lie below; above are milliseconds and tokens, of which nobody wants the ten-thousandth."""

STORE_FIRST = "This run is only in a file: score again without --json, and name the stored run by its id."
"""What to do before something is recorded for a run that is in no store."""

DIAGNOSTICS = {
    "silent_error_rate": "wrong although stated HIGH",
    "hitl_catch_rate": "wrong items that were not stated HIGH",
    "over_escalation_rate": "right and legible, but stated LOW",
    "ece": "expected calibration error",
    "over_refusal_rate": "answerable questions that were refused",
    "item_hallucination_rate": "hallucinated items",
    "provenance_mean": "mean provenance score",
}
"""The figures beside the score, and what each of them means."""

TWINS = (
    "Pairs of cases whose documents differ in one fact: the share whose fact is right in both (follows), and the share "
    "in which everything else is answered alike (holds). No gate."
)
"""What the table of twins shows."""


def verdict_word(head: ResultHead) -> str:
    """Return the verdict in capitals."""
    return "RELEASE-READY" if head.verdict.release_ready else "NOT RELEASE-READY"


def system_words(run: ResultRun) -> str:
    """Name the system under test, with its version if it has one: ``house-reader, version 2026-11-02``."""
    name = run.model_id or "unnamed system"
    return f"{name}, version {run.model_version}" if run.model_version else name


def moment_words(timestamp: str) -> str:
    """Format a timestamp to the minute: ``2026-11-01 10:00 UTC``. Anything else is returned unchanged."""
    day, mark, clock = timestamp.partition("T")
    return f"{day} {clock[:5]} UTC" if mark and clock.endswith("Z") else timestamp


def asked_words(head: ResultHead) -> str:
    """Say how much was asked: ``5 cases, each asked 3 times (15 answers)``."""
    samples, repeats, lacking = head.verdict.samples, head.run.repeats, head.verdict.unanswered
    answers = f"{samples - lacking:,} of {counted(samples, 'answer')}" if lacking else counted(samples, "answer")
    if samples % repeats:
        return answers
    each = f"asked {_times(repeats)}" if samples == repeats else f"each asked {_times(repeats)}"
    return f"{counted(samples // repeats, 'case')}, {each}" + (f" ({answers})" if lacking or repeats > 1 else "")


def rules_words(head: ResultHead) -> str:
    """Name the standards a run was scored by, and the judge model if there was one."""
    run = head.run
    rules = [
        name
        for part, name in ((GateSet.CONTRACT, run.standard), (GateSet.RUBRIC, run.rubric))
        if part in head.verdict.scope and name
    ]
    judge = f"{run.evaluator_model_id} {run.evaluator_model_version or ''}".rstrip()
    named = "none (rules only)" if run.evaluator_model_id in (None, CONTRACT_EVALUATOR) else judge
    return f"Rules: {' and '.join(rules) or 'none'}. Judge: {named}"


def is_left_out(head: ResultHead, gate: ResultGate) -> bool:
    """Whether a gate was not measured because only part of the suite was asked, which is not a failure."""
    return gate.value is None and ReleaseReason.FILTERED in head.verdict.reasons


def verdict_sentences(head: ResultHead) -> Iterator[str]:
    """Yield a sentence for each reason that prevents a release."""
    verdict = head.verdict
    sentences: dict[str, str] = {
        ReleaseReason.GATE_FAILED: _failed_gates(head),
        ReleaseReason.NO_GATES: "No gate applies to this suite, so nothing can be released; see gates in suite.yaml.",
        ReleaseReason.NOTHING_EVALUATED: "Nothing was evaluated.",
        ReleaseReason.INCOMPLETE: f"The run is incomplete: {_missing(head)}",
        ReleaseReason.INVALID_GOLD: "The gold of a case contradicts its document; loanproof check says where.",
        ReleaseReason.UNDECIDED_GOLD: (
            f"Undecided in the suite: {counted(verdict.undecided, 'field')}, by which nobody is judged."
        ),
        ReleaseReason.RUBRIC_NOT_EVALUATED: "The suite asks for the run rubric, which was not evaluated.",
        ReleaseReason.ROOT_CAUSE_MISSING: "There is a hallucination: a root-cause analysis is due before the next run.",
        ReleaseReason.METADATA_MISSING: (
            f"Run metadata is missing: {', '.join(verdict.missing_metadata)}. Add it to the run line of the outputs"
            f"{', or score with --code-version' if 'code_version' in verdict.missing_metadata else ''}."
        ),
        ReleaseReason.CLAIM_WITHOUT_CASES: (
            "No answer was scored for a capability that the suite claims: the run left its cases out."
            if ReleaseReason.FILTERED in verdict.reasons
            else "The suite claims a capability that no case tests."
        ),
        ReleaseReason.TOO_FEW_REPEATS: f"Asking {_times(head.run.repeats)} cannot show how much the answers vary.",
        ReleaseReason.TOO_FEW_CASES: (
            f"Fewer cases or documents than the contract asks for: {'; '.join(verdict.too_few)}."
        ),
        ReleaseReason.FILTERED: "Only a part of the suite was asked.",
        ReleaseReason.FLOATING: "The model has no fixed version.",
        ReleaseReason.DRAFT_STANDARD: "The quality contract is a draft that may still change; use a locked version.",
        ReleaseReason.NOT_AUTHENTICATED: "The result is not authenticated, so nothing may be released by it.",
    }
    for reason in verdict.reasons:
        yield sentences.get(reason, reason)  # a newer version may have written one that we do not know


def verdict_notes(head: ResultHead) -> Iterator[str]:
    """Yield notes on the verdict: findings about the run, confidence bounds, overrides by people."""
    for finding in head.run.findings:
        yield finding.message
    yield from bound_sentence(head)
    yield from _review_sentences(head)


def next_step(head: ResultHead) -> str | None:
    """Return the next step for a verdict, or ``None`` if it is release-ready."""
    steps = {
        ReleaseReason.ROOT_CAUSE_MISSING: (
            "find out why the invented answers came about, and record it (command: loanproof rca)."
        ),
        ReleaseReason.INVALID_GOLD: "mend the cases that loanproof check names, and score again.",
        ReleaseReason.INCOMPLETE: "ask for the answers that are missing with loanproof run --resume.",
        ReleaseReason.GATE_FAILED: (
            "have the errors below mended, worst first, and record by whom (command: loanproof remediate)."
        ),
    }
    found = next((reason for reason in steps if reason in head.verdict.reasons), None)
    if head.verdict.release_ready:
        return None
    if found is None:
        return "Next: settle what is named above, and run again."
    is_recorded = found in {ReleaseReason.ROOT_CAUSE_MISSING, ReleaseReason.GATE_FAILED}
    return f"Next: {steps[found]}" + (f" {STORE_FIRST}" if is_recorded and not head.run.is_stored else "")


def _review_sentences(head: ResultHead) -> Iterator[str]:
    """Yield the verdict as it would be without overrides, and the head of the review log."""
    alone, log = head.verdict.without_overrides, head.run.review_log
    if alone is not None:
        word = "RELEASE-READY" if alone.release_ready else "NOT RELEASE-READY"
        failed = ", ".join(map(gate_name, alone.failed_gates))
        yield f"Without what people overrode the verdict is {word}{f': {failed} failed' if failed else ''}."
    if log is not None:
        yield f"Review log at that time: {counted(log.entries, 'step')}, head {log.head}."


def bound_sentence(head: ResultHead) -> Iterator[str]:
    """Explain the bounds shown beside rates of 0 and 1, and warn if few documents were tested (C-30)."""
    bounded = [gate for gate in gates_in_scope(head) if gate.bound is not None]
    if not bounded:
        return
    few = sorted({gate.documents for gate in bounded if gate.documents is not None and gate.documents < FEW_DOCUMENTS})
    counts = " to ".join(map(str, dict.fromkeys((few[0], few[-1])))) if few else ""
    each = " by each gate" if len(few) > 1 else ""
    why = f"Fewer than ten documents were tested ({counts}{each}), so even" if few else "Even"
    yield (
        f"{why} a perfect score may be luck; beside each 0 and 1 the table gives what the true figure may be "
        "(95 % confidence)."
    )


def moved_words(comparison: RunComparison) -> str:
    """Summarise label changes between two runs: ``1,332 labels: 3 worse (1 now a hallucination), 27 better, …``."""
    worse, new = len(comparison.worse), comparison.new_hallucinations
    total = counted(worse + comparison.better + comparison.same, "label")
    grave = f" ({new:,} now a hallucination)" if new else ""
    return f"{total}: {worse:,} worse{grave}, {comparison.better:,} better, {comparison.same:,} the same"


def write_value(gate: ResultGate) -> str:
    """Format a gate's value; a rate of 0 or 1 with its bound, such as ``0.0000 (0 of 6: at most 39.3 %)``."""
    figure = write_figure(gate.value, limit=gate.threshold, passed=gate.passed)
    return figure if gate.bound is None else f"{figure} ({bound_words(gate.value, gate.cases)})"


def measured_words(gate: ResultGate) -> str:
    """Put a gate's value in words: ``1 of 56 cases (0.0179)``; 0 and 1 with the range of the true rate."""
    if gate.value is None:
        return "not measured"
    figure = write_figure(gate.value, limit=gate.threshold, passed=gate.passed)
    if gate.gate in _SHARES:
        noun = "case" if gate.count == gate.cases else "answer"
        figure = f"{round(gate.value * gate.count):,} of {counted(gate.count, noun)} ({figure})"
    return f"{figure}; {_true_rate(gate)}" if gate.bound is not None and gate.cases else figure


def bound_example(gates: Iterable[ResultGate]) -> str | None:
    """Explain how to read a bound, using the first one among some gates; ``None`` if there is none."""
    first = next((gate for gate in gates if gate.bound is not None and gate.cases), None)
    if first is None:
        return None
    words = bound_words(first.value, first.cases)
    return f"Read “{words}” as: it was so in {words.partition(':')[0]} cases, and {_true_rate(first)}."


def _true_rate(gate: ResultGate) -> str:
    allowed = bound_words(gate.value, gate.cases).partition(": ")[2]
    return f"the true rate is probably {allowed} (95 % confidence)"


def write_share(value: float | None, cases: int) -> str:
    """Format a share of some cases; 0 and 1 with their bound."""
    bound = bound_words(value, cases)
    return f"{write_figure(value)} ({bound})" if bound else write_figure(value)


def bound_words(value: float | None, cases: int | None) -> str:
    """Give the 95 % bound of a rate of 0 or 1, never rounded to 0 % or 100 % (C-30).

    Empty for any other value, and if the number of cases is unknown.
    """
    if not cases or value not in (0, 1):
        return ""
    share = 100 * (least_behind_all if value else most_behind_none)(cases)
    shown = next((text for decimals in range(1, 16) if 0 < float(text := f"{share:.{decimals}f}") < 100), repr(share))
    return f"{cases if value else 0:,} of {cases:,}: at {'least' if value else 'most'} {shown} %"


def _failed_gates(head: ResultHead) -> str:
    gates = gates_in_scope(head)
    left_out = [gate for gate in gates if is_left_out(head, gate)]
    failed = [_missed(head, gate) for gate in gates if not gate.passed and gate not in left_out]
    said = f"{len(failed)} of {counted(len(gates), 'gate')} failed: {', '.join(failed)}."
    if not left_out:
        return said
    beside = f"{counted(len(left_out), 'gate')} could not be measured on this part of the suite."
    return f"{said} {beside}" if failed else f"No gate failed; {beside}"


def _missed(head: ResultHead, gate: ResultGate) -> str:
    """Describe a failed gate: ``hallucination 0.0179, 1 of 56 (needs exactly 0)``, or why its figure does not count."""
    name, why = gate_name(gate.gate), why_failed(head, gate)
    if why or gate.value is None:
        return f"{name} ({why or 'not measured'})"
    figure = write_figure(gate.value, limit=gate.threshold, passed=gate.passed)
    if gate.gate in _SHARES:
        figure += f", {round(gate.value * gate.count):,} of {gate.count:,}"
    return f"{name} {figure} (needs {_LIMIT_WORDS.get(gate.comparison, gate.comparison)} {gate.threshold:g})"


def why_failed(head: ResultHead, gate: ResultGate) -> str:
    """Say why a gate failed whatever its figure, such as which part of the telemetry is missing; else nothing."""
    if gate.reason != _NO_TELEMETRY or head.rubric is None:
        return reason_words(gate.reason)
    if head.verdict.unanswered:
        return "answers are missing"
    told = {"time": head.rubric.latency_e2e_p95_ms, "tokens": head.rubric.total_tokens}
    lacking = [name for name, figure in told.items() if figure is None] or ["time"]
    return f"answers came without their {' and '.join(lacking)}"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times"


def failure_sentence(failure: ResultFailure, *, with_cause: bool = True) -> str:
    """Say what failed on a sample; leave the cause out where it must not quote the document."""
    cause = f": {failure.cause}" if with_cause else ""
    broken = f"{failure.item or 'the case'} could not be {_word({failure.kind})}"
    return f"{broken}{cause}; {OUR_FAULT} (version {failure.version})."


def _word(kinds: set[str]) -> str:
    return "judged" if kinds == {FailedPart.JUDGE} else "scored"


def _missing(head: ResultHead) -> str:
    """Say what an incomplete run lacks: answers, samples that failed to score, or judgements."""
    verdict, told = head.verdict, []
    if verdict.unanswered:
        told.append(f"{counted(verdict.unanswered, 'sample')} without an answer.")
    if verdict.failed:
        shown = verdict.failures[:_MOST_FAILURES]
        named = ", ".join(f"{one.case_id} repeat {one.repeat} ({one.item or one.kind})" for one in shown)
        rest = verdict.failed - len(shown)
        more = f" and {rest:,} more" if rest else ""
        word = _word({one.kind for one in verdict.failures})
        told.append(f"{counted(verdict.failed, 'sample')} could not be {word}: {named}{more}; {OUR_FAULT}.")
    return " ".join(told) or _unjudged(head)


def _unjudged(head: ResultHead) -> str:
    if head.run.evaluator_model_id == CONTRACT_EVALUATOR:
        return "not every sample was judged; a task needs a judge, see --judge."
    return "not every sample was judged."


def remedy_sentence(remedy: Remedy) -> str:
    """Describe a remediation: owner, action, due date and state."""
    plan = remedy.plan
    state = f"closed by {remedy.closed_by}" if remedy.closed_by else "OVERDUE" if remedy.is_overdue else "open"
    return f"{gate_name(plan.gate)}: {state}; {plan.owner}, by {plan.due}: {plan.action}"


def gates_in_scope(head: ResultHead) -> list[ResultGate]:
    """Return the gates that this release must pass, those of the contract first."""
    sets = {GateSet.CONTRACT: head.contract, GateSet.RUBRIC: head.rubric}
    held = (one for name, one in sets.items() if name in head.verdict.scope)
    return [gate for one in held if one is not None for gate in one.gates]


def write_figure(value: float | None, *, limit: float | None = None, passed: bool = True) -> str:
    """Format a figure with four decimals (one if large), never rounding it to a limit it misses."""
    if value is None:
        return "not measured"
    text = f"{value:.4f}" if abs(value) < FEW_DECIMALS_FROM else f"{value:.1f}"
    return repr(value) if not passed and limit is not None and float(text) == limit else text


def change_words(change: float) -> str:
    """Format a score difference with its sign: ``−0.607``, ``+0.012``, ``0.000``."""
    text = f"{abs(change):.3f}"
    sign = "" if float(text) == 0 else "−" if change < 0 else "+"
    return f"{sign}{text}"


def write_limit(gate: ResultGate) -> str:
    """Format the threshold of a gate: ``≥ 0.85``."""
    return f"{_SIGNS.get(gate.comparison, gate.comparison)} {gate.threshold:g}"
