"""A verdict in words and figures, the same in the terminal, on a page and in a CI summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import OUR_FAULT, FailedPart

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loanproof.runs import ResultFailure, ResultGate, ResultHead

_MOST_FAILURES = 5

FEW_DECIMALS_FROM = 10
"""Shares and scores lie below; above are milliseconds and tokens, of which nobody wants the ten-thousandth."""

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


def verdict_word(head: ResultHead) -> str:
    """Return the verdict in capitals."""
    return "RELEASE-READY" if head.verdict.release_ready else "NOT RELEASE-READY"


def verdict_sentences(head: ResultHead) -> Iterator[str]:
    """Yield a sentence for each reason that stands against a release, then one for each finding about the run."""
    verdict = head.verdict
    sentences = {
        "GATE_FAILED": f"Not passed: {counted(len(verdict.failed_gates), 'gate')}, FAILED in the table.",
        "NOTHING_EVALUATED": "Nothing was evaluated.",
        "INCOMPLETE": f"The run is incomplete: {_missing(head)}",
        "INVALID_GOLD": "The gold of a case contradicts its document; loanproof check says where.",
        "RUBRIC_NOT_EVALUATED": "The suite asks for the run rubric, which was not evaluated.",
        "ROOT_CAUSE_MISSING": "There is a hallucination: a root-cause analysis is due before the next run.",
        "METADATA_MISSING": f"Metadata of the run are missing: {', '.join(verdict.missing_metadata)}.",
        "CLAIM_WITHOUT_CASES": "The suite claims a capability that no case tests.",
        "TOO_FEW_REPEATS": f"{counted(head.run.repeats, 'repeat')} cannot show how much the answers vary.",
        "FILTERED": "Cases of the suite were left out.",
        "FLOATING": "The model has no fixed version.",
        "DRAFT_STANDARD": "The quality contract is a draft that may still change; use a locked version.",
        "NOT_AUTHENTICATED": "The result is not authenticated, so nothing may be released by it.",
    }
    for reason in verdict.reasons:
        yield sentences.get(reason, reason)
    for finding in head.run.findings:
        yield finding.message


def failure_sentence(failure: ResultFailure, *, with_cause: bool = True) -> str:
    """Return what broke on a sample, and whose fault it is; the words of an error may hold the text of a document."""
    cause = f": {failure.cause}" if with_cause else ""
    broken = f"{failure.item or 'the case'} could not be {_word({failure.kind})}"
    return f"{broken}{cause}; {OUR_FAULT} (version {failure.version})."


def _word(kinds: set[str]) -> str:
    return "judged" if kinds == {FailedPart.JUDGE} else "scored"


def _missing(head: ResultHead) -> str:
    """Return what a run lacks: answers, samples that Loanproof broke on, or judgements."""
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
    if head.run.evaluator_model_id == "contract":
        return "not every sample was judged; a task needs a judge, see --judge."
    return "not every sample was judged."


def gates_in_scope(head: ResultHead) -> list[ResultGate]:
    """Return the gates that this release must pass, those of the contract first."""
    sets = {"contract": head.contract, "rubric": head.rubric}
    held = (sets[name] for name in ("contract", "rubric") if name in head.verdict.scope)
    return [gate for one in held if one is not None for gate in one.gates]


def write_figure(value: float | None, *, limit: float | None = None, passed: bool = True) -> str:
    """Return a figure with four decimals, one if it is large; it is never rounded to a limit that it misses."""
    if value is None:
        return "null"
    text = f"{value:.4f}" if abs(value) < FEW_DECIMALS_FROM else f"{value:.1f}"
    return repr(value) if not passed and limit is not None and float(text) == limit else text


def write_limit(gate: ResultGate) -> str:
    """Return what a gate demands, as people write it."""
    return f"{gate.comparison} {gate.threshold:g}"


def counted(count: int, word: str) -> str:
    """Return a count with its word: ``1 gate``, ``2,000 gates``."""
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"
