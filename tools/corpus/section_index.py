"""The sections of a document as its contents would list them if they went to the last level."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tools.corpus.markup import Block, Kind
from tools.corpus.numbering import SCHEDULES, Numbered, Region

_REGIONS = frozenset(Region)


def list_sections(numbered: Sequence[Numbered], pages: Mapping[int, tuple[int, int]]) -> Iterator[tuple[str, int, int]]:
    """Yield each section with its first and last page; it lasts until another of its level or a higher one begins."""
    seen: set[str] = set()
    levels = [_level(one.block) for one in numbered]
    for at, one in enumerate(numbered):
        level = levels[at]
        if level is None or not one.section or one.section in seen:
            continue
        seen.add(one.section)
        last = pages[at][1]
        for later in range(at + 1, len(numbered)):
            other = levels[later]
            if other is not None and other <= level:
                break
            last = pages[later][1]
        yield one.section, pages[at][0], last


def _level(block: Block) -> int | None:
    """Return how deep the section is that a block begins, or ``None`` where it begins none."""
    if block.kind is Kind.DIRECTIVE:
        return 0 if block.name in SCHEDULES or block.name in _REGIONS else 1 if block.name == "part" else None
    if block.kind is Kind.ITEM:
        return 4 + block.depth
    return {Kind.CLAUSE: 2, Kind.TITLE: 2, Kind.SUBCLAUSE: 3, Kind.NUMBERED: 3}.get(block.kind)
