"""Pages as they fill: lines are placed from top to bottom, column by column, with room kept for their footnotes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tools.corpus.inline import Look, Run
from tools.corpus.lines import Line, Piece, Setter, Word, to_words
from tools.corpus.numbering import Region
from tools.corpus.style import Style

_NOTE_SIZE = 0.8
_NOTE_RULE = 8.0
_COLUMN_GAP = 22.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A rectangle on a page, in points from the lower left corner."""

    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedLine:
    """Words on a baseline; ``extra`` is added to every blank so that the line fills its room."""

    x: float
    y: float
    setter: Setter
    words: tuple[Word, ...]
    extra: float = 0.0

    def pieces(self) -> list[tuple[Piece, Box]]:
        """Return each piece with the box it takes; blanks between the words of one span belong to it."""
        placed: list[tuple[Piece, Box]] = []
        x, size = self.x, self.setter.size
        for word in self.words:
            for piece in word:
                right = x + self.setter.piece_width(piece)
                placed.append((piece, Box(left=x, bottom=self.y - size * 0.22, right=right, top=self.y + size * 0.75)))
                x = right
            x += self.setter.blank + self.extra
        return placed


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = 0.5


@dataclass(slots=True, kw_only=True)
class Page:
    """One page; ``folio`` is what is printed on it and ``label`` what a viewer shows."""

    region: Region
    lines: list[PlacedLine] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    folio: str = ""
    label: str = ""

    def text(self) -> str:
        """Return what a person reads on the page, line by line."""
        rows: list[tuple[float, str]] = []
        for line in self.lines:
            words = " ".join("".join(p.text for p in word if Look.RAISED not in p.looks) for word in line.words)
            if rows and abs(rows[-1][0] - line.y) < 0.1:
                rows[-1] = (line.y, f"{rows[-1][1]} {words}")
            else:
                rows.append((line.y, words))
        return "\n".join(row for _, row in rows) + "\n"


class Pager:
    """Fills pages. What is placed stays; a column that is full is closed with its footnotes."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.pages: list[Page] = []
        self.region = Region.BODY
        self.columns = style.columns
        self.column = 0
        self.y = self.top = 0.0
        self.setter = Setter(font=style.font, size=style.size, hyphenated=style.hyphenated)
        self.note_setter = Setter(font=style.font, size=style.size * _NOTE_SIZE)
        self._notes: list[list[Line]] = []

    @property
    def width(self) -> float:
        """The width of a column."""
        left, right, _, _ = self.style.margins
        room = self.style.page_size[0] - left - right
        return (room - _COLUMN_GAP * (self.columns - 1)) / self.columns

    @property
    def left(self) -> float:
        """Where the column begins."""
        return self.style.margins[0] + self.column * (self.width + _COLUMN_GAP)

    @property
    def page(self) -> Page:
        """The page that is being filled."""
        if not self.pages:
            self.new_page()
        return self.pages[-1]

    @property
    def _floor(self) -> float:
        return self.style.margins[3] + self._note_height(self._notes)

    def new_page(self) -> None:
        """Close the page and begin another one."""
        if self.pages:
            self._close_column()
        self.pages.append(Page(region=self.region))
        self.column = 0
        self.y = self.top = self.style.page_size[1] - self.style.margins[2]

    def set_columns(self, columns: int) -> None:
        """Go on in more columns below what is on the page, or in fewer on a new page."""
        if columns < self.columns:
            self.columns = columns
            self.new_page()
        elif not self.pages:
            self.columns = columns
        else:
            self.columns, self.top = columns, self.y

    def room_for(self, height: float) -> None:
        """Go on in the next column if less than this height is left."""
        if not self.pages:
            self.new_page()
        if self.y - height < self._floor and (self.y < self.top or self.column + 1 < self.columns):
            self._next_column()

    def skip(self, height: float) -> None:
        """Leave room."""
        self.y -= height

    def put(
        self, words: Sequence[Word], x: float, *, extra: float = 0.0, setter: Setter | None = None, drop: float = 0.0
    ) -> PlacedLine:
        """Place words on the baseline ``drop`` below the current height, ``x`` right of the column's beginning."""
        line = PlacedLine(
            x=self.left + x, y=self.y - drop, setter=setter or self.setter, words=tuple(words), extra=extra
        )
        self.page.lines.append(line)
        return line

    def put_line(self, line: Line, x: float, *, setter: Setter | None = None, align: str = "left") -> None:
        """Place a line below the last one, with its footnotes at the foot of the column."""
        used = setter or self.setter
        height = used.size * self.style.leading
        notes = [piece.note for word in line.words for piece in word if piece.note]
        numbers = [piece.text for word in line.words for piece in word if piece.note]
        added = [self._note_lines(number, note) for number, note in zip(numbers, notes, strict=True)]
        self.room_for(height + self._note_height([*self._notes, *added]) - self._note_height(self._notes))
        self._notes += added
        self.y -= height
        blanks = len(line.words) - 1
        is_filled = align == "justified" and not line.is_last and blanks > 0
        shift = {"center": (line.room - line.width) / 2, "right": line.room - line.width}.get(align, 0.0)
        self.put(line.words, x + shift, extra=(line.room - line.width) / blanks if is_filled else 0.0, setter=used)

    def finish(self) -> list[Page]:
        """Close the last page and return all of them."""
        self._close_column()
        return self.pages

    def _next_column(self) -> None:
        if self.column + 1 < self.columns:
            self._close_column()
            self.column += 1
            self.y = self.top
        else:
            self.new_page()

    def _note_lines(self, number: str, note: tuple[Run, ...]) -> list[Line]:
        words = to_words(note)
        mark: Word = (Piece(text=number, looks=frozenset({Look.RAISED})),)
        return self.note_setter.set_lines([mark, *words], first=self.width, rest=self.width)

    def _note_height(self, notes: list[list[Line]]) -> float:
        count = sum(map(len, notes))
        return count * self.note_setter.size * 1.2 + _NOTE_RULE if count else 0.0

    def _close_column(self) -> None:
        if not self._notes:
            return
        y = self._floor - _NOTE_RULE
        self.page.rules.append(Rule(x1=self.left, y1=y + 4, x2=self.left + 140, y2=y + 4))
        for line in (line for note in self._notes for line in note):
            y -= self.note_setter.size * 1.2
            placed = PlacedLine(x=self.left, y=y + 2, setter=self.note_setter, words=line.words)
            self.page.lines.append(placed)
        self._notes = []
