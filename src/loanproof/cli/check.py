"""``loanproof check``: every quote of every case is looked up in its document."""

from __future__ import annotations

from pathlib import Path

import click

FAULTY = 2


@click.command("check")
@click.argument("suite", type=click.Path(path_type=Path))
@click.pass_context
def command(ctx: click.Context, suite: Path) -> None:
    """Look every quote of a suite up in its document.

    Each problem is one line with file and line. Exits with 0 if there is none, with 2 if there is one.
    """
    from rich.console import Console
    from rich.progress import Progress

    from loanproof.cases import lint_suite, load_suite

    loaded = load_suite(suite)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Checking cases", total=len(loaded.cases))
        lint = lint_suite(loaded, on_case=lambda: progress.advance(task))
    for problem in lint.problems:
        click.echo(f"error: {problem}")
    count = len(lint.problems)
    found = "no problem" if not count else "1 problem" if count == 1 else f"{count} problems"
    click.echo(f"{lint.cases} cases, {lint.citations} citations: {found}.")
    if lint.problems:
        ctx.exit(FAULTY)
