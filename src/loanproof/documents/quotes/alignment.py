"""The passage that a quote was made from: where it begins and ends, and which terms they share.

A place proposed by the index is narrowed by rapidfuzz to the best span of characters, then by terms: the passage is the
chain of shared terms that outweighs the foreign terms between them. Scores only choose between places; the verdict on a
quote follows from the differences, term by term.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rapidfuzz import fuzz
from rapidfuzz.distance import Indel, Levenshtein

from loanproof.documents.quotes.exact import Hit
from loanproof.documents.quotes.index import WORD
from loanproof.documents.quotes.terms import Term, joined, words_of


class Edit(NamedTuple):
    """Terms ``start`` to ``end`` of the quote against terms ``doc_start`` to ``doc_end`` of the passage."""

    is_equal: bool
    start: int
    end: int
    doc_start: int
    doc_end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A passage of the folded text aligned with the quote, term by term."""

    quote_terms: Sequence[Term]
    terms: Sequence[Term]
    edits: tuple[Edit, ...]

    @property
    def hit(self) -> Hit:
        """Where the passage is in the folded text."""
        return Hit(self.terms[0].start, self.terms[-1].end)

    @property
    def shared(self) -> int:
        """How many terms of the quote are in the passage in the same order."""
        return sum(edit.end - edit.start for edit in self.edits if edit.is_equal)

    @property
    def rank(self) -> tuple[int, int]:
        """How well the passage fits, to choose between passages: many shared terms, with figures counting most."""
        figures = sum(
            term.key[0].isdigit()
            for edit in self.edits
            if edit.is_equal
            for term in self.quote_terms[edit.start : edit.end]
        )
        return (3 * self.shared + _FIGURE_WORTH * figures - len(self.terms), self.shared)


def align_best(quote: str, quote_words: Sequence[Term], text: str, windows: Iterable[Hit]) -> list[Passage]:
    """Return the passages in the windows that fit the quote about equally well; empty if they share no word.

    Windows whose characters fit clearly worse than the best are not compared word by word. For a very long quote
    characters are not compared at all: that would take cubic time, and its many words identify the passage as well.
    """
    near = list(windows) if len(quote) > _LONGEST_BY_CHARACTERS else _narrowed_by_characters(quote, text, windows)
    found = (_narrowed(quote_words, _words_around(text, place, len(quote))) for place in near)
    passages = {words[0].start: words for words in found if words}
    quote_terms = joined(quote_words)
    return [_compared(quote_terms, joined(words)) for words in passages.values()]


def _narrowed_by_characters(quote: str, text: str, windows: Iterable[Hit]) -> list[Hit]:
    """Return the spans of the windows whose characters fit the quote about equally well."""
    places: list[tuple[float, Hit]] = []
    highest = 0.0
    for window in windows:
        stretch = text[window.start : window.end]
        best = fuzz.partial_ratio_alignment(quote, stretch, score_cutoff=max(highest - _NEARLY, 0.0))
        if best is not None:
            places.append((best.score, Hit(window.start + best.dest_start, window.start + best.dest_end)))
            highest = max(highest, best.score)
    return list(dict.fromkeys(place for score, place in places if score >= highest - _NEARLY))


def _words_around(text: str, place: Hit, length: int) -> list[Term]:
    margin = 32 + length // 8
    start = _word_start(text, max(place.start - margin, 0))
    return words_of(text, start, _word_end(text, min(place.end + margin, len(text))))


def _narrowed(wanted: Sequence[Term], given: Sequence[Term]) -> Sequence[Term]:
    """Return the words around a place that belong to the passage, from the first to the last."""
    codes = Indel.opcodes([word.key for word in wanted], [word.key for word in given])
    blocks = [
        Edit(True, code.src_start, code.src_end, code.dest_start, code.dest_end)
        for code in codes
        if code.tag == "equal"
    ]
    chain = _best_chain(blocks)
    if not chain:
        return ()
    # Changes at either end of the quote lie outside the chain: as many words of the text belong to the passage.
    before, first = chain[0].start, chain[0].doc_start
    while before and first and wanted[before - 1].key == given[first - 1].key:
        before, first = before - 1, first - 1  # of several equal alignments the most compact one counts
    after, last = chain[-1].end, chain[-1].doc_end
    while after < len(wanted) and last < len(given) and wanted[after].key == given[last].key:
        after, last = after + 1, last + 1
    after = len(wanted) - after
    first = max(first - (before if before <= _EDGE else 0), 0)
    return given[first : last + (after if after <= _EDGE else 0)]


def _compared(quote_terms: Sequence[Term], terms: Sequence[Term]) -> Passage:
    """Align quote and passage; a phrase that the quote cuts at its start or end is cut the same way."""
    codes = Levenshtein.opcodes([term.key for term in quote_terms], [term.key for term in terms])
    edits: list[Edit] = []
    for code in codes:
        edit = Edit(code.tag == "equal", code.src_start, code.src_end, code.dest_start, code.dest_end)
        if edits and not edits[-1].is_equal and not edit.is_equal:  # adjacent changes are one change
            edit = edits.pop()._replace(end=edit.end, doc_end=edit.doc_end)
        edits.append(edit)
    return _without_edges(Passage(quote_terms=quote_terms, terms=terms, edits=tuple(edits)))


_FIGURE_WORTH = 6  # a figure counts as two extra words: a name is swapped more easily than all figures
_NEARLY = 4.0  # similarity points by which places may differ and still be compared term by term
_LONGEST_BY_CHARACTERS = 1500
_EDGE = 3  # words; more than that at an end of the quote is not a change but an addition


def _best_chain(blocks: Sequence[Edit]) -> list[Edit]:
    """Return the consecutive blocks of shared terms that outweigh the extra foreign terms between them."""
    best: tuple[int, int, int] = (0, 0, 0)
    worth = begin = 0
    for at, block in enumerate(blocks):
        if at:
            previous = blocks[at - 1]
            worth -= max(block.doc_start - previous.doc_end - (block.start - previous.end), 0)
        if worth <= 0:
            worth, begin = 0, at
        worth += block.end - block.start
        best = max(best, (worth, begin, at + 1), key=lambda chain: chain[0])
    return list(blocks[best[1] : best[2]])


def _without_edges(passage: Passage) -> Passage:
    """Drop terms at either end of the passage that match nothing in the quote."""
    edits, terms = list(passage.edits), passage.terms
    if edits and not edits[-1].is_equal and edits[-1].start == edits[-1].end:
        terms = terms[: edits[-1].doc_start]
        edits.pop()
    if edits and not edits[0].is_equal and edits[0].start == edits[0].end:
        by = edits[0].doc_end
        terms = terms[by:]
        edits = [edit._replace(doc_start=edit.doc_start - by, doc_end=edit.doc_end - by) for edit in edits[1:]]
    return Passage(quote_terms=passage.quote_terms, terms=terms, edits=tuple(edits))


def richest_window(text: str, stretches: Iterable[Hit], words: frozenset[str], longest: int) -> tuple[int, Hit]:
    """Return the window of at most ``longest`` characters with the most of the words, and how many.

    Only windows inside one of the stretches count. Ties go to the shortest, then the first.
    """
    best_count, best = 0, Hit(0, 0)
    for stretch in stretches:
        inside: list[tuple[str, int]] = []
        held: dict[str, int] = {}
        first = 0
        for match in WORD.finditer(text, stretch.start, stretch.end):
            word, end = match[0], match.end()
            if word not in words:
                continue
            inside.append((word, match.start()))
            held[word] = held.get(word, 0) + 1
            while first < len(inside) and (end - inside[first][1] > longest or held[inside[first][0]] > 1):
                dropped = inside[first][0]
                held[dropped] -= 1
                if not held[dropped]:
                    del held[dropped]
                first += 1
            window = Hit(inside[first][1], end) if held else best
            if len(held) > best_count or (len(held) == best_count and _length(window) < _length(best)):
                best_count, best = len(held), window
    return best_count, best


def words_held(words: Iterable[str], text: str, hit: Hit) -> int:
    """Return how many of the words are in a span of the text, in any order."""
    held = set(WORD.findall(text, hit.start, hit.end))
    return sum(word in held for word in words)


def _length(hit: Hit) -> int:
    return hit.end - hit.start


def _word_start(text: str, at: int) -> int:
    return text.rfind(" ", 0, at) + 1 if at else 0


def _word_end(text: str, at: int) -> int:
    end = text.find(" ", at)
    return len(text) if end < 0 else end
