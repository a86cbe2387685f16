"""Pages as a citation names them: an index, a label or printed folio, or a range of them.

Which of the three a document means by ``14`` is not known here; a page is what was written, and a range
knows how many pages it spans.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from loanproof.core import Reason
from loanproof.values.kinds import Kind
from loanproof.values.reading import (
    EQUAL,
    UNKNOWN,
    Comparison,
    Context,
    Found,
    NotOne,
    Read,
    Reading,
    different,
    partial,
)
from loanproof.values.romans import roman_value
from loanproof.values.tokens import TokenKind, Tokens, tokenize


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRef:
    """One page or a range, each end as written: ``14``, ``xiv``, ``A-1``. Both ends count in the same way."""

    first: str
    last: str

    @property
    def canonical(self) -> str:
        """The page, or both ends with a hyphen; labels in lower case."""
        return self.first if self.first == self.last else f"{self.first}-{self.last}"

    @property
    def spread(self) -> int:
        """How many pages the reference spans, both ends included."""
        return _place(self.last)[1] - _place(self.first)[1] + 1

    def holds(self, page: str) -> bool:
        """Tell whether a page, by index, label or folio as text, is this one or lies in this range."""
        series, number = _place(page.strip().lower())
        return series == _place(self.first)[0] and _place(self.first)[1] <= number <= _place(self.last)[1]


_PAGE = r"(?:[0-9]{1,6}|[ivxlc]{1,9}|[a-z]{1,3}-?[0-9]{1,4})"
_ONE = re.compile(_PAGE)
_RANGE = re.compile(rf"({_PAGE})\s?(?:-{{1,2}}|\bto\b|\bthrough\b|\band\b|,|&)\s?({_PAGE})")
_OF_TOTAL = re.compile(r"([0-9]{1,6})\s?(?:\bof\b|/)\s?([0-9]{1,6})")
_KEYWORD = re.compile(r"(?:pages?|pgs?|pp?)(?![a-z-])\s?\.?:?\s?")
_LABEL = re.compile(r"([a-z]{1,3}-?)([0-9]{1,4})")
_FOLIO = re.compile(r"-\s?([0-9]{1,6}|[ivxlc]{1,9})\s?-")
_LONGEST = 40
_KEYWORDS = frozenset({"page", "pages", "p", "pp", "pg", "pgs"})
_JOINERS = frozenset({"-", "to", "and"})


def parse_page(text: str, context: Context = UNKNOWN) -> Reading[PageRef]:
    """Read one page or one range: ``14``, ``p. xiv``, ``Page 14 of 200``, ``pp. 14–15``, ``A-1``.

    Page 0, a negative page, a reversed range, pages that do not follow each other and words are no page.
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
        return NotOne(f"{text[:80]!r} is not a page or a range of pages.")
    if re.search(r"and|,|&", written) and _place(pages[2])[1] != _place(pages[1])[1] + 1:
        return NotOne(f"{text[:80]!r} names pages that do not follow each other.")
    return _checked(text, pages[1], pages[2])


def find_pages(tokens: Tokens, context: Context = UNKNOWN) -> tuple[Found[PageRef], ...]:
    """Find references to pages in running text; each needs the word ``page`` or its abbreviation."""
    results: list[Found[PageRef]] = []
    for at, token in enumerate(tokens.items):
        if token.lower not in _KEYWORDS:
            continue
        end = at + 2 if tokens[at + 1].text == "." else at + 1
        if tokens[end].kind is not TokenKind.NUMBER:
            continue
        end += 1
        if tokens[end].lower in _JOINERS and tokens[end + 1].kind is TokenKind.NUMBER:
            end += 2
        reading = parse_page(tokens.text(at, end), context)
        if isinstance(reading, Read):
            results.append(Found(span=tokens.span(at, end), reading=reading))
    return tuple(results)


def compare_pages(expected: PageRef, given: PageRef) -> Comparison:
    """Compare two references: the same, a range that holds the expected page, or another page."""
    if expected == given:
        return EQUAL
    if given.holds(expected.first) and given.holds(expected.last):
        return partial(Reason.RANGE_GIVEN, f"{given.canonical} spans {given.spread} pages")
    return different(detail=f"page {given.canonical} for {expected.canonical}")


def _place(page: str) -> tuple[str, int]:
    """Return the series that a page counts in, and its number there; a word is a series of its own."""
    if page.isascii() and page.isdigit():
        return "", int(page)
    label = _LABEL.fullmatch(page)
    if label:
        return label[1], int(label[2])
    number = roman_value(page)
    return (page, 0) if number is None else ("roman", number)


def _checked(text: str, first: str, last: str) -> Reading[PageRef]:
    first, last = _plain(first), _plain(last)
    (series, start), (end_series, end) = _place(first), _place(last)
    if series == first or end_series == last:
        return NotOne(f"{text[:80]!r} is a word, not a page.")
    if not series and start == 0:
        return NotOne("There is no page 0.")
    if series != end_series or end < start:
        return NotOne(f"{text[:80]!r} is not a range of pages: its ends do not count upwards in one series.")
    return Read(value=PageRef(first=first, last=last))


def _plain(page: str) -> str:
    return str(int(page)) if page.isdigit() else page


PAGE_KIND = Kind(
    name="page",
    parse=parse_page,
    find=find_pages,
    canonical=lambda page: page.canonical,
    compare=compare_pages,
)
