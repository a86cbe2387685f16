"""A synthetic facilities agreement: its true text by clause, and the same laid out on pages as a document.

The layout is hard on readers the way real files are: words hyphenated at line ends, sentences broken by pages
with a header and a footer between, curly quotes, ligatures, and pages with misread letters. What was planted is
known from the draft, never from reading the pages back. Everything follows from the seed.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from datetime import date, timedelta

from loanproof.core import Span
from loanproof.documents.model import Document, Page, Section, SectionKind, TextSource
from tools import agreement_wording as wording

LINE = 92
LINES = 34
_LIGATURES = (("ffi", "ﬃ"), ("ffl", "ﬄ"), ("ff", "ﬀ"), ("fi", "ﬁ"), ("fl", "ﬂ"))
_MISREAD = {"e": "c", "h": "b", "n": "u", "a": "o", "i": "l", "t": "f", "m": "rn", "d": "cl", "w": "vv", "u": "v"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One paragraph as it was drafted: its section id, its words, and the page on which each word begins."""

    id: str
    words: tuple[str, ...]
    pages: tuple[int, ...]
    misread: tuple[int, ...]
    broken: tuple[bool, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """The draft and the document that was made of it."""

    document: Document
    clauses: tuple[Clause, ...]


@dataclass(slots=True)
class _Draft:
    """What is known of a paragraph while it is laid out."""

    id: str
    kind: SectionKind
    parent: str | None
    words: list[str]
    is_planted: bool


@dataclass(slots=True)
class _Layout:
    """Pages as they fill up."""

    rng: random.Random
    ocr_from: int
    text: list[str] = field(default_factory=list)
    length: int = 0
    page: int = 0
    line: int = 0
    page_start: int = 0
    running: list[Span] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)

    def write(self, text: str) -> None:
        self.text.append(text)
        self.length += len(text)

    def open_page(self) -> None:
        self.page += 1
        self.page_start, self.running, self.line = self.length, [], 0
        self._run(f"{wording.TITLE}   Execution version\n")

    def close_page(self) -> None:
        self._run(f"LDN-4471{self.page % 7}-v3   {self.page}")
        source = TextSource.OCR if self.page >= self.ocr_from else TextSource.NATIVE
        span = Span(self.page_start, self.length)
        self.pages.append(
            Page(number=self.page, span=span, printed=str(self.page), running=tuple(self.running), source=source)
        )

    def new_line(self) -> None:
        self.write("\n")
        self.line += 1
        if self.line >= LINES:
            self.close_page()
            self.write("\f")
            self.open_page()

    def _run(self, text: str) -> None:
        self.running.append(Span(self.length, self.length + len(text.rstrip("\n"))))
        self.write(text)


def make_agreement(*, seed: int, pages: int = 200, ocr_pages: int = 20) -> Agreement:
    """Draft and lay out an agreement of about this many pages, the last of them recognised from images."""
    rng = random.Random(seed)
    layout = _Layout(rng=rng, ocr_from=pages - ocr_pages + 1)
    layout.open_page()
    clauses: list[Clause] = []
    starts: list[tuple[_Draft, int]] = []
    for draft in _drafts(rng):
        if layout.page >= pages and layout.line > LINES // 2:
            break
        starts.append((draft, layout.length))
        clause = _lay_out(layout, draft)
        if draft.is_planted:
            clauses.append(clause)
    layout.close_page()
    document = Document(
        name="halcyon-facilities-agreement.pdf",
        digest="0" * 64,
        paged=True,
        text="".join(layout.text),
        pages=tuple(layout.pages),
        sections=_sections(starts, layout.length),
        sections_complete=True,
    )
    return Agreement(document=document, clauses=tuple(clauses))


def fabricate(rng: random.Random) -> str:
    """Return a sentence of another kind of contract, which the agreement does not hold in any form."""
    return _fill(rng.choice(wording.FABRICATED), rng)


def _drafts(rng: random.Random) -> list[_Draft]:
    drafts: list[_Draft] = []
    for number, topic in enumerate(wording.TOPICS * 2, 1):  # more than the longest agreement asked for needs
        article = str(number)
        drafts.append(_Draft(article, SectionKind.CLAUSE, None, f"{number}. {topic.upper()}".split(), False))
        for minor in range(1, rng.randint(7, 10)):
            clause = f"{number}.{minor}"
            head = f"{clause} {rng.choice(wording.HEADS)}"
            drafts.append(_Draft(clause, SectionKind.CLAUSE, article, head.split(), False))
            for letter in "abcdefgh"[: rng.randint(4, 7)]:
                sentences = " ".join(_fill(rng.choice(wording.SENTENCES), rng) for _ in range(rng.randint(2, 3)))
                words = [f"({letter})", *sentences.split()]
                drafts.append(_Draft(f"{clause}({letter})", SectionKind.CLAUSE, clause, words, True))
    return drafts


def _fill(sentence: str, rng: random.Random) -> str:
    role = rng.choice(wording.ROLES)
    day = date(2026, 1, 1) + timedelta(days=rng.randrange(3600))
    amount = rng.randrange(1, 999) * 1000 * rng.choice((1, 25, 1000))
    return sentence.format(
        Role=role[0].upper() + role[1:],
        role=role,
        act=rng.choice(wording.ACTS),
        thing=rng.choice(wording.THINGS),
        place=rng.choice(wording.PLACES),
        adverb=rng.choice(wording.ADVERBS),
        event=rng.choice(wording.EVENTS),
        exception=rng.choice(wording.EXCEPTIONS),
        name=rng.choice(wording.NAMES),
        Defined=rng.choice(wording.DEFINED),
        adjective=rng.choice(wording.ADJECTIVES),
        letter=rng.choice("abcd"),
        days=rng.randrange(2, 180),
        money=f"{rng.choice(('US$', 'EUR ', 'GBP '))}{amount:,}",
        percent=f"{rng.randrange(1, 99)}.{rng.randrange(5, 100, 5):02} per cent.",
        ratio=f"{rng.randrange(1, 9)}.{rng.randrange(0, 100, 5):02}:1",
        date=f"{day.day} {day:%B} {day.year}",
    )


def _lay_out(layout: _Layout, draft: _Draft) -> Clause:
    """Set the words of a paragraph in lines, breaking words and pages as they come."""
    pages: list[int] = []
    misread: list[int] = []
    broken: list[bool] = []
    column = 0
    for word in draft.words:
        shown, slips = _typeset(layout, word)
        misread.append(slips)
        broken.append(False)
        space = 1 if column else 0
        if column + space + len(shown) > LINE:
            cut = _hyphenation(layout, shown, LINE - column - space - 1)
            pages.append(layout.page)
            if cut:
                layout.write(" " * space + shown[:cut] + "-")
                broken[-1] = True
            layout.new_line()
            if not cut:
                pages[-1] = layout.page
            shown, space, column = shown[cut:], 0, 0
        else:
            pages.append(layout.page)
        layout.write(" " * space + shown)
        column += space + len(shown)
    layout.new_line()
    return Clause(
        id=draft.id, words=tuple(draft.words), pages=tuple(pages), misread=tuple(misread), broken=tuple(broken)
    )


def _typeset(layout: _Layout, word: str) -> tuple[str, int]:
    """Return a word as the page shows it, and how many of its letters were misread."""
    if layout.page < layout.ocr_from:
        if layout.rng.random() < 0.5:
            for letters, ligature in _LIGATURES:
                word = word.replace(letters, ligature)
        return word, 0
    places = [at for at, letter in enumerate(word) if letter in _MISREAD]
    plain = word.isalpha() and word.islower() and len(word) > 4
    if not plain or not places or layout.rng.random() > 0.12:
        return word, 0
    at = layout.rng.choice(places)
    wrong = _MISREAD[word[at]]
    return word[:at] + wrong + word[at + 1 :], len(wrong)


def _hyphenation(layout: _Layout, word: str, room: int) -> int:
    """Return where to break a word that does not fit into the line: 0 for not at all."""
    letters = re.match(r"[A-Za-zﬀ-ﬆ]+", word)
    if letters is None or letters.end() < 7 or room < 3 or layout.rng.random() < 0.25:
        return 0
    return min(room, letters.end() - 3)


def _sections(starts: list[tuple[_Draft, int]], end: int) -> tuple[Section, ...]:
    """Return the sections with their spans: a section ends where the next of its own or a higher level begins."""
    position = {draft.id: at for at, (draft, _) in enumerate(starts)}
    depth = {draft.id: draft.id.count(".") + draft.id.count("(") for draft, _ in starts}
    sections: list[Section] = []
    for at, (draft, start) in enumerate(starts):
        later = (begin for other, begin in starts[at + 1 :] if depth[other.id] <= depth[draft.id])
        parent = None if draft.parent is None else position[draft.parent]
        span = Span(start, next(later, end))
        sections.append(Section(id=draft.id, kind=draft.kind, span=span, parent=parent))
    return tuple(sections)
