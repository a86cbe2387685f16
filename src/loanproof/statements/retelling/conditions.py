"""Finds reversed conditions: ``unless`` instead of ``if``, or a condition that only the answer denies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Reason, SingleWords, Words, WordTable, load_words
from loanproof.statements.contradiction import Contradiction
from loanproof.statements.vocabulary.keys import keys_between
from loanproof.statements.vocabulary.negations import negations_in
from loanproof.values import Phrases

if TYPE_CHECKING:
    from loanproof.statements.texts.text import StatedText
    from loanproof.values import Tokens


class _Conditions(WordTable):
    opening: Words
    turned: Words
    other_end: SingleWords


_WORDS = load_words(__package__, "conditions", _Conditions)
_OPENING = Phrases.of([(False, _WORDS.opening), (True, _WORDS.turned)])
_OTHER_END = frozenset(_WORDS.other_end)
_ENDS, _SEMICOLON = frozenset(",;:.()"), frozenset(";")
_MIN_SHARED_WORDS = 2  # content words that two conditions must share to be compared
_MAX_LENGTH = 14  # tokens of a condition that are read


class _Condition(NamedTuple):
    """A condition: its content words, whether it is denied, whether the rest of its sentence is, and where it is.

    An open condition is not compared: it contains a value, or its sentence is cut off or may describe the other case.
    """

    keys: frozenset[str]
    is_denied: bool
    denies_rest: bool
    is_open: bool
    start: int
    end: int


def turned_conditions(answer: StatedText, quotes: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield a contradiction for the first condition that the answer reverses while the rest stays the same."""
    known = [(one, quote) for quote in quotes for one in _conditions(quote)]
    said = _conditions(answer) if known else []
    for one in said:
        others = [(other, quote) for other, quote in known if _is_same(one, other)]
        own = [two for two in said if any(_is_same(two, other) for other, _ in others)]
        if not others or one.is_open or any(_may_agree(two, other) for two in own for other, _ in others):
            continue
        other, quote = others[0]
        source, given = quote.tokens.text(other.start, other.end), answer.tokens.text(one.start, one.end)
        yield Contradiction(Reason.DIFFERENT, source, given)
        return


def _is_same(one: _Condition, other: _Condition) -> bool:
    """Return whether two conditions share two thirds of the content words of the shorter, and half of the longer."""
    shared = len(one.keys & other.keys)
    shorter, longer = sorted((len(one.keys), len(other.keys)))
    return shared >= _MIN_SHARED_WORDS and 3 * shared >= 2 * shorter and 2 * shared >= longer


def _may_agree(one: _Condition, other: _Condition) -> bool:
    """Return whether two conditions may mean the same: both or neither denied, or the rest of one is reversed too."""
    is_alike = one.is_denied is other.is_denied
    return is_alike or one.denies_rest is not other.denies_rest or other.is_open


def _conditions(text: StatedText) -> list[_Condition]:
    """Return the conditions of a text; cached, because a quote is compared with many answers."""
    return text.tokens.cached(_conditions, lambda: list(_read(text)))


def _read(text: StatedText) -> Iterator[_Condition]:
    for is_turned, at, start in _OPENING.each_in(text.tokens):
        if not (is_turned and text.tokens[start].lower == "that"):  # "except that if …" is not an exception
            yield _condition(text, at, start, is_turned=is_turned)


def _condition(text: StatedText, at: int, start: int, *, is_turned: bool) -> _Condition:
    """Return the condition that opens at ``at``, with its own words from ``start`` on; ``is_turned`` after *unless*."""
    tokens = text.tokens
    opens, closes = text.between_marks(at, start, _SEMICOLON)
    last = min(closes, start + _MAX_LENGTH)
    end = next((one for one in range(start, last) if _is_end(tokens, one)), last)
    inside = _negation_count(tokens, start, end) + is_turned
    outside = _negation_count(tokens, opens, at) + _negation_count(tokens, end, closes)
    has_value = any(text.is_in_value(one) for one in range(start, end))  # values have their own readers
    # a quote that begins in its sentence with "unless" lacks what the condition is of
    is_cut = at == 0 and tokens[at].text.islower()
    is_open = is_cut or has_value or any(tokens[one].lower in _OTHER_END for one in range(opens, closes))
    keys = keys_between(tokens, start, end, has_parties=False)
    return _Condition(keys, bool(inside % 2), bool(outside % 2), is_open, at, end)


def _is_end(tokens: Tokens, at: int) -> bool:
    text = tokens[at].text
    return tokens[at].lower == "and" or (text in _ENDS and (text in "()" or bool(tokens.gap(at + 1))))


def _negation_count(tokens: Tokens, start: int, end: int) -> int:
    return sum(1 for _ in negations_in(tokens, start, end))
