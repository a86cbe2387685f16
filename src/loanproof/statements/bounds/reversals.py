"""Finds the words that reverse a comparison: ``not``, ``prohibited``, ``a breach``, ``without our consent``."""

from __future__ import annotations

from loanproof.statements.bounds.certainty import is_parted
from loanproof.statements.bounds.comparators import Comparing, comparisons_in
from loanproof.statements.bounds.scope import governing
from loanproof.statements.bounds.unrelated_negations import is_of_other, is_spent
from loanproof.statements.texts.place import Place
from loanproof.statements.vocabulary.negations import DENYING
from loanproof.statements.vocabulary.reversing import (
    ALLOWED,
    CEASING,
    CONDITIONS,
    CONSENTS,
    DEADLINES,
    DUTIES,
    FINITE,
    LINKING,
    NEEDING,
    NO_DUTY,
    PROHIBITING,
    TURNING,
)
from loanproof.statements.vocabulary.role_names import role_at
from loanproof.values import DURATION_KIND

_WORDS_BEFORE_BAN = frozenset({"is", "are", "be", "would", "not", "also", "all", "both", "per", "annum", "strictly"})
_KEEPING_FROM = frozenset({"keep", "keeps", "stop", "stops", "hold", "holds"})
_KEEPING_REACH = 6  # tokens between "keep" and "from"
_WORDS_BEFORE_DEFAULT = frozenset("any an a the or such default potential continuing".split())
_DENYING = DENYING - {"nor", "neither"}
_ENDS_OF_DENIAL = CONDITIONS | frozenset(", ; : ( ) and or but that which who whose".split())
_OCCURRENCE_WORDS = frozenset({"occurrence", "existence", "of"})
_ACCOUNTS = frozenset({"account", "accounts"})
_TIME_WORDS = frozenset({"before", "until", "after", "during", "following", "upon"})
_CONSENT_REACH = 16  # tokens between a consent and the word that says that it is needed
_LASTING = frozenset({"continuing", "continues", "exists", "outstanding", "subsisting"})
_BEING = frozenset({"is", "are"})
_BEHIND_CONSENT = frozenset({"of", "from", "by"})
_HOLDING = frozenset({"who", "that", "with", "holding", "whose", "representing", "having", "which"})
_WITHOUT_REACH = 5  # tokens from "without" to its consent
_BAN_REACH = 5  # tokens from the second of two values to the ban on both


def find_turns(place: Place, comparing: Comparing) -> tuple[int, ...]:
    """Return the positions of the words that reverse a comparison, within the thought that it belongs to."""
    found = _own_turns(place, comparing)
    found += _turns_of_others(place, comparing, found)
    if len(found) == 2 and any(place.word(at) in _DENYING for at in found):  # a "nor" only continues a denial
        found = [at for at in found if place.word(at) != "nor"]
    # "unless" cancels a negation; on its own it says what must hold
    cancelled = _cancelled_by_unless(place, comparing)
    found = [at for at in found if at not in cancelled] or list(cancelled)
    return tuple(found) if any(place.word(at) != "unless" for at in found) else ()


def _own_turns(place: Place, comparing: Comparing) -> list[int]:
    """Return the words in the thought of a comparison that reverse it."""
    covered = {at for one in (comparing, *comparisons_in(place)) for at in range(one.start, one.end)}
    is_deadline = place.tokens.text(comparing.start, comparing.end).lower() in DEADLINES
    found = [
        at
        for at in governing(place, comparing)
        if _may_turn(place, at, comparing, is_deadline=is_deadline)
        and (
            _is_default(place, at, comparing, is_deadline=is_deadline)
            or _needs_consent(place, at)
            or _is_kept_from(place, at)
            or (at not in covered and _denies(place, at, comparing))
        )
    ]
    if _opens_without(place, comparing):  # "without at least 75% no release is possible": the two denials are one rule
        found = [at for at in found if at < place.after or place.word(at) not in _DENYING]
    return found


def _turns_of_others(place: Place, comparing: Comparing, found: list[int]) -> list[int]:
    """Return the words that reverse a comparison from the thought of another one that is joined to it."""
    shared = [at for at in _shared_turn(place) if at not in found]
    return shared or _banned_at_end(place, found) or _carried_turn(place, comparing)


def _may_turn(place: Place, at: int, comparing: Comparing, *, is_deadline: bool) -> bool:
    """Return whether a word is about the comparison at all.

    The *nor* of *not less than five days nor more than sixty*, the *No* of *Five and No/100 Dollars* and the *no* of
    *no Default, and a ratio of at least 1.10:1* are not.
    """
    is_next = place.word(at) == "nor" and at >= place.after
    is_inside = place.first <= at < place.after
    if is_next or is_inside or (is_deadline and not _rules_deadline(place, at, comparing)):
        return False
    return place.word(at) != "no" or not is_parted(place, at, comparing)


def _denies(place: Place, at: int, comparing: Comparing) -> bool:
    """Return whether a word such as ``not`` or ``prohibited`` is about the comparison and not about another thing."""
    is_turning = place.word(at) in TURNING or (place.word(at) == "t" and place.tokens[at - 1].text == "'")
    if not is_turning or place.word(at + 1) in _ACCOUNTS:  # money in "a blocked account" is not forbidden
        return False
    return at + 1 == comparing.start or not (is_spent(place, at) or is_of_other(place, at, comparing))


def _is_default(place: Place, at: int, comparing: Comparing, *, is_deadline: bool) -> bool:
    """Return whether the text says that the comparison itself is an Event of Default."""
    if place.word(at) != "default" or not place.tokens.words(at - 2, "event", "of"):
        return False
    is_other = _is_known_of(place, at - 3) or is_of_other(place, at, comparing) or _is_continuing(place, at)
    return not (is_other or _marks_time(place, at, is_deadline=is_deadline))


def _cancelled_by_unless(place: Place, comparing: Comparing) -> tuple[int, ...]:
    """Return a negation and the ``unless`` that takes it back: ``no fee is due unless the sum is less than USD 5``.

    The two are in one clause, and no level is between them.
    """
    unless = next((at for at in range(comparing.start - 1, place.start - 1, -1) if place.word(at) == "unless"), -1)
    if unless not in set(governing(place, comparing)) or place.start < place.before <= unless:
        return ()
    levels = {at for one in comparisons_in(place) if not one.sort.is_close for at in range(one.start, one.end)}
    for at in range(unless - 1, place.start - 1, -1):
        if at in levels or place.word(at) in _ENDS_OF_DENIAL:
            return ()
        if place.word(at) in _DENYING:
            return at, unless
    return ()


def _opens_without(place: Place, comparing: Comparing) -> bool:
    """Return whether a ``without`` before a comparison names what is needed: ``without Lenders holding over 75%``."""
    for at in range(comparing.start - 1, place.start - 1, -1):
        if place.word(at) in _ENDS_OF_DENIAL or place.word(at) in DUTIES | FINITE:
            return False
        if place.word(at) == "without":
            return True
    return False


def is_release(place: Place, turns: tuple[int, ...]) -> bool:
    """Return whether an ``unless`` takes back that there is no duty: what is free then may be told from either side."""
    is_free_of = any(place.word(at + 1) in NO_DUTY or place.word(at - 1) in ("need", "needs") for at in turns)
    return is_free_of and any(place.word(at) == "unless" for at in turns)


def _rules_deadline(place: Place, at: int, comparing: Comparing) -> bool:
    """Return whether a word may reverse a deadline.

    It must come right before the deadline, or say that nobody has to or may do the thing at all.
    """
    if at < comparing.start and all(place.word(one) in LINKING for one in range(at + 1, comparing.start)):
        return True
    following = {place.word(at + 1), place.word(at + 2)}
    if any(place.word(one) in CONDITIONS for one in range(at, comparing.start)):
        return False  # "there is no such duty if it reinvests within 365 days" keeps the deadline
    is_no_duty = place.word(at) in ("not", "no") and (
        place.word(at - 1) in ("need", "needs") or bool(following & NO_DUTY)
    )
    return is_no_duty or place.word(at) in PROHIBITING


def find_ceasing(place: Place, comparing: Comparing) -> tuple[int, ...]:
    """Return the words by which what a text compares is no longer so: ``ceases`` to hold more than 50%."""
    first = min(comparing.start, place.first)
    for at in range(first - 1, place.start - 1, -1):
        if place.word(at) in CONDITIONS | DUTIES:
            break
        if place.word(at) in CEASING and (place.word(at + 1) == "to" or place.word(at + 1).endswith("ing")):
            return (at,)
        if place.tokens.words(at, "no", "longer") and place.word(at + 2) != "than":
            return at, at + 1
    return ()


def is_free(place: Place) -> bool:
    """Return whether a text says what is free: ``without consent``, ``what does not exceed USD 5 may be kept``."""
    is_allowed = (
        place.word(at) in ("may", "can") and place.word(at + 1) != "not" for at in range(place.after, place.end)
    )
    is_possible = (place.word(at) in ALLOWED and place.word(at - 1) != "not" for at in range(place.start, place.first))
    return any(_lacks_consent(place, at) for at in range(place.start, place.end)) or any(is_allowed) or any(is_possible)


def is_unless(place: Place, comparing: Comparing) -> bool:
    """Return whether an ``unless`` may apply to a comparison: it is then unclear which side of the line is meant."""
    return any(place.word(at) == "unless" for at in governing(place, comparing))


def _is_continuing(place: Place, at: int) -> bool:
    """Return whether an Event of Default is said to continue: ``above 3.50:1 or an Event of Default is continuing``."""
    return any(place.word(one) in _LASTING for one in range(at + 1, at + 4))


def _marks_time(place: Place, at: int, *, is_deadline: bool) -> bool:
    """Return whether an Event of Default only marks a time: ``prior to an Event of Default``.

    Before a deadline, which a plain negation does not reverse, it may also be denied: ``not yet an Event of Default``.
    """
    at -= 3
    while at > place.start and (place.word(at) in _WORDS_BEFORE_DEFAULT or place.word(at) in _OCCURRENCE_WORDS):
        at -= 1
    is_none = is_deadline and not _DENYING.isdisjoint((place.word(at), place.word(at - 1)))
    return is_none or place.word(at) in _TIME_WORDS or place.tokens.words(at - 1, "prior", "to")


def _is_known_of(place: Place, at: int) -> bool:
    """Return whether a period counts from the knowledge of a default: ``five days after notice of any Default``."""
    if place.kind is not DURATION_KIND:
        return False
    while at > place.start and (place.word(at) in _WORDS_BEFORE_DEFAULT or place.tokens[at].text.istitle()):
        at -= 1
    return place.word(at) in ("of", "about")


def _needs_consent(place: Place, at: int) -> bool:
    """Return whether a consent is needed: ``the consent of the Agent is required``, ``needs our approval``."""
    if place.word(at) not in CONSENTS or _is_of_share(place, at):
        return False
    around = range(max(place.start, at - _CONSENT_REACH), min(at + _CONSENT_REACH + 1, place.end))
    needs = any(place.word(one) in NEEDING for one in around)
    return needs and not any(_lacks_consent(place, one) for one in around)


def _is_of_share(place: Place, at: int) -> bool:
    """Return whether the level only says who consents: ``the consent of Lenders who hold at least 75%``."""
    if place.word(at + 1) not in _BEHIND_CONSENT or at > place.first:
        return False
    near = range(at + 2, min(at + _WITHOUT_REACH, place.first))
    role = next((matched for one in near if (matched := role_at(place.tokens, one)) is not None), None)
    return role is not None and place.word(role[1]) in _HOLDING


def _lacks_consent(place: Place, at: int) -> bool:
    """Return whether a ``without`` leads to a consent: ``without our prior consent``."""
    return place.word(at) == "without" and any(
        place.word(one) in CONSENTS for one in range(at + 1, at + _WITHOUT_REACH)
    )


def _is_kept_from(place: Place, at: int) -> bool:
    """Return whether something must not happen: ``keep the ratio from dropping under 4.00 to 1.00``."""
    is_from = place.word(at) == "from" and place.word(at + 1).endswith("ing")
    return is_from and any(place.word(one) in _KEEPING_FROM for one in range(max(place.start, at - _KEEPING_REACH), at))


def _shared_turn(place: Place) -> list[int]:
    """Return the ban after the second of two joined values: ``below 75% or above 105% is not allowed``."""
    if place.next_after is None:
        return []
    for at in range(place.next_after, min(place.next_after + _BAN_REACH, len(place.tokens))):
        if place.word(at) in PROHIBITING or (place.word(at) == "not" and place.word(at + 1) in ALLOWED):
            return [at]
        if place.word(at) not in _WORDS_BEFORE_BAN:
            break
    return []


def _carried_turn(place: Place, comparing: Comparing) -> list[int]:
    """Return the negation that also applies to a second comparison: ``cannot prepay less than A or less than B``."""
    if comparing.start != place.start or place.word(place.start - 1) not in ("or", "nor"):
        return []
    for at in range(place.start - 2, place.opens - 1, -1):
        if place.word(at) == "cannot" or (place.word(at) == "not" and place.word(at - 1) in DUTIES):
            return [at]
        if place.word(at) in (",", ";") or place.word(at) in CONDITIONS | FINITE:
            return []
    return []


def _banned_at_end(place: Place, found: list[int]) -> list[int]:
    """Return the ban after a comma on everything a sentence lists: ``over USD 5, or under 3%, is not permitted``."""
    for at in range(place.after, place.closes):
        word = place.word(at)
        if word in _BEING and place.word(at - 1) == ",":
            bans = [at + 1] if place.word(at + 1) in PROHIBITING else []
            bans += [at + 1] if place.word(at + 1) == "not" and place.word(at + 2) in ALLOWED else []
            return [one for one in bans if one not in found]
        if word in FINITE or word in DUTIES or word == ";":
            return []
    return []
