"""Questions that two cases ask of the same documents: one answers what the other calls unanswerable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.cases.case import QaCase
from loanproof.core import Problem

if TYPE_CHECKING:
    from loanproof.cases.suite import LocatedCase


def check_questions(cases: Sequence[LocatedCase]) -> Iterator[Problem]:
    """Yield a problem for each question that can be answered in one case and not in another.

    An answer would be right in one and wrong in the other. Cases on different days, or about other documents, ask
    different things.
    """
    first: dict[tuple[object, ...], QaCase] = {}
    for located in cases:
        case = located.case
        if not isinstance(case, QaCase):
            continue
        asked = " ".join(case.question.lower().split()).rstrip(" ?.")
        earlier = first.setdefault((asked, case.document_names, case.as_of), case)
        if earlier.expected.answerable is not case.expected.answerable:
            message = f"{case.id}: {earlier.id} asks the same, and only one of the two says that it can be answered."
            line = located.line_of(("question",))
            yield Problem(message=message, file=located.file, line=line, hint="Correct one of them, or remove it.")
