"""Words of an HTML page that nobody sees: what is understood, and what is said of the rest."""

from __future__ import annotations

import pytest

from loanproof.core import FileError
from loanproof.documents.reading import html_sheets
from loanproof.documents.reading.html import read_html
from loanproof.documents.reading.page_text import Reading

NOT_UNDERSTOOD = "styles of the page are not understood"


def read(words: str, sheet: str = "") -> Reading:
    style = f"<style>{sheet}</style>" if sheet else ""
    return read_html(f"<html><head>{style}</head><body><p>It shall {words} pay.</p></body></html>".encode())[0]


def says(reading: Reading) -> bool:
    return any("never" in page.text for page in reading.pages)


@pytest.mark.parametrize(
    ("style", "seen"),
    [
        ("color:transparent", "color:rgba(0,0,0,0.9)"),
        ("color:#00000000", "color:#000f"),
        ("color:hsl(0,0%,100%)", "color:hsl(0,0%,20%)"),
        ("color:red;background:#f00", "color:red;background:blue"),
        ("color:white;background:none repeat scroll 0 0", "color:white;background:url(x.png) 0 0"),
        ("-webkit-text-fill-color:transparent", "-webkit-text-fill-color:windowtext"),
        ("opacity:0.00", "opacity:.5"),
        ("filter:opacity(0)", "filter:opacity(80%)"),
        ("font:0/0 a", "font:bold 12pt/14pt Times"),
        ("display:/**/none", "display:block"),
        ("display:none!important;display:block", "display:none;display:inline"),
        ("display:none;display:bogus", "display:inline;display:bogus"),
        ("mso-hide:all", "mso-hide:none"),
        ("position:absolute;clip:rect(0,0,0,0)", "position:absolute;clip:rect(0,90px,90px,0)"),
        ("clip-path:inset(50%)", "clip-path:none"),
        ("height:0;overflow:hidden", "height:0"),
        ("width:1px;overflow:hidden", "width:50px;overflow:hidden"),
        ("transform:scale(0)", "transform:scale(1.2) rotate(3deg)"),
        ("transform:translateX(-9999px)", "transform:translateX(9px)"),
        ("position:relative;left:-9999px", "left:-9999px"),
        ("position:absolute;left:-999em", "position:absolute;top:9999px"),
        ("position:absolute;right:9999px", "position:absolute;right:99px"),
        ("margin-left:-9999px", "margin-left:-9px"),
        ("letter-spacing:-9999px", "letter-spacing:-1px"),
    ],
)
def test_a_style_that_hides_is_understood_and_one_that_does_not_hides_nothing(style: str, seen: str) -> None:
    assert not says(read(f'<span style="{style}">never</span>'))
    shown = read(f'<span style="{seen}">never</span>')
    assert says(shown)
    assert shown.notes == ()


@pytest.mark.parametrize(
    ("sheet", "seen"),
    [
        ("<!-- .h{display:none} -->", "<!-- .x{display:none} -->"),
        ('@charset "x"; .h{display:none}', '@charset "x"; .x{display:none}'),
        (".h{display:none", ".h{color:red"),
        ("p .h{display:none}", "div .h{display:none}"),
        ("p > .h{display:none}", "body > .h{display:none}"),
        (".g.h{display:none}", ".x.h{display:none}"),
        ("*.h{display:none}", "b.h{display:none}"),
        ("[data-h='1']{display:none}", "[data-h='2']{display:none}"),
        ("@media screen{.h{display:none}}", "@media print{.h{display:none}}"),
        (".h{display:none} @media print{p{margin:0}} p{margin:0}", "@media print{p{margin:0} .h{display:none}}"),
        (".h{display:none!important} .h{display:block}", ".h{display:none} p .h{display:inline}"),
        ("#n{display:none} .h{display:inline}", "#n{display:inline} .h{display:none}"),
        ("p{color:red} .h{visibility:hidden}", ".h:hover{visibility:hidden}"),
        ("@font-face{src:x} .h{font-size:1px}", "@keyframes k{from{opacity:0}} .h::before{display:none}"),
    ],
)
def test_a_rule_that_hides_is_found_for_its_elements_only(sheet: str, seen: str) -> None:
    words = '<span class="g h" id="n" data-h="1">never</span>'
    assert not says(read(words, sheet))
    shown = read(words, seen)
    assert says(shown)
    assert shown.notes == ()


@pytest.mark.parametrize(
    "sheet",
    [
        "@media (max-width: 600px){.h{display:none}}",
        "@supports (display:grid){.h{opacity:0}}",
        ".h:nth-child(1){display:none}",
        ".h:not(.x){font-size:0}",
        "p{color:red; .h{display:none} }",
        ".h{display:var(--x)}",
        ".h{height:calc(1px - 1px);overflow:hidden}",
        ".h{color:oklch(1 0 0)}",
        ".h{clip-path:polygon(0 0)}",
    ],
)
def test_what_may_hide_and_is_not_understood_is_noted(sheet: str) -> None:
    reading = read('<span class="h">never</span>', sheet)
    assert says(reading)
    assert NOT_UNDERSTOOD in " ".join(reading.notes)
    assert read("never", sheet).notes == () or "p{" in sheet


def test_a_rule_that_is_not_understood_and_hides_nothing_is_not_noted() -> None:
    assert read('<span class="h">never</span>', ".h:nth-child(1){color:red} @supports (x:y){p{margin:0}}").notes == ()


def test_a_size_that_is_worked_out_is_noted_only_where_it_may_cut() -> None:
    assert read('<span style="width:calc(100% - 2px)">never</span>').notes == ()


def test_styles_in_another_file_are_noted() -> None:
    reading = read_html(b'<html><head><link rel="stylesheet" href="x.css"></head><body><p>It pays.</p></body></html>')[
        0
    ]
    assert reading.notes == ("Styles in other files are not read: words that they hide are taken as text.",)


@pytest.mark.parametrize(
    ("words", "seen"),
    [
        ("<details><summary>more</summary>never</details>", "<details open><summary>more</summary>never</details>"),
        ("<details><summary>more</summary><b>never</b></details>", "<details><summary>never</summary>more</details>"),
        ("<dialog>never</dialog>", "<dialog open>never</dialog>"),
        ("<div popover>never</div>", "<div inert>never</div>"),
        ("<noembed>never</noembed>", "<span aria-hidden=true>never</span>"),
        ("<ruby>x<rp>never</rp></ruby>", "<ruby>never<rp>(</rp></ruby>"),
        ("<canvas>never</canvas>", "<div>never</div>"),
    ],
)
def test_what_browsers_do_not_show_does_not_count(words: str, seen: str) -> None:
    assert not says(read(words))
    assert says(read(seen))


def test_a_cell_grows_with_its_words() -> None:
    style = "max-width:0;height:0;overflow:hidden"
    assert says(read(f'<table><tr><td style="{style}">never</td></tr></table>'))
    assert not says(read(f'<table><tr><td><div style="{style}">never</div></td></tr></table>'))


def test_an_element_with_too_many_attributes_is_refused() -> None:
    def page(count: int) -> bytes:
        return f"<p {' '.join(f'a{at}=1' for at in range(count))}>It pays.</p>".encode()

    assert read_html(page(1_000))[0].pages[0].text == "It pays."
    with pytest.raises(FileError, match="more than 1,000 attributes"):
        read_html(page(1_001))
    script = b"<script>if (a<b " + b"x " * 2_000 + b")</script><!-- <p " + b"x " * 2_000 + b"--><p>It pays.</p>"
    assert read_html(script)[0].pages[0].text == "It pays."


def test_the_steps_of_a_page_are_bounded_and_the_end_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    words, sheet = "<b class=h>x</b>" * 50, ".z .h{display:none}" * 50
    assert read(words, sheet).notes == ()
    monkeypatch.setattr(html_sheets, "_MOST_SELECTORS", 49)
    assert "more styles than are looked at" in read(words, sheet).notes[0]


def test_a_sheet_of_comments_and_braces_without_end_is_read_once() -> None:
    assert html_sheets.without_comments("a/*b*/c" + "/*d" * 9) == "ac"
    assert says(read("never", "/* " * 20_000))
    assert says(read("never", "@media x{" * 20_000))
    assert says(read("never", "a" * 200_000))
