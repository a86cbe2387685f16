"""``loanproof export``: the reviewed values of a document, for other systems; refused while a LOW item is open."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from loanproof.cli.cache_folder import documents_folder
from loanproof.cli.exit_codes import STORED, CommandWithExitCodes
from loanproof.cli.store_option import store_option

if TYPE_CHECKING:
    from loanproof.reviews import Export

KEY_VARIABLE = "LOANPROOF_PASSPORT_KEY"


@click.command(
    "export", cls=CommandWithExitCodes, exit_codes={**STORED, 1: "refused: something must be reviewed first"}
)
@click.argument("document", metavar="DOC", type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(["json", "csv", "fpml"]), default="json", show_default=True)
@click.option("--mapping", type=click.Path(path_type=Path), help="Names for --format fpml, instead of ours.")
@click.option("--include-flagged", is_flag=True, help="Also MEDIUM fields that nobody has reviewed, marked so.")
@click.option("--output", type=click.Path(path_type=Path), help="The file to write; else standard output.")
@click.option("--passports", type=click.Path(path_type=Path), help="A folder that gets a passport for each value.")
@click.option("--key", type=click.Path(path_type=Path), help=f"The private key that signs them; else {KEY_VARIABLE}.")
@store_option
def command(
    *,
    document: Path,
    form: str,
    mapping: Path | None,
    include_flagged: bool,
    output: Path | None,
    passports: Path | None,
    key: Path | None,
    store: str | None,
) -> None:
    """Export the reviewed values of a document, each with the evidence that proves it.

    Each value has a passport: the exact words of the document with page and place, who decided, and the head of the
    audit log. Open MEDIUM fields are left out and named; an open LOW item refuses the export.
    """
    from loanproof.cli.printing import Printer
    from loanproof.cli.review_store import opened_reviews
    from loanproof.cli.signing_key import load_signer
    from loanproof.core import counted
    from loanproof.service import export_document
    from loanproof.wiring import passport_signer

    signer = passport_signer(key or passport_key_file())
    with opened_reviews(store) as opened:
        export = export_document(
            document,
            opened,
            include_flagged=include_flagged,
            signer=signer,
            must_be_signed=load_signer().key is not None,
            cache_folder=documents_folder(),
        )
    text = _render(export, form, mapping)
    if passports is not None:
        _write_passports(export, passports)
    if output is None:
        click.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")
    printer = Printer(to_stderr=True)
    printer.print(f"{counted(len(export.fields), 'field')} exported, {len(export.left_out)} left out.")
    for note in export.notes:
        printer.print(note, indent=2)
    for one in export.left_out:
        printer.print(f"{one.name}: {one.why}", indent=2)
    if signer is None:
        printer.print("The passports are not signed: the document's evidence can be verified, the decisions cannot.")


def passport_key_file() -> Path | None:
    """Return the private key file named in the environment."""
    named = os.environ.get(KEY_VARIABLE, "").strip()
    return Path(named) if named else None


def _render(export: Export, form: str, mapping: Path | None) -> str:
    from loanproof.reports import load_mapping, render_export_csv, render_export_fpml, render_export_json

    if form == "fpml":
        return render_export_fpml(export, load_mapping(mapping))
    if mapping is not None:
        raise click.UsageError("--mapping goes with --format fpml.")
    return render_export_csv(export) if form == "csv" else render_export_json(export)


def _write_passports(export: Export, folder: Path) -> None:
    from loanproof.service import passport_files

    folder.mkdir(parents=True, exist_ok=True)
    for name, text in passport_files(export):
        (folder / name).write_bytes(text.encode())
