"""The closed sets of words in the two standards, and the types that both share."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import AfterValidator, BeforeValidator
from pydantic_core import PydanticCustomError

from loanproof.core import Exact, FileModel, Flag
from loanproof.standards.figures import Prose
from loanproof.values import (
    COMMITMENT_FEE_KIND,
    CONDITION_KIND,
    CURRENCY_KIND,
    DATE_KIND,
    DURATION_KIND,
    FACILITY_TYPE_KIND,
    LAW_KIND,
    MARGIN_KIND,
    MONEY_KIND,
    PARTY_KIND,
    PLAIN_TEXT_KIND,
    REFERENCE_RATE_KIND,
    REPAYMENT_KIND,
    YES_NO_KIND,
    Kind,
)

if TYPE_CHECKING:
    from decimal import Decimal
    from fractions import Fraction

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


def _freeze(pairs: Mapping[_Key, _Value]) -> Mapping[_Key, _Value]:
    return MappingProxyType(dict(pairs))


Table = Annotated[Mapping[_Key, _Value], AfterValidator(_freeze)]
"""A mapping that keeps the order of the file and cannot be changed after reading."""


def _parse_switch(written: object) -> object:
    if isinstance(written, bool):
        return written
    if written in ("on", "off"):
        return written == "on"
    raise PydanticCustomError("switch", "must be on or off")


Switch = Annotated[bool, BeforeValidator(_parse_switch)]
"""Whether a ruling is in force, written ``on`` or ``off``."""


class Label(StrEnum):
    """The result for an item of an output; each capability uses some of these.

    Which labels are right, and their order, is defined only here. The run rubric alone has its own list,
    ``accuracy_right_labels``, because it is locked data that a house may change.
    """

    CORRECT = "correct"
    SEMANTIC_MATCH = "semantic_match"
    PARTIAL = "partial"
    FAIL = "fail"
    HALLUCINATION = "hallucination"
    TRUE_NEGATIVE = "true_negative"
    GROUNDED_REFUSAL = "grounded_refusal"

    @property
    def rank(self) -> int:
        """From 0 (as it should be) to 4 (invented); labels of equal rank are equally good."""
        return _RANK[self]

    @property
    def is_right(self) -> bool:
        """Whether the item is right, in any form; a partial one is neither right nor wrong."""
        return self.rank <= Label.SEMANTIC_MATCH.rank

    @property
    def is_wrong(self) -> bool:
        """Whether the item is a fail or a hallucination."""
        return self.rank >= Label.FAIL.rank

    def limited_to(self, best: Label) -> Label:
        """Return this label, or ``best`` if this one is better: limits never improve a label."""
        return self if self.rank >= best.rank else best


_RANK = {
    Label.CORRECT: 0,
    Label.TRUE_NEGATIVE: 0,
    Label.GROUNDED_REFUSAL: 0,
    Label.SEMANTIC_MATCH: 1,
    Label.PARTIAL: 2,
    Label.FAIL: 3,
    Label.HALLUCINATION: 4,
}


class ValueKind(StrEnum):
    """The kind of value of a field, which decides how it is parsed and compared."""

    PARTY = "party"
    PARTIES = "parties"
    MONEY = "money"
    CURRENCY = "currency"
    FACILITY_TYPE = "facility_type"
    DURATION = "duration"
    DATE = "date"
    MARGIN = "margin"
    REFERENCE_RATE = "reference_rate"
    COMMITMENT_FEE = "commitment_fee"
    REPAYMENT = "repayment"
    GOVERNING_LAW = "governing_law"
    CONDITIONS = "conditions"
    YES_NO = "yes_no"
    TEXT = "text"

    @property
    def of_item(self) -> Kind[Any]:
        """How one value is parsed and compared; for a list, one of its items."""
        return _KINDS[self]

    @property
    def is_party(self) -> bool:
        """Whether a field names one party or several."""
        return _KINDS[self] is PARTY_KIND

    @property
    def is_list(self) -> bool:
        """Whether a field is a list of values, which may be empty."""
        return self in (ValueKind.PARTIES, ValueKind.CONDITIONS)


_KINDS: Mapping[ValueKind, Kind[Any]] = {
    ValueKind.PARTY: PARTY_KIND,
    ValueKind.PARTIES: PARTY_KIND,
    ValueKind.MONEY: MONEY_KIND,
    ValueKind.CURRENCY: CURRENCY_KIND,
    ValueKind.FACILITY_TYPE: FACILITY_TYPE_KIND,
    ValueKind.DURATION: DURATION_KIND,
    ValueKind.DATE: DATE_KIND,
    ValueKind.MARGIN: MARGIN_KIND,
    ValueKind.REFERENCE_RATE: REFERENCE_RATE_KIND,
    ValueKind.COMMITMENT_FEE: COMMITMENT_FEE_KIND,
    ValueKind.REPAYMENT: REPAYMENT_KIND,
    ValueKind.GOVERNING_LAW: LAW_KIND,
    ValueKind.CONDITIONS: CONDITION_KIND,
    ValueKind.YES_NO: YES_NO_KIND,
    ValueKind.TEXT: PLAIN_TEXT_KIND,
}


class MandatedForm(StrEnum):
    """The form that the contract prescribes for a field, whatever the document's form."""

    AMOUNT_AND_CURRENCY = "amount_and_currency"
    ISO_4217 = "iso_4217"
    ISO_8601_DATE = "iso_8601_date"
    YES_OR_NO = "yes_or_no"

    @property
    def words(self) -> str:
        """The form in words, with an example."""
        return _FORM_WORDS[self]


_FORM_WORDS = MappingProxyType(
    {
        MandatedForm.AMOUNT_AND_CURRENCY: "an amount with its currency (USD 1,000,000)",
        MandatedForm.ISO_4217: "a currency code of three letters (USD)",
        MandatedForm.ISO_8601_DATE: "a date as year-month-day (2031-03-31)",
        MandatedForm.YES_OR_NO: "Y or N",
    }
)


class ConfidenceLevel(StrEnum):
    """How sure the system under test says it is about a field."""

    HIGH = "HIGH"
    MEDIUM = "MEDIUM"
    LOW = "LOW"


class Hitl(StrEnum):
    """Whether a person must check a field: not at all, should, or must before it is exported."""

    NONE = "none"
    FLAG = "flag"
    REQUIRED = "required"


class LimitOperator(StrEnum):
    """How a measured figure is compared with its limit."""

    AT_LEAST = ">="
    AT_MOST = "<="
    EQUAL = "=="


class Limit(FileModel):
    """A limit for a measured figure."""

    comparison: LimitOperator
    value: Exact

    def is_met_by(self, measured: Decimal | Fraction) -> bool:
        """Return whether an exact figure meets the limit; equality always does."""
        match self.comparison:
            case LimitOperator.AT_LEAST:
                return self.value <= measured
            case LimitOperator.AT_MOST:
                return self.value >= measured
            case LimitOperator.EQUAL:
                return self.value == measured


class Change(FileModel):
    """One row of a standard's version history."""

    version: Prose
    date: Prose
    change: Prose
    covers: tuple[Prose, ...] = ()


class Identity(FileModel):
    """Which standard this is, which version, and who is responsible for it.

    A draft of ours is not locked yet: it may still change, and nothing is released under it.
    """

    name: str
    version: str
    title: Prose
    date: str | None
    base: str | None
    approved_by: tuple[str, ...]
    audience: tuple[Prose, ...] = ()
    protected: tuple[Prose, ...] = ()
    change_needs: tuple[Prose, ...] = ()
    history: tuple[Change, ...] = ()
    draft: Flag = False
