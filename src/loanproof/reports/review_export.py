"""An export as JSON or as CSV for a spreadsheet, including what was left out and why."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

from loanproof.reports.csv_table import neutral

if TYPE_CHECKING:
    from loanproof.reviews import Export, Exported, Plain

EXPORT_COLUMNS = (
    "field",
    "tranche",
    "status",
    "value",
    "acceptance",
    "reviewers",
    "page",
    "section",
    "quote",
    "passport",
    "left_out_because",
    "document",
    "document_digest",
    "log_head",
)


def export_head(export: Export) -> dict[str, Any]:
    """Return the beginning of every form of an export: document, contract, log, notes and what was left out."""
    intake = export.intake
    return {
        "document": intake.document,
        "document_digest": intake.document_digest,
        "standard": intake.standard,
        "source": intake.source,
        "log": {"entries": export.head.number, "head": export.head.digest},
        "notes": list(export.notes),
        "left_out": [{"field": one.name, "why": one.why} for one in export.left_out],
    }


def render_export_json(export: Export) -> str:
    """Return an export as JSON, each value with its passport."""
    fields = [
        {
            "field": str(one.field.field),
            "tranche": one.field.tranche,
            "status": one.field.status,
            "value": one.field.value,
            "acceptance": one.field.acceptance.value,
            "passport": one.passport,
        }
        for one in export.fields
    ]
    return json.dumps({**export_head(export), "fields": fields}, indent=2, ensure_ascii=False) + "\n"


def render_export_csv(export: Export) -> str:
    """Return an export as CSV: a row for each field, and one for each that was left out."""
    stream = io.StringIO()
    writer = csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerow(EXPORT_COLUMNS)
    tail = (neutral(export.intake.document), export.intake.document_digest, export.head.digest)
    writer.writerows((*_row(one), "", *tail) for one in export.fields)
    blank = [""] * (EXPORT_COLUMNS.index("left_out_because") - 1)
    writer.writerows((neutral(one.name), *blank, neutral(one.why), *tail) for one in export.left_out)
    return stream.getvalue()


def reviewers_of(exported: Exported) -> tuple[str, ...]:
    """Return who said that the value is right: who picked it blind, who decided, and who approved."""
    item = exported.field.item
    return () if item is None else item.reviewers


def _row(exported: Exported) -> tuple[str, ...]:
    field = exported.field
    citation = field.citations[0] if field.citations else None
    return (
        neutral(field.field),
        neutral(field.tranche),
        neutral(field.status),
        neutral(_text(field.value)),
        field.acceptance.value,
        neutral("; ".join(reviewers_of(exported))),
        neutral(None if citation is None else citation.page),
        neutral(None if citation is None else citation.section),
        neutral(None if citation is None else citation.quote),
        "" if exported.passport is None else str(exported.passport["id"]),
    )


def _text(value: Plain) -> str | None:
    return value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)
