"""Prints a verdict for people: the word, every reason, the worst mistakes, then the gates in 80 columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from rich import box
from rich.table import Table
from rich.text import Text

from loanproof.cli.explained_cases import STYLES
from loanproof.cli.printing import Printer, bullet
from loanproof.cli.store_option import option_for
from loanproof.core import counted, one_line
from loanproof.reports import (
    STORE_FIRST,
    asked_words,
    bound_words,
    cost_sentence,
    gate_name,
    gates_in_scope,
    is_left_out,
    remedy_sentence,
    rules_words,
    system_words,
    verdict_notes,
    verdict_sentences,
    verdict_word,
    why_failed,
    write_figure,
    write_limit,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loanproof.reports import Mistakes
    from loanproof.runs import Remedy, ResultGate, ResultHead
    from loanproof.service import FinishedRun
    from loanproof.store import StorePlace

_SHOWN_CASES = 3
_LONGEST_VALUE = 240


def print_finished(finished: FinishedRun, mistakes: Mistakes, place: StorePlace | None = None) -> None:
    """Print the verdict of a stored run, the next step, the default store if none was named, and the run's id."""
    printer = Printer()
    print_verdict(finished.head, mistakes, printer)
    print_remedies(finished.remedies, printer)
    print_next_step(finished.head, mistakes, finished.run_id, printer, *option_for(place))
    if place is not None:
        click.echo(
            f"Kept in {place.path}" + ("." if place.is_beside else ", for the folder of the suite cannot be written.")
        )
    click.echo(f"Run {finished.run_id}")


def print_verdict(head: ResultHead, mistakes: Mistakes, printer: Printer) -> None:
    """Print the verdict, the reasons for it, the worst mistakes and the gates."""
    verdict, run = head.verdict, head.run
    style = "bold green" if verdict.release_ready else "bold red"
    printer.print(Text.assemble((verdict_word(head), style), f"  {system_words(run)}"))
    printer.print(f"Suite: {run.dataset_id} {run.dataset_version_or_hash}. {asked_words(head)}.")
    printer.print(f"{rules_words(head)}.")
    if (cost := cost_sentence(head)) is not None:
        printer.print(cost)
    printer.print()
    sentences, notes = list(verdict_sentences(head)), list(verdict_notes(head))
    sentences += [] if mistakes.unread is None else [mistakes.unread]
    for sentence in (*sentences, *notes):
        printer.print(bullet(sentence), indent=2)
    if sentences or notes:
        printer.print()
    print_mistakes(mistakes, printer)
    gates = gates_in_scope(head)
    if gates:
        printer.print(_table(head, gates))
        printer.print()
    _print_twins(head, printer)


def print_mistakes(mistakes: Mistakes, printer: Printer) -> None:
    """Print the worst mistakes, each with the expected value, the given value and the cited place."""
    if not mistakes.total:
        return
    printer.print(Text("What was wrong, worst first", "bold"))
    for mistake in mistakes.worst:
        style = STYLES.get(mistake.item.label, "red")
        between = " " if mistake.question else ": "
        title = Text.assemble((mistake.name, "bold"), between, (mistake.outcome, style), f" ({mistake.case_id})")
        printer.print(title, indent=2)
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        table.add_row("expected", Text(one_line(mistake.expected, _LONGEST_VALUE)))
        note = "" if mistake.note is None else f" ({mistake.note})"
        table.add_row("given", Text.assemble(one_line(mistake.given, _LONGEST_VALUE), (note, "dim")))
        if mistake.cited is not None:
            table.add_row("cited", Text(mistake.cited))
        if mistake.why is not None:
            table.add_row("why", Text(one_line(mistake.why, _LONGEST_VALUE), "dim"))
        printer.print(table, indent=4)
    rest = mistakes.total - len(mistakes.worst)
    if rest:
        printer.print(f"and {counted(rest, 'more mistake')}", indent=2)
    printer.print()


def print_remedies(remedies: Sequence[Remedy], printer: Printer) -> None:
    """Print the remediations of the suite and target, open or closed."""
    if not remedies:
        return
    printer.print(Text("Remediation", "bold"))
    for remedy in remedies:
        printer.print(bullet(remedy_sentence(remedy)), indent=2)
    printer.print()


def print_next_step(head: ResultHead, mistakes: Mistakes, run: str, printer: Printer, *options: str) -> None:
    """Print the commands that explain the worst mistake (or failure) and write the full report."""
    for mistake in mistakes.worst[:1]:
        item = mistake.item
        name = item.item if item.tranche is None else f"{item.item}@{item.tranche}"
        printer.print_command("Why", "explain", run, mistake.case_id, name, *options)
    if not mistakes.total:
        for failure in head.verdict.failures[:1]:
            printer.print_command("Why", "explain", run, failure.case_id, *options)
    printer.print_command("All of it", "report", run, "--html", "report.html", *options)
    measured = {gate.gate for gate in gates_in_scope(head) if gate.value is not None}
    names = ", ".join(gate_name(one.gate) for one in head.verdict.remediation if one.gate in measured)
    if names:
        printer.print(f"To mend: {names}. Say who does it, and by when, with loanproof remediate.")
    if not head.run.is_stored and (names or head.verdict.rca_required):
        printer.print(STORE_FIRST)


def _table(head: ResultHead, gates: list[ResultGate]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("gate", no_wrap=True)
    table.add_column("value", justify="right", no_wrap=True)
    table.add_column("needed", justify="right", no_wrap=True)
    table.add_column("of", justify="right", no_wrap=True)
    table.add_column("")
    for gate in gates:
        # unmeasured gates say so in the last column
        value = "" if gate.value is None else write_figure(gate.value, limit=gate.threshold, passed=gate.passed)
        table.add_row(gate_name(gate.gate), value, write_limit(gate), str(gate.count), _outcome(head, gate))
    return table


def _outcome(head: ResultHead, gate: ResultGate) -> Text:
    """Describe the outcome of a gate: passed, or why it failed and on which cases."""
    if is_left_out(head, gate):
        return Text("not measured", "dim")
    if gate.passed:
        return _with_bound(Text("passed", "green"), gate)
    told = Text("FAILED", "bold red")
    why = why_failed(head, gate)
    if why:
        told.append(f": {why}", "not bold")
    if gate.broken_by:
        rest = len(gate.broken_by) - _SHOWN_CASES
        more = f" and {rest} more" if rest > 0 else ""
        cases = f"{', '.join(gate.broken_by[:_SHOWN_CASES])}{more}"
        told.append(f" ({cases})" if why else f" by {cases}", "not bold")
    return _with_bound(told, gate)


def _with_bound(told: Text, gate: ResultGate) -> Text:
    """Append the confidence bound of a rate of 0 or 1."""
    return told if gate.bound is None else told.append(f"  {bound_words(gate.value, gate.cases)}", "not bold dim")


def _print_twins(head: ResultHead, printer: Printer) -> None:
    if not head.twins:
        return
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("twins", overflow="fold")
    table.add_column("", no_wrap=True)
    table.add_column("pairs", justify="right", no_wrap=True)
    table.add_column("share", justify="right", no_wrap=True)
    table.add_column("")
    for fact, found in head.twins.items():
        for name, value in (("follows", found.follows), ("holds", found.holds)):
            bound = Text(bound_words(value, found.n), "dim")
            table.add_row(Text(fact), name, str(found.n), write_figure(value), bound)
    printer.print(table)
    printer.print()
