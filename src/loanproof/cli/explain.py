"""``loanproof explain``: why an item has its label, with the source."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from loanproof.cli.cache_folder import documents_folder
from loanproof.cli.exit_codes import STORED, CommandWithExitCodes
from loanproof.cli.store_option import store_option

if TYPE_CHECKING:
    from loanproof.runs import ResultCase, ResultItem, RunReader


@click.command("explain", cls=CommandWithExitCodes, exit_codes=STORED)
@click.argument("run")
@click.argument("case_id", metavar="CASE")
@click.argument("item", required=False)
@click.option("--repeat", type=click.IntRange(min=1), help="Which repeat; by default the worst one.")
@click.option("--suite", type=click.Path(path_type=Path), help="The suite, to show the source from its documents.")
@store_option
def command(
    run: str, case_id: str, item: str | None, repeat: int | None, suite: Path | None, store: str | None
) -> None:
    """Say why a case or an item of a run has its label.

    Without ITEM every item of the case is listed with the reason that decided. With ITEM: both values as written and
    as understood, each rule and ruling, how file, page, section and quote matched, and the source around the quote.
    RUN is a result file or the id of a stored run.
    """
    from loanproof.cli.open_run import open_proved
    from loanproof.cli.page_progress import show_recognition

    with open_proved(run, store) as reader, show_recognition(None):
        _explain(reader, run, case_id, item, repeat, suite)


def _explain(
    reader: RunReader, run: str, case_id: str, item: str | None, repeat: int | None, suite: Path | None
) -> None:
    from loanproof.cli.explained_cases import print_case
    from loanproof.cli.explained_items import print_item
    from loanproof.cli.printing import Printer
    from loanproof.core import UsageError
    from loanproof.service import Library, open_sources

    repeats = _repeats(reader, case_id, repeat)
    if not repeats:
        known = sorted({one.case_id for one in reader.cases()})
        if case_id in known:
            raise UsageError(
                f"the case {case_id} has no repeat {repeat}.", hint=f"It has 1 to {reader.head.run.repeats}."
            )
        raise UsageError(f"the run has no case {case_id[:60]!r}.", hint=_known(known))
    printer, head = Printer(), reader.head
    if item is None:
        print_case(_worst(repeats, None), printer, run=run)
        return
    found = _named(_worst(repeats, item), item)
    if not found:
        raise UsageError(f"the case {case_id} has no item {item[:60]!r}.", hint=_known(_names(repeats[0])))
    sources = open_sources(head, suite, Library(documents_folder()))
    for one in found:
        print_item(one, _worst(repeats, item), sources, printer)


def _repeats(reader: RunReader, case_id: str, repeat: int | None) -> list[ResultCase]:
    if repeat is None:
        return [case for case in reader.cases() if case.case_id == case_id]
    found = reader.case(case_id, repeat)
    return [] if found is None else [found]


def _worst(repeats: list[ResultCase], item: str | None) -> ResultCase:
    """Return the repeat with the worst result for the case, or for one of its items; the first of equals."""
    if item is None:
        return min(repeats, key=lambda case: (not case.hallucination, case.score or 0.0))
    return min(repeats, key=lambda case: min((_rank(one) for one in _named(case, item)), default=(9, 9.0)))


def _rank(item: ResultItem) -> tuple[int, float]:
    return (0 if item.label == "hallucination" else 1, item.score + (item.provenance_score or 0.0) / 1000)


def _named(case: ResultCase, item: str) -> list[ResultItem]:
    """Return the items that a name means: all tranches of a field, or one as ``margin@Facility A``."""
    name, at, tranche = item.rpartition("@")
    exact = [one for one in case.items if one.item == item]
    return exact or [one for one in case.items if at and (one.item, one.tranche) == (name, tranche)]


def _names(case: ResultCase) -> list[str]:
    return list(dict.fromkeys(one.item for one in case.items))


def _known(names: list[str]) -> str:
    shown = ", ".join(names[:20])
    return f"It has: {shown}{', …' if len(names) > 20 else ''}." if names else "It has none."
