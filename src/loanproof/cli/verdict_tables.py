"""A verdict as a person reads it: first the words, then every reason, then the gates as a table of 80 columns."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import click
from rich import box
from rich.table import Table
from rich.text import Text

from loanproof.cli.printing import Printer
from loanproof.reports import (
    DIAGNOSTICS,
    bound_words,
    counted,
    gates_in_scope,
    verdict_sentences,
    write_figure,
    write_limit,
)

if TYPE_CHECKING:
    from loanproof.runs import ResultGate, ResultHead
    from loanproof.service import FinishedRun

_SHOWN_CASES = 5
_PLAIN_REASONS = ("THRESHOLD_MISSED", "LIMIT_MISSED")  # the figures beside them say so


def print_finished(finished: FinishedRun) -> None:
    """Print the verdict of a stored run, what to do next, and its id."""
    printer = Printer()
    print_verdict(finished.head, printer)
    print_next_step(finished.head, finished.run_id, printer)
    click.echo(f"Run {finished.run_id}")


def print_verdict(head: ResultHead, printer: Printer) -> None:
    """Print the verdict, what stands against a release, the gates, and the cases to look at."""
    verdict, run = head.verdict, head.run
    word, style = ("RELEASE-READY", "bold green") if verdict.release_ready else ("NOT RELEASE-READY", "bold red")
    printer.print(Text.assemble((word, style), f"  {run.dataset_id} {run.dataset_version_or_hash}"))
    counts = f"{counted(verdict.samples, 'sample')}, {counted(run.repeats, 'repeat')}"
    printer.print(f"{counts}, judged by {verdict.scope_words}: {run.standard}")
    printer.print()
    sentences = list(verdict_sentences(head))
    for sentence in sentences:
        printer.print(_bullet(sentence), indent=2)
    if sentences:
        printer.print()
    gates = gates_in_scope(head)
    if gates:
        printer.print(_table(gates))
        printer.print()
    _print_broken(gates, printer)
    _print_twins(head, printer)
    _print_diagnostics(head, printer)


def print_next_step(head: ResultHead, run: str, printer: Printer) -> None:
    """Print the command that says why the first gate was missed, or what broke, where there is a case to look at."""
    broken = (gate.broken_by[0] for gate in gates_in_scope(head) if gate.broken_by and not gate.passed)
    case_id = next(chain(broken, (one.case_id for one in head.verdict.failures)), None)
    if case_id is not None:
        printer.print()
        printer.print_command("Why", "loanproof", "explain", run, case_id)


def _bullet(sentence: str) -> Table:
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_row("-", Text(sentence))
    return table


def _table(gates: list[ResultGate]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("gate", no_wrap=True)
    table.add_column("value", justify="right", no_wrap=True)
    table.add_column("needed", justify="right", no_wrap=True)
    table.add_column("of", justify="right", no_wrap=True)
    table.add_column("")
    for gate in gates:
        told = Text("passed", "green") if gate.passed else Text("FAILED", "bold red")
        if gate.reason is not None and gate.reason not in _PLAIN_REASONS:
            told.append(f" {gate.reason.lower().replace('_', ' ')}")
        if gate.bound is not None:
            told.append(f"  {bound_words(gate.value, gate.cases)}", "dim")
        value = write_figure(gate.value, limit=gate.threshold, passed=gate.passed)
        table.add_row(gate.gate, value, write_limit(gate), str(gate.count), told)
    return table


def _print_broken(gates: list[ResultGate], printer: Printer) -> None:
    broken = [gate for gate in gates if gate.broken_by]
    if not broken:
        return
    printer.print(Text("Broken by, worst first", "bold"))
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for gate in broken:
        rest = len(gate.broken_by) - _SHOWN_CASES
        more = f" and {rest} more" if rest > 0 else ""
        table.add_row(gate.gate, Text(", ".join(gate.broken_by[:_SHOWN_CASES]) + more))
    printer.print(table, indent=2)
    printer.print()


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


def _print_diagnostics(head: ResultHead, printer: Printer) -> None:
    if head.contract is None:
        return
    figures = head.contract.diagnostics.model_dump()
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column()
    for name, meaning in DIAGNOSTICS.items():
        if figures[name] is not None:
            table.add_row(name, write_figure(figures[name]), Text(meaning, "dim"))
    if table.row_count:
        printer.print(Text("Beside the score (no gate)", "bold"))
        printer.print(table, indent=2)
