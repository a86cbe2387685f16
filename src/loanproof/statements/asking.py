"""What a question asks: for an event or a ban, for a consent, or for yes or no."""

from __future__ import annotations

from functools import lru_cache

from loanproof.statements.turning_words import CONSENTS, DUTIES, EVENTS, NEEDING
from loanproof.values import tokenize

_ASKED = 16  # tokens between a consent and what says that it is needed
_WHETHER = frozenset({"is", "are", "does", "do", "can", "may", "must", "has", "will"})
_TIMES = frozenset({"while", "during", "after", "before", "following", "upon", "if", "no", "without", "when", "once"})
_NEAR = 6  # tokens from such a word to the default
_LINKED = frozenset({"be", "that", "which", "who", "is", "are", "or"})


@lru_cache(maxsize=1024)  # a question is asked again for every fact of every answer
def asks_for_event(question: str) -> bool:
    """Return whether a question asks what is a default, a breach or prohibited, or when something may not be done."""
    words = [token.lower for token in tokenize(question).items]
    if asks_whether(question):
        return False
    asked = any(word in EVENTS and not _is_condition(words, at) for at, word in enumerate(words))
    return asked is not _is_negated(words)


@lru_cache(maxsize=1024)
def asks_whether(question: str) -> bool:
    """Return whether a question is answered by yes or no: a bound then says when it is so, or when it is not."""
    return any(token.lower in _WHETHER for token in tokenize(question).items[:1])


@lru_cache(maxsize=1024)
def asks_for_consent(question: str) -> bool:
    """Return whether a question asks what needs the consent of somebody."""
    words = [token.lower for token in tokenize(question).items]
    places = [at for at, word in enumerate(words) if word in CONSENTS]
    needs = any(NEEDING.intersection(words[max(0, at - _ASKED) : at + _ASKED]) for at in places)
    return needs and not _is_negated(words)


def _is_condition(words: list[str], at: int) -> bool:
    """Whether a question names a default only as the time it asks of: ``while there is no Event of Default``."""
    before = words[max(0, at - _NEAR) : at]
    return not _TIMES.isdisjoint(before)


def _is_negated(words: list[str]) -> bool:
    """Whether a question asks what may not be done: ``when may it not pay``, not ``Subsidiaries that are not``."""
    for at, word in enumerate(words):
        modal = next((one for one in range(at - 1, max(-1, at - _ASKED), -1) if words[one] in DUTIES), None)
        if word == "cannot" or (word == "not" and modal is not None and _LINKED.isdisjoint(words[modal:at])):
            return True
    return False
