"""``loanproof gate``: the verdict of a run, as a table and as an exit code."""

from __future__ import annotations

import click

from loanproof.cli.exit_codes import VERDICT, CommandWithExitCodes
from loanproof.cli.store_option import store_option


@click.command("gate", cls=CommandWithExitCodes, exit_codes=VERDICT)
@click.argument("run")
@store_option
@click.pass_context
def command(ctx: click.Context, run: str, store: str | None) -> None:
    """Print the verdict of a run, and exit by it.

    RUN is a result file or the id of a stored run.
    """
    from loanproof.cli.open_run import open_proved
    from loanproof.cli.printing import Printer
    from loanproof.cli.verdict_tables import print_next_step, print_remedies, print_verdict
    from loanproof.reports import find_mistakes
    from loanproof.runs import StoredRun

    with open_proved(run, store) as reader:
        head, mistakes = reader.head, find_mistakes(reader.cases())
        remedies = reader.original.remedies if isinstance(reader.original, StoredRun) else ()
    print_verdict(head, mistakes, Printer())
    print_remedies(remedies, Printer())
    print_next_step(head, mistakes, run, Printer())
    ctx.exit(head.verdict.exit_code)
