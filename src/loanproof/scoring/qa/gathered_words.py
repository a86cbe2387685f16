"""Finds a fact told in its own words but in another order: *the Required Lenders so elect in writing*."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import SingleWords, WordTable, load_words
from loanproof.statements import DENYING, key_of, role_at
from loanproof.values import CARDINALS, COMPARING_WORDS, TokenKind

if TYPE_CHECKING:
    from loanproof.core import Span
    from loanproof.statements import StatedText
    from loanproof.values import Tokens


class _Gathered(WordTable):
    idle: SingleWords
    same: dict[str, SingleWords]


_WORDS = load_words(__package__, "gathered_words", _Gathered)
_IDLE = frozenset(_WORDS.idle)
_SAME = {word: key for key, words in _WORDS.same.items() for word in words}
_JOINTS = frozenset({"and", "or"})
_LEAST_WORDS = 2  # a single word is found as a phrase, or not at all
_TURNING = DENYING | COMPARING_WORDS | {"unless", "only", "except", "without"}
_ROOM = 4  # tokens that a sentence may have more than twice those of the form


class _Form(NamedTuple):
    """What a stretch must have: the keys of the words of a form and its joints; and how long it may be."""

    keys: frozenset[str]
    joints: frozenset[str]
    reach: int


def gathered(given: StatedText, wanted: StatedText) -> Iterator[Span]:
    """Yield the shortest stretch of each sentence that has every word of a form, in any order.

    A form with figures, one that denies or compares, or that names two parties means what it does by its order, and is
    not looked for.
    The stretch joins with the same words as the form, and denies and compares nothing.
    """
    form = wanted.tokens.cached(_form, lambda: _form(wanted.tokens))
    if form is None or not form.keys <= given.tokens.cached(_keys_of, lambda: _keys_of(given)).keys():
        return
    for start, end in given.sentences:
        found = _shortest(given, form, start, end)
        if found is not None and _means_the_same(given.tokens, form, *found):
            yield given.tokens.span(*found)


def _form(tokens: Tokens) -> _Form | None:
    words = [token.lower for token in tokens.items if token.kind is not TokenKind.SIGN]
    has_figures = any(token.kind is TokenKind.NUMBER for token in tokens.items)
    keys = frozenset(_key(word) for word in words if word not in _IDLE | _JOINTS)
    roles = sum(role_at(tokens, at) is not None for at in range(len(tokens)))
    if len(keys) < _LEAST_WORDS or roles > 1 or has_figures or not _TURNING.isdisjoint(words):
        return None
    return _Form(keys, _JOINTS.intersection(words), 2 * len(words) + _ROOM)


def _keys_of(text: StatedText) -> dict[str, list[int]]:
    """Return where each word of a text is, by its key."""
    found: dict[str, list[int]] = {}
    for at, token in enumerate(text.tokens.items):
        if token.kind is not TokenKind.SIGN and token.lower not in _IDLE | _JOINTS:
            found.setdefault(_key(token.lower), []).append(at)
    return found


def _shortest(text: StatedText, form: _Form, start: int, end: int) -> tuple[int, int] | None:
    """Return the shortest stretch of a sentence with every key of a form, if it is short enough."""
    places = text.tokens.cached(_keys_of, lambda: _keys_of(text))
    marks = sorted((at, key) for key in form.keys for at in places[key] if start <= at < end)
    last: dict[str, int] = {}
    best: tuple[int, int] | None = None
    for at, key in marks:
        last[key] = at
        if len(last) == len(form.keys):
            first = min(last.values())
            if best is None or at + 1 - first < best[1] - best[0]:
                best = first, at + 1
    return best if best is not None and best[1] - best[0] <= form.reach else None


def _means_the_same(tokens: Tokens, form: _Form, start: int, end: int) -> bool:
    words = {tokens[at].lower for at in range(start, end)}
    return words & _JOINTS == form.joints and words.isdisjoint(_TURNING)


@lru_cache(maxsize=4096)
def _key(word: str) -> str:
    return _SAME.get(word) or (str(CARDINALS[word]) if word in CARDINALS else key_of(word))
