"""The passage that a quote changes, and what the changes make of it.

The index proposes windows, alignment finds the passage, and the words that quote and passage share decide
whether it is a counterpart at all. Then the differences speak: figures, names and negations first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from loanproof.documents.quote_alignment import Edit, Passage, align_best, richest_window, words_held
from loanproof.documents.quote_diff import Comparison
from loanproof.documents.quote_exact import Hit, Needle
from loanproof.documents.quote_haystack import Finding, Haystack
from loanproof.documents.quote_index import BLOCK, grams_of, merged
from loanproof.documents.quote_ocr import misread_characters
from loanproof.documents.quote_paraphrase import hard_differences
from loanproof.documents.quote_places import Cited
from loanproof.documents.quote_result import QuoteRules, QuoteVerdict
from loanproof.documents.quote_splice import find_splice, spliced
from loanproof.documents.quote_terms import Term, content_words, terms_of

_WINDOWS = 6  # places that are aligned; the index names the best first


class Counterpart:
    """The search for the passage that one quote was made from."""

    def __init__(self, haystack: Haystack, needle: Needle, cited: Cited, rules: QuoteRules) -> None:
        self._haystack = haystack
        self._needle = needle
        self._quote = needle.text
        self._cited = cited
        self._rules = rules
        self._terms = terms_of(needle.folded.text, needle.start, needle.end)
        self._words = content_words(self._quote)
        self._needed = ceil(rules.containment * len(self._words))

    def find(self) -> Finding | None:
        """Return the verdict on the best passage, or ``None`` where no passage holds enough of the quote's words."""
        passage = self._best_aligned()
        if passage is not None and self._is_counterpart(passage):
            return self._judge(passage)
        joined = self._joined()
        if joined is not None:
            return joined
        window = self._best_by_words()
        return None if window is None else self._judge_words(window)

    def judge_near(self, window: Hit) -> Finding | None:
        """Return the verdict on a stretch that comes near in characters, though it shares too few whole words."""
        passages = align_best(self._quote, self._terms, self._haystack.text.text, [window])
        return self._judge(passages[0]) if passages else None

    def _best_aligned(self) -> Passage | None:
        length = len(self._quote)
        longest = length + length // 8
        index = self._haystack.grams
        # Every other k-gram is enough to propose places; only proofs need all of them.
        blocks = index.counts(grams_of(self._quote)[::2], longest=longest).best(_WINDOWS)
        windows = [_around(Hit(*index.window(block, longest=longest))) for block in _apart(blocks)]
        passages = align_best(self._quote, self._terms, self._haystack.text.text, windows)
        near = self._haystack.places.near_cited_page(self._haystack.text, self._cited)
        return max(passages, key=lambda one: (one.rank, _lies_in(one.hit, near), -one.hit.start), default=None)

    def _is_counterpart(self, passage: Passage) -> bool:
        if words_held(self._words, self._haystack.text.text, passage.hit) >= self._needed:
            return True
        return self._misread(passage) is not None

    def _best_by_words(self) -> Hit | None:
        """Return the window that holds enough of the quote's words in any order, on the cited page if one does.

        Every window of the document that could hold enough is looked at, so ``None`` is a proof.
        """
        text = self._haystack.text.text
        longest = len(self._quote) * 3 // 2
        counts = self._haystack.words.counts(self._words, longest=longest)
        stretches = [Hit(*one) for one in merged(counts.at_least(self._needed), longest=longest)]
        near = self._haystack.places.near_cited_page(self._haystack.text, self._cited)
        for area in ([near] if near else []) + [Hit(0, len(text))]:
            inside = (_common(stretch, area) for stretch in stretches)
            count, window = richest_window(text, inside, frozenset(self._words), longest)
            if count >= self._needed:
                return window
        return None

    def _misread(self, passage: Passage) -> int | None:
        haystack = self._haystack
        if not haystack.places.are_recognised(haystack.text.span_of(*passage.hit)):
            return None
        return misread_characters(self._needle, passage, haystack.text, haystack.lookup, self._rules)

    def _judge(self, passage: Passage) -> Finding:
        errors = self._misread(passage)
        if errors is not None:
            return self._finding(QuoteVerdict.VERBATIM, passage.hit, ocr_errors=errors)
        changes = [edit for edit in passage.edits if not edit.is_equal]
        skips = [edit for edit in changes if self._is_skip(passage, edit)]
        if skips and len(skips) == len(changes):
            return spliced(self._haystack.text, _pieces(passage, skips), self._rules)
        if any(self._is_addition(edit) for edit in passage.edits[:1] + passage.edits[-1:]):
            return self._joined() or self._compared(QuoteVerdict.PARTIAL, passage)
        if passage.shared * 5 >= len(self._terms) * 4:
            # No label hangs on this border: changed wording and other words are both told by their differences.
            return self._compared(QuoteVerdict.ALTERED, passage)
        return self._joined() or self._judge_words(passage.hit)

    def _joined(self) -> Finding | None:
        return find_splice(self._haystack, self._needle, self._terms, self._cited, self._rules)

    def _judge_words(self, window: Hit) -> Finding:
        haystack = self._haystack
        differences = hard_differences(self._needle, haystack.text, window, haystack.lookup)
        verdict = QuoteVerdict.ALTERED if differences else QuoteVerdict.PARAPHRASE
        return Finding(verdict=verdict, spans=(haystack.text.span_of(*window),), differences=differences)

    def _compared(self, verdict: QuoteVerdict, passage: Passage) -> Finding:
        haystack = self._haystack
        comparison = Comparison(self._needle, passage, haystack.text, haystack.lookup)
        spans = (haystack.text.span_of(*passage.hit),)
        return Finding(verdict=verdict, spans=spans, differences=comparison.differences())

    def _finding(self, verdict: QuoteVerdict, hit: Hit, *, ocr_errors: int) -> Finding:
        return Finding(verdict=verdict, spans=(self._haystack.text.span_of(*hit),), ocr_errors=ocr_errors)

    def _is_skip(self, passage: Passage, edit: Edit) -> bool:
        """Tell whether the quote passes over a whole phrase of the passage without a mark."""
        left_out = passage.terms[edit.doc_start : edit.doc_end]
        return edit.start == edit.end and sum(term.is_word for term in left_out) >= self._rules.min_words

    def _is_addition(self, edit: Edit) -> bool:
        """Tell whether a beginning or end of the quote is a phrase that does not stand in the passage."""
        if edit.is_equal or edit.start == edit.end:
            return False
        added = self._terms[edit.start : edit.end]
        length = added[-1].end - added[0].start
        words = sum(term.is_word for term in added)
        return words >= self._rules.min_words and length >= self._rules.min_characters


def _apart(blocks: Sequence[int]) -> Iterator[int]:
    """Yield blocks in order without those right before or behind one that was taken: their windows overlap."""
    taken: set[int] = set()
    for block in blocks:
        if block not in taken:
            yield block
            taken |= {block - 1, block, block + 1}


def _around(window: Hit) -> Hit:
    """Widen a window by a block on either side, so that it serves its neighbours too."""
    return Hit(max(window.start - BLOCK, 0), window.end + BLOCK)


def _common(one: Hit, other: Hit) -> Hit:
    start = max(one.start, other.start)
    return Hit(start, max(min(one.end, other.end), start))


def _lies_in(hit: Hit, area: Hit | None) -> bool:
    return area is not None and area.start <= hit.start < area.end


def _pieces(passage: Passage, skips: Sequence[Edit]) -> list[Hit]:
    terms: Sequence[Term] = passage.terms
    starts = [0, *(edit.doc_end for edit in skips)]
    ends = [*(edit.doc_start for edit in skips), len(terms)]
    return [Hit(terms[start].start, terms[end - 1].end) for start, end in zip(starts, ends, strict=True)]
