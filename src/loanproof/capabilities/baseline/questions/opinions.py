"""Questions that no loan document answers: opinions, comparisons with the market, forecasts.

They are recognised by phrases and by predicates: *Is the margin high?* asks for a judgement, *How high is the margin?*
for a fact.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from loanproof.core import PhrasePattern, Words, WordTable, load_words

_WORD = re.compile(r"[a-z0-9&]+(?:['’-][a-z0-9]+)*")
_AFTER_PREDICATE = frozenset("for by in given compared from to enough or and as under with on at here today".split())


class _Opinions(WordTable):
    """The words of opinions: phrases, judging adjectives, and verbs of appearance and forecast."""

    phrases: Words
    adjectives: Words
    scales: Words
    looks: Words
    forecasts: Words
    judged: PhrasePattern


_TABLE = load_words(__package__, "opinions", _Opinions)
_JUDGING = frozenset(_TABLE.adjectives) | frozenset(_TABLE.scales)
JUDGED = _TABLE.judged
"""Finds where the judgement begins in a question: *is the margin* | *in line with the market*."""
_FORMS_OF_BE = frozenset("is are was were".split())


def asks_for_opinion(text: str) -> bool:
    """Return whether a question asks for an opinion, about the market or about the future."""
    words = _WORD.findall(text.lower())
    if first_phrase(text, _TABLE.phrases) is not None:
        return True
    if words[:1] == ["how"] and len(words) > 2:
        return words[1] in _TABLE.adjectives and words[2] in _FORMS_OF_BE
    if words[:1] == ["will"]:
        return bool(set(_TABLE.forecasts) & set(words))
    is_said = words[:1] and words[0] in _FORMS_OF_BE and "there" not in words[1:2]
    looks = words[:1] and words[0] in ("does", "do", "did") and set(_TABLE.looks) & set(words)
    return bool(is_said or looks) and any(_is_predicate(words, at) for at in range(1, len(words)))


def _is_predicate(words: list[str], at: int) -> bool:
    """Return whether a word of a yes-or-no question is a judging predicate: it ends the question or its main clause.

    Before a noun, a scale word only specifies (*a high yield bond*), but an adjective of praise or blame judges.
    """
    if words[at] not in _JUDGING:
        return False
    ends = at + 1 == len(words) or words[at + 1] in _AFTER_PREDICATE
    return ends or (words[at] in _TABLE.adjectives and words[at - 1] in ("a", "an", "too", "very", "this"))


def first_phrase(text: str, phrases: Iterable[str]) -> str | None:
    """Return the first of some phrases that a text contains."""
    spaced = f" {' '.join(_WORD.findall(text.lower()))} "
    return next((one for one in phrases if f" {' '.join(_WORD.findall(one.lower()))} " in spaced), None)
