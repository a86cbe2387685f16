"""A deal as in its file: the base and the later documents, each with the day on which it takes effect."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Discriminator, Field, Tag

from loanproof.core import UNCLEAR, Citation, DayOrUnclear, FileModel, Whole


class DealRole(StrEnum):
    """What a document does in a deal: the base states the terms, the others change them."""

    BASE = "base"
    AMENDMENT = "amendment"
    AMENDMENT_AND_RESTATEMENT = "amendment_and_restatement"
    WAIVER = "waiver"
    CONSENT = "consent"


class EffectCitation(FileModel):
    """Where a condition is stated; without ``document``, in the document that takes effect."""

    document: str | None = Field(default=None, min_length=1)
    page: str | None
    section: str | None
    quote: str = Field(min_length=1)

    def citation_in(self, file: str) -> Citation:
        """Return this as the citation that provenance checks."""
        return Citation(document=self.document or file, page=self.page, section=self.section, quote=self.quote)


class ConditionalEffect(FileModel):
    """A document that takes effect when something happens."""

    condition: str = Field(min_length=1)
    citations: tuple[EffectCitation, ...] = ()


def _form_of(written: object) -> str:
    return "day" if isinstance(written, str) else "condition"


Effect = Annotated[
    Annotated[DayOrUnclear, Tag("day")] | Annotated[ConditionalEffect, Tag("condition")],
    Discriminator(_form_of, custom_error_type="form", custom_error_message="must be a day, unclear, or {condition}"),
]


class DealDocument(FileModel):
    """One document of a deal.

    Attributes:
        file: Its name in the folder of documents.
        role: What it does.
        number: Which amendment it is, as the parties count them.
        effective: The day from which it applies, ``unclear``, or the condition; optional for a base.
    """

    file: str = Field(min_length=1)
    role: DealRole
    number: Whole | None = Field(default=None, ge=1)
    effective: Effect | None = None

    @property
    def day(self) -> str | None:
        """The day from which it applies; ``None`` if that is not known."""
        return self.effective if isinstance(self.effective, str) and self.effective != UNCLEAR else None


class Deal(FileModel):
    """A deal: the base first, then the later documents in order of effect."""

    id: str = Field(min_length=1)
    documents: tuple[DealDocument, ...]

    @property
    def files(self) -> tuple[str, ...]:
        """The file names, the base first."""
        return tuple(one.file for one in self.documents)
