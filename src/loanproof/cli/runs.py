"""``loanproof runs``: the content of the store."""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from loanproof.cli.exit_codes import STORED, CommandWithExitCodes
from loanproof.cli.store_option import store_option

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from loanproof.core import Problem
    from loanproof.runs import RunRow, RunStore

_SHOWN = 50


@click.group("runs", invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line, all runs.")
@store_option
@click.pass_context
def command(ctx: click.Context, *, as_json: bool, store: str | None) -> None:
    """List, show or delete stored runs."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_runs, as_json=as_json, store=store)


@command.command("list", cls=CommandWithExitCodes, exit_codes=STORED)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line, all runs.")
@store_option
def list_runs(*, as_json: bool, store: str | None) -> None:
    """List the runs, the newest first."""
    from loanproof.cli.store_option import found_stores, opened
    from loanproof.core import RecordChanged

    urls = found_stores() if store is None else [store]
    changed: list[Problem] = []
    for url in urls:
        with opened(url, must_exist=True) as found:
            rows = _readable(found, changed)
            if as_json:
                for row in rows:
                    click.echo(json.dumps(_plain(row), sort_keys=True))
            else:
                _print_runs(rows, None if store is not None else url.removeprefix("sqlite:"), changed)
    if changed:
        raise RecordChanged.of(changed)


def _readable(store: RunStore, changed: list[Problem]) -> Iterator[RunRow]:
    """Yield the runs, newest first, but put down why one cannot be read: one edited record hides no other run."""
    from loanproof.core import RecordChanged
    from loanproof.runs import head_as_kept

    for run_id in store.read_run_ids():
        try:
            row = store.read_run(run_id)
            if row.summary is not None:
                head_as_kept(run_id, row.summary)
            yield row
        except RecordChanged as error:
            changed += error.problems


def _print_runs(rows: Iterator[RunRow], place: str | None, changed: Sequence[Problem]) -> None:
    shown = list(islice(rows, _SHOWN + 1))
    if place is not None:
        click.echo(f"Kept in {place}:")
    if not shown:
        click.echo("There are no runs that can be read." if changed else "There are no runs.")
    width = max((len(row.manifest.run_id) for row in shown), default=0)
    for row in shown[:_SHOWN]:
        _print_run(row, width)
    if len(shown) > _SHOWN:
        click.echo(f"The {_SHOWN} newest; all of them: loanproof runs list --json.")


@command.command("show", cls=CommandWithExitCodes, exit_codes=STORED)
@click.argument("run")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
@store_option
def show_run(*, run: str, as_json: bool, store: str | None) -> None:
    """Show what is recorded of a run.

    That is its metadata, how far it is, and its verdict.
    """
    from loanproof.cli.printing import Printer
    from loanproof.cli.store_option import opened_holding

    with opened_holding(run, store) as found:
        row = found.read_run(run)
    if as_json:
        click.echo(json.dumps({**_plain(row), "head": dict(row.manifest.head)}, sort_keys=True))
        return
    Printer().print(_facts({**_plain(row), **row.manifest.head}))


@command.command(
    "delete", cls=CommandWithExitCodes, exit_codes={**STORED, 4: "the run had a hallucination, and nobody recorded why"}
)
@click.argument("run")
@store_option
def delete_run(*, run: str, store: str | None) -> None:
    """Delete a run with all its data.

    A run with a hallucination stays until loanproof rca has recorded its cause.
    """
    from loanproof.cli.store_option import opened_holding
    from loanproof.runs import refuse_to_forget

    with opened_holding(run, store) as found:
        row = found.read_run(run)
        refuse_to_forget(found, row)
        found.delete_run(row.manifest.run_id)
    click.echo(f"Deleted {row.manifest.run_id}.")


def _plain(row: RunRow) -> dict[str, Any]:
    manifest, summary = row.manifest, row.summary or {}
    verdict: Any = summary.get("verdict") or {}
    return {
        "run_id": manifest.run_id,
        "timestamp_utc": manifest.head.get("timestamp_utc"),
        "suite": manifest.suite_id,
        "target": manifest.target,
        "status": row.status.value,
        "finished": row.finished,
        "unanswered": verdict.get("unanswered"),
        "samples": manifest.samples,
        "release_ready": verdict.get("release_ready"),
        "reasons": verdict.get("reasons"),
        "rescored_from": manifest.rescored_from,
    }


def _facts(recorded: dict[str, Any]) -> Any:
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in recorded.items():
        if value not in (None, [], {}):
            table.add_row(name, Text(value if isinstance(value, str) else json.dumps(value)))
    return table


def _print_run(row: RunRow, width: int) -> None:
    """Print a run as two lines: its outcome, and its target and suite. Names are never broken."""
    from loanproof.core import make_visible

    one = _plain(row)
    ready = {True: "release-ready", False: "not ready", None: "not finished"}[one["release_ready"]]
    began = str(one["timestamp_utc"] or "")[:16].replace("T", " ")
    rescored = " (rescored)" if one["rescored_from"] else ""
    answers = one["finished"] - (one["unanswered"] or 0)
    click.echo(f"{one['run_id']:<{width}}  {began}  {ready:<13}  {answers} of {one['samples']} answers")
    click.echo(f"{'':<{width}}  {make_visible(one['suite'])}, asked {make_visible(one['target'])}{rescored}")
