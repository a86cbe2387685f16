"""Which changes of a quote change what is said (C-16).

First what is equal is set equal: one canonical value, aliases of one definition, comparators of one direction, singular
and plural. Then a substitution is material by what it exchanges; words that are only left out or added are material if
they are a value, a negation, an exception, a modal verb or a comparator.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from loanproof.documents.quotes.alignment import Edit, Passage
from loanproof.documents.quotes.defined_terms import term_key
from loanproof.documents.quotes.diff import Comparison, Side
from loanproof.documents.quotes.exchanges import moved_negation
from loanproof.documents.quotes.lookup import ValueLookup
from loanproof.documents.quotes.meanings import PARTS, Meaning, find_idle, find_meanings
from loanproof.documents.quotes.result import Difference, TokenClass
from loanproof.documents.quotes.terms import Term, words_of
from loanproof.documents.quotes.values import Mention, keys_of
from loanproof.values import NAMED_BY_FIGURE, STOP_WORDS_IN_QUOTES, Duration, Law, LawUse

_UNITS = frozenset({TokenClass.PERIOD, TokenClass.DAY})
_WITH_UNITS = frozenset({TokenClass.PERIOD, TokenClass.DATE, TokenClass.FREQUENCY})
_EVERYDAY_NUMBERS = frozenset({"one", "first", "second", "no one"})
_EDGE = 10  # characters beside a passage in which the rest of a phrase may stand
_BEYOND = 80  # characters behind a passage in which the end of a quote may have its counterpart
_BETWEEN_FIGURES = frozenset(":;,.()\"'-")


class MaterialComparison(Comparison):
    """Quote and passage side by side, the material changes told apart."""

    def __init__(self, quote: Side, document: Side, passage: Passage, lookup: ValueLookup) -> None:
        super().__init__(quote, document, passage, lookup)
        self._told: set[int] = set()  # values that were told already: several edits may touch one

    def differences(self) -> tuple[Difference, ...]:
        """Return every difference in the order of the quote; two that mirror each other are one exchange."""
        found = list(super().differences())
        for one in found:
            mirror = next((other for other in found if _mirror(one, other)), None)
            if mirror is not None:
                found[found.index(one)] = replace(one, token_class=TokenClass.EXCHANGED, stands_elsewhere=None)
                found.remove(mirror)
                break
        return tuple(found)

    def differences_of(self, edit: Edit) -> list[Difference]:
        """Return what one edit changes: a difference for each material change, or one that is not material."""
        quoted, given = self._terms_of(edit)
        found = [*self._changed_values(edit), *self._parties(edit, quoted, given)]
        found = found or [*self._left_out_values(edit), *self._terms(edit, given)]
        found += self._words(*self._weighty(edit))
        found = found or list(self._exchanged_words(edit))[:1]
        return found or [self._difference(TokenClass.OTHER, quoted, given)]

    # Values

    def _changed_values(self, edit: Edit) -> Iterator[Difference]:
        """Yield the values that an edit changes; each is held against what stands in its place in the passage."""
        if all(term.key in _BETWEEN_FIGURES for terms in self._terms_of(edit) for term in terms):
            return  # "Level 1: 0.05 %" for "Level 1 0.05 %" has the same figures
        for mention in self._quote.mentions:
            at = _range(self._passage.quote_terms, mention)
            if not _touches(at, edit.start, edit.end) or mention.start in self._told:
                continue
            against = self._mentions_against(at) or self._mentions_beyond(edit)
            if not mention.is_among(keys_of(against) or self._left_out) and _is_told(mention, against):
                self._told.add(mention.start)
                yield self._changed(mention, against, self._passage.terms[edit.doc_start : edit.doc_end])

    def _changed(self, mention: Mention, against: Sequence[Mention], given: Sequence[Term]) -> Difference:
        expected = " ".join(self._doc.written(one.start, one.end) for one in against) or self._text_of(given)
        found = self._quote.written(mention.start, mention.end)
        if any(_is_other_day(mention, one) for one in against):
            return Difference(expected=expected, found=found, token_class=TokenClass.DAY)
        stands = self._lookup.holds_value(mention) if mention.token_class.is_value else None
        return Difference(expected=expected, found=found, token_class=mention.token_class, stands_elsewhere=stands)

    def _mentions_against(self, at: range) -> list[Mention]:
        """Return the values of the passage that stand where terms of the quote do."""
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
        """Return the values right before or behind the passage, for words at an end of the quote."""
        text, hit = self._doc.folded, self._passage.hit
        if edit.end == len(self._passage.quote_terms) and edit.doc_end == len(self._passage.terms):
            return self._lookup.find_values(text, hit.end, min(hit.end + _BEYOND, len(text.text)))
        if edit.start == 0 and edit.doc_start == 0:
            return self._lookup.find_values(text, max(hit.start - _BEYOND, 0), hit.start)
        return []

    def _left_out_values(self, edit: Edit) -> Iterator[Difference]:
        """Yield the values of the passage that the quote says nowhere, where it puts no value in their place."""
        quoted, given = self._terms_of(edit)
        if not given or self._quote.mentions_in(quoted):
            return
        for mention in self._doc.mentions_in(given):
            if self._weighs(mention) and not mention.keys & self._quote.keys and not self._is_halved(mention):
                expected = self._doc.written(mention.start, mention.end)
                yield Difference(expected=expected, found=self._said(quoted), token_class=mention.token_class)

    def _is_halved(self, mention: Mention) -> bool:
        """Tell whether the quote has a value where this one stands, which was told already, or a name holds it."""
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
        """Tell whether leaving a value out matters: not a place, a frequency, or the number of a clause or item."""
        if mention.token_class in (TokenClass.FREQUENCY, TokenClass.LAW):
            return False
        if mention.token_class is not TokenClass.NUMBER:
            return True
        before = words_of(self._doc.folded.text, max(mention.start - 24, 0), mention.start)
        bracketed = bool(before) and not before[-1].is_word
        return mention.is_in_figures and not bracketed and not (before and before[-1].key in NAMED_BY_FIGURE)

    # Names and terms

    def _parties(self, edit: Edit, quoted: Sequence[Term], given: Sequence[Term]) -> Iterator[Difference]:
        for one in super()._parties(edit, quoted, given):
            expected = [one.expected, *(self._run(self._doc, self._passage.terms, edit.doc_start, edit.doc_end),)]
            if not any(self._lookup.terms.are_one(one.found, other) for other in expected if other):
                yield one

    def _terms(self, edit: Edit, given: Sequence[Term]) -> Iterator[Difference]:
        """Yield a defined term that took the place of another: both are capitalised inside a sentence."""
        ours = self._run(self._quote, self._passage.quote_terms, edit.start, edit.end)
        theirs = self._run(self._doc, self._passage.terms, edit.doc_start, edit.doc_end)
        if not ours or not theirs:
            return
        if any(self._lookup.terms.are_one(ours, one) for one in (theirs, *self._doc.names_in(given))):
            return
        mine, its = set(term_key(ours).split()), set(term_key(theirs).split())
        both_change = bool(mine - its - PARTS - STOP_WORDS_IN_QUOTES and its - mine - PARTS - STOP_WORDS_IN_QUOTES)
        holds = self._lookup.terms.holds
        if both_change or (mine != its and holds(ours) and holds(theirs)):
            yield Difference(expected=theirs, found=ours, token_class=TokenClass.TERM)

    @staticmethod
    def _run(side: Side, terms: Sequence[Term], start: int, end: int) -> str:
        """Return the run of capitalised words that a stretch of terms is part of; nothing where there is none."""
        first, last = start, end
        while first > 0 and side.is_titled(terms[first - 1]):
            first -= 1
        while last < len(terms) and side.is_titled(terms[last]):
            last += 1
        titled = [term for term in terms[first:last] if side.is_titled(term)]
        if not titled or (start < end and not any(side.is_titled(term) for term in terms[start:end])):
            return ""
        return side.written(titled[0].start, titled[-1].end)

    # Words

    def _words(self, quoted: Sequence[Term], given: Sequence[Term]) -> Iterator[Difference]:
        ours, theirs = ([term for term in terms if term.is_operator] for terms in (quoted, given))
        if {term.key for term in ours} != {term.key for term in theirs}:
            if ours and theirs:
                yield self._difference(TokenClass.COMPARATOR, ours, theirs)
            elif self._net(lambda term: term.key if term.is_operator else None):
                yield self._difference(TokenClass.COMPARATOR, ours or quoted, theirs or given)
        elif _denials(quoted) % 2 != _denials(given) % 2 and (self._net(_denial) or self._negation_moved):
            yield self._difference(TokenClass.NEGATION, quoted, given)
        excepts, excepted = ({term.key for term in terms if term.is_exception} for terms in (quoted, given))
        if excepts != excepted and self._net(lambda term: term.key if term.is_exception else None):
            yield self._difference(TokenClass.EXCEPTION, quoted, given)
        yield from self._modals(quoted, given)

    def _modals(self, quoted: Sequence[Term], given: Sequence[Term]) -> Iterator[Difference]:
        ours, theirs = ({term.modality for term in terms} - {None} for terms in (quoted, given))
        changed = ours != theirs if ours and theirs else bool(theirs or (ours and not given))
        if changed and self._net(lambda term: term.modality):
            yield self._difference(TokenClass.MODAL, quoted, given)

    def _net(self, key_of: Callable[[Term], str | None]) -> bool:
        """Tell whether the quote has more or fewer of some words than its passage: else they have only moved."""
        ours, theirs = Counter[str](), Counter[str]()
        for edit in self._passage.edits:
            if not edit.is_equal:
                quoted, given = self._weighty(edit)
                ours.update(filter(None, map(key_of, quoted)))
                theirs.update(filter(None, map(key_of, given)))
        return ours != theirs

    @cached_property
    def _negation_moved(self) -> bool:
        return moved_negation(self._passage.quote_terms, self._passage.terms)

    def _weighty(self, edit: Edit) -> tuple[list[Term], list[Term]]:
        """Return the terms of an edit without those of phrases that weigh nothing: ``as the case may be``."""
        quoted, given = self._terms_of(edit)
        return _outside(quoted, self._our_idle), _outside(given, self._their_idle)

    def _exchanged_words(self, edit: Edit) -> Iterator[Difference]:
        """Yield the words of a set that were exchanged for words of the same set with another meaning."""
        ours = _around(self._our_meanings, self._passage.quote_terms, edit.start, edit.end)
        theirs = _around(self._their_meanings, self._passage.terms, edit.doc_start, edit.doc_end)
        for number in dict.fromkeys(one.number for one in ours):
            mine = {one.line: one for one in ours if one.number == number}
            its = {one.line: one for one in theirs if one.number == number}
            new = [one for line, one in mine.items() if line not in its]
            old = [one for line, one in its.items() if line not in mine]
            if new and old and not (_in_period(new[0], self._quote) and _in_period(old[0], self._doc)):
                yield Difference(
                    expected=self._doc.written(old[0].start, old[0].end),
                    found=self._quote.written(new[0].start, new[0].end),
                    token_class=new[0].token_class,
                )

    @cached_property
    def _our_meanings(self) -> list[Meaning]:
        return find_meanings(_words_of(self._quote, self._passage.quote_terms))

    @cached_property
    def _their_meanings(self) -> list[Meaning]:
        return find_meanings(_words_of(self._doc, self._passage.terms))

    @cached_property
    def _our_idle(self) -> list[Meaning]:
        return find_idle(_words_of(self._quote, self._passage.quote_terms))

    @cached_property
    def _their_idle(self) -> list[Meaning]:
        return find_idle(_words_of(self._doc, self._passage.terms))


def _outside(terms: Sequence[Term], idle: Sequence[Meaning]) -> list[Term]:
    """Return terms that are no part of an idle phrase; only a whole one among them weighs nothing."""
    whole = [one for one in idle if terms and terms[0].start <= one.start and one.end <= terms[-1].end]
    return [term for term in terms if not any(one.start <= term.start < one.end for one in whole)]


def _denials(terms: Sequence[Term]) -> int:
    return sum(term.is_negation for term in terms)


def _words_of(side: Side, terms: Sequence[Term]) -> list[Term]:
    """Return the words of a side and those right beside it."""
    text = side.folded.text
    if not terms:
        return []
    start = text.rfind(" ", 0, max(terms[0].start - _EDGE, 0)) + 1
    end = text.find(" ", terms[-1].end + _EDGE)
    return words_of(text, start, len(text) if end < 0 else end)


def _around(meanings: Sequence[Meaning], terms: Sequence[Term], start: int, end: int) -> list[Meaning]:
    """Return the meanings of the terms of an edit and right beside it: a phrase may be changed in one of its words."""
    first = terms[start - 1].start if start else terms[0].start - _EDGE
    last = terms[end].end if end < len(terms) else terms[-1].end + _EDGE
    return [one for one in meanings if one.start < last and first < one.end]


def _in_period(meaning: Meaning, side: Side) -> bool:
    """Tell whether a word is the unit of a period, which was compared as a whole."""
    return meaning.token_class in _UNITS and any(
        one.start <= meaning.start < one.end for one in side.mentions if one.token_class in _WITH_UNITS
    )


def _range(terms: Sequence[Term], mention: Mention) -> range:
    """Return the numbers of the terms that make up a value."""
    inside = [at for at, term in enumerate(terms) if term.start < mention.end and mention.start < term.end]
    return range(inside[0], inside[-1] + 1) if inside else range(0)


def _touches(at: range, start: int, end: int) -> bool:
    """Tell whether terms and an edit overlap; an edit without terms must lie between two of them."""
    return at.start < end and start < at.stop if start < end else at.start < start < at.stop


def _is_told(mention: Mention, against: Sequence[Mention]) -> bool:
    """Tell whether a value that the passage does not hold there counts: some only against another of their kind."""
    if any(one.token_class is mention.token_class for one in against):
        return True
    if mention.token_class is TokenClass.LAW:
        return any(isinstance(one, Law) and one.use is not LawUse.PLACE for one in mention.part.candidates)
    return mention.token_class is not TokenClass.FREQUENCY and mention.text not in _EVERYDAY_NUMBERS


def _denial(term: Term) -> str | None:
    return "not" if term.is_negation else None


def _is_other_day(one: Mention, other: Mention) -> bool:
    """Tell whether two periods have the same number of days, of Business Days the one and of any days the other."""
    return any(
        isinstance(mine, Duration)
        and isinstance(its, Duration)
        and mine.length != its.length
        and (mine.months, mine.days, mine.business_days) == (its.months, its.business_days, its.days)
        for mine in one.part.candidates
        for its in other.part.candidates
    )


def _mirror(one: Difference, other: Difference) -> bool:
    """Tell whether two differences say that two things have changed places."""
    if one is other or one.is_forged or not one.found or not one.expected:
        return False
    return term_key(one.found) == term_key(other.expected) and term_key(one.expected) == term_key(other.found)
