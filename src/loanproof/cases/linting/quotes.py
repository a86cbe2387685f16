"""Every citation of a case: its page, section and wording must be those of the document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.cases.citations import KeyPath
from loanproof.core import Reason
from loanproof.documents import QuoteVerdict
from loanproof.provenance import ClassName, PageMatch

if TYPE_CHECKING:
    from loanproof.cases.linting.case_under_check import CaseUnderCheck
    from loanproof.cases.linting.report import LintProblem
    from loanproof.cases.written import ExpectedCitation
    from loanproof.provenance import CitationResult

_ON_ITS_PAGE = frozenset({PageMatch.RIGHT, PageMatch.NOT_NEEDED})
_WORTH_A_LOOK = frozenset({Reason.BROAD_QUOTE})
_LIST_IT = "If the section exists, list it in the truth file of the document (NAME.truth.yaml)."


def check_quotes(
    citations: Sequence[tuple[KeyPath, ExpectedCitation]], subject: CaseUnderCheck
) -> Iterator[tuple[KeyPath, LintProblem]]:
    """Yield the problems of the citations, each with the place of its citation."""
    for place, expected in citations:
        assessed = subject.cache.assess(expected.citation)
        quote: KeyPath = (*place, "quote")
        if not _is_right(assessed):
            cure = f" {_LIST_IT}" if assessed.reason is Reason.SECTION_UNRESOLVED else ""
            yield place, subject.error(quote, assessed.sentence + cure)
            continue
        if assessed.reason is Reason.STRUCK_TEXT:
            yield place, subject.warning(quote, assessed.sentence)
        if assessed.reason is Reason.SECTION_MISSING:
            message = "the quote appears in no section, and an answer that cites none is not cited in full."
            hint = "Name the place, such as Parties, or list the sections in a truth file."
            yield place, subject.warning((*place, "section"), message, hint=hint)
        if assessed.reason is Reason.SECTION_UNVERIFIED:
            yield place, subject.warning(quote, f"{assessed.sentence} {_LIST_IT}")
        for finding in assessed.findings:
            if finding.reason in _WORTH_A_LOOK:
                yield place, subject.warning(quote, finding.sentence)


def _is_right(assessed: CitationResult) -> bool:
    """Return whether a citation is in order; text outside any section is cited without one.

    It is not the case's fault if the clauses of a document could not be identified. Struck text may be quoted for an
    earlier value; whether the quotes support the current value is checked for all of them together.
    """
    seen = assessed.evidence
    if assessed.class_name is ClassName.OK or seen is None:
        return assessed.class_name is ClassName.OK
    # A missing section and struck words rank worse than a paraphrase and would hide it.
    verbatim = seen.quote is not None and seen.quote.verdict is QuoteVerdict.VERBATIM
    if assessed.reason is Reason.STRUCK_TEXT:
        return verbatim and seen.page in _ON_ITS_PAGE and (seen.section is None or seen.in_section.is_right)
    if assessed.reason is Reason.SECTION_MISSING:
        return verbatim and seen.section is None
    return verbatim and assessed.reason is Reason.SECTION_UNVERIFIED
