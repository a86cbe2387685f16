"""From a text to a condition precedent; words that do not name one are in ``conditions.words.yaml``."""

from __future__ import annotations

import re

from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.values.comparator.words import BEFORE
from loanproof.values.condition.value import ConditionItem
from loanproof.values.money.find import find_money
from loanproof.values.reading import NO_CONTEXT, Context, Read, Reading, Unreadable
from loanproof.values.section.find import find_sections
from loanproof.values.text.content_words import LONGEST_TEXT, content_words, fold_word
from loanproof.values.text.phrases import Phrases
from loanproof.values.text.tokens import tokenize


class _Conditions(WordTable):
    pointing: SingleWords
    generic: SingleWords
    dropped: Words


_WORDS = load_words(__package__, "conditions", _Conditions)
_POINTING = frozenset(_WORDS.pointing)
GENERIC = frozenset(_WORDS.generic)
"""Words that most items have, so that one which has no other names none of them."""
DROPPED = Phrases.of([(True, _WORDS.dropped)])
"""What is said behind a condition that need not be met."""
_ENUMERATOR = re.compile(r"^\s*(?:\(?[0-9a-zA-Z]{1,4}[.)]|[-*•–])\s+")


def parse_condition(text: str, context: Context = NO_CONTEXT) -> Reading[ConditionItem]:
    """Read one item of a list of conditions; any text with a content word is one."""
    del context
    words = content_words(text)
    return Read(value=ConditionItem(text=text, words=words)) if words else Unreadable(f"{text[:80]!r} names nothing.")


def name_of_condition(item: str) -> str:
    """Return an item without its amounts and what compares them: ``equity of at least AUD 81m`` is about equity.

    Whether the figures are in the documents is checked separately (C-33). An item that is only an amount stays.
    """
    tokens = tokenize(item[:LONGEST_TEXT])
    spans = [found.span for found in find_money(tokens)]
    compared = (tokens.span(begins, behind) for _, begins, behind in BEFORE.each_in(tokens))
    spans += [one for one in compared if any(0 <= amount.start - one.end <= 1 for amount in spans)]
    rest = "".join(" " if any(one.start <= at < one.end for one in spans) else char for at, char in enumerate(item))
    return rest if content_words(rest) else item


def is_reference_only(text: str) -> bool:
    """Return whether a text only points to a place, ``as set out in Schedule 2``, without naming a condition."""
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
