"""Clauses that an answer takes over from its source nearly word for word, with a negation more or less."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Reason
from loanproof.statements.compared import compared_words
from loanproof.statements.comparison import Contradiction
from loanproof.statements.negations import negations_in
from loanproof.statements.turning_words import CONDITIONS
from loanproof.values import COMPARING_WORDS, TokenKind, content_words_in

if TYPE_CHECKING:
    from loanproof.statements.text import StatedText
    from loanproof.values import Tokens

_BREAKS = frozenset(",;:.()")
_TURNS = frozenset({"but", "whereas", "provided", "although"})
_CONDITIONS = CONDITIONS | {"unless", "while", "provided", "even", "long"}
# What makes a clause speak of a case: where one text has it and the other not, both may say the same.
_CASES = _CONDITIONS | {"without", "only", "until", "save", "other", "except", "either", "neither", "nor"}
_BOUNDING = frozenset("least most before after prior until within minimum maximum by".split())
_LEAST = 3  # telling words of a clause
_MOST = 2_000  # clauses of a text, which none that is read exceeds


class _Clause(NamedTuple):
    """A clause: its telling words, those that compare, how often it denies, and how it is written.

    ``is_condition`` tells that it begins with ``if``, ``unless`` or the like, ``thought`` its part of a sentence;
    ``cases`` are the words in it that tell of a case, and ``is_led`` whether such words stand before it there.
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
    """Yield the first clause that says again what the source says and denies what that does not, or the reverse."""
    known = [one for quote in quotes for one in _clauses(quote)]
    own = _clauses(answer)
    for said in own:
        if _is_bare(said):
            continue
        alike = [one for one in known if _is_same(said, one)]
        if alike and all(_is_turned(said, one, own, known) for one in alike):
            yield Contradiction(Reason.DIFFERENT, alike[0].written, said.written)
            return


def _is_bare(said: _Clause) -> bool:
    """Whether a clause, such as ``Within 14 days of our asking you to``, only says when: no verb can be denied."""
    return said.written.split()[0].lower() in COMPARING_WORDS | _BOUNDING


def _is_turned(said: _Clause, one: _Clause, own: Sequence[_Clause], known: Sequence[_Clause]) -> bool:
    """Return whether one of two clauses denies what the other states.

    A condition may speak of the other case (``if a Default is continuing, it may not``), so that what follows from it
    must be the same too. Other clauses must hang on nothing, and tell of the same case themselves.
    """
    if (said.negations - one.negations) % 2 == 0:
        return False
    if not (said.is_condition or one.is_condition):
        return said.cases == one.cases and not (said.is_led or one.is_led)
    following = [other for other in own if other.thought == said.thought and other is not said]
    sources = [other for other in known if other.thought == one.thought and other is not one]
    return any(_is_part(other, source) for other in following for source in sources)


def _is_part(one: _Clause, other: _Clause) -> bool:
    """Return whether all telling words of one clause stand in the other, with as many negations."""
    is_part = one.words <= other.words or other.words <= one.words
    return is_part and one.comparing == other.comparing and (one.negations - other.negations) % 2 == 0


def _is_same(one: _Clause, other: _Clause) -> bool:
    """Return whether two clauses share three quarters of the telling words of each.

    What is compared has its own reader: ``shall not end after the fifth day`` and ``by the fifth day`` say one thing.
    """
    if one.comparing & COMPARING_WORDS or other.comparing & COMPARING_WORDS:
        return False
    shared = len(one.words & other.words)
    return 4 * shared >= 3 * max(len(one.words), len(other.words)) and one.comparing == other.comparing


def _clauses(text: StatedText) -> list[_Clause]:
    """Return the clauses of a text that have words to tell, once: a quote is checked against answer after answer."""
    return text.tokens.cached(_clauses, lambda: [one for one in _read(text) if len(one.words) >= _LEAST][:_MOST])


def _read(text: StatedText) -> Iterator[_Clause]:
    tokens, start, thought = text.tokens, 0, 0
    ends = {end for _, end in text.sentences}
    is_led = False
    for at in range(len(tokens) + 1):
        if at < len(tokens) and not _parts(tokens, at):
            continue
        written = tokens.text(start, at)
        bounding = _BOUNDING.intersection(tokens[one].lower for one in range(start, at))
        comparing = compared_words(text, start, at) | bounding
        # a "nor" goes on with what was denied before it
        denied = sum(tokens[one].lower != "nor" for one in negations_in(tokens, start, at))
        is_condition = any(tokens[one].lower in _CONDITIONS for one in range(max(0, start - 1), start + 2))
        cases = _CASES.intersection(tokens[one].lower for one in range(start, at) if not _adds(tokens, one))
        place = text.text, thought
        words = content_words_in(tokens, start, at)
        yield _Clause(words, comparing, denied, written, is_condition, place, cases, is_led)
        start = at + 1
        is_next = tokens[at].text == ";" or tokens[at].lower in _TURNS or at + 1 in ends
        thought += is_next
        is_led = at + 1 not in ends and (is_led or bool(cases))


def _adds(tokens: Tokens, at: int) -> bool:
    """Return whether a word only leads to another statement: ``except that no such limit applies``."""
    return tokens[at].lower == "except" and tokens[at + 1].lower == "that"


def _parts(tokens: Tokens, at: int) -> bool:
    """Return whether a token parts two clauses: a mark that is not a part of a figure, a bracket, a ``but``."""
    text = tokens[at].text
    is_mark = tokens[at].kind is TokenKind.SIGN and text in _BREAKS and (text in "()" or bool(tokens.gap(at + 1)))
    return is_mark or tokens[at].lower in _TURNS
