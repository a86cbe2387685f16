"""The cited page compared with the pages where a text is.

A page has up to three names: its index, its label and the folio printed on it. A citation may use any of them, because
a person finds the page by each; only a page with none of these names does not exist.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from loanproof.values import NO_CONTEXT, PAGE_KIND, PageRef, Read, tokenize

if TYPE_CHECKING:
    from loanproof.documents import Document, Page
    from loanproof.standards import EvalStandard

_PRINTED = re.compile(r"[(\[–-] ?(\S{1,20}?) ?[)\]–-]")  # a folio, with the signs around it
_AND = re.compile(r"[,;&]|\band\b")
# 46 (PDF page 54): the second name of a page follows the first, perhaps with its numbering
_TWO_NAMES = re.compile(r"(?P<one>[^()\[\]/=,;]+)[(\[/=,;](?P<other>[^()\[\]/=,;]+)[)\]]?")
_NAME_IN = re.compile(r"\b(?:pdf|printed|physical|file|folio|of the)\b[:.]?", re.IGNORECASE)
_NOUGHT = re.compile(r"(?:pages?|pp?\.?)?\s{0,4}0{1,6}", re.IGNORECASE)  # a number that is not a page number
_MOST = 12  # most pages that one citation may list


class PageMatch(StrEnum):
    """How a cited page relates to the place, best first."""

    RIGHT = "right"
    NOT_NEEDED = "not_needed"  # the document has no pages
    MISSING = "missing"
    WIDE = "wide"  # a range with the page among too many, or past the last page
    WRONG = "wrong"
    NOT_THERE = "not_there"  # no page has this name


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedPages:
    """The page that a citation names, looked up in its document.

    Attributes:
        fixed: The match, if it does not depend on the place: missing, not needed, non-existent.
        numbers: The physical pages that the citation may mean; several for a range, or if a folio is used twice.
        is_wide: Whether it names more pages than a precise citation may.
    """

    fixed: PageMatch | None
    numbers: tuple[int, ...] = ()
    is_wide: bool = False

    def match(self, places: Iterable[int]) -> PageMatch:
        """Compare with the pages of a place; a text across a page break has two, and either is right."""
        if self.fixed is not None:
            return self.fixed
        if not set(places) & set(self.numbers):
            return PageMatch.WRONG
        return PageMatch.WIDE if self.is_wide else PageMatch.RIGHT


def look_up_pages(cited: str | None, document: Document, standard: EvalStandard) -> CitedPages:
    """Look up a cited page in a document. Any string is accepted; one that names no page does not exist.

    In a file without pages none need be cited; under C-34 a cited one is checked against the pages that marks show.
    """
    is_marked = any(page.label or page.printed for page in document.pages)
    is_held = standard.parameters.clarifications.described_places and is_marked and cited is not None
    if not document.paged and not is_held:
        return CitedPages(fixed=PageMatch.NOT_NEEDED)
    if cited is None:
        return CitedPages(fixed=PageMatch.MISSING)
    names = {page.number: frozenset(_names(page, standard)) for page in document.pages}
    folio = _PRINTED.fullmatch(cited.strip())
    said = {cited.strip().casefold(), (cited if folio is None else folio[1]).strip().casefold()}
    labelled = tuple(number for number in names if said & names[number])
    references = () if labelled else _references(cited)
    described = standard.parameters.clarifications.described_places
    twice = _named_twice(cited, names) if described and not labelled else ()
    if twice:
        return CitedPages(fixed=None, numbers=twice)
    if described and not labelled and not references and not _NOUGHT.fullmatch(cited.strip()):
        return CitedPages(fixed=PageMatch.MISSING)
    numbers = labelled or tuple(
        number for number in names if any(one.holds(name) for one in references for name in names[number])
    )
    if not numbers:
        # Marks in a text may skip pages, so a page cannot be called non-existent.
        return CitedPages(fixed=PageMatch.NOT_THERE if document.paged else PageMatch.WRONG)
    every = frozenset().union(*names.values())
    ends_there = all(end in every for one in references for end in (one.first, one.last))
    is_wide = _spread(references) > standard.parameters.pages.range_span or not ends_there
    return CitedPages(fixed=None, numbers=numbers, is_wide=is_wide)


def _named_twice(cited: str, names: Mapping[int, frozenset[str]]) -> tuple[int, ...]:
    """Return the pages that both names in ``46 (PDF page 54)`` mean (C-34). With a comma it may be a list."""
    two = _TWO_NAMES.fullmatch(cited.strip())
    if two is None or (_AND.search(cited) and not _NAME_IN.search(cited)):
        return ()
    pieces = [PAGE_KIND.parse(_NAME_IN.sub("", piece).strip(), NO_CONTEXT) for piece in two.groups()]
    references = [piece.value for piece in pieces if isinstance(piece, Read)]
    if len(references) < len(pieces):
        return ()
    return tuple(number for number in names if all(any(map(one.holds, names[number])) for one in references))


def _names(page: Page, standard: EvalStandard) -> Iterator[str]:
    called = {"index": (str(page.number),), "label": (page.label,), "printed": (page.printed, *page.also_printed)}
    for way in standard.parameters.pages.match_by:
        yield from (name.strip().casefold() for name in called[way] if name is not None)


def _references(cited: str) -> tuple[PageRef, ...]:
    """Return the pages that a text names: one reference, a list of them, or those found in a longer text."""
    whole = PAGE_KIND.parse(cited, NO_CONTEXT)
    if isinstance(whole, Read):
        return (whole.value,)
    pieces = [PAGE_KIND.parse(piece, NO_CONTEXT) for piece in _AND.split(cited, maxsplit=_MOST)]
    listed = tuple(piece.value for piece in pieces if isinstance(piece, Read))
    if len(listed) == len(pieces):
        return listed
    found = PAGE_KIND.find(tokenize(cited), NO_CONTEXT)
    return tuple(candidate for one in found[:_MOST] for candidate in one.candidates)


def _spread(references: tuple[PageRef, ...]) -> int:
    """Return how many pages the references span from first to last, including gaps if they are numbers."""
    if len(references) < 2:
        return sum(one.spread for one in references)
    ends = [end for one in references for end in (one.first, one.last)]
    if all(end.isdigit() for end in ends):
        return max(map(int, ends)) - min(map(int, ends)) + 1
    return sum(one.spread for one in references)
