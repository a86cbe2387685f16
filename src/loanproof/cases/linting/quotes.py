"""Every citation of a case: its page, section and wording must be those of the document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.cases.citations import Place, list_citations
from loanproof.core import Reason
from loanproof.provenance import ClassName

if TYPE_CHECKING:
    from loanproof.cases.case import DocumentCase
    from loanproof.cases.linting.report import LintProblem
    from loanproof.cases.linting.subject import Subject

_WORTH_A_LOOK = frozenset({Reason.BROAD_QUOTE})


def check_quotes(case: DocumentCase, subject: Subject) -> Iterator[tuple[Place, LintProblem]]:
    """Yield the problems of the citations, each with the place of its citation."""
    for place, expected in list_citations(case):
        judged = subject.shelf.judge(expected.citation)
        quote: Place = (*place, "quote")
        if judged.class_name is not ClassName.OK:
            yield place, subject.error(quote, judged.sentence)
        for finding in judged.findings:
            if judged.class_name is ClassName.OK and finding.reason in _WORTH_A_LOOK:
                yield place, subject.warning(quote, finding.sentence)
