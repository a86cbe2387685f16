"""The options that put a checked output into the review queue, shared by ``analyze`` and ``guard``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from loanproof.cli.cache_folder import documents_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from loanproof.service import GuardReport

_OPTIONS = (
    click.option("--queue", is_flag=True, help="Put what a person must look at into the review queue; with --by."),
    click.option("--by", metavar="NAME", help="Who queues it."),
    click.option(
        "--review", "settings", type=click.Path(path_type=Path), help="The settings of the review, a YAML file."
    ),
)


def queue_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--queue``, ``--by`` and ``--review`` to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def queue_reports(
    reports: Mapping[Path, GuardReport],
    *,
    source: str,
    standard: str,
    by: str | None,
    settings: Path | None,
    store: str | None,
) -> None:
    """Queue the guard's report on each document, and print how many items need a person."""
    from loanproof.cli.printing import Printer
    from loanproof.cli.review_store import opened_reviews
    from loanproof.core import counted
    from loanproof.reviews import ReviewPolicy, load_policy
    from loanproof.service import ReviewService
    from loanproof.standards import load_contract

    if by is None:
        raise click.UsageError("--queue needs --by NAME.")
    policy, contract = ReviewPolicy() if settings is None else load_policy(settings), load_contract(standard)
    printer = Printer(to_stderr=True)
    with opened_reviews(store, may_make=True) as opened:
        service = ReviewService(opened, cache_folder=documents_folder())
        waiting = 0
        for path, report in reports.items():
            queued = service.queue(report, path, source=source, by=by, policy=policy, standard=contract)
            told = f"{counted(len(queued.items), 'item')} queued" if queued.is_new else "it was queued before"
            printer.print(f"{queued.intake.document}: {told}.")
            waiting += len(queued.items)
    if waiting:
        printer.print_command("Next", "review", "next", "--by", "NAME")
