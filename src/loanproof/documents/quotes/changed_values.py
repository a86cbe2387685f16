"""Which values a quote changes, leaves out or adds (C-16): each is compared with the value in its place.

Values are compared as a whole. ``ten Business Days`` for ``ten days`` adds one word and changes the period; ``84
months`` for ``seven years`` changes every word but not the value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from loanproof.documents.quotes.alignment import Edit, Passage
from loanproof.documents.quotes.diff import Side, TokenDiff
from loanproof.documents.quotes.lookup import ValueLookup
from loanproof.documents.quotes.result import Difference, TokenClass
from loanproof.documents.quotes.terms import Term, words_of
from loanproof.documents.quotes.values import Mention, keys_of
from loanproof.values import NAMED_BY_FIGURE, Duration, Law, LawUse

_EVERYDAY_NUMBERS = frozenset({"one", "first", "second", "no one"})
_BETWEEN_FIGURES = frozenset(":;,.()\"'-")
_BEYOND = 80  # characters after a passage in which the end of a quote may have its counterpart


class ValueComparison(TokenDiff):
    """Quote and passage, compared value by value."""

    def __init__(self, quote: Side, document: Side, passage: Passage, lookup: ValueLookup) -> None:
        super().__init__(quote, document, passage, lookup)
        self._told: set[int] = set()  # values already reported: several edits may touch one

    def _changed_values(self, edit: Edit) -> Iterator[Difference]:
        """Yield the values that an edit changes, each compared with the value in its place in the passage."""
        if all(term.key in _BETWEEN_FIGURES for terms in self._terms_of(edit) for term in terms):
            return  # "Level 1: 0.05 %" for "Level 1 0.05 %" has the same figures
        for mention, at in self._our_ranges:
            if not _touches(at, edit.start, edit.end) or mention.start in self._told:
                continue
            against = self._mentions_against(at) or self._mentions_beyond(edit)
            if not mention.is_among(keys_of(against) or self._left_out) and _is_told(mention, against):
                self._told.add(mention.start)
                yield self._changed(mention, against, self._passage.terms[edit.doc_start : edit.doc_end])

    @cached_property
    def _our_ranges(self) -> list[tuple[Mention, range]]:
        return [(one, _range(self._passage.quote_terms, one)) for one in self._quote.mentions]

    def _changed(self, mention: Mention, against: Sequence[Mention], given: Sequence[Term]) -> Difference:
        expected = " ".join(self._doc.written(one.start, one.end) for one in against) or self._text_of(given)
        found = self._quote.written(mention.start, mention.end)
        if any(_is_other_day(mention, one) for one in against):
            return Difference(expected=expected, found=found, token_class=TokenClass.DAY)
        stands = self._lookup.holds_value(mention) if mention.token_class.is_value else None
        return Difference(expected=expected, found=found, token_class=mention.token_class, appears_elsewhere=stands)

    def _mentions_against(self, at: range) -> list[Mention]:
        """Return the values of the passage that correspond to terms of the quote."""
        start, end = len(self._passage.terms), 0
        for edit in self._passage.edits:
            if _touches(at, edit.start, edit.end):
                by = edit.doc_start - edit.start
                first, last = (
                    (max(at.start, edit.start) + by, min(at.stop, edit.end) + by) if edit.is_equal else edit[3:]
                )
                start, end = min(start, first), max(end, last)
        return self._doc.mentions_in(self._passage.terms[start:end])

    def _mentions_beyond(self, edit: Edit) -> list[Mention]:
        """Return the values right before or after the passage, for words at an end of the quote."""
        text, hit = self._doc.folded, self._passage.hit
        if edit.end == len(self._passage.quote_terms) and edit.doc_end == len(self._passage.terms):
            return self._lookup.find_values(text, hit.end, min(hit.end + _BEYOND, len(text.text)))
        if edit.start == 0 and edit.doc_start == 0:
            return self._lookup.find_values(text, max(hit.start - _BEYOND, 0), hit.start)
        return []

    def _left_out_values(self, edit: Edit) -> Iterator[Difference]:
        """Yield the values of the passage that the quote leaves out without putting a value in their place."""
        quoted, given = self._terms_of(edit)
        if not given or self._quote.mentions_in(quoted):
            return
        for mention in self._doc.mentions_in(given):
            if self._weighs(mention) and not mention.keys & self._quote.keys and not self._is_halved(mention):
                expected = self._doc.written(mention.start, mention.end)
                yield Difference(expected=expected, found=self._said(quoted), token_class=mention.token_class)

    def _is_halved(self, mention: Mention) -> bool:
        """Return whether the quote keeps part of this value, which was already reported, or a name contains it."""
        at = _range(self._passage.terms, mention)
        for edit in self._passage.edits:
            if edit.is_equal and _touches(at, edit.doc_start, edit.doc_end):
                by = edit.start - edit.doc_start
                first, last = max(at.start, edit.doc_start) + by, min(at.stop, edit.doc_end) + by
                if self._quote.mentions_in(self._passage.quote_terms[first:last]):
                    return True
        span = self._doc.folded.span_of(mention.start, mention.end)
        return any(name.overlaps(span) for name in self._doc.names)

    def _weighs(self, mention: Mention) -> bool:
        """Return whether leaving out a value matters: not for a place, a frequency, or a clause or item number."""
        if mention.token_class in (TokenClass.FREQUENCY, TokenClass.LAW):
            return False
        if mention.token_class is not TokenClass.NUMBER:
            return True
        before = words_of(self._doc.folded.text, max(mention.start - 24, 0), mention.start)
        bracketed = bool(before) and not before[-1].is_word
        return mention.is_in_figures and not bracketed and not (before and before[-1].key in NAMED_BY_FIGURE)


def _range(terms: Sequence[Term], mention: Mention) -> range:
    """Return the indices of the terms of a value."""
    inside = [at for at, term in enumerate(terms) if term.start < mention.end and mention.start < term.end]
    return range(inside[0], inside[-1] + 1) if inside else range(0)


def _touches(at: range, start: int, end: int) -> bool:
    """Return whether terms and an edit overlap; an empty edit must lie between two of the terms."""
    return at.start < end and start < at.stop if start < end else at.start < start < at.stop


def _is_told(mention: Mention, against: Sequence[Mention]) -> bool:
    """Return whether a value that the passage lacks counts: for some kinds only against another of its kind."""
    if any(one.token_class is mention.token_class for one in against):
        return True
    if mention.token_class is TokenClass.LAW:
        return any(isinstance(one, Law) and one.use is not LawUse.PLACE for one in mention.part.candidates)
    return mention.token_class is not TokenClass.FREQUENCY and mention.text not in _EVERYDAY_NUMBERS


def _is_other_day(one: Mention, other: Mention) -> bool:
    """Return whether two periods have the same number of days, one counting Business Days and the other all days."""
    return any(
        isinstance(mine, Duration)
        and isinstance(its, Duration)
        and mine.length != its.length
        and (mine.months, mine.days, mine.business_days) == (its.months, its.business_days, its.days)
        for mine in one.part.candidates
        for its in other.part.candidates
    )
