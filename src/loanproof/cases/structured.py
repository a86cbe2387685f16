"""Structured values: the parts of a money amount, margin, reference rate, tenor, fee or repayment schedule."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import BeforeValidator, Discriminator, Field, Tag, WithJsonSchema
from pydantic_core import PydanticCustomError

from loanproof.cases.written import Many, Some, Text, form_of
from loanproof.core import Exact, FileModel, Whole
from loanproof.values import RepaymentClass

_YES = frozenset({"y", "yes", "true"})
_NO = frozenset({"n", "no", "false"})


class MoneyValue(FileModel):
    """An amount and its currency."""

    amount: Exact
    currency: Text


class GridRow(FileModel):
    """One row of a grid: the condition, and the rate that applies under it."""

    when: Text
    value: Text


class OptionRow(FileModel):
    """The margin for one of several reference rates."""

    rate: Text
    value: Text


class StepRow(FileModel):
    """The margin from a date on."""

    from_: Text = Field(alias="from")
    value: Text


class MarginValue(FileModel):
    """A margin with its opening level, grid, options, steps and spread adjustment."""

    opening: Text | None = None
    rows: Many[GridRow] = ()
    options: Many[OptionRow] = ()
    steps: Many[StepRow] = ()
    adjustment: Text | None = None


class ReferenceRateValue(FileModel):
    """A reference rate: family, tenor and method."""

    family: Text
    tenor: Text | None = None
    method: Text | None = None


class TenorValue(FileModel):
    """A tenor in months or in days."""

    months: Whole | None = None
    days: Whole | None = None


class FeeBasis(StrEnum):
    """What a commitment fee is charged on."""

    PER_ANNUM = "pa"
    PCT_OF_MARGIN = "pct_of_margin"
    GRID = "grid"
    FEE_LETTER = "fee_letter"
    NONE = "none"


class CommitmentFeeValue(FileModel):
    """A commitment fee with its basis."""

    basis: FeeBasis
    value: Text | None = None
    on: Text | None = None
    rows: Many[GridRow] = ()


class RepaymentRow(FileModel):
    """One instalment: its date, and an amount or a percentage."""

    date: Text
    amount: Text | None = None
    percent: Exact | None = None


class RepaymentValue(FileModel):
    """A repayment schedule: its class and what is known about its instalments."""

    class_: Text = Field(
        alias="class", description="A class of repayment, or its words.", examples=[one.value for one in RepaymentClass]
    )
    count: Whole | None = None
    frequency: Text | None = None
    first: Text | None = None
    last: Text | None = None
    amount: Text | None = None
    rows: Many[RepaymentRow] = ()


class ConditionValue(FileModel):
    """A condition precedent with the keywords by which an output names it."""

    name: Text
    any: Some[Text]


Condition = Annotated[
    Annotated[Text, Tag("text")] | Annotated[ConditionValue, Tag("object")],
    Discriminator(form_of, custom_error_type="form", custom_error_message="must be text or {name, any}"),
]


def _parse_yes_no(written: object) -> object:
    word = str(written).lower() if isinstance(written, str | bool) else ""
    if word in _YES or word in _NO:
        return "Y" if word in _YES else "N"
    raise PydanticCustomError("yes_no", "must be Y or N")


YesNo = Annotated[str, BeforeValidator(_parse_yes_no), WithJsonSchema({"enum": ["Y", "N", True, False]})]
"""``Y`` or ``N``, however it is written in the file."""
