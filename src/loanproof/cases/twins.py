"""Counterfactual twins: a second case about a document in which exactly one fact is different."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from loanproof.cases.case import BmtCase, CovenantsCase, DocumentCase, ExtractionCase, QaCase
from loanproof.core import Problem

if TYPE_CHECKING:
    from loanproof.cases.suite import LocatedCase

_NO_FACT = frozenset({"citations", "confirmed", "document", "surfaces", "accept", "also", "derivable"})
"""Keys that say where a fact is, how else it may be written, or what follows from it."""

_OUTSIDE = "what is asked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Twin:
    """A pair of cases, by their ids, and the item in which they differ."""

    original: str
    twin: str
    fact: str


def list_twins(cases: Sequence[LocatedCase]) -> tuple[Twin, ...]:
    """Return the twins among the cases of a suite, in its order."""
    named = (one.case for one in cases if isinstance(one.case, DocumentCase))
    return tuple(
        Twin(original=case.twin_of, twin=case.id, fact=case.twin_fact)
        for case in named
        if case.twin_of is not None and case.twin_fact is not None
    )


def check_twins(cases: Sequence[LocatedCase], met: Collection[str]) -> Iterator[Problem]:
    """Yield the problems of a suite's twins; ``met`` are the ids of all its cases, valid or not."""
    known = {one.case.id: one.case for one in cases}
    for located in cases:
        case = located.case
        if not isinstance(case, DocumentCase) or (case.twin_of is None and case.twin_fact is None):
            continue
        original = known.get(case.twin_of or "")
        if case.twin_of is None or case.twin_fact is None:
            message = "twin_of and twin_fact go together."
        elif original is None and case.twin_of in met:
            continue  # its own problems are reported elsewhere
        else:
            message = _fault(case, original) or ""
        if message:
            key = "twin_of" if case.twin_of is not None else "twin_fact"
            yield Problem(message=f"{case.id}: {message}", file=located.file, line=located.line_of((key,)))


def _fault(twin: DocumentCase, original: object) -> str | None:
    name = f"{str(twin.twin_of)[:60]!r}"
    if not isinstance(original, DocumentCase):
        return f"there is no case {name} about documents."
    if original.id == twin.id or original.twin_of is not None:
        return f"{name} is a twin itself."
    if type(original) is not type(twin):
        return f"{name} is a case of another capability."
    if original.document_names[:1] == twin.document_names[:1]:
        return f"{name} is about the same document."
    mine, others = _facts_of(twin), _facts_of(original)
    fact = twin.twin_fact or ""
    if fact not in mine or fact not in others or fact == _OUTSIDE:
        return f"the two cases do not both decide the item {fact[:60]!r}."
    differing = [one for one in {**mine, **others} if mine.get(one) != others.get(one)]
    if fact not in differing:
        return f"the twin expects the same {fact} as {name}."
    beside = [one for one in differing if one != fact]
    return f"the twin differs from {name} in more than {fact}: {', '.join(beside)}." if beside else None


def _facts_of(case: DocumentCase) -> Mapping[str, Any]:
    """Return what a case expects for each item, by the item's name in a result, and what is outside all items."""
    match case:
        case ExtractionCase():
            expected = case.expected
            facts: dict[str, Any] = {
                _OUTSIDE: [expected.document_kind, _bare(expected.amendment), [one.label for one in expected.tranches]]
            }
            for name, field, label in expected.decided_fields():
                facts.setdefault(name, []).append((label, _bare(field)))
            return facts
        case CovenantsCase():
            flags = case.expected.flags
            grace = () if flags is None else flags.grace_periods or ()
            return {
                _OUTSIDE: [case.expected.exhaustive, None if flags is None else flags.grace_periods is None],
                **{one.name: _bare(one) for one in case.expected.covenants},
                **{f"flag:grace_period:{at}": _bare(one) for at, one in enumerate(grace, start=1)},
                "flag:cross_default": None if flags is None else _bare(flags.cross_default),
            }
        case BmtCase():
            own = {one.term: _bare(one) for one in case.expected.terms}
            return {_OUTSIDE: _bare(case.expected.jurisdiction), **own}
        case QaCase():
            return {_OUTSIDE: case.question, "answer": _bare(case.expected)}
    return {}


def _bare(part: object) -> Any:
    """Return a part of a case as plain data, without anything that is not a fact."""
    data = part.model_dump(by_alias=True, mode="json") if isinstance(part, BaseModel) else part
    if isinstance(data, dict):
        return {key: _bare(value) for key, value in data.items() if key not in _NO_FACT}
    return [_bare(one) for one in data] if isinstance(data, list) else data
