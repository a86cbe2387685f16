"""A row of a sheet: one item of a case, with its value and its place.

A row names the case, the document and the item; several rows of one item are the entries of a list, each with its
citation. Anything without a column is in ``more``, as JSON, so that a round trip loses nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

COLUMNS = (
    "case_id",
    "capability",
    "document",
    "question",
    "item",
    "tranche",
    "state",
    "value",
    "page",
    "section",
    "quote",
    "more",
)
REQUIRED = ("case_id", "capability")
ANSWER = "answer"
"""The item of a question; a row without an item is about the whole case."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """A row with its line in the sheet; empty cells are left out."""

    line: int
    cells: dict[str, str]

    def get(self, column: str) -> str | None:
        """Return the content of a cell, or ``None``."""
        return self.cells.get(column)
