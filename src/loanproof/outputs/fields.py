"""The fields and tranches of an extraction: status, value, confidence, scope and citations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from loanproof.core import Citation, FieldId
from loanproof.outputs.confidence import UNSTATED, Confidence, read_confidence
from loanproof.outputs.findings import FindingCode, quote_for_message
from loanproof.outputs.parts import Part, type_of
from loanproof.outputs.places import (
    ConflictingValue,
    Derivation,
    EffectiveDate,
    read_citations,
    read_conflicts,
    read_derivation,
    read_effective_date,
)
from loanproof.outputs.plain_data import Value
from loanproof.outputs.structures import check_structure
from loanproof.standards import EvalStandard
from loanproof.values import Absence


class FieldStatus(StrEnum):
    """What an output says about a field."""

    EXTRACTED = "extracted"
    ABSENT = "absent"
    ILLEGIBLE = "illegible"
    UNDETERMINABLE = "undeterminable"
    AMENDED = "amended"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldOutput:
    """The answer for one field. A silently absent field has no such object.

    Attributes:
        name: Which field.
        status: What the answer is; never ``extracted`` without a value.
        value: The value as written; for an amended field the new one.
        confidence: How sure the system says it is; LOW if it says nothing.
        is_shared: The value is marked as common to all tranches.
        tranches: The tranches that the value is said to belong to, as written.
        citations: The citations given for it, in the output's order.
        original_value: The value before the amendment.
        effective_date: When the amendment of this field takes effect.
        derived: How the value was computed, if it is declared as computed.
        conflicts: Other values that the document is said to give.
        note: A remark for people.
    """

    name: FieldId
    status: FieldStatus
    value: Value = None
    confidence: Confidence = UNSTATED
    is_shared: bool = False
    tranches: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()
    original_value: Value = None
    effective_date: EffectiveDate | None = None
    derived: Derivation | None = None
    conflicts: tuple[ConflictingValue, ...] = ()
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrancheOutput:
    """The answer for one tranche; ``label`` is as written."""

    label: str | None
    fields: tuple[FieldOutput, ...]


def _is_absence(value: Value, absence: Absence) -> bool:
    """Return whether a value says explicitly that there is none: ``N/A``, ``none``, ``[]``, null."""
    if isinstance(value, str):
        return absence.value(value)
    return value is None or (isinstance(value, tuple) and all(_is_no_item(item, absence) for item in value))


def _is_no_item(item: Value, absence: Absence) -> bool:
    return absence.item(item or "") if item is None or isinstance(item, str) else _is_absence(item, absence)


def _stated_without_value(value: Value, absence: Absence) -> FieldStatus | None:
    """Return the status that a value itself implies: absent for ``none``, undeterminable for ``unknown`` (C-17)."""
    if _is_absence(value, absence):
        return FieldStatus.ABSENT
    texts = value if isinstance(value, tuple) else (value,)
    is_open = all(isinstance(text, str) and absence.unsettled(text) for text in texts)
    return FieldStatus.UNDETERMINABLE if is_open else None


def read_fields(part: Part, standard: EvalStandard) -> tuple[FieldOutput, ...]:
    """Read the ``fields`` of an output or of a tranche, in order; unknown names are reported and left out."""
    fields = part.part("fields")
    if fields is None:
        return ()
    read = [_field(fields, name, standard) for name in standard.fields if name in fields]
    fields.close(standard.fields)
    order = list(fields.data)
    return tuple(sorted((field for field in read if field is not None), key=lambda field: order.index(field.name)))


def read_tranches(part: Part, standard: EvalStandard) -> tuple[TrancheOutput, ...]:
    """Read ``tranches``; one without a label is kept, because its values may still identify it."""
    read: list[TrancheOutput] = []
    seen: set[str] = set()
    for entry in part.parts("tranches"):
        label = entry.text("label")
        folded = fold_label(label or "")
        if not folded:
            entry.note(FindingCode.MISSING_KEY, "label", "The tranche has no label.")
        elif folded in seen:
            entry.note(FindingCode.DUPLICATE_TRANCHE, "label", f"The tranche {quote_for_message(label)} appears twice.")
        seen.add(folded)
        read.append(TrancheOutput(label=label if folded else None, fields=read_fields(entry, standard)))
        entry.close()
    return tuple(read)


def fold_label(label: str) -> str:
    """Return a tranche label in lower case without extra white space, for comparison."""
    return " ".join(label.casefold().split())


def _field(fields: Part, name: FieldId, standard: EvalStandard) -> FieldOutput | None:
    written = fields.value(name)
    if isinstance(written, Mapping):
        return _stated_field(Part(written, fields.at(name), fields.findings), name, standard)
    value = _value(fields, name, written)
    status = _stated_without_value(value, standard.absence)
    is_blank = value is None and written is not None
    if status is None or is_blank:
        message = f"A field is an object with status and value, not {type_of(written)}."
        fields.note(FindingCode.WRONG_TYPE, name, message)
    if is_blank and not standard.absence.value(""):
        return None
    return FieldOutput(name=name, status=status or FieldStatus.EXTRACTED, value=value if status is None else None)


def _stated_field(part: Part, name: FieldId, standard: EvalStandard) -> FieldOutput | None:
    value = _value(part, "value", part.value("value"))
    status = _status(part, value, standard.absence)
    if status is None:
        # An object with neither is not a statement: the field counts as silently absent.
        part.note(FindingCode.EMPTY_FIELD, None, "The field has neither a known status nor a value.")
        return None
    check_structure(standard.kind_of(name), value, part, "value")
    is_shared, tranches = _scope(part, standard.absence)
    original = part.value("original_value")
    check_structure(standard.kind_of(name), original, part, "original_value")
    field = FieldOutput(
        name=name,
        status=status,
        value=value
        if status is FieldStatus.AMENDED or _stated_without_value(value, standard.absence) is None
        else None,
        confidence=read_confidence(part, standard),
        is_shared=is_shared,
        tranches=tranches,
        citations=read_citations(part),
        original_value=original,
        effective_date=read_effective_date(part),
        derived=read_derivation(part),
        conflicts=read_conflicts(part, standard.absence),
        note=part.text("note"),
    )
    part.close()
    return field


def _value(part: Part, key: str, value: Value) -> Value:
    """Return a value; one that is written but empty becomes null, with a finding."""
    if (isinstance(value, str) and not value.strip()) or (isinstance(value, Mapping) and not value):
        part.note(FindingCode.EMPTY_VALUE, key, "The value is empty; this counts as absent.")
        return None
    return value


def _status(part: Part, value: Value, absence: Absence) -> FieldStatus | None:
    """Return the status that counts: the stated one, corrected if the value contradicts it.

    Without a known status the value decides, including null; if there is no value either, nothing is stated.
    """
    stated = part.word("status", FieldStatus)
    without = _stated_without_value(value, absence)
    if stated is None and "value" not in part:
        return None
    if stated is None:
        return without or FieldStatus.EXTRACTED
    if stated is FieldStatus.ABSENT and without is None:
        message = "The status is absent, but a value is given; the value is read."
        part.note(FindingCode.STATUS_CONTRADICTS_VALUE, "status", message)
        return FieldStatus.EXTRACTED
    if stated is FieldStatus.EXTRACTED and without is not None:
        message = f"The status is extracted, but no value is given; this counts as {without}."
        part.note(FindingCode.STATUS_CONTRADICTS_VALUE, "status", message)
        return without
    if stated is FieldStatus.AMENDED and value is None:  # an amendment may take away what was there: none is a value
        part.note(FindingCode.MISSING_KEY, "value", "The new value of the amended field is missing.")
    return stated


def _scope(part: Part, absence: Absence) -> tuple[bool, tuple[str, ...]]:
    scope = part.value("scope")
    if isinstance(scope, str) and scope.strip().lower() == "shared":
        return True, ()
    return False, tuple(text for text in part.texts("scope") if not absence.label(text))
