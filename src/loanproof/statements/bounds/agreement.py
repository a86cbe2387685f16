"""Compares two bounds of one value: whether an answer and its source describe the same line, from either side.

``4.00:1 or less`` must be kept and ``above 4.00:1`` is its breach, so that the two agree. They disagree if both texts
clearly describe the same side.
"""

from __future__ import annotations

from typing import NamedTuple

from loanproof.statements.statement import Said, Statement
from loanproof.statements.vocabulary.reversing import NO_DUTY, OWED
from loanproof.values import DATE_KIND, DURATION_KIND, PERCENTAGE_KIND, Operator

FEES = "fees"
"""The class of terms that a margin belongs to."""
NO_BOUND = "is"
"""Shown instead of the source's comparison if the source gives a margin without one."""
_INCLUDING, _UNLESS = "including", "unless"


class Pair(NamedTuple):
    """One part in both texts: whether they agree, and the words of each."""

    agrees: bool
    source: str
    given: str


def compare_bounds(given: Statement, known: Statement) -> Pair | None:
    """Compare two bounds; the two sides of one line agree unless both texts clearly describe the same side."""
    if given.bound is None:
        return None
    if known.bound is None:
        # something that is due on a day is not due before or after it
        is_plain = given.is_certain and not given.denied_beside
        is_day = known.kind is DATE_KIND and (known.on_day or given.is_brief)
        is_off = is_day and is_plain and given.bound.means in (Operator.ABOVE, Operator.BELOW)
        if is_margin(known):  # "the Margin is 2.35%" is neither at least nor at most that much
            return Pair(False, NO_BOUND, given.bound.words)
        return Pair(False, "on", given.bound.words) if is_off else None
    one, other = given.bound.means, known.bound.means
    if known.kind is DATE_KIND and one is Operator.BELOW and _INCLUDING in known.bound.words.lower():
        # "to and including 31 March" does not mean before that day
        return Pair(False, known.bound.words, given.bound.words)
    is_strict = one in (Operator.ABOVE, Operator.BELOW)
    if given.is_allowed and is_strict and known.is_required and known.is_kept and not one.same_direction(other):
        # the answer allows what the source forbids
        return Pair(False, known.bound.words, given.bound.words)
    if _UNLESS in known.bound.words.lower():
        if given.is_exempt and _lifts_duty(known.bound):  # what is free lies on the other side of what is due
            return Pair(not one.same_direction(other), known.bound.words, given.bound.words)
        if _may_tell_other_side(given, known):
            return None
    if given.is_open or (known.is_open and one is Operator.ABOVE):  # "after 60 days it lapses" may restate a limit
        is_either = one.same_direction(other) or one.negated.same_direction(other)
        return Pair(is_either, known.bound.words, given.bound.words)
    is_plain = not (given.of_default or given.is_required or given.is_turned)
    if _is_trigger_of(given, known) or _is_trigger_of(known, given):
        return Pair(one.same_direction(other), known.bound.words, given.bound.words)
    if given.of_either and known.is_required and not (given.of_default or given.is_required):
        is_either = one.same_direction(other) or one.negated.same_direction(other)
        return Pair(is_either, known.bound.words, given.bound.words)
    is_event = _describes_breach_of(given, known) or _describes_breach_of(known, given)
    if is_event or (given.of_event and is_plain and _keeps_level(known)):
        one, is_event = one.negated, True
    # "4.00:1 or less" and "above 4.00:1" are the two sides of one line
    may_agree = (is_event or one.negated is other) and not _describe_same_side(given, known)
    return Pair(may_agree or one.same_direction(other), known.bound.words, given.bound.words)


def _may_tell_other_side(given: Statement, known: Statement) -> bool:
    """Return whether an answer may tell what ``no … unless`` leaves: ``it is waived above USD 5``, ``it may keep``.

    Of a duty that there is only beyond a level, an answer says the side only if it tells the duty itself.
    """
    tells_duty = (given.is_required and not given.is_kept) or given.of_duty
    denies_more = not known.is_required and not given.denied_beside <= known.denied_beside
    return denies_more or (known.is_open and not tells_duty)


def _lifts_duty(bound: Said[Operator]) -> bool:
    """Return whether words say that nothing is due or to be done up to the bound: ``no fee is payable unless``."""
    return not (NO_DUTY | OWED).isdisjoint(bound.words.lower().split())


def _keeps_level(known: Statement) -> bool:
    """Return whether a source says which level must be kept, so that an event lies on the other side of it.

    ``Debt above USD 5 which will become due`` names the event itself.
    """
    is_strict = known.bound is not None and known.bound.means in (Operator.ABOVE, Operator.BELOW)
    return known.is_required and (known.is_kept or known.is_turned or not is_strict)


def _describe_same_side(given: Statement, known: Statement) -> bool:
    """Return whether both statements clearly describe the same side of the line, and the same thing."""
    shared = given.compares & known.compares
    is_one_thing = 2 * len(shared) >= min(len(given.compares), len(known.compares))
    is_rule = given.is_required and known.is_required
    if given.is_brief:  # the question says what the short answer is about
        return True
    are_certain = given.is_certain and known.is_certain and given.denied_beside == known.denied_beside
    return are_certain and (is_one_thing or is_rule)


def is_plain_rule(one: Statement) -> bool:
    """Return whether an answer plainly says that a bound must be kept, so that it cannot describe a breach."""
    is_plain = one.bound is not None and one.bound.means in (Operator.AT_LEAST, Operator.AT_MOST)
    is_event = one.is_trigger or one.is_open or one.is_turned or one.of_default or one.of_event
    return is_plain and one.is_required and one.is_kept and not is_event


def _is_trigger_of(one: Statement, other: Statement) -> bool:
    """Return whether one statement is the condition of a duty and the other the duty about the amount beyond it.

    What is free of the duty lies on the other side: ``after six months the loans are repriced without any premium``.
    """
    is_strict = other.bound is not None and other.bound.means in (Operator.ABOVE, Operator.BELOW)
    is_plain = is_strict and not (other.is_turned or other.is_trigger or other.is_kept)
    return one.is_trigger and other.is_required and is_plain and not other.is_exempt


def _describes_breach_of(one: Statement, other: Statement) -> bool:
    """Return whether ``one`` describes a default, or what calls for a cure, and ``other`` what must be kept."""
    if one.is_trigger and not other.is_trigger and not other.of_default:
        # what is done "within ten days" is in time; only what is done after them calls for a cure
        is_late = one.kind is not DURATION_KIND or (one.bound is not None and one.bound.means is Operator.ABOVE)
        return other.is_required and is_late
    return one.of_default and not other.of_default and not _keeps_level(other)


def is_margin(known: Statement) -> bool:
    """Return whether a source gives a value as a margin."""
    return known.kind is PERCENTAGE_KIND and FEES in known.around and known.around[FEES].means == {"margin"}
