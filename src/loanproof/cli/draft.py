"""``loanproof draft``: an extraction case from a document, for a person to confirm."""

from __future__ import annotations

from pathlib import Path

import click

from loanproof.cli.cache_folder import documents_folder
from loanproof.cli.exit_codes import WRONG, CommandWithExitCodes
from loanproof.cli.standard_option import standard_option


@click.command("draft", cls=CommandWithExitCodes, exit_codes={0: "drafted", 2: WRONG})
@click.argument("document", type=click.Path(path_type=Path))
@click.option("--id", "case_id", help="The id of the case; by default DRAFT and the name of the document.")
@standard_option
def command(*, document: Path, case_id: str | None, standard: str) -> None:
    """Draft an extraction case from a document, with values and quotes to confirm.

    The case goes to standard output. Where the rules are unsure, the field has the state undecided with the candidate
    as a comment; a suite with an undecided field is never release-ready. Confirm everything before you call it gold.
    """
    from loanproof.cli.page_progress import show_recognition
    from loanproof.service import analyze_file, draft_case

    with show_recognition(None):
        found = analyze_file(document, capability="extraction", standard=standard, cache_folder=documents_folder())
    click.echo(draft_case(found, case_id=case_id or f"DRAFT-{document.stem.upper()}"), nl=False)
