"""What a page reference is, and its canonical form."""

from __future__ import annotations

import re
from dataclasses import dataclass

from loanproof.values.text.romans import roman_value


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
        return page_place(self.last)[1] - page_place(self.first)[1] + 1

    def holds(self, page: str) -> bool:
        """Return whether a page (index, label or folio, as text) is this one or in this range."""
        series, number = page_place(page.strip().lower())
        return series == page_place(self.first)[0] and page_place(self.first)[1] <= number <= page_place(self.last)[1]


_LABEL = re.compile(r"([a-z]{1,3}-?)([0-9]{1,4})")


def page_place(page: str) -> tuple[str, int]:
    """Return the series that a page is numbered in, and its number there; a word is a series of its own."""
    if page.isascii() and page.isdigit():
        return "", int(page)
    label = _LABEL.fullmatch(page)
    if label:
        return label[1], int(label[2])
    number = roman_value(page)
    return (page, 0) if number is None else ("roman", number)
