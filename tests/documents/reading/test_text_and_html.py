"""Plain text, Markdown and HTML."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loanproof.core import FileError
from loanproof.documents import load_document
from loanproof.documents.reading.html import read_html
from loanproof.documents.reading.page_text import Reading
from loanproof.documents.reading.plain_text import read_markdown, read_text


def pages(reading: Reading) -> list[str]:
    return [page.text for page in reading.pages]


def test_a_form_feed_separates_pages() -> None:
    reading = read_text(b"one\n\x0ctwo\r\nlines  \n\x0cthree\n")
    assert reading.paged
    assert pages(reading) == ["one", "two\nlines", "three"]


def test_a_form_feed_at_the_end_makes_no_page() -> None:
    assert pages(read_text(b"one\x0ctwo\x0c\n")) == ["one", "two"]


def test_text_without_form_feed_has_no_pages_to_speak_of() -> None:
    reading = read_text(b"one page")
    assert not reading.paged
    assert pages(reading) == ["one page"]


@pytest.mark.parametrize(
    "content",
    [
        "Zinsen in € für Köln".encode(),
        codecs.BOM_UTF8 + "Zinsen in € für Köln".encode(),
        "Zinsen in € für Köln".encode("utf-16"),
        codecs.BOM_UTF16_BE + "Zinsen in € für Köln".encode("utf-16-be"),
    ],
    ids=["utf-8", "utf-8 mark", "utf-16", "utf-16 big endian"],
)
def test_an_encoding_that_is_certain_needs_no_note(content: bytes) -> None:
    reading = read_text(content)
    assert pages(reading) == ["Zinsen in € für Köln"]
    assert reading.notes == ()


def test_windows_1252_is_read_with_a_note_that_names_the_line() -> None:
    reading = read_text("first\nZinsen in € für Köln".encode("cp1252"))
    assert pages(reading) == ["first\nZinsen in € für Köln"]
    (note,) = reading.notes
    assert "Windows-1252" in note
    assert "line 2" in note


def test_text_that_begins_as_utf_16_and_breaks_off_is_damaged() -> None:
    with pytest.raises(FileError, match="UTF-16"):
        read_text("text".encode("utf-16") + b"\x00\xd8")


def test_binary_data_is_no_text() -> None:
    with pytest.raises(FileError, match="binary"):
        read_text(b"abc\x00\x01\x02")


@given(st.binary())
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    for read in (read_text, read_markdown, lambda content: read_html(content)[0]):
        try:
            reading = read(content)
        except FileError:
            continue
        assert reading.pages
        assert not any("\f" in page.text for page in reading.pages)


def test_markdown_is_read_without_its_marks() -> None:
    source = "# 5 Repayment\n\nThe **Borrower** shall.\n\n| Lender | Amount |\n|---|---:|\n| Bank A | 1\\.000 |\n- item"
    assert pages(read_markdown(source.encode())) == [
        "5 Repayment\n\nThe Borrower shall.\n\nLender Amount\nBank A 1.000\n- item"
    ]


def test_markdown_of_emphasis_and_code_is_gone_but_a_lone_star_stays() -> None:
    source = "between *Birch Ltd* and `Elm` at `2.10` per cent.\n* an item * of 3 * 4\n5*6*7 \\*not\\*"
    assert pages(read_markdown(source.encode())) == [
        "between Birch Ltd and Elm at 2.10 per cent.\n* an item * of 3 * 4\n5*6*7 *not*"
    ]


HTML = """<html><head><title>not this</title><style>p {color: red}</style></head><body>
<h1>Facility
 Agreement</h1><p>The <b>Borrow</b>er shall&nbsp;pay &euro;5.<br/>At once.<script>alert(1)</script></p>
<div>1.1 <span>Definitions</span></div><div hidden>no</div><p style="display:none">no</p>
<table><tr><th>Lender</th><th>Commitment</th></tr><tr><td><p>Bank A</p></td><td>USD 1,000</td></tr>
<tr><td><p>one</p><p>two</p></td><td>three</td></tr></table>
<ol type="a" start="2"><li>first</li><li>second</li></ol><pre>fixed  width
 line</pre>end</body></html>"""


def test_html_is_read_as_it_is_seen() -> None:
    reading, _ = read_html(HTML.encode())
    assert not reading.paged
    assert [line for line in pages(reading)[0].split("\n") if line.strip()] == [
        "Facility Agreement",
        "The Borrower shall\xa0pay €5.",
        "At once.",
        "1.1 Definitions",
        "Lender Commitment",
        "Bank A USD 1,000",
        "one",
        "two",
        "three",
        "b. first",
        "c. second",
        "fixed  width",
        "line",
        "end",
    ]


def test_html_is_read_in_the_encoding_it_declares() -> None:
    content = '<meta charset="iso-8859-2"><p>Łódź'.encode("iso-8859-2")
    reading, _ = read_html(content)
    assert pages(reading) == ["Łódź"]
    assert reading.notes == ()


def test_an_entity_that_the_page_declares_is_not_fetched() -> None:
    content = b'<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]><p>a &x; b</p>'
    assert "root:" not in pages(read_html(content)[0])[0]


def test_html_nested_too_deeply_is_refused_and_not_cut_short() -> None:
    with pytest.raises(FileError, match="nested too deeply"):
        read_html(b"<div>" * 5_000 + b"the end")


def test_a_long_list_is_numbered_in_good_time() -> None:
    (text,) = pages(read_html(b"<ol>" + b"<li>x" * 20_000)[0])
    assert text.endswith("\n20000. x")


def test_a_document_whose_clauses_run_twice_says_so(tmp_path: Path) -> None:
    clauses = "".join(f"{number}. {title}\nThe Borrower shall do it.\n\n" for number, title in enumerate("ABCD", 1))
    path = tmp_path / "deal.txt"
    path.write_text(clauses * 2)
    assert load_document(path).notes == ("The clauses look misread. The clauses from 1 to 3 appear twice.",)
