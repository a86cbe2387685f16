"""Finds the wrong party after the same words: ``pledges its shares to the Borrower`` instead of *to the Lender*.

A place is a party after ``to``, ``of``, ``from``, ``by``, ``with`` or ``between``. Two places are the same if most of
the content words before them are, whatever the verb is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Reason
from loanproof.statements.contradiction import Contradiction
from loanproof.statements.texts.text import JOINTS
from loanproof.statements.vocabulary.keys import keys_between
from loanproof.statements.vocabulary.role_names import BEFORE_ROLES, role_at

if TYPE_CHECKING:
    from loanproof.statements.statement import Names
    from loanproof.statements.texts.text import StatedText
    from loanproof.values import Tokens

_PREPOSITIONS = frozenset({"to", "of", "from", "by", "with", "in"})
_BEFORE_ROLES = BEFORE_ROLES - {"every"}
_ENDS = frozenset(",;:()")
_REACH = 14  # tokens before the preposition that are read
_BETWEEN_REACH = 6  # tokens from "between" to its "and"
_MIN_SHARED_WORDS = 3  # content words that two places must share


class _Place(NamedTuple):
    """A party after a preposition: who it may be, the preposition, the content words before it, the words to show."""

    names: Names
    small: str
    words: frozenset[str]
    shown: str


def exchanged_places(answer: StatedText, quotes: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield a contradiction for the first party of an answer in a place where the source only has other parties."""
    known = [one for quote in quotes for one in _places(quote)]
    for one in _places(answer) if known else ():
        others = [other for other in known if other.small == one.small and _is_same(one, other)]
        if others and not any(one.names & other.names for other in others):
            yield Contradiction(Reason.SUBJECT_EXCHANGED, others[0].shown, one.shown)
            return


def _is_same(one: _Place, other: _Place) -> bool:
    shared = len(one.words & other.words)
    return shared >= _MIN_SHARED_WORDS and 3 * shared >= 2 * min(len(one.words), len(other.words))


def _places(text: StatedText) -> list[_Place]:
    """Return the places of parties in a text; cached, because a quote is compared with many answers."""
    return text.tokens.cached(_places, lambda: list(_read(text)))


def _read(text: StatedText) -> Iterator[_Place]:
    tokens, at = text.tokens, 0
    while at < len(tokens):
        role = role_at(tokens, at)
        if role is None:
            at += 1
            continue
        small = at - 1
        while small > 0 and (tokens[small].lower in _BEFORE_ROLES or tokens[small].text.istitle()):
            small -= 1
        start = max(text.between_marks(small, small, _ENDS)[0], small - _REACH)
        is_owner = tokens[role[1]].text == "'"
        is_joined = tokens[small - 1].lower in JOINTS  # "to the Agent an agency fee and to the Arrangers another"
        between = _between_before(tokens, small)
        if between is not None:
            small = between
        if (between is not None or tokens[small].lower in _PREPOSITIONS) and not is_owner and not is_joined:
            words = keys_between(tokens, start, small, has_parties=False)
            yield _Place(role[0], tokens[small].lower, words, tokens.text(max(start, small - 3), role[1]))
        at = role[1]


def _between_before(tokens: Tokens, joint: int) -> int | None:
    """Return the ``between`` that goes with an ``and``: ``agreed between the Borrower and the Agent``."""
    if tokens[joint].lower != "and":
        return None
    return next(
        (at for at in range(joint - 1, max(-1, joint - _BETWEEN_REACH), -1) if tokens[at].lower == "between"), None
    )
