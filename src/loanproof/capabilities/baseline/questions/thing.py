"""The thing that a question asks for, in its own words: *exit fee* in "What is the rate of the exit fee?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from loanproof.capabilities.baseline.questions.phrasing import ASKING
from loanproof.capabilities.baseline.retrieval import stem_of
from loanproof.core import SingleWords, WordTable, load_words

LEAD = 8
"""The number of words at the start of a question in which the noun that it asks for is looked for."""
_ARTICLES = frozenset({"the", "a", "an"})  # after a noun they begin another: the drawing *the company* can make
_BEFORE_TO = frozenset({"loan", "debt"})  # loan to value, debt to equity
_BEFORE_OF = frozenset({"letter", "letters", "line", "change", "event", "events"})  # letter of credit, line of credit
_COMPOUND_JOINTS = frozenset({*(("to", one) for one in _BEFORE_TO), *(("of", one) for one in _BEFORE_OF)})


class _Light(WordTable):
    """Words that say little about the thing that is asked for, and words before and behind it."""

    measures: SingleWords
    soft: SingleWords
    usual: SingleWords
    rates: SingleWords
    verbs: SingleWords
    modals: SingleWords
    having: SingleWords
    only_opening: SingleWords
    before_noun: SingleWords
    determiners: SingleWords
    after_noun: SingleWords
    cases: SingleWords


_TABLE = load_words(__package__, "light", _Light)
MEASURES = _TABLE.measures
"""Words that only say which kind of value is asked for, such as *amount* or *date*."""
USUAL = _TABLE.usual
"""Words that appear in nearly every clause of a loan agreement."""
SOFT = _TABLE.soft
"""Everyday words of questions for which agreements use other words."""
RATES = _TABLE.rates
"""Names of reference rates, which are capitalised like names of parties."""
YES_NO = (*_TABLE.verbs, *_TABLE.modals, *_TABLE.having, *_TABLE.only_opening)
"""Verbs that open a question which is answered by yes or no."""
_OPENERS = frozenset(_TABLE.before_noun)
_ALL_OPENERS = _OPENERS | ASKING
_FUNCTION_WORDS = frozenset({*_TABLE.verbs, *_TABLE.modals, *_TABLE.determiners, *_ARTICLES})
_GOES_ON = frozenset({"of", "for", *_TABLE.verbs})
_AFTER_SUBJECT = frozenset({"applies", "apply", *_TABLE.verbs, *_TABLE.modals, *_TABLE.having})
_AFTER_NOUN = frozenset({*_TABLE.after_noun, *_TABLE.verbs, *_TABLE.modals, *_TABLE.having})
_MEASURE_WORDS = frozenset({*_TABLE.measures, "the", "a", "an", "fee", "fees", *_GOES_ON})
_LIGHT = frozenset({*MEASURES, *SOFT, *USUAL})
_ASKING_PART = re.compile(rf"\W*(?:[\w’'-]+\W+){{0,4}}?(?:{'|'.join(_ALL_OPENERS)})\b|\W*\w+", re.IGNORECASE)
_CASE_START = re.compile(rf"\b(?:{'|'.join(_TABLE.cases)})\b", re.IGNORECASE)


def main_clause(text: str) -> str:
    """Return a question up to where it begins to say when, where or in which case."""
    asking = _ASKING_PART.match(text)
    case = _CASE_START.search(text, 0 if asking is None else asking.end())
    return text if case is None else text[: case.start()]


def head_of(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words of the thing asked for; after "the rate of" or "what rate does", the words that follow."""
    at = next((place for place, word in enumerate(words) if word in _ALL_OPENERS), None)
    rest = [] if at is None else list(words[at:])
    while rest and (rest[0] in _ALL_OPENERS or rest[0] in _FUNCTION_WORDS):
        rest = rest[1:]
    found: list[str] = []
    for word, after in pairwise((*rest[: 2 * LEAD], "")):
        if word in _ARTICLES and set(found) <= _MEASURE_WORDS:
            continue
        if (_ends_noun(word, after) and not _goes_on(found, word)) or word in _ARTICLES:
            break
        found.append(word)
    return tuple(found)


def noun_of(words: Sequence[str]) -> str | None:
    """Return the noun that a question asks for, the last word before a verb or preposition, if there is one."""
    at = next((place for place, word in enumerate(words) if word in _OPENERS), None)
    if at is None:
        return None
    rest = list(words[at:])
    while rest and (rest[0] in _OPENERS or rest[0] in _FUNCTION_WORDS):
        rest = rest[1:]
    if words[at] == "what" and len(words) > at + 1 and words[at + 1] in ("does", "do", "did", "may", "must", "will"):
        return None
    noun: str | None = None
    for word, after in pairwise((*rest[:LEAD], "")):
        if word == "to" and noun in _BEFORE_TO:
            return "ratio"
        if word == "of" and noun in _BEFORE_OF:
            continue
        if _ends_noun(word, after) or (noun is not None and word in _ARTICLES):
            break
        noun = word
    return noun


def _ends_noun(word: str, after: str) -> bool:
    """Return whether a noun phrase ends before a word: a verb, a preposition, or *agreed* in *the fee agreed with*."""
    return word in _AFTER_NOUN or (word.endswith("ed") and after in _AFTER_NOUN)


def _goes_on(found: Sequence[str], word: str) -> bool:
    """Return whether the thing asked for continues after a small word: *the rate of …*, *loan to value*."""
    is_measured = set(found) <= _MEASURE_WORDS and word in _GOES_ON
    return bool(found) and (is_measured or (word, found[-1]) in _COMPOUND_JOINTS)


def compound_of(words: Sequence[str], head: Sequence[str]) -> tuple[str, ...]:
    """Return the last two words of the thing asked for as stems, if the words around show that they form one noun."""
    two = head[-2:]
    at = next((place for place in range(len(words)) if tuple(words[place : place + 2]) == two), None)
    if at is None or len(set(two)) < 2 or not _LIGHT.isdisjoint(two):
        return ()
    behind = words[at + 2] if at + 2 < len(words) else ""
    is_noun = behind in _AFTER_SUBJECT or (words[:1] == ["what"] and words[1:2] in (["is"], ["are"]))
    stems = tuple(stem_of(word) for word in two)
    return stems if is_noun and all(stems) else ()
