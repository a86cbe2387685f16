"""The tokenizer: what one token is, what is between two, and where both came from."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loanproof.core import Span
from loanproof.values.text.tokens import TokenKind, tokenize


def pieces(text: str) -> list[str]:
    return [token.text for token in tokenize(text).items]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("USD 500,000,000", ["USD", "500,000,000"]),
        ("US$2.25", ["US", "$", "2.25"]),
        ("1'250'000.00", ["1'250'000.00"]),
        ("31.12.2031.", ["31.12.2031", "."]),
        ("2.25%", ["2.25", "%"]),
        (".5", [".5"]),
        ("5.1(a)", ["5.1", "(", "a", ")"]),
        ("3.1亿元", ["3.1", "亿", "元"]),
        ("人民币3.1亿元", ["人民币", "3.1", "亿", "元"]),
        ("亿利集团", ["亿利集团"]),
        ("66⅔%", ["66", "2", "/", "3", "%"]),
        ("S.à r.l.", ["S", ".", "à", "r", ".", "l", "."]),
        ("ABC123", ["ABC", "123"]),
        ("a_b", ["a", "_", "b"]),
        ("", []),
        (" \n\t", []),
    ],
)
def test_a_text_is_cut_into_these_tokens(text: str, tokens: list[str]) -> None:
    assert pieces(text) == tokens


def test_each_token_knows_its_kind() -> None:
    kinds = [token.kind for token in tokenize("EUR 5 亿 %").items]
    assert kinds == [TokenKind.WORD, TokenKind.NUMBER, TokenKind.HAN, TokenKind.SIGN]


def test_beyond_both_ends_stands_an_empty_sign() -> None:
    tokens = tokenize("one")
    for position in (-1, 1, 99):
        assert tokens[position].text == ""
        assert tokens[position].kind is TokenKind.SIGN
    assert len(tokens) == 1


def test_words_compare_in_lower_case_and_never_past_the_end() -> None:
    tokens = tokenize("Laws OF England")
    assert tokens.words(0, "laws", "of")
    assert not tokens.words(1, "of", "england", "and")
    assert not tokens.words(0, "Laws")


def test_the_gap_is_the_space_between_two_tokens() -> None:
    tokens = tokenize("a  b\nc(d")
    assert [tokens.gap(at) for at in range(6)] == ["", "  ", "\n", "", "", ""]


def test_span_and_text_cover_the_tokens_named() -> None:
    text = "at 66⅔% of"
    tokens = tokenize(text)
    assert tokens.span(1, 6).of(text) == "66⅔%"
    assert tokens.text(1, 6) == "66 2/3%"
    assert tokens.span(3, 3) == Span(0, 0)
    assert tokens.text(3, 3) == ""


@given(st.one_of(st.text(), st.text(alphabet="0123456789.,'_ aé中亿½(")))
def test_tokens_cover_everything_but_white_space(text: str) -> None:
    tokens = tokenize(text)
    folded = tokens.folded.text
    assert "".join(token.text for token in tokens.items) == "".join(char for char in folded if not char.isspace())
    assert all(tokens.span(at, at + 1) for at in range(len(tokens)))
