"""A paper: one document with everything that helps to read it, each aid made when it is first asked for."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from loanproof.capabilities.baseline.aids.definitions import Definitions
from loanproof.capabilities.baseline.aids.front import NamedParty, find_parties
from loanproof.capabilities.baseline.aids.labelled import Labelled, find_labelled
from loanproof.capabilities.baseline.aids.listed_items import sections_with_items
from loanproof.capabilities.baseline.aids.passages import Passages
from loanproof.capabilities.baseline.aids.precedence import Edge, find_precedence
from loanproof.capabilities.baseline.aids.rate_table import RateTable
from loanproof.capabilities.baseline.aids.roles import Role, Roles
from loanproof.capabilities.baseline.aids.sure_mentions import SureMentions
from loanproof.capabilities.baseline.aids.tables import find_tables
from loanproof.capabilities.baseline.aids.tranches import Tranches
from loanproof.core import Span, SpanSet
from loanproof.documents import SectionKind, scan
from loanproof.values import MONEY_KIND, SECTION_KIND

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loanproof.documents import Document, Section
    from loanproof.values import Context, Found, Kind, Mentions

V = TypeVar("V")
_BEGINS = re.compile(r"\n[ \t]*Dear\b")  # where a letter begins to speak
_SUBJECT = 400  # characters of the line that says what a letter is about, and of its first words
_A_WHOLE_AGREEMENT = 0.4  # of the text; no form attached to an agreement is so long


class Paper:
    """One document as the baseline reads it. Nothing is looked for twice: all fields share one scan of its text."""

    def __init__(self, document: Document, mentions: Mentions | None = None) -> None:
        """Take a document; its image pages are recognised. Mentions that are at hand already are used.

        Words that recognition may have misread are none: nothing is read in them, and nothing is quoted from them.
        """
        recognised = document.recognised()
        self.document = recognised.as_surely_read()
        if self.document is not recognised:
            marked = scan(self.document)
            self.mentions: Mentions = SureMentions(marked.tokens, marked.context)
        else:
            self.mentions = scan(self.document) if mentions is None else mentions

    @property
    def text(self) -> str:
        """The text of the document."""
        return self.document.text

    @property
    def context(self) -> Context:
        """The notation of the document."""
        return self.mentions.context

    @cached_property
    def passages(self) -> Passages:
        """Its sentences and pieces."""
        return Passages(self.document)

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The sections of the document, with the items of lists below its plain headings."""
        return sections_with_items(self.document)

    @cached_property
    def roles(self) -> Roles:
        """What its sections are for."""
        return Roles(self.document)

    @cached_property
    def definitions(self) -> Definitions:
        """Its defined terms."""
        return Definitions(self.document)

    @cached_property
    def parties(self) -> tuple[NamedParty, ...]:
        """Who is named on cover, in the preamble and on signature pages, and as what."""
        return find_parties(self.document, self.mentions)

    @cached_property
    def labelled(self) -> tuple[Labelled, ...]:
        """Its lines that put a term behind a label."""
        return find_labelled(self.document)

    @cached_property
    def tables(self) -> tuple[RateTable, ...]:
        """Its tables of rates."""
        return find_tables(self.document, self.mentions)

    @cached_property
    def tranches(self) -> Tranches:
        """Its facilities, where it has more than one."""
        sums = [one.span for one in self.mentions.of(MONEY_KIND)]
        return Tranches(self.text, self.definitions, self.front(), sums)

    @cached_property
    def tranche_clauses(self) -> tuple[tuple[Span, str], ...]:
        """The clauses that the definition of a tranche refers to, each with its label; none that two refer to."""
        found: dict[Span, set[str]] = {}
        for tranche in self.tranches.all:
            definition = self.definitions.named(tranche.label)
            for section in () if definition is None else self.referred(definition.span):
                found.setdefault(section.span, set()).add(tranche.label)
        return tuple((span, labels.pop()) for span, labels in found.items() if len(labels) == 1)

    @cached_property
    def precedence(self) -> tuple[Edge, ...]:
        """Its precedence words."""
        return find_precedence(self.document, self.mentions)

    def inside(self, kind: Kind[V], span: Span) -> Iterator[Found[V]]:
        """Yield the typed mentions of a kind that lie wholly in a stretch, in order."""
        return (one for one in self.mentions.overlapping(kind, span) if span.contains(one.span))

    def referred(self, span: Span) -> Iterator[Section]:
        """Yield the sections of the document that a stretch refers to by their numbers, in order."""
        for found in self.inside(SECTION_KIND, span):
            section = self._by_id.get(found.candidates[0].canonical)
            if section is not None and not section.span.contains(span):
                yield section

    def sections_at(self, offset: int) -> Iterator[Section]:
        """Yield the sections around a place, the innermost first, then the headings that they are below."""
        section = self.document.section_at(offset)
        position = None if section is None else self.document.sections.index(section)
        while position is not None:
            yield self.document.sections[position]
            position = self.document.sections[position].parent

    @cached_property
    def _by_id(self) -> dict[str, Section]:
        found: dict[str, Section] = {}
        for one in self.document.sections:
            found.setdefault(one.id, one)
        return found

    def front(self) -> Span:
        """Return the stretch up to the first numbered clause or contents page: cover and title."""
        first = next(
            (one for one in self.document.sections if one.kind not in (SectionKind.COVER, SectionKind.HEADING)), None
        )
        end = first.span.start if first is not None else 1500
        begins = _BEGINS.search(self.text, 0, 3000)
        if begins is not None:  # a front never ends within a sentence, which may name several sums
            end = min(end, self.passages.sentence_at(begins.end() + _SUBJECT).end)
        return Span(0, min(max(end, 1), 3000, len(self.text)))

    def is_attached(self, offset: int) -> bool:
        """Return whether a character is in a form or exhibit, whose words are no term of the agreement."""
        return self._forms.overlaps(Span(offset, offset + 1))

    @cached_property
    def _forms(self) -> SpanSet:
        """The exhibits and forms; one that holds the agreement itself, as in a restatement, is none."""
        limit = len(self.text) * _A_WHOLE_AGREEMENT
        attached = (
            one.span
            for one in self.document.sections
            if one.kind is SectionKind.EXHIBIT or Role.FORM in self.roles.at(one.span.start)
        )
        return SpanSet(span for span in attached if len(span) < limit)
