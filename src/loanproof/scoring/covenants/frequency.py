"""How often a covenant is tested: the frequency, the quote that shows it, and the condition of a springing test."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.cases import CovenantFrequency
from loanproof.core import Reason
from loanproof.scoring.checks import Check
from loanproof.scoring.covenants.condition_subjects import is_own_condition, other_subject
from loanproof.scoring.covenants.contradicted import contradicted
from loanproof.scoring.covenants.dimensions import Dimension
from loanproof.scoring.covenants.figures import figures_of, label_of_wrong
from loanproof.scoring.covenants.words import says_nothing
from loanproof.scoring.wording import place_of, quoted, tell
from loanproof.standards import Label
from loanproof.values import FREQUENCY_KIND, Read, candidates_of, clause_tests, content_words, holds_half, tokenize

if TYPE_CHECKING:
    from loanproof.cases import ExpectedCovenant
    from loanproof.outputs import CovenantOutput
    from loanproof.scoring.context import ScoringContext

_UNLESS = re.compile(r"^\W{0,3}(?:only )?unless\b", re.IGNORECASE)
_UNTESTED = frozenset({CovenantFrequency.NOT_STATED, CovenantFrequency.NONE})
_FREQUENCY_KEYS = frozenset(one.value for one in CovenantFrequency)
_DEFINED_DAY = re.compile(r"\b[A-Z][a-z]{2,20}\s(?:[A-Z][a-z]{2,20}\s)?Date\b")
_DEFINITION_LENGTH = 300  # characters of a definition in which its frequency is looked for


def check_frequency(
    expected: ExpectedCovenant, given: CovenantOutput, passages: Sequence[str], context: ScoringContext
) -> tuple[Check, ...]:
    """Check the testing frequency and the condition of a springing test.

    Args:
        expected: The expected covenant.
        given: The reported covenant.
        passages: The passages of the document that are quoted; one of them must name the frequency.
        context: Documents, contract and notation.
    """
    said = None if says_nothing(given.testing_frequency, context.absence) else given.testing_frequency
    if expected.testing_frequency in _UNTESTED:  # any frequency would be inferred
        return () if said is None else (_inferred(expected, said),)
    condition = tuple(_condition_checks(expected, given, passages, context))
    if said is None:
        message = f"The test is {_words(expected)}{place_of(expected)}; the output gives no frequency."
        label = context.parameters.covenants.frequency_missing
        return Check(label, Reason.FREQ_MISSING, message, ruling="A-35", aspect=Dimension.FREQUENCY), *condition
    rhythms = read_rhythms(said, context)
    if not rhythms and clause_tests(said, expected.testing_frequency):  # "after giving effect to the dividend"
        rhythms = frozenset({expected.testing_frequency.value})
    if rhythms == {expected.testing_frequency.value} and _is_known(expected, context):
        return (*_check_is_quoted(expected, passages, context), *condition)
    return _other(expected, said, rhythms, context), *condition


def read_rhythms(text: str, context: ScoringContext) -> frozenset[str]:
    """Return the frequencies that a text names; for a word with two meanings, both."""
    key = "_".join(text.lower().replace("-", " ").replace("_", " ").split())
    if key in _FREQUENCY_KEYS:
        return frozenset({key})
    reading = FREQUENCY_KIND.read(text, context.notation)
    if candidates_of(reading):
        return frozenset(one.rhythm.value for one in candidates_of(reading))
    return rhythms_in(text, context) or _rhythms_of_defined_days(text, context)


def _rhythms_of_defined_days(text: str, context: ScoringContext) -> frozenset[str]:
    """Return the frequencies in the definitions of the days that a text names: ``each Calculation Date``."""
    days = dict.fromkeys(found[0] for found in _DEFINED_DAY.finditer(text))
    passages = (
        source.document.text[found.end() : found.end() + _DEFINITION_LENGTH]
        for day in days
        for source in context.documents
        for found in re.finditer(rf"[\"“]{re.escape(day)}s?[\"”]\s{{1,4}}means", source.document.text)
    )
    return frozenset(rhythm for passage in passages for rhythm in rhythms_in(passage.split(".\n")[0], context))


def rhythms_in(text: str, context: ScoringContext) -> frozenset[str]:
    """Return the frequencies that a passage names."""
    found = FREQUENCY_KIND.find(tokenize(text), context.notation)
    return frozenset(value.rhythm.value for one in found for value in one.candidates)


def is_always_tested(clause: str) -> bool:
    """Return whether the clause of a covenant says that it must be met at any time."""
    return clause_tests(clause, CovenantFrequency.AT_ALL_TIMES)


def _is_known(expected: ExpectedCovenant, context: ScoringContext) -> bool:
    rule = context.parameters.covenants
    return expected.testing_frequency.value in (*rule.ladder, *rule.off_ladder)


def _other(expected: ExpectedCovenant, said: str, rhythms: frozenset[str], context: ScoringContext) -> Check:
    """Return the check of a frequency that is not exactly the expected one: ambiguous, off by some levels, or wrong."""
    rule, wanted = context.parameters.covenants, expected.testing_frequency.value
    told = f"The test is {_words(expected)}{place_of(expected)}; the output says {quoted(said)}"
    if wanted in rhythms and len(rhythms) > 1:
        message = f"{told}, which may mean something else."
        return Check(Label.PARTIAL, Reason.AMBIGUOUS_FREQUENCY, message, aspect=Dimension.FREQUENCY)
    ladder = rule.ladder
    if wanted not in ladder or not rhythms or not rhythms <= set(ladder):
        message = f"{told}, which is {'another kind of test' if rhythms else 'not a testing frequency'}."
        return Check(rule.off_ladder_mismatch, Reason.FREQ_WRONG, message, ruling="A-35", aspect=Dimension.FREQUENCY)
    # If the text names several frequencies, the one furthest off counts.
    levels_off = max(abs(ladder.index(wanted) - ladder.index(one)) for one in rhythms)
    message = f"{told}, which is {'one level' if levels_off == 1 else f'{levels_off} levels'} off."
    if levels_off <= context.standard.contract.covenants.frequency_levels_off_before_fail:
        return Check(rule.one_level_off, Reason.FREQ_OFF_BY_ONE, message, ruling="A-35", aspect=Dimension.FREQUENCY)
    return Check(Label.FAIL, Reason.FREQ_WRONG, message, aspect=Dimension.FREQUENCY)


def _check_is_quoted(expected: ExpectedCovenant, passages: Sequence[str], context: ScoringContext) -> tuple[Check, ...]:
    """Return a check if no quoted passage names the frequency: it was inferred without a source."""
    if any(_names_frequency(passage, expected.testing_frequency, context) for passage in passages):
        return ()
    message = f"The test is {_words(expected)}, as the output says, but no quote says how often it is made."
    return (Check(Label.PARTIAL, Reason.FREQ_NOT_QUOTED, message, aspect=Dimension.FREQUENCY),)


def _names_frequency(passage: str, wanted: CovenantFrequency, context: ScoringContext) -> bool:
    """Return whether a quoted passage names the expected frequency."""
    return wanted.value in rhythms_in(passage, context) or clause_tests(passage, wanted)


def _inferred(expected: ExpectedCovenant, said: str) -> Check:
    message = f"The document states no testing frequency{place_of(expected)}; the output says {quoted(said)}."
    return Check(Label.PARTIAL, Reason.FREQ_NOT_QUOTED, message, aspect=Dimension.FREQUENCY)


def _condition_checks(
    expected: ExpectedCovenant, given: CovenantOutput, passages: Sequence[str], context: ScoringContext
) -> Iterator[Check]:
    """Yield what is wrong with the condition of a test: missing, without its figure, contradicted, or different."""
    rule, said = context.parameters.covenants, given_condition(given, context)
    found = figures_of(said or "", context.notation)
    if expected.condition is None:
        sources = (*passages, *(one.quote for one in expected.citations))
        is_own = context.parameters.clarifications.statements and is_own_condition(said or "", sources)
        if found or is_own:
            message = f"The test always applies{place_of(expected)}; the output gives the condition {quoted(said)}."
            yield Check(Label.PARTIAL, Reason.DETAIL_DIFFERS, message, aspect=Dimension.FREQUENCY)
        return
    wanted = figures_of(expected.condition, context.notation)
    told = f"The test applies only if {quoted(expected.condition)}{place_of(expected)}"
    if said is None or found < wanted:
        message = f"{told}; the output says {quoted(said)}."
        yield Check(
            rule.condition_missing, Reason.CONDITION_MISSING, message, ruling="A-35", aspect=Dimension.FREQUENCY
        )
    elif found != wanted:
        label, ruling = label_of_wrong(said, context)
        message = f"{told}; the output says {quoted(said)}."
        yield Check(label, Reason.DETAIL_DIFFERS, message, ruling=ruling, aspect=Dimension.FREQUENCY)
    elif contradicted := _contradiction(expected, expected.condition, said, context):
        message = f"{told}; the output says {quoted(said)}: {contradicted}."
        yield Check(Label.FAIL, Reason.DETAIL_DIFFERS, message, ruling="C-21", aspect=Dimension.FREQUENCY)
    elif not wanted and not holds_half(expected.condition, content_words(said)):
        message = f"{told}; the output gives the condition {quoted(said)}."
        yield Check(
            rule.condition_missing, Reason.CONDITION_MISSING, message, ruling="A-35", aspect=Dimension.FREQUENCY
        )


def _contradiction(expected: ExpectedCovenant, condition: str, said: str, context: ScoringContext) -> str | None:
    """Return how a condition contradicts the document, or None."""
    given, gold = plain_condition(said), plain_condition(condition)
    quotes = [one.quote for one in expected.citations]
    found = next((tell(one, quoted(condition)) for one in contradicted(given, gold, quotes, context)), None)
    other = other_subject(given, gold, quotes) if context.parameters.clarifications.statements else None
    return found or (None if other is None else f"it is not about {quoted(other)}")


def plain_condition(text: str) -> str:
    """Return a condition with a leading ``unless`` as ``not if``."""
    return _UNLESS.sub("not if", text)


def given_condition(given: CovenantOutput, context: ScoringContext) -> str | None:
    """Return the condition that an output states under its own key or in the frequency, or None."""
    if given.condition is not None and not says_nothing(given.condition, context.absence):
        return given.condition
    reading = FREQUENCY_KIND.read(given.testing_frequency or "", context.notation)
    return reading.value.condition if isinstance(reading, Read) else None


def _words(expected: ExpectedCovenant) -> str:
    return in_words(expected.testing_frequency.value)


def in_words(rhythm: str) -> str:
    """Return a frequency key as people write it: ``semi-annual``, ``at all times``."""
    return rhythm.replace("semi_", "semi-").replace("_", " ")
