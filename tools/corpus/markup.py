"""Drafted text to blocks: which line is a heading, an item, a definition, a table or an instruction to the layout."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

_FACT = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_LABEL = re.compile(r"\s*\{#([a-z0-9-]+)\}\s*$")
_ROW_MARK = re.compile(r"^\|=([a-z0-9_.-]+)\|")
_MOST_DEPTH = 4
_ON_COVER = frozenset({"@space", "@rule", "@center", "@right"})


class DraftError(ValueError):
    """A drafted text that cannot be laid out; the message quotes the place."""


class Kind(StrEnum):
    """What a block is."""

    CLAUSE = "clause"
    SUBCLAUSE = "subclause"
    NUMBERED = "numbered"
    ITEM = "item"
    CONTINUED = "continued"
    DEFINITION = "definition"
    QUOTED = "quoted"
    TITLE = "title"
    PARAGRAPH = "paragraph"
    TABLE = "table"
    DIRECTIVE = "directive"


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One block of drafted text.

    Attributes:
        kind: What it is.
        text: Its text with inline marks; of a directive what is behind its name.
        depth: Of an item its level below the clause, from one; of a directive nothing.
        name: Of a directive its name.
        label: The name by which other text may refer to it.
        rows: Of a table its rows of cells, the heading row first.
        row_marks: Of a table the gold span that a whole row is, or nothing.
    """

    kind: Kind
    text: str = ""
    depth: int = 0
    name: str = ""
    label: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    row_marks: tuple[str, ...] = ()


def fill_facts(text: str, facts: Mapping[str, str]) -> str:
    """Return text with each ``{fact}`` replaced by its value; an unknown one raises :class:`DraftError`."""

    def value(found: re.Match[str]) -> str:
        if found[1] not in facts:
            raise DraftError(f"{found[0]} is not a fact of this deal; it has {', '.join(sorted(facts))}.")
        return facts[found[1]]

    return _FACT.sub(value, text)


def parse_blocks(text: str) -> tuple[Block, ...]:
    """Return the blocks of a text; blank lines part them, and a line that starts with ``%`` is a drafter's remark."""
    return tuple(map(_parse_block, _paragraphs(text)))


def _paragraphs(text: str) -> Iterator[list[str]]:
    """Yield the lines of each block; a directive is a block of its own line, and so is every line of the cover."""
    lines: list[str] = []
    on_cover = False
    for line in text.splitlines():
        stripped = line.strip()
        if stripped.startswith("%"):
            continue
        if lines and (on_cover or not stripped or stripped.startswith("@")):
            yield lines
            lines = []
        if stripped.startswith("@"):
            on_cover = (on_cover and stripped.split()[0] in _ON_COVER) or stripped == "@cover"
            yield [stripped]
        elif stripped:
            lines.append(stripped)
    if lines:
        yield lines


def _parse_block(lines: list[str]) -> Block:
    if lines[0].startswith("|"):
        return _table(lines)
    text = " ".join(lines)
    found = _LABEL.search(text)
    label = found[1] if found else ""
    text = text[: found.start()] if found else text
    head, _, rest = text.partition(" ")
    rest = rest.strip()
    if head.startswith("@"):
        return Block(kind=Kind.DIRECTIVE, name=head[1:], text=rest, label=label)
    if head and not head.strip("-"):
        if len(head) > _MOST_DEPTH:
            raise DraftError(f"{text[:60]!r}: an item has at most {_MOST_DEPTH} levels.")
        return Block(kind=Kind.ITEM, depth=len(head), text=rest, label=label)
    kind = _KINDS.get(head)
    return Block(kind=kind or Kind.PARAGRAPH, text=rest if kind else text, label=label)


_KINDS = {
    "#": Kind.CLAUSE,
    "##": Kind.SUBCLAUSE,
    "#.": Kind.NUMBERED,
    "+": Kind.CONTINUED,
    "=": Kind.DEFINITION,
    ">": Kind.QUOTED,
    "!": Kind.TITLE,
}


def _table(lines: list[str]) -> Block:
    rows: list[tuple[str, ...]] = []
    marks: list[str] = []
    for line in lines:
        found = _ROW_MARK.match(line)
        marks.append(found[1] if found else "")
        cells = line[found.end() :] if found else line[1:]
        rows.append(tuple(cell.strip() for cell in cells.rstrip().removesuffix("|").split("|")))
    if len({len(row) for row in rows}) != 1:
        raise DraftError(f"{lines[0][:60]!r}: the rows of a table have the same number of cells.")
    return Block(kind=Kind.TABLE, rows=tuple(rows), row_marks=tuple(marks))
