"""The verdict and what it rests on: gates, capabilities, Tier 1 fields, remediation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.reports.html.elements import Html, element, join, value
from loanproof.reports.html.page import Section
from loanproof.reports.html.tables import NUMBER, WIDE, Column, passed_mark, table
from loanproof.reports.verdict_words import (
    TWINS,
    counted,
    gates_in_scope,
    verdict_sentences,
    verdict_word,
    write_figure,
    write_limit,
    write_share,
    write_value,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loanproof.reports.subject import ReportSubject
    from loanproof.runs import ResultGate, ResultHead

_SHOWN_CASES = 8


def render_verdict(head: ResultHead) -> Html:
    """Return the verdict as the first thing on the page."""
    run, verdict = head.run, head.verdict
    sign = "✓" if verdict.release_ready else "✗"
    reasons = [element("li", sentence) for sentence in verdict_sentences(head)]
    counts = f"{counted(verdict.samples, 'sample')}, {counted(run.repeats, 'repeat')}"
    told = f"{counts}, judged by {verdict.scope_words}: {run.standard}"
    box = element(
        "div",
        element("p", f"{sign} {verdict_word(head)}", class_="word"),
        element("p", told),
        element("ul", *reasons) if reasons else None,
        class_="verdict ready" if verdict.release_ready else "verdict not-ready",
    )
    system = f"{run.model_id or 'unnamed system'} {run.model_version or ''}".strip()
    about = element("p", "System ", value(system), ", run ", value(run.run_id), f", {run.timestamp_utc}", class_="dim")
    title = f"{run.dataset_id} {run.dataset_version_or_hash}"
    return join((element("h1", f"Release report: {title}"), box, about))


def gates_section(head: ResultHead) -> Section:
    """Return every gate with its figure, its limit and the cases that broke it."""
    rows = [
        (
            element("code", gate.gate),
            passed_mark(gate),
            write_value(gate),
            write_limit(gate),
            f"{gate.count:,}",
            _why(gate),
        )
        for gate in gates_in_scope(head)
    ]
    columns: list[Column] = [
        "gate",
        "",
        ("value", NUMBER),
        ("needed", NUMBER),
        ("of", NUMBER),
        ("broken by, worst first", WIDE),
    ]
    body = table("Gates", columns, rows) if rows else element("p", "There is no gate in scope.")
    return Section(id="gates", title="Gates", body=body)


def scores_section(subject: ReportSubject) -> Section:
    """Return the table of the capabilities and that of the Tier 1 fields."""
    head = subject.head
    if head.contract is None:
        return Section(id="scores", title="Scores", body=element("p", "The contract was not evaluated."))
    unweighted = head.contract.diagnostics.capabilities_unweighted
    capabilities = [
        (
            str(name),
            write_figure(score),
            write_figure(unweighted.get(name)),
            f"{sum(subject.survey.labels.get(name, {}).values()):,}",
            *_gate_cells(head.contract.gates, f"capability_score:{name}"),
        )
        for name, score in head.contract.capabilities.items()
    ]
    fields = [
        (str(name), write_figure(score), *_gate_cells(head.contract.gates, f"tier1:{name}"))
        for name, score in head.contract.tier1_fields.items()
    ]
    limit: list[Column] = [("needed", NUMBER), ""]
    return Section(
        id="scores",
        title="Scores",
        body=join(
            (
                element("h3", "Capabilities"),
                table(
                    "Capabilities",
                    ["capability", ("score", NUMBER), ("unweighted", NUMBER), ("items", NUMBER), *limit],
                    capabilities,
                ),
                element("h3", "Tier 1 fields"),
                table("Tier 1 fields", ["field", ("score", NUMBER), *limit], fields)
                if fields
                else element("p", "The suite has no Tier 1 field."),
            )
        ),
    )


def twins_section(head: ResultHead) -> Section:
    """Return, for each fact that a twin changes, how often the answer followed it and all else held."""
    rows = [
        (element("code", fact), f"{found.n:,}", write_share(found.follows, found.n), write_share(found.holds, found.n))
        for fact, found in head.twins.items()
    ]
    columns: list[Column] = ["fact", ("pairs", NUMBER), ("follows", NUMBER), ("holds", NUMBER)]
    told = element("p", TWINS)
    return Section(id="twins", title="Twins", body=join((told, table("Twins", columns, rows))))


def remediation_section(head: ResultHead) -> Section:
    """Return what must be mended before a release: each missed threshold, and the cases to begin with."""
    rows = [
        (
            element("code", one.gate),
            write_figure(one.value, limit=one.threshold, passed=False),
            f"{one.threshold:g}",
            _cases(one.worst_cases),
        )
        for one in head.verdict.remediation
    ]
    columns: list[Column] = ["gate", ("value", NUMBER), ("threshold", NUMBER), ("begin with", WIDE)]
    body = table("Remediation", columns, rows) if rows else element("p", "No threshold of the contract was missed.")
    return Section(id="remediation", title="Remediation", body=body)


def _gate_cells(gates: Sequence[ResultGate], name: str) -> tuple[str, Html]:
    gate = next((gate for gate in gates if gate.gate == name), None)
    return ("", Html("")) if gate is None else (write_limit(gate), passed_mark(gate))


def _why(gate: ResultGate) -> Html:
    plain = gate.reason in (None, "THRESHOLD_MISSED", "LIMIT_MISSED")
    reason = None if plain or gate.reason is None else element("p", gate.reason.lower().replace("_", " "))
    return join((reason, _cases(gate.broken_by)))


def _cases(case_ids: Sequence[str]) -> Html:
    rest = len(case_ids) - _SHOWN_CASES
    shown = element("span", ", ".join(case_ids[:_SHOWN_CASES]), class_="value")
    return join((shown, f" and {rest:,} more" if rest > 0 else None))
