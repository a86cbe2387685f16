"""Section and page ids in the words of a loan officer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

_LONGEST_NUMBER = len("xxviii)")
_GENITIVE = re.compile(r"(?<=\w) s\b")  # ids have no apostrophes
_WHOLE = {
    "cover": "the cover",
    "parties": "the parties",
    "sig": "the signature page",
    "recital": "the recitals",
    "head:contents": "the table of contents",
}
_ATTACHMENTS = (
    ("sched.", "Schedule "),
    ("exh.", "Exhibit "),
    ("annex.", "Annex "),
    ("app.", "Appendix "),
    ("recital.", "Recital "),
    ("para.", "paragraph "),
    ("pt.", "Part "),
    ("group.", "the group of clauses "),
)


@lru_cache(maxsize=1024)  # cached: many outputs cite the same clauses
def words_of_section(section_id: str) -> str:
    """Return a section in words: ``1.1#margin`` is the definition of “margin” in section 1.1.

    ``1.1#margin(a)`` is a paragraph of that definition.
    """
    if section_id in _WHOLE:
        return _WHOLE[section_id]
    if section_id.startswith("head:"):
        words = _GENITIVE.sub("'s", section_id.removeprefix("head:"))
        return f"the heading “{words}”"
    holder, mark, term = section_id.partition("#")
    if not mark:
        return _numbered(holder)
    inside = f" in {_numbered(holder)}" if holder else ""
    name, paragraph = _split_paragraph(term)
    return f"{f'paragraph {paragraph} of ' if paragraph else ''}the definition of “{name}”{inside}"


def _split_paragraph(term: str) -> tuple[str, str]:
    """Return a defined term and its paragraph: ``margin(a)(ii)`` is ``margin`` and ``(a)(ii)``."""
    name, paragraph = term, ""
    while name.endswith(")"):
        before, mark, inner = name.rpartition("(")
        if not mark or not before or before.endswith(" ") or len(inner) > _LONGEST_NUMBER:
            break
        name, paragraph = before, f"({inner}{paragraph}"
    return name, paragraph


def words_of_pages(pages: Sequence[int]) -> str:
    """Return physical pages in words: one page, or the first and the last."""
    if len(pages) > 1:
        return f"pages {pages[0]}–{pages[-1]}"
    return f"page {pages[0]}" if pages else ""


def _numbered(section_id: str) -> str:
    if section_id[:1].isdigit() or section_id[:1].isupper():
        return f"section {section_id}"
    return ", ".join(_step(step) for step in section_id.split("/"))


def _step(step: str) -> str:
    return next((word + step.removeprefix(mark) for mark, word in _ATTACHMENTS if step.startswith(mark)), step)
