"""Reading order from geometry alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from loanproof.documents.reading.layout import (
    Piece,
    Row,
    gather_glyphs,
    goes_down,
    has_middle_gaps,
    order_pieces,
    split_columns,
)


class Sheet:
    """A page under construction: pieces are put on it in the order of drawing."""

    def __init__(self) -> None:
        self.text = ""
        self.pieces: list[Piece] = []

    def put(self, text: str, x: float, y: float, *, width: float = 0) -> None:
        start = len(self.text)
        self.text += text + " "
        self.pieces.append(Piece(start, start + len(text), x, y, x + (width or 5 * len(text)), y + 10))

    def read(self, rows: list[Row]) -> list[str]:
        return [" ".join(self.text[piece.start : piece.end] for piece in row) for row in rows]


def words(count: int) -> str:
    return " ".join(["word"] * count)


def test_lines_that_go_down_the_page_go_down() -> None:
    sheet = Sheet()
    for row in range(3):
        sheet.put(f"line {row}", 50, 700 - 14 * row)
    assert goes_down(sheet.pieces)


def test_two_pieces_on_one_line_and_a_line_further_up_do_not_go_down() -> None:
    for x, y in ((90, 700), (90, 703), (50, 714)):
        sheet = Sheet()
        sheet.put("amount", 50, 700)
        sheet.put("next", x, y)
        assert not goes_down(sheet.pieces)


def test_columns_drawn_one_after_the_other_between_header_and_footer_drawn_first() -> None:
    sheet = Sheet()
    sheet.put("footer", 50, 30)
    sheet.put("header", 50, 800)
    for x, name in ((50, "left"), (300, "right")):
        for row in range(4):
            sheet.put(f"{name} {words(3)}", x, 700 - 14 * row)
    read = [line.split()[0] for line in sheet.read(order_pieces(sheet.pieces, sheet.text))]
    assert read == ["header", *["left"] * 4, *["right"] * 4, "footer"]


def test_columns_with_room_between_their_paragraphs_are_not_mixed() -> None:
    sheet = Sheet()
    for x, name, lines in ((50, "left", (700, 686, 600, 586, 100)), (300, "right", (700, 686, 672, 640, 626))):
        for y in lines:
            sheet.put(f"{name} {words(3)}", x, y)
    read = [line.split()[0] for line in sheet.read(order_pieces(sheet.pieces, sheet.text))]
    assert read == [*["left"] * 5, *["right"] * 5]


def test_header_and_footer_drawn_before_a_page_of_paragraphs() -> None:
    sheet = Sheet()
    sheet.put("header", 50, 800)
    sheet.put("footer", 290, 30)
    heights = (760, 746, 600, 586, 300, 100)
    for at, y in enumerate(heights):
        sheet.put(f"line {at}", 50, y)
    read = sheet.read(order_pieces(sheet.pieces, sheet.text))
    assert read == ["header", *(f"line {at}" for at in range(len(heights))), "footer"]


def test_a_column_of_figures_with_a_gap_keeps_to_its_rows() -> None:
    sheet = Sheet()
    for row, name in enumerate(["Bank A", "Bank B", "in liquidation", "Bank C"]):
        sheet.put(name, 50, 700 - 14 * row)
    for row, amount in ((0, "1,000"), (1, "2,000"), (3, "3,000")):
        sheet.put(amount, 300, 700 - 14 * row)
    read = sheet.read(order_pieces(sheet.pieces, sheet.text))
    assert read == ["Bank A 1,000", "Bank B 2,000", "in liquidation", "Bank C 3,000"]


def test_full_sides_of_a_gutter_are_columns() -> None:
    sheet = Sheet()
    rows = []
    for row in range(6):
        sheet.put(f"left{row} {words(6)}", 50, 700 - 14 * row, width=200)
        sheet.put(f"right{row} {words(6)}", 270, 700 - 14 * row, width=200)
        rows.append(tuple(sheet.pieces[-2:]))
    first = [line.split()[0] for line in sheet.read(split_columns(rows, sheet.text))]
    assert first == [f"left{row}" for row in range(6)] + [f"right{row}" for row in range(6)]


def test_three_columns_are_read_from_left_to_right() -> None:
    sheet = Sheet()
    rows = []
    for row in range(6):
        for x, name in ((50, "a"), (220, "b"), (390, "c")):
            sheet.put(f"{name}{row} {words(5)}", x, 700 - 14 * row, width=150)
        rows.append(tuple(sheet.pieces[-3:]))
    first = [line.split()[0] for line in sheet.read(split_columns(rows, sheet.text))]
    assert first == [f"{name}{row}" for name in "abc" for row in range(6)]


def test_the_rows_of_a_contents_page_stay_whole() -> None:
    sheet = Sheet()
    rows = []
    for row in range(8):
        sheet.put(f"{row}.1 {words(6)}", 50, 700 - 14 * row, width=300)
        sheet.put(str(row), 500, 700 - 14 * row)
        rows.append(tuple(sheet.pieces[-2:]))
    assert split_columns(rows, sheet.text) == rows


def test_gaps_near_an_edge_are_no_sign_of_columns() -> None:
    contents = []
    for y in range(600, 712, 14):
        contents += [Piece(0, 0, 50, y, 400, y + 10), Piece(0, 0, 490, y, 500, y + 10)]
    assert not has_middle_gaps(contents)


def test_letters_that_touch_are_one_word_and_a_new_height_is_a_new_line() -> None:
    text, glyphs, x = "no fee\nday", [], 50.0
    y = 700.0
    for at, char in enumerate(text):
        if char == "\n":
            x, y = 50.0, 686.0
            continue
        if char != " ":
            glyphs.append(Piece(at, at + 1, x, y, x + 5, y + 10))
        x += 5
    rows = gather_glyphs(glyphs)
    read = ["".join(("" if piece.glued else " ") + text[piece.start] for piece in row).strip() for row in rows]
    assert read == ["no fee", "day"]


COORDINATE = st.integers(0, 60).map(lambda value: 10.0 * value)
PIECES = st.lists(st.tuples(COORDINATE, COORDINATE, st.sampled_from(["12", "a few more words", "x"])), max_size=40)


@given(PIECES)
def test_no_piece_is_lost_or_doubled(placed: list[tuple[float, float, str]]) -> None:
    sheet = Sheet()
    for x, y, text in placed:
        sheet.put(text, x, y)
    rows = order_pieces(sheet.pieces, sheet.text)
    assert sorted(piece for row in rows for piece in row) == sorted(sheet.pieces)
    again = split_columns(rows, sheet.text)
    assert sorted(piece for row in again for piece in row) == sorted(sheet.pieces)
    gathered = gather_glyphs(sheet.pieces)
    assert [piece.start for row in gathered for piece in row] == [piece.start for piece in sheet.pieces]


@given(st.lists(st.text("ab c", min_size=1, max_size=30).filter(str.strip), max_size=30))
def test_lines_drawn_in_order_stay_in_order(lines: list[str]) -> None:
    sheet = Sheet()
    for row, line in enumerate(lines):
        sheet.put(line, 50, 800 - 12 * row)
    assert order_pieces(sheet.pieces, sheet.text) == [(piece,) for piece in sheet.pieces]
