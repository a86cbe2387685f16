"""Which expected conditions precedent a list of given ones answers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from loanproof.values.condition.parse import DROPPED, GENERIC, name_of_condition
from loanproof.values.condition.value import ConditionItem, ConditionMatch, ExpectedCondition
from loanproof.values.reading import EQUAL, Comparison, different
from loanproof.values.text.absence import NOTHING, NOTHING_IN_A_SENTENCE
from loanproof.values.text.content_words import content_words, holds_half
from loanproof.values.text.phrases import inside
from loanproof.values.text.tokens import tokenize

_LONGEST_TAIL = 40
_REMARK = re.compile(r"[:(\[]|\s[-–—]\s")  # introduces a remark after an item


def compare_conditions(expected: ConditionItem, given: ConditionItem) -> Comparison:
    """Compare two items: they are the same if half of the given item's words are among the expected one's."""
    return EQUAL if holds_half(name_of_condition(given.text), expected.words) else different()


def answers_condition(expected: ExpectedCondition, item: str) -> bool:
    """Return whether a given item answers an expected one.

    If the expected item has keywords of its own, the given item must contain all words of one of them. Otherwise at
    least half of the given item's content words must be among those of the expected item and its quotes, and one of
    them must be more specific than ``document`` or ``copy``. An item that is said to be waived or not required answers
    nothing.
    """
    if _is_dropped(item):
        return False
    if expected.any_of:
        words = content_words(item)
        keywords = [content_words(keyword) for keyword in expected.any_of]
        return any(keyword and keyword <= words for keyword in keywords)
    words = content_words(item)
    if words <= GENERIC and not content_words(expected.name) <= words:
        return False
    return holds_half(name_of_condition(item), content_words(" ".join((expected.name, *expected.quotes))))


@lru_cache(maxsize=1024)  # each item is checked against every expected one
def _is_dropped(item: str) -> bool:
    """Return whether an item ends by saying that it is not needed: ``Legal opinion: waived``, ``Valuation – n/a``."""
    tail = item[-_LONGEST_TAIL:]
    tokens = tokenize(tail)
    end = inside(tokens)[1]
    matches = (words.match(tokens, at) for words in (DROPPED, NOTHING_IN_A_SENTENCE) for at in range(end))
    is_denied = any(matched is not None and matched[1] >= end for matched in matches)
    return is_denied or NOTHING.is_all_of(_REMARK.split(tail)[-1])


def match_conditions(expected: Sequence[ExpectedCondition], given: Sequence[str]) -> ConditionMatch:
    """Match given items with expected ones. One item may answer several, because a summary joins them.

    Quotes that several expected items share do not distinguish them: by those words an item answers only one of them.
    """
    shared = {quotes for quotes, count in Counter(one.quotes for one in expected).items() if count > 1}
    own = [replace(one, quotes=()) if one.quotes in shared else one for one in expected]
    answers = {
        (one, other)
        for one, condition in enumerate(own)
        for other, item in enumerate(given)
        if answers_condition(condition, item)
    }
    answered = {one for one, _ in answers}
    used = {other for _, other in answers}
    for other, item in enumerate(given):
        alike = [] if other in used else [at for at, one in enumerate(expected) if answers_condition(one, item)]
        if alike:
            used.add(other)
            answered.add(next((one for one in alike if one not in answered), alike[0]))
    return ConditionMatch(
        answered=tuple(sorted(answered)),
        missing=tuple(one for one in range(len(expected)) if one not in answered),
        unmatched=tuple(other for other in range(len(given)) if other not in used),
    )
