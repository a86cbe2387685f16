"""From a text to a condition precedent."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from loanproof.core import FileModel, load_words
from loanproof.values.condition.value import ConditionMatch, ExpectedCondition
from loanproof.values.section.find import find_sections
from loanproof.values.text.absence import NOTHING, NOTHING_IN_A_SENTENCE
from loanproof.values.text.content_words import LONGEST_TEXT, content_words, fold_word, holds_half
from loanproof.values.text.phrases import Phrases, inside
from loanproof.values.text.tokens import tokenize


class DroppedWords(FileModel):
    """The words for a condition that need not be met."""

    dropped: tuple[str, ...]


_POINTING = frozenset(
    """see refer referred reference set forth listed list specified contained described documents document evidence
    conditions condition precedent cps cp schedule part clause section please following further details full agreement
    provided required stated initial herein thereof hereto attached annex appendix exhibit paragraph""".split()
)  # fmt: skip
_ENUMERATOR = re.compile(r"^\s*(?:\(?[0-9a-zA-Z]{1,4}[.)]|[-*•–])\s+")
# Words that most items have, so that one which has no other names none of them.
_GENERIC = frozenset("document evidence certificate copy letter agreement condition item requirement form".split())
_DROPPED = Phrases.of([(True, "|".join(load_words(__package__, "dropped", DroppedWords).dropped))])
_LONGEST_TAIL = 40
_REMARK = re.compile(r"[:(\[]|\s[-–—]\s")  # begins what is said behind an item


def answers_condition(expected: ExpectedCondition, item: str) -> bool:
    """Tell whether a given item answers an expected one.

    With keywords of its own, one of them must stand in the item with all its words; without, at least half of
    the item's content words must be among those of the expected item and its quotes, and one of them must be more than
    ``document`` or ``copy``. What is said to be waived or not required answers nothing.
    """
    if _is_dropped(item):
        return False
    if expected.any_of:
        words = content_words(item)
        keywords = [content_words(keyword) for keyword in expected.any_of]
        return any(keyword and keyword <= words for keyword in keywords)
    words = content_words(item)
    if words <= _GENERIC and not content_words(expected.name) <= words:
        return False
    return holds_half(item, content_words(" ".join((expected.name, *expected.quotes))))


def _is_dropped(item: str) -> bool:
    """Tell whether an item ends by saying that it is not needed: ``Legal opinion: waived``, ``Valuation – n/a``."""
    tail = item[-_LONGEST_TAIL:]
    tokens = tokenize(tail)
    end = inside(tokens)[1]
    matches = (words.match(tokens, at) for words in (_DROPPED, NOTHING_IN_A_SENTENCE) for at in range(end))
    is_denied = any(matched is not None and matched[1] >= end for matched in matches)
    return is_denied or NOTHING.is_all_of(_REMARK.split(tail)[-1])


def match_conditions(expected: Sequence[ExpectedCondition], given: Sequence[str]) -> ConditionMatch:
    """Match given items with expected ones; one item may answer several, as a summary joins them.

    Quotes that several expected items share tell none of them apart: by such words an item answers only one of them.
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


def has_counterpart(item: str, paragraphs: Sequence[str]) -> bool:
    """Tell whether some paragraph of the documents holds half of the content words of an item."""
    return any(holds_half(item, content_words(paragraph)) for paragraph in paragraphs)


def is_reference_only(text: str) -> bool:
    """Tell whether a text only points to a place, ``as set out in Schedule 2``, and names no condition."""
    tokens = tokenize(text[:LONGEST_TEXT])
    places = find_sections(tokens)
    rest = tokens.folded.original
    for found in reversed(places):
        rest = rest[: found.span.start] + " " + rest[found.span.end :]
    words = content_words(rest) - {fold_word(word) for word in _POINTING}
    return bool(places) and not words


def split_conditions(text: str) -> tuple[str, ...]:
    """Split a list written as one text: at line breaks and semicolons, or else at commas."""
    pieces = re.split(r"[;\n]", text[:LONGEST_TEXT])
    if len(pieces) == 1:
        pieces = pieces[0].split(",")
    cleaned = (_ENUMERATOR.sub("", piece, count=1).strip(" .,\t") for piece in pieces)
    return tuple(re.sub(r"^(?:and|or)\s", "", piece) for piece in cleaned if piece)
