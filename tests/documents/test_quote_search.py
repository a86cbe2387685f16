"""Places, ties and totality of quote search, and a generated agreement with everything that layout does to text."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tools.agreement import Agreement, fabricate, make_agreement
from tools.quote_rules import RULES

from loanproof.core import Span
from loanproof.documents.model import Document, Page, Section, SectionKind, TextSource
from loanproof.documents.quotes.result import QuoteVerdict
from loanproof.documents.quotes.search import QuoteSearcher

NOTICE = "Any notice shall be sent by courier to the registered office of the Parent."


def a_document(*pages: str, sections: tuple[tuple[str, int | None], ...] = ()) -> Document:
    """Return a document of these pages; each section begins where its id is in the text."""
    text = "\f".join(pages)
    starts = [text.index(name) for name, _ in sections]
    ends = [next((later for later in starts[at + 1 :]), len(text)) for at in range(len(starts))]
    made: list[Page] = []
    at = 0
    for number, page in enumerate(pages, 1):
        made.append(Page(number=number, span=Span(at, at + len(page))))
        at += len(page) + 1
    parents = {parent for _, parent in sections if parent is not None}
    return Document(
        name="d.pdf",
        digest="",
        paged=True,
        text=text,
        pages=tuple(made),
        sections=tuple(
            Section(
                id=name, kind=SectionKind.CLAUSE, span=Span(start, len(text) if at in parents else end), parent=parent
            )
            for at, ((name, parent), start, end) in enumerate(zip(sections, starts, ends, strict=True))
        ),
    )


@pytest.fixture
def repeated() -> QuoteSearcher:
    document = a_document(
        f"7.1 {NOTICE}", f"7.2 {NOTICE}", f"7.3 {NOTICE}", sections=(("7.1", None), ("7.2", None), ("7.3", None))
    )
    return QuoteSearcher(document, RULES)


@pytest.mark.parametrize(
    ("row", "quote", "is_whole"),
    [
        ("ABN 41 530 662 117\t205 Collins Lane", "Redgum Agency Limited ABN 41 530 662 117", True),
        ("ABN 41 530 662 117\t205 Collins Lane", "205 Collins Lane, Melbourne", True),
        ("ABN 41 530 662 117    205 Collins Lane", "Redgum Agency Limited ABN 41 530 662 117", True),
        ("ABN 41 530 662 117\t205 Collins Lane", "Redgum Agency Limited ABN 41 530 662 117 205 Collins Lane", True),
        ("ABN 41 530 662 117\t205 Collins Lane", "Redgum Agency Limited ABN 41 530 662", False),
        ("ABN 41 530 662 117\t205 Collins Lane", "530 662 117 205 Collins Lane, Melbourne", False),
        ("ABN 41 530 662 117 205 Collins Lane", "Redgum Agency Limited ABN 41 530 662 117", False),
        ("lends EUR 12 500\n000 to Collins Lane", "Redgum Agency Limited lends EUR 12 500", False),
        ("lends EUR 12 500\u00a0\u00a0000 to Collins Lane", "Redgum Agency Limited lends EUR 12 500", False),
    ],
)
def test_a_figure_ends_with_its_cell_and_not_before(row: str, quote: str, is_whole: bool) -> None:
    document = a_document(f"Agent\tRedgum Agency Limited {row}, Melbourne")
    result = QuoteSearcher(document, RULES).search(quote)
    assert (result.verdict is QuoteVerdict.VERBATIM) is is_whole


def test_a_difference_in_spacing_alone_is_told_as_one() -> None:
    document = a_document("2.1 The Borrower shall ( a) pay and ( b) report to the Agent.")
    result = QuoteSearcher(document, RULES).search("The Borrower shall (a) pay and (b) report to the Agent")
    assert result.verdict is QuoteVerdict.ALTERED
    assert "only its spacing differs" in result.sentence


def test_without_a_citation_the_first_place_is_told_and_the_tie_reported(repeated: QuoteSearcher) -> None:
    result = repeated.search(NOTICE)
    assert (result.pages, result.section, result.other_count) == ((1,), "7.1", 2)
    assert result.is_ambiguous
    assert "2 other places" in result.sentence


def test_the_cited_page_breaks_a_tie(repeated: QuoteSearcher) -> None:
    result = repeated.search(NOTICE, page=2)
    assert (result.pages, result.on_cited_page, result.in_cited_section) == ((2,), True, None)
    assert not result.is_ambiguous


def test_the_cited_section_breaks_a_tie(repeated: QuoteSearcher) -> None:
    result = repeated.search(NOTICE, section="7.3")
    assert (result.pages, result.section, result.in_cited_section) == ((3,), "7.3", True)


def test_the_cited_page_comes_before_the_cited_section(repeated: QuoteSearcher) -> None:
    result = repeated.search(NOTICE, page=1, section="7.3")
    assert (result.pages, result.on_cited_page, result.in_cited_section) == ((1,), True, False)


def test_a_wrong_page_never_hides_a_quote(repeated: QuoteSearcher) -> None:
    result = repeated.search(NOTICE, page=99, section="no such section")
    assert result.verdict is QuoteVerdict.VERBATIM
    assert (result.on_cited_page, result.in_cited_section) == (False, False)


def test_a_changed_quote_is_told_at_the_cited_page_where_two_places_fit_equally(repeated: QuoteSearcher) -> None:
    result = repeated.search(NOTICE.replace("courier", "telex"), page=3)
    assert (result.verdict, result.pages) == (QuoteVerdict.ALTERED, (3,))


def test_a_quote_inside_a_clause_is_inside_the_cited_parent() -> None:
    document = a_document(
        "5 Covenants 5.1 The Borrower shall insure the Vessel.", sections=(("5 Cov", None), ("5.1", 0))
    )
    result = QuoteSearcher(document, RULES).search("The Borrower shall insure the Vessel", section="5 Cov")
    assert (result.section, result.in_cited_section) == ("5.1", True)


def test_a_quote_over_two_clauses_stands_in_the_clause_around_both() -> None:
    text = "5 Covenants 5.1 The Borrower shall insure the Vessel. 5.2 It shall pay each premium."
    document = a_document(text, sections=(("5 Cov", None), ("5.1", 0), ("5.2", 0)))
    result = QuoteSearcher(document, RULES).search("insure the Vessel. 5.2 It shall pay each premium")
    assert result.section == "5 Cov"


def test_a_quote_misread_on_the_cited_page_is_not_sent_to_another_page() -> None:
    true = "The Chargor assigns to the Trustee all its rights in the earnings of the Vessel."
    text = f"{true}\f{true.replace('earnings', 'earnlngs')}"
    cut = len(true)
    pages = (
        Page(number=1, span=Span(0, cut)),
        Page(number=2, span=Span(cut + 1, len(text)), source=TextSource.OCR),
    )
    document = Document(name="d.pdf", digest="", paged=True, text=text, pages=pages)
    result = QuoteSearcher(document, RULES).search(true, page=2)
    assert (result.verdict, result.pages, result.ocr_errors) == (QuoteVerdict.VERBATIM, (2,), 1)
    assert "recognised from an image" in result.sentence


def test_absence_names_the_k_of_its_proof() -> None:
    quote = "The tenant repaints the woodwork of the warehouse each summer"
    result = QuoteSearcher(a_document(NOTICE), RULES).search(quote)
    assert result.verdict is QuoteVerdict.ABSENT
    assert result.absent_within is not None
    assert result.absent_within >= len(quote) // 8
    assert f"even if {result.absent_within} of its {len(quote)} characters" in result.sentence
    assert result.span is None


def test_a_quote_with_letters_wrong_in_most_words_is_found_not_called_absent() -> None:
    quote = "Amy notics shalt be semt by couriar to thc registered offics of tbe Farent"
    result = QuoteSearcher(a_document(NOTICE), RULES).search(quote)
    assert result.verdict is not QuoteVerdict.ABSENT
    assert result.pages == (1,)


def test_a_quote_longer_than_one_alignment_is_searched_in_parts() -> None:
    sentences = [
        f"Clause {number} obliges the Borrower to keep record {number * 37} of voyage {number}."
        for number in range(200)
    ]
    document = a_document(" ".join(sentences))
    whole = " ".join(sentences[5:150])
    assert QuoteSearcher(document, RULES).search(whole).verdict is QuoteVerdict.VERBATIM
    forged = QuoteSearcher(document, RULES).search(whole.replace(f"record {100 * 37} ", "record 999999 "))
    assert forged.verdict is QuoteVerdict.ALTERED
    assert [(one.found, one.is_forged) for one in forged.material] == [("999999", True)]


@given(st.text(max_size=80), st.text(max_size=120), st.none() | st.integers(-3, 9))
def test_any_quote_on_any_text_gets_an_answer(quote: str, text: str, page: int | None) -> None:
    document = a_document(text.replace("\f", " "))
    result = QuoteSearcher(document, RULES).search(quote, page=page)
    assert (result.verdict in (QuoteVerdict.ABSENT, QuoteVerdict.TOO_SHORT)) == (not result.spans)
    assert result.sentence.endswith(".")


@given(
    st.lists(
        st.sampled_from(["“term”", "ﬁnal", "well-known", "US$5,000", "office", "—", "(a)", "4.00:1", "Zürich"]),
        min_size=8,
        max_size=30,
    ),
    st.data(),
)
def test_whole_words_of_a_document_are_verbatim(words: list[str], data: st.DataObject) -> None:
    gaps = data.draw(st.lists(st.sampled_from([" ", "\n", "  ", "\t"]), min_size=len(words), max_size=len(words)))
    text = "".join(word + gap for word, gap in zip(words, gaps, strict=True))
    start = data.draw(st.integers(0, len(words) - 5))
    quote = " ".join(words[start : start + 5]).replace("ﬁ", "fi").upper()
    result = QuoteSearcher(a_document(text), RULES).search(quote)
    assert result.verdict is QuoteVerdict.VERBATIM


@cache
def the_agreement() -> tuple[Agreement, QuoteSearcher]:
    agreement = make_agreement(seed=5, pages=24, ocr_pages=4)
    return agreement, QuoteSearcher(agreement.document, RULES)


def test_every_clause_of_a_generated_agreement_is_found_on_its_pages_and_in_its_section() -> None:
    agreement, searcher = the_agreement()
    clean = [clause for clause in agreement.clauses if clause.pages[-1] <= 20]
    assert len(clean) > 100
    for clause in clean:
        result = searcher.search(" ".join(clause.words))
        assert result.verdict is QuoteVerdict.VERBATIM, clause.id
        assert (set(result.pages) >= set(clause.pages), result.section) == (True, clause.id)


def test_a_dropped_not_is_never_verbatim_in_a_generated_agreement() -> None:
    agreement, searcher = the_agreement()
    clauses = [clause for clause in agreement.clauses if "not" in clause.words]
    assert len(clauses) > 50
    for clause in clauses:
        forged = " ".join(word for word in clause.words if word != "not")
        assert searcher.search(forged).verdict is not QuoteVerdict.VERBATIM, clause.id


def test_fabricated_sentences_are_absent_from_a_generated_agreement() -> None:
    rng = random.Random(3)
    _, searcher = the_agreement()
    assert {searcher.search(fabricate(rng)).verdict for _ in range(60)} == {QuoteVerdict.ABSENT}


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("a" * 600_000, "a" * 300 + "b" + "a" * 300),
        ("a" * 600_000, "a-" * 2000),
        ("a " * 300_000, "a " * 2500),
        ("ab" * 300_000, "ab" * 1000 + "x" + "ab" * 1000),
        ("The Borrower shall pay the fee. " * 20_000, "The Borrower shall pay the charge. " * 3000),
    ],
    ids=["one letter", "hyphens", "one word", "two letters", "one sentence"],
)
def test_text_that_repeats_itself_is_answered(text: str, quote: str) -> None:
    # Each takes a fraction of a second; where time grew with the cube of the quote, this test did not end.
    assert QuoteSearcher(a_document(text), RULES).search(quote, page=1).sentence


def test_of_very_many_places_the_one_on_the_cited_page_is_told() -> None:
    pages = ["fee " * 6000, "nothing here", "one fee is due"]
    result = QuoteSearcher(a_document(*pages), RULES).search("fee", page=3)
    assert (result.verdict, result.pages, result.on_cited_page) == (QuoteVerdict.VERBATIM, (3,), True)


def test_a_long_invented_quote_is_proven_absent_by_one_part() -> None:
    rng = random.Random(7)
    words = ["".join(rng.choices("abcdefghij", k=rng.randint(3, 8))) for _ in range(4000)]
    text, quote = (" ".join(rng.choices(words, k=count)) for count in (20_000, 4000))
    result = QuoteSearcher(a_document(text), RULES).search(quote)
    assert result.verdict is QuoteVerdict.ABSENT
    assert result.absent_within is not None
    assert result.absent_within >= 100


def test_the_short_rest_of_a_long_quote_proves_nothing() -> None:
    result = QuoteSearcher(a_document("a" * 20_000), RULES).search("a-" * 1003)
    assert result.verdict is QuoteVerdict.ALTERED


def test_two_misread_words_in_a_row_are_judged_one_by_one() -> None:
    filler = "The Agent records each notice in the register that it keeps for that purpose at its office. " * 3
    right = f"The Lender waives its rights to the fullest extent permitted by law. {filler}"
    misread = f"Each Guarantor renounces every defence of {{}} to the fullesf exteut permitted by law. {filler}"
    text = right * 40 + "".join(misread.format(word) for word in ("division", "discussion"))
    page = Page(number=1, span=Span(0, len(text)), source=TextSource.OCR)
    document = Document(name="scan.pdf", digest="", paged=True, text=text, pages=(page,))
    quote = "Each Guarantor renounces every defence of discussion to the fullest extent permitted by law. The Agent"
    result = QuoteSearcher(document, RULES).search(quote)
    assert (result.verdict, result.ocr_errors) == (QuoteVerdict.VERBATIM, 2)
