"""``loanproof cases``: gold from a sheet, and gold as a sheet."""

from __future__ import annotations

from pathlib import Path

import click

from loanproof.cli.exit_codes import PLAIN, CommandWithExitCodes


@click.group("cases")
def command() -> None:
    """Read cases from a sheet, or write them as one."""


@command.command("import", cls=CommandWithExitCodes, exit_codes=PLAIN)
@click.argument("sheet", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--suite", "folder", required=True, type=click.Path(path_type=Path), help="The suite that gets them.")
def import_cases(*, sheet: Path, folder: Path) -> None:
    """Read the cases of a CSV or XLSX file into a suite.

    Its first line names the columns; docs/guides/suites.md lists them. Fields of a deal without a row become undecided.
    The cases are written to cases/NAME.yaml, NAME being that of the sheet, and only if all of them can be read.
    """
    from loanproof.cases import cases_of, check_new_cases, count_undecided, load_sheet, load_suite, save_cases
    from loanproof.cli.printing import Printer
    from loanproof.core import counted
    from loanproof.standards import load_contract

    suite = load_suite(folder)
    sources = list(cases_of(load_sheet(sheet), load_contract(suite.settings.standard), file=sheet))
    cases = check_new_cases(sources, suite)
    path = save_cases(sources, suite.folder, sheet.stem)
    undecided = count_undecided(load_suite(folder)) - count_undecided(suite)
    told = f"; {counted(undecided, 'field')} undecided" if undecided else ""
    click.echo(f"{path}: {counted(len(cases), 'case')}{told}.")
    Printer().print_command("Next", "check", str(folder))


@command.command("export", cls=CommandWithExitCodes, exit_codes=PLAIN)
@click.argument("folder", metavar="SUITE", type=click.Path(path_type=Path))
@click.argument("sheet", metavar="FILE", type=click.Path(path_type=Path))
def export_cases(*, folder: Path, sheet: Path) -> None:
    """Write the cases of a suite as a CSV or XLSX file.

    Deal terms and questions have a row for each value. What has no column, and cases of other capabilities, is in the
    column more, so that loanproof cases import gives the same cases again.
    """
    from loanproof.cases import load_suite, rows_of, save_sheet
    from loanproof.core import counted

    suite = load_suite(folder)
    rows = [row for located in suite.cases for row in rows_of(located)]
    save_sheet(sheet, rows)
    click.echo(f"{sheet}: {counted(len(suite.cases), 'case')} in {counted(len(rows), 'row')}.")
