"""What an extraction case expects: the fields of its standard, tranches, and the amendment if the document is one.

The standard defines the fields; :func:`expected_model` makes the models for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated, Any, Generic, TypeAlias, TypeVar

from pydantic import Discriminator, Field, Tag, create_model

from loanproof.cases.lineage import WithLineage
from loanproof.cases.structured import (
    CommitmentFeeValue,
    Condition,
    MarginValue,
    MoneyValue,
    ReferenceRateValue,
    RepaymentValue,
    TenorValue,
    YesNo,
)
from loanproof.cases.written import (
    EffectiveDate,
    ExpectedCitation,
    Many,
    Text,
    TextOr,
    TextOrList,
    form_of,
)
from loanproof.core import FieldId, FileModel
from loanproof.outputs import DocumentKind, fold_label
from loanproof.standards import Label, ValueKind

V = TypeVar("V")

SHARED = "shared"


class FieldState(StrEnum):
    """What the document says about a field. No answer is scored against a field that is still ``undecided``."""

    PRESENT = "present"
    ABSENT = "absent"
    ILLEGIBLE = "illegible"
    UNDETERMINABLE = "undeterminable"
    AMENDED = "amended"
    UNCHANGED = "unchanged"
    UNDECIDED = "undecided"

    @property
    def has_value(self) -> bool:
        """Whether the document states a value in this state."""
        return self in (FieldState.PRESENT, FieldState.AMENDED)


class Derivable(FileModel, Generic[V]):
    """A value that does not appear but follows from the document, and the label it gets, declared or not."""

    value: V
    label: Label
    undeclared_label: Label | None = None


class Conflict(FileModel, Generic[V]):
    """Another value that the document gives for the same field."""

    value: V
    citations: Many[ExpectedCitation] = ()


Scope: TypeAlias = Annotated[
    Annotated[Text, Tag("text")] | Annotated[tuple[Text, ...], Tag("list")],
    Discriminator(form_of, custom_error_type="form", custom_error_message="must be shared or a list of tranche labels"),
]


class ExpectedField(WithLineage[V], Generic[V]):
    """The expected answer for one field.

    ``value`` is exact source text or the mandated form; ``surfaces`` are other forms in the document, ``accept``
    further forms that count as correct. For an amended field ``value`` is the new one. For an illegible field
    ``surfaces`` are the legible characters, with ``#`` or ``?`` for each illegible one and ``…`` for any number of
    them: ``3.## per cent.``; a guess at low confidence must fit one of these forms.
    """

    state: FieldState = FieldState.PRESENT
    value: V | None = None
    surfaces: Many[Text] = ()
    accept: Many[Text] = ()
    scope: Scope | None = None
    original: V | None = None
    effective_date: EffectiveDate | None = None
    derivable: Many[Derivable[V]] = ()
    conflict: Many[Conflict[V]] = ()
    citations: Many[ExpectedCitation] = ()

    @property
    def tranches(self) -> tuple[str, ...]:
        """The labels in ``scope``; empty for a value of the document as a whole."""
        if self.scope is None or self.scope == SHARED:
            return ()
        return (self.scope,) if isinstance(self.scope, str) else self.scope


AnyField: TypeAlias = ExpectedField[Any]


class ExpectedFields(FileModel):
    """Fields by id; a field that is left out is not decided by the case. The standard defines the fields."""

    def get(self, name: FieldId) -> AnyField | None:
        """Return the expected answer for a field, or ``None`` if the case does not decide it."""
        field: AnyField | None = getattr(self, name) if name in type(self).model_fields else None
        return field

    def items(self) -> Iterator[tuple[FieldId, AnyField]]:
        """Yield the decided fields in the order of the contract."""
        for name in map(FieldId, type(self).model_fields):
            field = self.get(name)
            if field is not None:
                yield name, field


class ExpectedTranche(FileModel):
    """One tranche: its label, other names for it, and its own fields."""

    label: Text
    also: Many[Text] = ()
    fields: ExpectedFields = Field(default_factory=ExpectedFields)

    @property
    def labels(self) -> tuple[str, ...]:
        """Every name of the tranche, the main one first."""
        return self.label, *self.also


class ExpectedAmendment(FileModel):
    """What applies to all amended fields unless they say otherwise."""

    effective_date: EffectiveDate


class ExtractionExpected(FileModel):
    """The expected answer of an extraction case."""

    document_kind: DocumentKind = DocumentKind.AGREEMENT
    fields: ExpectedFields = Field(default_factory=ExpectedFields)
    tranches: Many[ExpectedTranche] = ()
    amendment: ExpectedAmendment | None = None

    def shared_fields(self) -> Iterator[tuple[FieldId, AnyField]]:
        """Yield the fields of the document as a whole: those whose scope names no tranche."""
        return ((name, field) for name, field in self.fields.items() if not field.tranches)

    def tranche_fields(self, tranche: ExpectedTranche) -> Iterator[tuple[FieldId, AnyField]]:
        """Yield the fields of one tranche, whether listed there or in ``fields`` with its label as scope."""
        labels = {fold_label(label) for label in tranche.labels}
        for name in map(FieldId, type(tranche.fields).model_fields):
            field = tranche.fields.get(name)
            scoped = self.fields.get(name)
            if field is None and scoped is not None and labels.intersection(map(fold_label, scoped.tranches)):
                field = scoped
            if field is not None:
                yield name, field

    def every_field(self) -> Iterator[tuple[FieldId, AnyField, str | None]]:
        """Yield the fields of the document, then those of each tranche with its label."""
        for name, field in self.shared_fields():
            yield name, field, None
        for tranche in self.tranches:
            for name, field in self.tranche_fields(tranche):
                yield name, field, tranche.label

    def decided_fields(self) -> Iterator[tuple[FieldId, AnyField, str | None]]:
        """Yield the fields that an answer is scored against."""
        return (one for one in self.every_field() if one[1].state is not FieldState.UNDECIDED)

    def undecided_fields(self) -> Iterator[tuple[FieldId, AnyField, str | None]]:
        """Yield the fields that nobody has decided yet."""
        return (one for one in self.every_field() if one[1].state is FieldState.UNDECIDED)

    def effective_date_of(self, field: AnyField) -> EffectiveDate | None:
        """Return when an amended field takes effect: its own date overrides that of the amendment."""
        if field.effective_date is not None or self.amendment is None:
            return field.effective_date
        return self.amendment.effective_date


_FIELDS: Mapping[ValueKind, Any] = {
    ValueKind.PARTY: ExpectedField[TextOrList[Text]],
    ValueKind.PARTIES: ExpectedField[TextOrList[Text]],
    ValueKind.MONEY: ExpectedField[TextOr[MoneyValue]],
    ValueKind.CURRENCY: ExpectedField[TextOrList[Text]],
    ValueKind.FACILITY_TYPE: ExpectedField[TextOrList[Text]],
    ValueKind.DURATION: ExpectedField[TextOr[TenorValue]],
    ValueKind.DATE: ExpectedField[Text],
    ValueKind.MARGIN: ExpectedField[TextOr[MarginValue]],
    ValueKind.REFERENCE_RATE: ExpectedField[TextOr[ReferenceRateValue]],
    ValueKind.COMMITMENT_FEE: ExpectedField[TextOr[CommitmentFeeValue]],
    ValueKind.REPAYMENT: ExpectedField[TextOr[RepaymentValue]],
    ValueKind.GOVERNING_LAW: ExpectedField[Text],
    ValueKind.CONDITIONS: ExpectedField[TextOrList[Condition]],
    ValueKind.YES_NO: ExpectedField[YesNo],
    ValueKind.TEXT: ExpectedField[Text],
}
"""How a field of each kind is written in a case."""


def expected_model(kinds: Mapping[FieldId, ValueKind]) -> type[ExtractionExpected]:
    """Return the model of what an extraction case expects, for a standard with these fields."""
    many: Any = Many  # a type checker does not know a type that is created here
    named: dict[str, Any] = {name: (_FIELDS[kind] | None, None) for name, kind in kinds.items()}
    fields = create_model("ExpectedFields", __base__=ExpectedFields, **named)
    own: Any = (fields, Field(default_factory=fields))
    tranche = create_model("ExpectedTranche", __base__=ExpectedTranche, fields=own)
    tranches: Any = (many[tranche], ())
    return create_model("ExtractionExpected", __base__=ExtractionExpected, fields=own, tranches=tranches)
