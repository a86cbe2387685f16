"""A kind of value: everything that is known about it, in one object.

A kind reads a text or a structure into a value, finds values in running text, writes them canonically, compares two of
them, splits a value into parts, and decides whether it appears in a text. A new kind is a folder with such an object
and one line in the registry; the type checker names what the object lacks.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from loanproof.core import Reason
from loanproof.values.reading import (
    EXACT,
    NO_CONTEXT,
    Ambiguous,
    Comparison,
    Context,
    Found,
    Read,
    Reading,
    Relation,
    Unreadable,
    candidates_of,
    different,
)
from loanproof.values.structure import Fields, UnreadField, exact_number
from loanproof.values.text.labels import Labels, without_label
from loanproof.values.text.tokens import tokenize
from loanproof.values.text.typography import same_typography

if TYPE_CHECKING:
    from loanproof.core import Span
    from loanproof.values.mentions import Mentions, Strictness
    from loanproof.values.text.tokens import Tokens

V = TypeVar("V")
Written: TypeAlias = "Mapping[str, object] | Sequence[object] | str | bool | int | Decimal"
"""The forms in which a case or an answer may write a value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part(Generic[V]):
    """One thing that a value says and a text can show: its kind, its possible meanings, and how it was written.

    More than one candidate means that the text is ambiguous; any of them will do.
    """

    kind: Kind[V]
    candidates: tuple[V, ...]
    written: str
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # cached: a part is looked up in many texts, and its value is a tree
        object.__setattr__(self, "_hash", hash((self.kind, self.candidates, self.written)))

    def __hash__(self) -> int:
        return self._hash

    def compare(self, given: Part[Any]) -> Comparison:
        """Compare a given part with this one by the best pair of meanings; another kind is another value."""
        return _compared(self, given) if given.kind is self.kind else different()


@lru_cache(maxsize=8192)
def _compared(expected: Part[Any], given: Part[Any]) -> Comparison:
    """Compare two parts of a kind, cached: the same values come with every answer."""
    pairs = ((one, other) for one in expected.candidates for other in given.candidates)
    found = (expected.kind.compare(*pair) for pair in pairs)
    return min(found, key=lambda one: one.relation.rank, default=different(Reason.NOT_READABLE))


@dataclass(frozen=True, slots=True, kw_only=True)
class Structure(Generic[V]):
    """The structured form of a kind, ``{amount: 500000000, currency: USD}``: from the form and to it.

    Attributes:
        read: Return the value of the fields, or a reading of it; a field that cannot be read raises ``UnreadField``.
        write: Return a value in its structured form.
        of_number: The field that a bare number is taken for, if any.
    """

    read: Callable[[Fields], V | Reading[V]]
    write: Callable[[V], Mapping[str, object]]
    of_number: str | None = None


class Kind(ABC, Generic[V]):
    """One kind of value. Every method is pure and total: no text and no structure makes one raise.

    Attributes:
        name: The name in tables, files and messages of programs: ``reference_rate``.
        noun: What a sentence calls one such value: ``reference rate``.
        labels: Names of fields that may lead a value: ``Tenor: 5 years``.
        structure: The structured form, where the kind has one.
        keep_case: Whether letter case matters; only identifiers are so strict.
        is_conclusion: Whether a value is a conclusion from the text, such as a class or a yes, rather than words of it.
        is_name: Whether a value is a name, so that unknown capitalised words count as one.
        is_described: Whether a value is a description rather than a figure or a name, so that no quote is too narrow.
        joins_lists: Whether one value may name several things, so that a list of texts is one value.
    """

    labels: ClassVar[Labels | None] = None
    keep_case: ClassVar[bool] = False
    is_conclusion: ClassVar[bool] = False
    is_name: ClassVar[bool] = False
    is_described: ClassVar[bool] = False
    joins_lists: ClassVar[bool] = False

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the kind."""

    @property
    @abstractmethod
    def noun(self) -> str:
        """What a sentence calls one such value."""

    @abstractmethod
    def parse(self, text: str, context: Context) -> Reading[V]:
        """Read a text that is one value and nothing else."""

    @abstractmethod
    def find(self, tokens: Tokens, context: Context) -> tuple[Found[V], ...]:
        """Find every value in running text, in order, not overlapping."""

    @abstractmethod
    def canonical(self, value: V) -> str:
        """Return the one text that equal values share."""

    @abstractmethod
    def compare(self, expected: V, given: V) -> Comparison:
        """Compare a given value with the expected one."""

    @abstractmethod
    def forms(self, value: V) -> tuple[str, ...]:
        """Return plain ways to write a value for people, the best first. Never empty.

        The first one parses back to an equal value. Margins, fees and repayments, which may fill a table, give only
        their rates or their class.
        """

    @property
    def structure(self) -> Structure[V] | None:
        """The structured form, where the kind has one."""
        return None

    def parts(self, value: V) -> tuple[Part[Any], ...]:
        """Return the pieces of a value, so that several quotes can support it together."""
        return (self.part(value),)

    def part(self, *candidates: V, written: str | None = None) -> Part[V]:
        """Return a value as one part, as written or, by default, in its best form."""
        return Part(kind=self, candidates=candidates, written=written or self.forms(candidates[0])[0])

    def keys(self, value: V) -> Iterable[str]:
        """Yield the keys under which mentions of a value are looked up, perhaps including less precise ones."""
        yield self.canonical(value)

    def appears(self, value: V, mentions: Mentions, strictness: Strictness) -> tuple[Span, ...]:
        """Return where a value appears in a text; empty if it does not. See :meth:`Mentions.appears`."""
        del strictness
        return mentions.places(self, self.canonical(value))

    def is_another(self, candidates: Sequence[V], longer: Found[V]) -> bool:
        """Return whether a longer mention around the words of a value is another value than they say."""
        del candidates, longer
        return self.is_conclusion

    def read(self, written: Written, context: Context = NO_CONTEXT) -> Reading[V]:
        """Read a value as a case or an answer writes it: text, a number, a list or a structure.

        A text may begin with the name of the field, as in ``Tenor: 5 years``. In a structure, unknown keys are ignored;
        a field that is missing, of a wrong type or unreadable makes the whole value unreadable, with a sentence that
        names the field. A list is one value only if one text of this kind may name several things.
        """
        match written:
            case str():
                return self._read_text(written, context)
            case Mapping():
                return self._read_mapping(written, context)
            case list() | tuple():
                return self._read_list(written, context)
            case _:
                return self.read_number(written, context)

    def read_number(self, written: object, context: Context) -> Reading[V]:
        """Read a value that was written as a number or a truth value."""
        structure = self.structure
        if structure is None or structure.of_number is None or exact_number(written) is None:
            return Unreadable(f"A {_form_of(written)} is no {self.noun}.")
        return self._read_mapping({structure.of_number: written}, context)

    def compare_readings(self, expected: Reading[V], given: Reading[V]) -> Comparison:
        """Compare two readings: the best pair of meanings decides.

        An ambiguous text agrees if one of its meanings does, but never exactly, and the reason then names the
        ambiguity. A text that is not a value of this kind differs.
        """
        for reading in (expected, given):
            if isinstance(reading, Unreadable):
                return different(Reason.NOT_READABLE, reading.why)
        best = self.part(*candidates_of(expected)).compare(self.part(*candidates_of(given)))
        for reading in (expected, given):
            if isinstance(reading, Ambiguous) and best.relation is not Relation.DIFFERENT:
                return Comparison(relation=best.relation, reason=reading.reason, detail=best.detail)
        return best

    def compare_texts(self, expected: str, given: str, context: Context = NO_CONTEXT) -> Comparison:
        """Compare two texts: the same characters are exact, the same meaning is equal."""
        if same_typography(expected, given, keep_case=self.keep_case):
            return EXACT
        return self.compare_readings(self.read(expected, context), self.read(given, context))

    def _read_text(self, text: str, context: Context) -> Reading[V]:
        """Read a text; the result is cached with its tokens, because a case and its answers repeat the same values."""
        return tokenize(text).cached((self, context), lambda: self._parse_with_label(text, context))

    def _parse_with_label(self, text: str, context: Context) -> Reading[V]:
        reading = self.parse(text, context)
        if self.labels is None or not isinstance(reading, Unreadable):
            return reading
        bare = without_label(text, self.labels)
        return reading if bare is None else self.parse(bare, context)

    def _read_mapping(self, written: Mapping[str, object], context: Context) -> Reading[V]:
        structure = self.structure
        if structure is None:
            return Unreadable(f"A mapping is no {self.noun}.")
        try:
            read = structure.read(Fields(written, self.noun, context))
        except UnreadField as error:
            return Unreadable(str(error))
        return read if isinstance(read, Read | Ambiguous | Unreadable) else Read(value=read)

    def _read_list(self, items: Sequence[object], context: Context) -> Reading[V]:
        match items:
            case [str() | Mapping() as single]:
                return self.read(single, context)
            case [_, *_] if self.joins_lists and all(isinstance(item, str) for item in items):
                return self.read("; ".join(map(str, items)), context)
            case _:
                return Unreadable(f"A list of {len(items)} is no {self.noun}.")


def _form_of(written: object) -> str:
    """Return the form of a value in words (text, list, number); its content is not shown."""
    forms = {bool: "truth value", Decimal: "number", int: "number"}
    return forms.get(type(written), "value of this form")
