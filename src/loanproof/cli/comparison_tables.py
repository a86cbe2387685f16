"""A comparison in the terminal: whether anything got worse, then what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.table import Table
from rich.text import Text

from loanproof.cli.explained_cases import label_text
from loanproof.cli.printing import bullet
from loanproof.core import counted, one_line, plain_name
from loanproof.reports import (
    CAPABILITY_WORDS,
    change_words,
    fold_changes,
    moved_words,
    system_words,
    value_words,
)

if TYPE_CHECKING:
    from loanproof.cli.printing import Printer
    from loanproof.reports import CapabilityChange, FieldChange, RunComparison

_WHOLE = frozenset({"capability", "difference (95 %)"})
_MOST_LABELS = 20
_MOST_ITEMS = 15
_LONGEST_VALUE = 240


def print_comparison(comparison: RunComparison, printer: Printer) -> None:
    """Print a comparison, regressions first."""
    word, style = ("REGRESSION", "bold red") if comparison.has_regression else ("NO REGRESSION", "bold green")
    if not comparison.pairs:
        word = "NOTHING TO COMPARE"  # counts as a regression: no answer shows that nothing got worse
    runs = f"  {comparison.before.run_id} → {comparison.after.run_id}"
    printer.print(Text.assemble((word, style), runs))
    for name, run in (("before", comparison.before), ("now", comparison.after)):
        printer.print(f"{name}: {system_words(run)}", indent=2)
    printer.print(f"{counted(comparison.pairs, 'answer')} compared, {moved_words(comparison)}.")
    for sentence in (*comparison.notes, *_unpaired(comparison)):
        printer.print(bullet(sentence), indent=2)
    printer.print()
    _print_labels(comparison, printer)
    _print_capabilities(comparison, printer)
    _print_items(comparison, printer)


def _unpaired(comparison: RunComparison) -> list[str]:
    sides = {"earlier": comparison.only_before, "later": comparison.only_after}
    return [f"Only the {name} run has {counted(len(keys), 'answer')}." for name, keys in sides.items() if keys]


def _print_labels(comparison: RunComparison, printer: Printer) -> None:
    """Print what got worse, with the values of both runs."""
    folded = fold_changes(comparison.worse)
    if not folded:
        return
    printer.print(Text("What got worse", "bold"))
    for change, repeats in folded[:_MOST_LABELS]:
        labels = Text.assemble(label_text(change.before), " → ", label_text(change.after))
        again = f" ({change.case_id}, repeat {', '.join(map(str, repeats))})"
        printer.print(Text.assemble((change.name, "bold"), " " if change.question else ": ", labels, again), indent=2)
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        values = {"expected": change.expected, "before": change.given_before, "now": change.given_after}
        for name, raw in values.items():
            table.add_row(name, Text(one_line(value_words(raw), _LONGEST_VALUE)))
        if change.why is not None:
            table.add_row("why", Text(one_line(change.why, _LONGEST_VALUE), "dim"))
        printer.print(table, indent=4)
    if len(folded) > _MOST_LABELS:
        printer.print(f"and {len(folded) - _MOST_LABELS:,} more; --json FILE lists all")
    printer.print()


def _print_capabilities(comparison: RunComparison, printer: Printer) -> None:
    table = _table("capability", "cases", "before", "now", "difference (95 %)", "p", "")
    for change in comparison.capabilities:
        table.add_row(
            CAPABILITY_WORDS[change.capability],
            str(change.cases),
            f"{change.before:.4f}",
            f"{change.after:.4f}",
            f"{change_words(change.low)} to {change_words(change.high)}",
            f"{change.p_value:.3g}",
            _told(change),
        )
    printer.print(table)
    for change in comparison.capabilities:
        for when, bound in zip(("before", "now"), change.bounds, strict=True):
            if bound:
                printer.print(f"{CAPABILITY_WORDS[change.capability]} {when}: {bound} (95 % sure)", indent=2)
    printer.print()


def _print_items(comparison: RunComparison, printer: Printer) -> None:
    if not comparison.fields:
        return
    table = _table("right in every repeat", "cases", "lost", "won", "p", "")
    for change in comparison.fields[:_MOST_ITEMS]:
        name = Text(plain_name(change.item), overflow="fold")
        figures = (str(change.cases), str(change.lost), str(change.won), f"{change.p_value:.3g}")
        table.add_row(name, *figures, _told(change))
    printer.print(table)


def _told(change: CapabilityChange | FieldChange) -> Text:
    return Text(change.words, "bold red" if change.is_regression else "dim")


def _table(*columns: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for name in columns:
        table.add_column(
            name,
            overflow="fold",
            justify="right" if name in ("repeat", "cases", "lost", "won", "p") else "left",
            no_wrap=name in _WHOLE,
        )
    return table
