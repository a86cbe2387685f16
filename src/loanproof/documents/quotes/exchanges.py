"""What has changed places between a quote and its passage: two values, names, terms or roles, or a negation.

The same words in another order say the same, as long as each of these keeps its neighbours. ``At the request of the
Agent, the Guarantor shall pay`` and ``The Guarantor shall, at the request of the Agent, pay`` agree in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from loanproof.documents.quotes.defined_terms import term_key
from loanproof.documents.quotes.diff import Side
from loanproof.documents.quotes.names import is_role
from loanproof.documents.quotes.result import Difference, TokenClass
from loanproof.documents.quotes.terms import Term
from loanproof.values import STOP_WORDS_IN_QUOTES

_ARTICLES = frozenset({"the", "a", "an"})
_FEWEST_LINES = 3  # of a block ...
_SHORT_LINE = 4  # ... with so many words each, on average, ...
_CAPITALISED = 0.8  # ... and this share of them with a capital letter
_DENY_NEXT = frozenset({"not", "never", "cannot"})  # the verb behind them; "no Lender may assign" denies the verb too
_REACH = 12  # terms before a word in which a negation denies it


class _Atom(NamedTuple):
    """A value, name, term or role: what it is, how it is written, and the words right before and behind it."""

    key: str
    written: str
    before: tuple[str, ...]
    behind: tuple[str, ...]
    is_figure: bool


def exchanged(ours: Side, our_terms: Sequence[Term], theirs: Side, their_terms: Sequence[Term]) -> Iterator[Difference]:
    """Yield each pair of which one is in the quote where the other is in the passage, and the reverse."""
    mine, its = _atoms(ours, our_terms), _atoms(theirs, their_terms)
    held, said = {atom.key for atom in its}, {atom.key for atom in mine}
    found: set[frozenset[str]] = set()
    for atom in mine:
        rivals = [other for other in its if _stand_alike(atom, other)]
        if not rivals or atom.key not in held or atom.key in {other.key for other in rivals}:
            continue
        other = next((one for one in rivals if one.key in said), None)
        if other is not None and frozenset({atom.key, other.key}) not in found:
            found.add(frozenset({atom.key, other.key}))
            pair = Difference(expected=other.written, found=atom.written, token_class=TokenClass.EXCHANGED)
            if counts_as_exchange(theirs, pair):
                yield pair


def counts_as_exchange(passage: Side, pair: Difference) -> bool:
    """Return whether it matters that two things have changed places: not names in columns and signature blocks.

    Those are blocks of short lines of capitalised words, which each reader takes up in another order. Figures and prose
    always matter.
    """
    if any(map(str.isdigit, pair.expected + pair.found)):
        return True
    lines = [line for line in passage.lines if line.strip()]
    words = [word for line in lines for word in line.split() if word[0].isalpha()]
    if len(lines) < _FEWEST_LINES or len(words) > _SHORT_LINE * len(lines):
        return True
    return sum(word[0].isupper() for word in words) < _CAPITALISED * len(words)


def moved_negation(ours: Sequence[Term], theirs: Sequence[Term]) -> bool:
    """Return whether a word that one side denies stands undenied on the other."""
    return _denied_only_in(ours, theirs) or _denied_only_in(theirs, ours)


def _stand_alike(one: _Atom, other: _Atom) -> bool:
    """Return whether two are between the same words; a figure says nothing in the place of a name, nor the reverse."""
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
    atoms: list[_Atom] = []
    until = -1
    for start, end, key in sorted(places, key=lambda place: (place[0], -place[1])):
        if start >= until and key:
            until = end
            before = [term.key for term in terms if term.end <= start and _tells(term)]
            behind = [term.key for term in terms if term.start >= end and _tells(term)]
            written = side.written(start, end)
            is_figure = values.get((start, end)) == key and any(map(str.isdigit, key))
            atoms.append(_Atom(key, written, _context(before[-2:]), _context(behind[:2]), is_figure))
    return atoms


def _context(words: list[str]) -> tuple[str, ...]:
    """Return two words, of which one at least says something; else nothing can be told by them."""
    tells = len(words) == 2 and any(word not in STOP_WORDS_IN_QUOTES for word in words)
    return tuple(words) if tells else ()


def _tells(term: Term) -> bool:
    return term.is_word and term.key not in _ARTICLES


def _runs(side: Side, terms: Sequence[Term]) -> Iterator[tuple[int, int]]:
    """Yield the runs of capitalised words inside a sentence, and single roles."""
    start = end = -1
    for at, term in enumerate(terms):
        if is_role(term.key) or (side.is_titled(term) and (at > 0 and terms[at - 1].is_word)):
            start = term.start if start < 0 else start
            end = term.end
        elif start >= 0:
            yield start, end
            start = -1
    if start >= 0:
        yield start, end


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
    """Return whether a negation appears somewhere before a word, in the same sentence, at one of its places."""
    for at, term in enumerate(terms):
        if term.key == word:
            before = terms[max(at - _REACH, 0) : at]
            stop = max((place for place, one in enumerate(before) if one.key == "."), default=-1)
            if any(one.is_negation for one in before[stop + 1 :]):
                return True
    return False
