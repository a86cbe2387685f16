"""A comparison as a person reads it in a terminal: whether anything got worse, then what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.table import Table
from rich.text import Text

from loanproof.cli.explained_cases import label_text
from loanproof.reports import counted

if TYPE_CHECKING:
    from loanproof.cli.printing import Printer
    from loanproof.reports import Comparison

_MOST_LABELS = 20
_MOST_ITEMS = 15


def print_comparison(comparison: Comparison, printer: Printer) -> None:
    """Print a comparison, regressions first."""
    word, style = ("REGRESSION", "bold red") if comparison.has_regression else ("NO REGRESSION", "bold green")
    runs = f"  {comparison.before.run_id} -> {comparison.after.run_id}"
    printer.print(Text.assemble((word, style), runs))
    printer.print(
        f"{counted(comparison.pairs, 'sample')} paired; {counted(len(comparison.worse), 'label')} worse "
        f"({comparison.new_hallucinations} now a hallucination), {comparison.better:,} better, "
        f"{comparison.same:,} the same"
    )
    for sentence in (*comparison.notes, *_unpaired(comparison)):
        printer.print(Text(f"- {sentence}"), indent=2)
    printer.print()
    _print_labels(comparison, printer)
    _print_capabilities(comparison, printer)
    _print_items(comparison, printer)


def _unpaired(comparison: Comparison) -> list[str]:
    sides = {"earlier": comparison.only_before, "later": comparison.only_after}
    return [f"Only the {name} run has {counted(len(keys), 'sample')}." for name, keys in sides.items() if keys]


def _print_labels(comparison: Comparison, printer: Printer) -> None:
    if not comparison.worse:
        return
    table = _table("case", "repeat", "item", "before", "now")
    for change in comparison.worse[:_MOST_LABELS]:
        item = change.item if change.tranche is None else f"{change.item}@{change.tranche}"
        before, after = label_text(change.before), label_text(change.after)
        table.add_row(Text(change.case_id), str(change.repeat), Text(item), before, after)
    printer.print(Text("Labels that got worse", "bold"))
    printer.print(table)
    if len(comparison.worse) > _MOST_LABELS:
        printer.print(f"and {len(comparison.worse) - _MOST_LABELS:,} more; --json FILE lists all")
    printer.print()


def _print_capabilities(comparison: Comparison, printer: Printer) -> None:
    table = _table("capability", "cases", "before", "now", "difference (95 %)", "p", "")
    for change in comparison.capabilities:
        table.add_row(
            str(change.capability),
            str(change.cases),
            f"{change.before:.4f}",
            f"{change.after:.4f}",
            f"{change.low:+.3f} … {change.high:+.3f}",
            f"{change.p_value:.3g}",
            Text("worse", "bold red") if change.is_regression else "",
        )
    printer.print(table)
    for change in comparison.capabilities:
        for when, bound in zip(("before", "now"), change.bounds, strict=True):
            if bound:
                printer.print(f"{change.capability} {when}: {bound} (95 % sure)", indent=2)
    printer.print()


def _print_items(comparison: Comparison, printer: Printer) -> None:
    if not comparison.fields:
        return
    table = _table("right in every repeat", "cases", "lost", "won", "p", "")
    for change in comparison.fields[:_MOST_ITEMS]:
        name = Text(f"{change.capability} {change.item}", overflow="fold")
        told = Text("worse", "bold red") if change.is_regression else ""
        table.add_row(name, str(change.cases), str(change.lost), str(change.won), f"{change.p_value:.3g}", told)
    printer.print(table)


def _table(*columns: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for name in columns:
        table.add_column(
            name, overflow="fold", justify="right" if name in ("repeat", "cases", "lost", "won", "p") else "left"
        )
    return table
