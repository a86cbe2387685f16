"""The clause tree of a document: every place that a citation can name, with its span.

The modules: ``lines`` (lines, and whether a sentence ended before each), ``headings`` (what a line may be),
``contents_pages`` and ``openings`` (what only lists the clauses), ``scopes`` (agreement and attachments), ``numbering``
and ``levels`` (what the sequence confirms), ``titles``, ``scope_walk`` (ids), ``section_tree`` (spans and parents),
``stated_sections`` (what a person stated), ``doubts`` (whether the tree looks wrong).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from loanproof.documents.model import Page, Section, SectionKind
from loanproof.documents.sections.contents_pages import find_contents
from loanproof.documents.sections.headings import LISTED, Form, find_candidates
from loanproof.documents.sections.levels import Levels
from loanproof.documents.sections.lines import Line, read_lines
from loanproof.documents.sections.openings import find_opening
from loanproof.documents.sections.plain_headings import are_listed_below, find_plain_headings
from loanproof.documents.sections.scope_walk import ScopeWalk
from loanproof.documents.sections.scopes import is_restated, split_scopes
from loanproof.documents.sections.section_tree import TOP, Node, assemble
from loanproof.documents.sections.skeleton import Reader
from loanproof.documents.sections.stated_sections import StatedSections, apply_stated

if TYPE_CHECKING:
    from collections.abc import Sequence

_SALUTATION = re.compile(r"Dear\b")
_SALUTATION_LINES = 80
_ADDRESS = re.compile(r"(?i:to|from)[ \t]?:")
_ADDRESS_LINES = 8  # a notice or waiver may have no salutation, but it begins with its addressee
_NUMBERED = frozenset({SectionKind.CLAUSE, SectionKind.ARTICLE})
_FEWEST_NUMBERED = 2


def build_sections(text: str, pages: Sequence[Page], *, truth: StatedSections | None = None) -> tuple[Section, ...]:
    """Return the sections of a document in order of their start, parents before children.

    Any text is accepted; one without structure has no sections. Ids may repeat if numbering restarts in a second
    agreement. A table of contents, a cross-reference and a running line are never taken for a clause.

    Args:
        text: The whole text.
        pages: Its pages; their running lines are left out.
        truth: The sections that a person stated; they override those found.
    """
    found = assemble(_nodes(text, pages), len(text))
    return found if truth is None else apply_stated(found, pages, truth)


def _nodes(text: str, pages: Sequence[Page]) -> list[Node]:
    lines = read_lines(text, pages)
    contents = find_contents(text, lines)
    candidates = tuple(one for one in find_candidates(text, lines) if not contents.holds(one.start))
    opening = find_opening(text, lines, candidates, contents)
    listed = {one for one in candidates if one.start < opening and one.form in LISTED and not is_restated(text, one)}
    contents = contents.with_list([one for one in candidates if one in listed or one.form is Form.MARK], lines)
    candidates = tuple(one for one in candidates if one not in listed)
    scopes = split_scopes(text, candidates, contents.spans)
    is_letter = _is_letter(text, lines)
    reader = Reader(text, lines, contents, is_letter)
    items = [one for one in candidates if one.form is Form.ITEM]
    item_places = {one.start: position for position, one in enumerate(items)}
    levels = Levels(text, items)
    nodes = [Node(span.start, TOP, "head:contents", SectionKind.CONTENTS, None, span.end) for span in contents.spans]
    starts = [candidate.start for candidate in candidates]
    for scope in scopes:
        inside = candidates[bisect_left(starts, scope.start) : bisect_left(starts, scope.end)]
        walked = ScopeWalk(reader, scope, levels).walk(inside, item_places)
        walked = [node for node in walked if not contents.holds(node.start)]  # a list may seem to continue in a table
        if scope.heading is None:
            walked = _with_headings(text, [line for line in lines if not contents.holds(line.start)], walked, scope.end)
        nodes += walked
    return nodes + _cover(lines, nodes, is_letter=is_letter)


def _with_headings(text: str, lines: Sequence[Line], walked: list[Node], end: int) -> list[Node]:
    """Return the nodes of an agreement or letter, with its plain headings where it has no other structure.

    Headings in capitals over everything are its structure too where its numbers are those of a list below one of them.
    """
    numbered = [node for node in walked if node.kind in _NUMBERED]
    if len(numbered) < _FEWEST_NUMBERED:
        return [*walked, *find_plain_headings(text, lines, before=end, taken={node.start for node in walked})]
    rest = [node for node in walked if node.kind not in _NUMBERED]
    headings = list(find_plain_headings(text, lines, before=end, taken={node.start for node in rest}))
    return [*rest, *headings] if are_listed_below(text, headings, numbered, end) else walked


def _is_letter(text: str, lines: Sequence[Line]) -> bool:
    greets = any(_SALUTATION.match(text, line.start) for line in lines[:_SALUTATION_LINES])
    return greets or any(_ADDRESS.match(text, line.start) for line in lines[:_ADDRESS_LINES])


def _cover(lines: Sequence[Line], nodes: Sequence[Node], *, is_letter: bool) -> list[Node]:
    """Return the cover: everything before the first section. A letter and a bare extract have none."""
    first = min((node.start for node in nodes), default=0)
    if is_letter or not lines or lines[0].start >= first:
        return []
    return [Node(lines[0].start, TOP, "cover", SectionKind.COVER)]
