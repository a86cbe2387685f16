"""Conditions precedent: the items of the list that must be met first, each in its own words.

A list in a schedule weighs more than the first section about conditions. Conditions for every later drawing, and
documents that may be delivered afterwards, are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Paper, Role, roles_of_title
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.core import FieldId, Span
from loanproof.documents import SectionKind
from loanproof.values import content_words

if TYPE_CHECKING:
    from loanproof.documents import Section

CONDITIONS = FieldId("conditions_precedent")
_MAX_ITEM_WORDS = 80  # words of an item that are kept
_MAX_ITEMS = 60
_PARAGRAPH_WORDS = 40  # words; a single item this long is the clause itself, not a list
_MIN_ITEMS = 3  # items of a list; a clause with fewer refers to a list elsewhere
_ITEM_MARK = re.compile(
    r"\A\s*(?:[0-9]+(?:\.[0-9]+)+\.?|\(?[0-9ivxlcdm]{1,6}[.)]|[0-9]{1,2}(?=\s+[A-Za-z])|\([a-zA-Z]{1,4}\)|[a-zA-Z]\)|[•●▪◦*–—-])\s*",
    re.IGNORECASE,
)
_TAIL = re.compile(r"(?:[.;,:]|\s(?:and|or)|\s)+\Z")
_LATER_TITLE = re.compile(
    r"\b(?:further|subsequent|each|every|all|additional|ongoing|later|determinations?|post-?closing|conversion|waiver)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"\bconditions?\b", re.IGNORECASE)
_LATER_TOPIC = re.compile(r"\b(?:each|every|subsequent|additional\s+subsidiar\w+|post-?closing)\b", re.IGNORECASE)
_MIN_TOPICS = 5  # parts of a section, each with its condition as the heading
_FIRST_TITLE = re.compile(r"\b(?:initial|first|closing|effective\w*|precedent)\b", re.IGNORECASE)
# *Such other documents as the Agent may request* is not a condition of its own.
_CATCH_ALL_ITEM = re.compile(
    r"\b(?:such|any)\s+other\s+(?:documents?|approvals?|opinions?|evidence|certificates?|information|instruments?|items?)\b[^.;]{0,120}"
    r"\b(?:request|require|consider|deem|specif)\w*",
    re.IGNORECASE,
)
_ATTACHMENTS = frozenset({SectionKind.SCHEDULE, SectionKind.ANNEX, SectionKind.APPENDIX, SectionKind.EXHIBIT})
_ATTACHMENTS_AND_PARTS = _ATTACHMENTS | {SectionKind.PART}
_LISTED_IN = re.compile(
    r"\b(?:listed|set\s+(?:out|forth)|specified|described|contained|referred\s+to)\s+in\b", re.IGNORECASE
)
# Titles of schedules that list something else.
_OTHER_SCHEDULE = re.compile(
    r"\b(?:form|notice|certificate|request|further|subsequent|accession|commitments?|lenders?)\b", re.IGNORECASE
)
_FOR_LATER_PARTIES = re.compile(r"\b(?:accession|additional|acceding|transfer|each\s+later)\b", re.IGNORECASE)
_LINE_MARK = re.compile(
    r"^[ \t]*(?:(?P<bullet>[•●▪◦*–—-])|\(?(?:[0-9]{1,2}\.)?(?P<number>[0-9]{1,2})[.)]?"
    r"|\(?(?:(?P<letter>[a-z])|(?P<roman>[ivx]{2,5}))[.)])"
    r"[ \t]+(?=[A-Za-z“])",
    re.MULTILINE,
)
_INLINE_MARK = re.compile(r"(?<=[\s:;,])\((?:(?P<roman>[ivx]{1,5})|(?P<letter>[a-z]))\)\s+(?=[A-Za-z“])")
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv")
# A clause that refers to a list elsewhere.
_REFERS_TO_LIST = re.compile(
    r"\b(?:receiv\w+|holds?|deliver\w+|satisf\w+|produced?|furnished)\b[^.]{0,160}\b(?:documents?|papers?|evidence|conditions?|items?|matters?)\b",
    re.IGNORECASE,
)
# Words that make something depend on what is received first.
_UNTIL_RECEIVED = re.compile(
    r"\b(?:subject\s+to|until|unless|only|once|when|as\s+soon\s+as|after|upon|before|condition\w*|not\s+(?:be\s+)?obliged)\b[^.]{0,240}"
    r"\b(?:receiv\w+|receipt|deliver\w+|give|gives|given|holds?|have|possession|furnish\w*|provid\w+|following)\b[^.]{0,160}"
    r"|\b(?:receive|deliver|send|let\s+us\s+have|provide)\b[^.]{0,120}\bbefore\b[^.]{0,160}",
    re.IGNORECASE,
)
# What somebody delivers: a certificate, an opinion, evidence.
_DELIVERABLE = re.compile(
    r"(?:an?|the|each|one|two|copies|evidence|such|all|duly|this|satisfactory|receipt|certified)\s+(?:of\s+)?(?:\w+[\s-]+){0,3}"
    r"(?:cop(?:y|ies)|originals?|certificates?|opinions?|resolutions?|evidence|reports?|minutes|deeds?|agreements?|letters?|documents?|"
    r"licen[cs]es?|insurance|extracts?|policy|policies|charges?|mortgages?|guarantees?|signatures|statements?|accounts|list|register|notes?|approvals?|consents?|valuation|confirmation|executed)\b"
    r"|(?:copies|evidence|certified|confirmation|opinions?|duly\s+executed|payment)\b",
    re.IGNORECASE,
)
_RECEIVED = re.compile(r"\b(?:received|receipt\s+of|delivered|given|deliver)\s+", re.IGNORECASE)
_ITEM_SEPARATOR = re.compile(r"[,;]\s+(?:and\s+)?|\s+and\s+(?=(?:an?|the|evidence|copies|certified)\s)", re.IGNORECASE)
_OTHER_ROLES = frozenset({Role.INFORMATION, Role.COVENANTS, Role.EVENTS_OF_DEFAULT, Role.TRANSFERS, Role.NOTICES})
_PARAGRAPH_END = re.compile(r"(?:[.;]|;\s+and)(?=[ \t]*\n[ \t]*\n)")
_MAX_LIST = 8000  # characters
_MAX_LEAD_WORDS = 30  # words before a list that only introduce it


def conditions_precedent(paper: Paper) -> Iterator[Candidate]:
    """Yield the conditions listed in a schedule or in the first section about them, or else in any list."""
    tree = _Tree(paper)
    places = (
        (tree.scheduled(), 40, RouteName.FRONT, "front:schedule"),
        (tree.referred(), 40, RouteName.SENTENCE, "sentence:reference"),
        (tree.first(), 20, RouteName.SECTION, "section"),
    )
    found = [one for place in places for one in _proposed(paper, *place)]
    found = found or [*_proposed(paper, tree.introduced(), 10, RouteName.SENTENCE, "sentence:list")]
    found = found or [*_proposed(paper, tree.in_sentence(), 10, RouteName.SENTENCE, "sentence:marks")]
    yield from found or _proposed(paper, tree.by_items(), 10, RouteName.SECTION, "section:items")


def _proposed(paper: Paper, spans: list[Span], weight: int, route: RouteName, witness: str) -> Iterator[Candidate]:
    """Yield a candidate if the items form a list, or if the first section has at least a short item."""
    first = {paper.roles.part(one.start) for one in spans[:1]}  # text below the next heading is not an item
    spans = [one for one in spans if paper.roles.part(one.start) in first]
    items = [one for one in spans if _words(paper, one)][:_MAX_ITEMS]
    names = [_words(paper, one) for one in items]
    is_short = bool(names) and len(names[0].split()) < _PARAGRAPH_WORDS
    if len(items) >= _MIN_ITEMS or (is_short and weight == 20):  # 20 is the weight of the first section
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
        for sentence in self._sentences():
            for section in self._paper.referred(sentence):
                if section.kind in _ATTACHMENTS_AND_PARTS and not _OTHER_SCHEDULE.search(section.title or ""):
                    items = list(self._items(self._sections.index(section)))
                    if len(items) >= _MIN_ITEMS:
                        return items
        return []

    def _sentences(self) -> Iterator[Span]:
        """Yield the sentences that refer to a list, first those of clauses on conditions."""
        paper = self._paper
        for span in paper.roles.spans(Role.CONDITIONS):
            if not paper.is_attached(span.start):
                words = ((one, one.of(paper.text)) for one in paper.passages.sentences_in(span))
                yield from (one for one, said in words if _refers_to_list(said) and not _FOR_LATER_PARTIES.search(said))
        for match in _REFERS_TO_LIST.finditer(paper.text):
            sentence = paper.passages.sentence_at(match.start())
            if not paper.is_attached(match.start()) and not _FOR_LATER_PARTIES.search(sentence.of(paper.text)):
                yield sentence

    def by_items(self) -> list[Span]:
        """Return the first list whose items are mostly documents to be delivered, whatever its heading says."""
        for position, children in self._children.items():
            section = self._sections[position]
            if len(children) < _MIN_ITEMS + 1 or self._paper.is_attached(section.span.start):
                continue
            items = [span for child in children for span in self._one(self._sections[child].span)]
            papers = sum(_DELIVERABLE.match(one.of(self._paper.text)) is not None for one in items)
            if papers * 2 > len(items):
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
            if _LATER_TITLE.search(section.title or "") and not _FIRST_TITLE.search(section.title or ""):
                continue
            parts = [at for at in self._children.get(position, ()) if self._sections[at].title]
            chosen = [at for at in parts if self._is_first(at, parts)] or [position]
            items = [item for at in chosen for item in self._items(self._with_list(at))]
            if self._are_topics(parts):
                items = [item for at in parts for item in self._of_topic(at)]
            if len(items) >= _MIN_ITEMS:
                return items
            fallback = fallback or items  # the first short list, if no section has a longer one
        return fallback

    def _with_list(self, position: int) -> int:
        """Return the first paragraph of a clause that is a list; the other paragraphs are not its items."""
        children = self._children.get(position, ())
        listed = [at for at in children if len(self._children.get(at, ())) >= _MIN_ITEMS]
        is_item = any(self._sections[at].id.endswith(")") for at in children)
        return listed[0] if listed and not is_item and len(listed) < len(children) else position

    def introduced(self) -> list[Span]:
        """Return the lines of the first list that words on what must be received introduce, under any heading."""
        paper = self._paper
        for match in re.finditer(r":[ \t]*\n", paper.text):
            sentence = paper.passages.sentence_at(max(match.start() - 1, 0))
            if paper.is_attached(match.start()) or not _UNTIL_RECEIVED.search(paper.text, sentence.start, match.end()):
                continue
            section = paper.document.section_at(match.start())
            end = len(paper.text) if section is None else section.span.end
            lines = self._lines(Span(match.end(), min(end, match.end() + _MAX_LIST)))
            items = [item for line in lines for item in self._one(line)]
            if items and sum(_DELIVERABLE.match(one.of(paper.text)) is not None for one in items) * 2 >= len(items):
                return items
        return []

    def in_sentence(self) -> list[Span]:
        """Return the marked items of a sentence on what must be received first, under any heading."""
        paper = self._paper
        for match in _UNTIL_RECEIVED.finditer(paper.text):
            sentence = paper.passages.sentence_at(match.start())
            if paper.is_attached(match.start()) or paper.roles.is_only(match.start(), _OTHER_ROLES):
                continue
            items = [item for one in self._inline(sentence) for item in self._one(one)]
            if items and sum(_DELIVERABLE.match(one.of(paper.text)) is not None for one in items) * 2 >= len(items):
                return items
        return []

    def _are_topics(self, parts: Sequence[int]) -> bool:
        """Return whether the parts of a section are headed by subject (*Insurance*) and not by time."""
        titles = [self._sections[at].title or "" for at in parts]
        by_time = sum(
            bool(_FIRST_TITLE.search(one) or _LATER_TITLE.search(one) or _CONDITION.search(one)) for one in titles
        )
        return len(titles) >= _MIN_TOPICS and 2 * by_time < len(titles)

    def _of_topic(self, position: int) -> Iterator[Span]:
        """Yield the conditions of a part with a subject: its list or its text; nothing if it is about a later time."""
        if _LATER_TOPIC.search(self._sections[position].title or ""):
            return
        if len(self._children.get(position, ())) >= _MIN_ITEMS:
            yield from self._items(position)
        else:
            yield from self._one(self._sections[position].span)

    def _is_first(self, position: int, parts: Sequence[int]) -> bool:
        """Return whether a part is about the first drawing, by its title or because it comes first."""
        title = self._sections[position].title or ""
        return not _LATER_TITLE.search(title) and (position == parts[0] or bool(_FIRST_TITLE.search(title)))

    def _is_about(self, section: Section) -> bool:
        return Role.CONDITIONS in roles_of_title(section.title or "")

    def _items(self, position: int) -> Iterator[Span]:
        """Yield the items below a section; a child that only introduces a list is replaced by its items."""
        children = self._children.get(position, [])
        if not children:
            span = self._sections[position].span
            yield from (item for line in self._listed(span) or [span] for item in self._one(line))
        for child in children:
            span = self._sections[child].span
            below = self._children.get(child, [])
            lead = span.start if not below else self._sections[below[0]].span.start
            words = _ITEM_MARK.sub("", self._paper.text[span.start : lead]).split()
            is_lead = len(words) <= _MAX_LEAD_WORDS or words[-1].endswith(":")
            if below and (is_lead or len(below) >= _MIN_ITEMS):
                yield from self._items(child)
            else:
                yield from self._one(span)

    def _listed(self, span: Span) -> list[Span]:
        """Return the items of a list that is not in the clause tree: marked lines, marks in a sentence, or a series."""
        return self._lines(span) or self._inline(span) or self._in_a_row(span)

    def _lines(self, span: Span) -> list[Span]:
        """Return the marked lines of a list or table, or nothing if their marks are not in order."""
        found: dict[str, list[int]] = {"number": [], "letter": [], "roman": [], "bullet": []}
        for match in _LINE_MARK.finditer(self._paper.text, span.start, span.end):
            mark = match[match.lastgroup or ""]
            expected = {
                "number": str(len(found["number"]) + 1),
                "letter": chr(ord("a") + len(found["letter"]) % 26),
                "roman": _ROMAN[min(len(found["roman"]), len(_ROMAN) - 1)],
            }
            kinds = (
                ["bullet"] if match["bullet"] else [kind for kind, next_mark in expected.items() if next_mark == mark]
            )
            for kind in kinds:
                found[kind].append(match.start())
        longest = max(found.values(), key=len)
        ends = [*longest[1:], span.end]
        return [Span(*pair) for pair in zip(longest, ends, strict=True)] if len(longest) >= _MIN_ITEMS else []

    def _inline(self, span: Span) -> list[Span]:
        """Return the items that marks separate in running text: *(i) a resolution; (ii) an opinion*."""
        starts: list[int] = []
        for match in _INLINE_MARK.finditer(self._paper.text, span.start, span.end):
            at = len(starts)
            mark = match["roman"] or match["letter"]
            if (at < len(_ROMAN) and mark == _ROMAN[at]) or mark == chr(ord("a") + at):
                starts.append(match.start())
        ends = [*starts[1:], span.end]
        return [Span(*pair) for pair in zip(starts, ends, strict=True)] if len(starts) >= _MIN_ITEMS else []

    def _in_a_row(self, span: Span) -> list[Span]:
        """Return the documents that a sentence enumerates: *has received a resolution, an opinion and evidence*."""
        for sentence in self._paper.passages.sentences_in(span):
            said = _RECEIVED.search(self._paper.text, sentence.start, sentence.end)
            if said is None:
                continue
            cuts = [
                said.end(),
                *(one.end() for one in _ITEM_SEPARATOR.finditer(self._paper.text, said.end(), sentence.end)),
            ]
            parts = [Span(*pair) for pair in pairwise([*cuts, sentence.end])]
            items = [one for one in parts if _DELIVERABLE.match(one.of(self._paper.text))]
            if len(items) >= _MIN_ITEMS and len(items) * 2 > len(parts):
                return items
        return []

    def _one(self, span: Span) -> Iterator[Span]:
        """Yield an item without its number, on one page, cut to the length of a summary."""
        text = self._paper.text
        mark = _ITEM_MARK.match(text[span.start : span.start + 30])
        start = span.start + (mark.end() if mark else 0)
        page = self._paper.document.page_at(start)
        running = [one.start for one in page.running if one.start > start]
        paragraph = _PARAGRAPH_END.search(text, start)
        end = min(span.end, page.span.end, *running, len(text) if paragraph is None else paragraph.end())
        words = list(re.finditer(r"\S+", text[start:end]))[:_MAX_ITEM_WORDS]
        if words:
            end = start + words[-1].end()
            tail = _TAIL.search(text[start:end])
            yield Span(start, end if tail is None else start + tail.start())


def _refers_to_list(words: str) -> bool:
    """Return whether a clause on conditions refers to a list elsewhere."""
    return _LISTED_IN.search(words) is not None or _REFERS_TO_LIST.search(words) is not None


def _words(paper: Paper, span: Span) -> str:
    """Return an item in its own words, or an empty text if it says too little to be a condition."""
    words = " ".join(span.of(paper.text).split()).strip(" .;,:")
    return words if len(content_words(words)) > 1 and not _CATCH_ALL_ITEM.search(words) else ""
