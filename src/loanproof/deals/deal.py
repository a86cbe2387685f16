"""A deal as its file has it: the base and what came after it, each with the day on which it takes effect."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Discriminator, Field, Tag

from loanproof.core import UNCLEAR, Citation, DayOrUnclear, FileModel, Whole


class DealRole(StrEnum):
    """What a document does in a deal: the base states the terms, all others change them."""

    BASE = "base"
    AMENDMENT = "amendment"
    AMENDMENT_AND_RESTATEMENT = "amendment_and_restatement"
    WAIVER = "waiver"
    CONSENT = "consent"


class EffectCitation(FileModel):
    """Where a condition is; without ``document``, in the document that takes effect by it."""

    document: str | None = Field(default=None, min_length=1)
    page: str | None
    section: str | None
    quote: str = Field(min_length=1)

    def citation_in(self, file: str) -> Citation:
        """Return the same as the citation that provenance judges."""
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
        effective: The day from which it holds, ``unclear``, or the condition; a base need not say it.
    """

    file: str = Field(min_length=1)
    role: DealRole
    number: Whole | None = Field(default=None, ge=1)
    effective: Effect | None = None

    @property
    def day(self) -> str | None:
        """The day from which it holds; nothing where that is not known."""
        return self.effective if isinstance(self.effective, str) and self.effective != UNCLEAR else None


class Deal(FileModel):
    """A deal: the base first, then what came after it in order of effect."""

    id: str = Field(min_length=1)
    documents: tuple[DealDocument, ...]

    @property
    def files(self) -> tuple[str, ...]:
        """The file names, the base first."""
        return tuple(one.file for one in self.documents)
