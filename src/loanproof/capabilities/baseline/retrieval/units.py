"""Units: the spans that a search ranks. They follow the clause tree if a document has one, else they are windows.

A unit of the tree never spans clauses under different headings; short items under the same headings are merged, and a
long clause is split at its sentences. A unit knows the headings above it and the term that it defines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.retrieval.headings import heading_of
from loanproof.core import Span
from loanproof.documents import SectionKind

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.documents import Section

_MAX_UNIT = 800
_WINDOW = 500
_MIN_HEADINGS = 12
_SKIPPED_KINDS = frozenset({SectionKind.CONTENTS})


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """One span of a document that a search ranks.

    Attributes:
        span: Where it is.
        headings: The headings above it, its own first.
        term: The term that it defines, if it is a definition.
    """

    span: Span
    headings: tuple[str, ...] = ()
    term: str | None = None


def cut_units(paper: Paper) -> tuple[Unit, ...]:
    """Return the units of a document, split along its clause tree if that has enough headings."""
    return clause_units(paper) if has_headings(paper) else windows(paper)


def has_headings(paper: Paper) -> bool:
    """Return whether the clause tree of a document has enough headings to split and rank by."""
    sections = (one for one in paper.document.sections if one.kind not in _SKIPPED_KINDS)
    return sum(heading_of(paper.document, one) is not None for one in sections) >= _MIN_HEADINGS


def windows(paper: Paper) -> tuple[Unit, ...]:
    """Return units of consecutive sentences of about one size, regardless of the clause tree."""
    return tuple(Unit(span=span) for span in _joined(paper, Span(0, len(paper.text)), _WINDOW))


def clause_units(paper: Paper) -> tuple[Unit, ...]:
    """Return the units of the clause tree, in document order."""
    found: list[Unit] = []
    for span, position in _stretches(paper):
        section = None if position is None else paper.document.sections[position]
        if section is not None and section.kind in _SKIPPED_KINDS:
            continue
        headings = () if position is None else tuple(_headings(paper, position))
        term = _term(section)
        last = found[-1] if found else None
        joins = last is not None and last.headings == headings and last.term == term and term is None
        if joins and last is not None and span.end - last.span.start <= _MAX_UNIT:
            found[-1] = Unit(span=Span(last.span.start, span.end), headings=headings)
        else:
            found += (Unit(span=one, headings=headings, term=term) for one in _joined(paper, span, _MAX_UNIT))
    return tuple(found)


def _stretches(paper: Paper) -> Iterator[tuple[Span, int | None]]:
    """Yield the text between consecutive section boundaries, each with the innermost section around it."""
    sections = paper.document.sections
    starts = sorted({0, len(paper.text), *(one.span.start for one in sections), *(one.span.end for one in sections)})
    at = 0
    open_: list[int] = []
    for start, end in pairwise(starts):
        while at < len(sections) and sections[at].span.start <= start:
            open_.append(at)
            at += 1
        while open_ and sections[open_[-1]].span.end <= start:
            open_.pop()
        if paper.text[start:end].strip():
            yield Span(start, end), (open_[-1] if open_ else None)


def _headings(paper: Paper, position: int | None) -> Iterator[str]:
    """Yield the headings of a section and of those above it, the innermost first."""
    while position is not None:
        section = paper.document.sections[position]
        if section.title and heading_of(paper.document, section) is not None:
            yield section.title
        position = section.parent


def _term(section: Section | None) -> str | None:
    """Return the term that a section defines, which is part of its id."""
    if section is None or section.kind is not SectionKind.DEFINITION:
        return None
    return section.id.partition("#")[2].partition("!")[0] or None


def _joined(paper: Paper, span: Span, size: int) -> Iterator[Span]:
    """Yield runs of consecutive sentences, each as long as fits a size."""
    start: int | None = None
    end = span.start
    for sentence in paper.passages.sentences_in(span):
        if start is not None and sentence.end - start > size:
            yield Span(start, end)
            start = None
        start = sentence.start if start is None else start
        end = sentence.end
    if start is not None and end > start:
        yield Span(start, end)
