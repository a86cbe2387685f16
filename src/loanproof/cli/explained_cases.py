"""A case at a glance: one row an item, with what decided, and what was noticed beside the items."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from loanproof.cli.printing import Printer
    from loanproof.runs import ResultCase, ResultItem

STYLES = {"hallucination": "bold red", "fail": "red", "partial": "yellow", "semantic_match": "green"}


def print_case(case: ResultCase, printer: Printer) -> None:
    """Print every item of a case."""
    score = "no score (a task is judged by the rubric only)" if case.score is None else f"{case.score:.4f}"
    printer.print(
        Text.assemble((case.case_id, "bold"), f"  {case.capability}, repeat {case.repeat}, score ", (score, "bold"))
    )
    if case.hallucination:
        before = case.score_before_override or 0.0
        printer.print(f"A hallucination sets the case to 0; without it the score would be {before:.4f}.")
    printer.print()
    if case.items:
        printer.print(_items(case.items))
        printer.print()
    for finding in case.findings:
        at = "" if finding.item is None else f" ({finding.item})"
        printer.print(Text(f"- {finding.message} [{finding.code}]{at}"), indent=2)
    if case.items:
        worst = min(case.items, key=lambda item: (item.label != "hallucination", item.score))
        printer.print(Text(f"More on one item: loanproof explain RUN {case.case_id} {worst.item}", "dim"))


def label_text(label: str) -> Text:
    """Return a label as people read it, coloured by how good it is."""
    return Text(label.replace("_", " "), STYLES.get(label, "green"))


def name_of(item: ResultItem) -> str:
    """Return the name of an item, with its tranche if it is a cell of one."""
    return item.item if item.tranche is None else f"{item.item}@{item.tranche}"


def _items(items: tuple[ResultItem, ...]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("item", overflow="fold", max_width=24)
    table.add_column("label", no_wrap=True)
    table.add_column("score", justify="right", no_wrap=True)
    table.add_column("cited", no_wrap=True)
    table.add_column("why", overflow="fold")
    for item in items:
        name = Text(name_of(item) + (" (extra)" if item.extra else ""))
        why = item.reasons[0].code if item.reasons else ""
        table.add_row(name, label_text(item.label), f"{item.score:.2f}", item.citation_class, why)
    return table
