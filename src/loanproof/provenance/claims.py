"""What a citation must carry: the value of an item, in parts of which each has a kind.

A single value is one part. A list has a part for each item and a prose answer one for each figure and name, so
that several quotes can carry them together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from loanproof.standards import ValueKind
from loanproof.values import (
    DATE_KIND,
    DURATION_KIND,
    KINDS,
    LAW_KIND,
    MONEY_KIND,
    NO_CONTEXT,
    PARTY_KIND,
    PERCENTAGE_KIND,
    RATIO_KIND,
    REPAYMENT_KIND,
    Kind,
    Read,
    Relation,
    YesNo,
    duration_text,
    is_none_text,
    split_conditions,
    split_parties,
    tokenize,
)

if TYPE_CHECKING:
    from loanproof.core import FieldName
    from loanproof.standards import EvalStandard

CONDITION = "condition"
_PROSE_KINDS: tuple[Kind[Any], ...] = (MONEY_KIND, DATE_KIND, RATIO_KIND, PERCENTAGE_KIND, DURATION_KIND, PARTY_KIND)
_KIND_NAMES = {
    ValueKind.GOVERNING_LAW: LAW_KIND.name,
    ValueKind.PARTIES: PARTY_KIND.name,
    ValueKind.CONDITIONS: CONDITION,
    ValueKind.REPAYMENT: REPAYMENT_KIND.name,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One thing that a quote must carry: a text and the kind of value it is; a field where its words decide."""

    kind: str
    text: str
    field: FieldName | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """All that the citations of an item must carry together. Without parts every true quote is support."""

    parts: tuple[Part, ...] = ()


def kind_name_of(kind: ValueKind) -> str:
    """Return the name of the kind of value that one item of a field holds."""
    return _KIND_NAMES.get(kind, kind.value)


def claim_of_field(field: FieldName, texts: Sequence[str], standard: EvalStandard) -> Claim:
    """Return the claim of an extracted field: one value, or the items of a list as they were given.

    "No" and an empty list claim nothing: there is no passage that they could be read from.
    """
    kind = standard.kind_of(field)
    if kind is ValueKind.YES_NO and all(is_no(text) for text in texts):
        return Claim()
    items: Iterable[str] = texts
    if kind is ValueKind.PARTIES:
        items = (name for text in texts if not is_none_text(text) for name in split_parties(text))
    elif kind is ValueKind.CONDITIONS:
        items = (item for text in texts for item in split_conditions(text))
    return Claim(parts=tuple(Part(kind=kind_name_of(kind), text=item, field=field) for item in items if item.strip()))


def claim_of_text(text: str, *, derivable: Sequence[str] = ()) -> Claim:
    """Return the claim of prose, a threshold or a deal value: its amounts, dates, rates, ratios, periods and names.

    What is derivable is left out, for it need not stand in any quote. A text without figures and names claims
    nothing, so that a verbatim quote of the clause is support.
    """
    tokens = tokenize(text)
    taken: list[tuple[int, int]] = []
    parts: list[tuple[int, Part]] = []
    for kind in _PROSE_KINDS:
        for found in kind.find(tokens, NO_CONTEXT):
            start, end = found.span.start, found.span.end
            if any(start < other_end and other_start < end for other_start, other_end in taken):
                continue
            taken.append((start, end))
            written = duration_text(found, text) if kind is DURATION_KIND else found.span.of(text)
            part = Part(kind=kind.name, text=written)
            if not any(_same(part, one) for one in derivable):
                parts.append((start, part))
    return Claim(parts=tuple(dict.fromkeys(part for _, part in sorted(parts, key=lambda placed: placed[0]))))


def is_no(text: str) -> bool:
    """Tell whether a text answers no."""
    reading = KINDS["yes_no"].parse(text, NO_CONTEXT)
    return isinstance(reading, Read) and reading.value is YesNo.NO


def _same(part: Part, text: str) -> bool:
    relation = KINDS[part.kind].compare_texts(text, part.text).relation
    return relation in (Relation.EXACT, Relation.EQUAL)
