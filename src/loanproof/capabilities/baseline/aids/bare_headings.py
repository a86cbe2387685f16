"""Headings that the clause tree lacks: lines of their own that say what the text below them is about.

Letters and commitment papers head their parts with ``REPAYMENT`` or ``E. INTEREST`` and number only the lists below
them, so the tree contains only the lists. Such headings count only if a paper has several of them.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Span
from loanproof.documents import TITLE_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from loanproof.documents import Document

_LINE = re.compile(
    r"(?:(?<=\n\n)|(?<=\f)|(?<=\n \n))[ \t]*(?P<line>(?:(?:[A-Z]|[0-9]{1,2}|[IVX]{1,4})[.)][ \t]+)?"
    r"(?P<title>[A-Z][A-Za-z&/,’'() -]{2,58}[A-Za-z)]))[ \t]*:?[ \t]*(?=\n)"
)
_SMALL_WORDS = TITLE_WORDS | {"each"}
_MIN_HEADINGS = 4  # different headings that say what is below them
_MAX_TITLE_WORDS = 8


class Headed(NamedTuple):
    """A stretch that begins with a heading, and that heading with its letter or number."""

    span: Span
    title: str


def find_headed(document: Document, tells: Callable[[str], bool]) -> tuple[Headed, ...]:
    """Return the stretches below headings that the clause tree lacks, in order; none if there are few such headings.

    Args:
        document: The document.
        tells: Returns whether a title says what is below it. Other titles only end the stretch above them.
    """
    starts = {one.span.start for one in document.sections}
    found = [match for match in _LINE.finditer(document.text) if _is_title(match["title"])]
    # A line where the clause tree begins a section is not a bare heading.
    found = [match for match in found if not starts & set(range(match.start(), match.end()))]
    told = [match["title"] for match in found if tells(match["title"])]
    return tuple(_stretches(found, len(document.text))) if len(set(told)) >= _MIN_HEADINGS else ()


def _is_title(title: str) -> bool:
    """Return whether a line has the form of a title: a few words, capitalised apart from small ones such as *of*."""
    words = title.split()
    return len(words) <= _MAX_TITLE_WORDS and all(
        word[0].isupper() or word in _SMALL_WORDS or not word[0].isalpha() for word in words
    )


def _stretches(found: list[re.Match[str]], end: int) -> Iterator[Headed]:
    ends = [*(after.start() for _, after in pairwise(found)), end]
    for match, until in zip(found, ends, strict=True):
        yield Headed(Span(match.start("line"), until), " ".join(match["line"].split()))
