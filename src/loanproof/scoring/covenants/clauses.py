"""The clause of a covenant: the section in which its quotes are found, or else the one that is cited."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from loanproof.values import SECTION_KIND, Read, SectionId, SectionRelation, relate_sections

if TYPE_CHECKING:
    from loanproof.cases import ExpectedCovenant
    from loanproof.provenance import CitationResult
    from loanproof.scoring.context import ScoringContext


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A section of one of the documents."""

    document: str
    section: SectionId


def clauses_of(assessed: Iterable[CitationResult]) -> tuple[Clause, ...]:
    """Return the clauses of some citations: where the quote was found, otherwise the section that is cited."""
    found: dict[Clause, None] = {}
    for one in assessed:
        if one.evidence is None:
            continue
        is_found = one.evidence.quote is not None and bool(one.evidence.quote.spans)
        section = one.evidence.section if is_found else one.citation.section
        read = read_clause(one.evidence.document, section)
        if read is not None:
            found[read] = None
    return tuple(found)


def expected_clauses(expected: ExpectedCovenant, context: ScoringContext) -> tuple[Clause, ...]:
    """Return the clauses of an expected covenant: where its quotes are found, and the sections that the case cites."""
    first = context.documents.names[0]  # a citation without a file is of the first document
    cited = [replace(one.citation, document=one.document or first) for one in expected.citations]
    written = (read_clause(one.document or first, one.section) for one in cited)
    return (*clauses_of(context.places_of(cited)), *(one for one in written if one is not None))


def read_clause(document: str, section: str | None) -> Clause | None:
    """Return the clause that a section reference names, or None if the reference cannot be read."""
    reading = None if section is None else SECTION_KIND.read(section)
    return Clause(document=document, section=reading.value) if isinstance(reading, Read) else None


def relation_of(expected: Iterable[Clause], given: Sequence[Clause]) -> SectionRelation:
    """Return the closest relation between two sets of clauses: the same, one inside the other, or unrelated."""
    relations = {
        relate_sections(one.section, other.section)
        for one in expected
        for other in given
        if one.document == other.document
    }
    order = (SectionRelation.SAME, SectionRelation.ANCESTOR, SectionRelation.DESCENDANT)
    return next((relation for relation in order if relation in relations), SectionRelation.OTHER)
