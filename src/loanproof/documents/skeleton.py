"""The numbered headings of one scope: parts, articles and clauses, with their ids, ranks and titles."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from loanproof.documents.headings import LEAST_WEIGHT, Candidate, Form
from loanproof.documents.model import SectionKind
from loanproof.documents.numbering import Numbered, choose_sequence
from loanproof.documents.scopes import part_label
from loanproof.documents.section_tree import NUMBER, PART, TOP, Node

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loanproof.documents.contents_pages import Contents
    from loanproof.documents.lines import Line
    from loanproof.documents.scopes import Scope

_CONFIRMED = 3
_LONE_NUMBER = 5  # the weight that one numbered line needs when no other follows it
_LONGEST_TITLE = 120
_SENTENCE_END = re.compile(r"[.:](?:\s|$)")
_OUTER = " \t\xa0.:—–-("


class Reader(NamedTuple):
    """What is known of the whole document while its scopes are read."""

    text: str
    lines: Sequence[Line]
    contents: Contents
    is_letter: bool


def find_skeleton(reader: Reader, scope: Scope, candidates: Sequence[Candidate]) -> dict[int, Node]:
    """Return the numbered headings that the sequence confirms, by their start.

    Articles, or else sections with one whole number, group the clauses below them; the clauses may go on
    counting from one group to the next, as in English agreements, or begin again in each.
    """
    likely = [one for one in candidates if one.weight >= LEAST_WEIGHT]
    parts = [one for one in likely if one.form is Form.PART] if scope.heading is not None and not scope.plain else []
    fresh = [span.end for span in reader.contents.spans] + [part.start for part in parts]
    groups = _choose(reader, [one for one in likely if one.form is Form.ARTICLE], fresh)
    below = {Form.NUMBER, Form.SECTION} if groups else {Form.NUMBER}
    groups = groups or _choose(reader, [one for one in likely if one.form is Form.SECTION], fresh)
    fresh += [group.candidate.start for group in groups]
    numbers = _choose(reader, [one for one in likely if one.form in below], fresh)
    if len(numbers) == 1 and numbers[0].candidate.weight < _LONE_NUMBER:
        numbers = ()
    return _nodes(reader, scope, parts, groups, numbers)


def title_of(reader: Reader, candidate: Candidate) -> str | None:
    """Return the title after a label: the rest of its line up to the first full stop, or the next line."""
    end = max(reader.lines[candidate.line].end, candidate.after)
    rest = reader.text[candidate.after : min(end, candidate.after + 2 * _LONGEST_TITLE)].strip().lstrip(_OUTER)
    if not rest and candidate.line + 1 < len(reader.lines):
        line = reader.lines[candidate.line + 1]
        rest = reader.text[line.start : line.end].strip() if line.end - line.start <= _LONGEST_TITLE else ""
    stop = _SENTENCE_END.search(rest)
    return (rest if stop is None else rest[: stop.start()])[:_LONGEST_TITLE].rstrip(" )") or None


def _choose(reader: Reader, candidates: Sequence[Candidate], fresh: Sequence[int]) -> tuple[Numbered, ...]:
    bonus = [
        _CONFIRMED * reader.contents.confirms(candidate.label, title_of(reader, candidate) or "")
        for candidate in candidates
    ]
    return choose_sequence(candidates, bonus=bonus, free_restarts=fresh)


def _nodes(
    reader: Reader,
    scope: Scope,
    parts: Sequence[Candidate],
    groups: Sequence[Numbered],
    numbers: Sequence[Numbered],
) -> dict[int, Node]:
    """Give each heading its id: inside an attachment below its part, in a letter as a paragraph, else plainly."""
    nodes: dict[int, Node] = {}
    headings = sorted(
        [*((part.start, PART, part, None) for part in parts)]
        + [(group.candidate.start, TOP, group.candidate, group) for group in groups]
        + [(number.candidate.start, NUMBER, number.candidate, number) for number in numbers],
        key=lambda heading: heading[0],
    )
    prefix = "" if scope.plain else f"{scope.id}/para."
    group_id, inside_group = "", False
    seen_groups = 0
    for start, rank, candidate, numbered in headings:
        title = title_of(reader, candidate)
        if numbered is None:
            part_id = f"{scope.id}/pt.{part_label(candidate.label, letters=False)}"
            prefix = f"{part_id}/para."
            nodes[start] = Node(start, PART, part_id, SectionKind.PART, title)
        elif rank == TOP and numbered in groups:
            seen_groups += 1
            inside_group = False
            group_id = prefix + part_label(candidate.label)
            kind = SectionKind.ARTICLE if candidate.form is Form.ARTICLE else SectionKind.CLAUSE
            nodes[start] = Node(start, TOP, group_id, kind, title)
        else:
            depth = len(numbered.steps)
            if numbered.begins:
                inside_group = depth == 1 and seen_groups > 1
            plain = prefix or ("para." if reader.is_letter and candidate.form is Form.NUMBER else "")
            id_ = f"{group_id}.{candidate.label}" if inside_group else plain + candidate.label
            nodes[start] = Node(start, NUMBER + depth, id_, SectionKind.CLAUSE, title)
    return nodes
