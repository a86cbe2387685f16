"""Which heading a section is below, where headings have no numbers: one in capitals leads those that are not.

``NEGATIVE COVENANTS. Borrower shall not:`` is followed by ``Liens. Create …`` and ``Agreements. Enter …`` as headings
of their own. The clause tree has them side by side, for no number says otherwise; a reader goes by the letters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import Span
from loanproof.documents import SectionKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loanproof.documents import Document, Section

_FEWEST = 3  # headings of either kind; fewer may be a title and a name


def parents_of(document: Document) -> tuple[int | None, ...]:
    """Return the section that each section is below: its parent in the clause tree, or the heading that leads it."""
    sections = document.sections
    loose = [one for one in sections if _is_loose(one)]
    leading = sum(_is_capital(one) for one in loose)
    if leading < _FEWEST or len(loose) - leading < _FEWEST:
        return tuple(one.parent for one in sections)
    found: list[int | None] = []
    lead: int | None = None
    for position, section in enumerate(sections):
        if section.parent is not None:
            found.append(section.parent)
            continue
        is_led = _is_loose(section) and not _is_capital(section)
        found.append(lead if is_led else None)
        if not is_led:
            lead = position if _is_loose(section) else None
    return tuple(found)


def wholes_of(document: Document, parents: Sequence[int | None]) -> tuple[Span, ...]:
    """Return where each section is with all that is below it."""
    spans = [one.span for one in document.sections]
    for position in range(len(spans) - 1, -1, -1):
        above = parents[position]
        if above is not None and spans[position].end > spans[above].end:
            spans[above] = Span(spans[above].start, spans[position].end)
    return tuple(spans)


def _is_loose(section: Section) -> bool:
    return section.kind is SectionKind.HEADING and section.parent is None and bool(section.title)


def _is_capital(section: Section) -> bool:
    return (section.title or "").isupper()
