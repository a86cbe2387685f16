"""The words that deny something, and where a stretch of text has one of them: ``not``, ``no``, ``other than``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.statements.vocabulary.reversing import PROHIBITING
from loanproof.values import COMPARING_WORDS, Phrases

if TYPE_CHECKING:
    from loanproof.values import Tokens


class _Negations(WordTable):
    denying: dict[str, Words]
    told_again: dict[str, Words]
    single_words: SingleWords
    nobody: SingleWords
    excepting: SingleWords
    other_case: SingleWords
    compared: SingleWords
    skipped: SingleWords


_WORDS = load_words(__package__, "negations", _Negations)
NEGATION_PHRASES = Phrases.of((True, words) for words in _WORDS.denying.values())
"""The phrases that deny something, to find them in a text."""
DENIALS = tuple((kind, words) for table in (_WORDS.denying, _WORDS.told_again) for kind, words in table.items())
"""Every phrase that denies something, grouped by what it denies: the verb after it, the thing after it, and so on."""
DENYING = frozenset(_WORDS.single_words)
"""The single words that deny what comes right after them."""
NOBODY = frozenset(_WORDS.nobody)
"""The words that say that there is nobody, or none of something."""
EXCEPTING = frozenset(_WORDS.excepting)
"""Words that set something apart. ``Except that`` only introduces a statement."""
OTHER_CASE = frozenset(_WORDS.other_case)
"""Words that show that a sentence may describe another case, in which something else applies."""
_ALWAYS_DENYING = frozenset({"unless", "cannot", *PROHIBITING})
_FIRST_WORDS = frozenset({"t", *_ALWAYS_DENYING, *NEGATION_PHRASES.by_first})
_COMPARED, _SKIPPED_WORDS = COMPARING_WORDS.union(_WORDS.compared), frozenset({*_WORDS.skipped, ","})


def negations_in(tokens: Tokens, start: int, end: int) -> Iterator[int]:
    """Yield where a stretch of text denies something; a comparison such as ``no later than`` does not."""
    at = start
    while at < end:
        if tokens[at].lower not in _FIRST_WORDS:
            at += 1
            continue
        matched = NEGATION_PHRASES.match(tokens, at)
        following = at if matched is None else matched[1]
        while following < end and tokens[following].lower in _SKIPPED_WORDS:
            following += 1
        if matched and tokens[at].lower in EXCEPTING and tokens[matched[1]].lower == "that":
            at = matched[1]  # "except that no limit applies" denies once, not twice
            continue
        if tokens.words(at - 2, "whether", "or", "not"):
            at += 1  # "whether or not it is drawn" denies nothing
            continue
        is_short = tokens[at].lower == "t" and tokens[at - 1].text == "'"
        if tokens[at].lower in _ALWAYS_DENYING or is_short or (matched and tokens[following].lower not in _COMPARED):
            yield at
        at = at + 1 if matched is None else matched[1]
