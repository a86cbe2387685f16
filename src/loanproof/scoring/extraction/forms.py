"""The expected value with all its other forms, and whether a text is one of them."""

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
    """The expected value with all its other forms, each read once.

    Attributes:
        value: The value of the case; its content is None if the case gives only other forms.
        sources: Exact forms in which the document states the value; the value itself may be a source or mandated form.
        accepted: Further forms that count as exact.
        quotes: The quotes with which the case cites the value.
        confirmed: Quotes that, according to a person, state the value.
    """

    value: Stated
    sources: tuple[Stated, ...] = ()
    accepted: tuple[Stated, ...] = ()
    quotes: tuple[str, ...] = ()
    confirmed: tuple[str, ...] = ()

    @classmethod
    def of(cls, name: FieldId, field: AnyField, reader: Reader) -> Forms:
        """Return the forms of a field's value; for an amended field, those of the new value."""
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
        """The value, if the case gives one, then the forms of the document."""
        return (self.value, *self.sources) if self.value.plain is not None else self.sources


def is_among(given: Stated, forms: Iterable[Stated]) -> bool:
    """Return whether a text is one of several forms, ignoring typography."""
    return any(given.typography & form.typography for form in forms)
