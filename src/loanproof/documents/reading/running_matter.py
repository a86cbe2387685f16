"""Running headers and footers, printed page numbers and line numbers: what quotes run across.

They are recognised by repetition, not by their wording: a line at the top or bottom of a page is running if pages
nearby have the same line there, or the same line with a number that grows with the page. A line counts only if all
lines between it and the edge of the page are running too.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from loanproof.core import Span
from loanproof.documents.reading.folios import Folio, find_folios, fold_line

_DEPTH = 4  # lines from the edge to examine
_TEXT_GAP = 2  # a running line is on every page, or on every second one
_FOLIO_GAP = 6  # a page number may be missing on a few pages; a continuing count is proof enough
_LINE = re.compile(r"[^\n]*\S[^\n]*")
_NUMBERED = re.compile(r"\n[ \t]*(?P<number>[0-9]{1,4})(?:[ \t]+|(?=\n|\Z))")
_NUMBERED_LINES = 8  # fewer numbered lines on a page are a list

_Place: TypeAlias = tuple[int, str, int]  # page, edge, lines from the edge
_Folios: TypeAlias = dict[_Place, list[Folio]]  # the page numbers of a line; a vendor's may be next to the page's own


@dataclass(frozen=True, slots=True, kw_only=True)
class PageMatter:
    """The running lines of one page, as spans of its own text, and the page numbers printed there.

    If there are several, the one alone on its line is ``printed``: a longer line may count the pages of a larger file.
    """

    running: tuple[Span, ...] = ()
    printed: str | None = None
    also_printed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _EdgeLine:
    place: _Place
    span: Span
    text: str
    folios: tuple[Folio, ...]


def find_running_matter(pages: Sequence[str]) -> tuple[PageMatter, ...]:
    """Return the running matter of each page; a single page has at most a line such as "page 1 of 1"."""
    numbered = _line_numbers(pages)
    lines = [line for number, text in enumerate(pages) for line in _edge_lines(number, text, numbered[number])]
    needed = 2 if len(pages) <= 3 else 3
    repeated = _repeated(lines, needed)
    folios = _confirmed_folios(lines, needed)
    folios |= _likely_folios(lines, repeated, folios, len(pages))
    found: list[list[_EdgeLine]] = [[] for _ in pages]
    for line in lines:
        found[line.place[0]].append(line)
    return tuple(
        _page_matter(page_lines, repeated, folios, numbers) for page_lines, numbers in zip(found, numbered, strict=True)
    )


def _edge_lines(page: int, text: str, numbers: Sequence[Span]) -> list[_EdgeLine]:
    """Return the first and last lines of a page that have more than a line number; one line can be both."""
    bare = {span.start for span in numbers if "\n" in text[span.end - 1 : span.end + 1] or span.end >= len(text)}
    spans = [match.span() for match in _LINE.finditer(text) if match.start() not in bare]
    edges = [("top", rank, span) for rank, span in enumerate(spans[:_DEPTH])]
    edges += [("bottom", rank, span) for rank, span in enumerate(spans[: -_DEPTH - 1 : -1])]
    return [
        _EdgeLine(
            place=(page, edge, rank),
            span=Span(start, end),
            text=fold_line(text[start:end]),
            folios=tuple(find_folios(text[start:end])),
        )
        for edge, rank, (start, end) in edges
    ]


def _repeated(lines: Sequence[_EdgeLine], needed: int) -> set[_Place]:
    """Return the places of lines that pages nearby repeat word for word at the same edge."""
    places: defaultdict[tuple[str, str], list[_Place]] = defaultdict(list)
    for line in lines:
        if not line.text.endswith(":"):  # "Title:" at the foot of each signature page is a form to fill in
            places[line.place[1], line.text].append(line.place)
    return {place for group in places.values() for place in _chained(group, needed, _TEXT_GAP)}


def _chained(group: Iterable[_Place], needed: int, gap: int) -> list[_Place]:
    """Return the places of a group that form chains of enough pages without a longer gap."""
    chains: list[list[_Place]] = []
    for place in sorted(group):
        if chains and place[0] - chains[-1][-1][0] <= gap:
            chains[-1].append(place)
        else:
            chains.append([place])
    return [place for chain in chains if len({page for page, _, _ in chain}) >= needed for place in chain]


def _confirmed_folios(lines: Sequence[_EdgeLine], needed: int) -> _Folios:
    """Return the page numbers that grow by one with each page, and those that say what they are."""
    series: defaultdict[tuple[object, ...], dict[_Place, Folio]] = defaultdict(dict)
    confirmed: defaultdict[_Place, list[Folio]] = defaultdict(list)
    for line in lines:
        for folio in line.folios:
            series[line.place[1], folio.series, folio.value - line.place[0]][line.place] = folio
            if folio.named:
                confirmed[line.place].append(folio)
    for group in series.values():
        for place in _chained(group, needed, _FOLIO_GAP):
            confirmed[place].append(group[place])
    return dict(confirmed)


def _likely_folios(lines: Sequence[_EdgeLine], repeated: set[_Place], confirmed: _Folios, page_count: int) -> _Folios:
    """Return lone page numbers that neighbours continue and, if most pages have one, also single ones.

    Examples are two numbered pages between unnumbered ones, a cover's ``i``, the one page of Exhibit B.
    """
    edges = Counter(edge for _, edge, _ in confirmed)
    usual = {edge for edge, count in edges.items() if 2 * count >= page_count}
    settled = {page for page, _, _ in confirmed}
    lone = {
        line.place: line.folios[0]
        for line in lines
        if line.place[0] not in settled
        and line.folios
        and line.folios[0].alone
        and all((*line.place[:2], outer) in repeated for outer in range(line.place[2]))
    }
    known = [*lone.items(), *((place, folio) for place, folios in confirmed.items() for folio in folios)]
    counted = {(folio.series, folio.value - place[0], place[0]) for place, folio in known}
    return {
        place: [folio]
        for place, folio in lone.items()
        if _is_counted_on(folio, place[0], counted) or (place[1] in usual and _has_folio_form(folio, place[0]))
    }


def _is_counted_on(folio: Folio, page: int, counted: Set[tuple[tuple[str, str, str], int, int]]) -> bool:
    """Return whether the page before or after continues the count."""
    return any((folio.series, folio.value - page, page + step) in counted for step in (-1, 1))


def _has_folio_form(folio: Folio, page: int) -> bool:
    """Whether a lone number is not a stray figure: of a special form, a first page, or the number of its page."""
    kind, prefix, _ = folio.series
    return kind == "roman" or bool(prefix) or folio.value == 1 or folio.value - page == 1


def _page_matter(
    lines: Sequence[_EdgeLine], repeated: set[_Place], folios: _Folios, numbers: Sequence[Span]
) -> PageMatter:
    """Return the running lines of a page that reach its edge, and the page numbers among them."""
    running = {(span.start, span.end) for span in numbers}
    printed: list[tuple[bool, int, str]] = []
    for edge in ("bottom", "top"):
        for line in (line for line in lines if line.place[1] == edge):
            if line.place not in repeated and line.place not in folios:
                break
            running.add((line.span.start, line.span.end))
            printed += ((not folio.alone, line.place[2], folio.printed) for folio in folios.get(line.place, ()))
    numbers_printed = list(dict.fromkeys(text for _, _, text in sorted(printed, key=lambda found: found[:2])))
    return PageMatter(
        running=tuple(Span(start, end) for start, end in sorted(running)),
        printed=next(iter(numbers_printed), None),
        also_printed=tuple(numbers_printed[1:]),
    )


def _line_numbers(pages: Sequence[str]) -> list[list[Span]]:
    """Return the line numbers of each page, if the document numbers its lines."""
    found = [_numbered_lines(text) for text in pages]
    long_pages = sum(text.count("\n") >= _NUMBERED_LINES for text in pages)
    habit = sum(bool(spans) for spans in found)
    return found if habit >= max(2, 0.5 * long_pages) else [[] for _ in pages]


def _numbered_lines(text: str) -> list[Span]:
    """Return the numbers at the start of lines that count up by one (or five) from one numbered line to the next."""
    matches = list(_NUMBERED.finditer("\n" + text))
    if len(matches) < _NUMBERED_LINES:
        return []
    values = [int(match["number"]) for match in matches]
    steps = Counter(after - before for before, after in pairwise(values))
    step, count = steps.most_common(1)[0]
    lines = sum(1 for _ in _LINE.finditer(text))
    if step not in (1, 5) or count + 1 < max(_NUMBERED_LINES, 0.4 * lines / step):
        return []
    chained = [
        match
        for at, match in enumerate(matches)
        if (at and values[at] - values[at - 1] == step)
        or (at + 1 < len(values) and values[at + 1] - values[at] == step)
    ]
    return [Span(match.start(), match.end() - 1) for match in chained]
