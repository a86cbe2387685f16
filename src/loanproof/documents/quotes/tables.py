"""Tables quoted with their cells in another order (C-35): rows bottom-up, by columns, a figure before its label.

A row is a line that ends in figures: its label, then its cells. A quote counts as taken from a table only if it
consists entirely of labels, cells and heading words of one table. Then either every cell is with the label of its row,
or one has changed its row.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import TypeAlias

from loanproof.core import Span, SpanSet
from loanproof.documents.model import Document
from loanproof.documents.quotes.folding import fold_text
from loanproof.documents.quotes.haystack import Finding
from loanproof.documents.quotes.places import Cited, Places
from loanproof.documents.quotes.result import Difference, Fold, QuoteVerdict, TokenClass
from loanproof.values import MONTHS

_LINE = re.compile(r"[^\n\f]+")
_WORD = re.compile(r"[^\s|]+")
_SPACED_PERCENT = re.compile(r"(?<=\d)\s{1,3}%")
_CELL = re.compile(r"[0-9][0-9.,]*%?|[-–—]")
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_RULE = re.compile(r"-{3,}")  # the line under the heading of a Markdown table
_AROUND = ",;:"
_LONGEST_ROW = 200  # characters; longer lines are prose
_MOST_HEADING_LINES = 6
_FEWEST_ROWS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of a table: the words of its label, the figures of its cells, and where it is."""

    label: tuple[str, ...]
    cells: tuple[str, ...]
    span: Span


@dataclass(frozen=True, kw_only=True)
class Table:
    """Consecutive rows, also across page breaks, and the words of the lines above them."""

    rows: tuple[Row, ...]
    above: tuple[tuple[str, ...], ...]

    @cached_property
    def heading(self) -> frozenset[str]:
        """The words of the lines above the rows."""
        return frozenset(word for line in self.above for word in line)

    def keeps_heading(self, words: Sequence[str]) -> bool:
        """Return whether a quote has the words of each heading line in order: the heading may be a sentence."""
        lines = Counter(word for line in self.above for word in dict.fromkeys(line))
        for line in self.above:
            places = {word: at for at, word in enumerate(line) if lines[word] == 1 and line.count(word) == 1}
            said = [places[word] for word in words if word in places]
            if said != sorted(said):
                return False
        return True

    @property
    def span(self) -> Span:
        """From the first row to the last."""
        return self.rows[0].span.cover(self.rows[-1].span)


_Group: TypeAlias = tuple[Row, tuple[str, ...]]


def find_tables(document: Document) -> tuple[Table, ...]:
    """Return the tables of a document, in order; blank lines and running matter do not end a table."""
    tables: list[Table] = []
    above: list[str] = []
    rows: list[Row] = []
    running = SpanSet(span for page in document.pages for span in page.running)
    for match in _LINE.finditer(document.text):
        line = Span(*match.span())
        if not match[0].strip() or running.overlaps(line):
            continue
        row = _row(match[0], line)
        if row is not None:
            rows.append(row)
            continue
        tables += _table(rows, above)
        if rows:
            above, rows = [], []
        above = [*above[1 - _MOST_HEADING_LINES :], match[0]]
    return (*tables, *_table(rows, above))


def find_in_tables(quote: str, tables: Sequence[Table], places: Places, cited: Cited) -> Finding | None:
    """Return the table that a quote gives in another order, on the cited page or its neighbours."""
    words = _words(quote)
    for table in tables:
        if not places.is_near(table.span, cited):
            continue
        groups = _groups(words, table)
        if groups and table.keeps_heading(words):
            spans = (reduce(Span.cover, (row.span for row, _ in groups)),)
            moved = next(_moved(groups), None)
            if moved is None:
                return Finding(verdict=QuoteVerdict.PARAPHRASE, spans=spans, folds=(Fold.CELL_ORDER,))
            return Finding(verdict=QuoteVerdict.ALTERED, spans=spans, differences=(moved,))
    return None


def _table(rows: Sequence[Row], above: Sequence[str]) -> Iterator[Table]:
    if len(rows) >= _FEWEST_ROWS:
        yield Table(rows=tuple(rows), above=tuple(map(_words, above)))


def _row(line: str, span: Span) -> Row | None:
    words = _words(line) if len(line) <= _LONGEST_ROW else ()
    end = len(words)
    while end and _CELL.fullmatch(words[end - 1]) and not _ends_date(words, end):
        end -= 1
    return Row(label=words[:end], cells=words[end:], span=span) if 0 < end < len(words) else None


def _ends_date(words: Sequence[str], end: int) -> bool:
    """Return whether a figure is the year of a date, and so part of the label: ``30 November 2028``."""
    return _YEAR.fullmatch(words[end - 1]) is not None and not MONTHS.keys().isdisjoint(words[max(0, end - 3) : end])


def _words(text: str) -> tuple[str, ...]:
    folded = _SPACED_PERCENT.sub("%", fold_text(text).text)
    stripped = (match[0].strip(_AROUND) for match in _WORD.finditer(folded))
    return tuple(word for word in stripped if word and _RULE.fullmatch(word) is None)


def _groups(words: tuple[str, ...], table: Table) -> list[_Group]:
    """Return the labels of a quote, each with its cells; empty if the quote is not from the table."""
    items = _items(words, table)
    labels = [item for item in items if isinstance(item, Row)]
    cells = [item for item in items if isinstance(item, str)]
    if not labels or not cells or len(set(labels)) < len(labels):
        return []
    if isinstance(items[0], str):
        # a figure before its label is a label before its figure, read backwards
        return _by_rows(items[::-1]) if isinstance(items[-1], Row) else []
    if len(labels) > 1 and items[: len(labels)] == labels:
        return _by_columns(labels, cells)
    return _by_rows(items)


def _items(words: tuple[str, ...], table: Table) -> list[Row | str]:
    """Return the labels and cells of a quote in order; empty if it has any other word."""
    times = Counter(row.label for row in table.rows)
    by_first: dict[str, list[Row]] = {}
    for row in sorted(table.rows, key=lambda row: -len(row.label)):
        if times[row.label] == 1:  # with two rows of the same label it is unclear which is meant
            by_first.setdefault(row.label[0], []).append(row)
    known = {cell for row in table.rows for cell in row.cells}
    items: list[Row | str] = []
    at = 0
    while at < len(words):
        named = next((one for one in by_first.get(words[at], ()) if words[at : at + len(one.label)] == one.label), None)
        if named is not None:
            items.append(named)
        elif words[at] in known:
            items.append(words[at])
        elif words[at] not in table.heading:
            return []
        at += 1 if named is None else len(named.label)
    return items


def _by_rows(items: Sequence[Row | str]) -> list[_Group]:
    """Return each label with the cells up to the next label; every label must have some."""
    starts = [at for at, item in enumerate(items) if isinstance(item, Row)]
    groups: list[_Group] = []
    for at, end in zip(starts, [*starts[1:], len(items)], strict=True):
        row = items[at]
        cells = tuple(item for item in items[at + 1 : end] if isinstance(item, str))
        if not isinstance(row, Row) or not cells:
            return []
        groups.append((row, cells))
    return groups


def _by_columns(labels: Sequence[Row], cells: Sequence[str]) -> list[_Group]:
    """Return each label with the cells at its position in the columns that follow the labels."""
    if len(cells) % len(labels):
        return []
    return [(row, tuple(cells[at :: len(labels)])) for at, row in enumerate(labels)]


def _moved(groups: Sequence[_Group]) -> Iterator[Difference]:
    """Yield the cells that a quote gives to a different row than the table does."""
    for row, cells in groups:
        extra = Counter(cells) - Counter(row.cells)
        for cell in extra:
            expected = next((own for own in row.cells if own not in cells), row.cells[0])
            sort = TokenClass.PERCENTAGE if cell.endswith("%") else TokenClass.NUMBER
            yield Difference(expected=expected, found=cell, token_class=sort, appears_elsewhere=True)
