"""A waiver that is given as prose: which of its five components the text states.

The text is checked only for what is expected: a level or day that it does not name is missing, and one that differs is
wrong. Other days that appear in the documents, such as the day on which the covenant applies again, are not taken as
part of the period.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

from loanproof.outputs import Period, WaiverOutput
from loanproof.scoring.covenants.components import RIGHT, Component, incomplete, speaks_of, wrong
from loanproof.scoring.covenants.contradicted import contradicted
from loanproof.scoring.covenants.figures import LEVEL_KINDS, figures_of
from loanproof.scoring.wording import quoted, tell
from loanproof.statements import Polarity, polarity_at, split_sentences, stated_in
from loanproof.values import COVENANT_NAME_KIND, tokenize

if TYPE_CHECKING:
    from loanproof.cases import ExpectedWaiver
    from loanproof.scoring.context import ScoringContext
    from loanproof.scoring.covenants.names import Namer

_SUSPENSION_WORDS = (
    "suspend",
    "not tested",
    "no test",
    "not be tested",
    "holiday",
    "waived in full",
    "disapplied",
    "untested",
)
_NOT_SUSPENDED = re.compile(r"\b(?:not|never|no)\s(?:be\s|been\s)?(?:suspen|waive|disappl)")
_NO_REPORTING = re.compile(
    r"\b(?:no|nor|without)\s(?:any\s)?report|\bnot\s(?:be\s)?report|\btesting\sand\sreporting\b"
    r"|\breport\w{0,4}\s(?:is|are)\s(?:also\s)?(?:suspended|waived)",
    re.IGNORECASE,
)
_PERMANENT = re.compile(r"(?<!not )(?<!non-)\bpermanent|\bnot\s(?:a\s)?temporary\b", re.IGNORECASE)
_TEMPORARY = re.compile(r"\btemporar|\bone[- ]off\b|\bone[- ]time\b|\bfor a limited (?:time|period)\b", re.IGNORECASE)
_SAYS_ENDED = re.compile(r"\b(?:does|do|will|shall)\snot\s(?:survive|continue|apply)\b|\bno longer\b", re.IGNORECASE)
_SAYS_SURVIVES = re.compile(
    r"\bsurviv|\bcontinues?\s(?:to\sapply|in\s(?:full\s)?force|thereafter)"
    r"|\bremains?\s(?:in\s(?:full\s)?(?:force|effect)"
    r"|unchanged|applicable|binding)|\b(?:unaffected|reinstate[ds]?|resumes?|reverts?)\b"
    r"|\bappl(?:y|ies)\s(?:again|thereafter"
    r"|without\smodification)",
    re.IGNORECASE,
)
_CHANGED = r"(?:relaxed|waived|raised|increased|lowered|reduced|changed|amended|reset|lifted|suspended|loosened)"
_DENIES_CHANGE = re.compile(
    rf"\b(?:not|never|isn't|no longer)\s(?:[a-z]{{1,12}}\s){{0,2}}{_CHANGED}\b|\bno\s(?:waiver|relaxation|suspension)\b"
    r"|\b(?:refuse[sd]?|decline[sd]?)\s(?:to\b|the\s(?:waiver|relaxation))",
    re.IGNORECASE,
)
# "It is not otherwise amended", "no waiver of any other breach": these do not deny the waiver itself.
_ABOUT_OTHER_THINGS = re.compile(
    r"\b(?:other|otherwise|future|subsequent|further|later|beyond|permanent(?:ly)?)\b", re.IGNORECASE
)
_BEFORE_NEW_LEVEL = re.compile(
    r"\b(?:to|becomes?|reads?|by)\s(?:a\s|the\s)?(?:level\sof\s|ratio\sof\s)?$", re.IGNORECASE
)
_BEFORE_OLD_LEVEL = re.compile(r"\bfrom\s(?:a\s|the\s)?(?:level\sof\s|ratio\sof\s)?$", re.IGNORECASE)
_LOOK_BACK = 24  # characters before a level that may say whether it is the old or the new one


def is_suspension(text: str) -> bool:
    """Return whether a text says that a covenant is not tested at all; ``waived`` without a figure says so too."""
    words = " ".join(text.lower().replace("_", " ").split())
    if _NOT_SUSPENDED.search(words):
        return False
    # With a figure, "waived" may only mean that another level applies.
    is_waived = "waive" in words and not any(character.isdigit() for character in words)
    return is_waived or any(word in words for word in _SUSPENSION_WORDS)


def told_covenant(text: str, expected: ExpectedWaiver, namer: Namer, context: ScoringContext) -> Component:
    """Check the covenant that a text names: if the alias table knows its name, it must be the expected covenant."""
    known = COVENANT_NAME_KIND.find(tokenize(text), context.notation)
    names = [found.span.of(text) for found in known]
    if any(namer.same_name(expected.covenant, name) for name in names) or speaks_of(text, expected.covenant):
        return RIGHT
    if names:
        return wrong(f"{expected.covenant} is waived, not {quoted(names[0])}")
    return incomplete(f"it is not said that {expected.covenant} is waived")


def told_levels(text: str, expected: ExpectedWaiver, context: ScoringContext) -> Iterator[Component]:
    """Check both levels: each must be among the figures of the text; if one is not, a different figure is wrong."""
    found = figures_of(text, context.notation)
    original, waived = _figures(expected, context)
    others = figures_of(text, context.notation, LEVEL_KINDS) - original - waived  # periods are not levels
    is_suspended = is_suspension(text) or ("waive" in text.lower() and not others and not found - original)
    sides = (
        ("original threshold", expected.original_threshold, original <= found),
        (
            "waived threshold",
            expected.waived_threshold,
            is_suspended if is_suspension(expected.waived_threshold) else bool(waived) and waived <= found,
        ),
    )
    for what, level, is_told in sides:
        if level is None:
            continue
        if is_told:
            yield RIGHT
        elif others:
            yield wrong(f"the {what} is {quoted(level)}, not {quoted(', '.join(sorted(others)))}")
        else:
            yield incomplete(f"the {what}, {quoted(level)}, is left out")


def told_contradictions(text: str, expected: ExpectedWaiver, context: ScoringContext) -> Iterator[Component]:
    """Yield how a text contradicts the waiver: by a denial, swapped levels, or another bound on the waived level."""
    if not context.parameters.clarifications.statements:
        return
    if any(_DENIES_CHANGE.search(one) and not _ABOUT_OTHER_THINGS.search(one) for one in split_sentences(text)):
        yield wrong("the document waives it, and the output says that it is not")
    if _is_reversed(text, expected, context):
        levels = f"{quoted(expected.original_threshold)} becomes {quoted(expected.waived_threshold)}"
        yield wrong(f"{levels}, and not the other way round")
    quotes = [citation.quote for citation in expected.citations]
    found = contradicted(text, expected.waived_threshold, quotes, context)
    yield from (wrong(tell(one, quoted(expected.waived_threshold))) for one in found)


def told_reporting(text: str, expected: ExpectedWaiver, context: ScoringContext) -> Iterator[Component]:
    """Yield a wrong component if a text says that reporting is waived too and no quote of the case says so."""
    is_said = any(_NO_REPORTING.search(citation.quote) for citation in expected.citations)
    if context.parameters.clarifications.statements and _NO_REPORTING.search(text) and not is_said:
        yield wrong(f"the document waives the test alone, and {quoted(text)} the report too")


def is_change(text: str, expected: ExpectedWaiver, context: ScoringContext) -> bool:
    """Return whether a waived level is given as the change to it: ``from 4.25:1 to 5.00:1``, with no other figure."""
    original, waived = _figures(expected, context)
    is_told = bool(original and waived) and figures_of(text, context.notation) == original | waived
    is_new = _is_new(waived, text, context) is not False and _is_new(original, text, context) is False
    return is_told and is_new and _DENIES_CHANGE.search(text) is None


def _is_reversed(text: str, expected: ExpectedWaiver, context: ScoringContext) -> bool:
    """Return whether a text makes the original level the new one, or the waived level the old one."""
    original, waived = _figures(expected, context)
    return _is_new(original, text, context) is True or _is_new(waived, text, context) is False


def _figures(expected: ExpectedWaiver, context: ScoringContext) -> tuple[frozenset[str], frozenset[str]]:
    """Return the figures of the original level and those of the waived level."""
    original = figures_of(expected.original_threshold or "", context.notation)
    return original, figures_of(expected.waived_threshold, context.notation)


def _is_new(level: frozenset[str], text: str, context: ScoringContext) -> bool | None:
    """Return True if a level is the new one of a change, False if it is the old one, None if the text does not say."""
    stated = stated_in(text, context.notation)
    for value in stated.values:
        if not level or figures_of(value.part.written, context.notation) != level:
            continue
        before = stated.text[max(0, value.span.start - _LOOK_BACK) : value.span.start]
        if _BEFORE_NEW_LEVEL.search(before):
            return True
        if _BEFORE_OLD_LEVEL.search(before) or polarity_at(stated, value.span) is Polarity.REPLACED:
            return False
    return None


def told_rest(text: str, wanted: frozenset[date], context: ScoringContext, *, has_tests: bool) -> WaiverOutput:
    """Return the period that a text gives, and whether it says that the waiver is temporary and the covenant survives.

    Args:
        text: The waiver in words.
        wanted: The expected test dates, or the first and the last day.
        context: Documents, contract and notation.
        has_tests: Whether the expected days are test dates.
    """
    # A day that is not expected but appears in the documents has another role; one that does not appear is wrong.
    days = [day for day in context.days_in(text) if day in wanted or not context.figures_appear(str(day))]
    written = tuple(str(day) for day in dict.fromkeys(days))
    spanned = " to ".join(written) if len(written) > 1 else text
    return WaiverOutput(
        test_dates=written if has_tests else (),
        period=None if has_tests or not written else Period(text=spanned),
        is_temporary=_affirmed_or_denied(text, _PERMANENT, _TEMPORARY),
        covenant_survives=_affirmed_or_denied(text, _SAYS_ENDED, _SAYS_SURVIVES),
    )


def _affirmed_or_denied(text: str, denied: re.Pattern[str], affirmed: re.Pattern[str]) -> bool | None:
    if denied.search(text):
        return False
    return True if affirmed.search(text) else None
