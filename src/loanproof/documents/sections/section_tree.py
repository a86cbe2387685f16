"""From sections in order to a tree: each section runs to the next of its own rank or above."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Span
from loanproof.documents.model import Section, SectionKind

if TYPE_CHECKING:
    from collections.abc import Sequence

ATTACHED, PART, TOP, NUMBER, BELOW = 0, 5, 10, 10, 20
"""Ranks: a schedule, a part of it, an article or front matter, numbers by depth, lettered levels by depth."""

_FRONT = frozenset(
    {SectionKind.COVER, SectionKind.CONTENTS, SectionKind.PARTIES, SectionKind.RECITAL, SectionKind.SIGNATURE}
)


class Node(NamedTuple):
    """A section before its end is known. ``end`` is set only if a section ends before the next begins."""

    start: int
    rank: int
    id: str
    kind: SectionKind
    title: str | None = None
    end: int | None = None


def assemble(nodes: Sequence[Node], length: int) -> tuple[Section, ...]:
    """Return the sections in order of their start, each with its span and the position of its parent.

    Two nodes at the same place stay in the order of their ranks. Spans nest and never cross.
    """
    ordered = sorted(nodes, key=lambda node: (node.start, node.rank))
    parents: list[int | None] = []
    ends = [length] * len(ordered)
    open_: list[int] = []
    for position, node in enumerate(ordered):
        while open_ and (end := _end_before(ordered[open_[-1]], node)) is not None:
            ends[open_.pop()] = end
        parents.append(open_[-1] if open_ else None)
        open_.append(position)
    for position in open_:
        end = ordered[position].end
        ends[position] = length if end is None else end
    return tuple(
        Section(
            id=node.id,
            kind=node.kind,
            span=Span(node.start, ends[position]),
            title=node.title,
            parent=parents[position],
        )
        for position, node in enumerate(ordered)
    )


def _end_before(earlier: Node, node: Node) -> int | None:
    """Return where an open section ends if this node ends it. Front matter ends where any clause begins."""
    if earlier.end is not None and earlier.end <= node.start:
        return earlier.end
    front = earlier.kind in _FRONT and earlier.rank == TOP and node.rank < BELOW
    return node.start if front or node.rank <= earlier.rank else None
