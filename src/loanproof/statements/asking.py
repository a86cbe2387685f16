"""Reads what a question asks for: a default or a prohibition, a needed consent, or yes or no."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from loanproof.statements.parts.periods import asks_for_period
from loanproof.statements.parts.terms import subjects_named
from loanproof.statements.statement import Asked
from loanproof.statements.vocabulary.reversing import ALLOWED, BANS, CONSENTS, DUTIES, EVENTS, MAY, MUST, NEEDING
from loanproof.values import tokenize

if TYPE_CHECKING:
    from loanproof.statements.texts.text import StatedText

_CONSENT_REACH = 16  # tokens from a consent to the word that says it is needed
_NOT_REACH = 16  # tokens from a modal verb to its "not"
_YES_NO_OPENINGS = frozenset(
    "is are was were do does did has have had can could may might must will would shall should need".split()
)
_CONDITIONAL_OPENINGS = frozenset({"should", "had", "were"})
_INTERROGATIVES = frozenset("what when where which who whom whose why how".split())
_TIMES = frozenset({"while", "during", "after", "before", "following", "upon", "if", "no", "without", "when", "once"})
_ASKING_WHO = frozenset({"whose", "who", "what", "which"})
_BEFORE_CONSENT = frozenset("prior written kind of majority lenders must has have to needs is the a".split())
_WHOSE_REACH = 5  # tokens from "whose" to the consent
_DEFAULT_REACH = 6  # tokens from such a word to the default that it makes a time
_LINKING_WORDS = frozenset({"be", "that", "which", "who", "is", "are", "or"})
# In "Which fee applies, and which is added above …?" the second half does not ask about the subject of the first,
# unless it points back, as in "What is the commitment fee and how often is it paid?".
_ASKS_TWICE = re.compile(
    r"\band\s(?:(?:at|by|on|for|to|from|in)\s)?(?:which|what|when|who|whom|how)\b(?!.*\b(?:it|they|them)\b)",
    re.IGNORECASE,
)


def read_question(question: str, answer: StatedText) -> Asked:
    """Return what a question asks for, as an answer takes it."""
    return Asked(
        subjects={} if _ASKS_TWICE.search(question) else subjects_named(question),
        for_event=asks_for_event(question) and not _tells_what_may(question, answer),
        for_consent=_asks_for_consent(question),
        for_period=asks_for_period(question),
        for_duty=_asks_for_duty(question),
        whether=asks_whether(question) and "yes" not in answer.opening_words,  # after a "yes", the answer says when
    )


@lru_cache(maxsize=1024)  # each question is checked again for every fact of every answer
def asks_for_event(question: str) -> bool:
    """Return whether a question asks what is a default, a breach or prohibited, or when something may not be done.

    If a question does both, the two cancel each other. A yes/no question never asks for an event.
    """
    words = [token.lower for token in tokenize(question).items]
    if asks_whether(question):
        return False
    asked = any(word in EVENTS and not _is_condition(words, at) for at, word in enumerate(words))
    return asked is not _asks_what_may_not(words)


def _tells_what_may(question: str, answer: StatedText) -> bool:
    """Return whether an answer says when something may be done although the question asks when it is prohibited."""
    words = [token.lower for token in answer.tokens.items]
    may = any(word in MAY and words[at + 1 : at + 2] != ["not"] for at, word in enumerate(words))
    is_allowed = any(word in ALLOWED and words[at - 1] != "not" for at, word in enumerate(words))
    return (may or is_allowed) and any(token.lower in BANS for token in tokenize(question).items)


@lru_cache(maxsize=1024)
def asks_whether(question: str) -> bool:
    """Return whether a question is answered by yes or no, so that a bound may say when it is so or when it is not.

    Such a question begins with an auxiliary verb. In ``Should a Default occur, what …`` that verb opens a condition.
    """
    words = [token.lower for token in tokenize(question).items]
    if not words or words[0] not in _YES_NO_OPENINGS:
        return False
    after_comma = words[len(words) - words[::-1].index(",") :] if "," in words else []
    return words[0] not in _CONDITIONAL_OPENINGS or _INTERROGATIVES.isdisjoint(after_comma)


@lru_cache(maxsize=1024)
def _asks_for_consent(question: str) -> bool:
    """Return whether a question asks what needs somebody's consent, and not whose consent something needs."""
    words = [token.lower for token in tokenize(question).items]
    places = [at for at, word in enumerate(words) if word in CONSENTS and not _asks_whose(words, at)]
    needs = any(NEEDING.intersection(words[max(0, at - _CONSENT_REACH) : at + _CONSENT_REACH]) for at in places)
    return needs and not _asks_what_may_not(words)


@lru_cache(maxsize=1024)
def _asks_for_duty(question: str) -> bool:
    """Return whether a question asks what must be done: *Which proceeds must be prepaid?*."""
    words = [token.lower for token in tokenize(question).items]
    return not asks_whether(question) and not MUST.isdisjoint(words) and not _asks_what_may_not(words)


def _asks_whose(words: list[str], at: int) -> bool:
    """Return whether a question asks who consents: ``whose prior consent``, ``what consent``, ``who must agree``."""
    before = words[max(0, at - _WHOSE_REACH) : at]
    asked = next((one for one in range(len(before) - 1, -1, -1) if before[one] in _ASKING_WHO), None)
    return asked is not None and _BEFORE_CONSENT.issuperset(before[asked + 1 :])


def _is_condition(words: list[str], at: int) -> bool:
    """Return whether a question names a default only as a time or condition: ``while there is no Event of Default``."""
    is_asked = words[0] == "when" and words[1] in _YES_NO_OPENINGS  # "When is a distribution locked up?"
    before = words[max(is_asked, at - _DEFAULT_REACH) : at]
    return not _TIMES.isdisjoint(before)


def _asks_what_may_not(words: list[str]) -> bool:
    """Return whether a question asks what may not be done: ``when may it not pay``, not ``entities that are not``."""
    for at, word in enumerate(words):
        modal = next((one for one in range(at - 1, max(-1, at - _NOT_REACH), -1) if words[one] in DUTIES), None)
        if word == "cannot" or (word == "not" and modal is not None and _LINKING_WORDS.isdisjoint(words[modal:at])):
            return True
    return False
