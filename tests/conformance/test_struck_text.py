"""C-37, its second half: struck and hidden words are held by a document and support nothing that is in force."""

from __future__ import annotations

from dataclasses import replace

import pytest

from loanproof.core import Citation, FieldId, Reason, Span
from loanproof.documents import Document, Mark, MarkReason, Page, Section, SectionKind
from loanproof.provenance import ClassName, DocumentSet, claim_of_value, judge_citation
from loanproof.standards import EvalStandard
from loanproof.values import Strictness, appears, parts_of

BEFORE = "5.1 Margin. The Margin is "
AFTER = " per cent. per annum on each Loan made to the Borrower."
HIDDEN = "The Margin is 9.99 per cent. per annum on every Loan that is outstanding."
"""Hidden words, a sentence of their own."""


def a_document(*, struck: MarkReason = MarkReason.STRUCK) -> Document:
    """Return a page on which 2.25 was struck for 2.50, with a sentence behind it that nobody can see."""
    whole = f"{BEFORE}2.25 2.50{AFTER}\n{HIDDEN}\n"
    text = whole
    marks = []
    for words, reason in (("2.25 ", struck), (HIDDEN, MarkReason.HIDDEN)):
        start = whole.index(words)
        marks.append(Mark(span=Span(start, start + len(words)), reason=reason, words=words))
        text = text.replace(words, " " * len(words))
    pages = (Page(number=1, span=Span(0, len(text))),)
    section = Section(id="5.1", kind=SectionKind.CLAUSE, span=Span(0, len(text)))
    return Document(
        name="deal.pdf", digest="", paged=True, text=text, pages=pages, sections=(section,), marks=tuple(marks)
    )


@pytest.fixture(scope="module")
def with_c37(contract: EvalStandard) -> EvalStandard:
    """Return the contract with the ruling in force, which no published version has yet."""
    switches = contract.parameters.clarifications.model_copy(update={"stale_and_struck": True})
    parameters = contract.parameters.model_copy(update={"clarifications": switches})
    return replace(contract, contract=contract.contract.model_copy(update={"parameters": parameters}))


def judge(quote: str, value: str, standard: EvalStandard) -> tuple[ClassName, Reason]:
    documents = DocumentSet([a_document()], standard)
    citation = Citation(document="deal.pdf", page="1", section="5.1", quote=quote)
    claim = claim_of_value(FieldId("margin"), value, standard)
    found = judge_citation(citation, documents=documents, standard=standard, supports=claim)
    return found.class_name, found.reason


@pytest.mark.parametrize(
    ("quote", "value", "class_name", "reason"),
    [
        ("The Margin is 2.50 per cent. per annum on each Loan", "2.50 %", ClassName.OK, Reason.CITATION_OK),
        ("The Margin is 2.25 2.50 per cent. per annum", "2.50 %", ClassName.OK, Reason.CITATION_OK),
        ("The Margin is 2.25 2.50 per cent. per annum", "2.25 %", ClassName.NOSUPPORT, Reason.STRUCK_TEXT),
        ("The Margin is 2.25 per cent. per annum on each Loan", "2.25 %", ClassName.NOSUPPORT, Reason.QUOTE_ALTERED),
        ("The Margin is 2.75 per cent. per annum on each Loan", "2.75 %", ClassName.FAKE, Reason.QUOTE_FORGED),
        (HIDDEN, "9.99 %", ClassName.NOSUPPORT, Reason.HIDDEN_TEXT),
    ],
)
def test_only_what_is_in_force_supports_a_value(
    with_c37: EvalStandard, quote: str, value: str, class_name: ClassName, reason: Reason
) -> None:
    assert judge(quote, value, with_c37) == (class_name, reason)


def test_without_the_ruling_drawn_words_are_text_and_deleted_ones_are_not(contract: EvalStandard) -> None:
    assert judge(HIDDEN, "9.99 %", contract) == (ClassName.OK, Reason.CITATION_OK)
    drawn, deleted = (
        next(iter(DocumentSet([a_document(struck=reason)], contract))).document.text
        for reason in (MarkReason.STRUCK, MarkReason.DELETED)
    )
    assert "2.25 2.50" in drawn
    assert "2.25" not in deleted


def test_struck_words_count_for_presence_and_not_for_support(with_c37: EvalStandard) -> None:
    (source,) = DocumentSet([a_document()], with_c37)
    field_kind = with_c37.kind_of(FieldId("margin")).of_item
    (old,) = parts_of(field_kind, "2.25 %", source.mentions.context)
    (forged,) = parts_of(field_kind, "2.75 %", source.mentions.context)
    assert (source.holds(old), source.holds(forged)) == (True, False)
    assert not appears(old, source.mentions, Strictness.SUPPORT)


def test_a_quote_with_struck_words_is_a_finding(with_c37: EvalStandard) -> None:
    documents = DocumentSet([a_document()], with_c37)
    citation = Citation(document="deal.pdf", page="1", section="5.1", quote="The Margin is 2.25 2.50 per cent.")
    found = judge_citation(citation, documents=documents, standard=with_c37)
    assert [one.reason for one in found.findings] == [Reason.STRUCK_TEXT]
    assert found.evidence is not None
    assert "2.25 2.50" in found.evidence.snippet, "a person who looks it up sees what is struck"
