"""How a text covers what is asked: which words of a question it has, how near to each other, and what they weigh."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import roles_in
from loanproof.capabilities.baseline.questions.thing import MEASURES, SOFT, USUAL
from loanproof.capabilities.baseline.retrieval import search_words, stem_of
from loanproof.values import MONTH_NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from loanproof.capabilities.baseline.retrieval import Query

MEASURE_WEIGHT = 0.15
"""Of the weight of a word that only says which kind of value is asked for."""
_SOFT_WEIGHT = 0.2  # of an everyday word
_USUAL_WEIGHT = 0.4  # of a word that is in nearly every clause
IN_HEADING, BY_CONCEPT, IN_UNIT = 0.8, 0.55, 0.4
"""What a word counts that stands above a sentence, that other words in it stand for, and that its clause has."""
_NAME = re.compile(r"(?<=[\w,’'] )[A-Z][\w&’'-]*")
_PLACES = frozenset("Section Sections Clause Clauses Article Schedule Exhibit Annex Appendix Paragraph Part".split())
_MONTHS = frozenset(name.title() for name in MONTH_NAMES)
_OF_A_DAY = frozenset(stem for name in MONTH_NAMES for stem in (stem_of(name.lower()), name.lower()[:3]))
NUMBER = re.compile(r"[0-9][0-9.,:/]*x?")
_MEASURES = frozenset(stem_of(word) for word in MEASURES)
_USUAL = frozenset(stem_of(word) for word in USUAL)
_SOFT = frozenset(stem_of(word) for word in SOFT)


def told_by(word: str) -> float:
    """Return how much a word tells of what is asked about, whatever its rarity."""
    if word in _MEASURES:
        return MEASURE_WEIGHT
    if word in _USUAL:
        return _USUAL_WEIGHT
    return _SOFT_WEIGHT if word in _SOFT else 1.0


def telling_words(main: str, names: Collection[str]) -> tuple[str, ...]:
    """Return the words of a question each of which an answer must speak of; of numbers and days the rows of tables do.

    Where they are names only, its everyday words are among them: *what does X pay for Y* is not told by X and Y.
    """
    words = [word for word in search_words(main) if not NUMBER.fullmatch(word) and word not in _OF_A_DAY]
    telling = tuple(word for word in words if told_by(word) == 1.0)
    is_named_only = bool(telling) and set(telling) <= set(names)
    return (*telling, *(word for word in words if word in _SOFT)) if is_named_only else telling


def names_in(text: str) -> Iterator[str]:
    """Yield the words of a question that may name somebody or something: capital letters, and no role or clause."""
    for word in _NAME.findall(text):
        stem = stem_of(word.lower())
        if stem and word not in _PLACES and not roles_in(word) and word not in _MONTHS:
            yield stem


def places_of(
    query: Query, own: frozenset[str], above: frozenset[str], around: frozenset[str]
) -> Iterator[tuple[str, float]]:
    """Yield the words of a query that are covered, and how well.

    Args:
        query: What is asked.
        own: The words of a stretch.
        above: Those of its headings and of what introduces it.
        around: Those of the clause in which it is.
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
    """Return which share of some pairs of words follow one another in a text; a word between them does no harm."""
    if not pairs:
        return 0.0
    near = {*pairwise(words), *zip(words, words[2:], strict=False)}
    return sum(one in near for one in pairs) / len(pairs)


def reach_of(words: frozenset[str], order: tuple[str, ...]) -> int:
    """Return how many words of a text the shortest stretch has in which each of some words is."""
    last: dict[str, int] = {}
    best = len(order)
    for at, word in enumerate(order):
        if word in words:
            last[word] = at
            if len(last) == len(words):
                best = min(best, at - min(last.values()) + 1)
    return best if words else 0


def defined_share(term: frozenset[str], weights: Mapping[str, float]) -> float:
    """Return the share of what is asked that a defined term is, all of whose words are asked for."""
    whole = sum(weights.values()) or 1.0
    return sum(weights[word] for word in term) / whole if term and term <= weights.keys() else 0.0
