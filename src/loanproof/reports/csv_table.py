"""Every item of a run as a CSV row that is safe to open in a spreadsheet: no cell is ever a formula.

A text that a spreadsheet could treat as a formula gets a leading apostrophe, even after blanks; line breaks become
blanks, so no part of a cell can start a new row. Figures that we write ourselves stay figures.
"""

from __future__ import annotations

import csv
from typing import IO, TYPE_CHECKING

from loanproof.core import make_visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loanproof.runs import ResultCase, ResultItem, RunReader

COLUMNS = (
    "run_id",
    "case_id",
    "repeat",
    "capability",
    "document",
    "item",
    "tranche",
    "gold_raw",
    "gold_canonical",
    "output_raw",
    "output_canonical",
    "label",
    "score",
    "weight",
    "provenance_score",
    "citation_class",
    "reason_codes",
    "confidence",
    "hitl",
    "reviewer",
    "override_reason",
    "failure",
)
_STARTS = ("=", "+", "-", "@", "|", "%", "＝", "＋", "－", "＠")
_LONGEST = 32_000  # the limit of a spreadsheet cell is 32,767 characters


def write_csv(run: RunReader, stream: IO[str]) -> None:
    """Write the rows, read case by case."""
    writer = csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerow(COLUMNS)
    run_id = run.head.run.run_id
    for case in run.cases():
        for item in case.items:
            writer.writerow(_row(run_id, case, item))


def neutral(text: str | None) -> str:
    """Return a text as a plain text cell: on one line, and never a formula."""
    if text is None:
        return ""
    held = make_visible(" ".join(text[:_LONGEST].split()))
    return f"'{held}" if held.lstrip("'\" ").startswith(_STARTS) else held


def _row(run_id: str, case: ResultCase, item: ResultItem) -> Sequence[str]:
    documents = dict.fromkeys(evidence.document for evidence in item.evidence if evidence.document)
    return (
        neutral(run_id),
        neutral(case.case_id),
        str(case.repeat),
        str(case.capability),
        neutral("; ".join(documents)),
        neutral(item.item),
        neutral(item.tranche),
        neutral(item.expected_raw),
        neutral(item.expected_canonical),
        neutral(item.output_raw),
        neutral(item.output_canonical),
        neutral(item.label),
        _figure(item.score),
        _figure(item.weight),
        _figure(item.provenance_score),
        neutral(item.citation_class),
        neutral(" ".join(reason.code for reason in item.reasons)),
        _figure(item.confidence),
        neutral(item.hitl),
        neutral(None if item.override is None else f"{item.override.by}; {item.override.approved_by}"),
        neutral(None if item.override is None else f"{item.override.machine_label}: {item.override.reason}"),
        neutral(None if case.failure is None else case.failure.cause),
    )


def _figure(held: float | None) -> str:
    return "" if held is None else repr(held)
