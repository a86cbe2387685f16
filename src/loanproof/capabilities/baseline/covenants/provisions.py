"""Provisions: the units that covenants are read from, each with the introductory words above it.

``The Borrower shall ensure that: (a) … (b) …`` is two provisions with one lead. ``No Obligor shall create any Security,
except: (a) … (b) …`` is one provision, and its list is what it excepts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.covenants.covenant_sections import CovenantSections
from loanproof.capabilities.baseline.covenants.exception_words import is_exception, only_excepts
from loanproof.capabilities.baseline.covenants.section_words import heading_of, is_run_in, item_words
from loanproof.core import PhrasePattern, SingleWords, Span, WordTable, load_words
from loanproof.documents import Section, SectionKind
from loanproof.values import COVENANT_NAME_KIND, MONTH_NAMES, Read

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper


class _Provisions(WordTable):
    """Lists of words and phrases; each is explained in ``provisions.words.yaml``."""

    requirement: PhrasePattern
    no_labels: SingleWords
    times: PhrasePattern
    opens_table: PhrasePattern
    heads_tests: PhrasePattern
    compares: PhrasePattern
    over_several: PhrasePattern


_WORDS = load_words(__package__, "provisions", _Provisions)
_TABLE_ROW = re.compile(
    r"^[ \t]*(?P<what>[A-Z][A-Za-z’'&/() -]{2,60}?)(?:[ \t]{2,}|[ \t]+)"
    rf"(?:(?:{_WORDS.requirement.pattern})|[<>≤≥0-9$£€])[^\n]*[0-9][^\n]*$",
    re.MULTILINE,
)
_TEST_LINE = re.compile(
    r"^[ \t]*(?:\(?[A-Za-z0-9]{1,3}[).]\s*)?(?P<what>[A-Z][\w/&. ()-]{2,50}?)\s*[:–-]\s*"
    rf"(?={_WORDS.requirement.pattern})[^\n]*[0-9][^\n]*$",
    re.MULTILINE,
)
_TEST_HEADING = re.compile(rf"^[^\n]*(?:{_WORDS.heads_tests.pattern})[^\n]*$", re.MULTILINE | re.IGNORECASE)
_MAX_HEADING_DISTANCE = 500  # characters from a test line back to its heading
_NO_LABELS = frozenset({*map(str.lower, MONTH_NAMES), *_WORDS.no_labels})
_OPENS_TABLE = re.compile(rf":\s*(?:\n[^\n:.]{{3,100}}){{0,2}}\s*\Z|(?:{_WORDS.opens_table.pattern})[^.]{{0,200}}\Z")
_ENDS_WITH_COMPARISON = re.compile(rf"(?:{_WORDS.compares.pattern})\s*:?\s*\Z", re.IGNORECASE)
_ITEM_LABEL = re.compile(r"\s*(?:(?:and|or)\s+)?\([a-z0-9]{1,4}\)\s+(?P<label>[A-Z][\w’' \n-]{2,40}):\s*")
_MAX_LEAD = 700  # characters; of a longer introduction only the last sentence leads to the list
_MIN_ITEMS = 2
_MAX_OPENING = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Provision:
    """One provision of the covenants.

    Attributes:
        section: The clause or list item that states it.
        body: Its own words, without its heading and without the items below it.
        lead: The words above it that it continues, the outermost first.
        titles: The headings around it, the innermost first.
        roles: The roles of the sections around it.
        exceptions: The items that it excepts, or that a later paragraph excepts from it.
    """

    section: Section
    body: Span
    lead: tuple[Span, ...]
    titles: tuple[str, ...]
    roles: frozenset[Role]
    exceptions: tuple[Span, ...] = ()

    def is_titled(self, title: str) -> bool:
        """Return whether a heading may belong to this provision alone, rather than to several provisions under it."""
        is_below = self.section.id.endswith(")") or not heading_of(self.section)
        return not (is_below and (";" in title or " and " in title.lower() or _WORDS.over_several.search(title)))

    def words(self, text: str) -> str:
        """Return the provision's words after those of its lead, with single blanks."""
        return " ".join(" ".join(span.of(text).split()) for span in (*self.lead, self.body))


class Provisions:
    """The provisions of one document, in order."""

    def __init__(self, paper: Paper, *, is_amendment: bool = False) -> None:
        """Take a document; if it is an amendment, the clauses that it changes count as covenant sections too."""
        self._paper = paper
        self._all = paper.sections
        self._sections = CovenantSections(paper, is_amendment=is_amendment)

    @cached_property
    def all(self) -> tuple[Provision, ...]:
        """Every provision of the covenant sections; representations, defaults and forms have none."""
        parts = self._sections
        return tuple(one for root in parts.roots() for one in self._walk(root, (), parts.titles_above(root)))

    def loose(self) -> tuple[Provision, ...]:
        """Return the test lines and sentences of a whole document as provisions, such as those of a letter."""
        whole = Section(id="letter", kind=SectionKind.HEADING, span=Span(0, len(self._paper.text)))
        lines = tuple(self._lines(whole))
        return lines + tuple(
            Provision(
                section=self._paper.document.section_at(one.start) or whole,
                body=one,
                lead=(),
                titles=(),
                roles=frozenset(),
            )
            for one in self._paper.passages.sentences_in(Span(0, len(self._paper.text)))
            if not any(one.overlaps(line.body) for line in lines)
        )

    def _lines(self, whole: Section) -> Iterator[Provision]:
        """Yield the lines of a letter that each state one test: ``DSCR: not less than 1.25``."""
        text = self._paper.text
        for line in _TEST_LINE.finditer(text):
            read = COVENANT_NAME_KIND.read(line["what"])
            if isinstance(read, Read) and read.value.known:
                heading = list(_TEST_HEADING.finditer(text, max(0, line.start() - _MAX_HEADING_DISTANCE), line.start()))
                yield Provision(
                    section=whole,
                    body=Span(line.start("what"), line.end()),
                    lead=tuple(Span(*one.span()) for one in heading[-1:]),
                    titles=(line["what"],),
                    roles=frozenset({Role.FINANCIAL_COVENANTS}),
                )

    def _walk(self, position: int, lead: tuple[Span, ...], titles: tuple[str, ...]) -> Iterator[Provision]:
        """Yield the provisions of a section and of everything below it."""
        if self._sections.leads_away(position):
            return
        section, children = self._all[position], self._sections.children(position)
        title, body = self._sections.own_words(position)
        titles = (title, *titles) if title else titles
        own = Provision(section=section, body=body, lead=lead, titles=titles, roles=self._sections.roles(position))
        words = body.of(self._paper.text)
        # "… shall not exceed: (a) 3.00 … (b) 2.50 …" is one provision whose list holds its levels.
        if not children or _ENDS_WITH_COMPARISON.search(words):
            whole = Span(body.start, len(self._paper.text[: section.span.end].rstrip())) if children else body
            yield from self._sentences(replace(own, body=whole))
            return
        if is_exception(words):
            spans = tuple(item_words(self._paper.text, self._all[child]) for child in children)
            yield replace(own, exceptions=spans)
            return
        said, intro = self._introduction(body) if _introduces(words) else (body, None)
        if said.of(self._paper.text).strip():
            yield replace(own, body=said)
        below = lead if intro is None else (*lead, intro)[-2:]
        yield from _with_later_exceptions(
            [one for child in children for one in self._walk(child, below, titles)], self._paper.text
        )

    def _introduction(self, body: Span) -> tuple[Span, Span]:
        """Split the words above a list into what they state themselves and what the items of the list continue."""
        sentences = self._paper.passages.sentences_in(body) if len(body) >= _MAX_LEAD else ()
        start = max((one.start for one in sentences), default=body.start)
        return Span(body.start, start), Span(start, body.end)

    def _sentences(self, provision: Provision) -> Iterator[Provision]:
        """Yield the rows of a provision's table, the sentences under a bare heading, or else the provision itself."""
        rows = tuple(self._rows(provision))
        if len(rows) > 1:
            yield from rows
            return
        if provision.section.kind is not SectionKind.HEADING:
            yield provision
            return
        heading: Span | None = None
        for sentence in self._paper.passages.sentences_in(provision.body):
            own = provision if heading is None else self._headed(provision, heading, sentence)
            heading = sentence if is_run_in(sentence.of(self._paper.text)) else None
            if heading is None:
                yield from self._listed(replace(own, body=sentence))

    def _headed(self, provision: Provision, heading: Span, sentence: Span) -> Provision:
        """Return a provision with the run-in heading before its sentence, unless a blank line separates them."""
        text = self._paper.text
        if "\n\n" in text[heading.end : sentence.start]:
            return provision
        title = " ".join(heading.of(text).partition("(")[0].split()).rstrip(".:")
        return replace(provision, titles=(title, *provision.titles), lead=(*provision.lead, heading))

    def _listed(self, provision: Provision) -> Iterator[Provision]:
        """Yield the items of a sentence that lists several: ``The Borrower will not: …; …; or …``."""
        first, *items = self._paper.passages.pieces_in(provision.body)
        if len(items) < _MIN_ITEMS or not first.of(self._paper.text).rstrip().endswith(":"):
            yield provision
            return
        label = ""
        for one in items:
            found = _ITEM_LABEL.fullmatch(one.of(self._paper.text))
            if found is not None:  # *(2) Interim Statements:* names what comes behind it
                label = " ".join(found["label"].split())
                continue
            titles = (label, *provision.titles) if label else provision.titles
            yield replace(provision, body=one, lead=(*provision.lead, first), titles=titles)
            label = ""

    def _rows(self, provision: Provision) -> Iterator[Provision]:
        """Yield the rows of a table of requirements, each titled with its own label: ``Gearing at most 60%``."""
        text, body = self._paper.text, provision.body
        rows = list(_TABLE_ROW.finditer(text, body.start, body.end))
        lead = Span(body.start, body.start + len(text[body.start : rows[0].start()].rstrip())) if rows else body
        if not _OPENS_TABLE.search(lead.of(text)):
            return
        for row in rows:
            if row["what"].split()[0].lower() in _NO_LABELS or _WORDS.times.search(row["what"]):
                return  # levels by date or a list of clauses: the table is one requirement, not one per row
            words = Span(row.start("what"), row.end())
            yield replace(provision, body=words, lead=(*provision.lead, lead), titles=(row["what"], *provision.titles))


def _introduces(words: str) -> bool:
    """Return whether a text only introduces the list below it: it is empty or does not end like a sentence."""
    stripped = words.rstrip()
    return not stripped or stripped[-1] in ":,-–—;" or stripped[-1].isalpha()


def _with_later_exceptions(provisions: list[Provision], text: str) -> Iterator[Provision]:
    """Yield provisions with what a later sibling excepts from them: ``Paragraph (a) does not apply to: …``."""
    held: list[Provision] = []
    for one in provisions:
        if not only_excepts(one.body.of(text)[:_MAX_OPENING]):
            held.append(one)
            continue
        spans = one.exceptions or (one.body,)
        parent = one.section.parent
        held = [replace(other, exceptions=(*other.exceptions, *spans)) if other.section.parent == parent else other
                for other in held]  # fmt: skip
    yield from held
