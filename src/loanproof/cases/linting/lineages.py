"""Lineages of values checked against the documents and days of a deal: each value is in its document, one in force."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING, Any

from loanproof.cases.covenants import ExpectedCovenant
from loanproof.cases.extraction import ExpectedField, FieldState
from loanproof.cases.lineage import in_force, list_lineages
from loanproof.cases.linting.case_under_check import claim_of_words
from loanproof.cases.linting.fields import plain
from loanproof.cases.qa import AnyOf
from loanproof.core import UNCLEAR, FieldId
from loanproof.provenance import Claim, ClassName, claim_of_value
from loanproof.values import same_typography

if TYPE_CHECKING:
    from loanproof.cases.case import DocumentCase
    from loanproof.cases.citations import KeyPath
    from loanproof.cases.lineage import Stage, WithLineage
    from loanproof.cases.linting.case_under_check import CaseUnderCheck
    from loanproof.cases.linting.report import LintProblem
    from loanproof.deals import Deal


def check_lineages(case: DocumentCase, deal: Deal, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    """Yield what is wrong with the deal of a case and with the lineages of its values."""
    yield from _check_effects(case, deal, subject)
    days = {one.file: one.day for one in deal.documents}
    for place, part in list_lineages(case):
        now, wanted = in_force(part.lineage, case.as_of or "").now, _expected(part)
        for at, stage in enumerate(part.lineage):
            own: KeyPath = (*place, "lineage", at)
            if stage is not now or stage.value not in wanted:  # the expected value has the quotes of the case
                yield from _check_value(own, stage, subject)
            yield from _check_day(own, stage, days.get(stage.document), subject)
        if now is not None:
            yield from _check_in_force(place, now, wanted, case, subject)


def _check_effects(case: DocumentCase, deal: Deal, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    """Check that the day of a document is in one of them, and that the quotes of a condition are."""
    for one in deal.documents:
        if one.file not in case.document_names or one.effective is None:
            continue
        if one.day is not None and date.fromisoformat(one.day) not in subject.cache.days:
            message = f"{one.file} takes effect on {one.day} by the deal, a day that appears in none of its documents."
            yield subject.warning(("deal",), message)
        for cited in () if isinstance(one.effective, str) else one.effective.citations:
            assessed = subject.cache.assess(cited.citation_in(one.file))
            if assessed.class_name is not ClassName.OK:
                yield subject.error(("deal",), f"the condition of {one.file}: {assessed.sentence}")


def _check_value(place: KeyPath, stage: Stage[Any], subject: CaseUnderCheck) -> Iterator[LintProblem]:
    for one in () if stage.value is None else _claim(place, stage.value, subject).parts:
        if not subject.cache.holds(one, stage.document):
            message = f"“{one.written[:80]}” does not appear in {stage.document}."
            yield subject.error((*place, "value"), message)


def _check_day(place: KeyPath, stage: Stage[Any], known: str | None, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    """Check that a value is in force from the day of its document, or from another day in the documents."""
    if stage.from_ == UNCLEAR and known is not None:
        message = f"{stage.document} takes effect on {known} by the deal; its day is not unclear."
        yield subject.error((*place, "from"), message)
    if stage.day not in (None, known) and date.fromisoformat(stage.day or "") not in subject.cache.days:
        by_deal = "does not say when it takes effect" if known is None else f"takes effect on {known} by the deal"
        message = f"{stage.document} {by_deal}, and {stage.day} does not appear in the documents."
        yield subject.error((*place, "from"), message)


def _check_in_force(
    place: KeyPath, now: Stage[Any], wanted: tuple[Any, ...], case: DocumentCase, subject: CaseUnderCheck
) -> Iterator[LintProblem]:
    if now.value is None and not wanted:
        return
    if now.value is None or not any(_is_same(place, now.value, one, subject) for one in wanted):
        held = "nothing" if now.value is None else f"“{_written(now.value)}”"
        said = f"“{_written(wanted[0])}”" if wanted else "nothing"
        message = f"on {case.as_of} the lineage has {held} in force, and the case expects {said}."
        yield subject.error((*place, "lineage"), message)


def _expected(part: WithLineage[Any]) -> tuple[Any, ...]:
    """Return what a case expects on its day, in each form that it gives; empty if no term is expected."""
    match part:
        case AnyOf():
            return part.any
        case ExpectedCovenant():
            return () if part.threshold is None else (part.threshold,)
        case ExpectedField():
            is_there = part.state is not FieldState.ABSENT and part.value is not None
            return (part.value, *part.surfaces) if is_there else ()
    return ()


def _is_same(place: KeyPath, one: Any, other: Any, subject: CaseUnderCheck) -> bool:
    """Return whether two values of a part mean the same, or are the same text."""
    if isinstance(one, str) and isinstance(other, str) and same_typography(one, other):
        return True
    left, right = (_keys(_claim(place, value, subject)) for value in (one, other))
    return bool(left) and left == right


def _keys(claim: Claim) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(part.kind.canonical(one) for one in part.candidates) for part in claim.parts)


def _claim(place: KeyPath, value: Any, subject: CaseUnderCheck) -> Claim:
    """Return what a document must contain for a value: by its kind for a field, else by its figures."""
    if "fields" in place:
        name = FieldId(str(place[place.index("fields") + 1]))
        return claim_of_value(name, plain(value), subject.cache.standard, subject.context)
    return claim_of_words(str(value), subject.context)


def _written(value: Any) -> str:
    items = value if isinstance(value, tuple) else (value,)
    return ", ".join(str(plain(item)) for item in items)[:80]
