"""``loanproof review agreement``: how far two annotators agree; it compares two suites and needs no queue."""

from __future__ import annotations

from pathlib import Path

import click

from loanproof.cli.exit_codes import PLAIN, CommandWithExitCodes


@click.command("agreement", cls=CommandWithExitCodes, exit_codes={**PLAIN, 1: "the annotators differ"})
@click.argument("first", metavar="SUITE", type=click.Path(path_type=Path))
@click.argument("second", metavar="OTHER", type=click.Path(path_type=Path))
@click.pass_context
def compare_gold(ctx: click.Context, *, first: Path, second: Path) -> None:
    """Say how far two annotators agree on the gold of the same cases.

    SUITE and OTHER are two suites with cases of the same ids, each written by one of them. Expected fields are compared
    by meaning; what only one of them decided is counted apart.
    """
    from loanproof.cases import load_suite
    from loanproof.cli.printing import Printer
    from loanproof.core import counted
    from loanproof.reviews import compare_annotations
    from loanproof.standards import load_contract

    one, other = load_suite(first), load_suite(second)
    found = compare_annotations(one, other, load_contract(one.settings.standard))
    if not found.compared:
        raise click.UsageError("the two suites have no decided field of one case in common.")
    low, high = found.bounds
    printer = Printer()
    printer.print(
        f"{found.agreed:,} of {counted(found.compared, 'field')} agree ({found.agreed / found.compared:.1%}, with 95 %"
        f" confidence between {low:.1%} and {high:.1%}); {found.alone:,} decided by one alone."
    )
    for difference in found.differences:
        tranche = "" if difference.tranche is None else f"{difference.tranche}/"
        printer.print(f"{difference.case_id} {tranche}{difference.field}", indent=2)
        printer.print(f"{first}: {difference.first}", indent=4)
        printer.print(f"{second}: {difference.second}", indent=4)
    ctx.exit(1 if found.differences else 0)
