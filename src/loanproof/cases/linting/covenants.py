"""The figures of a covenants case, each checked in its quotes: thresholds, steps, caps, waivers, flags."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.cases.covenants import CovenantFrequency, CovenantsExpected, DayUnit, ExpectedCovenant
from loanproof.cases.linting.case_under_check import say_missing
from loanproof.cases.linting.covenant_days import check_step_days, check_waiver_days
from loanproof.cases.linting.covenant_words import check_operator
from loanproof.provenance import Claim, claim_of_text
from loanproof.values import DURATION_KIND, FREQUENCY_KIND, clause_tests, parts_of

if TYPE_CHECKING:
    from loanproof.cases.citations import KeyPath
    from loanproof.cases.covenants import ExpectedCrossDefault, ExpectedGracePeriod
    from loanproof.cases.linting.case_under_check import CaseUnderCheck
    from loanproof.cases.linting.report import LintProblem
    from loanproof.cases.written import ExpectedCitation

SUSPENDED = "suspended"
_UNSAID = frozenset({CovenantFrequency.NOT_STATED, CovenantFrequency.NONE})


def check_covenants(expected: CovenantsExpected, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    """Yield the problems of covenants and flags."""
    for at, covenant in enumerate(expected.covenants):
        yield from _check_covenant(("expected", "covenants", at), covenant, subject)
    if expected.flags is None:
        return
    root: KeyPath = ("expected", "flags")
    for at, grace in enumerate(expected.flags.grace_periods or ()):
        yield from _check_grace((*root, "grace_periods", at), grace, (), subject)
    if expected.flags.cross_default is not None:
        yield from _check_cross_default((*root, "cross_default"), expected.flags.cross_default, (), subject)


def _check_covenant(place: KeyPath, covenant: ExpectedCovenant, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    if not covenant.citations:
        yield subject.error(place, "the covenant has no citation.")
        return
    quotes = covenant.citations
    if covenant.threshold is not None:
        yield from _check_text(place, (*place, "threshold"), covenant.threshold, quotes, subject)
    for at, step in enumerate(covenant.steps):
        yield from _check_text(place, (*place, "steps", at, "threshold"), step.threshold, quotes, subject)
    if covenant.condition is not None:
        yield from _check_text(place, (*place, "condition"), covenant.condition, quotes, subject)
    yield from check_step_days(place, covenant, subject)
    yield from check_operator(place, covenant, subject)
    yield from _check_frequency(place, covenant, subject)
    for at, carve_out in enumerate(covenant.carve_outs):
        owner: KeyPath = (*place, "carve_outs", at)
        if carve_out.cap is not None:
            yield from _check_text(place, (*owner, "cap"), carve_out.cap, (*quotes, *carve_out.citations), subject)
    yield from _check_waiver(place, covenant, subject)
    if covenant.grace_period is not None:
        yield from _check_grace((*place, "grace_period"), covenant.grace_period, quotes, subject)
    if covenant.cross_default is not None:
        yield from _check_cross_default((*place, "cross_default"), covenant.cross_default, quotes, subject)


def _check_text(
    owner: KeyPath, place: KeyPath, text: str, quotes: Sequence[ExpectedCitation], subject: CaseUnderCheck
) -> Iterator[LintProblem]:
    missing = () if subject.is_faulty(owner) else subject.missing(claim_of_text(text, context=subject.context), quotes)
    if missing:
        yield subject.error(place, say_missing(missing))


def _check_frequency(place: KeyPath, covenant: ExpectedCovenant, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    """Check that a quote gives the test frequency; other wording is a warning."""
    if covenant.testing_frequency in _UNSAID or subject.is_faulty(place):
        return
    words = covenant.testing_frequency.value.replace("_", " ")
    claim = Claim(parts=parts_of(FREQUENCY_KIND, words))
    is_told = any(clause_tests(one.quote, covenant.testing_frequency) for one in covenant.citations)
    if not is_told and subject.missing(claim, covenant.citations):
        yield subject.warning((*place, "testing_frequency"), f"no quote says that it is tested {words}.")


def _check_waiver(place: KeyPath, covenant: ExpectedCovenant, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    waiver = covenant.waiver
    if waiver is None:
        return
    quotes = (*covenant.citations, *waiver.citations)
    yield from check_waiver_days((*place, "waiver"), waiver, quotes, subject)
    figures = {"original_threshold": waiver.original_threshold, "waived_threshold": waiver.waived_threshold}
    for key, text in figures.items():
        if text is not None and text != SUSPENDED:
            yield from _check_text(place, (*place, "waiver", key), text, quotes, subject)


def _check_grace(
    place: KeyPath, grace: ExpectedGracePeriod, inherited: Sequence[ExpectedCitation], subject: CaseUnderCheck
) -> Iterator[LintProblem]:
    unit = "business days" if grace.unit is DayUnit.BUSINESS else "days"
    quotes = (*grace.citations, *inherited)
    claim = Claim(parts=parts_of(DURATION_KIND, f"{grace.days} {unit}")) if grace.days else Claim()
    if not quotes:
        yield subject.error(place, "the grace period has no citation.")
    elif not subject.is_faulty(place) and subject.missing(claim, quotes):
        yield subject.error((*place, "days"), say_missing(claim.parts))


def _check_cross_default(
    place: KeyPath, flag: ExpectedCrossDefault, inherited: Sequence[ExpectedCitation], subject: CaseUnderCheck
) -> Iterator[LintProblem]:
    quotes = (*flag.citations, *inherited)
    if flag.present and not quotes:
        yield subject.error(place, "the cross-default has no citation.")
        return
    if flag.threshold is not None:
        yield from _check_text(place, (*place, "threshold"), flag.threshold, quotes, subject)
    for at, threshold in enumerate(flag.thresholds):
        yield from _check_text(place, (*place, "thresholds", at), threshold, quotes, subject)
