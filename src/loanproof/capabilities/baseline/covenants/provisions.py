"""Provisions: what the covenants of an agreement consist of, each with the words above it that it continues.

``The Borrower shall ensure that: (a) … (b) …`` is two provisions with one lead; ``No Obligor shall create any Security,
except: (a) … (b) …`` is one, whose list is what it excepts.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role, roles_of_title
from loanproof.capabilities.baseline.covenants.zones import Zones
from loanproof.core import Span
from loanproof.documents import Section, SectionKind
from loanproof.values import COVENANT_NAME_KIND, MONTH_NAMES, Read

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper

_ZONES = frozenset({Role.INFORMATION, Role.FINANCIAL_COVENANTS, Role.COVENANTS, Role.NEGATIVE_PLEDGE})
_ELSEWHERE = frozenset({Role.REPRESENTATIONS, Role.EVENTS_OF_DEFAULT, Role.CONDITIONS, Role.DEFINITIONS, Role.FORM,
                        Role.AGENT, Role.PRICING})  # fmt: skip
_OTHER_TERMS = frozenset({Role.DEFINITIONS, Role.PRICING, Role.INTEREST, Role.REPAYMENT, Role.FACILITY, Role.FEES,
                          Role.COMMITMENT_FEE, Role.CONDITIONS, Role.REPRESENTATIONS})  # fmt: skip
_NEVER = frozenset({Role.REPRESENTATIONS, Role.EVENTS_OF_DEFAULT, Role.DEFINITIONS, Role.FORM})
_CHANGE = re.compile(r"\b(?:amend\w*|waive\w*|modif\w*|variations?|changes?)\b", re.IGNORECASE)
_ADDED = re.compile(r"(?:follow(?:s|ing)\b[^:“\"]{0,60}|\bend|\bread|\bclause\s+\S+)\s*:\s*[“\"]", re.IGNORECASE)
_ROW = re.compile(
    r"^[ \t]*(?P<what>[A-Z][A-Za-z’'&/() -]{2,60}?)(?:[ \t]{2,}|[ \t]+)"
    r"(?:(?:not|no|at|min|max|minimum|maximum|less|more|greater|within)\b|[<>≤≥0-9$£€])[^\n]*[0-9][^\n]*$",
    re.MULTILINE,
)
_TEST_LINE = re.compile(
    r"^[ \t]*(?:\(?[A-Za-z0-9]{1,3}[).]\s*)?(?P<what>[A-Z][\w/&. ()-]{2,50}?)\s*[:–-]\s*"
    r"(?=(?:not|no|at|min|max|minimum|maximum|less|more)\b)[^\n]*[0-9][^\n]*$",
    re.MULTILINE,
)
_TESTS = re.compile(r"^[^\n]*\b(?:covenants?|ratios?|tests?|tested)\b[^\n]*$", re.MULTILINE | re.IGNORECASE)
_ABOVE_TESTS = 500  # characters above such a line in which its heading is
_NO_LABELS = frozenset(
    {*map(str.lower, MONTH_NAMES), "section", "clause", "article", "schedule", "paragraph", "from", "until", "on"}
)
_OPENS_TABLE = re.compile(r":\s*(?:\n[^\n:.]{3,100}){0,2}\s*\Z|\b(?:following|below|opposite|table)\b[^.]{0,200}\Z")
_NOTICE = re.compile(r"\bnoti(?:ce|fication|fying)|\binform", re.IGNORECASE)
_EXCEPTS = re.compile(
    r"\b(?:the\s+following\s+(?:are|is)|except|excepting|other\s+than|save|apart\s+from|with\s+the\s+exception\s+of|(?:do|does|shall|will)\s+not\s+(?:apply|prevent|prohibit|restrict|extend)"
    r"|none\s+of\s+this\s+applies|nothing\s+in|leaves?\s+free|unless|excluding|excludes|are\s+(?:permitted|allowed)|is\s+(?:permitted|allowed|free)"
    r"|may\s+however|provided\s+(?:that|however))\b[^.;]{0,160}\Z",
    re.IGNORECASE | re.DOTALL,
)
_CONSENTS = re.compile(r"\b(?:consents?|agrees?|approves?|waives?|permits?)\b[^:]{0,60}\Z", re.IGNORECASE)
_MARKER = re.compile(
    r"\A\s*(?:\([A-Za-z0-9]{1,4}\)|(?:(?:section|clause|article|paragraph)\s+)?\d+(?:\.\d+)*\.?(?=\s)|[A-Za-z][.)])\s*",
    re.IGNORECASE,
)
_HEADING = re.compile(r"\A(?P<title>[A-Z][^.:;“”\"()\n]{2,70}?)(?:\.|:|\s[-–—])\s+(?=[A-Z(])")
_LABEL = re.compile(r"\((?P<title>[a-z][a-z ,&’-]{2,50})\):?\s+(?=[a-zA-Z])")  # (negative pledge) not create …
_BLANKS = re.compile(r"[\s.:\-–—\xa0)]*")
_OF_CLAUSE = re.compile(r"(?:Clause|Section|Paragraph|Article)\s+[\w.()]+\s+\((?P<title>[A-Z][^()]{2,80})\)?\Z")
_LONGEST_LEAD = 700
_LONGEST_HEADING = 110
_FEWEST_ITEMS = 2
_SENTENCE = re.compile(
    r"\b(?:shall|must|will|may|is|are|does|do\s+not|has|have|sends?|delivers?|means|keeps?|ensures?|owing|within)\b|\AKeep\s|\ASend\s|[“”]",
    re.IGNORECASE,
)
_COMPARES = re.compile(
    r"\b(?:exceed|(?:greater|more|higher|less|lower)\s+than|below|least|above|following\s+(?:ratios?|levels?|amounts?|percentages?))\s*:?\s*\Z",
    re.IGNORECASE,
)


_ABOVE = re.compile(
    r"\b(?:restrict\w*|covenants?|undertakings?|obligations?|duties|promises?|limitations?|conditions?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Provision:
    """One provision of the covenants.

    Attributes:
        section: The clause or item of a list that it is.
        body: Its own words, without heading and without the items below it.
        lead: The words above it that it continues, the outermost first.
        titles: The headings around it, the innermost first.
        roles: The roles of the sections around it.
        exceptions: The items that it excepts, or that the paragraph behind it excepts for it.
    """

    section: Section
    body: Span
    lead: tuple[Span, ...]
    titles: tuple[str, ...]
    roles: frozenset[Role]
    exceptions: tuple[Span, ...] = ()

    def is_titled(self, title: str) -> bool:
        """Return whether a heading may be that of the provision itself; one above it that joins several is not."""
        is_below = self.section.id.endswith(")") or not heading_of(self.section)
        return not (is_below and (";" in title or " and " in title or _ABOVE.search(title)))

    def words(self, text: str) -> str:
        """Return its words with those that it continues, one blank between two."""
        return " ".join(" ".join(span.of(text).split()) for span in (*self.lead, self.body))


class Provisions:
    """The provisions of one paper, in order."""

    def __init__(self, paper: Paper, *, is_amendment: bool = False) -> None:
        """Take a paper; its clause tree says what belongs to what, and what an amendment changes belongs to it too."""
        self._paper = paper
        self._is_amendment = is_amendment
        self._sections = paper.document.sections
        self._zones = Zones(paper)
        self._children: dict[int, list[int]] = defaultdict(list)
        for position, one in enumerate(self._sections):
            if one.parent is not None and one.kind is not SectionKind.DEFINITION:
                self._children[one.parent].append(position)

    @cached_property
    def all(self) -> tuple[Provision, ...]:
        """Every provision of the covenant sections; representations, defaults and forms have none."""
        roots = [position for position in range(len(self._sections)) if self._is_root(position)]
        return tuple(one for root in roots for one in self._walk(root, (), self._titles_above(root)))

    def _is_root(self, position: int) -> bool:
        section = self._sections[position]
        if section.kind in (SectionKind.DEFINITION, SectionKind.CONTENTS, SectionKind.COVER, SectionKind.SIGNATURE):
            return False
        if not self._is_inside(position):
            return False
        return section.parent is None or not self._is_inside(section.parent)

    def _is_inside(self, position: int) -> bool:
        section = self._sections[position]
        roles = self._roles(position)
        if self._paper.is_attached(section.span.start) or roles & _ELSEWHERE:
            return False
        return bool(roles & _ZONES) or self._is_promised(position) or self._is_change(position)

    def _changes_other_terms(self, section: Section) -> bool:
        """Return whether a heading of an amendment says that what it changes is no covenant: definitions, pricing."""
        named = roles_of_title(heading_of(section)) or roles_of_title(self._own_words(section, ())[0])
        return bool(named & _OTHER_TERMS) and not named & _ZONES

    def _is_change(self, position: int) -> bool:
        """Return whether a section of an amendment, or one around it, is headed as what it changes or waives."""
        at: int | None = position if self._is_amendment else None
        while at is not None and not _CHANGE.search(heading_of(self._sections[at])):
            at = self._sections[at].parent
        return at is not None

    def _is_promised(self, position: int) -> bool:
        """Return whether a section, or one around it, promises something although no heading says so."""
        at: int | None = position
        while at is not None and at not in self._zones.promising:
            at = self._sections[at].parent
        return at is not None

    def _roles(self, position: int) -> frozenset[Role]:
        """Return the roles of a section by the headings around it; a sentence in place of a heading tells none."""
        found: frozenset[Role] = frozenset()
        at: int | None = position
        while at is not None:
            section = self._sections[at]
            title = heading_of(section)
            named = roles_of_title(title) if title else frozenset[Role]()
            # A heading over several parts, "Representations, undertakings and defaults", leaves the word to theirs.
            found |= named - _ELSEWHERE if found and named & _ZONES else named
            at = section.parent if section.parent is not None else self._heading_above(at)
        return found

    def _heading_above(self, position: int) -> int | None:
        """Return the heading in capitals under which one in small letters is, where nothing has a number."""
        section = self._sections[position]
        if section.kind is not SectionKind.HEADING or (section.title or "").isupper():
            return None
        at = position - 1
        while at >= 0 and not (self._sections[at].kind is SectionKind.HEADING and self._is_capital(at)):
            at -= 1
        return at if at >= 0 else None

    def _is_capital(self, position: int) -> bool:
        return (self._sections[position].title or "").isupper()

    def loose(self) -> tuple[Provision, ...]:
        """Return the sentences of a paper without covenant sections, such as a letter that tells what is required."""
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
                heading = list(_TESTS.finditer(text, max(0, line.start() - _ABOVE_TESTS), line.start()))
                yield Provision(
                    section=whole,
                    body=Span(line.start("what"), line.end()),
                    lead=tuple(Span(*one.span()) for one in heading[-1:]),
                    titles=(line["what"],),
                    roles=frozenset({Role.FINANCIAL_COVENANTS}),
                )

    def _titles_above(self, position: int) -> tuple[str, ...]:
        titles: list[str] = []
        above = self._sections[position].parent
        while above is not None:
            titles += [heading_of(self._sections[above])]
            above = self._sections[above].parent
        return tuple(one for one in titles if one)

    def _walk(self, position: int, lead: tuple[Span, ...], titles: tuple[str, ...]) -> Iterator[Provision]:
        section = self._sections[position]
        roles = self._roles(position)
        if _is_elsewhere(heading_of(section)) or (self._is_amendment and self._changes_other_terms(section)):
            return
        children = self._children[position]
        title, body = self._own_words(section, children)
        titles = (title, *titles) if title else titles
        own = Provision(section=section, body=body, lead=lead, titles=titles, roles=roles)
        words = body.of(self._paper.text)
        if not children or _COMPARES.search(words):
            whole = Span(body.start, len(self._paper.text[: section.span.end].rstrip())) if children else body
            yield from self._sentences(replace(own, body=whole))
            return
        if is_exception(words):
            spans = tuple(self._words_of(child) for child in children)
            yield replace(own, exceptions=spans)
            return
        is_list = _introduces(words)
        if words.strip() and not is_list:
            yield own
        below = (*lead, body)[-2:] if is_list and len(body) < _LONGEST_LEAD else lead
        yield from _joined([one for child in children for one in self._walk(child, below, titles)], self._paper.text)

    def _sentences(self, provision: Provision) -> Iterator[Provision]:
        """Yield a provision, the rows of its table, or the sentences below a mere heading."""
        rows = tuple(self._rows(provision))
        if len(rows) > 1:
            yield from rows
            return
        if provision.section.kind is not SectionKind.HEADING:
            yield provision
            return
        for sentence in self._paper.passages.sentences_in(provision.body):
            yield from self._listed(replace(provision, body=sentence))

    def _listed(self, provision: Provision) -> Iterator[Provision]:
        """Yield the items of a sentence that lists them: ``The Borrower will not: …; …; or …``."""
        first, *items = self._paper.passages.pieces_in(provision.body)
        if len(items) < _FEWEST_ITEMS or not first.of(self._paper.text).rstrip().endswith(":"):
            yield provision
            return
        yield from (replace(provision, body=one, lead=(*provision.lead, first)) for one in items)

    def _rows(self, provision: Provision) -> Iterator[Provision]:
        """Yield the rows of a table of requirements, each headed by what it is about: ``Gearing  at most 60%``."""
        text, body = self._paper.text, provision.body
        rows = list(_ROW.finditer(text, body.start, body.end))
        lead = Span(body.start, body.start + len(text[body.start : rows[0].start()].rstrip())) if rows else body
        if not _OPENS_TABLE.search(lead.of(text)):
            return
        for row in rows:
            if row["what"].split()[0].lower() in _NO_LABELS:
                return  # levels by date, or a list of clauses: one requirement, not one in each row
            words = Span(row.start("what"), row.end())
            yield replace(provision, body=words, lead=(*provision.lead, lead), titles=(row["what"], *provision.titles))

    def _own_words(self, section: Section, children: Sequence[int]) -> tuple[str, Span]:
        """Return the heading of a section and its words up to the first item below it."""
        text, start = self._paper.text, section.span.start
        end = self._sections[children[0]].span.start if children else section.span.end
        title = heading_of(section)
        found = _words_pattern(title).search(text, start, min(end, start + len(title) + 60)) if title else None
        start = found.end() if found is not None else start + _marker(text[start:end])
        label = _LABEL.match(text, start, end)
        if not title and label is not None:
            title, start = label["title"].capitalize(), label.end()
        if not title:
            heading = _HEADING.match(text[start : min(end, start + 90)])
            if heading is not None and not _SENTENCE.search(heading["title"]):
                title, start = heading["title"], start + heading.end()
        added = _ADDED.search(text, start, end) if self._is_amendment else None
        start = start if added is None else added.end()
        blanks = _BLANKS.match(text, start, end)
        start = blanks.end() if blanks is not None else start
        words = text[start:end]
        return " ".join(title.split()), Span(start, start + len(words.rstrip()))

    def _words_of(self, position: int) -> Span:
        section, text = self._sections[position], self._paper.text
        start = section.span.start + _marker(section.span.of(text))
        return Span(start, max(start, section.span.start + len(section.span.of(text).rstrip())))


def _is_elsewhere(title: str) -> bool:
    """Return whether a heading inside the covenants leads away from them; a notice of default is one of them."""
    return bool(roles_of_title(title) & _NEVER) and _NOTICE.search(title) is None


def heading_of(section: Section) -> str:
    """Return the heading of a section; a sentence that is where a heading would is none."""
    title = section.title or ""
    changed = _OF_CLAUSE.match(title)  # an amendment heads what it changes: Clause 19.4 (Property information)
    title = title if changed is None else changed["title"]
    return "" if len(title) > _LONGEST_HEADING or _SENTENCE.search(title) else title


def is_exception(words: str) -> bool:
    """Return whether words lead to a list of what is excepted."""
    if _ONLY.match(" ".join(words.split())) is not None:
        return True
    found = _EXCEPTS.search(words[-300:].rstrip(" :;,-–—\n"))
    # "It undertakes as follows, except to the extent that the Agent consents:" leads to the undertakings themselves.
    return found is not None and _CONSENTS.search(found[0]) is None


def _introduces(words: str) -> bool:
    """Return whether words only lead to the list below them."""
    stripped = words.rstrip()
    return not stripped or stripped[-1] in ":,-–—;" or stripped[-1].isalpha()


def _marker(words: str) -> int:
    found = _MARKER.match(words)
    return found.end() if found is not None else 0


def _words_pattern(title: str) -> re.Pattern[str]:
    return re.compile(r"\s+".join(map(re.escape, title.split())), re.IGNORECASE)


def _joined(provisions: list[Provision], text: str) -> Iterator[Provision]:
    """Give provisions what a paragraph behind them excepts: ``Paragraph (a) does not apply to: …``."""
    held: list[Provision] = []
    for one in provisions:
        if not _only_excepts(one, text):
            held.append(one)
            continue
        spans = one.exceptions or (one.body,)
        parent = one.section.parent
        held = [replace(other, exceptions=(*other.exceptions, *spans)) if other.section.parent == parent else other
                for other in held]  # fmt: skip
    yield from held


_ONLY = re.compile(
    r"\A(?:paragraphs?|clauses?|sections?|sub-?\w+|this|that|these|the|nothing|none|neither|it)\b[^.;:]{0,70}?"
    r"\b(?:not\s+(?:apply|extend|prevent|restrict|prohibit|limit)|leaves?\s+(?:free|untouched)|restricts|prohibits|prevents|applies\s+to"
    r"|(?:are|is)\s+(?:allowed|permitted|free|excepted))\b",
    re.IGNORECASE,
)


def _only_excepts(provision: Provision, text: str) -> bool:
    return _ONLY.match(" ".join(provision.body.of(text)[:200].split())) is not None
