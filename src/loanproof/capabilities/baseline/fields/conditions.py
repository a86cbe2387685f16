"""Conditions precedent: the items of the list that must be met first, each in its own words.

A list in a schedule weighs more than the first section about conditions. Conditions for every later drawing, and
documents that may be delivered afterwards, are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Paper, Role, roles_of_title
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.condition_items import (
    ITEM_MARK,
    MIN_ITEMS,
    are_mostly_papers,
    listed,
    marked_inline,
    marked_lines,
    one_item,
)
from loanproof.capabilities.baseline.fields.condition_words import (
    CATCH_ALL,
    DELIVERABLE,
    REFERS_TO_LIST,
    UNTIL_RECEIVED,
    WORDS,
)
from loanproof.core import FieldId, Span
from loanproof.documents import SectionKind
from loanproof.values import content_words

if TYPE_CHECKING:
    from loanproof.documents import Section

CONDITIONS = FieldId("conditions_precedent")
_MAX_ITEMS = 60
_PARAGRAPH_WORDS = 40  # words; a single item this long is the clause itself, not a list
_MIN_TOPICS = 5  # parts of a section, each with its condition as the heading
_ATTACHMENTS = frozenset({SectionKind.SCHEDULE, SectionKind.ANNEX, SectionKind.APPENDIX, SectionKind.EXHIBIT})
_ATTACHMENTS_AND_PARTS = _ATTACHMENTS | {SectionKind.PART}
_OTHER_ROLES = frozenset({Role.INFORMATION, Role.COVENANTS, Role.EVENTS_OF_DEFAULT, Role.TRANSFERS, Role.NOTICES})
_MAX_LIST = 8000  # characters
_HEADING = 160  # characters of the heading of a part of a schedule
_MAX_LEAD_WORDS = 30  # words before a list that only introduce it


def conditions_precedent(paper: Paper) -> Iterator[Candidate]:
    """Yield the conditions listed in a schedule or in the first section about them, or else in any list."""
    tree = _Tree(paper)
    places = (
        (tree.scheduled(), 40, RouteName.FRONT, "front:schedule"),
        (tree.referred(), 40, RouteName.SENTENCE, "sentence:reference"),
    )
    found = [one for place in places for one in _proposed(paper, *place)]
    found += _proposed(paper, tree.first(), 20, RouteName.SECTION, "section", may_be_short=True)
    found = found or [*_proposed(paper, tree.introduced(), 10, RouteName.SENTENCE, "sentence:list")]
    found = found or [*_proposed(paper, tree.in_sentence(), 10, RouteName.SENTENCE, "sentence:marks")]
    yield from found or _proposed(paper, tree.by_items(), 10, RouteName.SECTION, "section:items")


def _proposed(
    paper: Paper, spans: list[Span], weight: int, route: RouteName, witness: str, *, may_be_short: bool = False
) -> Iterator[Candidate]:
    """Yield a candidate if the items form a list or, where one item may do, if the first is short."""
    first = {paper.roles.part(one.start) for one in spans[:1]}  # text below the next heading is not an item
    spans = [one for one in spans if paper.roles.part(one.start) in first]
    items = [one for one in spans if _words(paper, one)][:_MAX_ITEMS]
    names = [_words(paper, one) for one in items]
    is_short = bool(names) and len(names[0].split()) < _PARAGRAPH_WORDS
    if len(items) >= MIN_ITEMS or (is_short and may_be_short):
        yield Candidate(
            field=CONDITIONS,
            route=route,
            witness=witness,
            key="; ".join(names),
            value=names,
            evidence=tuple(items),
            weight=weight,
        )


class _Tree:
    """The sections of a document with their children, searched for conditions."""

    def __init__(self, paper: Paper) -> None:
        self._paper = paper
        self._sections = paper.document.sections
        self._children: dict[int, list[int]] = {}
        for position, section in enumerate(self._sections):
            if section.parent is not None:
                self._children.setdefault(section.parent, []).append(position)

    def scheduled(self) -> list[Span]:
        """Return the items of the first schedule of conditions."""
        for position, section in enumerate(self._sections):
            if (
                section.kind in _ATTACHMENTS
                and self._is_about(section)
                and not self._paper.is_attached(section.span.start)
            ):
                return list(self._items(position))
        return []

    def referred(self) -> list[Span]:
        """Return the items of the list that a clause on conditions refers to: *everything listed in Schedule 3*."""
        sentences = list(self._sentences())
        for sentence in sentences:
            for section in self._paper.referred(sentence):
                if section.kind in _ATTACHMENTS_AND_PARTS and not WORDS.other_schedules.search(section.title or ""):
                    items = list(self._items(self._sections.index(section)))
                    if len(items) >= MIN_ITEMS:
                        return [*items, *self._later_parts(section, sentences)]
        return []

    def _later_parts(self, first: Section, sentences: Sequence[Span]) -> Iterator[Span]:
        """Yield the items of later parts of a schedule that clauses on conditions refer to: *Part B, on drawdown*."""
        seen = {first.span}
        for section in (one for sentence in sentences for one in self._paper.referred(sentence)):
            is_part = section.kind is SectionKind.PART is first.kind and section.parent == first.parent
            title = section.title or ""
            is_other = any(
                one.search(title) for one in (WORDS.other_schedules, WORDS.later_titles, WORDS.later_parties)
            )
            if is_part and not is_other and section.span not in seen and section.span.start > first.span.start:
                seen.add(section.span)
                yield from self._items(self._sections.index(section))

    def _sentences(self) -> Iterator[Span]:
        """Yield the sentences that refer to a list, first those of clauses on conditions."""
        paper = self._paper
        for span in paper.roles.spans(Role.CONDITIONS):
            if not paper.is_attached(span.start):
                words = ((one, one.of(paper.text)) for one in paper.passages.sentences_in(span))
                yield from (
                    one for one, said in words if _refers_to_list(said) and not WORDS.later_parties.search(said)
                )
        for match in REFERS_TO_LIST.finditer(paper.text):
            sentence = paper.passages.sentence_at(match.start())
            if not paper.is_attached(match.start()) and not WORDS.later_parties.search(sentence.of(paper.text)):
                yield sentence

    def by_items(self) -> list[Span]:
        """Return the first list whose items are mostly documents to be delivered, whatever its heading says."""
        for position, children in self._children.items():
            section = self._sections[position]
            if len(children) < MIN_ITEMS + 1 or self._paper.is_attached(section.span.start):
                continue
            items = [span for child in children for span in one_item(self._paper, self._sections[child].span)]
            if are_mostly_papers(self._paper, items):
                return list(self._items(position))
        return []

    def first(self) -> list[Span]:
        """Return the items of the section with the first conditions; a clause that refers to a list does not count."""
        fallback: list[Span] = []
        for position, section in enumerate(self._sections):
            if (
                section.kind in _ATTACHMENTS
                or not self._is_about(section)
                or self._paper.is_attached(section.span.start)
            ):
                continue
            if WORDS.later_titles.search(section.title or "") and not WORDS.first_titles.search(section.title or ""):
                continue
            parts = [at for at in self._children.get(position, ()) if self._sections[at].title]
            chosen = [at for at in parts if self._is_first(at, parts)] or [position]
            items = [item for at in chosen for item in self._items(self._with_list(at))]
            if self._are_topics(parts):
                items = [item for at in parts for item in self._of_topic(at)]
            if len(items) >= MIN_ITEMS:
                return items
            fallback = fallback or items  # the first short list, if no section has a longer one
        return fallback

    def _with_list(self, position: int) -> int:
        """Return the first paragraph of a clause that is a list; the other paragraphs are not its items."""
        children = self._children.get(position, ())
        listed = [at for at in children if len(self._children.get(at, ())) >= MIN_ITEMS]
        is_item = any(self._sections[at].id.endswith(")") for at in children)
        return listed[0] if listed and not is_item and len(listed) < len(children) else position

    def introduced(self) -> list[Span]:
        """Return the lines of the first list that words on what must be received introduce, under any heading."""
        paper = self._paper
        for match in re.finditer(r":[ \t]*\n", paper.text):
            sentence = paper.passages.sentence_at(max(match.start() - 1, 0))
            if paper.is_attached(match.start()) or not UNTIL_RECEIVED.search(paper.text, sentence.start, match.end()):
                continue
            section = paper.document.section_at(match.start())
            end = len(paper.text) if section is None else section.span.end
            lines = marked_lines(paper, Span(match.end(), min(end, match.end() + _MAX_LIST)))
            items = [item for line in lines for item in one_item(self._paper, line)]
            if are_mostly_papers(paper, items, is_introduced=True):
                return items
        return []

    def in_sentence(self) -> list[Span]:
        """Return the marked items of a sentence on what must be received first, under any heading."""
        paper = self._paper
        for match in UNTIL_RECEIVED.finditer(paper.text):
            sentence = paper.passages.sentence_at(match.start())
            if paper.is_attached(match.start()) or paper.roles.is_only(match.start(), _OTHER_ROLES):
                continue
            items = [item for one in marked_inline(paper, sentence) for item in one_item(self._paper, one)]
            if are_mostly_papers(paper, items, is_introduced=True):
                return items
        return []

    def _are_topics(self, parts: Sequence[int]) -> bool:
        """Return whether the parts of a section are headed by subject (*Insurance*) and not by time."""
        titles = [self._sections[at].title or "" for at in parts]
        by_time = sum(
            bool(WORDS.first_titles.search(one) or WORDS.later_titles.search(one) or WORDS.condition.search(one))
            for one in titles
        )
        return len(titles) >= _MIN_TOPICS and 2 * by_time < len(titles)

    def _of_topic(self, position: int) -> Iterator[Span]:
        """Yield the conditions of a part with a subject: its list or its text; nothing if it is about a later time."""
        if WORDS.later_topics.search(self._sections[position].title or ""):
            return
        if len(self._children.get(position, ())) >= MIN_ITEMS:
            yield from self._items(position)
        else:
            yield from one_item(self._paper, self._sections[position].span)

    def _is_first(self, position: int, parts: Sequence[int]) -> bool:
        """Return whether a part is about the first drawing, by its title or because it comes first."""
        title = self._sections[position].title or ""
        return not WORDS.later_titles.search(title) and (position == parts[0] or bool(WORDS.first_titles.search(title)))

    def _is_about(self, section: Section) -> bool:
        return Role.CONDITIONS in roles_of_title(section.title or "")

    def _is_for_others(self, position: int) -> bool:
        """Return whether the heading of a part of a schedule says that it is about parties that join later."""
        section, below = self._sections[position], self._children.get(position, ())
        end = self._sections[below[0]].span.start if below else section.span.start
        heading = (
            f"{section.title or ''} {self._paper.text[section.span.start : min(end, section.span.start + _HEADING)]}"
        )
        return section.kind is SectionKind.PART and WORDS.later_parties.search(heading) is not None

    def _items(self, position: int) -> Iterator[Span]:
        """Yield the items below a section; a child that only introduces a list is replaced by its items."""
        children = self._children.get(position, [])
        if not children:
            span = self._sections[position].span
            yield from (item for line in listed(self._paper, span) or [span] for item in one_item(self._paper, line))
        for child in children:
            if self._is_for_others(child):
                continue
            span = self._sections[child].span
            below = self._children.get(child, [])
            lead = span.start if not below else self._sections[below[0]].span.start
            words = ITEM_MARK.sub("", self._paper.text[span.start : lead]).split()
            is_lead = len(words) <= _MAX_LEAD_WORDS or words[-1].endswith(":")
            if below and (is_lead or len(below) >= MIN_ITEMS):
                yield from self._items(child)
            else:
                yield from one_item(self._paper, span)


def _refers_to_list(words: str) -> bool:
    """Return whether a clause on conditions refers to a list elsewhere."""
    return WORDS.listed_in.search(words) is not None or REFERS_TO_LIST.search(words) is not None


def _words(paper: Paper, span: Span) -> str:
    """Return an item in its own words, or an empty text if it says too little to be a condition."""
    words = " ".join(span.of(paper.text).split()).strip(" .;,:")
    says_enough = len(content_words(words)) > 1 or DELIVERABLE.match(words) is not None
    return words if says_enough and not CATCH_ALL.search(words) else ""
