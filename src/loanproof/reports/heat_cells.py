"""The label of every item in every case, as a grid of bounded size.

A row is a field, a benchmark term, or the kind of another item. A column is a case; beyond :data:`MOST_COLUMNS` cases
each column combines two neighbours, then four, and so on, and a cell counts how often each label occurred.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from loanproof.core import Capability
from loanproof.reports.labels import label_of
from loanproof.standards import Label

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from loanproof.runs import ResultCase, ResultItem

MOST_COLUMNS = 200  # even, because it is halved
MOST_TERMS = 24
OTHER_TERMS = "other terms"
UNANSWERED = "unanswered"
_UNANSWERED_RANK = (Label.FAIL.rank + Label.HALLUCINATION.rank) / 2


@dataclass(slots=True)
class HeatColumn:
    """One case, or a run of neighbouring cases."""

    first: str
    last: str
    cases: int = 1
    cells: dict[str, Counter[str]] = field(default_factory=dict)

    def merge(self, other: HeatColumn) -> None:
        """Merge the column to the right into this one."""
        self.last = other.last
        self.cases += other.cases
        for row, counts in other.cells.items():
            self.cells.setdefault(row, Counter()).update(counts)


class HeatMap:
    """The grid, filled case by case. Repeats of a case are consecutive and share its column.

    ``fields`` are those of the contract: all other field names in a result share one row.
    """

    def __init__(self, fields: Sequence[str]) -> None:
        self._fields = tuple(fields)
        self._columns: list[HeatColumn] = []
        self._width = 1
        self._last_case: str | None = None
        self._terms: set[str] = set()

    @property
    def columns(self) -> tuple[HeatColumn, ...]:
        """The columns, in the order of the cases."""
        return tuple(self._columns)

    @property
    def rows(self) -> tuple[str, ...]:
        """The non-empty rows: fields in the order of the contract, then covenants, terms and answers."""
        found = {row for column in self._columns for row in column.cells}
        fields = [name for name in self._fields if name in found]
        return (*fields, *sorted(found.difference(self._fields)))

    def add(self, case: ResultCase) -> None:
        """Add one case in one repeat."""
        column = self._column_of(case.case_id)
        for item in case.items:
            label = item.label if case.answered else UNANSWERED
            column.cells.setdefault(self._row_of(case, item), Counter())[label] += 1

    def totals(self) -> Iterator[tuple[str, Counter[str]]]:
        """Yield each row with how often each label occurred in it."""
        for row in self.rows:
            total: Counter[str] = Counter()
            for column in self._columns:
                total.update(column.cells.get(row, Counter()))
            yield row, total

    def _column_of(self, case_id: str) -> HeatColumn:
        if case_id == self._last_case:
            return self._columns[-1]
        self._last_case = case_id
        if self._columns and self._columns[-1].cases < self._width:
            self._columns[-1].cases += 1
            self._columns[-1].last = case_id
            return self._columns[-1]
        if len(self._columns) == MOST_COLUMNS:
            self._halve()
        self._columns.append(HeatColumn(first=case_id, last=case_id))
        return self._columns[-1]

    def _halve(self) -> None:
        for left, right in zip(self._columns[::2], self._columns[1::2], strict=True):
            left.merge(right)
        self._columns = self._columns[::2]
        self._width *= 2

    def _row_of(self, case: ResultCase, item: ResultItem) -> str:
        """Return the row of an item; free names in outputs or cases must not create rows without limit."""
        if case.capability is Capability.EXTRACTION:
            return item.item if item.item in self._fields else "other fields"
        if case.capability is Capability.QA:
            return "refusal" if case.expects_refusal else "answer"
        if case.capability is Capability.COVENANTS:
            return _covenant_row(item)
        if item.item not in self._terms and len(self._terms) >= MOST_TERMS:
            return OTHER_TERMS
        self._terms.add(item.item)
        return f"term {item.item}"


def worst_label(counts: Counter[str]) -> str:
    """Return the worst label of a cell; a missing answer is worse than a fail, but better than an invention."""
    return max(counts, key=lambda label: (_UNANSWERED_RANK if label == UNANSWERED else label_of(label).rank, label))


def _covenant_row(item: ResultItem) -> str:
    if item.item.startswith("flag:grace_period"):
        return "grace periods"
    if item.item == "flag:cross_default":
        return "cross-default"
    return "extra covenants" if item.extra else "covenants"
