"""A paper: one document with everything that helps to read it; each aid is made when it is first needed."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from loanproof.capabilities.baseline.aids.definitions import Definitions
from loanproof.capabilities.baseline.aids.facility_columns import facility_cells
from loanproof.capabilities.baseline.aids.front import NamedParty, find_parties
from loanproof.capabilities.baseline.aids.labelled import Labelled, find_labelled
from loanproof.capabilities.baseline.aids.listed_items import sections_with_items
from loanproof.capabilities.baseline.aids.passages import Passages
from loanproof.capabilities.baseline.aids.rate_table import RateTable
from loanproof.capabilities.baseline.aids.roles import Role, Roles
from loanproof.capabilities.baseline.aids.sure_mentions import SureMentions
from loanproof.capabilities.baseline.aids.tables import find_tables
from loanproof.capabilities.baseline.aids.tranches import Tranches
from loanproof.core import Span, SpanSet
from loanproof.documents import SectionKind, scan
from loanproof.values import MONEY_KIND, SECTION_KIND

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator

    from loanproof.documents import Document, Section
    from loanproof.values import Context, Found, Kind, Mentions

V = TypeVar("V")
_BEGINS = re.compile(r"\n[ \t]*Dear\b")  # where the text of a letter begins
_SUBJECT = 400  # characters after *Dear*: the subject line of a letter and its first words
_A_WHOLE_AGREEMENT = 0.4  # share of the text; a form attached to an agreement is never so long


class Paper:
    """One document as the baseline reads it. Nothing is searched for twice: all fields share one scan of its text."""

    def __init__(self, document: Document, mentions: Mentions | None = None) -> None:
        """Take a document, and its mentions if it was scanned already; its image pages are recognised.

        Words that recognition may have misread count as unread: nothing is read in them, and nothing is quoted from
        them.
        """
        recognised = document.recognised()
        self.document = recognised.as_surely_read()
        if self.document is not recognised:
            marked = scan(self.document)
            self.mentions: Mentions = SureMentions(marked.tokens, marked.context)
        else:
            self.mentions = scan(self.document) if mentions is None else mentions
        self._kept: dict[Hashable, tuple[Any, ...]] = {}

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
        """The parties named on the cover, in the preamble and on signature pages, each with its roles there."""
        return find_parties(self.document, self.mentions)

    @cached_property
    def labelled(self) -> tuple[Labelled, ...]:
        """Its lines that put a term after a label."""
        return find_labelled(self.document)

    @cached_property
    def tables(self) -> tuple[RateTable, ...]:
        """Its tables of rates."""
        return find_tables(self.document, self.mentions)

    @cached_property
    def tranches(self) -> Tranches:
        """Its facilities, if it has more than one."""
        sums = [one.span for one in self.mentions.of(MONEY_KIND)]
        return Tranches(self.text, self.definitions, self.front(), sums)

    @cached_property
    def facility_cells(self) -> tuple[tuple[Span, str], ...]:
        """The cells of tables with a column for each facility, and the values of lines labelled with one of them.

        Each has the label of its tranche: ``Facility 1 | Facility 2`` above ``Limit``, or ``Interest on Facility 1``.
        """
        named = ((one.value, one.label.of(self.text)) for one in self.labelled if one.is_in_table and not one.is_cell)
        found = (*((one.value, one.facility) for one in facility_cells(self.text)), *named)
        cells = ((span, self.tranches.of(name)) for span, name in found)
        return tuple((span, tranche.label) for span, tranche in cells if tranche is not None)

    @cached_property
    def tranche_clauses(self) -> tuple[tuple[Span, str], ...]:
        """The clauses that the definition of one tranche refers to, with its label; not those that two refer to."""
        found: dict[Span, set[str]] = {}
        for tranche in self.tranches.all:
            definition = self.definitions.named(tranche.label)
            for section in () if definition is None else self.referred(definition.span):
                found.setdefault(section.span, set()).add(tranche.label)
        return tuple((span, labels.pop()) for span, labels in found.items() if len(labels) == 1)

    def once(self, read: Callable[..., Iterable[V]], *arguments: Hashable) -> tuple[V, ...]:
        """Return all that a reader of papers yields for this one; it reads once, and what it found is kept."""
        key = (read, *arguments)
        if key not in self._kept:
            self._kept[key] = tuple(read(self, *arguments))
        return self._kept[key]

    def inside(self, kind: Kind[V], span: Span) -> Iterator[Found[V]]:
        """Yield the typed mentions of a kind that lie wholly inside a stretch, in order."""
        return (one for one in self.mentions.overlapping(kind, span) if span.contains(one.span))

    def referred(self, span: Span) -> Iterator[Section]:
        """Yield the sections that a stretch refers to by number, in order, except those that contain the stretch."""
        for found in self.inside(SECTION_KIND, span):
            section = self._by_id.get(found.candidates[0].canonical)
            if section is not None and not section.span.contains(span):
                yield section

    def sections_at(self, offset: int) -> Iterator[Section]:
        """Yield the sections around a place, the innermost first, up to the topmost heading."""
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
        """Return the stretch up to the first numbered clause or contents page: the cover and the title."""
        first = next(
            (one for one in self.document.sections if one.kind not in (SectionKind.COVER, SectionKind.HEADING)), None
        )
        end = first.span.start if first is not None else 1500
        begins = _BEGINS.search(self.text, 0, 3000)
        if begins is not None:  # the front ends with a whole sentence, because one sentence may name several sums
            end = min(end, self.passages.sentence_at(begins.end() + _SUBJECT).end)
        return Span(0, min(max(end, 1), 3000, len(self.text)))

    def is_attached(self, offset: int) -> bool:
        """Return whether a character is in a form or exhibit, whose words are not terms of the agreement."""
        return self._forms.overlaps(Span(offset, offset + 1))

    @cached_property
    def _forms(self) -> SpanSet:
        """The exhibits and forms, except one that contains the agreement itself, as in a restatement."""
        limit = len(self.text) * _A_WHOLE_AGREEMENT
        attached = (
            one.span
            for one in self.document.sections
            if one.kind is SectionKind.EXHIBIT or Role.FORM in self.roles.at(one.span.start)
        )
        return SpanSet(span for span in attached if len(span) < limit)
