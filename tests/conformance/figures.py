"""The figures of a standard, found in its types, and those that a table of flips changes.

A figure is a leaf that decides something: neither prose nor one of which only a single value is built. In a table
whose keys a house may choose, ``*`` stands for any key; a table with fixed keys has a figure for each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import yaml
from pydantic import BaseModel

from loanproof.standards.figures import IsProse, Only, OnlyKeys

TESTS = Path(__file__).parents[1]
ANY = "*"


def figures_of(model: type[BaseModel], path: str = "") -> Iterator[str]:
    """Yield the dotted path of each figure of a model, in the order of its fields."""
    for name, info in model.model_fields.items():
        yield from _leaves(info.annotation, tuple(info.metadata), f"{path}.{name}".lstrip("."))


def load_flips() -> set[str]:
    """Return the paths that the rows of all tables of flips change."""
    tables = (yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted(TESTS.rglob("*flips.yaml")))
    return {path for table in tables for row in table for path in (row["path"], *row.get("also", ()))}


def without_flip(figures: Iterable[str], flips: Iterable[str]) -> list[str]:
    """Return the figures that no flip changes; a flip of a whole table changes what each of its keys holds."""
    changed = [flip.split(".") for flip in flips]
    return [figure for figure in figures if not any(_changes(flip, figure.split(".")) for flip in changed)]


def _changes(flip: list[str], figure: list[str]) -> bool:
    if len(figure) - len(flip) not in (0, 1):
        return False
    return all(wanted in (ANY, step) for step, wanted in zip(flip, figure, strict=False))


def _leaves(annotation: Any, metadata: tuple[object, ...], path: str) -> Iterator[str]:
    if annotation is NoneType or any(isinstance(mark, IsProse | Only) for mark in metadata):
        return
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        yield from _leaves(args[0], (*metadata, *args[1:]), path)
    elif origin in (Union, UnionType):
        yield from dict.fromkeys(leaf for arg in args for leaf in _leaves(arg, metadata, path))
    elif isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield from figures_of(annotation, path)
    elif origin is Mapping:
        for key in _keys(args[0], metadata):
            yield from _leaves(args[1], (), f"{path}.{key}")
    elif origin is tuple:
        inner = list(_leaves(args[0], (), f"{path}.{ANY}"))
        yield from [path] if inner == [f"{path}.{ANY}"] else inner
    else:
        yield path


def _keys(annotation: Any, metadata: tuple[object, ...]) -> Iterable[str]:
    for mark in metadata:
        if isinstance(mark, OnlyKeys):
            return mark.keys
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return [str(member.value) for member in annotation]
    return (ANY,)
