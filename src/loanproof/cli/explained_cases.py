"""A case at a glance: one row per item with what decided, and the other findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.table import Table
from rich.text import Text

from loanproof.reports import failure_sentence

if TYPE_CHECKING:
    from loanproof.cli.printing import Printer
    from loanproof.runs import ResultCase, ResultItem, ResultSample

_UNJUDGED = {
    "no_evaluator": "nobody judged it, for the contract cannot judge a task; name a judge with --judge",
    "parse_error": "the judge's reply could not be read, twice",
    "transport_error": "the judge did not answer",
}
STYLES = {"hallucination": "bold red", "fail": "red", "partial": "yellow", "semantic_match": "green"}


def print_case(case: ResultCase, printer: Printer, *, run: str) -> None:
    """Print every item of a case, what the rubric says about it, and how to ask for more."""
    score = "judged by the rubric only" if case.score is None else f"score {case.score:.4f}"
    printer.print(
        Text.assemble((case.case_id, "bold"), f"  {case.capability}, repeat {case.repeat}, ", (score, "bold"))
    )
    if case.question is not None:
        printer.print(Text(case.question))
    if case.hallucination:
        left, before = case.score or 0, case.score_before_override or 0.0
        printer.print(f"A hallucination sets the case to {left:g}; without it the score would be {before:.4f}.")
    if case.failure is not None:
        printer.print(Text(failure_sentence(case.failure), "bold red"))
    printer.print()
    if case.items:
        printer.print(_items(case.items))
        printer.print()
    if case.sample is not None:
        _print_sample(case.sample, printer, is_failed=case.failure is not None)
    for finding in case.findings:
        at = "" if finding.item is None else f" ({finding.item})"
        printer.print(Text(f"- {finding.message} [{finding.code}]{at}"), indent=2)
    if case.items:
        worst = min(case.items, key=lambda item: (item.label != "hallucination", item.score))
        printer.print_command("More on one item", "explain", run, case.case_id, name_of(worst))


def _print_sample(sample: ResultSample, printer: Printer, *, is_failed: bool) -> None:
    """Print what the rubric says: the two scores with reasons, the time and the tokens."""
    if sample.evaluator_error is not None and is_failed:
        told = "nobody could judge it, for Loanproof broke"
    elif sample.evaluator_error is None:
        told = f"accuracy {sample.accuracy_score} of 2, faithfulness {sample.faithfulness_score} of 2"
    else:
        told = _UNJUDGED.get(sample.evaluator_error, sample.evaluator_error)
    if sample.latency_e2e_ms is not None:
        told += f", {sample.latency_e2e_ms:,.0f} ms"
    if sample.total_tokens is not None:
        told += f", {sample.total_tokens:,} tokens"
    word = ("passed", "green") if sample.passed else ("not passed", "red")
    printer.print(Text.assemble(("By the rubric", "bold"), "  ", word, f": {told}"))
    if sample.rationale:
        printer.print(Text(sample.rationale), indent=2)
    printer.print()


def label_text(label: str) -> Text:
    """Return a label for display, coloured by how good it is."""
    return Text(label.replace("_", " "), STYLES.get(label, "green"))


def name_of(item: ResultItem) -> str:
    """Return the name of an item, with its tranche if it is one of a tranche."""
    return item.item if item.tranche is None else f"{item.item}@{item.tranche}"


def _items(items: tuple[ResultItem, ...]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("item", overflow="fold", max_width=36)
    table.add_column("label", no_wrap=True)
    table.add_column("score", justify="right", no_wrap=True)
    table.add_column("cited", no_wrap=True)
    table.add_column("why", overflow="fold")
    for item in items:
        name = Text(name_of(item) + (" (extra)" if item.extra else ""))
        why = item.reasons[0].code if item.reasons else ""
        table.add_row(name, label_text(item.label), f"{item.score:.2f}", item.citation_class, why)
    return table
