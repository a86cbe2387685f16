"""``loanproof score``: recorded outputs against a suite."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from loanproof.runs import RecordedRun, ResultCase, ResultHead

_STANDARD_OUTPUT = "-"


@click.command("score")
@click.argument("suite", type=click.Path(path_type=Path))
@click.argument("outputs", type=click.Path(path_type=Path))
@click.option("--json", "target", metavar="FILE|-", help="Write the whole result here; - is standard output.")
@click.pass_context
def command(ctx: click.Context, suite: Path, outputs: Path, target: str | None) -> None:
    """Score recorded outputs against a suite, and say whether they may be released.

    OUTPUTS is a file with one answer a line. Exits as loanproof gate does; the result is written in any case, except
    when a file is wrong (2).
    """
    from datetime import UTC, datetime

    from loanproof.cases import load_suite
    from loanproof.cli.printing import Printer
    from loanproof.cli.verdict_tables import print_verdict
    from loanproof.outputs import load_outputs
    from loanproof.runs import RecordedRun

    now = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    run = RecordedRun(suite=load_suite(suite), outputs=load_outputs(outputs), timestamp_utc=now)
    head = _score(run, target)
    print_verdict(head, Printer(to_stderr=target == _STANDARD_OUTPUT))
    ctx.exit(head.verdict.exit_code)


def _score(run: RecordedRun, target: str | None) -> ResultHead:
    """Score with a progress bar; the result goes to a file that appears when it is whole."""
    import shutil
    from tempfile import TemporaryDirectory

    from rich.console import Console
    from rich.progress import Progress

    from loanproof.runs import ResultWriter, score_recorded

    with TemporaryDirectory() as folder, Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Scoring", total=run.samples)
        path = Path(folder) / "result.json" if target in (None, _STANDARD_OUTPUT) else Path(target or "")
        with ResultWriter(path) as writer:

            def keep(case: ResultCase) -> None:
                writer.add(case)
                progress.advance(task)

            head = score_recorded(run, keep=keep)
            writer.finish(head)
        if target == _STANDARD_OUTPUT:
            with path.open("rb") as stream:
                shutil.copyfileobj(stream, sys.stdout.buffer)
            sys.stdout.flush()
    return head
