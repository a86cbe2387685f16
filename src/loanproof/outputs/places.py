"""What an output says about the source of a value: citations, derivations, conflicts and effective dates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

from loanproof.core import Citation, plain_decimal
from loanproof.outputs.findings import FindingCode, quote_for_message
from loanproof.outputs.parts import Part, type_of
from loanproof.outputs.plain_data import Value
from loanproof.values import Absence


@dataclass(frozen=True, slots=True, kw_only=True)
class Derivation:
    """How a value that does not appear was computed, and from which citations."""

    how: str | None
    inputs: tuple[Citation, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConflictingValue:
    """Another value that the document gives for the same field."""

    value: Value
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedDate:
    """The output gives the date on which an amendment takes effect, in its own words."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnclearDate:
    """The output says that the document does not state the effective date."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionalDate:
    """The output says what the effective date depends on."""

    condition: str | None
    citations: tuple[Citation, ...]


EffectiveDate: TypeAlias = StatedDate | UnclearDate | ConditionalDate


def read_citations(part: Part, key: str = "provenance") -> tuple[Citation, ...]:
    """Read a list of citations; each part is kept as written, a page number as its digits."""
    return tuple(_citation(entry) for entry in part.parts(key))


def read_derivation(part: Part) -> Derivation | None:
    """Read ``derived``: the citations a value was computed from, and how."""
    derived = part.part("derived")
    if derived is None:
        return None
    derivation = Derivation(how=derived.text("how"), inputs=read_citations(derived, "from"))
    derived.close()
    return derivation


def read_conflicts(part: Part, absence: Absence) -> tuple[ConflictingValue, ...]:
    """Read ``conflict``: a list of ``{value, provenance}``, or null; a bare value is accepted with a finding."""
    value = part.value("conflict")
    if isinstance(value, str | Decimal):
        part.note(FindingCode.WRONG_TYPE, "conflict", f"This must be a list, not {type_of(value)}.")
        if isinstance(value, str) and absence.label(value):
            return ()
        return (ConflictingValue(value=value, citations=()),)
    return tuple(_conflict(entry) for entry in part.parts("conflict"))


def read_effective_date(part: Part) -> EffectiveDate | None:
    """Read ``effective_date``: a date, ``unclear``, or ``{state: conditional, condition, provenance}``."""
    value = part.value("effective_date")
    if isinstance(value, Mapping):
        return _dated(Part(value, part.at("effective_date"), part.findings))
    text = part.text("effective_date")
    if text is None or not text.strip():
        return None
    return UnclearDate() if text.strip().lower() == "unclear" else StatedDate(text=text)


def _dated(part: Part) -> EffectiveDate | None:
    state, condition, citations = part.text("state"), part.text("condition"), read_citations(part)
    part.close()
    match (state or "").strip().lower():
        case "conditional":
            return ConditionalDate(condition=condition, citations=citations)
        case "unclear":
            return UnclearDate()
        case _:
            part.note(
                FindingCode.UNKNOWN_WORD, "state", f"{quote_for_message(state)} is none of: conditional, unclear."
            )
            return None


def _conflict(part: Part) -> ConflictingValue:
    conflict = ConflictingValue(value=part.value("value"), citations=read_citations(part))
    if conflict.value is None:
        part.note(FindingCode.MISSING_KEY, "value", "The other value is missing.")
    part.close()
    return conflict


def _citation(part: Part) -> Citation:
    citation = Citation(
        document=part.text("document"),
        page=_page(part),
        section=part.text("section"),
        quote=part.text("quote"),
    )
    part.close()
    return citation


def _page(part: Part) -> str | None:
    page = part.value("page")
    if isinstance(page, Decimal) and page == page.to_integral_value():
        return plain_decimal(page)
    if page is None or isinstance(page, str):
        return page
    part.note(FindingCode.WRONG_TYPE, "page", f"A page is a whole number or a label, not {_what(page)}.")
    return plain_decimal(page) if isinstance(page, Decimal) else None


def _what(page: Value) -> str:
    return quote_for_message(plain_decimal(page)) if isinstance(page, Decimal) else type_of(page)
