"""Whether the clause tree of a document looks wrong, in which case section citations cannot be verified.

No rule for headings fits every house style. But a wrong tree shows it: the body of the agreement is inside one
schedule, or the same clause numbers run twice in one agreement.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from loanproof.documents.model import Section, SectionKind
from loanproof.documents.place_words import words_of_section
from loanproof.documents.sections.numbering import begins_at_one, steps_of

if TYPE_CHECKING:
    from loanproof.documents.model import Document

_ATTACHED = frozenset({SectionKind.SCHEDULE, SectionKind.EXHIBIT, SectionKind.ANNEX, SectionKind.APPENDIX})
_NUMBERED = frozenset({SectionKind.CLAUSE, SectionKind.ARTICLE})
_PARTED_BY = _ATTACHED | {SectionKind.SIGNATURE, SectionKind.PARTIES, SectionKind.RECITAL, SectionKind.CONTENTS}
_MOST_OF_THE_TEXT = 0.5
_FRONT = 0.02  # share of the text before an attachment that was submitted without its agreement
_FEWEST = 3  # clauses; fewer are a list somewhere in the text


def doubt_about(document: Document) -> str | None:
    """Return why the tree of a document looks wrong, in one sentence, or ``None``.

    A list of sections that a person confirmed is never in doubt.
    """
    if document.sections_complete:
        return None
    doubts = (*_swallowed(document), *_repeated(document.sections))
    return doubts[0] if doubts else None


def _swallowed(document: Document) -> Iterator[str]:
    """Yield an attachment that seems to contain the agreement: most of the text, and the clauses the body lacks."""
    sections = document.sections
    clauses = [one for one in sections if _is_top_clause(sections, one)]
    for at, section in enumerate(sections):
        if section.kind not in _ATTACHED:
            continue
        inside = [one for one in sections[at + 1 :] if one.parent == at and one.kind in _NUMBERED]
        numbers = [one.id.rpartition("/para.")[2] for one in inside if "/para." in one.id]
        if len(numbers) < _FEWEST:
            continue
        is_most = len(section.span) > _MOST_OF_THE_TEXT * len(document.text)
        alone = section.span.start <= _FRONT * len(document.text)
        is_lacked = not begins_at_one(numbers[0]) and numbers[0] not in {one.id for one in clauses}
        if is_lacked and len(clauses) >= _FEWEST:
            yield f"The clauses from {numbers[0]} on seem to lie in {words_of_section(section.id)}."
        elif is_most and not alone and len(clauses) < _FEWEST:
            yield f"Most of the text lies in {words_of_section(section.id)}, and hardly a clause before it."


def _repeated(sections: Sequence[Section]) -> Iterator[str]:
    """Yield a clause where the numbers start again without anything that separates two agreements."""
    seen: set[str] = set()
    again: list[str] = []
    for section in sections:
        if section.kind in _PARTED_BY:
            seen, again = set(), []
        elif _is_top_clause(sections, section):
            if section.id in seen:
                again.append(section.id)
            seen.add(section.id)
            if len(again) >= _FEWEST and _runs(again):
                yield f"The clauses from {again[0]} to {again[-1]} appear twice."
                return


def _runs(labels: Sequence[str]) -> bool:
    """Return whether labels rise like the clauses of an agreement."""
    steps = [steps_of(label.removeprefix("para.")) for label in labels]
    return all(a is not None and b is not None and a < b for a, b in pairwise(steps))


def _is_top_clause(sections: Sequence[Section], section: Section) -> bool:
    parent = None if section.parent is None else sections[section.parent]
    is_plain = "/" not in section.id and "(" not in section.id and "#" not in section.id
    return section.kind in _NUMBERED and is_plain and (parent is None or parent.kind is SectionKind.PART)
