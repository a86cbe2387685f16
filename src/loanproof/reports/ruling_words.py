"""What a reader must know about the rulings behind a result, especially on the hallucination policy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.core import counted

if TYPE_CHECKING:
    from loanproof.standards import Standard


def ruling_sentences(standard: Standard) -> Iterator[str]:
    """Yield what a report says about the rulings of one standard."""
    active = standard.rulings_in_force
    off = [ruling.id for ruling in standard.rulings if ruling not in active]
    said = f"{counted(len(active), 'ruling')} in force"
    yield f"{said}; off: {', '.join(off)}." if off else f"{said}."
    if standard.identity.draft:
        yield "This revision is a draft: what is off is not built yet, and nothing is released under it."
    if any(ruling.touches_hallucination for ruling in standard.rulings):
        touching = ", ".join(ruling.id for ruling in active if ruling.touches_hallucination)
        yield f"Rulings in force that touch the hallucination policy: {touching or 'none yet'}."
    people = ", ".join(standard.identity.approved_by)
    if people:
        yield f"Approved by {people}."
    else:
        yield "No house has approved these rulings; a house does so by publishing a version of its own."
