"""Quote search: every quote is found, or proven absent.

The steps: word for word on folded text; without a list marker; across running matter that the quote copied; fragments
between ellipses; without insertions in square brackets; then the passage that the quote changed, compared term by term;
and last the proof that no passage comes near. A similarity score never decides a verdict, and an index that finds
nothing never proves absence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property
from itertools import islice

from loanproof.core import SpanSet
from loanproof.documents.model import Document, MarkReason
from loanproof.documents.quotes.absence import Absent, prove_absence
from loanproof.documents.quotes.columns import Grid, find_grids, find_in_grids
from loanproof.documents.quotes.counterpart import Counterpart
from loanproof.documents.quotes.cut_words import find_cut
from loanproof.documents.quotes.elision import combined, find_fragments
from loanproof.documents.quotes.exact import Hit, Needle, find_exact, opens_alike, trimmed
from loanproof.documents.quotes.folding import FoldedText, fold_text
from loanproof.documents.quotes.folds import folds_used
from loanproof.documents.quotes.habits import without_habits
from loanproof.documents.quotes.haystack import Finding, Haystack
from loanproof.documents.quotes.insertions import find_without_insertions
from loanproof.documents.quotes.lookup import ValueLookup
from loanproof.documents.quotes.marks import find_without_marker, split_at_elisions
from loanproof.documents.quotes.places import Cited, QuotePlace
from loanproof.documents.quotes.result import NEWEST_RULES, Fold, QuoteResult, QuoteRules, QuoteVerdict
from loanproof.documents.quotes.sentences import (
    say_absent,
    say_found,
    say_reordered,
    say_too_short,
    say_without_columns,
)
from loanproof.documents.quotes.tables import Table, find_in_tables, find_tables
from loanproof.documents.quotes.values import CLASSES, MORE_CLASSES
from loanproof.values import Mentions

_MOST_PLACES = 5000  # places with the same wording to count ...
_MOST_CHARACTERS = 1_000_000  # ... as long as together they are no longer than this
_LONGEST = 4000  # characters aligned in one go; longer quotes are searched in parts
_LONGEST_PROVEN = 1000  # of which one part proves absence


class QuoteSearcher:
    """Searches quotes in one document, by the rules of our newest contract unless others are given.

    ``others`` gives the contents of further documents, if a quote may come from one of several.

    Attributes:
        haystack: The folded text and its indexes, each built once on first use.
    """

    def __init__(
        self,
        document: Document,
        rules: QuoteRules = NEWEST_RULES,
        *,
        others: Callable[[], Iterable[ValueLookup]] = tuple,
    ) -> None:
        classes = MORE_CLASSES if rules.material_changes else CLASSES
        self.haystack = Haystack(document.without_images(), classes=classes, others=others)
        self._document = document
        self._rules = rules
        self._others = others

    @property
    def mentions(self) -> Mentions:
        """The typed values of the document; every quote is compared with this one scan."""
        return self.haystack.mentions

    def search(self, quote: str, *, page: int | None = None, section: str | None = None) -> QuoteResult:
        """Return where a quote is and what it is to the document. Any string is accepted.

        The cited ``page`` (physical, from one) and ``section`` (canonical id) choose between places with the same
        wording; they never decide whether a quote is found. Words that are left out of the text are searched last. A
        quote that does not appear word for word where it is cited is searched again with the image pages recognised.
        """
        result = self._search_pages(quote, page, section)
        is_there = result.on_cited_page is not False and result.in_cited_section is not False
        if self._document.recognise is None or (is_there and result.verdict is QuoteVerdict.VERBATIM):
            return result
        return replace(self._complete.search(quote, page=page, section=section), is_recognised=True)

    @cached_property
    def _complete(self) -> QuoteSearcher:
        """The same document with its image pages recognised."""
        return QuoteSearcher(self._document.recognised(), self._rules, others=self._others)

    def _search_pages(self, quote: str, page: int | None, section: str | None) -> QuoteResult:
        """Search for a quote on the pages that have been read."""
        result = self._search(quote, Cited(page=page, section=section))
        if self._whole is None or result.verdict is QuoteVerdict.VERBATIM:
            return result
        other = self._whole.search(quote, page=page, section=section)
        if other.verdict is not QuoteVerdict.VERBATIM and self._before is not None:
            before = self._before.search(quote, page=page, section=section)
            other = replace(before, is_before=True) if before.verdict is QuoteVerdict.VERBATIM else other
        if other.verdict is QuoteVerdict.VERBATIM or (not result.spans and other.spans):
            return replace(other, marks=self._reasons_at(other))
        return result

    @cached_property
    def _whole(self) -> QuoteSearcher | None:
        """The same document with its struck and hidden words, which stay searchable."""
        document = self.haystack.document
        return QuoteSearcher(document.with_words(), self._rules, others=self._others) if document.marks else None

    @cached_property
    def _before(self) -> QuoteSearcher | None:
        """The same document before its changes, for a quote of the earlier wording."""
        document = self.haystack.document
        return QuoteSearcher(document.as_it_was(), self._rules, others=self._others) if document.marks else None

    def _reasons_at(self, result: QuoteResult) -> tuple[MarkReason, ...]:
        return tuple(reason for reason, marked in self._marked.items() if any(map(marked.overlaps, result.spans)))

    @cached_property
    def _marked(self) -> dict[MarkReason, SpanSet]:
        """The words that are struck, hidden or the like, by the reason."""
        marks = self.haystack.document.marks
        return {reason: SpanSet(mark.span for mark in marks if mark.reason is reason) for reason in MarkReason}

    def _search(self, quote: str, cited: Cited) -> QuoteResult:
        needle = trimmed(fold_text(quote))
        finding = self._find(needle, cited)
        if finding is not None:
            return self._found(finding, cited)
        if self._is_short(needle):
            return self._not_found(QuoteVerdict.TOO_SHORT, say_too_short(quote))
        return self._absent(needle, cited)

    def _find(self, needle: Needle, cited: Cited) -> Finding | None:
        found = self._word_for_word(needle, cited)
        if found is not None:
            return found
        if self._rules.written_forms:
            found, needle = self._without_habits(needle, cited)
            if found is not None:
                return found
        fragments = split_at_elisions(needle)
        if len(fragments) > 1:
            found = find_fragments(
                self.haystack, fragments, cited, self._rules, lambda fragment: self._find_whole(fragment, cited)
            )
            if found is not None:
                return found
        return (
            find_without_insertions(self.haystack, needle, cited)
            or self._in_another_order(needle, cited)
            or self._changed(needle, cited)
        )

    def _in_another_order(self, needle: Needle, cited: Cited) -> Finding | None:
        """Find the table whose cells a quote gives in another order, or without some columns."""
        if not self._rules.tables or self._is_short(needle) or len(needle.text) > _LONGEST:
            return None
        places = self.haystack.places
        in_order = find_in_grids(needle.text, self._grids, places, cited)
        return in_order or find_in_tables(needle.text, self._tables, places, cited)

    @cached_property
    def _tables(self) -> tuple[Table, ...]:
        return find_tables(self.haystack.document)

    @cached_property
    def _grids(self) -> tuple[Grid, ...]:
        return find_grids(self.haystack.document)

    def _find_whole(self, needle: Needle, cited: Cited) -> Finding | None:
        """Find a part of a quote: word for word, or the passage that it changed."""
        return self._word_for_word(needle, cited) or self._rewritten(needle, cited) or self._changed(needle, cited)

    def _without_habits(self, needle: Needle, cited: Cited) -> tuple[Finding | None, Needle]:
        """Return where a quote is without its program's additions, or in another notation, and that quote."""
        written = needle.folded.original
        plain = without_habits(written)
        if plain == written:
            return self._rewritten(needle, cited), needle
        needle = trimmed(fold_text(plain))
        found = self._word_for_word(needle, cited) or self._rewritten(needle, cited)
        return found and replace(found, folds=(*found.folds, Fold.MARKUP)), needle

    def _rewritten(self, needle: Needle, cited: Cited) -> Finding | None:
        """Return where a quote is that differs only in notation, or was cut in the middle of a word."""
        if not self._rules.written_forms or not any(map(str.isalnum, needle.text)):
            return None
        haystack = self.haystack
        hits, fold = haystack.written_forms.find(needle), Fold.WRITTEN_FORM
        if not hits and not self._is_short(needle):
            hits, fold = find_cut(haystack, needle), Fold.CUT_WORD
        if not hits:
            return None
        return haystack.found_at(
            QuoteVerdict.VERBATIM, haystack.text, haystack.places.order(haystack.text, hits, cited), (fold,)
        )

    def _changed(self, needle: Needle, cited: Cited) -> Finding | None:
        """Find the passage that a quote changed; ``None`` for a quote too short to identify one."""
        if self._is_short(needle):
            return None
        if len(needle.text) <= _LONGEST:
            return Counterpart(self.haystack, needle, cited, self._rules).find()
        parts = _parts(needle, _LONGEST)
        return combined(self.haystack, parts, [self._find_whole(part, cited) for part in parts], self._rules)

    def _word_for_word(self, needle: Needle, cited: Cited) -> Finding | None:
        haystack = self.haystack
        hits = self._places(needle, cited)
        if hits:
            found = self._verbatim(haystack.text, needle, hits, cited)
            return self._misread_where_cited(found, needle, cited) or found
        rest, hits = find_without_marker(haystack.text, needle, haystack.words)
        if hits:
            found = self._verbatim(haystack.text, rest, hits, cited)
            folds = (fold for fold in found.folds if fold is not Fold.OUTER_PUNCTUATION)
            return replace(found, folds=(*folds, Fold.LIST_MARKER))
        hits = list(islice(find_exact(haystack.with_running, needle), _most_places(needle)))
        return self._verbatim(haystack.with_running, needle, hits, cited) if hits else None

    def _places(self, needle: Needle, cited: Cited) -> list[Hit]:
        """Return the places of a quote; if there are very many, those on the cited page and then only the first."""
        haystack = self.haystack
        most = _most_places(needle)
        found = haystack.find_exact(needle)
        if self._rules.material_changes:
            found = (hit for hit in found if opens_alike(needle, haystack.text, hit))
        hits = list(islice(found, most))
        page = haystack.places.around_cited_page(haystack.text, cited, neighbours=0)
        if len(hits) < most or page is None or page.end <= hits[-1].start:
            return hits
        on_page = list(islice(find_exact(haystack.text, needle, within=page), most))
        return [*on_page, *hits][:most] if on_page and on_page[0].start > hits[-1].start else hits

    def _misread_where_cited(self, found: Finding, needle: Needle, cited: Cited) -> Finding | None:
        """Return the quote as misread on the cited page, if it appears word for word only on other pages."""
        if cited.page is None or not self.haystack.places.is_recognised(cited.page):
            return None
        if not self.haystack.places.distance(found.spans[0], cited)[0]:
            return None
        return Counterpart(self.haystack, needle, cited, self._rules).find_misread()

    def _verbatim(self, text: FoldedText, needle: Needle, hits: list[Hit], cited: Cited) -> Finding:
        hits = self.haystack.places.order(text, hits, cited)
        folds = folds_used(self.haystack.document, text, hits[0], needle)
        return self.haystack.found_at(QuoteVerdict.VERBATIM, text, hits, folds)

    def _found(self, finding: Finding, cited: Cited) -> QuoteResult:
        place = self.haystack.places.describe(finding.spans, cited)
        return QuoteResult(
            verdict=finding.verdict,
            sentence=_sentence(finding, place),
            spans=place.spans,
            pages=place.pages,
            section=place.section,
            on_cited_page=place.on_cited_page,
            in_cited_section=place.in_cited_section,
            folds=finding.folds,
            differences=finding.differences,
            skipped=finding.skipped,
            other_places=finding.other_places,
            other_count=finding.other_count,
            ocr_pages=place.ocr_pages,
            unclear_pages=place.unclear_pages,
            ocr_errors=finding.ocr_errors,
            unread_pages=self.haystack.places.unread_pages,
        )

    def _absent(self, needle: Needle, cited: Cited) -> QuoteResult:
        """Prove that a quote has no counterpart; a near passage found on the way gets a verdict like any other.

        A copy of a long quote within k edits would contain each of its parts within k edits, so one part is proof
        enough. The short rest at the end of a long quote would prove little and is left out.
        """
        parts = _parts(needle, _LONGEST_PROVEN)
        parts = [part for part in parts if 2 * len(part.text) >= _LONGEST_PROVEN] or parts
        proofs = []
        for part in parts:
            proof = prove_absence(part.text, self.haystack.text.text, self.haystack.grams)
            if isinstance(proof, Absent):
                sentence = say_absent(proof.k, len(needle.text), self.haystack.places.unread_pages)
                return self._not_found(QuoteVerdict.ABSENT, sentence, absent_within=proof.k)
            proofs.append(proof)
        counterpart = Counterpart(self.haystack, parts[0], cited, self._rules)
        return self._found(counterpart.compare_near(proofs[0].window), cited)

    def _not_found(self, verdict: QuoteVerdict, sentence: str, *, absent_within: int | None = None) -> QuoteResult:
        unread = self.haystack.places.unread_pages
        return QuoteResult(verdict=verdict, sentence=sentence, absent_within=absent_within, unread_pages=unread)

    def _is_short(self, needle: Needle) -> bool:
        text = needle.text
        if not any(character.isalnum() for character in text):
            return True  # signs alone say nothing
        return len(text.split()) < self._rules.min_words and len(text) < self._rules.min_characters


def _sentence(finding: Finding, place: QuotePlace) -> str:
    if Fold.CELL_ORDER in finding.folds:
        return say_reordered(place)
    if Fold.COLUMNS_LEFT_OUT in finding.folds:
        return say_without_columns(place)
    return say_found(
        finding.verdict,
        place,
        differences=finding.differences,
        skipped=finding.skipped,
        others=finding.other_count,
    )


def _most_places(needle: Needle) -> int:
    return min(_MOST_PLACES, max(_MOST_CHARACTERS // max(len(needle.text), 1), 1))


def _parts(needle: Needle, longest: int) -> list[Needle]:
    """Split a long quote at spaces into parts that can be aligned; a quote of usual length is one part."""
    parts: list[Needle] = []
    start = needle.start
    while needle.end - start > longest:
        cut = needle.folded.text.rfind(" ", start + 1, start + longest)
        end = cut if cut > start else start + longest
        parts.append(needle.part(start, end))
        start = end
    parts.append(needle.part(start, needle.end))
    return [part for part in parts if part.text]
