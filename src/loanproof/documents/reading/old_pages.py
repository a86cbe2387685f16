"""Pages of a text without any, from traces of its original pages: ``<PAGE>`` marks, or page numbers.

Old filings say ``<PAGE>`` where a page begins. Texts copied from a paged file keep the number at the foot of each page
on its own line; such lines are page ends only if they count up by one, about a page apart.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from loanproof.core import Span
from loanproof.documents.model import Mark, TextSource
from loanproof.documents.reading.folios import find_folios
from loanproof.documents.reading.page_text import PageText, Reading

_MARK = re.compile(r"^[ \t]*<PAGE>[ \t]*(?P<number>[0-9]{1,4})?[ \t]*$", re.MULTILINE | re.IGNORECASE)
# "1." or "(1)" on its own line is the number of a clause whose text follows.
_NUMBER_LINE = re.compile(r"^[-–—~ \t]{0,80}[A-Za-z0-9]{1,8}(?:[-–][A-Za-z0-9]{1,4})?[-–—~ \t]{0,80}$", re.MULTILINE)
_FEWEST = 5  # pages whose numbers count up, and which have ...
_MOST = 0.5  # ... this share of the text; otherwise lines with a number may be anything
_FEW = 3  # pages with a separate numbering, such as those of the contents or an exhibit
_SHORTEST, _LONGEST = 300, 15_000  # characters per page


class _Cut(NamedTuple):
    """Where a page ends and the next begins; text between is on neither."""

    end: int
    start: int
    label: str | None = None


def cut_old_pages(reading: Reading) -> Reading:
    """Return a reading with pages, if its text shows them; citing them is optional."""
    if reading.paged:
        return reading
    texts = [page for page in reading.pages if page.source in (TextSource.NATIVE, TextSource.TRUTH)]
    find = _marked if any(_MARK.search(page.text) for page in texts) else _numbered
    pages: list[PageText] = []
    for page in reading.pages:
        pages += _cut(page, list(find(page.text))) if page in texts else [page]
    return replace(reading, pages=tuple(pages), has_old_pages=len(pages) > len(reading.pages))


def _marked(text: str) -> Iterator[_Cut]:
    for mark in _MARK.finditer(text):
        yield _Cut(max(mark.start() - 1, 0), min(mark.end() + 1, len(text)), mark["number"])


def _numbered(text: str) -> Iterator[_Cut]:
    """Yield the ends of lines whose numbers count up, if there are enough of them."""
    chains: list[list[tuple[int, int]]] = []  # by value and line end
    last: dict[tuple[str, str, str], list[list[tuple[int, int]]]] = defaultdict(list)
    for line in _NUMBER_LINE.finditer(text):
        for folio in (one for one in find_folios(line[0]) if one.alone):
            for chain in last[folio.series]:
                value, end = chain[-1]
                if folio.value == value + 1 and _SHORTEST <= line.start() - end <= _LONGEST:
                    chain.append((folio.value, line.end()))
                    break
            else:
                last[folio.series].append([(folio.value, line.end())])
                chains.append(last[folio.series][-1])
                del last[folio.series][:-_FEWEST]
    longest = max(chains, key=len, default=[])
    if len(longest) < _FEWEST or longest[-1][1] - longest[0][1] < _MOST * len(text):
        return
    ends = sorted({end for chain in chains if len(chain) >= _FEW for _, end in chain})
    yield from (_Cut(end, min(end + 1, len(text))) for end in ends if text[end:].strip())


def _cut(page: PageText, cuts: Sequence[_Cut]) -> Iterator[PageText]:
    """Yield the pages between cuts; empty text before the first mark is not a page."""
    start, label = 0, page.label
    for cut in (*cuts, _Cut(len(page.text), len(page.text))):
        if page.text[start : cut.end].strip() or start:
            yield _part(page, start, max(start, cut.end), label)
        start, label = cut.start, cut.label
    if not cuts and not page.text.strip():
        yield page


def _part(page: PageText, start: int, end: int, label: str | None) -> PageText:
    """Return a span of a page with its marks."""
    span = Span(start, end)
    marks = tuple(_mark_part(mark, span) for mark in page.marks if mark.span.overlaps(span))
    return replace(page, text=span.of(page.text), label=label, marks=marks)


def _mark_part(mark: Mark, span: Span) -> Mark:
    start, end = max(mark.span.start, span.start), min(mark.span.end, span.end)
    words = mark.words[start - mark.span.start : end - mark.span.start]
    return replace(mark, span=Span(start, end).shift(-span.start), words=words)
