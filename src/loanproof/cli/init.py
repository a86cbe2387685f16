"""``loanproof init``: a new suite to start from."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from loanproof.cli.exit_codes import PLAIN, CommandWithExitCodes


@click.command("init", cls=CommandWithExitCodes, exit_codes=PLAIN)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def command(folder: Path) -> None:
    """Make a new suite with a worked case of each capability.

    DIR must be empty or not exist yet. The suite holds a short agreement between fictional parties; every quote
    in the cases is in it.
    """
    from loanproof.cases import make_suite

    for path in make_suite(folder):
        click.echo(path)
    click.echo(f"Next: {shlex.join(['loanproof', 'check', str(folder)])}", err=True)
