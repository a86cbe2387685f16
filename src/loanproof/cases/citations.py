"""Every citation of a case, or every part of some model, with its place in the file."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias, TypeVar

from pydantic import BaseModel

from loanproof.cases.written import ExpectedCitation

Wanted = TypeVar("Wanted", bound=BaseModel)
KeyPath: TypeAlias = tuple[str | int, ...]
"""The keys and indexes that lead to a part of a case, as they are written in its file."""


def list_citations(part: BaseModel) -> Iterator[tuple[KeyPath, ExpectedCitation]]:
    """Yield the citations of a case, or of a part of one, each with its place, in the order of the format."""
    return list_parts(part, ExpectedCitation)


def list_parts(part: object, wanted: type[Wanted], place: KeyPath = ()) -> Iterator[tuple[KeyPath, Wanted]]:
    """Yield the parts of a case that are of a model, each with its place; ``place`` is that of ``part`` itself."""
    if isinstance(part, wanted):
        yield place, part
    if isinstance(part, BaseModel):
        for name, key in _keys_of(type(part)):
            inner = getattr(part, name)
            if isinstance(inner, BaseModel | tuple):
                yield from list_parts(inner, wanted, (*place, key))
    elif isinstance(part, tuple):
        for at, item in enumerate(part):
            yield from list_parts(item, wanted, (*place, at))


def count_citations(data: object) -> int:
    """Return how many citations a case has as written, whatever else is wrong with it."""
    if isinstance(data, list):
        return sum(map(count_citations, data))
    if not isinstance(data, dict):
        return 0
    own = data.get("citations")
    return (len(own) if isinstance(own, list) else 0) + sum(map(count_citations, data.values()))


@lru_cache(maxsize=256)
def _keys_of(model: type[BaseModel]) -> tuple[tuple[str, str], ...]:
    """Return the fields of a model, each with the key that files use for it."""
    return tuple((name, info.alias or name) for name, info in model.model_fields.items())
