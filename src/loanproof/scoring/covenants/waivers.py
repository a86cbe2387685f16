"""A waiver and its five components: covenant, original level, waived level, period, and survival of the covenant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from loanproof.cases import confirmed_quotes
from loanproof.scoring.covenants.components import (
    RIGHT,
    Cited,
    Component,
    FlagResult,
    check_components,
    component_of,
    incomplete,
    silent,
    wrong,
)
from loanproof.scoring.covenants.figures import compare_figures
from loanproof.scoring.covenants.said_levels import level_contradictions
from loanproof.scoring.covenants.testing_days import are_all_tests
from loanproof.scoring.covenants.waiver_sentences import (
    is_change,
    is_suspension,
    told_contradictions,
    told_covenant,
    told_levels,
    told_reporting,
    told_rest,
)
from loanproof.scoring.covenants.words import is_unsaid, says_nothing, text_of
from loanproof.scoring.wording import place_of, quoted, tell

if TYPE_CHECKING:
    from loanproof.cases import ExpectedCovenant, ExpectedWaiver
    from loanproof.outputs import CovenantOutput, WaiverOutput
    from loanproof.scoring.context import ScoringContext
    from loanproof.scoring.covenants.names import Namer
    from loanproof.values import Absence

_FLAG = "waiver"
_BEGINS = re.compile(r"\b(?:from|since|after|starting|beginning|commencing)\b", re.IGNORECASE)


def check_waiver(
    expected: ExpectedCovenant, given: CovenantOutput, namer: Namer, context: ScoringContext
) -> tuple[FlagResult, ...]:
    """Check the waiver of a covenant; a waiver that the document does not have is wrong."""
    if expected.waiver is None and given.waiver is None:
        return ()
    if given.waiver is None or _says_nothing(given.waiver, context.absence):
        if expected.waiver is None:
            return ()
        return (FlagResult(check=silent(_FLAG, place_of(expected), context)),)
    confirmed = () if expected.waiver is None else confirmed_quotes(expected.waiver)
    claim = replace(context.claim_of(text_of(given.waiver.waived_threshold)), confirmed=confirmed)
    cited = Cited(citations=given.waiver.citations, claim=claim)
    if expected.waiver is None:
        components: list[Component] = [wrong("the document does not waive this covenant")]
    else:
        components = list(_components(expected, expected.waiver, given.waiver, namer, context))
    return (FlagResult(check=check_components(_FLAG, components, context), cited=(cited,)),)


def _components(
    covenant: ExpectedCovenant, expected: ExpectedWaiver, given: WaiverOutput, namer: Namer, context: ScoringContext
) -> Iterator[Component]:
    """Yield what is missing or wrong in the components of a waiver that the document has."""
    if given.text is not None:
        yield from _told_components(covenant, expected, given.text, namer, context)
        return
    if given.covenant is None or says_nothing(given.covenant, context.absence):
        yield incomplete(f"it is not said that {expected.covenant} is waived")
    elif not namer.same_name(expected.covenant, given.covenant):
        yield wrong(f"{expected.covenant} is waived, not {quoted(given.covenant)}")
    yield _original(expected.original_threshold, text_of(given.original_threshold), context)
    waived = text_of(given.waived_threshold)
    if waived is None or not is_change(waived, expected, context):  # "from 4.25:1 to 5.00:1" gives the waived level
        yield _level("waived threshold", expected.waived_threshold, waived, context)
    for level, said in _level_pairs(expected, given):
        places = (*expected.citations, *covenant.citations)  # of the waiver and of the covenant itself
        found = () if level is None or said is None else level_contradictions(covenant, [level], said, places, context)
        yield from (wrong(tell(one, quoted(level))) for one in found)
        yield from told_reporting(said or "", expected, context)
    yield _period(covenant, expected, given, context)
    yield from _survival(expected, given)


def _level_pairs(expected: ExpectedWaiver, given: WaiverOutput) -> tuple[tuple[str | None, str | None], ...]:
    return (
        (expected.original_threshold, text_of(given.original_threshold)),
        (expected.waived_threshold, text_of(given.waived_threshold)),
    )


def _told_components(
    covenant: ExpectedCovenant, expected: ExpectedWaiver, text: str, namer: Namer, context: ScoringContext
) -> Iterator[Component]:
    """Yield the components of a waiver that is given as prose."""
    yield told_covenant(text, expected, namer, context)
    yield from told_levels(text, expected, context)
    yield from told_contradictions(text, expected, context)
    yield from told_reporting(text, expected, context)
    tests = _test_days(expected, context)
    ends = () if expected.period is None else (expected.period.from_, expected.period.to)
    wanted = tests or {day for end in ends for day in context.days_in(end or "")}
    rest = told_rest(text, frozenset(wanted), context, has_tests=bool(tests))
    yield _period(covenant, expected, rest, context)
    yield from _survival(expected, rest)


def _original(expected: str | None, said: str | None, context: ScoringContext) -> Component:
    """Check the original level; if the document states none, only a level that does not appear in it is wrong."""
    if expected is not None:
        return _level("original threshold", expected, said, context)
    if said is None or context.figures_appear(said):
        return RIGHT
    return wrong(f"the document states no original threshold, and {quoted(said)} does not appear in it")


def _level(what: str, expected: str, said: str | None, context: ScoringContext) -> Component:
    words = f"the {what} is {quoted(expected)}, not {quoted(said)}"
    if is_suspension(expected) and said is not None and is_suspension(said):
        return RIGHT
    if said is None or says_nothing(said, context.absence):
        return incomplete(f"the {what}, {quoted(expected)}, is left out")
    if is_suspension(expected) != is_suspension(said):  # a level for a suspended test, or the reverse
        return wrong(words)
    return component_of(compare_figures(expected, said, context.notation), words)


def _says_nothing(given: WaiverOutput, absence: Absence) -> bool:
    stated: tuple[object, ...] = (
        *(given.covenant, given.original_threshold, given.waived_threshold, given.is_temporary),
        *_ends(given),
    )
    said = None if given.period is None else given.period.text
    stated = (*stated, given.covenant_survives, said, given.text)
    return all(is_unsaid(part, absence) for part in (*stated, *given.test_dates)) and not given.citations


def _period(
    covenant: ExpectedCovenant, expected: ExpectedWaiver, given: WaiverOutput, context: ScoringContext
) -> Component:
    """Check the period: test dates, or a first and a last day.

    A range from the first to the last expected test date stands for all of them, and all tests of a period for it.
    """
    tests = _test_days(expected, context)
    said = {day for text in given.test_dates for day in context.days_in(text)}
    start, end = (_day(text, context) for text in _ends(given))
    told = () if given.period is None else context.days_in(given.period.text or "")
    if tests:  # days in the words of the period are then test dates
        said.update(told)
    elif told:
        start, end = _spanned(told, given)
    words = _period_words(expected)
    if not said and start is None and end is None:
        return incomplete(f"the period ({words}) is left out")
    if tests:
        return _check_tests(tests, said, start, end, words)
    return _check_range(covenant, expected, said, start, end, context)


def _test_days(expected: ExpectedWaiver, context: ScoringContext) -> set[date]:
    return {day for text in expected.all_test_dates for day in context.days_in(text)}


def _spanned(days: tuple[date, ...], given: WaiverOutput) -> tuple[date | None, date | None]:
    """Return the first and the last day of a period in words.

    A single day is the last, unless the text has a word for the beginning, such as *from*.
    """
    if len(days) > 1:
        return days[0], days[-1]
    text = "" if given.period is None else given.period.text or ""
    return (days[0], None) if _BEGINS.search(text) else (None, days[0])


def _check_tests(tests: set[date], said: set[date], start: date | None, end: date | None, words: str) -> Component:
    if said:
        if said == tests:
            return RIGHT
        told = ", ".join(map(str, sorted(said)))
        return (
            incomplete(f"of {words} only some are given") if said < tests else wrong(f"it is for {words}, not {told}")
        )
    if (start, end) == (min(tests), max(tests)):
        return RIGHT
    # A range may begin before the first test, but must end on the last one, or it waives more or fewer tests.
    outside = (start is not None and start > min(tests)) or (end is not None and end != max(tests))
    return (
        wrong(f"it is for {words}, not from {start} to {end}")
        if outside
        else incomplete(f"the test dates ({words}) are not given")
    )


def _check_range(
    covenant: ExpectedCovenant,
    expected: ExpectedWaiver,
    said: set[date],
    start: date | None,
    end: date | None,
    context: ScoringContext,
) -> Component:
    period = expected.period
    first = None if period is None else _day(period.from_, context)
    last = None if period is None else _day(period.to, context)
    told = " to ".join(str(day) for day in (start, end) if day is not None) or ", ".join(map(str, sorted(said)))
    words = f"the waiver runs {_period_words(expected)}, not {told}"
    if start is None and end is None:  # the output gives test dates, the document a period
        inside = all((first is None or first <= day) and (last is None or day <= last) for day in said)
        if not inside:
            return wrong(words)
        return RIGHT if are_all_tests(said, first, last, covenant.testing_frequency) else incomplete(words)
    pairs = [(one, other) for one, other in ((first, start), (last, end)) if one is not None]
    if any(other is not None and one != other for one, other in pairs):
        return wrong(words)
    return incomplete(words) if any(other is None for _, other in pairs) else RIGHT


def _survival(expected: ExpectedWaiver, given: WaiverOutput) -> Iterator[Component]:
    """Yield what is missing or wrong in whether the waiver is temporary and whether the covenant survives it."""
    sides = (
        (expected.temporary, given.is_temporary, "the waiver is temporary", "the waiver is not temporary"),
        (
            expected.covenant_survives,
            given.covenant_survives,
            "the covenant survives the waiver",
            "the covenant does not survive the waiver",
        ),
    )
    for wanted, said, words, denied in sides:
        if said is None:
            yield incomplete(f"it is not said whether {words}")
        elif said != wanted:
            yield wrong(f"by the document {words if wanted else denied}")


def _ends(given: WaiverOutput) -> tuple[str | None, str | None]:
    return (None, None) if given.period is None else (given.period.start, given.period.end)


def _day(text: str | None, context: ScoringContext) -> date | None:
    days = () if text is None else context.days_in(text)
    return days[0] if days else None


def _period_words(expected: ExpectedWaiver) -> str:
    if expected.all_test_dates:
        return "the tests on " + " and ".join(expected.all_test_dates)
    period = expected.period
    return "" if period is None else f"from {period.from_ or 'its date'} to {period.to or 'its end'}"
