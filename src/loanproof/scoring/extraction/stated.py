"""A value of a case or an output as it is written, read once in the notation of the document."""

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


_MAX_TEXTS = 4000  # kept by one reader


class Reader:
    """Reads values under one contract in one notation, and reads a text for the same field only once."""

    def __init__(self, standard: EvalStandard, notation: Context) -> None:
        self.standard = standard
        self.notation = notation
        self._texts: dict[tuple[FieldId, str], Stated] = {}

    def read(self, field: FieldId, plain: Plain) -> Stated:
        """Return a value of a field, to be read when it is first needed."""
        if not isinstance(plain, str):
            return Stated(field, plain, self)
        key = field, plain
        if key not in self._texts:
            if len(self._texts) >= _MAX_TEXTS:
                self._texts.clear()
            self._texts[key] = Stated(field, plain, self)
        return self._texts[key]


class Stated(FieldValue):
    """The value of one field in plain form, and what is read from it when that is first needed."""

    def __init__(self, field: FieldId, plain: Plain, reader: Reader) -> None:
        super().__init__(field, plain, reader.standard, reader.notation)
        self.plain = plain
        self._reader = reader

    def parts_of(self, item: Written, reading: Reading[Any]) -> tuple[Part[Any], ...]:
        """Return what the citations of an item must support; under revision 1 this is less than the whole item."""
        if self._reader.standard.support.is_loose:
            return loose_parts_of_reading(self.kind.of_item, item, reading, self.context)
        return super().parts_of(item, reading)

    @property
    def unread_texts(self) -> Sequence[str]:
        """The texts of an unreadable value that may invent something; of a structure, revision 1 takes fewer."""
        if self._reader.standard.presence.is_loose and isinstance(self.plain, Mapping):
            return telling_texts(self.plain)
        return tuple(leaves_of(self.plain))

    def other(self, plain: Plain) -> Stated:
        """Return another value of the same field."""
        return self._reader.read(self.field, plain)

    @property
    def of_kind(self) -> Kind[Any] | None:
        """The kind that reads and compares the value; None for conditions, which are compared by their words."""
        return None if self.kind is ValueKind.CONDITIONS else self.kind.of_item

    @cached_property
    def text(self) -> str | None:
        """The text of the value; None if it is structured."""
        return text_of(self.plain)

    @cached_property
    def typography(self) -> frozenset[str]:
        """The typographic forms of the text, without the empty one."""
        return frozenset() if self.text is None else typographic_forms(self.text) - {""}

    @cached_property
    def reading(self) -> Reading[Any]:
        """The value in the notation of the document."""
        if len(self.items) == 1 and self.items[0][0] is self.plain:
            return self.items[0][1]
        return self.kind.of_item.read(cast("Any", self.plain), self.context)

    @property
    def candidates(self) -> tuple[Any, ...]:
        """The values that the text may mean: none, one or several."""
        return candidates_of(self.reading)

    @property
    def readings(self) -> Iterator[Reading[Any]]:
        """The readings of an output's value, whose author need not write numbers as the document does.

        First comes the document's number notation. Then comes none at all, in which ``EUR 250,000`` is ambiguous and so
        may match ``EUR 250.000,00``. Last comes the other usual notation, for schedules, which are unreadable if a row
        is ambiguous.
        """
        yield self.reading
        own = self.context.number_locale
        other = NumberLocale.DE if own is NumberLocale.EN else NumberLocale.EN
        for locale in dict.fromkeys((None, other)):
            if locale is not own:
                yield self.kind.of_item.read(cast("Any", self.plain), replace(self.context, number_locale=locale))
