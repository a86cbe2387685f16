"""Raised and lowered digits in HTML pages and Word files: footnote marks, fractions, and digits that are neither."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from loanproof.documents import load_document
from loanproof.documents.quotes.result import QuoteVerdict
from loanproof.documents.quotes.search import QuoteSearcher
from loanproof.documents.reading.docx import read_docx
from loanproof.documents.reading.html import read_html

MakeDocx: TypeAlias = Callable[..., bytes]

MOVED = "font-size:6.5pt;position:relative;top:-3.5pt;vertical-align:baseline"
RAISED = '<w:vertAlign w:val="superscript"/>'
LOWERED = '<w:vertAlign w:val="subscript"/>'


def html(source: str) -> str:
    return read_html(source.encode())[0].pages[0].text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("a fee of 0.5<sup>2</sup> per cent.", "a fee of 0.5² per cent."),
        ("USD 500,000,000<sup><a href='#1'><font>1</font></a></sup>.", "USD 500,000,000¹."),
        ("USD 10<sup>9</sup>, 2.00%<sup>1</sup>, Bank<sup>3 </sup>and", "USD 10⁹, 2.00%¹, Bank³ and"),
        ("100<sup>1,2</sup>.", "100¹,²."),
        (f'0.5<span style="{MOVED}">2</span> per cent.', "0.5² per cent."),
        ('0.5<span style="vertical-align:super">2</span>, 0.5<b style="vertical-align:30%">2</b>', "0.5², 0.5²"),
        ("<style>.up{vertical-align:super}</style>0.5<span class=up>2</span>", "0.5²"),
        ("0.5<sub>2</sub> and CO<sub>2</sub>", "0.5₂ and CO2"),
        ("<pre>0.5<sup>2</sup>\n7</pre>", "0.5²\n7"),
    ],
)
def test_a_raised_digit_of_a_page_is_a_mark_and_no_part_of_the_figure_before_it(source: str, text: str) -> None:
    assert html(source) == text


@pytest.mark.parametrize(
    "source",
    [
        "66<sup>2</sup>/<sub>3</sub>%",
        "66<sup>2</sup>/3%",
        "66 <sup>2</sup>/<sub>3</sub>%",
        "66<sup>2/3</sup>%",
        f'66<span style="{MOVED}">2</span>/<span style="font-size:6.5pt">3</span>%',
    ],
)
def test_a_raised_digit_over_another_is_a_fraction(source: str) -> None:
    assert html(source) == "66 2/3%"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<p><sup>2</sup> Subject to the Fee Letter.</p>", "2 Subject to the Fee Letter."),
        ("<sup>1</sup>/<sub>2</sub> of 1/<sub>4</sub>", "1/2 of 1/4"),
        ("the 1<sup>st</sup> day, <sup>500,000</sup>", "the 1st day, 500,000"),
        ('0.5<span style="vertical-align:baseline">2</span>', "0.52"),
        ('0.5<sup style="vertical-align:baseline">2</sup>', "0.52"),
        ('<div style="position:relative;top:-9px">0.5<span>2</span></div>', "0.52"),
        ("5,000<sup>1</sup>/5,200", "5,000¹/5,200"),
    ],
)
def test_other_digits_stay_plain(source: str, text: str) -> None:
    assert html(source) == text


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


@pytest.mark.parametrize(
    ("runs", "text"),
    [
        ((run("fee of 0.5"), run("2", RAISED), run(" per cent.")), "fee of 0.5² per cent."),
        ((run("fee of 0.5"), run("2", '<w:position w:val="6"/>')), "fee of 0.5²"),
        ((run("fee of 0.5"), run("2", '<w:position w:val="0"/>')), "fee of 0.52"),
        ((run("fee of 0.5"), run("2", '<w:rStyle w:val="Mark"/>')), "fee of 0.5²"),
        ((run("fee of 0.5"), run("2", '<w:rStyle w:val="Mark"/><w:vertAlign w:val="baseline"/>')), "fee of 0.52"),
        ((run("66"), run("2", RAISED), run("/"), run("3", LOWERED), run(" per cent.")), "66 2/3 per cent."),
        ((run("2", RAISED), run(" Subject to it, CO"), run("2", LOWERED)), "2 Subject to it, CO2"),
    ],
)
def test_word_files_say_the_same(make_docx: MakeDocx, runs: tuple[str, ...], text: str) -> None:
    namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    style = f'<w:style w:type="character" w:styleId="Mark"><w:rPr>{RAISED}</w:rPr></w:style>'
    styles = f"<w:styles {namespace}>{style}</w:styles>"
    content = make_docx(f"<w:p>{''.join(runs)}</w:p>", {"word/styles.xml": styles})
    assert read_docx(content)[0].pages[0].text == text


def test_the_figure_before_a_mark_is_found_and_the_one_with_the_mark_glued_to_it_is_not(tmp_path: Path) -> None:
    path = tmp_path / "letter.html"
    path.write_text("<p>The Borrower pays a commitment fee of 0.5<sup>2</sup> per cent. per annum to the Agent.</p>")
    search = QuoteSearcher(load_document(path)).search
    assert search("a commitment fee of 0.5 per cent. per annum").verdict is QuoteVerdict.VERBATIM
    assert search("a commitment fee of 0.52 per cent. per annum").verdict is QuoteVerdict.ALTERED
