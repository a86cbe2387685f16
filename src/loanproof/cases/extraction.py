"""What an extraction case expects: sixteen fields, tranches, and the amendment if the document is one."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Any, Generic, TypeAlias, TypeVar

from pydantic import Discriminator, Field, Tag

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
from loanproof.cases.written import EffectiveDate, ExpectedCitation, Many, Text, TextOr, TextOrList, form_of
from loanproof.core import FieldName, FileModel
from loanproof.outputs import DocumentKind, fold_label
from loanproof.standards import Label

V = TypeVar("V")

SHARED = "shared"


class FieldState(StrEnum):
    """What the document says about a field."""

    PRESENT = "present"
    ABSENT = "absent"
    ILLEGIBLE = "illegible"
    UNDETERMINABLE = "undeterminable"
    AMENDED = "amended"
    UNCHANGED = "unchanged"


class Derivable(FileModel, Generic[V]):
    """A value that stands nowhere but follows from the document, and the label it earns, declared or not."""

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


class ExpectedField(FileModel, Generic[V]):
    """The expected answer for one field.

    ``value`` is exact source text or the mandated form; ``surfaces`` are other forms that stand in the document,
    ``accept`` further forms that count as correct. Of an amended field ``value`` is the new one.
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
        """The labels in ``scope``; none for a value of the document as a whole."""
        if self.scope is None or self.scope == SHARED:
            return ()
        return (self.scope,) if isinstance(self.scope, str) else self.scope


AnyField: TypeAlias = ExpectedField[Any]


class ExpectedFields(FileModel):
    """Fields by name; one that is left out is not decided by the case."""

    borrower: ExpectedField[TextOrList[Text]] | None = None
    guarantors: ExpectedField[TextOrList[Text]] | None = None
    facility_agent: ExpectedField[Text] | None = None
    facility_amount: ExpectedField[TextOr[MoneyValue]] | None = None
    currency: ExpectedField[TextOrList[Text]] | None = None
    facility_type: ExpectedField[TextOrList[Text]] | None = None
    tenor: ExpectedField[TextOr[TenorValue]] | None = None
    maturity_date: ExpectedField[Text] | None = None
    margin: ExpectedField[TextOr[MarginValue]] | None = None
    reference_rate: ExpectedField[TextOr[ReferenceRateValue]] | None = None
    commitment_fee: ExpectedField[TextOr[CommitmentFeeValue]] | None = None
    repayment_schedule: ExpectedField[TextOr[RepaymentValue]] | None = None
    governing_law: ExpectedField[Text] | None = None
    conditions_precedent: ExpectedField[TextOrList[Condition]] | None = None
    mac_clause: ExpectedField[YesNo] | None = None
    negative_pledge: ExpectedField[YesNo] | None = None

    def get(self, name: FieldName) -> AnyField | None:
        """Return the expected answer for a field, or ``None`` where the case does not decide it."""
        field: AnyField | None = getattr(self, name.value)
        return field

    def items(self) -> Iterator[tuple[FieldName, AnyField]]:
        """Yield the decided fields in the order of the contract."""
        for name in FieldName:
            field = self.get(name)
            if field is not None:
                yield name, field


class ExpectedTranche(FileModel):
    """One tranche: its label, other names for it, and the fields that are its own."""

    label: Text
    also: Many[Text] = ()
    fields: ExpectedFields = Field(default_factory=ExpectedFields)

    @property
    def labels(self) -> tuple[str, ...]:
        """Every name of the tranche, the first one foremost."""
        return self.label, *self.also


class ExpectedAmendment(FileModel):
    """What holds for all amended fields that do not say it themselves."""

    effective_date: EffectiveDate


class ExtractionExpected(FileModel):
    """The expected answer of an extraction case."""

    document_kind: DocumentKind = DocumentKind.AGREEMENT
    fields: ExpectedFields = Field(default_factory=ExpectedFields)
    tranches: Many[ExpectedTranche] = ()
    amendment: ExpectedAmendment | None = None

    def shared_fields(self) -> Iterator[tuple[FieldName, AnyField]]:
        """Yield the fields of the document as a whole: those whose scope names no tranche."""
        return ((name, field) for name, field in self.fields.items() if not field.tranches)

    def tranche_fields(self, tranche: ExpectedTranche) -> Iterator[tuple[FieldName, AnyField]]:
        """Yield the fields of one tranche, whether they stand with it or in ``fields`` with its label as scope."""
        labels = {fold_label(label) for label in tranche.labels}
        for name in FieldName:
            field = tranche.fields.get(name)
            scoped = self.fields.get(name)
            if field is None and scoped is not None and labels.intersection(map(fold_label, scoped.tranches)):
                field = scoped
            if field is not None:
                yield name, field

    def effective_date_of(self, field: AnyField) -> EffectiveDate | None:
        """Return when an amended field takes effect: its own date wins over that of the amendment."""
        if field.effective_date is not None or self.amendment is None:
            return field.effective_date
        return self.amendment.effective_date
