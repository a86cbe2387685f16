"""Several reports of one covenant: if they differ, it is unclear which of them the output means (C-24)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.scoring.checks import Check
from loanproof.scoring.covenants.classes import read_classes
from loanproof.scoring.covenants.dimensions import Dimension
from loanproof.scoring.covenants.figures import figures_of
from loanproof.scoring.covenants.frequency import read_rhythms, rhythms_in
from loanproof.scoring.covenants.levels import as_percentages, comparing, read_levels, read_text
from loanproof.scoring.covenants.thresholds import given_steps, steps_of
from loanproof.scoring.covenants.words import is_unsaid, says_nothing, text_of
from loanproof.scoring.wording import quoted
from loanproof.standards import Label
from loanproof.values import THRESHOLD_KIND

if TYPE_CHECKING:
    from loanproof.cases import ExpectedCovenant
    from loanproof.outputs import CovenantOutput
    from loanproof.scoring.context import ScoringContext
    from loanproof.scoring.covenants.levels import Levels
    from loanproof.scoring.covenants.matching import Matches
    from loanproof.scoring.covenants.names import Namer


def other_reports(
    position: int,
    expected: Sequence[ExpectedCovenant],
    given: Sequence[CovenantOutput],
    matches: Matches,
    namer: Namer,
) -> tuple[CovenantOutput, ...]:
    """Return the further reports under the name of a covenant, except those that answer another covenant by name.

    A document may have one covenant for each tranche, all with the same name; each has its own report.
    """
    own = matches.found[position]
    # A report matched to another covenant only by its clause may still be a second report of this one.
    answering = {at for one, at in matches.found.items() if namer.agrees(expected[one], given[at])}
    return tuple(
        report
        for at, report in enumerate(given)
        if at != own and at not in answering and namer.agrees(expected[position], report)
    )


def check_repeats(
    expected: ExpectedCovenant, given: CovenantOutput, others: Sequence[CovenantOutput], context: ScoringContext
) -> Iterator[Check]:
    """Yield a check for each dimension in which another report differs; a dimension not stated is not a difference."""
    tests = (
        (Dimension.THRESHOLD, _thresholds_differ),
        (Dimension.FREQUENCY, _frequencies_differ),
        (Dimension.TYPE, lambda _, one, other, context: _types_differ(one, other, context)),
    )
    for dimension, differ in tests:
        if any(differ(expected, given, other, context) for other in others):
            message = f"{quoted(expected.name)} is reported more than once, each time with another {dimension}."
            yield Check(Label.PARTIAL, Reason.REPORTS_DIFFER, message, ruling="C-24", aspect=dimension)


def reports_differ(one: CovenantOutput, other: CovenantOutput, quotes: Sequence[str], context: ScoringContext) -> bool:
    """Return whether two reports of one covenant differ in level, frequency or type; without gold.

    Frequencies that the quotes all name are not a difference, nor are levels if a report has steps or a waiver.
    """
    first, second = _levels(one, context), _levels(other, context)
    levels = (
        _values(first) != _values(second) or len({level.value.operator for level in (*first, *second)} - {None}) > 1
    )
    stepped = bool(one.steps or other.steps or one.waiver or other.waiver)
    return (
        (bool(first and second) and levels and not stepped)
        or _rhythms_differ(one, other, quotes, context)
        or _types_differ(one, other, context)
    )


def _thresholds_differ(
    expected: ExpectedCovenant, one: CovenantOutput, other: CovenantOutput, context: ScoringContext
) -> bool:
    """Return whether two reports give different thresholds that are not all levels of the source."""
    source = _source_levels(expected, context)
    first, second = (as_percentages(_levels(report, context), source) for report in (one, other))
    if not first or not second:
        # A threshold that cannot be read as levels is compared by its figures.
        texts = [text_of(report.threshold) or "" for report in (one, other)]
        figures = [figures_of(text, context.notation) for text in texts]
        return all(figures) and figures[0] != figures[1]
    if _values(first) == _values(second):
        return len({level.value.operator for level in (*first, *second)} - {None}) > 1
    return not _values(first) | _values(second) <= _values(source)


def _levels(report: CovenantOutput, context: ScoringContext) -> Levels:
    """Return the levels of a report; an operator under its own key counts if the threshold has none."""
    said, keyed = text_of(report.threshold), comparing(report.operator, context.notation)
    levels = read_levels(None if says_nothing(said, context.absence) else said, given_steps(report), context.notation)
    if keyed is None:
        return levels
    return tuple(
        replace(level, value=replace(level.value, operator=level.value.operator or keyed.operator)) for level in levels
    )


def _source_levels(expected: ExpectedCovenant, context: ScoringContext) -> Levels:
    """Return the levels of the source: the threshold, its steps, and the original and waived level of a waiver."""
    waiver = expected.waiver
    waived = () if waiver is None else (waiver.original_threshold, waiver.waived_threshold)
    levels = read_levels(expected.threshold, steps_of(expected), context.notation)
    return (*levels, *(level for text in waived if text is not None for level in read_text(text, context.notation)))


def _values(levels: Levels) -> frozenset[str]:
    return frozenset(THRESHOLD_KIND.canonical(replace(level.value, operator=None)) for level in levels)


def _frequencies_differ(
    expected: ExpectedCovenant, one: CovenantOutput, other: CovenantOutput, context: ScoringContext
) -> bool:
    """Return whether two reports give different frequencies that the case's quotes do not all name."""
    return _rhythms_differ(one, other, [place.quote for place in expected.citations], context)


def _rhythms_differ(one: CovenantOutput, other: CovenantOutput, quotes: Sequence[str], context: ScoringContext) -> bool:
    said = [report.testing_frequency for report in (one, other)]
    first, second = (
        frozenset() if text is None or says_nothing(text, context.absence) else read_rhythms(text, context)
        for text in said
    )
    named = [rhythm for quote in quotes for rhythm in rhythms_in(quote, context)]
    return bool(first and second) and first != second and not (first | second <= set(named))


def _types_differ(one: CovenantOutput, other: CovenantOutput, context: ScoringContext) -> bool:
    """Return whether two reports give different types; steps or tranches never explain that."""
    first, second = (
        read_classes([text for text in report.types if not is_unsaid(text, context.absence)], context).named
        for report in (one, other)
    )
    return bool(first and second) and first != second
