"""Items of a list of conditions precedent: what they speak of, and which expected item they answer.

An item is compared by its content words: the words without articles, prepositions and the like, plurals
folded. What share of the expected items makes a good list is the standard's business, not decided here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from loanproof.values.section_ids import find_sections
from loanproof.values.tokens import TokenKind, tokenize

_STOP_WORDS = frozenset(
    """a an the and or of to in on at by for from with without under as is are be been being was were has have had it
    its this that these those such each any all both either other others same which who whom whose where when not no
    nor than then there their they he she his her our your you we i if into upon out up over per via between among
    within about after before during until including include includes included shall will would may must can should
    also only etc""".split()
)  # fmt: skip
_POINTING = frozenset(
    """see refer referred reference set forth listed list specified contained described documents document evidence
    conditions condition precedent cps cp schedule part clause section please following further details full agreement
    provided required stated initial herein thereof hereto attached annex appendix exhibit paragraph""".split()
)  # fmt: skip
_ENUMERATOR = re.compile(r"^\s*(?:\(?[0-9a-zA-Z]{1,4}[.)]|[-*•–])\s+")
# Words that most items have, so that one which has no other names none of them.
_GENERIC = frozenset("document evidence certificate copy letter agreement condition item requirement form".split())
_DROPPED = re.compile(r"(?:\bnot\s(?:required|needed|necessary|applicable)|\bwaived|\bn/a)[\s.)\]]*$", re.IGNORECASE)
_US_SPELLING = re.compile(r"iz(ation|e|ed|ing)$")
_LONGEST = 20_000
_LONGEST_TAIL = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedCondition:
    """An expected item: its name, and its keywords where the case gives them, or the words of its quotes."""

    name: str
    any_of: tuple[str, ...] = ()
    quotes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionMatch:
    """Which expected items were answered, and which given items answer nothing; places in the two lists."""

    answered: tuple[int, ...]
    missing: tuple[int, ...]
    unmatched: tuple[int, ...]

    @property
    def recall(self) -> Fraction | None:
        """The share of the expected items that was answered; nothing where nothing was expected."""
        expected = len(self.answered) + len(self.missing)
        return Fraction(len(self.answered), expected) if expected else None


@lru_cache(maxsize=8192)  # the paragraphs of a document are asked for again for each item
def content_words(text: str) -> frozenset[str]:
    """Return the words that carry the meaning of a text, in lower case, plurals and US spelling folded."""
    return frozenset(
        _folded(token.lower)
        for token in tokenize(text[:_LONGEST]).items
        if token.kind is not TokenKind.SIGN and token.lower not in _STOP_WORDS and token.lower != "s"
    )


def holds_half(item: str, keywords: frozenset[str]) -> bool:
    """Tell whether at least half of the content words of an item are among the keywords."""
    words = content_words(item)
    return bool(words) and 2 * len(words & keywords) >= len(words)


def answers_condition(expected: ExpectedCondition, item: str) -> bool:
    """Tell whether a given item answers an expected one.

    With keywords of its own, one of them must stand in the item with all its words; without, at least half of
    the item's content words must be among those of the expected item and its quotes, and one of them must be more than
    ``document`` or ``copy``. What is said to be waived or not required answers nothing.
    """
    if _DROPPED.search(item[-_LONGEST_TAIL:]):
        return False
    if expected.any_of:
        words = content_words(item)
        keywords = [content_words(keyword) for keyword in expected.any_of]
        return any(keyword and keyword <= words for keyword in keywords)
    words = content_words(item)
    if words <= _GENERIC and not content_words(expected.name) <= words:
        return False
    return holds_half(item, content_words(" ".join((expected.name, *expected.quotes))))


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
    tokens = tokenize(text[:_LONGEST])
    places = find_sections(tokens)
    rest = tokens.folded.original
    for found in reversed(places):
        rest = rest[: found.span.start] + " " + rest[found.span.end :]
    words = content_words(rest) - {_folded(word) for word in _POINTING}
    return bool(places) and not words


def split_conditions(text: str) -> tuple[str, ...]:
    """Split a list written as one text: at line breaks and semicolons, or else at commas."""
    pieces = re.split(r"[;\n]", text[:_LONGEST])
    if len(pieces) == 1:
        pieces = pieces[0].split(",")
    cleaned = (_ENUMERATOR.sub("", piece, count=1).strip(" .,\t") for piece in pieces)
    return tuple(re.sub(r"^(?:and|or)\s", "", piece) for piece in cleaned if piece)


def _folded(word: str) -> str:
    """Return a word in the singular and in British spelling, as far as its ending tells."""
    if len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    return _US_SPELLING.sub(r"is\1", word)
