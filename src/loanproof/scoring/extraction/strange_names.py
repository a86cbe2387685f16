"""Names that are not read as a party, such as a trust or an auditor, and that no document contains (C-33).

A capitalised word may be a name. It cannot be an invented one if it is an ordinary word, or if the documents contain
it in upper or lower case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.core import SingleWords, WordTable, load_words
from loanproof.values import ROLE_ADJECTIVES, ROLES, content_words, names_place, places_in

if TYPE_CHECKING:
    from loanproof.scoring.extraction.context import AnswersContext


class _Words(WordTable):
    ordinary: SingleWords
    endings: SingleWords
    before_somebody: SingleWords
    before_a_name: SingleWords


_WORDS = load_words(__package__, "strange_names", _Words)
_ORDINARY = frozenset(_WORDS.ordinary) | ROLES | ROLE_ADJECTIVES
_ENDINGS = tuple(_WORDS.endings)
_CAPITALISED = re.compile(r"(?<![\w'’.])[^\W\d_a-z][^\W\d_]{2,40}")
_WORD = re.compile(r"[^\W\d_]{4,40}")
_MAX_LABEL = 4  # letters: UEN, ACN, KYC


def strange_words(text: str, context: AnswersContext) -> Iterator[str]:
    """Yield the words of a text that are written like names and do not appear in the documents."""
    return (
        word
        for word in _CAPITALISED.findall(text)
        if not _is_label(word) and is_telling(word) and not context.has_word(word)
    )


def strange_names(item: str, context: AnswersContext) -> Iterator[str]:
    """Yield the names in running text that have a word which no document contains: ``audited by Deloitte``.

    Only after a word such as ``by`` is a name certain. After ``of`` every word must look like a name, and the text must
    also have words in lower case, because in a text that capitalises every word capitals prove nothing.
    """
    has_small = any(word.islower() and content_words(word) for word in _WORD.findall(item))
    for match in _NAME_AFTER_WORD.finditer(item):
        name, is_somebody = match["name"], match["before"].casefold() in _WORDS.before_somebody
        words = [word for word in _CAPITALISED.findall(name) if is_telling(word)]
        is_name = is_somebody or (has_small and len(words) == len(_CAPITALISED.findall(name)))
        strange = (word for word in words if not context.has_word(word) and (is_somebody or not _is_label(word)))
        if is_name and not _words_of_known_places(name, context).issuperset(strange):
            yield name


def _words_of_known_places(name: str, context: AnswersContext) -> set[str]:
    """Return the words of a name that denote a place which the documents name in some form: *English* for England."""
    named = (written for written, code in places_in(name) if context.has_match(names_place(code)))
    return {word for written in named for word in _CAPITALISED.findall(written)}


def is_telling(word: str) -> bool:
    """Return whether a word can be part of a name: neither a role nor an ordinary word, by itself or by its ending."""
    folded = word.casefold()
    return folded not in _ORDINARY and bool(content_words(word)) and not folded.endswith(_ENDINGS)


def _is_label(word: str) -> bool:
    """Return whether a word is a short abbreviation in capitals."""
    return word.isupper() and len(word) <= _MAX_LABEL


_NAME_AFTER_WORD = re.compile(
    rf"\b(?P<before>(?i:{'|'.join((*_WORDS.before_somebody, *_WORDS.before_a_name))}))\s(?:the\s)?"
    r"(?P<name>[A-Z][\w'’.-]{1,40}(?:\s(?:(?:and|&|of)\s)?[A-Z][\w'’.-]{1,40}){0,6})"
)
