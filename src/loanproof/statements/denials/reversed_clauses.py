"""Finds clauses that an answer repeats from its source nearly word for word, but with one negation more or fewer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Reason
from loanproof.statements.bounds.word_senses import compared_words
from loanproof.statements.contradiction import Contradiction
from loanproof.statements.vocabulary.negations import negations_in
from loanproof.statements.vocabulary.reversing import CONDITIONS
from loanproof.values import COMPARING_WORDS, TokenKind, content_words_in

if TYPE_CHECKING:
    from loanproof.statements.texts.text import StatedText
    from loanproof.values import Tokens

_BREAKS = frozenset(",;:.()")
_CONTRAST_WORDS = frozenset({"but", "whereas", "provided", "although"})
_CONDITIONS = CONDITIONS | {"unless", "while", "provided", "even", "long"}
# Words that limit a clause to a case: if only one of two texts has them, both may mean the same.
_CASE_WORDS = _CONDITIONS | {"without", "only", "until", "save", "other", "except", "either", "neither", "nor"}
_BOUNDING = frozenset("least most before after prior until within minimum maximum by".split())
_MIN_WORDS = 3  # content words that a clause must have to be compared
_MAX_CLAUSES = 2_000  # of one text, which limits the time that a very long one takes


class _Clause(NamedTuple):
    """A clause: its content words, its comparing words, the number of its negations, and how it is written.

    ``is_condition`` is true if it begins with ``if``, ``unless`` or a similar word. ``thought`` identifies the part of
    the sentence that it belongs to. ``cases`` are the words in it that limit it to a case; ``is_led`` is true if such
    words come earlier in the sentence.
    """

    words: frozenset[str]
    comparing: frozenset[str]
    negations: int
    written: str
    is_condition: bool
    thought: tuple[str, int]
    cases: frozenset[str]
    is_led: bool


def turned_clauses(answer: StatedText, quotes: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield a contradiction for the first clause that repeats one of the source with the opposite meaning."""
    known = [one for quote in quotes for one in _clauses(quote)]
    own = _clauses(answer)
    for said in own:
        if _says_only_when(said):
            continue
        alike = [one for one in known if _is_same(said, one)]
        if alike and all(_is_opposite(said, one, own, known) for one in alike):
            yield Contradiction(Reason.DIFFERENT, alike[0].written, said.written)
            return


def _says_only_when(said: _Clause) -> bool:
    """Return whether a clause only gives a time or limit, so that it has no verb to deny: ``Within 14 days of …``."""
    return said.written.split()[0].lower() in COMPARING_WORDS | _BOUNDING


def _is_opposite(said: _Clause, one: _Clause, own: Sequence[_Clause], known: Sequence[_Clause]) -> bool:
    """Return whether one of two clauses denies what the other states.

    A condition may describe the opposite case (``if a Default is continuing, it may not``), so what follows from it
    must also be the same. Other clauses must not depend on a condition, and must be limited to the same case.
    """
    if (said.negations - one.negations) % 2 == 0:
        return False
    if not (said.is_condition or one.is_condition):
        return said.cases == one.cases and not (said.is_led or one.is_led)
    following = [other for other in own if other.thought == said.thought and other is not said]
    sources = [other for other in known if other.thought == one.thought and other is not one]
    return any(_is_part_of_other(other, source) for other in following for source in sources)


def _is_part_of_other(one: _Clause, other: _Clause) -> bool:
    """Return whether one clause contains all content words of the other and denies equally often (even or odd)."""
    is_part = one.words <= other.words or other.words <= one.words
    return is_part and one.comparing == other.comparing and (one.negations - other.negations) % 2 == 0


def _is_same(one: _Clause, other: _Clause) -> bool:
    """Return whether two clauses share at least three quarters of the content words of each.

    Clauses that compare are left to the readers of bounds, because ``shall not end after the fifth day`` and ``by the
    fifth day`` say the same.
    """
    if one.comparing & COMPARING_WORDS or other.comparing & COMPARING_WORDS:
        return False
    shared = len(one.words & other.words)
    return 4 * shared >= 3 * max(len(one.words), len(other.words)) and one.comparing == other.comparing


def _clauses(text: StatedText) -> list[_Clause]:
    """Return the clauses of a text that have enough content words; cached, as a quote is compared with many answers."""
    return text.tokens.cached(
        _clauses, lambda: [one for one in _read(text) if len(one.words) >= _MIN_WORDS][:_MAX_CLAUSES]
    )


def _read(text: StatedText) -> Iterator[_Clause]:
    """Yield every stretch between two separators; a thought ends at a semicolon, a contrast word or a sentence end."""
    tokens, start, thought = text.tokens, 0, 0
    ends = {end for _, end in text.sentences}
    is_led = False
    for at in range(len(tokens) + 1):
        if at < len(tokens) and not _separates_clauses(tokens, at):
            continue
        written = tokens.text(start, at)
        bounding = _BOUNDING.intersection(tokens[one].lower for one in range(start, at))
        comparing = compared_words(text, start, at) | bounding
        # a "nor" continues the denial before it and is not a second one
        denied = sum(tokens[one].lower != "nor" for one in negations_in(tokens, start, at))
        is_condition = any(tokens[one].lower in _CONDITIONS for one in range(max(0, start - 1), start + 2))
        cases = _CASE_WORDS.intersection(
            tokens[one].lower for one in range(start, at) if not _is_except_that(tokens, one)
        )
        place = text.text, thought
        words = content_words_in(tokens, start, at)
        yield _Clause(words, comparing, denied, written, is_condition, place, cases, is_led)
        start = at + 1
        is_next = tokens[at].text == ";" or tokens[at].lower in _CONTRAST_WORDS or at + 1 in ends
        thought += is_next
        is_led = at + 1 not in ends and (is_led or bool(cases))


def _is_except_that(tokens: Tokens, at: int) -> bool:
    """Return whether an ``except`` only introduces a statement: ``except that no such limit applies``."""
    return tokens[at].lower == "except" and tokens[at + 1].lower == "that"


def _separates_clauses(tokens: Tokens, at: int) -> bool:
    """Return whether a token separates two clauses: a mark that is not part of a figure, a bracket, or a ``but``."""
    text = tokens[at].text
    is_mark = tokens[at].kind is TokenKind.SIGN and text in _BREAKS and (text in "()" or bool(tokens.gap(at + 1)))
    return is_mark or tokens[at].lower in _CONTRAST_WORDS
