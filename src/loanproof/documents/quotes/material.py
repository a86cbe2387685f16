"""Which changes in a quote change its meaning (C-16).

Equivalent forms are equated first: one canonical value, aliases of one definition, comparators of one direction,
singular and plural. Then a substitution is material depending on what it replaces; words that are only left out or
added are material if they are a value, a negation, an exception, a modal verb or a comparator.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum
from functools import cached_property
from itertools import chain, islice

from loanproof.documents.quotes.alignment import Edit
from loanproof.documents.quotes.changed_values import ValueComparison
from loanproof.documents.quotes.defined_terms import term_key
from loanproof.documents.quotes.diff import Side
from loanproof.documents.quotes.exchanges import counts_as_exchange, exchanged, moved_negation, regrouped
from loanproof.documents.quotes.meanings import PARTS, Meaning, find_idle, find_meanings
from loanproof.documents.quotes.result import Difference, TokenClass
from loanproof.documents.quotes.terms import Term, negation_count, terms_of, words_of
from loanproof.values import STOP_WORDS_IN_QUOTES

_SMALL = STOP_WORDS_IN_QUOTES | {"no", "each", "any", "every", "such", "all"}
_UNITS = frozenset({TokenClass.PERIOD, TokenClass.DAY})
_WITH_UNITS = frozenset({TokenClass.PERIOD, TokenClass.DATE, TokenClass.FREQUENCY})
_NEAR = 200  # characters around a passage in which to look for the modal verb of a quote's ends
_EDGE = 10  # characters around a passage in which the rest of a phrase may be


class _Counted(Enum):
    """Words that must be equally frequent in the quote and its passage."""

    OPERATORS = 0
    DENIALS = 1
    EXCEPTIONS = 2
    MODALS = 3


class MaterialComparison(ValueComparison):
    """Quote and passage compared, with material changes distinguished."""

    def differences(self) -> tuple[Difference, ...]:
        """Return every difference in the order of the quote; two that mirror each other are one swap."""
        found = tuple(dict.fromkeys(super().differences()))  # several edits may touch one term
        mirrored: dict[tuple[str, str], Difference] = {}
        for one in found:
            if one.token_class is TokenClass.OTHER or one.is_forged or not one.found or not one.expected:
                continue
            expected, said = term_key(one.expected), term_key(one.found)
            other = mirrored.get((said, expected))
            if other is not None:
                token_class = TokenClass.EXCHANGED if counts_as_exchange(self._doc, other) else TokenClass.OTHER
                exchange = replace(other, token_class=token_class, appears_elsewhere=None)
                return tuple(exchange if kept is other else kept for kept in found if kept is not one)
            mirrored[expected, said] = one
        if any(one.token_class is not TokenClass.OTHER for one in found):
            return found
        sides = self._quote, self._passage.quote_terms, self._doc, self._with_beside
        return (*found, *islice(chain(exchanged(*sides), regrouped(*sides)), 1))

    def differences_of(self, edit: Edit) -> list[Difference]:
        """Return what one edit changes: a difference for each material change, or one that is not material."""
        quoted, given = self._terms_of(edit)
        found = [*self._changed_values(edit), *self._parties(edit, quoted, given)]
        found = found or [*self._left_out_values(edit), *self._terms(edit, given), *self._terms_beside(edit)]
        found += self._words(*self._weighty(edit))
        found = found or list(self._exchanged_words(edit))[:1]
        return found or [self._difference(TokenClass.OTHER, quoted, given)]

    # Names and terms

    def _parties(self, edit: Edit, quoted: Sequence[Term], given: Sequence[Term]) -> Iterator[Difference]:
        for one in super()._parties(edit, quoted, given):
            if _is_same_role(one):
                continue
            one = self._with_name_alone(one)
            expected = (one.expected, *title_runs(self._doc, self._passage.terms, edit.doc_start, edit.doc_end))
            if not any(self._lookup.terms.are_one(one.found, other) for other in expected if other):
                yield one

    def _with_name_alone(self, one: Difference) -> Difference:
        alone = self._lookup.name_alone(one.found)
        return one if alone == one.found else replace(one, found=alone, appears_elsewhere=True)

    def _terms(self, edit: Edit, given: Sequence[Term]) -> Iterator[Difference]:
        """Yield a defined term that replaced another: both are capitalised inside a sentence."""
        ours = title_runs(self._quote, self._passage.quote_terms, edit.start, edit.end)
        theirs = title_runs(self._doc, self._passage.terms, edit.doc_start, edit.doc_end)
        terms, names = self._lookup.terms, self._doc.names_in(given)
        new = [one for one in ours if not any(terms.are_one(one, other) for other in (*theirs, *names))]
        old = [one for one in theirs if not any(terms.are_one(one, other) for other in ours)]
        if not new or not old or (self._is_kept(old[0]) and self._is_next_to_passage(new[0])):
            return
        mine, its = (_telling(words) for words in (new, old))
        is_one_run = bool(mine & its) or (bool(given) and edit.start < edit.end)
        both_change = mine - its and its - mine and is_one_run
        if both_change or (mine != its and terms.holds(new[0]) and terms.holds(old[0])):
            yield Difference(expected=old[0], found=new[0], token_class=TokenClass.TERM)

    def _terms_beside(self, edit: Edit) -> Iterator[Difference]:
        """Yield a term at an end of the quote that the passage has elsewhere; the document has another one there."""
        is_first = edit.doc_start == 0
        beside = self._beside_passage(edit)
        ours = title_runs(self._quote, self._passage.quote_terms, edit.start, edit.end) if beside else []
        at = len(beside) - 1 if is_first else 0
        theirs = title_runs(self._doc, beside, at, at + 1) if ours else []
        inside = title_runs(self._doc, self._passage.terms, 0, len(self._passage.terms)) if theirs else []
        new, old = ours[-1:] if is_first else ours[:1], theirs[:1]
        same = self._lookup.terms.are_one
        quoted = title_runs(self._quote, self._passage.quote_terms, 0, len(self._passage.quote_terms)) if inside else []
        is_mirrored = bool(old) and any(same(old[0], one) for one in quoted)
        if new and is_mirrored and not same(new[0], old[0]) and any(same(new[0], one) for one in inside):
            yield Difference(expected=old[0], found=new[0], token_class=TokenClass.TERM)

    def _beside_passage(self, edit: Edit) -> list[Term]:
        """Return the words of the document next to the passage, as many as an edit at an end of the quote adds.

        The passage covers only what agrees, so a term swapped with one at its edge is not in it.
        """
        terms, text, hit = self._passage.terms, self._doc.folded.text, self._passage.hit
        if edit.is_equal or edit.doc_start != edit.doc_end or edit.doc_start not in (0, len(terms)):
            return []
        count = edit.end - edit.start
        if edit.doc_start == 0:
            return words_of(text, max(hit.start - _NEAR, 0), hit.start)[-count:]
        return words_of(text, hit.end, min(hit.end + _NEAR, len(text)))[:count]

    @property
    def _with_beside(self) -> list[Term]:
        """The terms of the passage, with as many words added on both sides as the quote has extra."""
        text, hit = self._doc.folded.text, self._passage.hit
        count = sum(edit.end - edit.start for edit in self._passage.edits if not edit.is_equal)
        before = words_of(text, max(hit.start - _NEAR, 0), hit.start)[-count:]
        return [*before, *self._passage.terms, *words_of(text, hit.end, min(hit.end + _NEAR, len(text)))[:count]]

    def _is_kept(self, term: str) -> bool:
        """Return whether a term of the passage is in the quote too, so that nothing replaced it."""
        runs = title_runs(self._quote, self._passage.quote_terms, 0, len(self._passage.quote_terms))
        return any(self._lookup.terms.are_one(term, run) for run in runs)

    def _is_next_to_passage(self, term: str) -> bool:
        """Return whether a term is not in the passage but right next to it, like the term it defines."""
        text, hit = self._doc.folded.text, self._passage.hit
        beside = text[max(hit.start - _NEAR, 0) : hit.start], text[hit.end : hit.end + _NEAR]
        words = " ".join(term.lower().split())
        return words not in text[hit.start : hit.end].lower() and any(words in one.lower() for one in beside)

    # Words

    def _words(self, quoted: Sequence[Term], given: Sequence[Term]) -> Iterator[Difference]:
        ours, theirs = ([term for term in terms if term.is_operator] for terms in (quoted, given))
        if {term.key for term in ours} != {term.key for term in theirs}:
            if ours and theirs:
                yield self._difference(TokenClass.COMPARATOR, ours, theirs)
            elif self._changes_count(_Counted.OPERATORS):
                yield self._difference(TokenClass.COMPARATOR, ours or quoted, theirs or given)
        elif negation_count(quoted) % 2 != negation_count(given) % 2 and (
            self._changes_count(_Counted.DENIALS) or self._negation_moved
        ):
            yield self._difference(TokenClass.NEGATION, quoted, given)
        excepts, excepted = ({term.key for term in terms if term.is_exception} for terms in (quoted, given))
        if excepts != excepted and self._changes_count(_Counted.EXCEPTIONS):
            yield self._difference(TokenClass.EXCEPTION, quoted, given)
        yield from self._modals(quoted, given)

    def _modals(self, quoted: Sequence[Term], given: Sequence[Term]) -> Iterator[Difference]:
        ours, theirs = ({term.modality for term in terms} - {None} for terms in (quoted, given))
        changed = ours != theirs if ours and theirs else bool(theirs or (ours - self._beside(quoted) and not given))
        if changed and self._changes_count(_Counted.MODALS):
            yield self._difference(TokenClass.MODAL, quoted, given)

    def _beside(self, quoted: Sequence[Term]) -> set[str | None]:
        """Return the modal verbs next to the passage, which words at an end of the quote may come from."""
        ends = self._passage.quote_terms[0], self._passage.quote_terms[-1]
        if not quoted or (quoted[0] != ends[0] and quoted[-1] != ends[1]):
            return set()
        text, hit = self._doc.folded.text, self._passage.hit
        near = terms_of(text, max(hit.start - _NEAR, 0), min(hit.end + _NEAR, len(text)))
        return {term.modality for term in near}

    def _changes_count(self, counted: _Counted) -> bool:
        """Return whether the quote has more or fewer of some words than its passage: otherwise they only moved."""
        return counted in self._counts_that_change

    @cached_property
    def _counts_that_change(self) -> frozenset[_Counted]:
        ours, theirs = Counter[tuple[_Counted, str]](), Counter[tuple[_Counted, str]]()
        for edit in self._passage.edits:
            if not edit.is_equal:
                quoted, given = self._weighty(edit)
                ours.update(key for term in quoted for key in _counted_as(term))
                theirs.update(key for term in given for key in _counted_as(term))
        return frozenset(counted for counted, _ in (ours - theirs) + (theirs - ours))

    @cached_property
    def _negation_moved(self) -> bool:
        return moved_negation(self._passage.quote_terms, self._passage.terms)

    def _weighty(self, edit: Edit) -> tuple[list[Term], list[Term]]:
        """Return the terms of an edit without those of empty phrases: ``as the case may be``."""
        quoted, given = self._terms_of(edit)
        return _outside(quoted, self._our_idle), _outside(given, self._their_idle)

    def _exchanged_words(self, edit: Edit) -> Iterator[Difference]:
        """Yield the words of a set that were replaced by words of the same set with another meaning."""
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


def title_runs(side: Side, terms: Sequence[Term], start: int, end: int) -> list[str]:
    """Return the runs of capitalised words that overlap a range of terms, or the gap between two."""
    first, last = start, end
    while first > 0 and side.is_titled(terms[first - 1]):
        first -= 1
    while last < len(terms) and side.is_titled(terms[last]):
        last += 1
    runs: list[list[Term]] = [[]]
    for term in terms[first:last]:
        if side.is_titled(term):
            runs[-1].append(term)
        elif runs[-1]:
            runs.append([])
    return [
        side.written(run[0].start, run[-1].end)
        for run in runs
        if run and (start == end or any(term in terms[start:end] for term in run))
    ]


def _is_same_role(one: Difference) -> bool:
    """Return whether a role only has another small word before it: ``No Lender`` for ``The Lender``."""
    said, given = (text.lower().split() for text in (one.found, one.expected))
    return bool(said) and bool(given) and said[-1] == given[-1] and _SMALL.issuperset((*said[:-1], *given[:-1]))


def _telling(runs: Sequence[str]) -> frozenset[str]:
    """Return the distinctive words of terms, in the singular; the A of Facility A is not an article."""
    words = [(word, at) for run in runs for at, word in enumerate(term_key(run).split())]
    small = PARTS | STOP_WORDS_IN_QUOTES
    return frozenset(word for word, at in words if word not in small or (at > 0 and len(word) == 1))


def _outside(terms: Sequence[Term], idle: Sequence[Meaning]) -> list[Term]:
    """Return terms that are not part of an empty phrase; only a complete phrase counts as empty."""
    whole = [one for one in idle if terms and terms[0].start <= one.start and one.end <= terms[-1].end]
    return [term for term in terms if not any(one.start <= term.start < one.end for one in whole)]


def _words_of(side: Side, terms: Sequence[Term]) -> list[Term]:
    """Return the words of a side and those right next to it."""
    text = side.folded.text
    if not terms:
        return []
    start = text.rfind(" ", 0, max(terms[0].start - _EDGE, 0)) + 1
    end = text.find(" ", terms[-1].end + _EDGE)
    return words_of(text, start, len(text) if end < 0 else end)


def _around(meanings: Sequence[Meaning], terms: Sequence[Term], start: int, end: int) -> list[Meaning]:
    """Return the meanings of the terms in and right next to an edit: one changed word may belong to a phrase."""
    first = terms[start - 1].start if start else terms[0].start - _EDGE
    last = terms[end].end if end < len(terms) else terms[-1].end + _EDGE
    return [one for one in meanings if one.start < last and first < one.end]


def _in_period(meaning: Meaning, side: Side) -> bool:
    """Return whether a word is the unit of a period, which was already compared as a whole."""
    return meaning.token_class in _UNITS and any(
        one.start <= meaning.start < one.end for one in side.mentions if one.token_class in _WITH_UNITS
    )


def _counted_as(term: Term) -> Iterator[tuple[_Counted, str]]:
    if term.is_operator:
        yield _Counted.OPERATORS, term.key
    if term.is_negation:
        yield _Counted.DENIALS, ""
    if term.is_exception:
        yield _Counted.EXCEPTIONS, term.key
    if term.modality is not None:
        yield _Counted.MODALS, term.modality
