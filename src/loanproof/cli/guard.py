"""``loanproof guard``: any system's output, checked against its documents without gold."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from loanproof.cli.cache_folder import documents_folder
from loanproof.cli.exit_codes import WRONG, CommandWithExitCodes
from loanproof.cli.json_target import json_option, write_json
from loanproof.cli.queueing import queue_options, queue_reports
from loanproof.cli.standard_option import standard_option
from loanproof.cli.store_option import store_option
from loanproof.core import one_line

if TYPE_CHECKING:
    from datetime import datetime

    from loanproof.cli.printing import Printer
    from loanproof.service import GuardReport

_LONGEST_GIVEN = 60


@click.command("guard", cls=CommandWithExitCodes, exit_codes={0: "clean", 1: "a person must look", 2: WRONG})
@click.argument("output", type=click.Path(path_type=Path))
@click.argument("documents", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--capability", help="What the system was asked for, if the output does not say it.")
@click.option("--as-of", "day", type=click.DateTime(["%Y-%m-%d"]), help="The day on which the answers must be right.")
@standard_option
@json_option
@queue_options
@store_option
@click.pass_context
def command(
    ctx: click.Context,
    *,
    output: Path,
    documents: tuple[Path, ...],
    capability: str | None,
    day: datetime | None,
    standard: str,
    target: str | None,
    queue: bool,
    by: str | None,
    settings: Path | None,
    store: str | None,
) -> None:
    """Check what a system answered against its documents, without gold.

    OUTPUT is one JSON object as systems under test give it, DOCUMENTS are the files that it is about. Every value must
    be in them, with quotes that are there. Each fault says why, and a person must check the value before it is used.
    """
    from loanproof.cli.printing import Printer
    from loanproof.service import guard_file

    report = guard_file(
        output,
        documents,
        capability=capability,
        standard=standard,
        cache_folder=documents_folder(),
        as_of=None if day is None else day.date().isoformat(),
    )
    if target is None:
        _print(report, Printer())
    else:
        write_json(target, _data(report))
    if queue:
        if len(documents) != 1:
            raise click.UsageError("--queue needs one document: a review is about one.")
        queue_reports(
            {documents[0]: report},
            source=f"guard:{output.name}",
            standard=standard,
            by=by,
            settings=settings,
            store=store,
        )
    ctx.exit(0 if report.is_clean else 1)


def _data(report: GuardReport) -> dict[str, Any]:
    return {
        "capability": None if report.capability is None else report.capability.value,
        "clean": report.is_clean,
        "items": [
            {
                "item": one.item,
                "given": one.given,
                "hitl": one.hitl.value,
                "faults": [{"code": str(fault.code), "sentence": fault.sentence} for fault in one.faults],
            }
            for one in report.items
        ],
        "faults": [{"code": str(one.code), "sentence": one.sentence} for one in report.faults],
        "notes": list(report.notes),
    }


def _print(report: GuardReport, printer: Printer) -> None:
    from rich import box
    from rich.table import Table

    from loanproof.core import counted
    from loanproof.reports import write_structured

    looked = [one for one in report.items if one.hitl.value != "none"]
    printer.print("CLEAN" if report.is_clean else "A PERSON MUST LOOK")
    if report.faults and not report.items:
        printer.print("Nothing in the output could be checked.")
    else:
        printer.print(f"{counted(len(report.items), 'item')} checked, {len(looked)} for a person.")
    for note in (*report.notes, *(one.sentence for one in report.faults)):
        printer.print(note, indent=2)
    if not looked:
        return
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for name in ("item", "given", "why"):
        table.add_column(name, overflow="fold")
    for one in looked:
        why = " ".join(fault.sentence for fault in one.faults) or "The system is not sure of it."
        table.add_row(one.item, one_line(write_structured(one.given or ""), _LONGEST_GIVEN), why)
    printer.print(table)
