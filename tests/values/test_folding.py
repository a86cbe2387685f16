"""Folding: the table of section 1.0.1, the way back to the original, and its laws."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rows import each_row

from loanproof.core import Span
from loanproof.values.text.folding import fold_characters

SPECIAL = "66⅔½¼¹²①Ⅳ№ﬁﬃＵ５％“”‘’–—−\u00a0\u202f\u00ad\u200b\ufeff×é̈aBc 10,.()%'\"\n\t中…"


@each_row(
    ("text", "folded"),
    [
        ("66⅔%", "66 2/3%"),
        ("2½%", "2 1/2%"),
        ("½", "1/2"),
        ("3⅛ 3⅜ 3⅝ 3⅞", "3 1/8 3 3/8 3 5/8 3 7/8"),
        ("66\u200b⅔%", "66 2/3%"),
        ("６６⅔", "66 2/3"),
        ("¼0", "1/4 0"),
        ("¼\u200b0", "1/4 0"),
        ("½½", "1/2 1/2"),
        ("¼.5", "1/4 .5"),
        ("2½.", "2 1/2."),
        ("USD 10,000,000¹", "USD 10,000,000"),
        ("the Agent.²³", "the Agent."),
        ("USD ５００¹", "USD 500"),
        ("m²", "m²"),
        ("ﬁnance oﬀer eﬃcient", "finance offer efficient"),
        ("500\u00a0000\u202f000", "500 000 000"),
        ("Ⅳ ① №", "IV 1 No"),
        ("ＵＳＤ５００", "USD500"),
        ("4.0×", "4.0x"),
        ("facil\u00adity", "facility"),
        ("a\u200b\u200c\u200d\u2060\ufeffb", "ab"),
        ("“Margin” ‘x’ «y»", '"Margin" \'x\' "y"'),
        ("a–b—c−d‑e", "a-b-c-d-e"),
        ("e\u0301", "é"),
        ("line\nbreak\tTab", "line\nbreak\tTab"),
        ("ABC def", "ABC def"),
    ],
)
def test_a_text_folds_as_the_table_says(text: str, folded: str) -> None:
    assert fold_characters(text).text == folded


@pytest.mark.parametrize(
    ("text", "piece", "original"),
    [
        ("at 66⅔% of", "66 2/3%", "66⅔%"),
        ("the ﬁnance party", "finance", "ﬁnance"),
        ("a “Margin” of", '"Margin"', "“Margin”"),
        ("USD 10,000,000¹ only", "10,000,000", "10,000,000"),
        ("cafe\u0301 bar", "café", "cafe\u0301"),
        ("a\u00adb c", "ab", "a\u00adb"),
    ],
)
def test_a_folded_piece_leads_back_to_what_was_written(text: str, piece: str, original: str) -> None:
    folded = fold_characters(text)
    start = folded.text.index(piece)
    assert folded.span_of(start, start + len(piece)).of(text) == original


def test_footnote_marks_are_kept_with_their_places() -> None:
    assert fold_characters("1,000¹ and 2,000²³").footnotes == (Span(5, 6), Span(16, 18))


@pytest.mark.parametrize("text", ["USD 10⁹,000,000", "10⁹000", "1.5²5 per cent"])
def test_a_raised_digit_inside_a_figure_is_no_footnote_mark(text: str) -> None:
    assert fold_characters(text).text == text
    assert fold_characters(text).footnotes == ()


@pytest.mark.parametrize(
    ("text", "folded"), [("10,000¹, 20", "10,000, 20"), ("10%¹.5", "10%.5"), ("2025¹\n7", "2025\n7")]
)
def test_a_raised_digit_behind_a_figure_is_one(text: str, folded: str) -> None:
    assert fold_characters(text).text == folded


def test_signs_of_direction_and_of_variants_are_invisible_and_overrides_are_not() -> None:
    assert fold_characters("\u202aUSD\u202c \u206610,000\u2069\ufe0f").text == "USD 10,000"
    assert fold_characters("\u202e000,01\u202c").text == "\u202e000,01"


def test_a_grave_accent_is_a_quote_in_ascii_text_too() -> None:
    assert fold_characters("the `Borrower'").text == "the 'Borrower'"


@given(st.text(alphabet=st.characters(max_codepoint=127, exclude_characters="`")))
def test_plain_ascii_stays_as_it_is(text: str) -> None:
    folded = fold_characters(text)
    assert folded.text == text
    assert folded.span_of(0, len(text)) == Span(0, len(text))


@given(st.one_of(st.text(), st.text(alphabet=SPECIAL)))
def test_every_span_lies_in_the_original_and_spans_follow_each_other(text: str) -> None:
    folded = fold_characters(text)
    last = 0
    for at in range(len(folded.text)):
        span = folded.span_of(at, at + 1)
        assert last <= span.start < span.end <= len(text)
        last = span.start
    assert folded.span_of(len(folded.text), len(folded.text)).end <= len(text)


@given(st.text(alphabet=SPECIAL))
def test_folding_twice_changes_nothing_more(text: str) -> None:
    once = fold_characters(text).text
    assert fold_characters(once).text == once
