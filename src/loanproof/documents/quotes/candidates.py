"""The places that a quote may have been made from: proposed by the index, decided by alignment."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from loanproof.documents.quotes.alignment import Passage, align_best
from loanproof.documents.quotes.exact import Hit
from loanproof.documents.quotes.haystack import Haystack
from loanproof.documents.quotes.index import GRAM, Counts, grams_of
from loanproof.documents.quotes.places import Cited
from loanproof.documents.quotes.terms import Term

_SAMPLE = 40  # k-grams that cover every character are enough to propose places; only proofs need all of them
_WINDOWS = 6  # places to align; the index gives the best first
_NEAR_WINDOWS = 2  # places near the cited page that are always compared


class Candidates:
    """The passages of a document that fit one quote best, given its folded text and words."""

    def __init__(self, haystack: Haystack, quote: str, words: Sequence[Term], cited: Cited) -> None:
        self._haystack = haystack
        self._quote = quote
        self._words = words
        self._cited = cited

    def align(self, windows: Sequence[Hit]) -> list[Passage]:
        """Return the passages in some windows that fit the quote about equally well."""
        return align_best(self._quote, self._words, self._haystack.text.text, windows)

    def on_cited_page(self) -> list[Passage]:
        """Return the passages on the cited page that fit the quote best."""
        page = self._haystack.places.around_cited_page(self._haystack.text, self._cited, neighbours=0)
        if page is None:
            return []
        windows = self._windows(self._blocks_in(page))
        return self.align([Hit(max(one.start, page.start), min(one.end, page.end)) for one in windows])

    def best(self) -> Passage | None:
        """Return the passage that fits best; the cited page and its neighbours are always compared."""
        near = self._haystack.places.around_cited_page(self._haystack.text, self._cited, neighbours=1)
        passages = self.align(self._windows(self._counts.best(_WINDOWS)))
        if near is not None and not any(near.start <= one.hit.start < near.end for one in passages):
            passages += self.align(self._windows(self._blocks_in(near)))
        return min(passages, key=lambda one: (*(-part for part in one.rank), *self._distance(one)), default=None)

    def _blocks_in(self, area: Hit) -> list[int]:
        """Return the blocks of an area where windows with the most k-grams of the quote begin."""
        size = self._haystack.grams.size
        return self._counts.within(area.start // size, area.end // size + 1).best(_NEAR_WINDOWS)

    def _windows(self, blocks: Sequence[int]) -> list[Hit]:
        """Return the windows at some blocks; neighbours, which often cover the same passage, share one."""
        grams = self._haystack.grams
        windows: list[Hit] = []
        taken: set[int] = set()
        for block in blocks:
            if block not in taken:
                first = block - 1 if block - 1 in blocks else block
                taken |= {first, block}
                start, _ = grams.window(first, longest=self._longest)
                windows.append(Hit(start, grams.window(block, longest=self._longest)[1]))
        return windows

    @property
    def _longest(self) -> int:
        return len(self._quote) + len(self._quote) // 8

    @cached_property
    def _counts(self) -> Counts:
        grams = grams_of(self._quote)
        step = min(max(len(grams) // _SAMPLE, 1), GRAM)
        return self._haystack.grams.counts(grams[::step], longest=self._longest)

    def _distance(self, passage: Passage) -> tuple[bool, bool, int]:
        """Return how far a passage is from the cited place, to choose among passages that fit equally well."""
        away = self._haystack.places.distance(self._haystack.text.span_of(*passage.hit), self._cited)
        return (*away, passage.hit.start)
