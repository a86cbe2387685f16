"""Conditions precedent: the items of the list that must be met first, each in its own words.

Where a schedule lists them it is that list; else the first section about conditions. What must hold at every later
drawing, and what may be delivered afterwards, are other conditions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Paper, Role, roles_of_title
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.core import FieldId, Span
from loanproof.documents import SectionKind
from loanproof.values import content_words

if TYPE_CHECKING:
    from loanproof.documents import Section

CONDITIONS = FieldId("conditions_precedent")
_MOST_WORDS = 80
_MOST = 60
_FEWEST = 3  # items of a list; less is a clause that points to one
_MARK = re.compile(r"\A\s*(?:\(?[0-9ivxlcdm]{1,6}[.)]|\([a-zA-Z]{1,4}\)|[0-9]+(?:\.[0-9]+)+\.?)\s*", re.IGNORECASE)
_TAIL = re.compile(r"(?:[.;,:]|\s(?:and|or)|\s)+\Z")
_LATER = re.compile(
    r"\b(?:further|subsequent|each|every|all|additional|ongoing|later|determinations?|post-?closing|conversion|waiver)\b",
    re.IGNORECASE,
)
_FIRST = re.compile(r"\b(?:initial|first|closing|effective\w*|precedent)\b", re.IGNORECASE)
_ANYTHING = re.compile(
    r"\b(?:such|any)\s+other\s+(?:documents?|approvals?|opinions?|evidence|certificates?|information|instruments?|items?)\b[^.;]{0,120}"
    r"\b(?:request|require|consider|deem|specif)\w*",
    re.IGNORECASE,
)
_LISTS = frozenset({SectionKind.SCHEDULE, SectionKind.ANNEX, SectionKind.APPENDIX, SectionKind.EXHIBIT})
_LONGEST_LEAD = 30  # words that introduce a list


def conditions_precedent(paper: Paper) -> Iterator[Candidate]:
    """Propose the list of a schedule, and that of the first section about conditions."""
    tree = _Tree(paper)
    for span_items, weight in ((tree.scheduled(), 40), (tree.first(), 20)):
        items = [one for one in span_items if _words(paper, one)][:_MOST]
        if len(items) >= _FEWEST or (items and weight == 20):
            names = [_words(paper, one) for one in items]
            yield Candidate(
                field=CONDITIONS,
                route=RouteName.FRONT if weight == 40 else RouteName.SECTION,
                key=f"{weight} {len(names)}",
                value=names,
                evidence=tuple(items),
                weight=weight,
            )


class _Tree:
    """The sections about conditions, with their children."""

    def __init__(self, paper: Paper) -> None:
        self._paper = paper
        self._sections = paper.document.sections
        self._children: dict[int, list[int]] = {}
        for position, section in enumerate(self._sections):
            if section.parent is not None:
                self._children.setdefault(section.parent, []).append(position)

    def scheduled(self) -> list[Span]:
        """Return the items of a schedule of conditions."""
        for position, section in enumerate(self._sections):
            if section.kind in _LISTS and self._is_about(section) and not self._paper.is_attached(section.span.start):
                return list(self._items(position))
        return []

    def first(self) -> list[Span]:
        """Return the items of the section whose conditions come first; a clause that points to a list is none."""
        fallback: list[Span] = []
        for position, section in enumerate(self._sections):
            if section.kind in _LISTS or not self._is_about(section) or self._paper.is_attached(section.span.start):
                continue
            if _LATER.search(section.title or "") and not _FIRST.search(section.title or ""):
                continue
            parts = [at for at in self._children.get(position, ()) if self._sections[at].title]
            chosen = [at for at in parts if self._is_first(at, parts)] or [position]
            items = [item for at in chosen for item in self._items(at)]
            if len(items) >= _FEWEST:
                return items
            fallback = fallback or items
        return fallback

    def _is_first(self, position: int, parts: Sequence[int]) -> bool:
        title = self._sections[position].title or ""
        return not _LATER.search(title) and (position == parts[0] or bool(_FIRST.search(title)))

    def _is_about(self, section: Section) -> bool:
        return Role.CONDITIONS in roles_of_title(section.title or "")

    def _items(self, position: int) -> Iterator[Span]:
        """Yield the items below a section: a child that only introduces a list is that list."""
        children = self._children.get(position, [])
        if not children:
            yield from self._one(self._sections[position].span)
        for child in children:
            span = self._sections[child].span
            below = self._children.get(child, [])
            lead = span.start if not below else self._sections[below[0]].span.start
            words = _MARK.sub("", self._paper.text[span.start : lead]).split()
            if below and (len(words) <= _LONGEST_LEAD or len(below) >= _FEWEST):
                yield from self._items(child)
            else:
                yield from self._one(span)

    def _one(self, span: Span) -> Iterator[Span]:
        """Yield an item without its number, on one page, cut to a length that a summary has."""
        text = self._paper.text
        mark = _MARK.match(text[span.start : span.start + 30])
        start = span.start + (mark.end() if mark else 0)
        page = self._paper.document.page_at(start)
        running = [one.start for one in page.running if one.start > start]
        words = list(re.finditer(r"\S+", text[start : min(span.end, page.span.end, *running)]))[:_MOST_WORDS]
        if words:
            end = start + words[-1].end()
            tail = _TAIL.search(text[start:end])
            yield Span(start, end if tail is None else start + tail.start())


def _words(paper: Paper, span: Span) -> str:
    """Return an item in its own words; nothing where it says too little to be one."""
    words = " ".join(span.of(paper.text).split()).strip(" .;,:")
    return words if len(content_words(words)) > 1 and not _ANYTHING.search(words) else ""
