"""One entry of a benchmark library: what a publication says about a term, and its file format.

Form positions, market ranges and rate conventions are separate, because a form hardly ever states a price.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from loanproof.core import Exact, FileModel


class EntryKind(StrEnum):
    """What an entry is about: a recommended form, the market, or a convention of a reference rate."""

    FORM_POSITION = "form_position"
    MARKET_RANGE = "market_range"
    RATE_CONVENTION = "rate_convention"


class Basis(StrEnum):
    """The point of the benchmark that a gap is measured from."""

    POINT = "point"
    NEAREST_BOUND = "nearest_bound"
    MIDPOINT = "midpoint"


class Status(StrEnum):
    """How far a library may be relied on."""

    ILLUSTRATIVE = "illustrative"
    REVIEWED = "reviewed"


class SourceKind(StrEnum):
    """Where an entry comes from."""

    PUBLIC = "public"
    MARKET_KNOWLEDGE = "market_knowledge"
    LICENSED = "licensed"
    OWN_DATA = "own_data"


class EntryValue(FileModel):
    """What a benchmark says, in exactly one form: a point, a range from low to high, or words."""

    point: str | None = Field(default=None, min_length=1)
    range: tuple[Exact, Exact] | None = None
    text: str | None = Field(default=None, min_length=1)

    @model_validator(mode="after")
    def _has_one_form(self) -> EntryValue:
        given = [form for form in (self.point, self.range, self.text) if form is not None]
        if len(given) != 1:
            raise PydanticCustomError("one_form", "a value has exactly one of point, range and text")
        if self.range is not None and self.range[0] >= self.range[1]:
            raise PydanticCustomError("range", "a range goes from the lower to the higher figure")
        return self


class EntryModel(FileModel):
    """One entry as in a file."""

    id: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")
    term: str = Field(pattern=r"^[a-z0-9]+([_-][a-z0-9]+)*$")
    kind: EntryKind
    clause: str | None = None
    value: EntryValue
    unit: str | None = Field(default=None, min_length=1)
    gap_basis: Basis = Basis.POINT
    laws: tuple[str, ...] = ()
    source_kind: SourceKind
    reviewed_by: str | None

    @model_validator(mode="after")
    def _is_measurable(self) -> EntryModel:
        if self.value.text is None and self.unit is None:
            raise PydanticCustomError("unit", "a point or range has a unit")
        if (self.value.range is None) != (self.gap_basis is Basis.POINT):
            raise PydanticCustomError(
                "basis", "a range has the gap_basis nearest_bound or midpoint, other values point"
            )
        return self


class BenchmarkFile(FileModel):
    """One publication with its entries."""

    publication: str = Field(min_length=1)
    title: str = Field(min_length=1)
    as_of: str = Field(pattern=r"^\d{4}-\d{2}-\d{2}$")
    status: Status
    entries: tuple[EntryModel, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry with the common data of its file; ``file`` and ``line`` say where it is written."""

    id: str
    term: str
    publication: str
    title: str
    kind: EntryKind
    clause: str | None
    value: EntryValue
    unit: str | None
    gap_basis: Basis
    laws: tuple[str, ...]
    status: Status
    as_of: str
    source_kind: SourceKind
    reviewed_by: str | None
    file: str
    line: int

    @classmethod
    def of(cls, model: BenchmarkFile, entry: EntryModel, *, file: str, line: int) -> Entry:
        """Return an entry with the common data of its file."""
        return cls(
            id=entry.id,
            term=entry.term,
            publication=model.publication,
            title=model.title,
            kind=entry.kind,
            clause=entry.clause,
            value=entry.value,
            unit=entry.unit,
            gap_basis=entry.gap_basis,
            laws=entry.laws,
            status=model.status,
            as_of=model.as_of,
            source_kind=entry.source_kind,
            reviewed_by=entry.reviewed_by,
            file=file,
            line=line,
        )

    @property
    def value_text(self) -> str:
        """The value for display: ``1.00-2.00% per annum``, ``USD 3500``, or its words."""
        if self.value.text is not None:
            return self.value.text
        figure = self.value.point or "-".join(str(bound) for bound in self.value.range or ())
        unit = self.unit or ""
        if unit.isupper() and len(unit) == 3:
            return f"{unit} {figure}" if self.value.range is None else " to ".join(_amounts(unit, self.value.range))
        return figure + ("" if unit.startswith("%") else " ") + unit

    @property
    def reference(self) -> str:
        """How a comparison cites the entry: publication, clause or term, and whether it is only a market range."""
        what = self.clause or self.term.replace("_", " ")
        kind = self.kind.value.replace("_", " ")
        return f"{self.publication}, {what} ({kind}, {self.status.value}, {self.id})"


def _amounts(unit: str, bounds: tuple[Decimal, Decimal]) -> Iterable[str]:
    return (f"{unit} {bound}" for bound in bounds)
