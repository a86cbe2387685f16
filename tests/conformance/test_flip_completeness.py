"""No figure is dead: each is changed by a row of a table of flips, or its type admits only the value that is built."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import pytest
from tests.conformance.figures import TESTS, figures_of, load_flips, without_flip

from loanproof.core import Exact, FileModel, Flag
from loanproof.standards import Contract, Rubric
from loanproof.standards.figures import Only, OnlyKeys, Prose
from loanproof.standards.vocabulary import Table


@pytest.mark.parametrize("standard", [Contract, Rubric])
def test_every_figure_has_a_flip(standard: type[FileModel]) -> None:
    missing = without_flip(figures_of(standard), load_flips())
    assert missing == [], "Give each a row in a table of flips, or a type that admits only what is built."


def test_every_flip_is_of_a_figure() -> None:
    figures = [*figures_of(Contract), *figures_of(Rubric)]
    unknown = [flip for flip in load_flips() if without_flip(figures, [flip]) == figures]
    assert unknown == []


def test_every_table_of_flips_is_run_by_a_test() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    assert [path.name for path in TESTS.rglob("*flips.yaml") if f'"{path.name}"' not in tests] == []


class _Side(StrEnum):
    LEFT = "left"
    RIGHT = "right"


class _Row(FileModel):
    title: Prose
    weight: Exact


class _Planted(FileModel):
    note: Prose
    notes: tuple[Prose, ...]
    hint: Prose | None = None
    meanings: Table[str, Prose]
    fixed: Annotated[Flag, Only(True, "so it is")]
    limit: Exact
    words: tuple[str, ...]
    best: Exact | None
    rows: tuple[_Row, ...]
    chosen: Table[str, _Row]
    sides: Table[_Side, Exact]
    closed: Annotated[Table[str, Exact], OnlyKeys(("a", "b"), "so it is")]


def test_prose_and_what_has_only_one_value_are_no_figures_and_all_else_is() -> None:
    assert list(figures_of(_Planted)) == [
        "limit",
        "words",
        "best",
        "rows.*.weight",
        "chosen.*.weight",
        "sides.left",
        "sides.right",
        "closed.a",
        "closed.b",
    ]


def test_a_planted_figure_without_a_flip_is_found() -> None:
    flips = ["limit", "words", "best", "rows.0.weight", "chosen.any.weight", "sides", "closed.a"]
    assert without_flip(figures_of(_Planted), flips) == ["closed.b"]
