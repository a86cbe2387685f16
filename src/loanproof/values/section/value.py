"""What a section reference is, and its canonical form."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

_STEP = re.compile(
    r"head:.+|\Apara\.[^./(#]+|/?[a-z]+\.[^/(#]+"  # a heading; a letter's paragraph; a schedule, its parts, paragraphs
    r"|#[^(/]+|\([^)]*\)|\.\w+|[^./(#]+"  # a definition, a level in brackets, a number below another, the first number
)


class SectionRelation(StrEnum):
    """How a cited section compares with the section where the text is."""

    SAME = "same"
    ANCESTOR = "ancestor"  # the cited section contains the place
    DESCENDANT = "descendant"  # the cited section is inside the place
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionId:
    """A section as the steps from the document down to it.

    Each step has its own mark: ``5`` and ``.1`` for numbers, ``(a)`` for levels in brackets, ``sched.1``, ``/pt.2``,
    ``/para.3`` for schedules, ``group.2`` for a SECTION 2 whose clauses are numbered separately, ``#margin`` for a
    definition, ``head:…`` where there is no number.
    """

    path: tuple[str, ...]

    @classmethod
    def of_canonical(cls, text: str) -> SectionId:
        """Return the section of a canonical form, such as the ids that a document gives to its own sections."""
        return cls(path=tuple(_STEP.findall(text)))

    @property
    def canonical(self) -> str:
        """The steps in one string: ``5.1(a)``, ``sched.1/pt.2``, ``1.1#margin``, ``head:interest``."""
        return "".join(self.path)
