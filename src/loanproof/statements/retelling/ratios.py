"""Finds ratios whose two terms are swapped: ``EBITDA to Net Debt`` instead of ``Net Debt to EBITDA``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Reason
from loanproof.statements.contradiction import Contradiction
from loanproof.statements.vocabulary.keys import keys_between

if TYPE_CHECKING:
    from loanproof.statements.texts.text import StatedText

_AFTER_RATIO = frozenset({"of", "between"})
_BETWEEN_TERMS = frozenset({"to", "and", "over"})
_ENDS = frozenset({"is", "are", "shall", "does", "must", "may", "will", "was", "not", "exceeding", "for", "as"})
_MARKS = frozenset(",;:()")
_REACH = 14  # tokens after "ratio" that are read for the two terms


class _Ratio(NamedTuple):
    """The content words of the two terms of a ratio, without those they share, and the words that name the ratio."""

    first: frozenset[str]
    second: frozenset[str]
    shown: str


def exchanged_ratios(answer: StatedText, quotes: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield a contradiction for the first ratio whose two terms are swapped."""
    known = [one for quote in quotes for one in _ratios(quote)]
    for one in _ratios(answer):
        turned = [other for other in known if one.first & other.second and one.second & other.first]
        if turned and not any(one.first & other.first and one.second & other.second for other in known):
            yield Contradiction(Reason.DIFFERENT, turned[0].shown, one.shown)
            return


def _ratios(text: StatedText) -> list[_Ratio]:
    return text.tokens.cached(_ratios, lambda: list(_read(text)))


def _read(text: StatedText) -> Iterator[_Ratio]:
    tokens = text.tokens
    for at in (*tokens.places.get("ratio", ()), *tokens.places.get("ratios", ())):
        if tokens[at + 1].lower not in _AFTER_RATIO:
            continue
        last = min(text.sentence_of(at)[1], at + _REACH)
        parting = next((one for one in range(at + 2, last) if tokens[one].lower in _BETWEEN_TERMS), None)
        if parting is None:
            continue
        end = next((one for one in range(parting + 2, last) if _ends(text, one)), last)
        terms = keys_between(tokens, at + 2, parting), keys_between(tokens, parting + 1, end)
        if all(terms):
            both = terms[0] & terms[1]
            yield _Ratio(terms[0] - both, terms[1] - both, tokens.text(at, end))


def _ends(text: StatedText, at: int) -> bool:
    """Return whether the second term ends at a token; ``of`` ends it, except in ``value of``."""
    token = text.tokens[at]
    is_of_value = token.lower == "of" and text.tokens[at - 1].lower != "value"
    return token.text in _MARKS or token.lower in _ENDS or is_of_value or text.is_in_value(at)
