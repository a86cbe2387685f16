"""From a text to a page reference."""

from __future__ import annotations

import re

from loanproof.values.page.value import PageRef, page_place
from loanproof.values.reading import NO_CONTEXT, Context, Read, Reading, Unreadable
from loanproof.values.text.tokens import tokenize

_PAGE = r"(?:[0-9]{1,6}|[ivxlc]{1,9}|[a-z]{1,3}-?[0-9]{1,4})"
_ONE = re.compile(_PAGE)
_RANGE = re.compile(rf"({_PAGE})\s?(?:-{{1,2}}|\bto\b|\bthrough\b|\band\b|,|&)\s?({_PAGE})")
_OF_TOTAL = re.compile(r"([0-9]{1,6})\s?(?:\bof\b|/)\s?([0-9]{1,6})")
_KEYWORD = re.compile(r"(?:pages?|pgs?|pp?)(?![a-z-])\s?\.?:?\s?")
_FOLIO = re.compile(r"-\s?([0-9]{1,6}|[ivxlc]{1,9})\s?-")
_LONGEST = 40


def parse_page(text: str, context: Context = NO_CONTEXT) -> Reading[PageRef]:
    """Read one page or one range: ``14``, ``p. xiv``, ``Page 14 of 200``, ``pp. 14–15``, ``A-1``.

    Page 0, a negative page, a reversed range, non-consecutive pages and words are not pages.
    """
    del context
    folded = tokenize(text).folded.text.strip(" \t\r\n.,;:()[]\"'").lower() if len(text) <= _LONGEST else ""
    bare = _KEYWORD.sub("", folded, count=1) if _KEYWORD.match(folded) else folded
    folio = _FOLIO.fullmatch(bare)
    written = folio[1] if folio else bare
    if _ONE.fullmatch(written):
        return _checked(text, written, written)
    of_total = _OF_TOTAL.fullmatch(written)
    if of_total and int(of_total[1]) <= int(of_total[2]):
        return _checked(text, of_total[1], of_total[1])
    pages = _RANGE.fullmatch(written)
    if pages is None:
        return Unreadable(f"{text[:80]!r} is not a page or a range of pages.")
    if re.search(r"and|,|&", written) and page_place(pages[2])[1] != page_place(pages[1])[1] + 1:
        return Unreadable(f"{text[:80]!r} names pages that do not follow each other.")
    return _checked(text, pages[1], pages[2])


def _checked(text: str, first: str, last: str) -> Reading[PageRef]:
    first, last = _plain(first), _plain(last)
    (series, start), (end_series, end) = page_place(first), page_place(last)
    if series == first or end_series == last:
        return Unreadable(f"{text[:80]!r} is a word, not a page.")
    if not series and start == 0:
        return Unreadable("There is no page 0.")
    if series != end_series or end < start:
        return Unreadable(f"{text[:80]!r} is not a range of pages: its ends do not count upwards in one series.")
    return Read(value=PageRef(first=first, last=last))


def _plain(page: str) -> str:
    return str(int(page)) if page.isdigit() else page
