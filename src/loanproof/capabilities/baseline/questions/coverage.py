"""How well a text covers a question: which of its words it contains, how close together, and how much they weigh."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import roles_in
from loanproof.capabilities.baseline.questions.thing import MEASURES, RATES, SOFT, USUAL
from loanproof.capabilities.baseline.retrieval import search_words, stem_of
from loanproof.values import MONTH_NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from loanproof.capabilities.baseline.retrieval import Query

MEASURE_WEIGHT = 0.15
"""The share of its weight that a word keeps if it only says which kind of value is asked for."""
_SOFT_WEIGHT = 0.2  # the same for an everyday word
_USUAL_WEIGHT = 0.4  # the same for a word that is in nearly every clause
IN_HEADING, BY_CONCEPT, IN_UNIT = 0.8, 0.55, 0.4
"""How much a word counts that is only in a heading, only paraphrased, or only elsewhere in the clause."""
_CAPITALISED_WORD = re.compile(r"(?<=[\w,’'] )[A-Z][\w&’'-]*")
_SECTION_WORDS = frozenset(
    "Section Sections Clause Clauses Article Schedule Exhibit Annex Appendix Paragraph Part".split()
)
_MONTHS = frozenset(name.title() for name in MONTH_NAMES)
_MONTH_STEMS = frozenset(stem for name in MONTH_NAMES for stem in (stem_of(name.lower()), name.lower()[:3]))
NUMBER = re.compile(r"[0-9][0-9.,:/]*x?")
_MEASURE_STEMS = frozenset(stem_of(word) for word in MEASURES)
_USUAL_STEMS = frozenset(stem_of(word) for word in USUAL)
_SOFT_STEMS = frozenset(stem_of(word) for word in SOFT)
_RATE_STEMS = frozenset(stem_of(word) for word in RATES)


def told_by(word: str) -> float:
    """Return how much a word says about what is asked, regardless of its rarity."""
    if word in _MEASURE_STEMS:
        return MEASURE_WEIGHT
    if word in _USUAL_STEMS:
        return _USUAL_WEIGHT
    return _SOFT_WEIGHT if word in _SOFT_STEMS else 1.0


def telling_words(main: str, names: Collection[str]) -> tuple[str, ...]:
    """Return the significant words of a question, each of which an answer must mention, without numbers and months.

    If all of them are names, everyday words are included too: a text with X and Y alone does not answer *what does X
    pay for Y*.
    """
    words = [word for word in search_words(main) if not is_dating(word)]
    telling = tuple(word for word in words if told_by(word) == 1.0)
    is_named_only = bool(telling) and set(telling) <= set(names)
    return (*telling, *(word for word in words if word in _SOFT_STEMS)) if is_named_only else telling


def is_dating(word: str) -> bool:
    """Return whether a word may be part of a date: a number or a month."""
    return NUMBER.fullmatch(word) is not None or word in _MONTH_STEMS


def names_in(text: str) -> Iterator[str]:
    """Yield the words of a question that may be names: capitalised, but no role, month, rate or word like *Clause*."""
    for word in _CAPITALISED_WORD.findall(text):
        stem = stem_of(word.lower())
        if (
            stem
            and word not in _SECTION_WORDS
            and not roles_in(word)
            and word not in _MONTHS
            and stem not in _RATE_STEMS
        ):
            yield stem


def places_of(
    query: Query, own: frozenset[str], above: frozenset[str], around: frozenset[str]
) -> Iterator[tuple[str, float]]:
    """Yield the words of a query that are covered, each with how well.

    Args:
        query: What is asked.
        own: The words of a stretch.
        above: The words of its headings and of what introduces it.
        around: The words of the clause that contains it.
    """
    for word in query.words:
        if word in own:
            yield word, 1.0
        elif word in above:
            yield word, IN_HEADING
        elif any(market <= own | above for market in query.synonyms.get(word, ())):
            yield word, BY_CONCEPT
        elif word in around:
            yield word, IN_UNIT


def together(pairs: tuple[tuple[str, str], ...], words: tuple[str, ...]) -> float:
    """Return the share of some word pairs that are close in a text: adjacent, or with one word between them."""
    if not pairs:
        return 0.0
    near = {*pairwise(words), *zip(words, words[2:], strict=False)}
    return sum(one in near for one in pairs) / len(pairs)


def reach_of(words: frozenset[str], order: tuple[str, ...]) -> int:
    """Return the length in words of the shortest part of a text that contains all of some words."""
    last: dict[str, int] = {}
    best = len(order)
    for at, word in enumerate(order):
        if word in words:
            last[word] = at
            if len(last) == len(words):
                best = min(best, at - min(last.values()) + 1)
    return best if words else 0


def defined_share(term: frozenset[str], weights: Mapping[str, float]) -> float:
    """Return the share of the question that a defined term makes up; 0 unless all its words are asked for."""
    whole = sum(weights.values()) or 1.0
    return sum(weights[word] for word in term) / whole if term and term <= weights.keys() else 0.0
