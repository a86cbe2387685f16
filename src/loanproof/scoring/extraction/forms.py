"""The expected value with every other form of it, and whether a text is one of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.cases import confirmed_quotes
from loanproof.scoring.extraction.plain_values import to_plain

if TYPE_CHECKING:
    from loanproof.cases import AnyField
    from loanproof.core import FieldId
    from loanproof.scoring.extraction.stated import Reader, Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Forms:
    """The expected value with every other form of it, each read once.

    Attributes:
        value: The value of the case; one without content where the case gives only other forms.
        sources: Exact forms of the document; the value itself may be one of them or the mandated form.
        accepted: Further forms that count as exact.
        quotes: What the document says at the places of the value.
        confirmed: Those of which a person says that they state the value.
    """

    value: Stated
    sources: tuple[Stated, ...] = ()
    accepted: tuple[Stated, ...] = ()
    quotes: tuple[str, ...] = ()
    confirmed: tuple[str, ...] = ()

    @classmethod
    def of(cls, name: FieldId, field: AnyField, reader: Reader) -> Forms:
        """Return the forms of a field's value; of an amended field, of the new one."""
        value = reader.read(name, to_plain(field.value))
        return cls(
            value=value,
            sources=tuple(map(value.other, field.surfaces)),
            confirmed=confirmed_quotes(field),
            accepted=tuple(map(value.other, field.accept)),
            quotes=tuple(one.quote for one in field.citations),
        )

    @property
    def readable(self) -> tuple[Stated, ...]:
        """What may be read: the value, then the forms of the document."""
        return (self.value, *self.sources) if self.value.plain is not None else self.sources


def is_among(given: Stated, forms: Iterable[Stated]) -> bool:
    """Return whether a text is one of several forms, but for typography."""
    return any(given.typography & form.typography for form in forms)
