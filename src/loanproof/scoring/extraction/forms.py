"""The expected value with every other form of it, and whether a text is one of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.scoring.extraction.plain_values import Plain, plain_of

if TYPE_CHECKING:
    from loanproof.cases import AnyField
    from loanproof.scoring.extraction.scene import Scene


@dataclass(frozen=True, slots=True, kw_only=True)
class Forms:
    """The expected value with every other form of it.

    Attributes:
        sources: Exact forms of the document; the value itself may be one of them or the mandated form.
        accepted: Further forms that count as exact.
        quotes: What the document says at the places of the value.
    """

    value: Plain
    sources: tuple[str, ...] = ()
    accepted: tuple[str, ...] = ()
    quotes: tuple[str, ...] = ()

    @classmethod
    def of(cls, field: AnyField) -> Forms:
        """Return the forms of a field's value; of an amended field, of the new one."""
        quotes = tuple(one.quote for one in field.citations)
        return cls(value=plain_of(field.value), sources=field.surfaces, accepted=field.accept, quotes=quotes)

    @property
    def readable(self) -> tuple[Plain, ...]:
        """What may be read: the value, then the forms of the document."""
        return (self.value, *self.sources) if self.value is not None else self.sources


def is_among(text: str, forms: tuple[str, ...], scene: Scene) -> bool:
    """Tell whether a text is one of several forms, but for typography."""
    written = scene.typography(text)
    return any(written & scene.typography(form) for form in forms)
