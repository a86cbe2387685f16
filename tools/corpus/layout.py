"""Blocks to pages: each kind of block is set in its own way, and every gold span learns its page, place and words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import count

from tools.corpus.front import FRONT, contents_level, number_pages, put_entry
from tools.corpus.inline import Look, Run, parse_runs, plain_text, upper, with_look
from tools.corpus.lines import Setter, to_words
from tools.corpus.markup import Block, DraftError, Kind
from tools.corpus.numbering import Numbered, Region, Scheme, number_blocks
from tools.corpus.pages import Box, Page, Pager, Rule
from tools.corpus.section_index import list_sections
from tools.corpus.style import Style
from tools.corpus.tables import put_table

_BREAKS = frozenset({Region.COVER, Region.CONTENTS, Region.SCHEDULE, Region.SIGNATURES})


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldSpan:
    """A span of text that gold cites: its words, its section, the pages it is on and the boxes it takes there."""

    quote: str
    section: str
    pages: tuple[int, ...]
    boxes: tuple[tuple[int, Box], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidOut:
    """A document as it is printed, with its gold spans by name, and its sections with their first and last page."""

    style: Style
    title: str
    pages: tuple[Page, ...]
    spans: Mapping[str, GoldSpan]
    sections: tuple[tuple[str, int, int], ...]


def lay_out(blocks: Iterable[Block], style: Style, *, title: str) -> LaidOut:
    """Return a drafted document as pages; it is set twice, as its contents must name pages that are not known yet."""
    numbered = number_blocks(blocks, style.scheme)
    first = _Layout(numbered, style, title, folios={}).run()
    return _Layout(numbered, style, title, folios=first.folios).run().laid_out()


class _Layout:
    """One pass over the blocks."""

    def __init__(self, numbered: tuple[Numbered, ...], style: Style, title: str, folios: dict[int, str]) -> None:
        self.numbered, self.style, self.title = numbered, style, title
        self.known_folios = folios
        self.folios: dict[int, str] = {}
        self.pager = Pager(style)
        self.notes = count(1)
        self.at_pages: dict[int, tuple[int, int]] = {}
        self.quotes: dict[str, tuple[str, str]] = {}
        self.widths: tuple[float, ...] = ()
        self.text_x = 0.0
        self.item_x = 0.0

    def run(self) -> _Layout:
        region: Region | None = None
        for at, one in enumerate(self.numbered):
            block = one.block
            is_begun = block.kind is Kind.DIRECTIVE and (block.name in set(Region) or one.region is Region.SCHEDULE)
            if is_begun and block.name not in _PLAIN:
                self._begin(one.region, region)
            region = one.region
            before = [len(page.lines) for page in self.pager.pages]
            if block.kind is Kind.DIRECTIVE:
                self._directive(one)
            else:
                self._block(one)
            self.at_pages[at] = self._pages_since(before)
        self.pager.finish()
        number_pages(self.pager.pages, self.style, self.title)
        self.folios = {at: self.pager.pages[first - 1].folio for at, (first, _) in self.at_pages.items()}
        return self

    def _pages_since(self, before: list[int]) -> tuple[int, int]:
        """Return the first and the last page to which lines were added; where there are none, the page before."""
        counts = [len(page.lines) for page in self.pager.pages]
        grown = [at for at, lines in enumerate(counts, start=1) if lines > (before[at - 1] if at <= len(before) else 0)]
        return (grown[0], grown[-1]) if grown else (max(len(before), 1),) * 2

    def laid_out(self) -> LaidOut:
        boxes = self._boxes()
        spans = {
            name: GoldSpan(
                quote=quote,
                section=section,
                pages=tuple(sorted({index for index, _ in boxes[name]})),
                boxes=tuple(boxes[name]),
            )
            for name, (quote, section) in self.quotes.items()
        }
        return LaidOut(
            style=self.style,
            title=self.title,
            pages=tuple(self.pager.pages),
            spans=spans,
            sections=tuple(list_sections(self.numbered, self.at_pages)),
        )

    def _begin(self, region: Region, before: Region | None) -> None:
        pager = self.pager
        pager.region = region
        after_front = before in FRONT and region not in FRONT
        if pager.pages and pager.pages[-1].lines and (region in _BREAKS or after_front):
            pager.new_page()
        elif pager.pages:
            pager.pages[-1].region = pager.pages[-1].region if pager.pages[-1].lines else region
        self.text_x = self.item_x = 0.0

    # Directives

    def _directive(self, one: Numbered) -> None:
        name, text, pager = one.block.name, one.block.text, self.pager
        match name:
            case "contents":
                self._contents(one, text or "Contents")
            case "schedule" | "exhibit" | "annex" | "appendix":
                self._center(Run(text=one.marker.upper(), looks=frozenset({Look.BOLD})))
                self._center(*with_look(self._runs(text), Look.BOLD))
            case "part":
                self._center(Run(text=one.marker, looks=frozenset({Look.BOLD})))
                self._center(*with_look(self._runs(text), Look.BOLD))
                self.text_x = 0.0
            case "parties" | "recitals" | "body" | "signatures" | "cover":
                if text:
                    self._heading(with_look(self._runs(text), Look.BOLD))
            case "pagebreak":
                pager.new_page()
            case "space":
                pager.room_for(0)
                pager.skip(float(text))
            case "columns":
                pager.set_columns(int(text))
            case "widths":
                self.widths = tuple(map(float, text.split()))
            case "center" | "right":
                self._paragraph(self._marked(one, text), align=name)
            case "rule":
                self._rule()
            case "sign":
                self._sign(one)
            case _:
                raise DraftError(f"@{name} is not a directive.")

    def _contents(self, contents: Numbered, title: str) -> None:
        """List what is between these contents and the cover of another paper that is bound into the file."""
        self._center(Run(text=title.upper(), looks=frozenset({Look.BOLD})))
        is_below = False
        for at, one in enumerate(self.numbered):
            is_below = one is contents or (is_below and one.region is not Region.COVER)
            level = contents_level(one, self.style) if is_below else 0
            if level:
                text = plain_text(self._runs(one.block.text)).rstrip(".")
                put_entry(self.pager, one.marker, text, self.known_folios.get(at, "0"), level)

    def _sign(self, one: Numbered) -> None:
        name, role, *lines = [part.strip() for part in f"{one.block.text}|".split("|")]
        pager = self.pager
        pager.room_for((len(lines) + 6) * pager.setter.size * self.style.leading)
        self._paragraph(with_look(self._marked(one, name), Look.BOLD), gap=0)
        self._paragraph(self._marked(one, role), gap=24)
        pager.page.rules.append(Rule(x1=pager.left + 24, y1=pager.y, x2=pager.left + 220, y2=pager.y))
        pager.put(to_words([Run(text="By:")]), 0.0)
        for line in filter(None, lines):
            self._paragraph(self._marked(one, line), gap=0)
        pager.skip(self.style.gap + 14)

    def _rule(self) -> None:
        pager = self.pager
        pager.room_for(12)
        pager.skip(8)
        pager.page.rules.append(Rule(x1=pager.left, y1=pager.y, x2=pager.left + pager.width, y2=pager.y))

    # Blocks of text

    def _block(self, one: Numbered) -> None:
        block, indent = one.block, self.style.indent
        is_us = self.style.scheme is Scheme.SECTIONS and one.region is Region.BODY
        runs = self._marked(one, block.text)
        match block.kind:
            case Kind.CLAUSE if is_us:
                self.pager.room_for(self.pager.setter.size * 8)
                self._center(Run(text=one.marker, looks=frozenset({Look.BOLD})), gap=2)
                self._center(*with_look(upper(runs), Look.BOLD))
                self.text_x = 0.0
            case Kind.SUBCLAUSE if is_us:
                marker = Run(text=f"{one.marker} ", looks=frozenset({Look.BOLD}))
                self._heading((marker, *with_look(runs, Look.BOLD)))
            case Kind.CLAUSE if self.style.scheme is Scheme.HEADINGS:
                self._heading(with_look(runs, Look.BOLD))
            case Kind.CLAUSE | Kind.SUBCLAUSE:
                is_capital = block.kind is Kind.CLAUSE and self.style.capitals and one.region is Region.BODY
                heading = with_look(upper(runs) if is_capital else runs, Look.BOLD)
                self._heading(heading, marker=one.marker)
                self.text_x = self.item_x = indent
            case Kind.NUMBERED:
                self.text_x = 0.0 if is_us else indent
                self._marked_paragraph(runs, one.marker, 0, hanging=not is_us)
            case Kind.ITEM:
                self._item(one, runs, is_us=is_us)
            case Kind.CONTINUED:
                self._paragraph(runs, x=self.item_x)
            case Kind.QUOTED:
                self._paragraph(runs, x=self.text_x + indent, right=indent)
            case Kind.TITLE:
                self._title(one, runs)
            case Kind.TABLE:
                self._table(one)
            case _ if one.region is Region.COVER:
                self._paragraph(runs, align="center", gap=14)
            case _:
                self._paragraph(runs, x=self.text_x, first=indent if is_us else 0.0)

    def _item(self, one: Numbered, runs: tuple[Run, ...], *, is_us: bool) -> None:
        indent = self.style.indent
        if is_us and not self.style.hanging:
            left = indent * (one.block.depth - 1)
            self.item_x = left
            self._paragraph((Run(text=f"{one.marker} "), *runs), x=left, first=indent)
            return
        marker_x = self.text_x + indent * (one.block.depth - 1)
        self.item_x = marker_x + indent
        self._marked_paragraph(runs, one.marker, marker_x)

    def _marked_paragraph(self, runs: tuple[Run, ...], marker: str, x: float, *, hanging: bool = True) -> None:
        if not hanging:
            self._paragraph((Run(text=f"{marker} "), *runs), first=self.style.indent)
            return
        self._paragraph(runs, x=x + self.style.indent, marker=marker, marker_x=x)

    def _title(self, one: Numbered, runs: tuple[Run, ...]) -> None:
        if one.region is Region.COVER:
            setter = replace(self.pager.setter, size=self.style.size * 1.6)
            self._paragraph(with_look(runs, Look.BOLD), align="center", gap=24, setter=setter)
        elif one.region in {Region.SCHEDULE, Region.CONTENTS}:
            self._center(*with_look(runs, Look.BOLD))
        else:
            self._heading(with_look(runs, Look.BOLD))

    def _heading(self, runs: tuple[Run, ...], *, marker: str = "") -> None:
        self.pager.room_for(self.pager.setter.size * self.style.leading * 3.5 + self.style.gap)
        x = self.style.indent if marker else 0.0
        self._paragraph(runs, x=x, marker=marker, bold_marker=True, align="left")

    def _center(self, *runs: Run, gap: float | None = None) -> None:
        self._paragraph(runs, align="center", gap=gap)

    def _paragraph(
        self,
        runs: Iterable[Run],
        *,
        x: float = 0.0,
        right: float = 0.0,
        first: float = 0.0,
        marker: str = "",
        marker_x: float = 0.0,
        bold_marker: bool = False,
        align: str = "",
        gap: float | None = None,
        setter: Setter | None = None,
    ) -> None:
        pager = self.pager
        used = setter or pager.setter
        room = pager.width - x - right
        words = to_words(self._with_numbers(runs))
        align = align or ("justified" if self.style.justified else "left")
        for number, line in enumerate(used.set_lines(words, first=room - first, rest=room)):
            if number == 0:
                pager.room_for(used.size * self.style.leading * (1 if line.is_last else 2))
                if marker:
                    looks = frozenset({Look.BOLD} if bold_marker else ())
                    # The marker is on the baseline of the first line, which is placed next.
                    pager.put(
                        to_words([Run(text=marker, looks=looks)]),
                        marker_x,
                        setter=used,
                        drop=used.size * self.style.leading,
                    )
            pager.put_line(line, x + (first if number == 0 else 0.0), setter=used, align=align)
        pager.skip(self.style.gap if gap is None else gap)

    def _table(self, one: Numbered) -> None:
        block = one.block
        rows = []
        for cells, mark in zip(block.rows, block.row_marks, strict=True):
            runs = [self._runs(cell) for cell in cells]
            for cell in runs:
                self._note_marks(cell, one.section)
            if mark:
                self.quotes[mark] = (" ".join(" ".join(map(plain_text, runs)).split()), one.section)
                runs = [tuple(replace(run, marks=(*run.marks, mark)) for run in cell) for cell in runs]
            rows.append([tuple(self._with_numbers(cell)) for cell in runs])
        widths = self.widths or (1.0,) * len(rows[0])
        if len(widths) != len(rows[0]):
            raise DraftError(f"@widths {widths} does not fit a table of {len(rows[0])} columns: {block.rows[0]}.")
        put_table(self.pager, rows, widths, x=self.text_x if one.region is Region.BODY else 0.0)
        self.widths = ()

    # Runs and marks

    def _runs(self, text: str) -> tuple[Run, ...]:
        return parse_runs(text, curly=self.style.curly)

    def _marked(self, one: Numbered, text: str) -> tuple[Run, ...]:
        runs = self._runs(text)
        self._note_marks(runs, one.section)
        return runs

    def _note_marks(self, runs: tuple[Run, ...], section: str) -> None:
        for name in {mark for run in runs for mark in run.marks}:
            if name in self.quotes:
                raise DraftError(f"the span {name!r} is marked twice.")
            quote = "".join(run.text for run in runs if name in run.marks)
            self.quotes[name] = (" ".join(quote.split()), section)

    def _with_numbers(self, runs: Iterable[Run]) -> Iterable[Run]:
        return [replace(run, text=str(next(self.notes))) if run.note and not run.text else run for run in runs]

    def _boxes(self) -> dict[str, list[tuple[int, Box]]]:
        """Return for every gold span the pages and boxes of its pieces, in reading order."""
        boxes: dict[str, list[tuple[int, Box]]] = {name: [] for name in self.quotes}
        for index, page in enumerate(self.pager.pages, start=1):
            for line in page.lines:
                if any(piece.marks for word in line.words for piece in word):
                    for piece, box in line.pieces():
                        for name in piece.marks:
                            boxes[name].append((index, box))
        return boxes


_PLAIN = frozenset({"part", "pagebreak", "space", "columns", "widths", "center", "right", "rule", "sign"})
