"""The leaves of a standard that decide something, found in its types: figures, switches, labels and lists of words.

Prose is none of them. In a table whose keys a house may choose, and in a list of rows, ``*`` stands for any key; a
table with fixed keys has a leaf for each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel

from loanproof.standards.figures import IsProse, Only, OnlyKeys

ANY = "*"


@dataclass(frozen=True, slots=True)
class Leaf:
    """A place in a standard, as a dotted path; ``only`` where its type admits a single value."""

    path: str
    only: Only | None = None


def leaves_of(model: type[BaseModel], path: str = "") -> Iterator[Leaf]:
    """Yield each leaf of a model, in the order of its fields."""
    for name, info in model.model_fields.items():
        yield from _leaves(info.annotation, tuple(info.metadata), f"{path}.{name}".lstrip("."))


def _leaves(annotation: Any, metadata: tuple[object, ...], path: str) -> Iterator[Leaf]:
    only = next((mark for mark in metadata if isinstance(mark, Only)), None)
    if only is not None:
        yield Leaf(path, only)
        return
    if annotation is NoneType or any(isinstance(mark, IsProse) for mark in metadata):
        return
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        yield from _leaves(args[0], (*metadata, *args[1:]), path)
    elif origin in (Union, UnionType):
        yield from dict.fromkeys(leaf for arg in args for leaf in _leaves(arg, metadata, path))
    elif isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield from leaves_of(annotation, path)
    elif origin is Mapping:
        for key in _keys(args[0], metadata):
            yield from _leaves(args[1], (), f"{path}.{key}")
    elif origin is tuple:
        inner = list(_leaves(args[0], (), f"{path}.{ANY}"))
        yield from [Leaf(path)] if inner == [Leaf(f"{path}.{ANY}")] else inner
    else:
        yield Leaf(path)


def _keys(annotation: Any, metadata: tuple[object, ...]) -> Iterable[str]:
    for mark in metadata:
        if isinstance(mark, OnlyKeys):
            return mark.keys
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return [str(member.value) for member in annotation]
    return (ANY,)
