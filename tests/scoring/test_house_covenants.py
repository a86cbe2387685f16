"""Covenants under a house contract with figures and words of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.conformance.flipping import flipped
from tests.conformance.vectors import Vector, build, contract_of, load_vectors

from loanproof.cases import CovenantsCase
from loanproof.outputs import CovenantsOutput
from loanproof.scoring import score_covenants
from loanproof.standards import Label

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.scoring import ItemScore

VECTORS = {vector.id: vector for vector in load_vectors("covenants_[!f]*.yaml")}
LONG_ALIAS = "ratio test that the house calls a group headroom check"


def item_of(name: str, vector: Vector, path: str, value: Any, folder: Path) -> ItemScore:
    contract = flipped(contract_of("1.0+r1"), path, value)
    built = build(vector, folder, contract)
    assert isinstance(built.case, CovenantsCase)
    assert isinstance(built.output, CovenantsOutput)
    score = score_covenants(built.case, built.output, documents=built.documents, standard=contract)
    return next(item for item in score.items if item.head.item == name)


@pytest.mark.parametrize(
    ("vector", "item", "words"),
    [
        ("cov-freq-two-levels-down", "Loan to Value", "which is 2 levels off."),
        ("cov-freq-one-level-up", "Interest Cover", "which is one level off."),
    ],
)
def test_the_reason_counts_how_many_levels_a_frequency_is_off(
    vector: str, item: str, words: str, tmp_path: Path
) -> None:
    path = "covenants.frequency_levels_off_before_fail"
    scored = item_of(item, VECTORS[vector], path, 2, tmp_path)
    assert scored.label is Label.PARTIAL
    assert any(reason.message.endswith(words) for reason in scored.reasons)


@pytest.mark.parametrize(
    ("said", "label"), [(LONG_ALIAS, Label.CORRECT), (LONG_ALIAS.removesuffix(" check"), Label.FAIL)]
)
def test_an_alias_of_a_house_may_have_any_number_of_words(said: str, label: Label, tmp_path: Path) -> None:
    aliases = {"financial": [LONG_ALIAS], "information": [], "negative": [], "positive": []}
    vector = Vector(
        id="house", rule=(), why="", base="covenants-facility", expect={}, output={"covenants.0.type": said}
    )
    assert item_of("Leverage", vector, "parameters.covenants.type_aliases", aliases, tmp_path).label is label
