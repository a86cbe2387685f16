"""Recognises negations that are not about a comparison: they deny another clause, the past, a contrast, or nothing."""

from __future__ import annotations

from loanproof.statements.bounds.comparators import Comparing, comparisons_in
from loanproof.statements.texts.place import Place
from loanproof.statements.texts.text import ARTICLES
from loanproof.statements.vocabulary.reversing import (
    ALLOWED,
    COMPLETED,
    CONDITIONS,
    DUTIES,
    FACTUAL,
    FINITE,
    LINKING,
    NOT_TURNING,
    PERFORMING,
)
from loanproof.values import DURATION_KIND, TokenKind

_CONTRAST_MARKS = frozenset({",", "(", "and"})
_NEAR = 5  # tokens from "no" to the verb of performance: "no payment is made"
_MODALS = frozenset("be been need needs would should could might".split())
_NOTHING = frozenset({"nothing", "none"})
_AFTER_IS_NOT = frozenset({"with", "at", "back", "there", "in"})
_PARTING = frozenset({"and", "or"})


def is_spent(place: Place, at: int) -> bool:
    """Return whether a negation is not about the value: an opening ``No,``, ``not only``, ``and not on 30 June``."""
    following = place.word(at + 1)
    # "50% or less does not make a majority" is about the value
    is_said_of_it = at >= place.after and place.word(at - 1) in ("do", "does")
    # "nothing (0%) is due" states the 0%
    if following in NOT_TURNING or (following == "(" and place.word(at) in _NOTHING):
        return True
    if following in PERFORMING and place.word(at - 1) in FACTUAL and not is_said_of_it:
        return True
    if _is_of_past(place, at) or _is_contrast(place, at) or _is_of_thing(place, at):
        return True
    is_opening = place.begins and at == place.start  # "No test is made while it is above 10%" describes no default
    if (
        place.word(at) == "no"
        and not is_opening
        and any(_is_performed(place, one) for one in range(at + 2, at + _NEAR))
    ):
        return True
    if is_opening and place.tokens[at + 1].kind is TokenKind.SIGN:
        return True
    on = at + 1
    while on < place.end and place.word(on) in LINKING:
        on += 1
    return on == place.behind < place.end


def is_of_other(place: Place, at: int, comparing: Comparing) -> bool:
    """Return whether a negation applies to something before the comparison: its own clause, or another comparison.

    In ``if no Default is continuing and Leverage is less than 2.50:1`` each half has its own verb. In ``never be more
    than the Sublimit of USD 5`` the negation applies to *more than*, not to *Sublimit*.
    """
    if at > comparing.start or place.word(at) == "unless":
        return False
    if place.word(at) == "default" and any(place.tokens.words(one, ",", "or") for one in range(at, comparing.start)):
        return True  # "a dividend, another Event of Default, or a report more than three days late"
    if place.kind is DURATION_KIND and any(place.word(one) in CONDITIONS for one in range(at, comparing.start)):
        return True  # "it need not do so if it reinvests within 270 days"
    if comparing.sort.is_thing and any(at < one.start < comparing.start for one in comparisons_in(place)):
        return True
    for joint in range(at + 1, comparing.start):
        if (
            place.word(joint) in CONDITIONS or place.word(joint) == "while"
        ):  # "it may not pay if a Default is continuing or Leverage is above 3.00:1"
            return False
        is_parted = place.word(joint) in _PARTING and any(_is_verb(place, one) for one in range(at + 1, joint))
        if is_parted and any(_is_verb(place, one) for one in range(joint + 1, comparing.end)):
            return True
    return False


def _is_verb(place: Place, at: int) -> bool:
    return place.word(at) in FINITE


def _is_performed(place: Place, at: int) -> bool:
    return place.word(at) in PERFORMING and place.word(at - 1) in FACTUAL


def _is_of_past(place: Place, at: int) -> bool:
    """Return whether a negation says what was not done or is missing: ``has not objected``, ``if there is no notice``.

    The idiom ``including but not limited to`` counts too, because it denies nothing.
    """
    before, following = place.word(at - 1), place.word(at + 1)
    if following == "limited":
        return before in ("but", ",")
    if place.word(at) == "no":
        is_condition = any(place.word(one) in CONDITIONS for one in range(place.start, at))
        return is_condition and before in FACTUAL and place.word(at - 2) == "there"
    if before in ("is", "are") and following in _AFTER_IS_NOT:  # "if the letter is not with the Bank by 30 September"
        return any(place.word(one) in CONDITIONS for one in range(place.start, at))
    return before in COMPLETED and following != "to"


def _is_of_thing(place: Place, at: int) -> bool:
    """Return whether a ``not`` after a value only describes a thing: ``over USD 5 not covered by insurance``."""
    is_bare = place.word(at - 1) not in FACTUAL | DUTIES | _MODALS
    return place.word(at) == "not" and at >= place.after and is_bare and place.word(at + 1) not in ALLOWED


def _is_contrast(place: Place, at: int) -> bool:
    """Return whether a negation only marks a contrast: ``the Agent, not the Lenders, within five days``."""
    on = at + 1 + (place.word(at + 1) in LINKING - ARTICLES)
    return place.word(at) == "not" and place.word(at - 1) in _CONTRAST_MARKS and place.word(on) in ARTICLES
