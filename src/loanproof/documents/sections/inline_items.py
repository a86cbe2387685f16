"""Lettered paragraphs that continue inside a line: ``(i) …, and (ii) …``.

A list often begins on its own line and continues within the paragraph. Its later members are sections too; and a first
member that nothing follows, on a line or within one, is not a list at all.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from loanproof.documents.sections.headings import is_referred
from loanproof.documents.sections.levels import successors_of
from loanproof.documents.sections.section_tree import BELOW, Node

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from loanproof.core import Span

_LABEL = re.compile(r"(?P<above>.*)\((?P<label>\w{1,5})\)", re.DOTALL)
_REFERRING = re.compile(
    r"(?i:articles?|sections?|clauses?|sub-?clauses?|paragraphs?"
    r"|sub-?paragraphs?|items?|limbs?|either|both|each\sof)\s$"
)
_SET_OFF = re.compile(r"(?<!\S)\(?(\w{1,5})\)(?=\s)")
_MOST_MEMBERS = 60


def complete_lists(text: str, nodes: Sequence[Node], tentative: Collection[int], end: int) -> list[Node]:
    """Return the nodes with the inline members of their lists, without first members that nothing follows.

    Args:
        text: The whole text.
        nodes: The nodes of one scope, in order.
        tentative: The positions of nodes that count only if another member follows.
        end: Where the scope ends.
    """
    nodes, tentative = _without_nested_firsts(nodes, tentative)
    ends = [*(node.start for node in nodes[1:]), end]
    siblings = _next_siblings(nodes)
    completed: list[Node] = []
    open_: list[tuple[Node, str]] = []
    for position, node in enumerate(nodes):
        while open_ and open_[-1][0].rank >= node.rank:
            open_.pop()
        open_.append((node, siblings[position]))
        found = list(_members(text, open_, ends[position])) if node.rank >= BELOW else []
        if position in tentative and not any(member.rank == node.rank for member in found):
            open_.pop()
            continue
        completed.append(node)
        completed += found
    return completed


def _without_nested_firsts(nodes: Sequence[Node], tentative: Collection[int]) -> tuple[list[Node], set[int]]:
    """Leave out a tentative first right below another: within one line only the outer list is certain."""
    kept: list[Node] = []
    still: set[int] = set()
    for position, node in enumerate(nodes):
        if position in tentative:
            if position - 1 in tentative and nodes[position - 1].rank < node.rank:
                continue
            still.add(len(kept))
        kept.append(node)
    return kept, still


def _next_siblings(nodes: Sequence[Node]) -> list[str]:
    """Return for each node the label of the next one in the same list, or an empty string."""
    labels = [""] * len(nodes)
    open_: list[int] = []
    for position, node in enumerate(nodes):
        while open_ and nodes[open_[-1]].rank >= node.rank:
            earlier = open_.pop()
            match = _LABEL.fullmatch(node.id) if nodes[earlier].rank == node.rank else None
            labels[earlier] = "" if match is None else match["label"]
        open_.append(position)
    return labels


def _members(text: str, open_: Sequence[tuple[Node, str]], end: int) -> Iterator[Node]:
    """Yield the members that follow in the text of the innermost open node: of its own list or an outer one.

    Whichever comes first closes the lists inside it. A list whose next member is on its own line has no inline members.
    """
    # only the innermost node's own text is searched, so each character is searched once per level
    innermost = open_[-1][0]
    # its label may also continue an outer list, and either may be meant; but not an (i) that opens a list
    here = innermost.start + innermost.id.lower().endswith("(i)")
    lists = [
        _List(match["above"], match["label"], here, node, sibling)
        for node, sibling in open_
        if node.rank >= BELOW and (match := _LABEL.fullmatch(node.id)) is not None
    ]
    for _ in range(_MOST_MEMBERS):
        found = [
            (*member, depth)
            for depth, one in enumerate(lists)
            if one.sibling not in successors_of(one.label) and (member := _next_member(text, one, end)) is not None
        ]
        if not found:
            return
        start, label, depth = min(found)
        one = lists[depth]
        lists[depth:] = [one._replace(label=label, start=start)]
        yield Node(start, one.node.rank, f"{one.above}({label})", one.node.kind)


def holds_place(text: str, span: Span, label: str, offset: int) -> bool | None:
    """Return whether a place is in the paragraph with a label, by the labels written in the text itself.

    ``None`` if the text has no such label, or if the place is before the list.

    Args:
        text: The whole text.
        span: The section around the list.
        label: The label of the paragraph, without its brackets.
        offset: Where the place begins.
    """
    written = [
        (match.start(), match[1])
        for match in _SET_OFF.finditer(text, span.start, span.end)
        if not is_referred(text, match.end())
        and not _REFERRING.search(text, max(span.start, match.start() - 16), match.start())
    ]
    after = successors_of(label)
    list_ = [(at, one) for at, one in written if one in (label, *after) or label in successors_of(one)]
    before = [one for at, one in list_ if at <= offset]
    return before[-1] == label if before and any(one == label for _, one in list_) else None


class _List(NamedTuple):
    above: str
    label: str
    start: int
    node: Node
    sibling: str


def _next_member(text: str, one: _List, end: int) -> tuple[int, str] | None:
    """Return place and label of the next member: after a space, not a reference, following the last member."""
    places = [(text.find(f"({following})", one.start, end), following) for following in successors_of(one.label)]
    place, following = min(((at, label) for at, label in places if at >= 0), default=(-1, ""))
    if place < 0 or not text[place - 1].isspace():
        return None
    after = place + len(following) + 2
    if is_referred(text, after) or not text[after : after + 1].isspace():
        return None
    if _REFERRING.search(text, max(one.start, place - 16), place) or _opens_numerals(text, following, place, end):
        return None
    return (place, following) if text.find(f"({one.label})", one.start + 1, place) < 0 else None


def _opens_numerals(text: str, label: str, place: int, end: int) -> bool:
    """Return whether an ``(i)`` after (h) begins a nested list: (ii) comes before (j) and another (i)."""
    if label.lower() != "i":
        return False
    second = text.find(f"({label}{label})", place, end)
    others = (text.find(f"({one})", place + 1, end) for one in (label, chr(ord(label) + 1)))
    return second >= 0 and not any(0 <= other < second for other in others)
