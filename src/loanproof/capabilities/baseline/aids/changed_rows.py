"""Rows that an amendment replaces: tables with a column of what stood before and one of what stands now.

The columns may be parted by bars, by wide gaps or by nothing; and two labelled lines may differ in their side alone.
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
_LONGEST_HEAD = 40  # characters of the heading of a column
_LONGEST_ROW = 90  # characters of a line of headings, or of one that goes on with a row
_MOST_HEADS = 9  # words
_MOST_ROWS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Replaced:
    """Words in the place of others.

    Attributes:
        about: The words that say of what it speaks: headings, the label of a row, the instruction.
        label: The name of it alone, where it has one: the label of a row, the title of a clause.
        place: The whole of it.
        new: The words that stand now.
        before: The words that stood before, where the paper has them; they may be struck, and no part of its text.
        is_plain: Whether a table or a struck line shows the two sides, and not the words between quotations.
    """

    about: str
    label: str
    place: Span
    new: Span
    before: str | None = None
    is_plain: bool = True


def find_rows(paper: Paper) -> Iterator[Replaced]:
    """Yield the rows in which a paper puts words or values beside those that they replace."""
    yield from _rows(paper)
    yield from _run_together(paper)
    yield from _labels(paper)


def _rows(paper: Paper) -> Iterator[Replaced]:
    """Yield the rows of tables that have a column of what stood before, and one of what stands now."""
    head: list[str] = []
    left = 0
    for line in _LINE.finditer(paper.text):
        cells = _cells(paper.text, Span(*line.span()))
        words = [one.of(paper.text) for one in cells]
        if _is_head(words):
            head, left = words, _MOST_ROWS
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
            left = min(left, 3)  # words that run on in a cell; a paragraph ends the table
            left -= bool(left)


def _run_together(paper: Paper) -> Iterator[Replaced]:
    """Yield the rows of tables whose cells only a blank parts: two values of one kind below headings of both sides."""
    is_below = False
    for line in _LINE.finditer(paper.text):
        if _is_run_together_head(line[0]):
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
        is_below = is_below and (bool(pairs) or len(line[0]) < _LONGEST_ROW)


def _is_run_together_head(line: str) -> bool:
    """Tell whether a line is of headings alone, one of each side and that of the old side first."""
    if len(line) > _LONGEST_ROW or line.rstrip().endswith((".", ":", ";", ",")) or any(map(str.isdigit, line)):
        return False
    old, new = CHANGE_WORDS.old_column.search(line), CHANGE_WORDS.new_column.search(line)
    return (
        old is not None
        and new is not None
        and old.end() <= new.start()
        and line[:1].isupper()
        and len(line.split()) <= _MOST_HEADS
    )


def _pairs(paper: Paper, line: Span) -> list[tuple[Span, Span]]:
    kinds: tuple[Kind[Any], ...] = (PERCENTAGE_KIND, DATE_KIND, MONEY_KIND, DURATION_KIND)
    found = (list(paper.inside(kind, line)) for kind in kinds)
    return [(values[0].span, values[1].span) for values in found if len(values) == 2]


def _labels(paper: Paper) -> Iterator[Replaced]:
    """Yield the lines whose labels differ in their side alone: ``Original Termination Date``, ``Extended …``."""
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
    """Return the side of a label, and the label without the words that tell it."""
    for side, pattern in ((Side.OLD, CHANGE_WORDS.old_column), (Side.NEW, CHANGE_WORDS.new_column)):
        if pattern.search(label):
            return side, " ".join(re.sub(r"[()]", " ", pattern.sub(" ", label)).lower().split())
    return None, ""


def _cells(text: str, line: Span) -> tuple[Span, ...]:
    """Return the cells of a line: parted by bars or tabs, else by wide gaps."""
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
    """Tell whether cells are headings of columns, one of each side."""
    if len(words) < 2 or any(len(one) > _LONGEST_HEAD or any(map(str.isdigit, one)) for one in words):
        return False
    return _column(words, Side.OLD) is not None and _column(words, Side.NEW) is not None


def _column(words: Sequence[str], side: Side) -> int | None:
    pattern, other = CHANGE_WORDS.old_column, CHANGE_WORDS.new_column
    if side is Side.NEW:
        pattern, other = other, pattern
    named = [at for at, one in enumerate(words) if pattern.search(one) and not other.search(one)]
    return (named[0] if side is Side.OLD else named[-1]) if named else None


def _columns(head: Sequence[str], count: int) -> tuple[int, int] | None:
    """Return the columns of the old and of the new words in a row; a column of labels may have no heading."""
    old, new = _column(head, Side.OLD), _column(head, Side.NEW)
    shift = count - len(head)
    if old is None or new is None or shift not in (0, 1):
        return None
    return (old + shift, new + shift) if old + shift > 0 else None
