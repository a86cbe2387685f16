"""The numbered headings of one scope: parts, articles and clauses, with their ids, ranks and titles."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from loanproof.documents.model import SectionKind
from loanproof.documents.sections.headings import LEAST_WEIGHT, Candidate, Form
from loanproof.documents.sections.numbering import Numbered, choose_sequence
from loanproof.documents.sections.scopes import part_label
from loanproof.documents.sections.section_tree import NUMBER, PART, TOP, Node

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from loanproof.documents.sections.contents_pages import Contents
    from loanproof.documents.sections.lines import Line
    from loanproof.documents.sections.scopes import Scope

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
    return _nodes(_Namer(reader, scope), parts, groups, numbers)


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


class _Namer:
    """Gives each numbered heading its id: in an attachment below its part, in a letter as a paragraph, else plainly."""

    def __init__(self, reader: Reader, scope: Scope) -> None:
        self._reader = reader
        self._scope = scope
        self._prefix = "" if scope.plain else f"{scope.id}/para."
        self._group = ""
        self._groups = 0
        self._restarted = False  # the numbers began again below a later group, so they are counted inside it

    def part(self, candidate: Candidate) -> Node:
        id_ = f"{self._scope.id}/pt.{part_label(candidate.label)}"
        self._prefix = f"{id_}/para."
        return Node(candidate.start, PART, id_, SectionKind.PART, title_of(self._reader, candidate))

    def group(self, candidate: Candidate) -> Node:
        self._groups += 1
        self._restarted = False
        self._group = self._prefix + part_label(candidate.label)
        kind = SectionKind.ARTICLE if candidate.form is Form.ARTICLE else SectionKind.CLAUSE
        return Node(candidate.start, TOP, self._group, kind, title_of(self._reader, candidate))

    def number(self, numbered: Numbered) -> Node:
        candidate, depth = numbered.candidate, len(numbered.steps)
        if numbered.begins:
            self._restarted = depth == 1 and self._groups > 1
        as_paragraph = self._reader.is_letter and candidate.form is Form.NUMBER
        prefix = f"{self._group}." if self._restarted else self._prefix or ("para." if as_paragraph else "")
        title = title_of(self._reader, candidate)
        return Node(candidate.start, NUMBER + depth, prefix + candidate.label, SectionKind.CLAUSE, title)


def _nodes(
    namer: _Namer, parts: Sequence[Candidate], groups: Sequence[Numbered], numbers: Sequence[Numbered]
) -> dict[int, Node]:
    """Name the headings in the order in which they stand."""
    naming: list[tuple[int, Callable[[], Node]]] = [
        *((part.start, partial(namer.part, part)) for part in parts),
        *((group.candidate.start, partial(namer.group, group.candidate)) for group in groups),
        *((number.candidate.start, partial(namer.number, number)) for number in numbers),
    ]
    return {start: name() for start, name in sorted(naming, key=lambda one: one[0])}
