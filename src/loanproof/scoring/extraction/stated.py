"""A value of a case or an output as it was written, read once in the notation of the document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from loanproof.provenance import FieldValue
from loanproof.scoring.extraction.plain_values import Plain, leaves_of, text_of
from loanproof.standards import ValueKind
from loanproof.values import (
    NumberLocale,
    Reading,
    candidates_of,
    loose_parts_of_reading,
    telling_texts,
    typographic_forms,
)

if TYPE_CHECKING:
    from loanproof.core import FieldId
    from loanproof.standards import EvalStandard
    from loanproof.values import Context, Kind, Part, Written


_MOST_KEPT = 4000  # texts of one case that are kept as read


class Reader:
    """Reads values under one contract in one notation; a text that was read for a field before is not read again."""

    def __init__(self, standard: EvalStandard, notation: Context) -> None:
        self.standard = standard
        self.notation = notation
        self._texts: dict[tuple[FieldId, str], Stated] = {}

    def read(self, field: FieldId, plain: Plain) -> Stated:
        """Return a value of a field."""
        if not isinstance(plain, str):
            return Stated(field, plain, self)
        key = field, plain
        if key not in self._texts:
            if len(self._texts) >= _MOST_KEPT:
                self._texts.clear()
            self._texts[key] = Stated(field, plain, self)
        return self._texts[key]


class Stated(FieldValue):
    """The value of one field in plain form, and everything that is read from it, when it is first asked for."""

    def __init__(self, field: FieldId, plain: Plain, reader: Reader) -> None:
        super().__init__(field, plain, reader.standard, reader.notation)
        self.plain = plain
        self._reader = reader

    def parts_of(self, item: Written, reading: Reading[Any]) -> tuple[Part[Any], ...]:
        """Return what citations of an item must support; revision 1 asks for less than the whole of it."""
        if self._reader.standard.support.is_loose:
            return loose_parts_of_reading(self.kind.of_item, item, reading, self.context)
        return super().parts_of(item, reading)

    @property
    def unread_texts(self) -> Sequence[str]:
        """Where a value that cannot be read may have invented something; revision 1 asks less of a structure."""
        if self._reader.standard.presence.is_loose and isinstance(self.plain, Mapping):
            return telling_texts(self.plain)
        return tuple(leaves_of(self.plain))

    def other(self, plain: Plain) -> Stated:
        """Return another value of the same field."""
        return self._reader.read(self.field, plain)

    @property
    def of_kind(self) -> Kind[Any] | None:
        """How the value is read and compared; conditions are told by their words and have no reading of their own."""
        return None if self.kind is ValueKind.CONDITIONS else self.kind.of_item

    @cached_property
    def text(self) -> str | None:
        """The text of a value that is not structured."""
        return text_of(self.plain)

    @cached_property
    def typography(self) -> frozenset[str]:
        """The typographic forms of the text, none of them blank."""
        return frozenset() if self.text is None else typographic_forms(self.text) - {""}

    @cached_property
    def reading(self) -> Reading[Any]:
        """The value in the notation of the document."""
        if len(self.items) == 1 and self.items[0][0] is self.plain:
            return self.items[0][1]
        return self.kind.of_item.read(cast("Any", self.plain), self.context)

    @property
    def candidates(self) -> tuple[Any, ...]:
        """What the value may mean: nothing, one thing or several."""
        return candidates_of(self.reading)

    @property
    def readings(self) -> Iterator[Reading[Any]]:
        """The readings of a value of an output, whose author need not separate figures as the document does.

        First comes the notation of the document, then none at all, in which ``EUR 250,000`` for ``EUR 250.000,00`` may
        mean either, and last the other usual one, for schedules of which no row may be ambiguous.
        """
        yield self.reading
        own = self.context.number_locale
        other = NumberLocale.DE if own is NumberLocale.EN else NumberLocale.EN
        for locale in dict.fromkeys((None, other)):
            if locale is not own:
                yield self.kind.of_item.read(cast("Any", self.plain), replace(self.context, number_locale=locale))
