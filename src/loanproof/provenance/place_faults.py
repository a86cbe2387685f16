"""What is wrong with the place that a citation names, as sentences and faults."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.documents import words_of_pages, words_of_section
from loanproof.provenance.citation_result import ClassName, Fault, Remark
from loanproof.provenance.cited_sections import read_cited_sections
from loanproof.provenance.described_places import is_description
from loanproof.provenance.file_names import FileMatch
from loanproof.provenance.pages import PageMatch
from loanproof.provenance.sections import SectionMatch

if TYPE_CHECKING:
    from loanproof.core import Citation
    from loanproof.standards import EvalStandard


_UNNAMED = "another place"  # in a file without pages, before its first section


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedPlace:
    """Where the text is, compared with what was cited.

    Attributes:
        pages: The physical pages; empty if nothing was found.
        holds_value: Whether the cited page or section contains the value, wherever the quote came from.
    """

    document: str
    page: PageMatch
    section: SectionMatch
    pages: tuple[int, ...] = ()
    section_id: str | None = None
    holds_value: bool = False

    @property
    def words(self) -> str:
        """The place as a person would write it: ``page 5, section 5.1(a)``."""
        pages = "" if self.page is PageMatch.NOT_NEEDED else words_of_pages(self.pages)
        section = words_of_section(self.section_id) if self.section_id else ""
        return ", ".join(filter(None, (pages, section))) or _UNNAMED

    @property
    def whereabouts(self) -> str:
        """The same with its preposition; a place without a name is in its file."""
        return f"in {self.document}" if self.words == _UNNAMED else f"at {self.words}"

    @property
    def is_found(self) -> bool:
        """Whether there is a place to compare with."""
        return bool(self.pages)

    @property
    def where(self) -> str:
        """Where the text is, as the end of a sentence; empty if it was not found."""
        return f"; the text is at {self.words}" if self.is_found and self.words != _UNNAMED else ""


def file_faults(citation: Citation, match: FileMatch, document: str) -> Iterator[Fault]:
    """Yield what is wrong with the file name of a citation that leads to this document."""
    if match is FileMatch.MISSING:
        yield Fault(
            class_name=ClassName.NAME,
            reason=Reason.FILE_NAME_MISSING,
            sentence=f"The citation does not name its file, {document}.",
        )
    elif match is FileMatch.ABBREVIATED:
        yield Fault(
            class_name=ClassName.NAME,
            reason=Reason.FILE_NAME_ABBREVIATED,
            sentence=f"The file was submitted as {document}, not as {_shown(citation.document)}.",
        )


def place_faults(citation: Citation, place: CitedPlace, standard: EvalStandard) -> Iterator[Fault]:
    """Yield what is wrong with page and section; if both are wrong and the value is not there, a wrong location.

    If no text was found, only non-existent or missing parts can be reported.
    """
    location = standard.parameters.location
    is_elsewhere = place.section in (SectionMatch.OTHER, SectionMatch.UNRESOLVED)
    if place.page is PageMatch.NOT_THERE:
        sentence = f"{place.document} has no page {_shown(citation.page)}."
        name = ClassName(location.page_not_there)
        yield Fault(class_name=name, reason=Reason.PAGE_NOT_EXIST, sentence=sentence, needs_review=True)
    if place.section is SectionMatch.NOT_THERE:
        sentence = f"{place.document} has no section {_shown(citation.section)}; its list of sections is complete."
        name = ClassName(location.section_not_there)
        yield Fault(class_name=name, reason=Reason.SECTION_NOT_EXIST, sentence=sentence, needs_review=True)
    if place.is_found and place.page is PageMatch.WRONG and is_elsewhere and not place.holds_value:
        yield Fault(
            class_name=ClassName.WRONGLOC,
            reason=Reason.VALUE_NOT_THERE,
            sentence=f"Page {_shown(citation.page)} and section {_shown(citation.section)} are both wrong: "
            f"the text is at {place.words}.",
            needs_review=place.section is SectionMatch.UNRESOLVED,
        )
    yield from _page_faults(citation, place)
    yield from _section_faults(citation, place, standard)


def section_remarks(citation: Citation, place: CitedPlace) -> Iterator[Remark]:
    """Yield a remark on a section that is right but not the innermost one."""
    if place.section is SectionMatch.COARSE and not _is_clause_of_definition(citation, place):
        sentence = f"Section {_shown(citation.section)} holds the place, which is {place.words}."
        yield Remark(reason=Reason.COARSE_SECTION, sentence=sentence)
    elif place.section is SectionMatch.FINER:
        sentence = f"Section {_shown(citation.section)} lies inside the place where the text was found, {place.words}."
        yield Remark(reason=Reason.FINER_SECTION, sentence=sentence)


def _is_clause_of_definition(citation: Citation, place: CitedPlace) -> bool:
    """Return whether the place is a definition and its definitions clause is cited, which has no finer number."""
    clause, is_definition, _ = (place.section_id or "").partition("#")
    return bool(is_definition) and clause in {one.canonical for one in read_cited_sections(citation.section).ids}


def _is_described(citation: Citation) -> bool:
    return all(map(is_description, read_cited_sections(citation.section, described=True).ids))


def _page_faults(citation: Citation, place: CitedPlace) -> Iterator[Fault]:
    if place.page is PageMatch.WRONG and place.is_found:
        sentence = f"The text is at {place.words}, not on page {_shown(citation.page)}."
        yield Fault(class_name=ClassName.PAGE, reason=Reason.PAGE_WRONG, sentence=sentence)
    elif place.page is PageMatch.WIDE and place.is_found:
        sentence = f"The pages {_shown(citation.page)} are too many to lead to {place.words}."
        yield Fault(class_name=ClassName.PAGE, reason=Reason.PAGE_RANGE_WIDE, sentence=sentence)
    elif place.page is PageMatch.MISSING:
        sentence = f"The citation names no page{place.where}."
        yield Fault(class_name=ClassName.SECT, reason=Reason.PAGE_MISSING, sentence=sentence)


def _section_faults(citation: Citation, place: CitedPlace, standard: EvalStandard) -> Iterator[Fault]:
    if place.section is SectionMatch.OTHER and place.is_found:
        sentence = f"The text is at {place.words}, not in section {_shown(citation.section)}."
        yield Fault(class_name=ClassName.SECT, reason=Reason.SECTION_WRONG, sentence=sentence)
    elif place.section is SectionMatch.MISSING:
        sentence = f"The citation names no section{place.where}."
        yield Fault(class_name=ClassName.SECT, reason=Reason.SECTION_MISSING, sentence=sentence)
    elif place.section is SectionMatch.UNVERIFIED:
        sentence = f"Section {_shown(citation.section)} is not verified: where it is in {place.document} is in doubt."
        yield Fault(class_name=ClassName.SECT, reason=Reason.SECTION_UNVERIFIED, sentence=sentence, needs_review=True)
    elif place.section is SectionMatch.UNRESOLVED:
        sentence = f"Section {_shown(citation.section)} was not found in {place.document}{place.where}."
        if standard.parameters.clarifications.described_places and _is_described(citation):
            sentence = f"No heading, definition or position of {place.document} leads from {_shown(citation.section)}."
        name = ClassName(standard.parameters.location.section_unresolved)
        yield Fault(class_name=name, reason=Reason.SECTION_UNRESOLVED, sentence=sentence, needs_review=True)


def _shown(text: str | None) -> str:
    return "(none)" if text is None else f"“{text.strip()[:80]}”"
