"""Reads what an output finds on a term, in its own words: it deviates, it conforms, or nothing compares with it.

A finding that is denied turns round: *no material deviation*, *not fully in line*. One on a thing that is lacking does
not: *no cure right deviates* finds that its lack does. Words that disagree with each other
say nothing, so that no answer counts as two findings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum, auto

from loanproof.cases import TermFinding
from loanproof.core import PhrasePattern, SingleWords, WordTable, load_words
from loanproof.scoring.bmt.agreement import count_denials


class _FindingWords(WordTable):
    conforms: PhrasePattern
    deviates: PhrasePattern
    unusual: PhrasePattern
    not_comparable: PhrasePattern
    compared_with: PhrasePattern
    breaks: SingleWords
    turns: PhrasePattern
    partly: PhrasePattern
    lacking: PhrasePattern
    verbs: SingleWords
    linking: PhrasePattern
    anything: PhrasePattern


class _Said(Enum):
    """What one phrase of a finding says."""

    CONFORMS = auto()
    NO_DEVIATION = auto()  # in contrast to conformity, this can be said of a term without a comparator
    DEVIATES = auto()
    UNUSUAL = auto()
    NOT_COMPARABLE = auto()
    UNCLEAR = auto()


_WORDS = load_words(__package__, "findings", _FindingWords)
_BREAK = re.compile(rf"[.,;:!?()\[\]/–—]|\s-\s|\b(?=(?:{'|'.join(_WORDS.breaks)})\b)")
_REACH = 6  # words that a denial may stand before what it denies
_DENIED = {
    _Said.CONFORMS: _Said.DEVIATES,
    _Said.DEVIATES: _Said.NO_DEVIATION,
    _Said.UNUSUAL: _Said.NO_DEVIATION,
    _Said.NOT_COMPARABLE: _Said.UNCLEAR,
}
_PATTERNS = (
    (_WORDS.not_comparable, _Said.NOT_COMPARABLE),
    (_WORDS.deviates, _Said.DEVIATES),
    (_WORDS.unusual, _Said.UNUSUAL),
    (_WORDS.compared_with, None),
    (_WORDS.conforms, _Said.CONFORMS),
)


def read_finding(text: str | None) -> TermFinding | None:
    """Return what a text finds, or None if it says nothing, or things that disagree."""
    clauses = _BREAK.split((text or "").casefold().replace("_", " "))
    said = {one for clause in clauses for one in _said_in(" ".join(clause.replace("-", " ").split()))}
    deviates = said & {_Said.DEVIATES, _Said.UNUSUAL}
    conforms = said & {_Said.CONFORMS, _Said.NO_DEVIATION}
    if _Said.UNCLEAR in said:
        return None
    if _Said.NOT_COMPARABLE in said:
        return None if said & {_Said.CONFORMS, _Said.DEVIATES} else TermFinding.NOT_COMPARABLE
    if bool(deviates) is bool(conforms):
        return None
    return TermFinding.DEVIATION if deviates else TermFinding.CONFORMS


def _said_in(clause: str) -> Iterator[_Said]:
    """Yield what the phrases of a clause say; of two that overlap the earlier counts, then the longer."""
    found = [(*one.span(), said) for pattern, said in _PATTERNS for one in pattern.finditer(clause)]
    deviations = {start for start, _, said in found if said is _Said.DEVIATES}
    past = 0
    for start, end, said in sorted(found, key=lambda one: (one[0], -one[1])):
        # In "no benchmark deviation" the benchmark only says which deviation there is none of.
        if said is _Said.NOT_COMPARABLE and end + 1 in deviations:
            continue
        if start >= past and said is not None:
            before = " ".join(clause[:start].split()[-_REACH:])
            yield said if _is_of_lack(before, clause[start:end]) else _turned(said, before)
        past = max(past, end)


def _is_of_lack(before: str, phrase: str) -> bool:
    """Return whether a phrase is said of a thing that is lacking: *no cure right deviates*, *no floor is in line*."""
    linking = _WORDS.linking.search(before)
    words = before if linking is None else before[: linking.start()]
    lack = _WORDS.lacking.search(words)
    is_verb = linking is not None or phrase.split()[0] in _WORDS.verbs
    if not is_verb or lack is None or _count_denials(words) != 1:
        return False
    thing = words[lack.end() :]
    return bool(thing.strip()) and not _WORDS.anything.search(thing)


def _count_denials(words: str) -> int:
    return count_denials(words) + len(_WORDS.turns.findall(words))


def _turned(said: _Said, before: str) -> _Said:
    """Return what a phrase says after the words before it, which may deny it; two denials leave it unclear."""
    denials = _count_denials(before)
    if said is _Said.CONFORMS and _WORDS.partly.search(before):
        return _Said.DEVIATES
    if not denials:
        return said
    return _DENIED[said] if denials == 1 else _Said.UNCLEAR
