"""From the verdict on a quote to the class of its citation, by the map of the standard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.documents import QuoteVerdict
from loanproof.provenance.citation_result import ClassName, Fault

if TYPE_CHECKING:
    from collections.abc import Collection

    from loanproof.documents import QuoteResult
    from loanproof.standards import EvalStandard

_REASONS = {
    "altered_immaterial": Reason.QUOTE_PARAPHRASED,
    "paraphrase": Reason.QUOTE_PARAPHRASED,
    "tail_immaterial": Reason.QUOTE_PARAPHRASED,
    "brackets_inserted": Reason.QUOTE_PARAPHRASED,
    "spliced": Reason.QUOTE_SPLICED,
    "spliced_over_exception": Reason.QUOTE_ALTERED,
    "altered": Reason.QUOTE_ALTERED,
    "forged": Reason.QUOTE_FORGED,
    "too_short": Reason.QUOTE_TOO_SHORT,
    "absent": Reason.QUOTE_NOT_FOUND,
}


def quote_fault(quote: str, result: QuoteResult, cited_pages: Collection[int], standard: EvalStandard) -> Fault | None:
    """Return what is wrong with the words of a quote; ``None`` if it is verbatim.

    A quote is called invented only on pages that could be read. If the cited page could not be read, or no page is
    cited and some could not be read, it is unsupported and goes to a person.
    """
    row = _row(quote, result)
    name = ClassName(getattr(standard.parameters.quote.verdicts, row))
    if name is ClassName.OK:
        return None
    if name is ClassName.FAKE and _may_stand_unread(result, cited_pages):
        pages = ", ".join(map(str, result.unread_pages))
        return Fault(
            class_name=ClassName.NOSUPPORT,
            reason=Reason.QUOTE_UNREADABLE,
            sentence=f"{result.sentence} It may be on a page or in a picture that could not be read (page {pages}).",
            needs_review=True,
        )
    if row == "forged" and result.unclear_pages and standard.parameters.clarifications.material_changes:
        pages = ", ".join(map(str, result.unclear_pages))
        return Fault(
            class_name=ClassName.NOSUPPORT,
            reason=Reason.QUOTE_UNREADABLE,
            sentence=f"{result.sentence} The text of page {pages} may have been misread, so a person must look at it.",
            needs_review=True,
        )
    review = name is ClassName.FAKE or row == "too_short"
    return Fault(class_name=name, reason=_REASONS[row], sentence=result.sentence, needs_review=review)


def _row(quote: str, result: QuoteResult) -> str:
    """Return the row of the standard's map for a search result."""
    match result.verdict:
        case QuoteVerdict.VERBATIM:
            return "verbatim"
        case QuoteVerdict.TOO_SHORT:
            return "too_short"
        case QuoteVerdict.ABSENT:
            return "absent"
        case QuoteVerdict.SPLICED:
            return _changed(result, "spliced_over_exception" if result.skipped else "spliced")
        case QuoteVerdict.PARAPHRASE:
            if result.skipped:
                return "spliced_over_exception"
            return "brackets_inserted" if _is_only_added_to(quote, result) else "paraphrase"
        case QuoteVerdict.PARTIAL:
            return _changed(result, "tail_immaterial")
        case QuoteVerdict.ALTERED:
            return _changed(result, "altered_immaterial")


def _is_only_added_to(quote: str, result: QuoteResult) -> bool:
    """Return whether a quote differs from its passage only by words in square brackets."""
    return "[" in quote and bool(result.differences) and all(not one.expected for one in result.differences)


def _changed(result: QuoteResult, otherwise: str) -> str:
    if result.is_forged:
        return "forged"
    return "altered" if result.material else otherwise


def _may_stand_unread(result: QuoteResult, cited_pages: Collection[int]) -> bool:
    if not result.unread_pages or result.verdict is not QuoteVerdict.ABSENT:
        return False
    return not cited_pages or bool(set(cited_pages) & set(result.unread_pages))
