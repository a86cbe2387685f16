"""One scope from top to bottom: front matter, clauses, definitions and lettered paragraphs, each with its id."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loanproof.documents.model import SectionKind
from loanproof.documents.sections.headings import LEAST_WEIGHT, Candidate, Form
from loanproof.documents.sections.inline_items import complete_lists
from loanproof.documents.sections.section_tree import ATTACHED, BELOW, TOP, Node
from loanproof.documents.sections.skeleton import GROUP, Reader, find_skeleton

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loanproof.documents.sections.levels import AcceptedParagraph, Levels
    from loanproof.documents.sections.scopes import Scope

_FRONT_IDS = {SectionKind.PARTIES: "parties", SectionKind.RECITAL: "recital", SectionKind.SIGNATURE: "sig"}
_TERM = re.compile(r"[“\"„«]\s?([^”\"»]*)|(.+?)(?=\s(?:means?|has|shall)\b)")
_DEFINING = re.compile(r"(?i:defin|interpret)")
_SIGNATURE_HEADING = re.compile(r"(?i:signat|execution)")


class ScopeWalk:
    """Walks the candidates of one scope in order and collects its nodes.

    Lettered paragraphs belong to a clause, a definition, a part, a schedule or the recitals; those of the parties, the
    cover and the signature pages are never cited.
    """

    def __init__(self, reader: Reader, scope: Scope, levels: Levels) -> None:
        """Prepare to walk ``scope``; ``levels`` is shared by the scopes of a document and cleared here."""
        self._reader = reader
        self._scope = scope
        self._levels = levels
        self._nodes: list[Node] = []
        self._holder: str | None = None  # the id that lettered paragraphs belong to
        self._clause = "" if scope.plain else scope.id
        self._front: SectionKind | None = None
        self._defines = False  # the clause contains definitions
        self._began = False  # a clause has begun, so no front matter can follow
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
            elif not self._take(candidate, item_places):
                continue
            if self._holder is not None:
                for place in self._levels.run_in(candidate.after, before):
                    self._add(self._lettered(place), place.depth, tentative=True)
        return complete_lists(self._reader.text, self._nodes, self._tentative, self._scope.end)

    def _take(self, candidate: Candidate, item_places: dict[int, int]) -> bool:
        """Add a mark, a definition or a lettered paragraph, and return whether it was one."""
        if candidate.form is Form.MARK:
            return self._mark(candidate)
        if candidate.form is Form.DEFINITION:
            return self._definition(candidate)
        if candidate.form is not Form.ITEM or self._holder is None:
            return False
        place = self._levels.accept(item_places[candidate.start])
        if place is None:
            return False
        lone = place.tentative and self._front is not SectionKind.RECITAL  # one recital is enough
        self._add(self._lettered(place), place.depth, tentative=lone)
        return True

    def _attachment(self) -> None:
        self._below(None)
        heading = self._scope.heading
        if heading is not None:
            title = self._reader.title_of(heading)
            self._nodes.append(Node(heading.start, ATTACHED, self._scope.id, heading.kind, title))
            self._below(None if self._scope.plain else self._scope.id)

    def _below(self, holder: str | None) -> None:
        """Begin a section that paragraphs belong to or, with ``None``, one whose paragraphs are not cited."""
        self._holder = holder
        self._levels.clear()
        self._path.clear()

    def _enter(self, node: Node) -> None:
        self._nodes.append(node)
        is_group = node.id.startswith(GROUP)  # its clauses contain its text
        self._below(None if is_group else node.id)
        self._clause, self._front, self._began = "" if is_group else node.id, None, True
        self._defines = _DEFINING.search(node.title or "") is not None

    def _mark(self, candidate: Candidate) -> bool:
        """Begin front matter, which only an agreement has before its clauses, or a signature page."""
        kind, rank = candidate.kind, TOP
        if kind is SectionKind.SIGNATURE:
            if _SIGNATURE_HEADING.match(self._reader.text, candidate.start):
                rank = ATTACHED  # a heading of its own comes after the schedules, not in the last of them
        elif self._began or not self._scope.plain or self._front is SectionKind.SIGNATURE:
            return False
        after_recitals = kind is SectionKind.PARTIES and self._front is SectionKind.RECITAL
        if kind is SectionKind.CONTENTS or kind is self._front or after_recitals:
            return False
        self._nodes.append(Node(candidate.start, rank, _FRONT_IDS[kind], kind))
        self._front = kind
        self._below("recital" if kind is SectionKind.RECITAL else None)
        return True

    def _definition(self, candidate: Candidate) -> bool:
        """Begin a definition. In a definitions clause each counts; elsewhere only a quoted one starting a paragraph.

        A sentence that defines a term in passing may happen to begin a line, but is not a section of its own.
        """
        if self._front is not None:
            return False
        if not self._defines and (candidate.weight < LEAST_WEIGHT or not self._begins_paragraph(candidate)):
            return False
        last = self._nodes[self._path[-1]] if self._path else None
        within = (
            last is not None and last.kind is not SectionKind.DEFINITION and last.start >= self._line_start(candidate)
        )
        depth = self._levels.define(candidate.start, within=within)
        id_ = f"{self._clause}#{candidate.label}"
        term = _TERM.match(self._reader.text, candidate.start, candidate.after)
        title = None if term is None else (term[1] or term[2]).strip()
        self._add(Node(candidate.start, BELOW + depth, id_, SectionKind.DEFINITION, title), depth)
        return True

    def _begins_paragraph(self, candidate: Candidate) -> bool:
        line = self._reader.lines[candidate.line]
        introduced = self._reader.text[line.before - 1 : line.before] == ":"
        return candidate.start > line.start or introduced or line.after_short or (line.apart and not line.opens_page)

    def _line_start(self, candidate: Candidate) -> int:
        return self._reader.lines[candidate.line].start

    def _lettered(self, place: AcceptedParagraph) -> Node:
        above = self._nodes[self._path[place.depth - 1]].id if place.depth else self._holder
        if above == "recital":
            return Node(place.start, BELOW + place.depth, f"recital.{place.label.upper()}", SectionKind.RECITAL)
        return Node(place.start, BELOW + place.depth, f"{above}({place.label})", SectionKind.CLAUSE)

    def _add(self, node: Node, depth: int, *, tentative: bool = False) -> None:
        """Add a node at its depth. A certain node confirms the tentative ones that it follows or is in."""
        if tentative:
            self._tentative.add(len(self._nodes))
        else:
            self._tentative.difference_update(self._path[: depth + 1])
        self._path[depth:] = [len(self._nodes)]
        self._nodes.append(node)
