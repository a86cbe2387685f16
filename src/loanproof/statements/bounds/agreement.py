"""Compares two bounds of one value: whether an answer and its source describe the same line, from either side.

``4.00:1 or less`` must be kept and ``above 4.00:1`` is its breach, so that the two agree. They disagree if both texts
clearly describe the same side.
"""

from __future__ import annotations

from typing import NamedTuple

from loanproof.statements.statement import Asked, Bound, Statement
from loanproof.statements.vocabulary.reversing import DEADLINES, NO_DUTY, OWED
from loanproof.values import DATE_KIND, DURATION_KIND, PERCENTAGE_KIND, Operator

FEES = "fees"
"""The class of terms that a margin belongs to."""
NO_BOUND = "is"
"""Shown instead of the source's comparison if the source gives a margin without one."""
_INCLUDING, _UNLESS = "including", "unless"
_STRICT = (Operator.ABOVE, Operator.BELOW)


class Pair(NamedTuple):
    """One part in both texts: whether they agree, and the words of each."""

    agrees: bool
    source: str
    given: str


def compare_bounds(given: Statement, known: Statement, asked: Asked) -> Pair | None:
    """Compare two bounds; the two sides of one line agree unless both texts clearly describe the same side."""
    said, source = given.bound, known.bound
    if said is None:
        return None
    if source is None:
        # something that is due on a day is not due before or after it
        is_plain = said.is_certain and not said.denied_beside
        is_day = known.kind is DATE_KIND and (known.on_day or given.is_brief)
        is_off = is_day and is_plain and said.means in _STRICT
        if is_margin(known):  # "the Margin is 2.35%" is neither at least nor at most that much
            return Pair(False, NO_BOUND, said.words)
        return Pair(False, "on", said.words) if is_off else None
    agrees = _agree(given, said, known, source, asked)
    return None if agrees is None else Pair(agrees, source.words, said.words)


def _agree(given: Statement, said: Bound, known: Statement, source: Bound, asked: Asked) -> bool | None:
    """Return whether the bound of an answer agrees with that of its source; None if it tells something else."""
    one, other = said.means, source.means
    if known.kind is DATE_KIND and one is Operator.BELOW and _INCLUDING in source.words.lower():
        return False  # "to and including 31 March" does not mean before that day
    if said.is_allowed and one in _STRICT and source.is_required and source.is_kept and not one.same_direction(other):
        return False  # the answer allows what the source forbids
    if _UNLESS in source.words.lower():
        if said.is_exempt and _lifts_duty(source):  # what is free lies on the other side of what is due
            return not one.same_direction(other)
        if _may_tell_other_side(said, source, tells_duty=asked.for_duty and given.is_brief and not said.is_turned):
            return None
    is_either = one.same_direction(other) or one.negated.same_direction(other)
    if said.is_open or (source.is_open and one is Operator.ABOVE):  # "after 60 days it lapses" may restate a limit
        return is_either
    if _is_trigger_of(said, source) or _is_trigger_of(source, said):
        return one.same_direction(other)
    if asked.whether and source.is_required and not (said.of_default or said.is_required):
        return is_either
    is_plain = not (said.of_default or said.is_required or said.is_turned)
    is_event = _describes_breach_of(given, said, source) or _describes_breach_of(known, source, said)
    if is_event or (is_plain and _keeps_level(source) and _tells_asked_event(given, said, asked)):
        one, is_event = one.negated, True
    # "4.00:1 or less" and "above 4.00:1" are the two sides of one line
    may_agree = (is_event or one.negated is other) and not _describe_same_side(said, source, is_brief=given.is_brief)
    return may_agree or one.same_direction(other)


def _may_tell_other_side(said: Bound, source: Bound, *, tells_duty: bool) -> bool:
    """Return whether an answer may tell what ``no … unless`` leaves: ``it is waived above USD 5``, ``it may keep``.

    Of a duty that there is only beyond a level, an answer says the side only if it tells the duty itself.
    """
    tells_duty = tells_duty or (said.is_required and not said.is_kept)
    denies_more = not source.is_required and not said.denied_beside <= source.denied_beside
    return denies_more or (source.is_open and not tells_duty)


def _lifts_duty(bound: Bound) -> bool:
    """Return whether words say that nothing is due or to be done up to the bound: ``no fee is payable unless``."""
    return not (NO_DUTY | OWED).isdisjoint(bound.words.lower().split())


def _keeps_level(source: Bound) -> bool:
    """Return whether a source says which level must be kept, so that an event lies on the other side of it.

    ``Debt above USD 5 which will become due`` names the event itself.
    """
    return source.is_required and (source.is_kept or source.is_turned or source.means not in _STRICT)


def _tells_asked_event(one: Statement, bound: Bound, asked: Asked) -> bool:
    """Return whether a plain bound describes the breach or the consent that the question asks for.

    Deadlines and grace periods do not: they are always given as a limit that must be kept.
    """
    is_deadline = bound.words.lower() in DEADLINES
    return (asked.for_consent and not is_deadline) or (asked.for_event and one.kind is not DURATION_KIND)


def _describe_same_side(said: Bound, source: Bound, *, is_brief: bool) -> bool:
    """Return whether both bounds clearly describe the same side of the line, and the same thing."""
    shared = said.compares & source.compares
    is_one_thing = 2 * len(shared) >= min(len(said.compares), len(source.compares))
    is_rule = said.is_required and source.is_required
    if is_brief:  # the question says what the short answer is about
        return True
    are_certain = said.is_certain and source.is_certain and said.denied_beside == source.denied_beside
    return are_certain and (is_one_thing or is_rule)


def is_plain_rule(one: Statement, asked: Asked) -> bool:
    """Return whether an answer plainly says that a bound must be kept, so that it cannot describe a breach."""
    bound = one.bound
    if bound is None or bound.means not in (Operator.AT_LEAST, Operator.AT_MOST):
        return False
    is_event = bound.is_trigger or bound.is_open or bound.is_turned or bound.of_default
    return bound.is_required and bound.is_kept and not is_event and not _tells_asked_event(one, bound, asked)


def _is_trigger_of(one: Bound, other: Bound) -> bool:
    """Return whether one bound is the condition of a duty and the other the duty about the amount beyond it.

    What is free of the duty lies on the other side: ``after six months the loans are repriced without any premium``.
    """
    is_plain = other.means in _STRICT and not (other.is_turned or other.is_trigger or other.is_kept)
    return one.is_trigger and other.is_required and is_plain and not other.is_exempt


def _describes_breach_of(one: Statement, bound: Bound, other: Bound) -> bool:
    """Return whether ``bound`` describes a default, or what calls for a cure, and ``other`` what must be kept."""
    if bound.is_trigger and not other.is_trigger and not other.of_default:
        # what is done "within ten days" is in time; only what is done after them calls for a cure
        return other.is_required and (one.kind is not DURATION_KIND or bound.means is Operator.ABOVE)
    return bound.of_default and not other.of_default and not _keeps_level(other)


def is_margin(known: Statement) -> bool:
    """Return whether a source gives a value as a margin."""
    return known.kind is PERCENTAGE_KIND and FEES in known.around and known.around[FEES].means == {"margin"}
