"""``loanproof analyze``: the terms of documents by rules, each with page, clause and quote."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from loanproof.cli.cache_folder import documents_folder
from loanproof.cli.exit_codes import WRONG, CommandWithExitCodes
from loanproof.cli.json_target import json_option, write_json
from loanproof.cli.queueing import queue_options, queue_reports
from loanproof.cli.standard_option import standard_option
from loanproof.cli.store_option import store_option

if TYPE_CHECKING:
    from loanproof.cli.printing import Printer
    from loanproof.service import Analysis, NamedTarget

_MOST_ORPHANS = 12


@click.command("analyze", cls=CommandWithExitCodes, exit_codes={0: "analysed", 2: WRONG})
@click.argument("documents", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--capability", default="extraction", show_default=True, help="extraction, covenants or bmt.")
@click.option("--question", metavar="TEXT", help="Answer this question about each document instead.")
@standard_option
@click.option("--target", "asked", metavar="T", help="Ask this target instead of the rules: llm:NAME, http://…")
@click.option("--targets", "targets_file", type=click.Path(path_type=Path), help="Another targets.yaml.")
@click.option("--hybrid", is_flag=True, help="With llm:NAME: leave to the rules the fields that they settle at HIGH.")
@json_option
@queue_options
@store_option
def command(
    *,
    documents: tuple[Path, ...],
    capability: str,
    question: str | None,
    standard: str,
    asked: str | None,
    targets_file: Path | None,
    hybrid: bool,
    target: str | None,
    queue: bool,
    by: str | None,
    settings: Path | None,
    store: str | None,
) -> None:
    """Read the terms of documents by rules: no model, no key, no network. Only --target calls another system.

    With --capability covenants it lists the covenants and their flags, with bmt it compares terms with a library of
    benchmarks. Every value has its confidence, page, clause and quote, and is checked by the guard. Passages with
    money, rates or dates that nothing cites are listed: look there for what was missed. Each document is analysed
    separately. A question is answered with sentences of the document, or refused if the document does not answer it.
    With --queue the items for a person go to the review queue; nothing is exported before they are reviewed.
    """
    from loanproof.cli.page_progress import show_recognition
    from loanproof.cli.printing import Printer
    from loanproof.service import analysis_data, analyze_file

    folder = documents_folder()
    if queue and asked is not None:
        hint = "write its output with --json FILE, then: loanproof guard FILE DOC --queue --by NAME"
        raise click.UsageError(f"--queue is for what the rules read; for a target, {hint}.")
    if asked is not None:
        from loanproof.service import NamedTarget

        named = NamedTarget(name=asked, targets_file=targets_file, is_hybrid=hybrid)
        _ask_target(documents, named, capability=capability, standard=standard, question=question, target=target)
        return
    if question is not None:
        if queue:
            raise click.UsageError("--queue is for the terms of a document, not for the answer to a question.")
        _ask(documents, question, standard, target)
        return
    with show_recognition(None):
        found = [analyze_file(one, capability=capability, standard=standard, cache_folder=folder) for one in documents]
    if target is None:
        for one in found:
            _print(one, Printer())
    else:
        _write([analysis_data(one) for one in found], target)
    if queue:
        reports = {path: one.guard for path, one in zip(documents, found, strict=True)}
        queue_reports(reports, source="analyze:baseline", standard=standard, by=by, settings=settings, store=store)


def _ask_target(
    documents: tuple[Path, ...],
    named: NamedTarget,
    *,
    capability: str,
    standard: str,
    question: str | None,
    target: str | None,
) -> None:
    from loanproof.cli.page_progress import show_recognition
    from loanproof.cli.target_answers import print_analyses
    from loanproof.service import analyze_by_target

    folder = documents_folder()
    with show_recognition(None):
        told = [
            analyze_by_target(
                one, named, capability=capability, standard=standard, question=question, cache_folder=folder
            )
            for one in documents
        ]
    if target is None:
        print_analyses(told, _print)
    else:
        _write([dict(one.output) for one in told], target)


def _ask(documents: tuple[Path, ...], question: str, standard: str, target: str | None) -> None:
    from loanproof.cli.asked_questions import answer_data, print_answer
    from loanproof.cli.page_progress import show_recognition
    from loanproof.cli.printing import Printer
    from loanproof.service import ask_file

    with show_recognition(None):
        found = [ask_file(one, question, standard=standard, cache_folder=documents_folder()) for one in documents]
    if target is not None:
        _write([answer_data(one) for one in found], target)
        return
    for one in found:
        print_answer(one, Printer())


def _write(data: list[dict[str, Any]], target: str) -> None:
    write_json(target, data[0] if len(data) == 1 else data)


def _print(analysis: Analysis, printer: Printer) -> None:
    from loanproof.cli.analysis_tables import table_of

    printer.print(f"{analysis.document}: {analysis.what}")
    for note in analysis.notes:
        printer.print(note, indent=2)
    printer.print(table_of(analysis))
    _print_faults(analysis, printer)
    _print_orphans(analysis, printer)


def _print_faults(analysis: Analysis, printer: Printer) -> None:
    faults = [(one.item, fault.sentence) for one in analysis.guard.items for fault in one.faults]
    if faults:
        printer.print(f"The guard sends {len({item for item, _ in faults})} of these to a person:")
    for item, sentence in faults:
        printer.print(f"{item}: {sentence}", indent=2)


def _print_orphans(analysis: Analysis, printer: Printer) -> None:
    from loanproof.cli.analysis_tables import cut_around
    from loanproof.core import counted

    if not analysis.orphans:
        return
    printer.print(f"{counted(len(analysis.orphans), 'passage')} with money, rates or dates that nothing here cites:")
    for one in analysis.orphans[:_MOST_ORPHANS]:
        page = "" if one.page_number is None else f"page {one.page_number}, "
        printer.print(f"{page}{one.section or ''}: {cut_around(one.quote)}", indent=2)
    if len(analysis.orphans) > _MOST_ORPHANS:
        printer.print(f"and {len(analysis.orphans) - _MOST_ORPHANS} more; --json has all of them", indent=2)
