"""Reads how a text bounds a value: at least, at most, before, after, with negations and prohibitions applied."""

from __future__ import annotations

from loanproof.core import SingleWords, WordTable, load_words
from loanproof.statements.bounds.certainty import denied_beside, is_certain, words_compared
from loanproof.statements.bounds.comparators import Comparing, find_comparison, is_day
from loanproof.statements.bounds.reversals import find_ceasing, find_turns, is_free, is_release, is_unless
from loanproof.statements.bounds.scope import in_condition
from loanproof.statements.statement import Bound, Said, Side
from loanproof.statements.texts.place import Place
from loanproof.statements.vocabulary.negations import DENYING
from loanproof.statements.vocabulary.reversing import (
    ALLOWED,
    COMPLETED,
    CONDITIONS,
    CONSENTS,
    DEFAULTS,
    MAY,
    MODALS,
    MUST,
    PERFORMING,
)
from loanproof.values import DATE_KIND, DURATION_KIND, LAW_KIND, PARTY_KIND, REFERENCE_RATE_KIND, Operator


class _Bounds(WordTable):
    requiring: SingleWords
    happening: SingleWords
    deeming: SingleWords
    put_in: SingleWords
    permitting: SingleWords
    keeping: SingleWords
    kept: SingleWords
    other_modals: SingleWords
    exempt: SingleWords
    waived: SingleWords
    kept_by_owner: SingleWords
    being: SingleWords
    limiting: SingleWords
    clause_joints: SingleWords
    subject_words: SingleWords


_WORDS = load_words(__package__, "bounds", _Bounds)
_REQUIRED, _DEEMING, _SUBSTITUTING = frozenset(_WORDS.requiring), frozenset(_WORDS.deeming), frozenset(_WORDS.put_in)
_HAPPENING = frozenset(_WORDS.happening)
_KEEPING, _KEPT = frozenset(_WORDS.keeping), frozenset(_WORDS.kept)
_PERMITTING, _MODALS = frozenset(_WORDS.permitting), MODALS.union(_WORDS.other_modals)
_EXEMPT, _BEING = frozenset(_WORDS.exempt), frozenset(_WORDS.being)
_WAIVED, _KEPT_BY_OWNER = frozenset(_WORDS.waived), frozenset(_WORDS.kept_by_owner)
_LIMITING = frozenset(_WORDS.limiting)
_CLAUSE_JOINTS = _LIMITING.union(_WORDS.clause_joints, ",;:(")
_UNBOUNDED_KINDS = (None, PARTY_KIND, LAW_KIND, REFERENCE_RATE_KIND)
_SUBJECT_WORDS = frozenset(_WORDS.subject_words)
_CLOSE = 3  # at most three tokens from "may" to a comparison: "may fall below"
_MAX_TURNS = 2
_PLAIN_AUXILIARIES = COMPLETED | {"do", "does"}
_DEEMED_REACH = 8  # tokens around the stretch in which another value may be substituted
_REPEAT_REACH = 16  # tokens after a value in which it may appear again as the substitute
_TIME_KINDS = (DURATION_KIND, DATE_KIND)
_STRICT = (Operator.ABOVE, Operator.BELOW)
_MIRRORED = {
    Operator.AT_MOST: Operator.AT_LEAST,
    Operator.AT_LEAST: Operator.AT_MOST,
    Operator.ABOVE: Operator.BELOW,
    Operator.BELOW: Operator.ABOVE,
}


def read_bound(place: Place, side: Said[Side] | None) -> Bound | None:
    """Return how a value is bounded, or None if no words compare it or their meaning is unclear.

    ``side`` says which way a period counts: *not later than ten days before* a date means at least ten days.
    """
    if place.kind in _UNBOUNDED_KINDS and not is_day(place):
        return None
    comparing = find_comparison(place)
    if comparing is None:
        return None
    turns = find_turns(place, comparing)
    if len(turns) > _MAX_TURNS or _is_unclear(place, comparing, turns):
        return None
    return _bound_of(place, comparing, turns, _operator(place, comparing, turns, side))


def _is_unclear(place: Place, comparing: Comparing, turns: tuple[int, ...]) -> bool:
    """Return whether it cannot be told which side of its value a comparison means."""
    if not turns and _has_lost_negation(place, comparing):
        return True
    if not turns and place.kind not in _TIME_KINDS and is_unless(place, comparing):
        return True
    # "deemed to consent after ten days" and "unless it objects within ten days" are one rule
    is_after = place.kind is DURATION_KIND and comparing.sort.operator is Operator.ABOVE
    return is_after and bool(_words_near(place, 0) & _DEEMING)


def _operator(place: Place, comparing: Comparing, turns: tuple[int, ...], side: Said[Side] | None) -> Operator:
    """Return what a comparison means after everything that reverses it."""
    operator = comparing.sort.operator
    if comparing.sort.in_time and place.kind is DURATION_KIND and side is not None and side.means is Side.DOWN:
        operator = _MIRRORED[operator]
    # "at most zero" stays a cap even if "if it is more than zero, it is deemed to be zero" follows, and
    # "it never counts as less than zero: zero is used" already says which side is left
    may_be_put_in = (not turns and operator in _STRICT) or in_condition(place, comparing)
    is_put_in = may_be_put_in and _is_deemed(place)
    return operator.negated if len(turns) % 2 != is_put_in else operator


def _bound_of(place: Place, comparing: Comparing, turns: tuple[int, ...], operator: Operator) -> Bound:
    """Return a bound with all that the text says of it."""
    ceasing = find_ceasing(place, comparing)
    # the time that a default may last is always given as a limit that must be kept
    is_default = place.kind is not DURATION_KIND and any(place.word(at) in DEFAULTS for at in turns)
    is_trigger = not turns and _is_trigger(place, comparing)
    # "the minimum is 1.05x, tested when availability is below 10%" does not require the 10%
    is_required = not (is_trigger or in_condition(place, comparing)) and (_is_required(place) or is_free(place))
    start = min(comparing.start, *turns) if turns and turns[0] < comparing.start else comparing.start
    return Bound(
        means=operator,
        words=place.tokens.text(start, comparing.end),
        of_default=is_default or bool(ceasing) or any(place.word(at) in CONSENTS for at in turns),
        is_required=is_required,
        is_turned=bool(turns),
        is_trigger=is_trigger,
        is_kept=is_required and any(_keeps(place, at, turns) for at in range(place.start, place.end)),
        is_open=_is_open(place, comparing, turns),
        is_exempt=not turns and _is_exempt(place, comparing),
        is_allowed=not turns and _is_allowed(place, comparing),
        is_certain=is_certain(place, comparing, turns),
        denied_beside=denied_beside(place, comparing, (*turns, *ceasing)),
        compares=words_compared(place, comparing),
    )


def _is_allowed(place: Place, comparing: Comparing) -> bool:
    """Return whether a ``may`` stands close before a comparison: ``may fall below 1.5%``, but not ``may not``."""
    near = range(max(place.start, comparing.start - _CLOSE), comparing.start)
    return any(place.word(at) in MAY and place.word(at + 1) not in ("not", "only") for at in near)


def _is_open(place: Place, comparing: Comparing, turns: tuple[int, ...]) -> bool:
    """Return whether a bound may be meant either way.

    In ``at most 50% of what it does not use`` the negation is not about the half. ``If it has not been drawn within 60
    days`` describes what applies after the 60 days.
    """
    if is_release(place, turns) or any(_exempts(place, at) for at in range(place.after, place.end)):
        return True  # "80% or less is free" implies a rule for what is above 80%
    if turns and comparing.sort.operator in (Operator.AT_MOST, Operator.AT_LEAST):
        return all(at >= place.after and _is_plain_negation(place, at) for at in turns)
    is_undone = any(
        place.word(at) == "not" and place.word(at - 1) in COMPLETED for at in range(place.start, place.first)
    )
    is_limit = place.kind is DURATION_KIND and comparing.sort.operator is Operator.AT_MOST
    return is_limit and is_undone and in_condition(place, comparing)


def _exempts(place: Place, at: int, words: frozenset[str] = _EXEMPT) -> bool:
    """Return whether a level is exempt from a rule: ``is exempt``, but not a party that ``is free to decline``."""
    return place.word(at) in words and place.word(at - 1) in _BEING and place.word(at + 1) != "to"


def _is_exempt(place: Place, comparing: Comparing) -> bool:
    """Return whether the clause of a bound frees what is on its side: ``sums over USD 5 are free``, ``it may keep``.

    So does *without any*: ``after six months the loans are repriced without any premium``.
    What another clause frees is on the other side: ``sums over USD 5 bear it, and smaller ones are free``.
    """
    behind = next((at for at in range(place.after, place.end) if _parts_clause(place, at)), place.end)
    exempting = (at for at in range(place.after, behind) if _exempts(place, at, _EXEMPT | _WAIVED))
    if any(place.word(at + 1) not in _LIMITING for at in exempting):
        return True
    if any(place.tokens.words(at, "without", "any") for at in range(place.after, behind)):
        return True
    first = min(comparing.start, place.first)
    if _exempts(place, first - 1, _EXEMPT | _WAIVED):
        return True
    before = next((at for at in range(first - 1, place.start - 1, -1) if _parts_clause(place, at)), place.start - 1)
    return any(place.word(at) in _KEPT_BY_OWNER and place.word(at - 1) in MAY for at in range(before + 1, first))


def _parts_clause(place: Place, at: int) -> bool:
    return place.word(at) in _CLAUSE_JOINTS


def _is_plain_negation(place: Place, at: int) -> bool:
    return place.word(at) == "not" and place.word(at - 1) in _PLAIN_AUXILIARIES and place.word(at + 1) not in ALLOWED


def _is_trigger(place: Place, comparing: Comparing) -> bool:
    """Return whether a bound is the condition of a duty that follows after a comma: ``if below 130%, it shall …``."""
    first = min(comparing.start, place.first)
    behind = place.after + (place.word(place.after) == ",")
    is_opening = first == place.start and place.begins and place.word(behind) in _SUBJECT_WORDS
    if is_opening:  # "Below 130% the Borrower must prepay", but not "At least twelve of them must"
        return any(place.word(at) in MUST for at in range(place.after, place.end))
    is_condition = any(place.word(at) in CONDITIONS for at in range(place.start, first))
    comma = next((at for at in range(place.after, place.end) if place.word(at) == ","), place.end)
    return is_condition and any(place.word(at) in MUST for at in range(comma, place.end))


def _is_required(place: Place) -> bool:
    return any(_requires(place, at) for at in range(place.start, place.end))


def _keeps(place: Place, at: int, turns: tuple[int, ...]) -> bool:
    """Return whether the duty is to keep a level: ``must be above 130%``, but not ``must prepay what is above it``.

    The verb is before the level: ``a judgment above USD 5 shall remain unpaid`` keeps none. A negation keeps a level
    only if it reverses the comparison: ``shall not, without consent, grant leases over five years`` names the leases.
    """
    verb = place.word(at + 1 + (place.word(at + 1) == "to"))
    is_duty = at < place.first and _requires(place, at) and verb in _KEPT and (verb != "not" or bool(turns))
    return is_duty or place.word(at) in _KEEPING


def _requires(place: Place, at: int) -> bool:
    if place.word(at) in ("shall", "will") and _is_event(place, at + 1):
        return False  # "unless it shall have been discharged" and "it shall fail to pay" are not duties
    if place.word(at) == "permit":  # "shall not permit it to exceed", but not "the effect is to permit acceleration"
        return any(place.word(one) in DENYING for one in range(place.start, at))
    return place.word(at) in _REQUIRED or (place.word(at) in ("has", "have") and place.word(at + 1) == "to")


def _is_event(place: Place, at: int) -> bool:
    """Return whether a verb after ``shall`` says what may happen, not what must be done: ``fail``, ``be rendered``."""
    following = place.word(at + 1)
    is_done = place.word(at) == "have" and _is_done(following)
    return is_done or place.word(at) in _HAPPENING or (place.word(at) == "be" and following in _HAPPENING)


def _is_done(word: str) -> bool:
    return word in PERFORMING or word.endswith("ed")


def _is_deemed(place: Place) -> bool:
    """Return whether a comparison says when a value is substituted: ``if less than X, it is deemed to be X``.

    Dates and periods are never substituted: ``deemed to consent unless it objects within ten days`` gives ten days.
    """
    if place.kind in _TIME_KINDS:
        return False
    if not _words_near(place, _DEEMED_REACH) & CONDITIONS:  # "a rate of less than X is raised to X"
        return _is_repeated_as_substitute(place)
    return bool(_words_near(place, _DEEMED_REACH) & _DEEMING) or _is_repeated_as_substitute(place)


def _is_repeated_as_substitute(place: Place) -> bool:
    """Return whether a value appears again soon after, as its own substitute: ``under 0.75%, 0.75% is used``."""
    value = [place.word(at) for at in range(place.first, place.after)]
    last = min(place.after + _REPEAT_REACH, len(place.tokens) - len(value) + 1)
    again = (at for at in range(place.after, last) if place.word(at) == value[0])
    is_twice = any([place.word(at + step) for step in range(len(value))] == value for at in again)
    return is_twice and bool(_words_near(place, _REPEAT_REACH) & _SUBSTITUTING)


def _words_near(place: Place, reach: int) -> set[str]:
    """Return the words of the stretch about a value, and up to ``reach`` tokens of its sentence on either side."""
    start, end = max(place.opens, place.start - reach), min(place.end + reach, place.closes)
    return {place.word(at) for at in range(start, end)}


def _has_lost_negation(place: Place, comparing: Comparing) -> bool:
    """Return whether a text seems to permit a breach because the quote starts after its ``shall not``."""
    if comparing.sort.operator not in _STRICT:
        return False
    words = {place.word(at) for at in range(place.start, comparing.start)}
    return bool(words & _PERMITTING) and not words & _MODALS
