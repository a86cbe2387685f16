"""What a citation must support: the value of an item, in typed parts.

A single value is one part. A list has parts for each item, and a prose answer one for each figure and name, so that
several quotes can support them together. The linter, the scorers and the guard all use the same parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, Any

from loanproof.standards import CLAUSES, ValueKind
from loanproof.values import (
    CLAUSE_KIND,
    DATE_KIND,
    DURATION_KIND,
    NO_CONTEXT,
    REPAYMENT_KIND,
    Kind,
    Part,
    Read,
    YesNo,
    is_none_text,
    parts_of_reading,
    prose_parts,
    split_conditions,
    split_parties,
)

if TYPE_CHECKING:
    from loanproof.core import FieldId
    from loanproof.standards import EvalStandard
    from loanproof.values import Context, Reading, Written

_COUNTED: frozenset[Kind[Any]] = frozenset({DATE_KIND, DURATION_KIND})


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """What a value is cited for: a field and, for a tranche, its labels and those of the other tranches."""

    field: FieldId
    labels: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Everything that the citations of an item must support together. Without parts any true quote is support.

    Attributes:
        parts: What is said to be in force.
        term: What the value is cited for, to detect a quote about something else (C-31).
        replaced: What is said to have been in force before: struck text supports it (C-37).
        texts: The value as written: a quote that is the same text supports it, however it is parsed.
        surfaces: Words by which, according to a person, a document states the value: a quote with them supports it.
        confirmed: Quotes that, according to a person, show the value (C-29): each supports all of it.
    """

    parts: tuple[Part[Any], ...] = ()
    term: Term | None = None
    replaced: tuple[Part[Any], ...] = ()
    texts: tuple[str, ...] = ()
    surfaces: tuple[str, ...] = ()
    confirmed: tuple[str, ...] = ()

    def of_tranche(self, label: str, tranches: Sequence[tuple[str, ...]]) -> Claim:
        """Return the same claim for one of the tranches; each is given by all of its labels."""
        if self.term is None:
            return self
        own = {one for labels in tranches if label in labels for one in labels}
        others = tuple(one for labels in tranches if label not in labels for one in labels if one not in own)
        return replace(self, term=replace(self.term, labels=tuple(sorted(own)), others=others))

    def to_be_quoted(self) -> Claim:
        """Return what quotes must show; the days of a schedule are often those of terms defined elsewhere."""
        has_class = any(part.kind is REPAYMENT_KIND for part in self.parts)
        shown = tuple(part for part in self.parts if not (has_class and part.kind is DATE_KIND))
        return replace(self, parts=shown)

    def without_computed(self) -> Claim:
        """Return what quotes must show for a value declared as derived: everything except its days and periods."""
        return replace(self, parts=tuple(part for part in self.parts if part.kind not in _COUNTED))


class FieldValue:
    """The value of a field as a case or an output wrote it, parsed once in the document's notation.

    Attributes:
        written: The value as written: text, a list, a structure, or ``None``.
        items: The items of a list, or the single value of any other field, each with its reading.
    """

    def __init__(self, field: FieldId, written: object, standard: EvalStandard, context: Context) -> None:
        self.field = field
        self.written = written
        self.kind = standard.kind_of(field)
        self.context = context
        self.absence = standard.absence

    @cached_property
    def items(self) -> tuple[tuple[Written, Reading[Any]], ...]:
        """Each item with its reading; "nobody" and blank texts do not count as items."""
        own = _items_of(self.written, self.kind)
        return tuple((item, self.kind.of_item.read(item, self.context)) for item in own)

    @cached_property
    def claim(self) -> Claim:
        """What citations of the value must support.

        "No" and an empty list claim nothing: no passage could state them. An unreadable structure claims nothing
        either.
        """
        if self.kind is ValueKind.YES_NO:
            return _claim_of_clause(self.field, self.items)
        return self.claim_of(part for item, reading in self.items for part in self.parts_of(item, reading))

    def claim_of(self, parts: Iterable[Part[Any]]) -> Claim:
        """Return the claim of some parts of the value."""
        own = tuple(dict.fromkeys(parts))
        texts = (self.written,) if isinstance(self.written, str) else ()
        return Claim(parts=own, term=Term(field=self.field), texts=texts) if own else Claim()

    def parts_of(self, item: Written, reading: Reading[Any]) -> tuple[Part[Any], ...]:
        """Return the parts of an item."""
        return parts_of_reading(self.kind.of_item, item, reading, self.context)

    @property
    def is_no(self) -> bool:
        """Whether the value is the answer no."""
        return self.kind is ValueKind.YES_NO and any(_is_no(reading) for _, reading in self.items)


def claim_of_value(field: FieldId, value: object, standard: EvalStandard, context: Context = NO_CONTEXT) -> Claim:
    """Return the claim of a field's value in any of its forms."""
    return FieldValue(field, value, standard, context).claim


def claim_of_text(text: str, *, context: Context = NO_CONTEXT) -> Claim:
    """Return the claim of prose, a threshold or a deal value: its amounts, dates, rates, ratios, periods and names.

    A text without figures and names claims nothing, so that any verbatim quote of the clause supports it.
    """
    return Claim(parts=prose_parts(text, context))


def _claim_of_clause(field: FieldId, items: Sequence[tuple[Written, Reading[Any]]]) -> Claim:
    """Return the claim of a yes: the words that such a clause must have."""
    if field not in CLAUSES or all(_is_no(reading) for _, reading in items):
        return Claim()
    return Claim(parts=(CLAUSE_KIND.part(CLAUSES[field]),), term=Term(field=field))


def _is_no(reading: Reading[Any]) -> bool:
    return isinstance(reading, Read) and reading.value is YesNo.NO


def _items_of(written: object, kind: ValueKind) -> Iterator[Written]:
    match written:
        case str() if kind is ValueKind.PARTIES:
            yield from () if is_none_text(written) else split_parties(written)
        case str() if kind is ValueKind.CONDITIONS:
            yield from split_conditions(written)
        case list() | tuple() if kind is ValueKind.CONDITIONS and len(written) > 1:
            yield from (one for one in written if not isinstance(one, str) or one.strip())  # an item is not split again
        case list() | tuple() if not _is_one_value(written, kind):
            yield from (item for one in written for item in _items_of(one, kind))
        case str() if not written.strip():
            return
        case [] | ():
            return
        case str() | Mapping() | list() | tuple() | bool() | int() | Decimal():
            yield written


def _is_one_value(written: Sequence[object], kind: ValueKind) -> bool:
    """Return whether a list of texts is one value that names several things."""
    return kind.of_item.joins_lists and len(written) > 1 and all(isinstance(one, str) for one in written)
