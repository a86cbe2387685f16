"""Words of a document as citations: found, found elsewhere, nearly there, or nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.runs.small_suite import DOCUMENT, NAME

from loanproof.core import Citation
from loanproof.documents import load_document
from loanproof.provenance import ClassName, DocumentSet, assess_citation
from loanproof.service import Search, find_words
from loanproof.standards import load_contract

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.documents import Document

STANDARD = load_contract("eval-standards@1.0+r2")
REPEATED = "\n2.2 Purpose\n\nThe Borrower pays on 15 March 2031 and on no other day at all.\n"


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Document:
    path = tmp_path_factory.mktemp("find") / NAME
    path.write_text(DOCUMENT + REPEATED, encoding="utf-8")
    return load_document(path)


def found(search: Search) -> list[tuple[str | None, str | None, str | None]]:
    return [(one.citation.page, one.citation.section, one.citation.quote) for one in search.places]


def test_a_few_words_become_the_sentence_around_them(document: Document) -> None:
    search = find_words(document, "31 March 2027", standard=STANDARD)
    sentence = '"Availability Period" means the period from the date of this Agreement to and including 31 March 2027.'
    assert (search.is_found, found(search)) == (True, [("1", "1.1", sentence)])


def test_a_sentence_ends_before_the_number_of_its_page_and_keeps_its_stop(tmp_path: Path) -> None:
    path = tmp_path / NAME
    path.write_text(
        "1. PARTIES\n\n1.1 Borrower\n\nThe Borrower is Tarn Foods, Inc. of Delaware, a company.\n9\n\f1.2 End\n",
        "utf-8",
    )
    one = load_document(path)
    [(_, _, words)] = found(find_words(one, "of Delaware", standard=STANDARD))
    assert words == "The Borrower is Tarn Foods, Inc. of Delaware, a company."
    [(_, _, name)] = found(find_words(one, "The Borrower is Tarn Foods, Inc.", standard=STANDARD))
    assert name is not None
    assert "Inc." in name


def test_a_sentence_whose_end_is_not_in_sight_goes_on_to_its_last_comma(tmp_path: Path) -> None:
    path = tmp_path / NAME
    items = ", ".join(f"the amount that is due by Lender {number} under this Agreement" for number in range(9))
    path.write_text(f'1. TERMS\n\n1.1 Terms\n\n"Total" means {items}.\n', "utf-8")
    [(_, _, words)] = found(find_words(load_document(path), '"Total" means', standard=STANDARD))
    assert words is not None
    assert words.startswith('"Total" means the amount that is due by Lender 0 under this Agreement, ')
    assert words.endswith("under this Agreement")


def test_many_words_stay_as_they_are(document: Document) -> None:
    words = "a term loan facility in an aggregate amount"
    assert found(find_words(document, words, standard=STANDARD)) == [("2", "2.1", words)]


def test_every_place_of_the_words_is_told(document: Document) -> None:
    pages = [page for page, _, _ in found(find_words(document, "15 March 2031", standard=STANDARD))]
    assert pages == ["1", "2"]


def test_one_page_can_be_asked_for(document: Document) -> None:
    search = find_words(document, "15 March 2031", standard=STANDARD, page_number=2)
    assert found(search) == [("2", "2.2", "The Borrower pays on 15 March 2031 and on no other day at all.")]
    assert search.is_found


def test_words_of_another_page_are_a_near_miss(document: Document) -> None:
    search = find_words(document, "31 March 2027", standard=STANDARD, page_number=2)
    assert (search.is_found, [page for page, _, _ in found(search)]) == (False, ["1"])


def test_a_changed_passage_is_a_near_miss_with_what_differs(document: Document) -> None:
    words = "a term loan facility in an aggregate amount of USD 125,000,000"
    search = find_words(document, words, standard=STANDARD)
    [place] = search.places
    assert not search.is_found
    assert (place.citation.page, place.citation.section) == ("2", "2.1")
    assert [(one.expected, one.found) for one in place.differs] == [("USD 120,000,000", "USD 125,000,000")]


def test_what_is_nowhere_has_no_place(document: Document) -> None:
    search = find_words(document, "the lessee shall repaint the hull each spring", standard=STANDARD)
    assert (search.places, search.is_found) == ((), False)


@pytest.mark.parametrize("words", ["31 March 2027", "15 March 2031", "an aggregate amount", "FACILITY AGREEMENT"])
def test_what_is_called_checked_passes_the_judge_of_citations(document: Document, words: str) -> None:
    documents = DocumentSet([document], STANDARD)
    search = find_words(document, words, standard=STANDARD)
    assert search.places
    for place in search.places:
        judged = assess_citation(place.citation, documents=documents, standard=STANDARD)
        assert place.is_checked == (judged.class_name is ClassName.OK)
    assert all(isinstance(place.citation, Citation) for place in search.places)


@pytest.mark.parametrize("words", ["", " ", ".", "\x00", "a" * 20_000])
def test_any_words_are_accepted(document: Document, words: str) -> None:
    assert not find_words(document, words, standard=STANDARD).is_found


def document_of(tmp_path: Path, text: str) -> Document:
    path = tmp_path / NAME
    path.write_text(text, encoding="utf-8")
    return load_document(path)


ACCOUNTS = """1. ACCOUNTS

1.1 Account

The number of the account is 610 019 209 000 525 070 96.

1.2 Amounts

The “RevolvingLoanCommitment” shall mean USD 500,000, and the ICE Benchmark Administra\ufffdon is named here.
"""


@pytest.mark.parametrize(
    ("words", "section", "quote"),
    [
        ("is 610 019 209", "1.1", "The number of the account is 610 019 209 000 525 070 96."),
        ("610 019 209", "1.1", "The number of the account is 610 019 209 000 525 070 96."),
        ("525 070 96", "1.1", "The number of the account is 610 019 209 000 525 070 96."),
        ("“Revolving Loan Commitment” shall mean USD 500,000, and the ICE", "1.2", None),
        ("and the ICE Benchmark Administration is named here", "1.2", None),
    ],
)
def test_words_are_found_by_their_letters(words: str, section: str, quote: str | None, tmp_path: Path) -> None:
    search = find_words(document_of(tmp_path, ACCOUNTS), words, standard=STANDARD)
    [(_, at, quoted)] = found(search)
    assert (search.is_found, at) == (True, section)
    assert search.places[0].is_checked
    assert quote is None or quoted == quote


@pytest.mark.parametrize("words", ["means USD 500", "10 019 209", "Revolving Loan Commit", "USD 500,000,000"])
def test_a_piece_of_a_word_or_figure_is_not_found(words: str, tmp_path: Path) -> None:
    assert not find_words(document_of(tmp_path, ACCOUNTS), words, standard=STANDARD).is_found


def test_the_clause_comes_before_its_line_in_the_contents(tmp_path: Path) -> None:
    listed = "".join(f"SECTION 9.0{n} Matter {n} {50 + n}\n" for n in range(1, 9))
    clauses = "".join(f"SECTION 9.0{n} Matter {n}. This is said of matter {n} and no other.\n\n" for n in range(1, 9))
    text = f"TABLE OF CONTENTS\n{listed}\fARTICLE IX\n\n{clauses}"
    search = find_words(document_of(tmp_path, text), "SECTION 9.05", standard=STANDARD)
    assert [place.citation.section for place in search.places] == ["9.05", "table of contents"]


def test_the_stops_of_initials_and_numbers_end_no_sentence(tmp_path: Path) -> None:
    text = (
        "1. PARTIES\n\n1.1 Guarantors\n\nThe Guarantor is H.F.D. No. 55, Inc. and J. Smith signs for it. It is old.\n"
    )
    [(_, _, quote)] = found(find_words(document_of(tmp_path, text), "Smith signs", standard=STANDARD))
    assert quote == "The Guarantor is H.F.D. No. 55, Inc. and J. Smith signs for it."


def test_the_last_row_of_a_grid_ends_before_the_number_of_its_page(tmp_path: Path) -> None:
    rows = "1 B1 or better 2.75% 1.75%\n2 less than B1 3.00% 2.00%"
    text = f"1. RATES\n\n1.1 Rate\n\nThe rates are these:\n{rows}\n3\f1.2 End\n"
    [(_, _, quote)] = found(find_words(document_of(tmp_path, text), "less than B1", standard=STANDARD))
    assert quote is not None
    assert quote.endswith("1 B1 or better 2.75% 1.75% 2 less than B1 3.00% 2.00%")


def test_a_sentence_with_the_words_twice_is_one_place(tmp_path: Path) -> None:
    text = "1. RATES\n\n1.1 Rate\n\nThe Offered Rate is used, or if there is none the next Offered Rate of that day.\n"
    assert len(find_words(document_of(tmp_path, text), "Offered Rate", standard=STANDARD).places) == 1


HIDING = (
    "<p>The Margin is 2.00 per cent. per annum.</p><p style='display:none'>The Margin is 9.00 per cent. per annum.</p>"
    "<p style='font-size:1px'>The Fee is 8.00 per cent. per annum.</p>"
    "<p><s>The Cap is 7.00 per cent. per annum.</s></p>"
    "<p style='color:#fff'>The Cap is 6.00 per cent. per annum.</p>"
)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("9.00 per cent", "a person cannot see them"),
        ("The Fee is 8.00 per cent. per annum.", "a person cannot see them"),
        ("6.00 per cent", "a person cannot see them"),
        ("7.00 per cent", "struck out"),
    ],
)
def test_words_that_nobody_sees_are_told_and_never_cited(words: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "hiding.html"
    path.write_text(HIDING, "utf-8")
    search = find_words(load_document(path), words, standard=STANDARD)
    assert (search.is_found, found(search)) == (False, [])
    assert said in search.sentence


def test_words_that_are_also_to_be_seen_are_cited_where_they_are_seen(tmp_path: Path) -> None:
    path = tmp_path / "hiding.html"
    path.write_text(HIDING, "utf-8")
    search = find_words(load_document(path), "per cent. per annum", standard=STANDARD)
    assert [quote for _, _, quote in found(search)] == ["The Margin is 2.00 per cent. per annum."]


def test_a_sentence_ends_where_the_next_clause_begins(tmp_path: Path) -> None:
    path = tmp_path / NAME
    path.write_text(
        "1. DEFAULT\n\n1.1 Payment\nThe Borrower pays within nine Business Days of the due date.\n"
        "1.2 Other debt\nDebt of the Borrower is not paid when due, as (a) the Agent or (b) a Lender may say.\n",
        encoding="utf-8",
    )
    one = load_document(path)
    [(_, _, first)] = found(find_words(one, "nine Business Days", standard=STANDARD))
    assert first is not None
    assert first.endswith("The Borrower pays within nine Business Days of the due date.")
    [(_, _, last)] = found(find_words(one, "the Agent", standard=STANDARD))
    assert last is not None
    assert last.endswith("as (a) the Agent or (b) a Lender may say.")
