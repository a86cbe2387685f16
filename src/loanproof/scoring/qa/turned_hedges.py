"""Finds hedges that an answer turns round: *longer* for *shorter*, *if it objects* for *unless it objects*."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from loanproof.scoring.qa.assent import DENIALS
from loanproof.scoring.qa.hedge_phrases import WORDS
from loanproof.scoring.qa.stated_phrases import TextWords, words_of
from loanproof.values import are_akin, content_words

if TYPE_CHECKING:
    from loanproof.scoring.qa.hedge_phrases import Hedge

_EXCEPTION_WORDS, _RULING = frozenset(WORDS.exceptions), frozenset(WORDS.ruling)
_SIDE_WORDS = frozenset(word for words in WORDS.sides.values() for word in words)
GOVERNING_REACH = 4
"""Words between a word and what governs it."""
_CONDITION_REACH = 14  # words before one in which its condition may be denied: "need not prepay if it reinvests"
_STEM_LETTERS = 4  # letters that two forms of a word share at least
_SENTENCE = re.compile(r"(?:[;:]|\.(?=\s))")


def turns_exception(whole: TextWords, hedge: Hedge, asked: Sequence[str]) -> bool:
    """Return whether an answer reverses an exception into a condition: *if it objects* for *unless it objects*.

    Denying the exception counts too: *they cannot agree otherwise* for *unless otherwise agreed*.
    """
    if not hedge.is_exception:
        return False
    words = _without_lifted(whole, asked)
    stems = [word for word in content_words(hedge.text) if word != "unless"]
    for at, word in enumerate(words.texts):
        before = words.texts[max(0, at - GOVERNING_REACH) : at]
        known = [stem for stem in stems if is_inflected(stem, word)]
        is_ruled = not _RULING.isdisjoint(words.texts[max(0, at - _CONDITION_REACH) : at])
        if "cannot" in before and not is_ruled and any(stem.endswith("ed") for stem in known):
            return True
        if "if" in before and known and not _offers_other(words, at):
            # A denial or exception nearby restores the sense: "only if the sender has not received it".
            return (DENIALS | _EXCEPTION_WORDS).isdisjoint(
                words.texts[max(0, at - _CONDITION_REACH) : at + GOVERNING_REACH]
            )
    return False


def _without_lifted(words: TextWords, asked: Sequence[str]) -> TextWords:
    """Return a text without the sentences that contain no fact asked for; all of it if no sentence contains one.

    A sentence such as *the limit falls away if a Default is continuing* is about something else.
    """
    sentences = _SENTENCE.split(words.text)
    facts = [fact.casefold() for fact in asked]
    holding = [any(fact in one.casefold() for fact in facts) for one in sentences]
    kept = [one for one, holds in zip(sentences, holding, strict=True) if holds]
    return words_of(" . ".join(kept)) if kept else words


def _offers_other(words: TextWords, at: int) -> bool:
    """Return whether a condition only says when another value holds: *30 June, or later if the Bank agrees*."""
    near = words.texts[max(0, at - _CONDITION_REACH) : at]
    return any(
        one == "or" and not _SIDE_WORDS.isdisjoint(near[place + 1 : place + 4]) for place, one in enumerate(near)
    )


def reverses_side(words: TextWords, hedge: Hedge) -> bool:
    """Return whether an answer names the opposite side of a hedge and not its side: *longer* for *shorter*."""
    named = hedge.words.places
    return any(
        side in named and turned not in named and names_side(words, (turned,)) and not names_side(words, same)
        for side, same, turned in ((side, same, WORDS.opposites[side]) for side, same in WORDS.sides.items())
    )


def names_side(words: TextWords, wanted: Iterable[str]) -> bool:
    """Return whether an answer has one of the wanted words other than before *than*: *less*, but not *less than*."""
    places = (at for word in wanted for at in words.places.get(word, ()))
    return any(words.texts[at + 1 : at + 2] != ("than",) for at in places)


def is_inflected(word: str, other: str) -> bool:
    """Return whether two words are forms of one: *agree* and *agreed*, *continuing* and *continues*."""
    if are_akin(word, other):
        return True
    least = max(_STEM_LETTERS, min(len(word), len(other)) - 1)
    return word[:least] == other[:least] and len(other) >= least
