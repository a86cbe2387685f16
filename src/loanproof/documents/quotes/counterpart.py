"""The passage that a quote changes, and what the changes amount to.

The words that quote and passage share decide whether it is a counterpart at all. Then the differences decide: figures,
names and negations first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from math import ceil

from loanproof.documents.quotes.alignment import Edit, Passage, richest_window, words_held
from loanproof.documents.quotes.candidates import Candidates
from loanproof.documents.quotes.diff import Side, TokenDiff
from loanproof.documents.quotes.exact import Hit, Needle
from loanproof.documents.quotes.haystack import Finding, Haystack
from loanproof.documents.quotes.material import MaterialComparison
from loanproof.documents.quotes.names import name_key
from loanproof.documents.quotes.ocr import misread_characters
from loanproof.documents.quotes.paraphrase import hard_differences, material_differences, settle_names
from loanproof.documents.quotes.places import Cited
from loanproof.documents.quotes.result import Difference, QuoteRules, QuoteVerdict, TokenClass
from loanproof.documents.quotes.splice import find_splice, spliced
from loanproof.documents.quotes.terms import Term, content_words, joined, words_of

_WIDER = 16  # characters on either side of a passage
_LINKS = frozenset({"as", "by", "to", "the", "and", "of", "with", "for", "a", "in"})


class Counterpart:
    """The search for the passage that one quote was made from."""

    def __init__(self, haystack: Haystack, needle: Needle, cited: Cited, rules: QuoteRules) -> None:
        self._haystack = haystack
        self._needle = needle
        self._quote = needle.text
        self._cited = cited
        self._rules = rules
        words = words_of(needle.folded.text, needle.start, needle.end)
        self._terms = joined(words)
        self._candidates = Candidates(haystack, self._quote, words, cited)
        self._words = content_words(self._quote)
        self._needed = ceil(rules.containment * len(self._words))

    def find(self) -> Finding | None:
        """Return the verdict on the best passage, or ``None`` if no passage has enough of the quote's words."""
        passage = self._candidates.best()
        if passage is not None and self._is_counterpart(passage):
            return self._compare(passage)
        splice = self._splice()
        if splice is not None:
            return splice
        window = self._best_by_words()
        return None if window is None else self._compare_words(window)

    def compare_near(self, window: Hit) -> Finding:
        """Return the verdict on a span that is close in characters, even if it shares few words or none."""
        passages = self._candidates.align([window])
        if passages:
            return self._compare(passages[0])
        compared = self._compare_words(window)
        written = " ".join(compared.spans[0].of(self._haystack.document.text).split())
        changed = Difference(expected=written, found=self._needle.written, token_class=TokenClass.OTHER)
        return replace(compared, verdict=QuoteVerdict.ALTERED, differences=compared.differences or (changed,))

    def find_misread(self) -> Finding | None:
        """Return the quote as misread on the cited page, if that page was recognised; ``None`` if it is not there."""
        for passage in self._candidates.on_cited_page():
            errors = self._misread(passage)
            if errors is not None:
                return self._finding(QuoteVerdict.VERBATIM, passage.hit, ocr_errors=errors)
        return None

    def _is_counterpart(self, passage: Passage) -> bool:
        if words_held(self._words, self._haystack.text.text, passage.hit) >= self._needed:
            return True
        return self._misread(passage) is not None

    def _best_by_words(self) -> Hit | None:
        """Return the window with enough of the quote's words in any order, on the cited page if possible.

        Every window of the document that could have enough is checked, so ``None`` is a proof.
        """
        text = self._haystack.text.text
        longest = len(self._quote) * 3 // 2
        counts = self._haystack.words.counts(self._words, longest=longest)
        stretches = [Hit(*one) for one in self._haystack.words.merged(counts.at_least(self._needed), longest=longest)]
        near = self._haystack.places.around_cited_page(self._haystack.text, self._cited, neighbours=1)
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
        return misread_characters(self._needle, passage.hit, haystack.text, haystack.lookup, self._rules)

    def _compare(self, passage: Passage) -> Finding:
        errors = self._misread(passage)
        if errors is not None:
            return self._finding(QuoteVerdict.VERBATIM, passage.hit, ocr_errors=errors)
        changes = [edit for edit in passage.edits if not edit.is_equal]
        skips = [edit for edit in changes if self._is_skip(passage, edit)]
        if skips and len(skips) == len(changes):
            return spliced(self._haystack.text, _pieces(passage, skips), self._rules)
        splice = self._splice() if self._is_phrase(changes) else None
        if splice is not None:
            return splice
        if any(self._is_phrase([edit]) for edit in changes if self._is_outer(edit)):
            return self._compared(QuoteVerdict.PARTIAL, passage)
        if passage.shared * 5 >= len(self._terms) * 4:
            # No label depends on this limit: changed and replaced wording are both reported by their differences.
            return self._compared(QuoteVerdict.ALTERED, passage)
        return self._compare_words(passage.hit)

    def _splice(self) -> Finding | None:
        """Return the quote as separate pieces; a piece that is just a name replaced another name."""
        found = find_splice(self._haystack, self._needle, self._terms, self._cited, self._rules)
        if found is None:
            return None
        text = self._haystack.document.text
        pieces = {_without_links(name_key(span.of(text))): " ".join(span.of(text).split()) for span in found.spans}
        names = {_without_links(name_key(span.of(self._needle.folded.original))) for span in self._side.names}
        swapped = tuple(
            Difference(expected="", found=written, token_class=TokenClass.PARTY, appears_elsewhere=True)
            for key, written in pieces.items()
            if key in names
        )
        return replace(found, differences=swapped)

    def _compare_words(self, window: Hit) -> Finding:
        haystack = self._haystack
        around = self._widened(window) if self._rules.material_changes else window
        sides = self._side, self._terms, self._doc_side(around), around
        differences = hard_differences(*sides, haystack.lookup)
        if self._rules.material_changes:
            named = settle_names(differences, sides[2], haystack.lookup)
            differences = (*named, *material_differences(*sides, haystack.lookup))
        verdict = QuoteVerdict.ALTERED if differences else QuoteVerdict.PARAPHRASE
        return Finding(verdict=verdict, spans=(haystack.text.span_of(*window),), differences=differences)

    def _widened(self, window: Hit) -> Hit:
        """Return a window extended at both ends by as many words as the quote has more."""
        text = self._haystack.text.text
        by = max(len(self._quote) - (window.end - window.start), 0) + _WIDER
        start, end = max(window.start - by, 0), min(window.end + by, len(text))
        first = text.find(" ", start, window.start) + 1 if start else 0
        last = text.rfind(" ", window.end, end) if end < len(text) else end
        return Hit(first or window.start, last if last >= 0 else window.end)

    def _compared(self, verdict: QuoteVerdict, passage: Passage) -> Finding:
        haystack = self._haystack
        compare = MaterialComparison if self._rules.material_changes else TokenDiff
        comparison = compare(self._side, self._doc_side(passage.hit), passage, haystack.lookup)
        spans = (haystack.text.span_of(*passage.hit),)
        return Finding(verdict=verdict, spans=spans, differences=comparison.differences())

    def _finding(self, verdict: QuoteVerdict, hit: Hit, *, ocr_errors: int) -> Finding:
        return Finding(verdict=verdict, spans=(self._haystack.text.span_of(*hit),), ocr_errors=ocr_errors)

    def _is_skip(self, passage: Passage, edit: Edit) -> bool:
        """Return whether the quote skips a whole phrase of the passage without marking it."""
        left_out = passage.terms[edit.doc_start : edit.doc_end]
        return edit.start == edit.end and sum(term.is_word for term in left_out) >= self._rules.min_words

    def _is_outer(self, edit: Edit) -> bool:
        """Return whether an edit is at the beginning or end of the quote."""
        return edit.start == 0 or edit.end == len(self._terms)

    def _is_phrase(self, edits: Sequence[Edit]) -> bool:
        """Return whether the quote's own words there are a phrase, not a few words or swapped values."""
        own = [term for edit in edits for term in self._terms[edit.start : edit.end] if term.is_word]
        if len(own) < self._rules.min_words:
            return False
        values = self._value_places
        own = [term for term in own if not any(span.start <= term.start < span.end for span in values)]
        length = sum(term.end - term.start + 1 for term in own)
        return len(own) >= self._rules.min_words and length > self._rules.min_characters

    @cached_property
    def _value_places(self) -> list[Hit]:
        """Return the places of values and names in the quote: a swapped value is not an added phrase."""
        place_of = self._needle.folded.place_of
        names = [Hit(place_of(name.start), place_of(name.end)) for name in self._side.names]
        return names + [Hit(mention.start, mention.end) for mention in self._side.figures]

    @cached_property
    def _side(self) -> Side:
        quote = Hit(self._needle.start, self._needle.end)
        return Side(self._needle.folded, quote, self._haystack.lookup)

    def _doc_side(self, hit: Hit) -> Side:
        return Side(self._haystack.text, hit, self._haystack.lookup)


def _without_links(key: str) -> str:
    """Return the key of a piece without linking words around it: ``acme limited as``."""
    words = key.split()
    while words and words[-1] in _LINKS:
        words.pop()
    while words and words[0] in _LINKS:
        words.pop(0)
    return " ".join(words)


def _common(one: Hit, other: Hit) -> Hit:
    start = max(one.start, other.start)
    return Hit(start, max(min(one.end, other.end), start))


def _pieces(passage: Passage, skips: Sequence[Edit]) -> list[Hit]:
    terms: Sequence[Term] = passage.terms
    starts = [0, *(edit.doc_end for edit in skips)]
    ends = [*(edit.doc_start for edit in skips), len(terms)]
    return [Hit(terms[start].start, terms[end - 1].end) for start, end in zip(starts, ends, strict=True)]
