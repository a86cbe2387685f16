"""``loanproof verify``: an exported value, verified again from its document, offline."""

from __future__ import annotations

from pathlib import Path

import click

from loanproof.cli.cache_folder import documents_folder
from loanproof.cli.exit_codes import WRONG, CommandWithExitCodes


@click.command("verify", cls=CommandWithExitCodes, exit_codes={0: "it holds", 1: "it does not hold", 2: WRONG})
@click.argument("passport", type=click.Path(path_type=Path))
@click.argument("document", metavar="DOC", type=click.Path(path_type=Path))
@click.option("--key", type=click.Path(path_type=Path), help="The public key of the house that signed it.")
@click.pass_context
def command(ctx: click.Context, *, passport: Path, document: Path, key: Path | None) -> None:
    """Prove an exported value again from its document, offline."""
    from loanproof.cli.printing import Printer
    from loanproof.cli.review_words import value_words
    from loanproof.service import verify_passport
    from loanproof.wiring import passport_key

    found = verify_passport(passport, document, key=passport_key(key), cache_folder=documents_folder())
    printer = Printer()
    if found.faults:
        printer.print("DOES NOT VERIFY")
        for fault in found.faults:
            printer.print(fault, indent=2)
        ctx.exit(1)
    body = found.passport["body"]
    printer.print(f"{body['loanproof:field']}: {value_words(body['loanproof:value'])}")
    if found.is_authenticated:
        printer.print("Document evidence verified, decision authenticated by the key.")
    else:
        printer.print("Document evidence verified, decision not authenticated.")
