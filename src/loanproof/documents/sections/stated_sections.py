"""The sections that a person stated in the truth file: they override those found in the text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from itertools import combinations
from typing import TYPE_CHECKING

from loanproof.core import Span
from loanproof.documents.model import Page, Section, SectionKind
from loanproof.documents.place_words import words_of_pages, words_of_section
from loanproof.values import NO_CONTEXT, SECTION_KIND, Read

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedSection:
    """A section as a person stated it: its canonical id, and its first and last page if given."""

    id: str
    pages: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedSections:
    """The stated sections; ``complete`` says that there are no others."""

    sections: tuple[StatedSection, ...]
    complete: bool = False


_KINDS = {
    "sched": SectionKind.SCHEDULE, "exh": SectionKind.EXHIBIT, "annex": SectionKind.ANNEX, "app": SectionKind.APPENDIX,
    "recital": SectionKind.RECITAL, "cover": SectionKind.COVER, "parties": SectionKind.PARTIES,
    "sig": SectionKind.SIGNATURE, "head:contents": SectionKind.CONTENTS,
}  # fmt: skip


def canonical_section(written: str) -> str:
    """Return the canonical id of a section as a person wrote it: ``Clause 5.1 (a)`` is ``5.1(a)``.

    Text that does not name a section is kept as written, so that the person recognises it.
    """
    reading = SECTION_KIND.parse(written, NO_CONTEXT)
    return reading.value.canonical if isinstance(reading, Read) else written


def apply_stated(found: Sequence[Section], pages: Sequence[Page], stated: StatedSections) -> tuple[Section, ...]:
    """Return the sections with the stated ones applied.

    A found section with the same id that touches the stated pages keeps its exact place; otherwise the stated pages are
    its place. A stated section with neither has no text: it exists, but its place is unknown. Found sections with a
    stated id elsewhere are removed and, if the list is complete, all that it does not name. Page ranges are cut to the
    pages of the document. Paragraph 3.2 of a letter may be stated as 3.2.
    """
    by_id: dict[str, list[Section]] = {}
    for section in found:
        by_id.setdefault(_plain(section.id), []).append(section)
    placed: list[Section] = []
    for one in stated.sections:
        span = _pages_span(pages, one.pages)
        known = by_id.get(_plain(one.id), ())
        kept = [section for section in known if one.pages is None or section.span.overlaps(span)]
        placed += kept or [Section(id=one.id, kind=_kind_of(one.id), span=span)]
    names = {_plain(one.id) for one in stated.sections}
    if not stated.complete:
        placed += [section for section in found if _plain(section.id) not in names]
    return _nested({(section.span, section.id): section for section in placed}.values())


def note_stated(stated: StatedSections, sections: Iterable[Section]) -> Iterator[str]:
    """Yield a sentence for each stated section without a place, and for each pair whose pages cross."""
    nowhere = {section.id for section in sections if not section.span}
    for one in stated.sections:
        if one.id in nowhere:
            yield f"The truth file gives no pages for {words_of_section(one.id)}, and it was not found in the text."
    with_pages = ((*one.pages, one.id) for one in stated.sections if one.pages is not None)
    for earlier, later in combinations(sorted(with_pages, key=lambda one: (one[0], -one[1])), 2):
        if earlier[0] < later[0] <= earlier[1] < later[1]:
            pages = words_of_pages(range(later[0], earlier[1] + 1))
            both = f"{words_of_section(earlier[2])} and {words_of_section(later[2])}"
            yield f"The truth file puts both {both} on {pages}."


def _plain(section_id: str) -> str:
    """Return an id without the mark of a letter's paragraph."""
    return section_id.removeprefix("para.")


def _pages_span(pages: Sequence[Page], stated: tuple[int, int] | None) -> Span:
    """Return the span of stated pages; without any, the empty span at the end of the document."""
    end = pages[-1].span.end if pages else 0
    if stated is None or not pages:
        return Span(end, end)
    first = min(max(stated[0], 1), len(pages))
    last = min(max(stated[1], first), len(pages))
    return Span(pages[first - 1].span.start, pages[last - 1].span.end)


def _kind_of(section_id: str) -> SectionKind:
    if "#" in section_id:
        return SectionKind.DEFINITION
    if section_id in _KINDS:
        return _KINDS[section_id]
    if "/pt." in section_id and "/para." not in section_id:
        return SectionKind.PART
    if section_id.startswith("head:"):
        return SectionKind.HEADING
    plain = "/" not in section_id and "(" not in section_id
    return _KINDS.get(section_id.partition(".")[0], SectionKind.CLAUSE) if plain else SectionKind.CLAUSE


def _nested(sections: Iterable[Section]) -> tuple[Section, ...]:
    """Return sections in order with their parents.

    If two would cross, the later one is split: one part inside the earlier section, and one from its end on.
    """
    waiting = [(section.span.start, -section.span.end, at, section) for at, section in enumerate(sections)]
    heapify(waiting)
    nested: list[Section] = []
    open_: list[int] = []
    while waiting:
        _, _, at, section = heappop(waiting)
        while open_ and nested[open_[-1]].span.end <= section.span.start:
            open_.pop()
        parent = open_[-1] if open_ else None
        end = section.span.end if parent is None else min(section.span.end, nested[parent].span.end)
        if end < section.span.end:
            rest = replace(section, span=Span(end, section.span.end))
            heappush(waiting, (end, -section.span.end, at, rest))
        open_.append(len(nested))
        nested.append(replace(section, span=Span(section.span.start, end), parent=parent))
    return tuple(nested)
