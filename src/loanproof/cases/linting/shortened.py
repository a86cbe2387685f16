"""Expected values that leave out what their own quotes state: the unit, the currency, the day, a part of a name."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from loanproof.core import Reason
from loanproof.values import Relation, candidates_of, same_typography, says_less, tokenize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loanproof.cases.linting.case_under_check import CaseUnderCheck
    from loanproof.cases.written import ExpectedCitation
    from loanproof.standards import ValueKind
    from loanproof.values import Found, Part, Written

_LEFT_OUT = MappingProxyType(
    {
        Reason.CURRENCY_MISSING: "its currency",
        Reason.DAY_MISSING: "the day",
        Reason.NAME_TRUNCATED: "a part of the name",
        Reason.SUFFIX_MISSING: "the legal form",
        Reason.UNIT_MISSING: "its unit",
    }
)


def left_out(
    kind: ValueKind, item: Written, citations: Sequence[ExpectedCitation], subject: CaseUnderCheck
) -> tuple[str, str] | None:
    """Return what an expected value leaves out and the fuller form in a quote; ``None`` if a quote has it like that."""
    own, shorter = _own(kind, item, subject), None
    for text, found in _mentions(kind, citations, subject):
        if own is None:
            break
        compared = kind.of_item.part(*found.candidates).compare(own)
        if compared.relation.agrees:
            return None
        if compared.relation is Relation.PARTIAL and _is_left_out(compared.reason, own, found):
            shorter = shorter or (_LEFT_OUT[compared.reason], found.span.of(text))
    return shorter


def other_writing(
    name: str, kind: ValueKind, citations: Sequence[ExpectedCitation], subject: CaseUnderCheck
) -> str | None:
    """Return how the quotes write a party whose name the case writes otherwise: ``Ltd`` for ``Limited``."""
    own = _own(kind, name, subject)
    written = [
        found.span.of(text)
        for text, found in _mentions(kind, citations, subject)
        if own is not None and kind.of_item.part(*found.candidates).compare(own).relation.agrees
    ]
    if any(same_typography(name, one, keep_case=False) for one in written):
        return None
    return next(iter(written), None)


def _is_left_out(reason: Reason, own: Part[Any], found: Found[Any]) -> bool:
    if reason not in _LEFT_OUT:
        return False
    is_one_way = reason in (Reason.DAY_MISSING, Reason.NAME_TRUNCATED)
    return is_one_way or any(says_less(one, other) for one in own.candidates for other in found.candidates)


def _own(kind: ValueKind, item: Written, subject: CaseUnderCheck) -> Part[Any] | None:
    """Return an expected value as one part; ``None`` if it cannot be read."""
    candidates = candidates_of(kind.of_item.read(item, subject.context))
    return kind.of_item.part(*candidates) if candidates else None


def _mentions(
    kind: ValueKind, citations: Sequence[ExpectedCitation], subject: CaseUnderCheck
) -> Iterator[tuple[str, Found[Any]]]:
    for citation in citations:
        for found in kind.of_item.find(tokenize(citation.quote), subject.context):
            yield citation.quote, found
