"""The small building blocks of case files: citations, lists that may be null, text or object."""

from __future__ import annotations

from typing import Annotated, Protocol, TypeVar

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag, WithJsonSchema
from pydantic_core import PydanticCustomError

from loanproof.core import Citation, FileModel

Item = TypeVar("Item")
Shape = TypeVar("Shape")

Text = Annotated[str, Field(min_length=1), WithJsonSchema({"type": ["string", "number", "boolean"]})]
"""Text as it is written: what an editor takes for a number or a boolean is text here too."""


def _none_is_empty(written: object) -> object:
    return [] if written is None else written


Many = Annotated[tuple[Item, ...], BeforeValidator(_none_is_empty)]
"""A list that may be left out or null, which is the same as empty."""


def _refuse_empty(items: tuple[Item, ...]) -> tuple[Item, ...]:
    # After the items: a list whose only item is wrong must not be called empty as well.
    if not items:
        raise PydanticCustomError("empty", "must have at least one item")
    return items


Some = Annotated[tuple[Item, ...], AfterValidator(_refuse_empty)]
"""A list with at least one item."""


def form_of(written: object) -> str:
    """Return how a value is written: ``text``, ``list`` or ``object``; it decides which type is tried."""
    return "list" if isinstance(written, list | tuple) else "text" if isinstance(written, str) else "object"


TextOr = Annotated[
    Annotated[Text, Tag("text")] | Annotated[Shape, Tag("object")],
    Discriminator(form_of, custom_error_type="form", custom_error_message="must be text or an object"),
]
"""A value that is written as text or in its structured form."""

TextOrList = Annotated[
    Annotated[Text, Tag("text")] | Annotated[tuple[Shape, ...], Tag("list")],
    Discriminator(form_of, custom_error_type="form", custom_error_message="must be text or a list"),
]
"""A value that is one text, or a list of items."""


class Confirmed(FileModel):
    """Who confirms the gold although the checker objects, and why; every report prints it (C-29)."""

    by: Text
    reason: Text


class Confirmable(FileModel):
    """A value or citation that a person can confirm against the checker."""

    confirmed: Confirmed | None = None


class ExpectedCitation(Confirmable):
    """Where the expected value is.

    ``page`` is null or left out in documents without pages, ``section`` outside any section. The checker demands them
    if the document has them.
    """

    document: Text | None = None
    page: Text | None = None
    section: Text | None = None
    quote: Text

    @property
    def citation(self) -> Citation:
        """This as the citation that provenance checks."""
        return Citation(document=self.document, page=self.page, section=self.section, quote=self.quote)


class _Cited(Protocol):
    """A part of a case that can be confirmed, with its citations."""

    @property
    def confirmed(self) -> Confirmed | None: ...

    @property
    def citations(self) -> tuple[ExpectedCitation, ...]: ...


def confirmed_quotes(part: _Cited) -> tuple[str, ...]:
    """Return the quotes of a part of which a person says that they show it, each by itself or all with the part."""
    return tuple(one.quote for one in part.citations if part.confirmed or one.confirmed)


class ConditionalEffectiveDate(FileModel):
    """An amendment that takes effect when something happens."""

    state: Annotated[str, Field(pattern="^conditional$")]
    condition: Text
    citations: Many[ExpectedCitation] = ()


EffectiveDate = TextOr[ConditionalEffectiveDate]
"""A date, ``unclear``, or the condition on which an amendment takes effect."""
