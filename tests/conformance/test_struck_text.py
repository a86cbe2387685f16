"""C-37, its second half: struck and hidden words are held by a document and support nothing that is in force."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.conformance.vectors import Vector, build

from loanproof.cases import ExtractionCase
from loanproof.core import Citation, FieldId, Reason, Span
from loanproof.documents import Document, Mark, MarkReason, Page, Section, SectionKind, load_document
from loanproof.outputs import ExtractionOutput
from loanproof.provenance import ClassName, DocumentSet, ItemProvenance, assess_citation, assess_item, claim_of_value
from loanproof.scoring import score_extraction
from loanproof.standards import EvalStandard, Label, load_contract
from loanproof.values import Strictness, parts_of

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
def with_c37() -> EvalStandard:
    """Return the first version that has the ruling."""
    return load_contract("eval-standards@1.0+r2")


def judge(quote: str, value: str, standard: EvalStandard) -> tuple[ClassName, Reason]:
    documents = DocumentSet([a_document()], standard)
    citation = Citation(document="deal.pdf", page="1", section="5.1", quote=quote)
    claim = claim_of_value(FieldId("margin"), value, standard)
    found = assess_citation(citation, documents=documents, standard=standard, supports=claim)
    return found.class_name, found.reason


@pytest.mark.parametrize(
    ("quote", "value", "class_name", "reason"),
    [
        ("The Margin is 2.50 per cent. per annum on each Loan", "2.50 %", ClassName.OK, Reason.CITATION_OK),
        ("The Margin is 2.25 2.50 per cent. per annum", "2.50 %", ClassName.OK, Reason.CITATION_OK),
        ("The Margin is 2.25 2.50 per cent. per annum", "2.25 %", ClassName.NOSUPPORT, Reason.STRUCK_TEXT),
        ("The Margin is 2.25 per cent. per annum on each Loan", "2.25 %", ClassName.NOSUPPORT, Reason.STRUCK_TEXT),
        ("The Margin is 2.25 per cent. per annum on each Loan", "2.50 %", ClassName.NOSUPPORT, Reason.STRUCK_TEXT),
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
    assert not source.mentions.appears(old, Strictness.SUPPORT)


def test_a_quote_with_struck_words_is_a_finding(with_c37: EvalStandard) -> None:
    documents = DocumentSet([a_document()], with_c37)
    citation = Citation(document="deal.pdf", page="1", section="5.1", quote="The Margin is 2.25 2.50 per cent.")
    found = assess_citation(citation, documents=documents, standard=with_c37)
    assert [one.reason for one in found.findings] == [Reason.STRUCK_TEXT]
    assert found.evidence is not None
    assert "2.25 2.50" in found.evidence.snippet, "a person who looks it up sees what is struck"


def test_the_wording_before_a_change_is_not_what_the_document_says(with_c37: EvalStandard) -> None:
    documents = DocumentSet([a_document()], with_c37)
    quote = "The Margin is 2.25 per cent. per annum on each Loan made to the Borrower."
    citation = Citation(document="deal.pdf", page="1", section="5.1", quote=quote)
    found = assess_citation(citation, documents=documents, standard=with_c37)
    assert (found.class_name, found.reason) == (ClassName.NOSUPPORT, Reason.STRUCK_TEXT)


OLD, NEW, BOTH = (f"The Margin is {figures} per cent. per annum" for figures in ("2.25", "2.50", "2.25 2.50"))


def judge_amended(quotes: list[str], standard: EvalStandard, *, original: str = "2.25 %") -> ItemProvenance:
    """Judge the citations of a margin that was amended to 2.50 per cent."""
    margin = FieldId("margin")
    claim = replace(
        claim_of_value(margin, "2.50 %", standard), replaced=claim_of_value(margin, original, standard).parts
    )
    citations = [Citation(document="deal.pdf", page="1", section="5.1", quote=quote) for quote in quotes]
    documents = DocumentSet([a_document()], standard)
    return assess_item(citations, documents=documents, standard=standard, supports=claim)


@pytest.mark.parametrize("quotes", [[NEW, OLD], [OLD, NEW], [NEW, "is 2.25 2.50 per cent. per annum"], [BOTH]])
def test_struck_text_supports_what_an_amended_field_says_was_in_force_before(
    with_c37: EvalStandard, quotes: list[str]
) -> None:
    judged = judge_amended(quotes, with_c37)
    assert (judged.class_name, judged.findings) == (ClassName.OK, ())


def test_struck_text_alone_never_supports_the_new_value(with_c37: EvalStandard) -> None:
    judged = judge_amended([OLD], with_c37)
    assert (judged.class_name, judged.reason) == (ClassName.NOSUPPORT, Reason.STRUCK_TEXT)


@pytest.mark.parametrize("original", ["2.00 %", "9.99 %"], ids=["not struck there", "hidden there"])
def test_struck_text_that_does_not_hold_the_original_value_is_a_finding(with_c37: EvalStandard, original: str) -> None:
    judged = judge_amended([NEW, OLD], with_c37, original=original)
    assert judged.class_name is ClassName.OK
    assert [one.reason for one in judged.findings] == [Reason.STRUCK_TEXT]


def test_hidden_text_supports_no_original_value(with_c37: EvalStandard) -> None:
    judged = judge_amended([NEW, HIDDEN], with_c37, original="9.99 %")
    assert [one.reason for one in judged.findings] == [Reason.HIDDEN_TEXT]


@pytest.mark.parametrize(
    ("quotes", "label", "codes"),
    [
        (("2.35", "2.00"), Label.CORRECT, set()),
        (("2.00",), Label.FAIL, {Reason.STRUCK_TEXT}),
    ],
)
def test_an_amended_field_may_cite_its_original_value_where_it_is_struck(
    with_c37: EvalStandard, tmp_path: Path, quotes: tuple[str, ...], label: Label, codes: set[Reason]
) -> None:
    """In force from the reader to the label of the field."""
    said = "The Margin shall be {} per cent. per annum with effect from the Effective Date."
    vector = Vector(
        id="struck",
        rule=("C-37",),
        why="an original value is cited where it is struck",
        base="amendment",
        expect={},
        replace=(
            ("by replacing 2.00 per cent. per annum with 2.35 per cent. per annum.", "so: " + said.format("2.00 2.35")),
            ("Margin means 2.00 per cent. per annum.", "Margin means the rate that is agreed."),
        ),
        output={
            "fields.margin.provenance": [
                {"document": "larch-amendment.txt", "page": 3, "section": "2.1", "quote": said.format(figure)}
                for figure in quotes
            ]
        },
    )
    built = build(vector, tmp_path, with_c37)
    assert isinstance(built.case, ExtractionCase)
    assert isinstance(built.output, ExtractionOutput)
    whole = [load_document(tmp_path / name) for name in built.case.document_names]
    start = whole[0].text.index("2.00 2.35")
    mark = Mark(span=Span(start, start + 5), reason=MarkReason.STRUCK, words="2.00 ")
    struck = replace(whole[0], text=whole[0].text.replace("2.00 2.35", "     2.35"), marks=(mark,))
    documents = DocumentSet([struck, *whole[1:]], with_c37)
    score = score_extraction(built.case, built.output, documents=documents, standard=with_c37)
    (margin,) = (item for item in score.items if item.head.item == "margin")
    assert margin.label is label, margin.reasons
    found = {one.code for one in margin.reasons} | {one.code for one in score.findings}
    assert found & {Reason.STRUCK_TEXT, Reason.QUOTE_ALTERED} == codes
