"""``loanproof check``: the cases of a suite are checked against its documents before any system is scored by them."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from loanproof.cli.exit_codes import INTERRUPTED, CommandWithExitCodes

if TYPE_CHECKING:
    from loanproof.cases import Lint, LintMemory, Severity
    from loanproof.documents import Cache

FAULTY, INCOMPLETE = 2, 3
_PAUSE_S = 0.5
_MOST_PROCESSES = 2  # each process reads its own documents, and memory costs more than time


@click.command(
    "check",
    cls=CommandWithExitCodes,
    exit_codes={
        0: "no error",
        FAULTY: "an error, or the suite cannot be read",
        INCOMPLETE: "a rule of Loanproof broke, so not everything was checked",
        INTERRUPTED: "interrupted",
    },
)
@click.argument("suite", type=click.Path(path_type=Path))
@click.option("--watch", is_flag=True, help="Check again whenever a file of the suite changes; Ctrl-C ends it.")
@click.pass_context
def command(ctx: click.Context, suite: Path, *, watch: bool) -> None:
    """Check every case of a suite against its documents.

    Each problem is one line with file and line: an error if a system would be scored against something false, a warning
    if a person should look, a failure if a rule of Loanproof itself broke.
    """
    from loanproof.cli.cache_folder import documents_folder
    from loanproof.documents import Cache

    cache = Cache(documents_folder())
    if not watch:
        ctx.exit(_check(suite, cache))
    from loanproof.cases import LintMemory
    from loanproof.core import InputError

    memory = LintMemory()
    for _ in _changes(suite if suite.is_dir() else suite.parent):
        click.echo(f"--- {datetime.now().astimezone():%H:%M:%S}")
        try:
            _check(suite, cache, memory)
        except InputError as error:  # the suite may be valid again after the next change
            click.echo(f"error: {error}")


def _check(suite: Path, cache: Cache, memory: LintMemory | None = None) -> int:
    """Check once, print what was found, and return the exit code; ``memory`` keeps documents for the next check."""
    from rich.console import Console
    from rich.progress import Progress

    from loanproof.cases import Severity, check_suite
    from loanproof.cli.page_progress import show_recognition
    from loanproof.core import make_visible, show_problems

    start = time.monotonic()
    console = Console(stderr=True)
    with (
        Progress(console=console, transient=True, disable=not console.is_terminal) as progress,
        show_recognition(progress if console.is_terminal else None),
    ):
        task = progress.add_task("Checking cases", total=None)
        lint = check_suite(
            suite,
            cache=cache,
            processes=1 if memory is not None else min(_MOST_PROCESSES, os.cpu_count() or 1),
            memory=memory,
            on_case=lambda done, total: progress.update(task, completed=done, total=total),
        )
    for line in show_problems(lint.worst_first):
        click.echo(make_visible(line))
    click.echo(_summary(lint, time.monotonic() - start))
    if lint.count(Severity.ERROR):
        return FAULTY
    return INCOMPLETE if lint.count(Severity.FAILURE) else 0


def _summary(lint: Lint, seconds: float) -> str:
    from loanproof.cases import Severity
    from loanproof.core import counted

    looked_at = ", ".join(
        counted(*pair) for pair in ((lint.cases, "case"), (lint.citations, "citation"), (lint.documents, "document"))
    )
    always = (Severity.ERROR, Severity.WARNING)
    counts = ((severity, lint.count(severity)) for severity in Severity)
    found = ", ".join(_how_many(count, severity) for severity, count in counts if count or severity in always)
    return f"{looked_at} in {seconds:.1f} s: {found}.{_left_out(lint)}"


def _how_many(count: int, severity: Severity) -> str:
    from loanproof.cases import Severity
    from loanproof.core import counted

    return f"{count:,} confirmed" if severity is Severity.CONFIRMED else counted(count, severity.value)


def _left_out(lint: Lint) -> str:
    """Return the sentence on the cases that were not checked, which may have further errors."""
    if not lint.left_out:
        return ""
    from loanproof.core import counted

    cases, citations = counted(len(lint.left_out), "case"), counted(sum(lint.left_out), "citation")
    were = "was" if len(lint.left_out) == 1 else "were"
    return f" {cases} with {citations} {were} not checked against the documents: mend the errors of form first."


def _changes(folder: Path) -> Iterator[None]:
    """Yield at once, and again whenever a file in a folder is changed, added or removed. Never ends."""
    seen: dict[Path, tuple[int, int]] | None = None
    while True:
        now = _stamps(folder)
        if now != seen:
            seen = now
            yield
        time.sleep(_PAUSE_S)


def _stamps(folder: Path) -> dict[Path, tuple[int, int]]:
    from loanproof.store import STORE_FOLDER

    stamps: dict[Path, tuple[int, int]] = {}
    for path in folder.rglob("*"):
        if STORE_FOLDER in path.parts:  # the store next to the suite is not part of it
            continue
        try:
            found = path.stat()
        except OSError:  # deleted since it was listed
            continue
        stamps[path] = (found.st_mtime_ns, found.st_size)
    return stamps
