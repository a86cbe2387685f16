"""A grace period: the number of days, how they are counted, and the events that start it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.cases import DayUnit, confirmed_quotes
from loanproof.core import plain_decimal
from loanproof.provenance import Claim, claim_of_text
from loanproof.scoring.checks import Check
from loanproof.scoring.covenants.components import (
    Cited,
    Component,
    FlagResult,
    check_components,
    incomplete,
    silent,
    speaks_of,
    wrong,
)
from loanproof.scoring.covenants.contradicted import contradicted
from loanproof.scoring.covenants.words import is_unsaid
from loanproof.scoring.wording import place_of, quoted, tell

if TYPE_CHECKING:
    from loanproof.cases import ExpectedCovenant, ExpectedGracePeriod
    from loanproof.outputs import CovenantOutput, GracePeriodOutput
    from loanproof.scoring.checks import Check
    from loanproof.scoring.context import ScoringContext
    from loanproof.values import Absence

FLAG = "grace period"
_BUSINESS_WORDS = ("business", "banking", "working")
_CALENDAR_WORDS = ("calendar", "day")
# What the days are counted from: somebody is told, or somebody knows.
_LIMBS = {"is told": ("notice", "notif", "informed"), "knows": ("aware", "knowledge", "learn", "discover")}


def check_own_grace_period(
    expected: ExpectedCovenant, given: CovenantOutput, context: ScoringContext
) -> tuple[FlagResult, ...]:
    """Check the grace period of a covenant itself; for one that the case does not expect, only citations count."""
    if expected.grace_period is None:
        return () if given.grace_period is None else _unexpected_period(given.grace_period, context)
    if given.grace_period is None or _says_nothing(given.grace_period, context.absence):
        return (FlagResult(check=silent(FLAG, place_of(expected), context)),)
    check = check_grace_period(expected.grace_period, given.grace_period, context)
    claim = claim_of_grace_period(expected.grace_period, given.grace_period)
    return (FlagResult(check=check, cited=(Cited(citations=given.grace_period.citations, claim=claim),)),)


def check_grace_period(expected: ExpectedGracePeriod, given: GracePeriodOutput, context: ScoringContext) -> Check:
    """Check a grace period that the output states."""
    components = [*_components(expected, given), *_contradictions(expected, given, context)]
    return check_components(FLAG, components, context)


def claim_of_grace_period(expected: ExpectedGracePeriod | None, given: GracePeriodOutput) -> Claim:
    """Return what a quote must support: the expected period if the number of days is right, else the given one."""
    if given.days is None:
        return Claim()
    is_right = expected is not None and given.days == expected.days
    unit = expected.unit if expected is not None and is_right else read_unit(given.unit)
    days = "Business Days" if unit is DayUnit.BUSINESS else "days"
    confirmed = () if expected is None else confirmed_quotes(expected)
    return replace(claim_of_text(f"{plain_decimal(given.days)} {days}"), confirmed=confirmed)


def read_unit(text: str | None) -> DayUnit | None:
    """Return how an output counts days: ``business``, ``Business Days``, ``calendar``, ``days``."""
    words = (text or "").lower()
    if any(word in words for word in _BUSINESS_WORDS):
        return DayUnit.BUSINESS
    return DayUnit.CALENDAR if any(word in words for word in _CALENDAR_WORDS) else None


def answers_triggers(expected: ExpectedGracePeriod, given: GracePeriodOutput) -> int:
    """Return how many of the expected triggers the output names.

    A trigger in the words of the clause counts as one of them, whichever it is. A trigger from which the days are
    counted (notice or knowledge) may be part of another: ``any other breach, from the Agent's notice``.
    """
    quotes = [citation.quote for citation in expected.citations]
    said = given.triggers
    starts = [trigger for trigger in expected.triggers if told_limbs(trigger)]
    events = [trigger for trigger in expected.triggers if trigger not in starts]
    known = told_limbs("; ".join(said))
    named = sum(any(speaks_of(text, trigger) for text in said) for trigger in events)
    # A trigger in the words of the clause cannot be told apart from the others, so only the number counts.
    told = sum(any(speaks_of(text, trigger, quotes) for trigger in expected.triggers) for text in said)
    begun = sum(
        bool(told_limbs(trigger) & known) or any(speaks_of(text, trigger) for text in said) for trigger in starts
    )
    return max(named, min(told, len(events))) + begun


def _components(expected: ExpectedGracePeriod, given: GracePeriodOutput) -> Iterator[Component]:
    """Yield what is missing or wrong in the number of days, their unit and the triggers."""
    if given.days is None:
        yield incomplete(f"the number of days, {expected.days}, is left out")
    elif given.days != expected.days:
        yield wrong(f"it is {expected.days} days, not {plain_decimal(given.days)}{place_of(expected)}")
    if read_unit(given.unit) is not expected.unit:
        yield incomplete(f"the days are {expected.unit} days, not {quoted(given.unit)}{place_of(expected)}")
    triggers = "; ".join(expected.triggers)
    named = answers_triggers(expected, given)
    if expected.triggers and not given.triggers:
        yield incomplete(f"the triggering events ({quoted(triggers)}) are left out")
    elif expected.triggers and not named:
        yield wrong(f"it is triggered by {quoted(triggers)}, not by {quoted('; '.join(given.triggers))}")
    elif named < len(expected.triggers) or _is_one_limb(triggers, "; ".join(given.triggers)):
        yield incomplete(f"not all triggering events are given: {quoted(triggers)}")
    else:
        yield from (wrong(f"it is not triggered by {quoted(text)}") for text in _unexpected_triggers(expected, given))


def _unexpected_triggers(expected: ExpectedGracePeriod, given: GracePeriodOutput) -> Iterator[str]:
    """Yield the triggers that neither the expected ones nor their quotes mention.

    Nothing is unexpected if the output has no more triggers than the case: one in other words may stand for any of
    the expected ones.
    """
    if len(given.triggers) <= len(expected.triggers):
        return
    quotes = [citation.quote for citation in expected.citations]
    known = frozenset().union(*map(told_limbs, (*expected.triggers, *quotes)))
    for text in given.triggers:
        is_named = any(speaks_of(text, trigger, quotes) for trigger in expected.triggers)
        if expected.triggers and not is_named and not told_limbs(text) & known:
            yield text


def _contradictions(
    expected: ExpectedGracePeriod, given: GracePeriodOutput, context: ScoringContext
) -> Iterator[Component]:
    """Yield how the triggers contradict the document: who notifies, the later for the earlier, what is not paid."""
    if not context.parameters.clarifications.statements or not expected.triggers:
        return
    said, wanted = "; ".join(given.triggers), "; ".join(expected.triggers)
    quotes = [citation.quote for citation in expected.citations]
    found = contradicted(said, wanted, quotes, context)
    yield from (wrong(tell(one, quoted(wanted))) for one in found)
    for limb in sorted(told_limbs(said).difference(told_limbs(wanted), *map(told_limbs, quotes))):
        yield wrong(f"it begins with {quoted(wanted)}, and not when somebody {limb}")


def _is_one_limb(expected: str, given: str) -> bool:
    """Return whether an output gives only one limb of ``the earlier of notice and awareness``."""
    said = told_limbs(given)
    return bool(said) and bool(told_limbs(expected) - said)


def told_limbs(text: str) -> frozenset[str]:
    """Return what a text counts the days from: that somebody is told, that somebody knows, or both."""
    plain = text.lower()
    return frozenset(limb for limb, words in _LIMBS.items() if any(word in plain for word in words))


def _says_nothing(given: GracePeriodOutput, absence: Absence) -> bool:
    return all(is_unsaid(part, absence) for part in (given.days, given.unit, *given.triggers)) and not given.citations


def _unexpected_period(given: GracePeriodOutput, context: ScoringContext) -> tuple[FlagResult, ...]:
    """Return the result for a period that is not expected: only its citations count, because they may be invented."""
    cited = Cited(citations=given.citations, claim=Claim())
    return (FlagResult(check=check_components(FLAG, (), context), cited=(cited,)),)
