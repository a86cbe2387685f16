"""Orphans: operative passages with money, a rate or a date that no answer cites. They warn of what was missed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from loanproof.capabilities.baseline.fields.quoting import shorten
from loanproof.core import Span, SpanSet
from loanproof.documents import SectionKind
from loanproof.provenance import sections_around
from loanproof.values import DATE_KIND, MONEY_KIND, PERCENTAGE_KIND, CalendarDate

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.values import Kind

_KINDS: tuple[Kind[Any], ...] = (MONEY_KIND, PERCENTAGE_KIND, DATE_KIND)
_NOT_OPERATIVE = frozenset({SectionKind.CONTENTS, SectionKind.COVER, SectionKind.SIGNATURE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Orphan:
    """One passage that no answer cites: where it is, its words, and the kinds of value in it."""

    page_number: int | None
    section: str | None
    quote: str
    kinds: tuple[str, ...]


def find_orphans(paper: Paper, cited: Iterable[Span]) -> tuple[Orphan, ...]:
    """Return the passages with typed values that no cited stretch overlaps, in order."""
    taken = SpanSet(cited)
    kinds: dict[Span, list[str]] = {}
    for kind in _KINDS:
        for found in paper.mentions.of(kind):
            # Only full calendar dates count, not relative or incomplete ones.
            if kind is DATE_KIND and not isinstance(found.candidates[0], CalendarDate):
                continue
            if not taken.overlaps(found.span) and _is_operative(paper, found.span.start):
                piece = shorten(paper, paper.passages.piece_at(found.span.start), found.span)
                held = kinds.setdefault(piece, [])
                if kind.noun not in held:
                    held.append(kind.noun)
    return tuple(_orphan(paper, span, tuple(held)) for span, held in sorted(kinds.items()))


def _is_operative(paper: Paper, offset: int) -> bool:
    """Return whether a place can hold a term: not in the contents, cover, signature pages, forms or exhibits."""
    section = paper.document.section_at(offset)
    kind = None if section is None else section.kind
    return kind not in _NOT_OPERATIVE and not paper.is_attached(offset)


def _orphan(paper: Paper, span: Span, kinds: tuple[str, ...]) -> Orphan:
    """Return the orphan for a passage, with the page and section it is in."""
    document = paper.document
    return Orphan(
        page_number=document.page_at(span.start).number if document.paged else None,
        section=next(sections_around(document, span), None),
        quote=" ".join(span.of(document.text).split()),
        kinds=kinds,
    )
