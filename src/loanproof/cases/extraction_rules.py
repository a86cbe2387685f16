"""Contradictions inside the expected fields and tranches of an extraction case."""

from __future__ import annotations

from collections.abc import Iterator

from loanproof.cases.citations import KeyPath
from loanproof.cases.extraction import SHARED, AnyField, ExtractionExpected, FieldState
from loanproof.cases.faults import Fault, is_date
from loanproof.cases.structured import RepaymentValue, TenorValue
from loanproof.cases.written import EffectiveDate
from loanproof.core import UNCLEAR, FieldId
from loanproof.outputs import DocumentKind, fold_label
from loanproof.standards import EvalStandard

_WITHOUT_VALUE = frozenset({FieldState.ABSENT, FieldState.UNCHANGED, FieldState.UNDETERMINABLE, FieldState.UNDECIDED})
_OF_AMENDMENTS = frozenset({FieldState.AMENDED, FieldState.UNCHANGED})
_QUOTE_IT = "Take the value out; the formula that an answer should give is that of the quote under citations."


def check_extraction(expected: ExtractionExpected, standard: EvalStandard) -> Iterator[Fault]:
    """Yield the contradictions inside what an extraction case expects."""
    root: KeyPath = ("expected",)
    if not any(expected.fields.items()) and not expected.tranches:
        yield Fault(place=root, message="nothing is expected: there are no fields and no tranches.")
    elif any(expected.undecided_fields()) and not any(expected.decided_fields()):
        yield Fault(place=root, message="every field is undecided.", hint="Decide at least one of them.")
    for name, field in expected.fields.items():
        yield from _check_field(name, field, (*root, "fields", name), expected)
        if field.tranches and not standard.is_per_tranche(name):
            message = f"{name} is never the field of one tranche."
            yield Fault(place=(*root, "fields", name, "scope"), message=message, hint=f"Write {SHARED}.")
        yield from _check_scope(name, field, (*root, "fields", name, "scope"), expected)
    yield from _check_tranches(expected, (*root, "tranches"), standard)
    if expected.amendment is not None:
        yield from _check_date(expected.amendment.effective_date, (*root, "amendment", "effective_date"))


def _check_field(name: FieldId, field: AnyField, place: KeyPath, expected: ExtractionExpected) -> Iterator[Fault]:
    if field.state.has_value and field.value is None:
        hint = "Write state: absent if the document has none." if field.state is FieldState.PRESENT else None
        yield Fault(place=place, message=f"{name}: a field that is {field.state} has a value.", hint=hint)
    if field.state in _WITHOUT_VALUE and field.value is not None:
        hint = _QUOTE_IT if field.state is FieldState.UNDETERMINABLE else None
        yield Fault(place=(*place, "value"), message=f"{name}: a field that is {field.state} has no value.", hint=hint)
    if field.state is not FieldState.AMENDED and field.original is not None:
        yield Fault(place=(*place, "original"), message=f"{name}: only an amended field has an original value.")
    if field.state is not FieldState.AMENDED and field.effective_date is not None:
        yield Fault(place=(*place, "effective_date"), message=f"{name}: only an amended field has an effective date.")
    if field.state in _OF_AMENDMENTS and expected.document_kind is DocumentKind.AGREEMENT:
        hint = "Write document_kind: amendment."
        message = f"{name}: a field of an agreement is not {field.state}."
        yield Fault(place=(*place, "state"), message=message, hint=hint)
    if field.state is FieldState.AMENDED and expected.effective_date_of(field) is None:
        hint = "Write it, or unclear, here or under amendment."
        yield Fault(place=place, message=f"{name}: an amended field has an effective date.", hint=hint)
    if field.effective_date is not None:
        yield from _check_date(field.effective_date, (*place, "effective_date"))
    yield from _check_structure(field.value, (*place, "value"))


def _check_date(written: EffectiveDate, place: KeyPath) -> Iterator[Fault]:
    if isinstance(written, str) and written != UNCLEAR and not is_date(written):
        hint = "Write a date, unclear, or {state: conditional, condition: …}."
        yield Fault(place=place, message=f"{written[:60]!r} is not an effective date.", hint=hint)


def _check_structure(value: object, place: KeyPath) -> Iterator[Fault]:
    if isinstance(value, TenorValue) and (value.months is None) == (value.days is None):
        yield Fault(place=place, message="a tenor has either months or days.")
    if isinstance(value, RepaymentValue):
        for at, row in enumerate(value.rows):
            if (row.amount is None) == (row.percent is None):
                yield Fault(place=(*place, "rows", at), message="an instalment has either an amount or a percent.")


def _check_scope(name: FieldId, field: AnyField, place: KeyPath, expected: ExtractionExpected) -> Iterator[Fault]:
    for label in field.tranches:
        owner = next((t for t in expected.tranches if fold_label(label) in map(fold_label, t.labels)), None)
        if owner is None:
            yield Fault(place=place, message=f"there is no tranche {label[:60]!r}.", hint="List it under tranches.")
        elif owner.fields.get(name) is not None:
            yield Fault(place=place, message=f"{name} of the tranche {label[:60]!r} is given twice.")


def _check_tranches(expected: ExtractionExpected, root: KeyPath, standard: EvalStandard) -> Iterator[Fault]:
    seen: set[str] = set()
    for at, tranche in enumerate(expected.tranches):
        for label in tranche.labels:
            if fold_label(label) in seen:
                key = "label" if label == tranche.label else "also"
                yield Fault(place=(*root, at, key), message=f"the tranche label {label[:60]!r} appears twice.")
            seen.add(fold_label(label))
        for name, field in tranche.fields.items():
            place: KeyPath = (*root, at, "fields", name)
            if not standard.is_per_tranche(name):
                hint = "Move it to the fields of the document."
                yield Fault(place=place, message=f"{name} is never the field of one tranche.", hint=hint)
            if field.scope is not None:
                yield Fault(place=(*place, "scope"), message="a field inside a tranche has no scope.")
            yield from _check_field(name, field, place, expected)
