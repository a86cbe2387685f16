"""``loanproof demo``: a first look at the product, from the documents to the verdict and its report."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from loanproof.cli.exit_codes import PLAIN, CommandWithExitCodes
from loanproof.cli.program_name import NAME, program

if TYPE_CHECKING:
    from loanproof.reports import Mistakes
    from loanproof.runs import ResultHead

_MEANINGS = {
    0: "0: release-ready.",
    1: "1: a gate failed.",
    3: "3: the run is incomplete.",
    4: "4: there is a hallucination, and no root-cause analysis of it was recorded.",
}


@click.command("demo", cls=CommandWithExitCodes, exit_codes={**PLAIN, 0: "done; a gate on it would not exit with 0"})
@click.option(
    "--out",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    help="Where report.html and demo-result.json go; by default the current folder.",
)
def command(folder: Path) -> None:
    """Show what the product does, on bundled material, without keys or network.

    Scores recorded answers of an imaginary system, three times over, against the suite that loanproof init makes. One
    of the answers quotes a sentence that the agreement does not hold.
    """
    from loanproof.cli.printing import Printer
    from loanproof.cli.report_files import ReportFiles
    from loanproof.cli.signing_key import load_signer
    from loanproof.cli.verdict_tables import print_verdict
    from loanproof.core import FileError
    from loanproof.runs import ResultFile, prove_run

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"the folder cannot be made: {error.strerror}.", file=folder) from error
    result, report = folder / "demo-result.json", folder / "report.html"
    printer = Printer()
    printer.print("An imaginary system read a facility agreement. Its answers are checked against the document.")
    printer.print()
    head, mistakes = _score(result)
    ReportFiles(prove_run(ResultFile(result), load_signer())).write("html", report)
    print_verdict(head, mistakes, printer)
    click.echo(f"\nThe report: {report}   (open it in any browser; it runs no script)")
    printer.print_command("Why", "explain", str(result), "EX-001", "margin")
    printer.print()
    printer.print(f"In CI the gate would now have exited with {_MEANINGS[head.verdict.exit_code]}")
    printer.print_command("Try it", "gate", str(result))
    if program() != (NAME,):
        activate = ".venv\\Scripts\\activate" if sys.platform == "win32" else ". .venv/bin/activate"
        click.echo(f"To type {NAME} alone, activate the environment that it is installed in, such as: {activate}")


def _score(result: Path) -> tuple[ResultHead, Mistakes]:
    """Score the recorded answers into a result file; the suite is made in a folder that is gone afterwards."""
    from tempfile import TemporaryDirectory

    from loanproof.cases import make_demo
    from loanproof.cli.score import write_result
    from loanproof.service import RecordedRequest

    with TemporaryDirectory() as folder:
        suite, outputs = make_demo(Path(folder))
        return write_result(RecordedRequest(suite=suite, outputs=outputs), str(result))
