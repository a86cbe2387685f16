"""Texts that say there is nothing: one list of words for values, pages, sections and flags (ruling C-17).

All readers must agree on these words, or ``N.A.`` would be a missing page in one place and an invented one in another.
The words are in ``absence.words.yaml``. A kind that needs more, because they name the absent thing (``no guarantors``),
adds its own to this list and never copies it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from loanproof.core import SingleWords, WordFault, Words, WordTable, load_words, unknown_phrases
from loanproof.values.text.folding import fold_characters
from loanproof.values.text.phrases import Phrases
from loanproof.values.text.tokens import Tokens, tokenize


class AbsenceWords(WordTable):
    """The words of the file; each key is explained there."""

    nothing: Words
    nothing_in_a_sentence: Words
    nothing_of_a_place: Words
    undeterminable: Words
    not_yet: Words
    closing_words: SingleWords
    continuing_words: SingleWords

    def faults(self) -> Iterator[WordFault]:
        """Yield the words for nothing in a sentence that the main list lacks: there is one list."""
        within = [(("nothing_in_a_sentence",), self.nothing_in_a_sentence)]
        yield from unknown_phrases(within, self.nothing, "among the words for nothing")


WORDS = load_words(__package__, "absence", AbsenceWords)

_SIGNS = frozenset("-_.,;:/\\|*~'\"()[]{}<>·•")  # a question mark asks, a currency sign is a value
_BREAKS = frozenset(".,;:(|\"')]}>*")
_DASHES = frozenset("–—―")
_FIRST_WORD = re.compile(r"[^\W\d_]+|[0-9]+")  # decides most texts without tokenizing them
_LONGEST = 120  # longest text that can consist of these words only
_LONGEST_OPENING = 200


class Wording:
    """Phrases with one meaning that a short text may consist of, or begin with."""

    def __init__(self, phrases: Iterable[str]) -> None:
        self.phrases = tuple(phrases)
        self._first_words = frozenset(tokenize(phrase)[0].lower for phrase in self.phrases)
        self._phrases = Phrases.of([(True, self.phrases)])

    def is_all_of(self, text: str) -> bool:
        """Return whether a text is just one of the phrases: ``(not stated)``, ``NOT_STATED``, ``None / n.a.``."""
        text = text.strip()
        first = _FIRST_WORD.search(text if text.isascii() else fold_characters(text).text)
        if first is None or first[0].lower() not in self._first_words or len(text) > _LONGEST:
            return False
        tokens, at, is_found = tokenize(text), 0, False
        while at < len(tokens):
            if tokens[at].text in _SIGNS:
                at += 1
                continue
            matched = self._phrases.match(tokens, at)
            if matched is None:
                return False
            at, is_found = _after_closing(tokens, matched[1]), True
        return is_found

    def begins(self, text: str | Tokens) -> bool:
        """Return whether a text begins with one of the phrases and then explains it: ``N/A – no agent``.

        A name that begins with the same word does not count: ``None Such Limited``, ``N.A. Holdings``.
        """
        tokens = _opening(text)
        end = self._end_in(tokens)
        if end is None:
            return False
        return _after_closing(tokens, end) > end or _stops(tokens, end) or tokens[end].lower in WORDS.continuing_words

    def opens(self, text: str | Tokens) -> bool:
        """Return whether a text begins with one of the phrases, whatever follows: ``No agent was appointed``."""
        return self._end_in(_opening(text)) is not None

    def _end_in(self, tokens: Tokens) -> int | None:
        at = 0
        while tokens[at].text and tokens[at].text in _SIGNS:
            at += 1
        matched = self._phrases.match(tokens, at)
        return None if matched is None else matched[1]


NOTHING = Wording(WORDS.nothing)
UNDETERMINABLE = Wording(WORDS.undeterminable)
LEFT_OPEN = Wording((*WORDS.nothing_of_a_place, *WORDS.undeterminable))
NOT_YET = Wording(WORDS.not_yet)
_NO_PLACE = Wording((*WORDS.nothing, *WORDS.nothing_of_a_place, *WORDS.undeterminable))
NOTHING_IN_A_SENTENCE = Phrases.of([(True, WORDS.nothing_in_a_sentence)])


def says_nothing(text: str) -> bool:
    """Return whether a text says that there is nothing: ``N/A``, ``none``, ``(not stated)``, ``–``, ``[]``, blank."""
    return _has_signs_only(text) or NOTHING.is_all_of(text)


def says_undeterminable(text: str) -> bool:
    """Return whether a value only says that the document does not settle it: ``unknown``, ``not available``."""
    return UNDETERMINABLE.is_all_of(text)


def leaves_open(text: str) -> bool:
    """Return whether a flag is neither raised nor denied: blank, ``unknown``, ``not available``, ``not specified``.

    The words for nothing deny a flag: a document without a grace period must be answered with "none".
    """
    return not fold_characters(text).text.strip() or LEFT_OPEN.is_all_of(text)


def names_no_place(text: str) -> bool:
    """Return whether a page, section or other part of a citation was left out, in any words or signs."""
    return not any(map(str.isalnum, text)) or _NO_PLACE.is_all_of(text)


def _has_signs_only(text: str) -> bool:
    if any(map(str.isalnum, text)):
        return False
    return all(char in _SIGNS or char.isspace() for char in fold_characters(text).text)


def _opening(text: str | Tokens) -> Tokens:
    return text if isinstance(text, Tokens) else tokenize(text.lstrip()[:_LONGEST_OPENING])


def _after_closing(tokens: Tokens, at: int) -> int:
    return at + 1 if tokens[at].lower in WORDS.closing_words else at


def _stops(tokens: Tokens, at: int) -> bool:
    """Whether a phrase ends before ``at``: with the text, a bracket, a full stop, or a dash that is not a hyphen."""
    sign = tokens[at].text
    if sign == "-":
        written = tokens.span(at, at + 1).of(tokens.folded.original)
        return bool(tokens.gap(at) or tokens.gap(at + 1)) or written in _DASHES
    return not sign or sign in _BREAKS
