"""Where a quote and its passage differ, and how much each difference matters.

A changed figure is compared as a whole value with the value it replaces: ``4.0x`` for ``4.00:1`` is another notation,
``5.00:1`` is another value, and only the second is material. Negations are counted after comparators, so ``at or
below`` for ``not exceed`` is not a negation, while ``more than`` for ``not more than`` is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from loanproof.core import Span
from loanproof.documents.quotes.alignment import Edit, Passage
from loanproof.documents.quotes.exact import Hit, same_joints
from loanproof.documents.quotes.folding import FoldedText
from loanproof.documents.quotes.lookup import ValueLookup
from loanproof.documents.quotes.names import find_names, is_role, name_key, singular
from loanproof.documents.quotes.result import Difference, TokenClass
from loanproof.documents.quotes.terms import Term
from loanproof.documents.quotes.values import Mention, keys_of
from loanproof.values import STOP_WORDS_IN_QUOTES

_LABELLED = re.compile(r"\b[A-Z][a-z]{3,}\s$")  # a word that the letter after it distinguishes
_AROUND = 24  # characters around a difference in which to look for names
_BEYOND = 48  # characters that a value may extend beyond it: … Thousand and No/100 United States Dollars
_LEADING = 240  # characters of the sentence before a span
_SENTENCE_ENDS = tuple(".:;!?•")


class Side:
    """One of the two texts of a comparison: a span of folded text with its values and names.

    Some of the surrounding text helps to recognise what a figure or a capitalised word is.
    """

    def __init__(self, folded: FoldedText, hit: Hit, lookup: ValueLookup) -> None:
        self.folded = folded
        self._hit = hit
        self._lookup = lookup
        self._start, self._end = max(hit.start - _AROUND, 0), min(hit.end + _AROUND, len(folded.text))

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """The values, in figures and words, with their places in the folded text."""
        found = self._lookup.find_values(self.folded, *self._whole_words())
        return tuple(one for one in found if one.end > self._hit.start and one.start < self._hit.end)

    def _whole_words(self) -> Hit:
        """Return the span and its surroundings without a cut word: a figure cut in two is another figure."""
        text, (start, end) = self.folded.text, self._hit
        first, last = max(start - _BEYOND, 0), min(end + _BEYOND, len(text))
        whole = text.find(" ", first, start) + 1 if first else 0
        ends = text.rfind(" ", end, last) if last < len(text) else last
        return Hit(whole or first, ends if ends >= 0 else last)

    @property
    def figures(self) -> tuple[Mention, ...]:
        """The values in figures."""
        return tuple(one for one in self.mentions if one.is_in_figures)

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys of the values here."""
        return keys_of(self.mentions)

    @cached_property
    def names(self) -> tuple[Span, ...]:
        """The places of names in the original text."""
        written = self.folded.span_of(self._start, self._end)
        return tuple(span.shift(written.start) for span in find_names(written.of(self.folded.original)))

    @property
    def lines(self) -> list[str]:
        """The lines of the span as in the original."""
        return self.folded.span_of(*self._hit).of(self.folded.original).splitlines()

    @property
    def led_by(self) -> str:
        """The folded text of the sentence before the span, if it is not far back."""
        before = self.folded.text[max(self._hit.start - _LEADING, 0) : self._hit.start]
        return before[before.rfind(". ") + 1 :]

    def written(self, start: int, end: int) -> str:
        """Return a span as written, with white space folded."""
        return " ".join(self.folded.span_of(start, end).of(self.folded.original).split())

    def mentions_in(self, terms: Sequence[Term]) -> list[Mention]:
        """Return the values, in figures or words, that contain any of the terms."""
        if not terms:
            return []
        start, end = terms[0].start, terms[-1].end
        return [one for one in self.mentions if one.start < end and start < one.end]

    def names_in(self, terms: Sequence[Term]) -> list[str]:
        """Return the names, as written, that contain any of the terms; one of them has a capital letter."""
        if not any(map(self.is_capitalised, terms)):
            return []
        span = self.folded.span_of(terms[0].start, terms[-1].end)
        return [" ".join(name.of(self.folded.original).split()) for name in self.names if name.overlaps(span)]

    def is_capitalised(self, term: Term) -> bool:
        """Return whether a term is written with a capital letter."""
        return self.folded.original[self.folded.origin(term.start)].isupper()

    def is_titled(self, term: Term) -> bool:
        """Whether a term has a meaningful capital letter: not at the start of a sentence or among capitals."""
        if not term.is_word or not self.is_capitalised(term):
            return False
        text, at = self.folded.original, self.folded.origin(term.start)
        before, behind = text[max(at - _AROUND, 0) : at], text[at : at + 2 * _AROUND]
        if term.key in STOP_WORDS_IN_QUOTES and (len(term.key) > 1 or not _LABELLED.search(before)):
            return False  # but the letter of Facility A is not an article
        is_first = not before.strip() or before.rstrip(' \n\t"“')[-1:] in _SENTENCE_ENDS or before.endswith("\n\n")
        return not is_first and any(character.islower() for character in before + behind)


class TokenDiff:
    """Quote and passage, compared."""

    def __init__(self, quote: Side, document: Side, passage: Passage, lookup: ValueLookup) -> None:
        self._passage = passage
        self._lookup = lookup
        self._quote = quote
        self._doc = document

    def differences(self) -> tuple[Difference, ...]:
        """Return every difference in the order of the quote; at least one, since the two are not the same."""
        found: list[Difference] = []
        for edit in self._passage.edits:
            found += self._spellings(edit) if edit.is_equal else self.differences_of(edit)
        return tuple(found) or (Difference(expected="", found="", token_class=TokenClass.OTHER),)

    def differences_of(self, edit: Edit) -> list[Difference]:
        """Return what one edit changes: a difference for each material change, or one that is not material."""
        quoted, given = self._terms_of(edit)
        found = [*self._values(quoted, given), *self._parties(edit, quoted, given), *self._words(quoted, given)]
        return found or [self._difference(TokenClass.OTHER, quoted, given)]

    def _terms_of(self, edit: Edit) -> tuple[Sequence[Term], Sequence[Term]]:
        return self._passage.quote_terms[edit.start : edit.end], self._passage.terms[edit.doc_start : edit.doc_end]

    @cached_property
    def _left_out(self) -> frozenset[str]:
        """The keys of the values that the quote leaves out where they are; it may have moved them."""
        edits = [edit for edit in self._passage.edits if not edit.is_equal and edit.start == edit.end]
        terms = [term for edit in edits for term in self._passage.terms[edit.doc_start : edit.doc_end]]
        return keys_of(mention for term in terms for mention in self._doc.mentions_in((term,)))

    def _values(self, quoted: Sequence[Term], given: Sequence[Term]) -> Iterator[Difference]:
        mentions = self._quote.mentions_in(quoted)
        if not mentions:
            return
        against = self._doc.mentions_in(given)
        held = keys_of(against) if given else self._left_out
        for mention in mentions:
            if mention.is_among(held):
                continue
            written = self._quote.written(mention.start, mention.end)
            yield Difference(
                expected=" ".join(self._doc.written(one.start, one.end) for one in against) or self._text_of(given),
                found=written,
                token_class=mention.token_class,
                appears_elsewhere=self._lookup.holds_value(mention),
            )

    def _parties(self, edit: Edit, quoted: Sequence[Term], given: Sequence[Term]) -> Iterator[Difference]:
        ours, theirs = self._quote.names_in(quoted), self._doc.names_in(given)
        keys = [name_key(name) for name in theirs]
        for name in ours:
            if any(key == name_key(name) or key.startswith(name_key(name) + " ") for key in keys):
                continue
            yield self._party(name, " ".join(theirs) or self._text_of(given))
        if not ours and self._is_other_party(edit, quoted, given, named=bool(theirs)):
            role = self._role_after(edit)
            yield self._party(_with(self._said(quoted), role), _with(self._text_of(given), role))

    def _is_other_party(self, edit: Edit, quoted: Sequence[Term], given: Sequence[Term], *, named: bool) -> bool:
        """Whether a role, or a word of a name, was swapped for another, or a word changed a role into another."""
        if not quoted or not quoted[-1].is_word or (given and not given[-1].is_word):
            return False
        ours, theirs = ({singular(term.key) for term in terms if is_role(term.key)} for terms in (quoted, given))
        if ours and given and (theirs or self._doc.is_capitalised(given[-1])):
            return ours != theirs
        capitalised = self._quote.is_capitalised(quoted[-1]) and (not given or self._doc.is_capitalised(given[-1]))
        return capitalised and (bool(self._role_after(edit)) or (named and bool(given)))

    def _role_after(self, edit: Edit) -> str:
        """Return the role right after an edit on both sides: ``Agent`` after ``Facility``."""
        after = self._passage.quote_terms[edit.end : edit.end + 1]
        return self._said(after) if after and is_role(after[0].key) else ""

    def _party(self, name: str, expected: str) -> Difference:
        stands = self._lookup.holds_party(name)
        return Difference(expected=expected, found=name, token_class=TokenClass.PARTY, appears_elsewhere=stands)

    def _words(self, quoted: Sequence[Term], given: Sequence[Term]) -> Iterator[Difference]:
        if self._turns_round(quoted, given):
            yield self._difference(TokenClass.NEGATION, quoted, given)
        if {term.key for term in quoted if term.is_exception} != {term.key for term in given if term.is_exception}:
            yield self._difference(TokenClass.EXCEPTION, quoted, given)
        ours, theirs = ({term.modality for term in terms} - {None} for terms in (quoted, given))
        if ours and theirs and ours != theirs:
            yield self._difference(TokenClass.MODAL, quoted, given)

    def _turns_round(self, quoted: Sequence[Term], given: Sequence[Term]) -> bool:
        ours, theirs = ([term for term in terms if term.is_operator] for terms in (quoted, given))
        if ours and theirs:
            return {term.key for term in ours} != {term.key for term in theirs}
        denials = sum(self._denies(self._quote, term) for term in quoted)
        return denials % 2 != sum(self._denies(self._doc, term) for term in given) % 2

    @staticmethod
    def _denies(side: Side, term: Term) -> bool:
        return term.is_negation or (term.is_operator and side.folded.text.startswith("no", term.start))

    def _spellings(self, edit: Edit) -> Iterator[Difference]:
        """Yield terms with the same meaning in another spelling: another comparator, another hyphen."""
        quoted, given = self._terms_of(edit)
        if self._are_written_alike(quoted, given):
            return
        for ours, theirs in zip(quoted, given, strict=True):
            same = self._quote.folded.text[ours.start : ours.end] == self._doc.folded.text[theirs.start : theirs.end]
            joints = self._quote.folded.joints(ours.start, ours.end), self._doc.folded.joints(theirs.start, theirs.end)
            if not same or not same_joints(*joints):
                yield self._difference(TokenClass.OTHER, (ours,), (theirs,))

    def _are_written_alike(self, quoted: Sequence[Term], given: Sequence[Term]) -> bool:
        ours, theirs = ((terms[0].start, terms[-1].end) for terms in (quoted, given))
        same = self._quote.folded.text[slice(*ours)] == self._doc.folded.text[slice(*theirs)]
        return same and same_joints(self._quote.folded.joints(*ours), self._doc.folded.joints(*theirs))

    def _difference(self, token_class: TokenClass, quoted: Sequence[Term], given: Sequence[Term]) -> Difference:
        return Difference(expected=self._text_of(given), found=self._said(quoted), token_class=token_class)

    def _said(self, quoted: Sequence[Term]) -> str:
        return self._quote.written(quoted[0].start, quoted[-1].end) if quoted else ""

    def _text_of(self, given: Sequence[Term]) -> str:
        return self._doc.written(given[0].start, given[-1].end) if given else ""


def _with(words: str, role: str) -> str:
    return f"{words} {role}".strip()
