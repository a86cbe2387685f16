"""What has been swapped between a quote and its passage: two values, names, terms or roles, or a negation.

The same words in another order mean the same as long as each of these keeps its neighbours. ``At the request of the
Agent, the Guarantor shall pay`` and ``The Guarantor shall, at the request of the Agent, pay`` agree in them.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from loanproof.documents.quotes.defined_terms import term_key
from loanproof.documents.quotes.diff import Side
from loanproof.documents.quotes.names import is_role, singular
from loanproof.documents.quotes.result import Difference, TokenClass
from loanproof.documents.quotes.terms import Term
from loanproof.values import STOP_WORDS_IN_QUOTES

_ARTICLES = frozenset({"the", "a", "an"})
_FEWEST_LINES = 3  # of a block ...
_SHORT_LINE = 4  # ... with so many words each, on average, ...
_CAPITALISED = 0.8  # ... and this share of them with a capital letter
_CELLS = re.compile(r"\t+|[^\S\n]{2,}|\|")
_BESIDE = 2  # words next to a name in its cell: "By:", "as Agent"
_DENY_NEXT = frozenset({"not", "never", "cannot"})  # the verb after them; "no Lender may assign" negates the verb too
_NEAREST = 5  # words on either side that identify a position
_REACH = 12  # terms before a word in which a negation applies to it


class _Atom(NamedTuple):
    """A value, name, term or role: what it is, how it is written, and the words right before and after it."""

    key: str
    written: str
    before: tuple[str, ...]
    behind: tuple[str, ...]
    is_figure: bool


def exchanged(ours: Side, our_terms: Sequence[Term], theirs: Side, their_terms: Sequence[Term]) -> Iterator[Difference]:
    """Yield each pair that is swapped: one is in the quote where the other is in the passage, and vice versa."""
    mine, its = _atoms(ours, our_terms), _told_apart(_atoms(theirs, their_terms))
    held, said = {atom.key for atom in its}, {atom.key for atom in mine}
    found: set[frozenset[str]] = set()
    for atom in mine:
        rivals = [other for other in its if _have_same_context(atom, other)]
        if not rivals or atom.key not in held or atom.key in {other.key for other in rivals}:
            continue
        other = next((one for one in rivals if one.key in said), None)
        if other is not None and frozenset({atom.key, other.key}) not in found:
            found.add(frozenset({atom.key, other.key}))
            pair = Difference(expected=other.written, found=atom.written, token_class=TokenClass.EXCHANGED)
            if counts_as_exchange(theirs, pair):
                yield pair


def regrouped(ours: Side, our_terms: Sequence[Term], theirs: Side, their_terms: Sequence[Term]) -> Iterator[Difference]:
    """Yield each term made of words from two terms of the passage, where the quote lost the original term.

    ``The Second Loan Agreement under the First Amendment`` for ``the Second Amendment under the First Loan Agreement``:
    every word is there, but both terms changed. Terms that only lost the sign between them are the same.
    """
    mine, its = _neighbours(ours, our_terms), _neighbours(theirs, their_terms)
    ours_beside, theirs_beside = Counter(_adjacent(our_terms)), Counter(_adjacent(their_terms))
    said, given = ({word for pair in pairs for word in pair} for pairs in (ours_beside, theirs_beside))
    new = [pair for pair in mine if not theirs_beside[pair] and given.issuperset(pair)]
    old = [pair for pair in its if ours_beside[pair] < theirs_beside[pair] and said.issuperset(pair)]
    for pair in new:
        lost = next((one for one in old if not set(one).isdisjoint(pair)), None)
        if lost is not None:
            change = Difference(expected=its[lost], found=mine[pair], token_class=TokenClass.TERM)
            if counts_as_exchange(theirs, change):
                yield change
                return


def counts_as_exchange(passage: Side, pair: Difference) -> bool:
    """Return whether a swap matters: not for names in columns and signature blocks.

    Those are blocks of short lines of capitalised words, which readers put in different orders, line by line or cell by
    cell. Figures, prose and words inside a line always matter.
    """
    if any(map(str.isdigit, pair.expected + pair.found)):
        return True
    lines = [line for line in passage.lines if line.strip()]
    words = [word for line in lines for word in line.split() if word[0].isalpha()]
    if len(lines) < _FEWEST_LINES or len(words) > _SHORT_LINE * len(lines):
        return True
    if sum(word[0].isupper() for word in words) < _CAPITALISED * len(words):
        return True
    cells = [" ".join(cell.split()) for line in lines for cell in _CELLS.split(line)]
    held = (cell.split() for cell in cells for one in (pair.expected, pair.found) if one in cell)
    most = max(len(pair.expected.split()), len(pair.found.split())) + _BESIDE
    return any(len(cell) > most for cell in held)


def moved_negation(ours: Sequence[Term], theirs: Sequence[Term]) -> bool:
    """Return whether a word that is negated on one side is not negated on the other."""
    return _denied_only_in(ours, theirs) or _denied_only_in(theirs, ours)


def _have_same_context(one: _Atom, other: _Atom) -> bool:
    """Return whether two are between the same words; a figure cannot replace a name, nor the reverse."""
    if one.is_figure is not other.is_figure:
        return False
    return (bool(one.before) and one.before == other.before) or (bool(one.behind) and one.behind == other.behind)


def _atoms(side: Side, terms: Sequence[Term]) -> list[_Atom]:
    """Return the values, names, capitalised terms and roles of a side, each once, in order."""
    values = {(one.start, one.end): min(map(one.part.kind.canonical, one.part.candidates)) for one in side.mentions}
    places = [(*place, key) for place, key in values.items()]
    for name in side.names:
        start, end = side.folded.place_of(name.start), side.folded.place_of(name.end)
        places.append((start, end, term_key(name.of(side.folded.original))))
    for start, end in _runs(side, terms):
        places.append((start, end, term_key(side.folded.text[start:end])))
    telling = [term for term in terms if _tells(term)]
    starts, ends = [term.start for term in telling], [term.end for term in telling]
    atoms: list[_Atom] = []
    until = -1
    for start, end, key in sorted(places, key=lambda place: (place[0], -place[1])):
        if start >= until and key:
            until = end
            first, last = bisect_right(ends, start), bisect_left(starts, end)
            before = [term.key for term in reversed(telling[max(0, first - _NEAREST) : first])]
            behind = [term.key for term in telling[last : last + _NEAREST]]
            written = side.written(start, end)
            is_figure = values.get((start, end)) == key and any(map(str.isdigit, key))
            atoms.append(_Atom(key, written, _context(before), _context(behind), is_figure))
    return atoms


def _told_apart(atoms: Sequence[_Atom]) -> list[_Atom]:
    """Return the atoms of a passage without neighbours that several of them share: those identify no position."""
    before, behind = (Counter(side for _, side in {(one.key, one[at]) for one in atoms}) for at in (2, 3))
    return [
        one._replace(
            before=one.before if before[one.before] == 1 else (), behind=one.behind if behind[one.behind] == 1 else ()
        )
        for one in atoms
    ]


def _context(words: list[str]) -> tuple[str, ...]:
    """Return the nearest words, at least two, up to a meaningful one; empty if there is none."""
    for length in range(2, min(_NEAREST, len(words)) + 1):
        if any(word not in STOP_WORDS_IN_QUOTES for word in words[:length]):
            return tuple(words[:length])
    return ()


def _tells(term: Term) -> bool:
    return term.is_word and term.key not in _ARTICLES


def _runs(side: Side, terms: Sequence[Term]) -> Iterator[tuple[int, int]]:
    """Yield the runs of capitalised words inside a sentence, and single roles."""
    start = end = -1
    for at, term in enumerate(terms):
        if is_role(term.key) or _is_titled(side, terms, at):
            start = term.start if start < 0 else start
            end = term.end
        elif start >= 0:
            yield start, end
            start = -1
    if start >= 0:
        yield start, end


def _neighbours(side: Side, terms: Sequence[Term]) -> dict[tuple[str, str], str]:
    """Return each pair of consecutive words in a run of capitalised words, with the run as written."""
    return {
        pair: side.written(start, end)
        for start, end in _runs(side, terms)
        for pair in _adjacent([term for term in terms if start <= term.start < end])
    }


def _adjacent(terms: Sequence[Term]) -> list[tuple[str, str]]:
    """Return each pair of consecutive words, whatever signs are between them."""
    return list(pairwise(singular(term.key) for term in terms if term.is_word))


def _is_titled(side: Side, terms: Sequence[Term], at: int) -> bool:
    """Whether a word has the capital letter of a name; the first word is judged by the one after it."""
    if at > 0:
        return side.is_titled(terms[at]) and terms[at - 1].is_word
    is_capitalised = terms[0].is_word and terms[0].key not in STOP_WORDS_IN_QUOTES and side.is_capitalised(terms[0])
    return is_capitalised and len(terms) > 1 and side.is_titled(terms[1])


def _denied_only_in(denying: Sequence[Term], other: Sequence[Term]) -> bool:
    words = {term.key for term in other}
    denied: set[str] = set()
    following = ""
    for term in reversed(denying):
        if term.key in _DENY_NEXT:
            denied.add(following)
        elif term.is_word and term.key not in STOP_WORDS_IN_QUOTES:
            following = term.key
    return any(not _is_denied(word, other) for word in denied & words)


def _is_denied(word: str, terms: Sequence[Term]) -> bool:
    """Return whether at one of its places a negation precedes a word in the same sentence."""
    for at, term in enumerate(terms):
        if term.key == word:
            before = terms[max(at - _REACH, 0) : at]
            stop = max((place for place, one in enumerate(before) if one.key == "."), default=-1)
            if any(one.is_negation for one in before[stop + 1 :]):
                return True
    return False
