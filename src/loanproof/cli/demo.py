"""``loanproof demo``: a first look at the product, from the documents to the verdict and its report."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from loanproof.cli.exit_codes import PLAIN, CommandWithExitCodes
from loanproof.cli.program_name import NAME, program

if TYPE_CHECKING:
    from loanproof.cli.printing import Printer
    from loanproof.reports import Mistakes
    from loanproof.runs import ResultHead

_MEANINGS = {
    0: "0: release-ready.",
    1: "1: a gate failed.",
    3: "3: the run is incomplete.",
    4: "4: there is a hallucination, and no root-cause analysis of it was recorded.",
}
_TARGET = "baseline"
_SUITE = "suite"


@click.command("demo", cls=CommandWithExitCodes, exit_codes={**PLAIN, 0: "done; a gate on it may not exit with 0"})
@click.option(
    "--out",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("demo"),
    help="Where the suite, the result and the report go; by default the folder demo.",
)
@click.option(
    "--all", "whole", is_flag=True, help="The whole bundled corpus, each split with a report; takes many minutes."
)
def command(folder: Path, whole: bool) -> None:
    """Show what the product does, on bundled documents, without keys or network.

    The built-in system, which works by rules and needs no model, reads twelve loan documents and other papers. Each
    answer is checked against its document, the gates decide, and the report shows the pages of what was wrong.
    """
    from loanproof.cli.printing import Printer
    from loanproof.core import FileError

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"the folder cannot be made: {error.strerror}.", file=folder) from error
    printer = Printer()
    if whole:
        _show_corpus(folder, printer)
    else:
        _show_twelve(folder, printer)
    if program() != (NAME,):
        activate = ".venv\\Scripts\\activate" if sys.platform == "win32" else ". .venv/bin/activate"
        click.echo(f"To type {NAME} alone, activate the environment that it is installed in, such as: {activate}")


def _show_twelve(folder: Path, printer: Printer) -> None:
    """Run the demonstration, and suggest what to try next with its output."""
    from loanproof.cases import demo_documents, make_demo

    documents = demo_documents()
    suite = make_demo(folder / _SUITE, documents)
    printer.print(
        f"The built-in system reads {len(documents)} documents; each of its answers is checked against its document."
    )
    result = folder / "demo-result.json"
    head = _run(suite, result, folder / "report.html", printer)
    _print_gate(head, result, printer)
    printer.print_command("One document", "analyze", str(suite / "documents" / f"{documents[0]}.pdf"))
    printer.print_command("The whole corpus", "demo", "--all", "--out", str(folder))
    printer.print_command("A suite of your own", "init", "my-suite")


def _show_corpus(folder: Path, printer: Printer) -> None:
    """Run both splits of the corpus separately: a combined figure would mix seen and unseen documents."""
    from loanproof.cases import SPLITS, bundled_suite

    for split in SPLITS:
        printer.print(f"The split {split} of the corpus, read by the built-in system:")
        result = folder / f"{split}-result.json"
        _print_gate(_run(bundled_suite(split), result, folder / f"{split}-report.html", printer), result, printer)
        printer.print()
    printer.print("A result on test that leads to a change of a system is no longer a test of it: log each look.")


def _run(suite: Path, result: Path, report: Path, printer: Printer) -> ResultHead:
    """Ask the built-in system every case of a suite, write result and report, and print the verdict."""
    from loanproof.cli.cache_folder import documents_folder
    from loanproof.cli.report_files import ReportFiles
    from loanproof.cli.score import write_result
    from loanproof.cli.signing_key import load_signer
    from loanproof.cli.verdict_tables import print_verdict
    from loanproof.runs import ResultFile, prove_run
    from loanproof.service import Library, RunRequest, open_sources

    request = RunRequest(suite=suite, target=_TARGET)
    head, mistakes = write_result(lambda service: service.start(request), str(result))
    click.echo("Writing the report, with pages of the documents …", err=True)
    proved = prove_run(ResultFile(result), load_signer())
    ReportFiles(proved, draw_page=open_sources(head, suite, Library(documents_folder())).draw_page).write(
        "html", report
    )
    printer.print()
    print_verdict(head, mistakes, printer)
    click.echo(f"\nThe report: {report}   (open it in any browser; it runs no script)")
    _print_why(mistakes, result, printer)
    return head


def _print_why(mistakes: Mistakes, result: Path, printer: Printer) -> None:
    for mistake in mistakes.worst[:1]:
        item = mistake.item
        name = item.item if item.tranche is None else f"{item.item}@{item.tranche}"
        printer.print_command("Why", "explain", str(result), mistake.case_id, name)


def _print_gate(head: ResultHead, result: Path, printer: Printer) -> None:
    printer.print()
    printer.print(f"In CI the gate would now have exited with {_MEANINGS[head.verdict.exit_code]}")
    printer.print_command("Try it", "gate", str(result))
