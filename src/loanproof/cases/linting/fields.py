"""The expected fields of an extraction case: they must be readable and be in their quotes, in all their forms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from pydantic import BaseModel

from loanproof.cases.extraction import AnyField, ExtractionExpected, FieldState
from loanproof.cases.linting.computed import is_computed_date, without_computed_days
from loanproof.cases.linting.doublets import doublets_that_disagree
from loanproof.cases.linting.shortened import left_out, other_writing
from loanproof.cases.linting.tenors import tenors_that_differ
from loanproof.cases.structured import ConditionValue
from loanproof.core import UNCLEAR, FieldId
from loanproof.provenance import Claim, claim_of_text, claim_of_value
from loanproof.standards import MATURITY_DATE, ValueKind
from loanproof.values import CONDITION_KIND, Mentions, Unreadable, parts_of

if TYPE_CHECKING:
    from loanproof.cases.citations import KeyPath
    from loanproof.cases.linting.case_under_check import CaseUnderCheck
    from loanproof.cases.linting.report import LintProblem


def list_fields(expected: ExtractionExpected) -> Iterator[tuple[KeyPath, FieldId, AnyField]]:
    """Yield every expected field with its place in the file, those of the tranches after the others."""
    for name, field in expected.fields.items():
        yield ("expected", "fields", name), name, field
    for at, tranche in enumerate(expected.tranches):
        for name, field in tranche.fields.items():
            yield ("expected", "tranches", at, "fields", name), name, field


def _of_tranche(claim: Claim, place: KeyPath, expected: ExtractionExpected) -> Claim:
    """Return the claim of a field for its tranche, if it is in one."""
    labels = [tranche.labels for tranche in expected.tranches]
    return claim.of_tranche(labels[place[2]][0], labels) if isinstance(place[2], int) else claim


def plain(value: object) -> object:
    """Return a value of a case as plain data, with structures as mappings with the keys of the file."""
    return value.model_dump(by_alias=True) if isinstance(value, BaseModel) else value


def check_fields(expected: ExtractionExpected, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    """Yield the problems of all expected fields."""
    for place, name, field in list_fields(expected):
        if field.state.has_value and field.value is not None:
            yield from _check_readable(place, name, field, subject)
            yield from _check_value(place, name, field, expected, subject)
            yield from _check_whole(place, name, field, subject)
        if field.state is not FieldState.ILLEGIBLE:  # an illegible value cannot be looked up
            yield from _check_surfaces(place, field, subject)
        yield from _check_conflicts(place, name, field, subject)
        if field.state is FieldState.AMENDED:
            yield from _check_amended(place, name, field, expected, subject)


def _check_readable(place: KeyPath, name: FieldId, field: AnyField, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    kind = subject.cache.standard.kind_of(name)
    if kind is ValueKind.CONDITIONS:
        return
    items = field.value if isinstance(field.value, tuple) else (field.value,)
    for item in items:
        reading = kind.of_item.read(_structure(item), subject.context)
        if isinstance(reading, Unreadable) and not _is_own_rate(kind, item, subject):
            yield subject.warning((*place, "value"), f"the value cannot be read: {reading.why}")


def _check_whole(place: KeyPath, name: FieldId, field: AnyField, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    """Check that a value has the unit, currency, day and name that its quotes have: an output must match all of it."""
    kind = subject.cache.standard.kind_of(name)
    for item in field.value if isinstance(field.value, tuple) else (field.value,):
        shorter = left_out(kind, _structure(item), field.citations, subject)
        if shorter is not None:
            message = f"the value leaves out {shorter[0]}; the quote says “{shorter[1][:80]}”. Write it like that."
            yield subject.error((*place, "value"), message)
        elif kind.is_party and isinstance(item, str) and not field.surfaces:
            other = other_writing(item, kind, field.citations, subject)
            if other is not None:
                message = f"the quote writes the name “{other[:80]}”. Write it like that."
                yield subject.warning((*place, "value"), message)


def _is_own_rate(kind: ValueKind, item: object, subject: CaseUnderCheck) -> bool:
    """Return whether a reference rate is a term that the documents define themselves, such as ``Alternate Rate``."""
    return kind is ValueKind.REFERENCE_RATE and isinstance(item, str) and subject.cache.defines(item)


def _structure(item: object) -> str | Mapping[str, object]:
    return item if isinstance(item, str) else item.model_dump(by_alias=True) if isinstance(item, BaseModel) else {}


def _check_value(
    place: KeyPath, name: FieldId, field: AnyField, expected: ExtractionExpected, subject: CaseUnderCheck
) -> Iterator[LintProblem]:
    value = field.value
    if isinstance(value, tuple) and any(isinstance(item, ConditionValue) for item in value):
        for at, item in enumerate(value):
            yield from _check_condition((*place, "value", at), place, item, field, subject)
        return
    if name == MATURITY_DATE and is_computed_date(value, field.citations, subject):
        return
    claim = _of_tranche(claim_of_value(name, plain(value), subject.cache.standard, subject.context), place, expected)
    if subject.cache.standard.kind_of(name) is ValueKind.REPAYMENT:
        claim = without_computed_days(claim, field.citations, subject)
    settled = replace(claim, surfaces=field.surfaces)
    yield from subject.check_support(place, (*place, "value"), settled, field.citations)
    if field.surfaces and len(claim.parts) > 1:
        yield from _check_settled(place, claim, field, subject)
    for written in () if field.conflict else doublets_that_disagree(claim, field.citations, subject.context):
        message = f"the quote says two things, “{written[:80]}”; the one that does not govern belongs under conflict."
        yield subject.error((*place, "value"), message)
    if subject.cache.standard.kind_of(name) is ValueKind.REFERENCE_RATE:
        for written in tenors_that_differ(claim, field.citations, subject.context):
            yield subject.error((*place, "value"), f"the quote names another tenor, “{written[:80]}”.")


def _check_settled(place: KeyPath, claim: Claim, field: AnyField, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    """Check ``surfaces``: they explain quotes that cannot be parsed, not figures that contradict the value."""
    if subject.missing(replace(claim, surfaces=field.surfaces), field.citations) or subject.is_faulty(place):
        return
    scans = [Mentions.in_text(one.quote, subject.context) for one in field.citations]
    for part in subject.missing(claim, field.citations):
        if not part.kind.is_described and any(scan.of(part.kind) for scan in scans):
            message = f"none of your quotes shows “{part.written[:80]}”, and they state another {part.kind.noun}."
            yield subject.error((*place, "value"), message)


def _check_condition(
    place: KeyPath, owner: KeyPath, item: str | ConditionValue, field: AnyField, subject: CaseUnderCheck
) -> Iterator[LintProblem]:
    """Check that a condition is in its quotes by name, or by a keyword that outputs are matched with."""
    forms = (item,) if isinstance(item, str) else (item.name, *item.any)
    claims = [Claim(parts=parts_of(CONDITION_KIND, form)) for form in forms]
    if field.citations and any(not subject.missing(claim, field.citations) for claim in claims):
        return
    yield from subject.check_support(owner, place, claims[0], field.citations)


def _check_surfaces(place: KeyPath, field: AnyField, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    for at, surface in enumerate(field.surfaces):
        if not subject.cache.holds_words(surface):
            message = f"“{surface[:80]}” does not appear in the documents."
            yield subject.error((*place, "surfaces", at), message)


def _check_conflicts(place: KeyPath, name: FieldId, field: AnyField, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    for at, conflict in enumerate(field.conflict):
        owner: KeyPath = (*place, "conflict", at)
        claim = claim_of_value(name, plain(conflict.value), subject.cache.standard, subject.context)
        yield from subject.check_support(owner, (*owner, "value"), claim, conflict.citations)


def _check_amended(
    place: KeyPath, name: FieldId, field: AnyField, expected: ExtractionExpected, subject: CaseUnderCheck
) -> Iterator[LintProblem]:
    """Check that original value and effective date are in a quote of the field, or anywhere in the documents."""
    if field.original is not None:
        claim = claim_of_value(name, plain(field.original), subject.cache.standard, subject.context)
        yield from _check_somewhere((*place, "original"), claim, field, subject)
    date = expected.effective_date_of(field)
    if isinstance(date, str) and date != UNCLEAR:
        own = field.effective_date is not None
        at: KeyPath = (*place, "effective_date") if own else ("expected", "amendment", "effective_date")
        yield from _check_somewhere(at, claim_of_text(date, context=subject.context), field, subject)


def _check_somewhere(place: KeyPath, claim: Claim, field: AnyField, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    for part in subject.missing(claim, field.citations):
        if not subject.cache.holds(part):
            yield subject.error(place, f"“{part.written[:80]}” does not appear in the documents.")
