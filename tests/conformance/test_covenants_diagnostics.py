"""The figures beside the score of a covenants case: precision, recall and the dimensions."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from tests.conformance.vectors import build, load_vectors

from loanproof.cases import CovenantsCase
from loanproof.outputs import CovenantsOutput
from loanproof.scoring import score_covenants

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.standards import EvalStandard

VECTORS = {vector.id: vector for vector in load_vectors("covenants_[!f]*.yaml")}
FIGURES = [
    # An extra that is not a covenant counts against precision, a real one does not.
    ("cov-extra-representation", {"precision": "2/3", "recall": "1", "coverage": "1"}),
    ("cov-extra-real", {"precision": "1", "recall": "1"}),
    ("cov-extra-exhaustive", {"precision": "2/3"}),
    # Two of three covenants and both flags are there.
    ("cov-match-missed", {"precision": "1", "recall": "2/3", "coverage": "4/5", "type": "1"}),
    # Eleven covenants are found; ten of them are classified rightly, one adjacently.
    ("cov-type-maintenance", {"type": "21/22", "threshold": "1", "frequency": "1", "edge_cases": "1"}),
    # Eight covenants have a threshold, and eight are tested.
    ("cov-thr-wrong-nowhere", {"threshold": "7/8", "type": "1"}),
    ("cov-freq-one-level-up", {"frequency": "15/16", "threshold": "1"}),
    # Three covenants have flags of their own, and the document has three.
    ("cov-edge-flags-silent", {"edge_cases": "1/2", "coverage": "11/14", "recall": "1"}),
    ("cov-edge-waiver-silent", {"edge_cases": "1/2"}),
]


@pytest.mark.parametrize(("vector_id", "figures"), FIGURES)
def test_the_figures_of_a_case_are_those_of_the_table(
    vector_id: str, figures: dict[str, str], tmp_path: Path, contract: EvalStandard
) -> None:
    built = build(VECTORS[vector_id], tmp_path, contract)
    assert isinstance(built.case, CovenantsCase)
    assert isinstance(built.output, CovenantsOutput)
    score = score_covenants(built.case, built.output, documents=built.documents, standard=contract)
    assert {name: score.diagnostics[name] for name in figures} == {
        name: Fraction(figure) for name, figure in figures.items()
    }


def test_a_figure_with_nothing_to_count_is_left_open(tmp_path: Path, contract: EvalStandard) -> None:
    built = build(VECTORS["cov-edge-waiver-complete"], tmp_path, contract)
    assert isinstance(built.case, CovenantsCase)
    assert isinstance(built.output, CovenantsOutput)
    bare = built.case.model_copy(update={"expected": built.case.expected.model_copy(update={"covenants": ()})})
    score = score_covenants(bare, built.output, documents=built.documents, standard=contract)
    assert score.diagnostics["recall"] is None
    assert score.diagnostics["edge_cases"] is None
    assert score.score == 0
