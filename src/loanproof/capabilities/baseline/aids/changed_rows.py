"""Rows that an amendment replaces: tables with one column for the old words or values and one for the new.

Bars, wide gaps or single blanks may separate the columns. Two labelled lines may also differ only in their side:
``Original Termination Date`` and ``Extended Termination Date``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from loanproof.capabilities.baseline.aids.change_words import CHANGE_WORDS
from loanproof.capabilities.baseline.aids.changes import Side
from loanproof.core import Span
from loanproof.values import DATE_KIND, DURATION_KIND, MONEY_KIND, PERCENTAGE_KIND

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids.paper import Paper
    from loanproof.values import Kind

_LINE = re.compile(r"[^\n\f]+")
_CELL = re.compile(r"[^|\t]+")
_WIDE_CELL = re.compile(r"\S+(?: \S+)*")
_LABELLED = re.compile(
    r"^[ \t]*(?:\(?[0-9a-z]{1,3}[.)][ \t]*)?(?P<label>[A-Za-z][^\n:|\t\f]{2,50}?)(?:[ \t]*[:|\t][ \t|]*|[ ]{3,})"
    r"(?P<value>\S[^\n\f|]*)",
    re.MULTILINE,
)
_RULE = re.compile(r"[\s|:+=_-]+")
_MAX_HEAD_LENGTH = 40  # characters in the heading of a column
_MAX_LINE_LENGTH = 90  # characters in a line of headings, or in a line that continues a row
_MAX_HEAD_WORDS = 9  # words in a line of headings
_MAX_ROWS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Replaced:
    """Words that replace other words.

    Attributes:
        about: The words that say what the change is about: headings, the label of a row, the instruction.
        label: The name of what is changed, if it has one: the label of a row, the title of a clause.
        place: The whole stretch of the change.
        new: The new words.
        before: The old words, if the paper has them; they may be struck, and so not part of its text.
        is_plain: True if a table or a struck line shows both sides, False if they are quotations.
    """

    about: str
    label: str
    place: Span
    new: Span
    before: str | None = None
    is_plain: bool = True


def find_rows(paper: Paper) -> Iterator[Replaced]:
    """Yield the rows in which a paper puts words or values next to those that they replace."""
    yield from _rows(paper)
    yield from _rows_without_gaps(paper)
    yield from _labels(paper)


def _rows(paper: Paper) -> Iterator[Replaced]:
    """Yield the rows of tables that have a column for the old side and one for the new."""
    head: list[str] = []
    left = 0
    for line in _LINE.finditer(paper.text):
        cells = _cells(paper.text, Span(*line.span()))
        words = [one.of(paper.text) for one in cells]
        if _is_head(words):
            head, left = words, _MAX_ROWS
        elif head and left and len(cells) > 1:
            left -= 1
            sides = _columns(head, len(cells))
            if sides is None:
                continue
            label = " ".join(words[: min(sides)])
            if label:
                yield Replaced(
                    about=label,
                    label=label,
                    place=cells[0].cover(cells[-1]),
                    new=_unquoted(paper.text, cells[sides[1]]),
                    before=_unquoted(paper.text, cells[sides[0]]).of(paper.text),
                )
        elif not _RULE.fullmatch(line[0]):
            left = min(left, 3)  # a few such lines may continue a cell; more are a paragraph that ends the table
            left -= bool(left)


def _rows_without_gaps(paper: Paper) -> Iterator[Replaced]:
    """Yield the rows of tables whose cells are separated by single blanks.

    Such a row has two values of one kind, below a line of headings that names both sides.
    """
    is_below = False
    for line in _LINE.finditer(paper.text):
        if _is_head_without_gaps(line[0]):
            is_below = True
            continue
        pairs = _pairs(paper, Span(*line.span())) if is_below else []
        for old, new in pairs:
            label = paper.text[line.start() : old.start].strip()
            if label:
                before = paper.text[old.start : new.start].strip()
                end = line.start() + len(line[0].rstrip())
                yield Replaced(
                    about=label, label=label, place=Span(line.start(), end), new=Span(new.start, end), before=before
                )
        # A long line without a pair of values ends the table.
        is_below = is_below and (bool(pairs) or len(line[0]) < _MAX_LINE_LENGTH)


def _is_head_without_gaps(line: str) -> bool:
    """Return whether a line contains only headings, one for each side, with the old side first."""
    if len(line) > _MAX_LINE_LENGTH or line.rstrip().endswith((".", ":", ";", ",")) or any(map(str.isdigit, line)):
        return False
    old, new = CHANGE_WORDS.old_column.search(line), CHANGE_WORDS.new_column.search(line)
    return (
        old is not None
        and new is not None
        and old.end() <= new.start()
        and line[:1].isupper()
        and len(line.split()) <= _MAX_HEAD_WORDS
    )


def _pairs(paper: Paper, line: Span) -> list[tuple[Span, Span]]:
    """Return the old and the new value of each kind of which a line has exactly two."""
    kinds: tuple[Kind[Any], ...] = (PERCENTAGE_KIND, DATE_KIND, MONEY_KIND, DURATION_KIND)
    found = (list(paper.inside(kind, line)) for kind in kinds)
    return [(values[0].span, values[1].span) for values in found if len(values) == 2]


def _labels(paper: Paper) -> Iterator[Replaced]:
    """Yield the lines whose labels differ only in their side: ``Original Termination Date``, ``Extended …``."""
    old: dict[str, Span] = {}
    for match in _LABELLED.finditer(paper.text):
        value = _trimmed(paper.text, Span(*match.span("value")))
        side, name = _label_side(match["label"])
        if side is Side.OLD and name:
            old[name] = value
        elif side is Side.NEW and name in old:
            yield Replaced(
                about=name, label=name, place=old[name].cover(value), new=value, before=old[name].of(paper.text)
            )


def _label_side(label: str) -> tuple[Side | None, str]:
    """Return the side of a label, and the label without the words that show it."""
    for side, pattern in ((Side.OLD, CHANGE_WORDS.old_column), (Side.NEW, CHANGE_WORDS.new_column)):
        if pattern.search(label):
            return side, " ".join(re.sub(r"[()]", " ", pattern.sub(" ", label)).lower().split())
    return None, ""


def _cells(text: str, line: Span) -> tuple[Span, ...]:
    """Return the cells of a line, separated by bars or tabs, or else by wide gaps."""
    words = line.of(text)
    pattern = _CELL if "|" in words or "\t" in words.strip() else _WIDE_CELL
    found = (Span(*one.span()) for one in pattern.finditer(text, line.start, line.end))
    trimmed = (_trimmed(text, one) for one in found)
    return tuple(one for one in trimmed if one and not _RULE.fullmatch(one.of(text)))


def _trimmed(text: str, span: Span) -> Span:
    words = span.of(text)
    return (
        Span(span.start + len(words) - len(words.lstrip()), span.start + len(words.rstrip()))
        if words.strip()
        else Span(span.start, span.start)
    )


def _unquoted(text: str, span: Span) -> Span:
    words = span.of(text)
    is_quoted = len(words) > 2 and words[0] in '“"' and words[-1] in '”"'
    return Span(span.start + 1, span.end - 1) if is_quoted else span


def _is_head(words: Sequence[str]) -> bool:
    """Return whether cells are headings of columns, at least one for each side."""
    if len(words) < 2 or any(len(one) > _MAX_HEAD_LENGTH or any(map(str.isdigit, one)) for one in words):
        return False
    return _column(words, Side.OLD) is not None and _column(words, Side.NEW) is not None


def _column(words: Sequence[str], side: Side) -> int | None:
    """Return the position of the column of one side: the first for the old side, the last for the new."""
    pattern, other = CHANGE_WORDS.old_column, CHANGE_WORDS.new_column
    if side is Side.NEW:
        pattern, other = other, pattern
    named = [at for at, one in enumerate(words) if pattern.search(one) and not other.search(one)]
    return (named[0] if side is Side.OLD else named[-1]) if named else None


def _columns(head: Sequence[str], count: int) -> tuple[int, int] | None:
    """Return the positions of the old and the new column in a row; the column of labels may have no heading."""
    old, new = _column(head, Side.OLD), _column(head, Side.NEW)
    shift = count - len(head)
    if old is None or new is None or shift not in (0, 1):
        return None
    return (old + shift, new + shift) if old + shift > 0 else None
