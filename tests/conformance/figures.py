"""Which figures of a standard the tables of flips change."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.tables import load_table
from tools.standard_leaves import ANY, leaves_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pydantic import BaseModel

TESTS = Path(__file__).parents[1]


def figures_of(model: type[BaseModel]) -> list[str]:
    """Return the path of each leaf of a model that may have several values and is not prose."""
    return [leaf.path for leaf in leaves_of(model) if leaf.only is None]


def load_flips() -> set[str]:
    """Return the paths that the rows of all tables of flips change."""
    tables = (load_table(path) for path in sorted(TESTS.rglob("*flips.yaml")))
    return {path for table in tables for row in table for path in (row["path"], *row.get("also", ()))}


def without_flip(figures: Iterable[str], flips: Iterable[str]) -> list[str]:
    """Return the figures that no flip changes; a flip of a whole table changes what each of its keys holds."""
    changed = [flip.split(".") for flip in flips]
    return [figure for figure in figures if not any(_changes(flip, figure.split(".")) for flip in changed)]


def _changes(flip: list[str], figure: list[str]) -> bool:
    if len(figure) - len(flip) not in (0, 1):
        return False
    return all(wanted in (ANY, step) for step, wanted in zip(flip, figure, strict=False))
