"""Which recognised words are doubted, and how the numbers of a margin come to their lines."""

from __future__ import annotations

from decimal import Decimal

import pytest

from loanproof.documents.reading.doubtful_words import doubtful_words
from loanproof.documents.reading.ocr import _parse_table

HEAD = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext"


def doubted(line: str, confidence: str = "0.96", **of_words: str) -> list[str]:
    """Return the words of a line that are doubted; ``of_words`` gives the confidence of some of them."""
    words = [(word, Decimal(of_words.get(word.strip(".,%£"), confidence))) for word in line.split()]
    return [word for (word, _), is_doubtful in zip(words, doubtful_words([words])[0], strict=True) if is_doubtful]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("The Loan is repaid on 9 February 2031.", []),
        ("at least 2.5.times the interest", ["2.5.times"]),
        ("the freehold ‘land and. buildings", ["‘land"]),
        ("the registered: office of the bank", ["registered:"]),
        ("A sum of £250 000 is due", ["£250", "000"]),
        ("A sum of £250, 000 is due", ["£250,", "000"]),
        ("A sum of £250 ,000 is due", ["£250", ",000"]),
        ("in a single advance i in pounds", ["i"]),
        ("at most 3.5 x EBITDA, as a ratio", []),
        ("74 The Borrower shall not charge", ["74"]),
        ("at a rate of 185% over Base Rate", ["185%"]),
        ("cover of 25 times the interest", ["25"]),
        ("within 180 days after 30 April 2026", []),
        ("3.25 per cent. per annum", []),
        ("used _ as a | brewery", ["_", "|"]),
        ("a fee of 1:25 per cent. a year", ["1:25"]),
        ("at 11:00 in the morning", []),
        ("a facility of £18,000, _ in all", ["£18,000,", "_"]),
        ("a facility of £18,000, in all", []),
        ("dated 26.February 2026", ["26.February"]),
        ("a Sunday ora bank holiday", ["ora"]),
        ("a fee of, in all, two per cent.", ["of,"]),
    ],
)
def test_a_shape_that_nobody_writes_is_doubted_however_sure_the_engine_is(line: str, found: list[str]) -> None:
    assert doubted(line) == found


def test_what_is_short_or_has_a_sign_inside_must_be_surer_than_words() -> None:
    assert doubted("lends Marram 9.5 for 2,500,000 once", "0.91") == ["9.5", "for"]
    assert doubted("lends it to-the Borrower PLC once", "0.91") == ["it", "to-the"]
    assert doubted("lends Marram 9.5 once", "0.89") == ["lends", "Marram", "9.5", "once"]


def test_a_name_that_was_surely_read_elsewhere_may_be_less_sure_here() -> None:
    sure, less = Decimal("0.96"), Decimal("0.85")
    lines = [[("Borrower", sure)], [("the", sure), ("Borrower,", less), ("Gorrower", less)]]
    assert doubtful_words(lines) == [[False], [False, False, True]]


def test_an_accent_that_a_word_has_not_elsewhere_is_a_stain() -> None:
    lines = [[("per", Decimal("0.96")), ("pér", Decimal("0.96"))]]
    assert doubtful_words(lines) == [[False, True]]


def word(block: int, line: int, left: int, top: int, text: str, confidence: str = "96") -> str:
    return f"5\t1\t{block}\t1\t{line}\t1\t{left}\t{top}\t{10 * len(text)}\t20\t{confidence}\t{text}"


def test_numbers_in_the_margin_go_to_the_lines_beside_them() -> None:
    table = "\n".join(
        [
            HEAD,
            word(1, 1, 10, 100, "2.1"),
            word(1, 2, 10, 200, "2.2"),
            word(2, 1, 90, 102, "Lending"),
            word(2, 1, 190, 102, "begins"),
            word(2, 1, 290, 102, "today."),
            word(2, 2, 90, 150, "Not"),
            word(2, 2, 140, 150, "before."),
            word(2, 3, 90, 199, "Repayment"),
            word(2, 3, 200, 199, "follows."),
        ]
    )
    assert _parse_table(table, 1000, 1000).text == "2.1 Lending begins today.\nNot before.\n2.2 Repayment follows."


def test_a_speck_goes_away_and_one_at_the_beginning_of_a_line_is_doubted() -> None:
    table = "\n".join(
        [
            HEAD,
            word(1, 1, 10, 100, ":", "20"),
            word(1, 1, 30, 100, "The", "96"),
            word(1, 1, 80, 100, ".", "80"),
            word(1, 1, 90, 100, "Borrower", "96"),
        ]
    )
    found = _parse_table(table, 1000, 1000)
    assert found.text == ": The Borrower"
    assert [found.text[span.start : span.end] for span in found.doubtful] == [":"]


def test_two_columns_of_text_stay_two() -> None:
    table = "\n".join(
        [
            HEAD,
            word(1, 1, 10, 100, "Whereas"),
            word(1, 1, 110, 100, "first"),
            word(1, 2, 10, 140, "and"),
            word(2, 1, 500, 100, "Second"),
            word(2, 2, 500, 140, "column"),
            word(2, 2, 600, 140, "goes"),
        ]
    )
    assert _parse_table(table, 1000, 1000).text == "Whereas first\nand\nSecond\ncolumn goes"
