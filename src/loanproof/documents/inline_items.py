"""Lettered paragraphs that go on inside a line: ``(i) …, and (ii) …``.

A list often begins on a line of its own and continues within the paragraph. Its later members are places too; and
a first member that nothing follows, on a line or within one, is no list at all.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loanproof.documents.headings import is_referred
from loanproof.documents.levels import successors_of
from loanproof.documents.section_tree import BELOW, Node

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

_LABEL = re.compile(r"(?P<above>.*)\((?P<label>\w{1,5})\)", re.DOTALL)
_REFERRING = re.compile(
    r"(?i:articles?|sections?|clauses?|sub-?clauses?|paragraphs?|sub-?paragraphs?|items?|limbs?|either|both|each\sof)\s$"
)
_MOST_MEMBERS = 60


def complete_lists(text: str, nodes: Sequence[Node], tentative: Collection[int], end: int) -> list[Node]:
    """Return the nodes with the inline members of their lists, without the firsts that nothing follows.

    Args:
        text: The whole text.
        nodes: The nodes of one scope, in order.
        tentative: The positions of nodes that count only if another member follows.
        end: Where the scope ends.
    """
    ends = [*(node.start for node in nodes[1:]), end]
    siblings = _next_siblings(nodes)
    completed: list[Node] = []
    for position, node in enumerate(nodes):
        found = list(_members(text, node, ends[position], siblings[position])) if node.rank >= BELOW else []
        if position in tentative and not found:
            continue
        completed.append(node)
        completed += found
    return completed


def _next_siblings(nodes: Sequence[Node]) -> list[str]:
    """Return for each node the label of the next one in the same list, or nothing."""
    labels = [""] * len(nodes)
    open_: list[int] = []
    for position, node in enumerate(nodes):
        while open_ and nodes[open_[-1]].rank >= node.rank:
            earlier = open_.pop()
            match = _LABEL.fullmatch(node.id) if nodes[earlier].rank == node.rank else None
            labels[earlier] = "" if match is None else match["label"]
        open_.append(position)
    return labels


def _members(text: str, node: Node, end: int, sibling: str) -> Iterator[Node]:
    """Yield the members that follow a node in its own text, one after the other, up to the next on its own line."""
    match = _LABEL.fullmatch(node.id)
    if match is None:
        return
    label, start = match["label"], node.start
    for _ in range(_MOST_MEMBERS):
        found = None if sibling in successors_of(label) else _next_member(text, label, start, end)
        if found is None:
            return
        start, label = found
        yield Node(start, node.rank, f"{match['above']}({label})", node.kind)


def _next_member(text: str, label: str, start: int, end: int) -> tuple[int, str] | None:
    """Return place and label of the next member: set off by a space, not referred to, its predecessor the last one."""
    places = [(text.find(f"({following})", start, end), following) for following in successors_of(label)]
    place, following = min(((at, one) for at, one in places if at >= 0), default=(-1, ""))
    if place < 0 or not text[place - 1].isspace():
        return None
    after = place + len(following) + 2
    if is_referred(text, after) or not text[after : after + 1].isspace():
        return None
    if _REFERRING.search(text, max(start, place - 16), place):
        return None
    return (place, following) if text.find(f"({label})", start + 1, place) < 0 else None
