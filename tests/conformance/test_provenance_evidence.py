"""What a judgement says beside its class: scans, unread pages, broad and spliced quotes, and the evidence."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from loanproof.core import Citation, FieldId, Reason, Span
from loanproof.documents import Fold, Legibility, QuoteVerdict, TextSource
from loanproof.provenance import (
    ClassName,
    DocumentSet,
    FileMatch,
    PageMatch,
    SectionMatch,
    assess_citation,
    claim_of_value,
)

if TYPE_CHECKING:
    from loanproof.documents import Document, Page
    from loanproof.provenance import CitationResult
    from loanproof.standards import EvalStandard

FILE = "northwind-facility-agreement.txt"
PURPOSE = "towards the general corporate purposes of the Group"
INVENTED = "Every vessel shall be insured by first-class underwriters in the London market."


def judged(document: Document, contract: EvalStandard, **parts: str) -> CitationResult:
    citation = Citation(document=FILE, **parts)
    return assess_citation(citation, documents=DocumentSet([document], contract), standard=contract)


def with_page(document: Document, page: Page) -> Document:
    """Return the document with this page instead of its own of the same number."""
    pages = tuple(page if one.number == page.number else one for one in document.pages)
    return replace(document, pages=pages)


def unread(document: Document, number: int) -> Document:
    """Return the document as if nobody could read this page."""
    return with_page(document, replace(document.pages[number - 1], legibility=Legibility.ILLEGIBLE))


def test_letters_misread_on_a_scan_are_forgiven_and_told(agreement: Document, contract: EvalStandard) -> None:
    text = agreement.text.replace("general corporate purposes", "general corporatc purposes")
    scan = with_page(replace(agreement, text=text), replace(agreement.pages[3], source=TextSource.OCR))
    quote = f"The Borrower shall apply all amounts borrowed by it {PURPOSE}."
    found = judged(scan, contract, page="4", section="2.2(a)", quote=quote)
    assert (found.class_name, [one.reason for one in found.findings]) == (ClassName.OK, [Reason.OCR_TOLERANCE])
    typed = judged(replace(agreement, text=text), contract, page="4", section="2.2(a)", quote=quote)
    assert typed.class_name is ClassName.PARA


def test_a_quote_from_a_page_that_could_not_be_read_is_for_a_person(
    agreement: Document, contract: EvalStandard
) -> None:
    dark = unread(agreement, 4)
    found = judged(dark, contract, page="4", section="2.2", quote=INVENTED)
    assert (found.class_name, found.reason) == (ClassName.NOSUPPORT, Reason.QUOTE_UNREADABLE)
    assert found.needs_review
    assert "page 4" in found.sentence


def test_an_unread_page_elsewhere_does_not_excuse_an_invented_quote(
    agreement: Document, contract: EvalStandard
) -> None:
    dark = unread(agreement, 4)
    assert judged(dark, contract, page="5", section="4.1", quote=INVENTED).class_name is ClassName.FAKE


@pytest.mark.parametrize(("length", "broad"), [(1500, False), (1501, True)])
def test_a_quote_is_broad_beyond_the_border_of_the_standard(
    agreement: Document, contract: EvalStandard, length: int, broad: bool
) -> None:
    clause = ("The Agent shall promptly tell each Lender " * 60)[:length].rstrip()
    clause += "x" * (length - len(clause))
    text = agreement.text + clause
    last = agreement.pages[-1]
    document = with_page(replace(agreement, text=text), replace(last, span=Span(last.span.start, len(text))))
    found = judged(document, contract, page="6", section="8.1", quote=clause)
    assert (Reason.BROAD_QUOTE in {one.reason for one in found.findings}) is broad


def test_pieces_of_two_definitions_put_together_are_a_paraphrase(agreement: Document, contract: EvalStandard) -> None:
    quote = '"Margin" means 2.25 per cent. per annum. "Total Commitments" means the aggregate of the Commitments'
    found = judged(agreement, contract, page="3", section="1.1", quote=quote)
    assert (found.class_name, found.reason) == (ClassName.PARA, Reason.QUOTE_SPLICED)


def test_pieces_with_an_exception_between_them_support_nothing(agreement: Document, contract: EvalStandard) -> None:
    quote = (
        "The Borrower shall repay the Loans in full on the Termination Date. This Agreement is governed by English law."
    )
    found = judged(agreement, contract, page="5", section="4.1", quote=quote)
    assert (found.class_name, found.reason) == (ClassName.NOSUPPORT, Reason.QUOTE_ALTERED)


def test_a_true_head_with_an_invented_amount_behind_it_is_forged(agreement: Document, contract: EvalStandard) -> None:
    quote = "The Borrower shall repay the Loans in full on the Termination Date together with a fee of US$9,125,000."
    found = judged(agreement, contract, page="5", section="4.1", quote=quote)
    assert (found.class_name, found.reason) == (ClassName.FAKE, Reason.QUOTE_FORGED)


def test_an_amount_and_the_currency_in_it_are_one_place(agreement: Document, contract: EvalStandard) -> None:
    once = replace(agreement, text=agreement.text.replace("US$500,000,000 at", "the sum agreed at"))
    found = assess_citation(
        Citation(document=FILE, page="3", section="2.1", quote="US$500,000,000"),
        documents=DocumentSet([once], contract),
        standard=contract,
        supports=claim_of_value(FieldId("currency"), ["USD"], contract),
    )
    assert found.class_name is ClassName.OK


def test_the_evidence_says_what_was_found_where(agreement: Document, contract: EvalStandard) -> None:
    quote = "THE BORROWER shall apply all amounts borrowed by it towards the general corporate purposes"
    found = judged(agreement, contract, page="2", section="2.2", quote=quote)
    evidence = found.evidence
    assert evidence is not None
    assert (evidence.document, evidence.pages, evidence.section) == (FILE, (4,), "2.2(a)")
    assert (evidence.file, evidence.page, evidence.in_section) == (
        FileMatch.EXACT,
        PageMatch.RIGHT,
        SectionMatch.COARSE,
    )
    assert evidence.snippet.startswith("The Borrower shall apply")
    assert evidence.quote is not None
    assert (evidence.quote.verdict, evidence.quote.folds) == (QuoteVerdict.VERBATIM, (Fold.CASE,))


def test_citations_are_judged_on_at_least_one_document(contract: EvalStandard) -> None:
    with pytest.raises(ValueError, match="at least one document"):
        DocumentSet([], contract)


def test_the_sentence_names_page_and_clause(agreement: Document, contract: EvalStandard) -> None:
    found = judged(agreement, contract, page="6", section="2.2", quote=f"borrowed by it {PURPOSE}")
    assert found.sentence == "The text is at page 4, section 2.2(a), not on page “6”."
