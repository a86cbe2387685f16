"""The verdict and what it is based on: gates, capabilities, Tier 1 fields, remediation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import plain_name
from loanproof.reports.gate_names import CAPABILITY_WORDS, gate_name
from loanproof.reports.html.elements import Html, element, join, value
from loanproof.reports.html.mistakes_part import render_mistakes
from loanproof.reports.html.page import Section
from loanproof.reports.html.tables import NUMBER, WIDE, Column, gate_mark, table
from loanproof.reports.verdict_words import (
    TWINS,
    asked_words,
    gates_in_scope,
    is_left_out,
    moment_words,
    next_step,
    remedy_sentence,
    rules_words,
    verdict_notes,
    verdict_sentences,
    verdict_word,
    why_failed,
    write_figure,
    write_limit,
    write_share,
    write_value,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loanproof.reports.html.pictures import Pictures
    from loanproof.reports.subject import ReportSubject
    from loanproof.runs import Remedy, ResultGate, ResultHead

_SHOWN_CASES = 8


def render_verdict(subject: ReportSubject, pictures: Pictures) -> Html:
    """Return the verdict as the first thing on the page, and then what was wrong."""
    head = subject.head
    run, verdict = head.run, head.verdict
    sign = "✓" if verdict.release_ready else "✗"
    unread = subject.survey.mistakes.unread
    told = (*verdict_sentences(head), *(() if unread is None else (unread,)))
    reasons = [element("li", sentence) for sentence in told]
    box = element(
        "div",
        element("p", f"{sign} {verdict_word(head)}", class_="word"),
        element("p", f"{asked_words(head)}."),
        element("ul", *reasons) if reasons else None,
        None if (step := next_step(head)) is None else element("p", step),
        *(element("p", note, class_="dim") for note in verdict_notes(head)),
        element("p", f"{rules_words(head)}.", class_="dim small"),
        class_="verdict ready" if verdict.release_ready else "verdict not-ready",
    )
    suite = value(f"{run.dataset_id} {run.dataset_version_or_hash}")
    moment = f", {moment_words(run.timestamp_utc)}"
    version = f"Version {run.model_version}. " if run.model_version else ""
    about = element("p", version, "Suite ", suite, ", run ", value(run.run_id), moment, class_="dim")
    return join(
        (
            element("h1", f"Test of {run.model_id or 'an unnamed system'}"),
            about,
            box,
            render_mistakes(subject.survey.mistakes, pictures),
        )
    )


def gates_section(head: ResultHead) -> Section:
    """Return every gate with its figure, its limit and the cases that failed it."""
    rows = [
        (
            _named(gate.gate),
            gate_mark(head, gate),
            write_value(gate),
            write_limit(gate),
            f"{gate.count:,}",
            _why(head, gate),
        )
        for gate in gates_in_scope(head)
    ]
    columns: list[Column] = [
        "gate",
        "",
        ("value", NUMBER),
        ("needed", NUMBER),
        ("of", NUMBER),
        ("broken by", WIDE),
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
            CAPABILITY_WORDS[name],
            write_figure(score),
            write_figure(unweighted.get(name)),
            f"{sum(subject.survey.labels.get(name, {}).values()):,}",
            *_gate_cells(head, head.contract.gates, f"capability_score:{name}"),
        )
        for name, score in head.contract.capabilities.items()
    ]
    fields = [
        (plain_name(name), write_figure(score), *_gate_cells(head, head.contract.gates, f"tier1:{name}"))
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
    """Return, for each fact that a twin changes, how often the answer followed it and kept everything else."""
    rows = [
        (element("code", fact), f"{found.n:,}", write_share(found.follows, found.n), write_share(found.holds, found.n))
        for fact, found in head.twins.items()
    ]
    columns: list[Column] = ["fact", ("pairs", NUMBER), ("follows", NUMBER), ("holds", NUMBER)]
    told = element("p", TWINS)
    return Section(id="twins", title="Twins", body=join((told, table("Twins", columns, rows))))


def remediation_section(head: ResultHead, remedies: Sequence[Remedy]) -> Section:
    """Return each failed gate, the cases to start with, and its owner and due day."""
    rows = [
        (
            _named(gate.gate),
            write_figure(gate.value, limit=gate.threshold, passed=False),
            write_limit(gate),
            _cases(gate.broken_by),
        )
        for gate in gates_in_scope(head)
        if not gate.passed and not is_left_out(head, gate)
    ]
    columns: list[Column] = ["gate", ("value", NUMBER), ("needed", NUMBER), ("begin with", WIDE)]
    body = table("Remediation", columns, rows) if rows else element("p", "No gate failed.")
    planned = element("ul", *(element("li", remedy_sentence(one)) for one in remedies)) if remedies else None
    body = join((body, element("h3", "Planned") if remedies else None, planned))
    return Section(id="remediation", title="Remediation", body=body)


def _named(gate: str) -> Html:
    """Return the name of a gate, with its id in files and commands."""
    return join((gate_name(gate), " ", element("code", gate, class_="dim")))


def _gate_cells(head: ResultHead, gates: Sequence[ResultGate], name: str) -> tuple[str, Html]:
    gate = next((gate for gate in gates if gate.gate == name), None)
    return ("", Html("")) if gate is None else (write_limit(gate), gate_mark(head, gate))


def _why(head: ResultHead, gate: ResultGate) -> Html:
    why = "" if is_left_out(head, gate) else why_failed(head, gate)
    return join((element("p", why) if why else None, _cases(gate.broken_by)))


def _cases(case_ids: Sequence[str]) -> Html:
    if not case_ids:
        return Html("")
    rest = len(case_ids) - _SHOWN_CASES
    shown = element("span", ", ".join(case_ids[:_SHOWN_CASES]), class_="value")
    return join((shown, f" and {rest:,} more" if rest > 0 else None))
