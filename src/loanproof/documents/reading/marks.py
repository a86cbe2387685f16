"""Takes struck and hidden words out of the text; blanks replace them, so that offsets do not change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from loanproof.core import Span
from loanproof.documents.model import Mark, MarkReason, blanked
from loanproof.documents.reading.page_text import PageText

Run: TypeAlias = tuple[Span, MarkReason]

_JOINER = "\u2060"  # replaces letters struck inside a word, so that the rest stays one word


def leave_out(page: PageText, runs: Iterable[Run]) -> PageText:
    """Return a page without the words of some runs, which are in order and do not overlap."""
    text = page.text
    marks = tuple(Mark(span=span, reason=reason, words=span.of(text)) for span, reason in runs if span.of(text).strip())
    pieces: list[str] = []
    at = 0
    for mark in marks:
        pieces += (text[at : mark.span.start], _blanks(text, mark.span))
        at = mark.span.end
    return replace(page, text="".join((*pieces, text[at:])), marks=marks) if marks else page


def note_marks(pages: Sequence[PageText]) -> tuple[str, ...]:
    """Return one sentence each about the pages with struck and with hidden words."""
    found = [(number, mark.reason.is_struck) for number, page in enumerate(pages, 1) for mark in page.marks]
    notes: list[str] = []
    for is_struck, sentence in (
        (True, "Words are struck out: {count} on {pages}."),
        (False, "Words are HIDDEN from a reader: {count} on {pages}."),
    ):
        numbers = [number for number, struck in found if struck is is_struck]
        if numbers:
            count = "1 stretch" if len(numbers) == 1 else f"{len(numbers)} stretches"
            notes.append(sentence.format(count=count, pages=list_pages(sorted(set(numbers)))))
    if cut := [number for number, page in enumerate(pages, 1) if not page.is_looked_over]:
        notes.append(f"Words may be HIDDEN or struck out on {list_pages(cut)}: more is drawn there than is looked at.")
    return tuple(notes)


def list_pages(numbers: Sequence[int]) -> str:
    """Return page numbers as a person lists them, with runs joined: "pages 1, 3–7"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    listed = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
    return ("page " if len(numbers) == 1 else "pages ") + listed


def _blanks(text: str, span: Span) -> str:
    """Return what replaces omitted words in the text."""
    before, after = text[max(span.start - 1, 0) : span.start], text[span.end : span.end + 1]
    if before.strip() and after.strip() and len(span.of(text).split()) == 1:
        return _JOINER * len(span)
    return blanked(span.of(text))
