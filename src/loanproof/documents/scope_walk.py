"""One scope from top to bottom: front matter, clauses, definitions and lettered paragraphs, each with its id."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loanproof.documents.headings import LEAST_WEIGHT, Candidate, Form
from loanproof.documents.inline_items import complete_lists
from loanproof.documents.model import SectionKind
from loanproof.documents.section_tree import ATTACHED, BELOW, TOP, Node
from loanproof.documents.skeleton import Reader, find_skeleton, title_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loanproof.documents.levels import Levels, Place
    from loanproof.documents.scopes import Scope

_FRONT_IDS = {SectionKind.PARTIES: "parties", SectionKind.RECITAL: "recital", SectionKind.SIGNATURE: "sig"}
_TERM = re.compile(r"[“\"„«]\s?([^”\"»]*)|(.+?)(?=\s(?:means?|has|shall)\b)")
_DEFINING = re.compile(r"(?i:defin|interpret)")
_SIGNATURE_HEADING = re.compile(r"(?i:signat|execution)")


class ScopeWalk:
    """Walks the candidates of one scope in order and collects its nodes.

    Lettered paragraphs hang below a clause, a definition, a part, a schedule or the recitals; those of the
    parties, the cover and the signature pages are no places that anybody cites.
    """

    def __init__(self, reader: Reader, scope: Scope, levels: Levels) -> None:
        """Prepare to walk ``scope``; ``levels`` is shared by the scopes of a document and cleared here."""
        self._reader = reader
        self._scope = scope
        self._levels = levels
        self._nodes: list[Node] = []
        self._holder: str | None = None  # the id below which lettered paragraphs hang
        self._clause = "" if scope.plain else scope.id
        self._front: SectionKind | None = None
        self._defines = False  # the clause is one of definitions
        self._began = False  # a clause has begun, so that no front matter can follow
        self._path: list[int] = []  # the open lettered nodes, by depth
        self._tentative: set[int] = set()

    def walk(self, candidates: Sequence[Candidate], item_places: dict[int, int]) -> list[Node]:
        """Return the nodes of the scope, in order. ``item_places`` finds a lettered line among all of them."""
        skeleton = find_skeleton(self._reader, self._scope, candidates)
        self._attachment()
        starts = [candidate.start for candidate in candidates] + [self._scope.end]
        for candidate, before in zip(candidates, starts[1:], strict=True):
            node = skeleton.get(candidate.start)
            if node is not None:
                self._enter(node)
            elif candidate.form is Form.MARK:
                self._mark(candidate)
            elif candidate.form is Form.DEFINITION and self._front is None:
                if candidate.weight < LEAST_WEIGHT and not self._defines:
                    continue
                self._definition(candidate)
            elif candidate.form is Form.ITEM and self._holder is not None:
                place = self._levels.accept(item_places[candidate.start])
                if place is None:
                    continue
                lone = place.tentative and self._front is not SectionKind.RECITAL  # one recital is enough
                self._add(self._lettered(place), place.depth, tentative=lone)
            else:
                continue
            if self._holder is not None:
                for place in self._levels.run_in(candidate.after, before):
                    self._add(self._lettered(place), place.depth, tentative=True)
        return complete_lists(self._reader.text, self._nodes, self._tentative, self._scope.end)

    def _attachment(self) -> None:
        self._below(None)
        heading = self._scope.heading
        if heading is not None:
            title = title_of(self._reader, heading)
            self._nodes.append(Node(heading.start, ATTACHED, self._scope.id, heading.kind, title))
            self._below(None if self._scope.plain else self._scope.id)

    def _below(self, holder: str | None) -> None:
        """Begin a place below which paragraphs hang, or with ``None`` one in which they are not cited."""
        self._holder = holder
        self._levels.clear()
        self._path.clear()

    def _enter(self, node: Node) -> None:
        self._nodes.append(node)
        self._below(node.id)
        self._clause, self._front, self._began = node.id, None, True
        self._defines = _DEFINING.search(node.title or "") is not None

    def _mark(self, candidate: Candidate) -> None:
        kind, repeated = candidate.kind, candidate.kind is self._front
        if kind is SectionKind.CONTENTS:
            return
        if kind is SectionKind.SIGNATURE:
            heading = _SIGNATURE_HEADING.match(self._reader.text, candidate.start) is not None
            rank = ATTACHED if heading else TOP
        elif self._began or not self._scope.plain or self._front is SectionKind.SIGNATURE:
            return
        else:
            rank = TOP
        if repeated or (kind is SectionKind.PARTIES and self._front is SectionKind.RECITAL):
            return
        self._nodes.append(Node(candidate.start, rank, _FRONT_IDS[kind], kind))
        self._front = kind
        self._below("recital" if kind is SectionKind.RECITAL else None)

    def _definition(self, candidate: Candidate) -> None:
        within = bool(self._path) and self._nodes[self._path[-1]].start >= self._line_start(candidate)
        depth = self._levels.define(candidate.start, within=within)
        id_ = f"{self._clause}#{candidate.label}"
        term = _TERM.match(self._reader.text, candidate.start, candidate.after)
        title = None if term is None else (term[1] or term[2]).strip()
        self._add(Node(candidate.start, BELOW + depth, id_, SectionKind.DEFINITION, title), depth)

    def _line_start(self, candidate: Candidate) -> int:
        return self._reader.lines[candidate.line].start

    def _lettered(self, place: Place) -> Node:
        above = self._nodes[self._path[place.depth - 1]].id if place.depth else self._holder
        if above == "recital":
            return Node(place.start, BELOW + place.depth, f"recital.{place.label.upper()}", SectionKind.RECITAL)
        return Node(place.start, BELOW + place.depth, f"{above}({place.label})", SectionKind.CLAUSE)

    def _add(self, node: Node, depth: int, *, tentative: bool = False) -> None:
        """Take a node in at its depth. One that really stands confirms those that it follows or stands in."""
        if tentative:
            self._tentative.add(len(self._nodes))
        else:
            self._tentative.difference_update(self._path[: depth + 1])
        self._path[depth:] = [len(self._nodes)]
        self._nodes.append(node)
