"""Whether a comparison is read for certain: nothing in its sentence may turn it round but one plain negation.

``Below 1.05x`` and ``not below 1.05x`` tell one line from its two sides, so that they contradict each other only where
both are read for certain; what else may rule a comparison (an exception, a negation of another clause, one behind
``which``) leaves open from which side it is told.
"""

from __future__ import annotations

from collections.abc import Sequence

from loanproof.core import SingleWords, WordTable, load_words
from loanproof.statements.comparing import Comparing, comparisons_in
from loanproof.statements.place import Place
from loanproof.statements.turning_words import CONDITIONS, TURNING
from loanproof.values import TokenKind, content_words_in


class _Certain(WordTable):
    leaving_open: SingleWords
    parting: SingleWords


_WORDS = load_words(__package__, "certain", _Certain)
_RULING = TURNING.union(_WORDS.leaving_open)
_PARTING = frozenset({*_WORDS.parting, *",;:("})
_OPENING = CONDITIONS | {"long", "while", "until", "during"}
_NEXT = frozenset({",", ";", "and", "but"})  # what is behind them is another clause
_BEFORE, _BEHIND = 16, 6  # tokens around a compared value that tell what is compared


def is_certain(place: Place, comparing: Comparing, turns: Sequence[int]) -> bool:
    """Return whether what turns a comparison round, if anything does, is one negation of its own clause."""
    return len(turns) <= 1 and all(_is_one_clause(place, at, comparing) for at in turns)


def denied_beside(place: Place, comparing: Comparing, turns: Sequence[int]) -> frozenset[str]:
    """Return what else the sentence denies or sets apart, up to the end of the clause of a comparison.

    Two texts that do so of the same words (``no Event of Default is continuing and …``) tell of the same case.
    """
    covered = {at for one in comparisons_in(place) for at in range(one.start, one.end)}
    covered.update((*range(comparing.start, comparing.end), *range(place.first, place.after), *turns))
    after = max(comparing.end, place.after)
    end = next((at for at in range(after, place.end) if place.word(at) in _NEXT), place.end)
    if any(place.word(at) in _OPENING for at in range(place.opens, comparing.start)):
        end = place.closes  # "if it is at least 10% of the Line Cap and USD 5, there is no test"
    found = (at for at in range(place.opens, end) if at not in covered and _rules(place, at))
    return frozenset(_denied_by(place, at) for at in found)


def words_compared(place: Place, comparing: Comparing) -> frozenset[str]:
    """Return the telling words near a compared value: two texts that share most of them compare the same thing."""
    first, after = min(comparing.start, place.first), max(comparing.end, place.after)
    before = content_words_in(place.tokens, max(place.start, first - _BEFORE), first)
    return before | content_words_in(place.tokens, after, min(place.end, after + _BEHIND))


def _denied_by(place: Place, at: int) -> str:
    """Return the first telling word behind a negation."""
    words = (content_words_in(place.tokens, one, one + 1) for one in range(at + 1, place.closes))
    return next((word for found in words for word in found), "")


def _rules(place: Place, at: int) -> bool:
    if place.word(at) == "no" and at == place.opens and place.tokens[at + 1].kind is TokenKind.SIGN:
        return False  # "No, …" answers a question
    return place.word(at) in _RULING or (place.word(at) == "t" and place.tokens[at - 1].text == "'")


def is_parted(place: Place, at: int, comparing: Comparing) -> bool:
    """Return whether a mark, a joint or a ``which`` parts a negation from a comparison, so that it may not rule it."""
    return any(place.word(one) in _PARTING for one in _between(place, at, comparing))


def _is_one_clause(place: Place, at: int, comparing: Comparing) -> bool:
    """Return whether nothing parts a negation from what it turns, nor is it in a condition of the other."""
    is_ruled = any(place.word(one) in CONDITIONS for one in _between(place, at, comparing))
    return not is_ruled and not is_parted(place, at, comparing)


def _between(place: Place, at: int, comparing: Comparing) -> range:
    first, after = min(comparing.start, place.first), max(comparing.end, place.after)
    return range(at + 1, first) if at < first else range(after, at)
