"""Pages of texts that have none: ``<PAGE>`` marks of old filings, and numbers at the foot of what were pages."""

from __future__ import annotations

from pathlib import Path

from tools.quote_rules import RULES

from loanproof.documents import Document, QuoteSearcher, QuoteVerdict, load_document

SENTENCE = "The Borrower shall repay each Loan in full on its Repayment Date {0} and pay interest on it.\n"


def body(page: int) -> str:
    return "".join(SENTENCE.format(100 * page + line) for line in range(8))


def read(folder: Path, name: str, text: str) -> Document:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return load_document(path)


def test_unclosed_page_tags_are_pages_and_no_nesting(folder: Path) -> None:
    pages = "".join(f"<PAGE>   {page}\n{body(page)}\n                   -{page}-\n" for page in range(1, 400))
    document = read(folder, "old.html", f"<html><body><pre>\n{pages}</pre></body></html>")
    assert len(document.pages) == 399
    assert not document.paged, "nobody need cite a page of an HTML file"
    assert (document.pages[11].label, document.pages[11].printed) == ("12", "12")
    assert "<PAGE>" not in document.text
    assert document.page_at(document.text.index("Date 5007")).number == 50


def test_a_sentence_over_an_old_page_break_is_one_sentence(folder: Path) -> None:
    names = "Ash Birch Cedar Elm Fir Larch Maple Oak".split()
    pages = (f"{body(at)}{name} shall\n  - {at} -\n<PAGE>\npay {name} & Co.\n" for at, name in enumerate(names, 1))
    document = read(folder, "break.txt", "".join(pages))
    assert len(document.pages) == 9
    found = QuoteSearcher(document, RULES).search("Elm shall pay Elm & Co.")
    assert (found.verdict, found.pages) == (QuoteVerdict.VERBATIM, (4, 5))


def test_columns_of_old_tables_strike_nothing_and_keep_their_lines(folder: Path) -> None:
    table = "<TABLE>\n<CAPTION>\n<S>            <C>\nBank A         100\nBank B         200\n</TABLE>\n"
    document = read(folder, "table.html", f"<html><body><pre>\nLenders\n{table}The end.\n</pre></body></html>")
    assert [" ".join(line.split()) for line in document.text.split("\n") if line.strip()] == [
        "Lenders",
        "Bank A 100",
        "Bank B 200",
        "The end.",
    ]
    assert document.marks == ()


def test_numbers_at_the_foot_of_pages_make_pages_where_they_count_on(folder: Path) -> None:
    text = "".join(f"{body(page)}\n{page}\n\n" for page in range(1, 12)) + body(12)
    document = read(folder, "numbers.txt", text)
    assert [page.printed for page in document.pages] == [*map(str, range(1, 12)), None]


def test_numbers_of_clauses_and_of_a_contents_list_make_no_pages(folder: Path) -> None:
    clauses = "".join(f"{number}.\n{body(number)}" for number in range(1, 12))
    assert len(read(folder, "clauses.txt", clauses).pages) == 1
    contents = "".join(f"Clause {number}\n{number}\n" for number in range(1, 30))
    assert len(read(folder, "contents.txt", contents + body(1) * 20).pages) == 1


def test_a_person_who_says_that_there_are_no_pages_is_believed(folder: Path) -> None:
    (folder / "said.txt.truth.yaml").write_text("paged: false\n", encoding="utf-8")
    text = "".join(f"<PAGE> {page}\n{body(page)}" for page in range(1, 9))
    assert len(read(folder, "said.txt", text).pages) == 1
