"""Texts compared by their figures: a choice between them must be made, and their order counts."""

from __future__ import annotations

import pytest

from loanproof.scoring.covenants.figures import compare_figures
from loanproof.values import Context, Relation

CHOICE = "the greater of EUR 3,000,000 and 8% of Net Assets"


@pytest.mark.parametrize(
    ("expected", "given", "relation"),
    [
        (CHOICE, "EUR 3,000,000 or, if higher, 8% of Net Assets", Relation.EQUAL),
        (CHOICE, "max(EUR 3,000,000; 8% of Net Assets)", Relation.EQUAL),
        (CHOICE, "EUR 3,000,000 and 8% of Net Assets", Relation.PARTIAL),
        ("EUR 3,000,000 and 8% of Net Assets", "EUR 3 million and 8% of Net Assets", Relation.EQUAL),
        (CHOICE, "the lower of EUR 3,000,000 and 8% of Net Assets", Relation.DIFFERENT),
        ("3:2", "3 : 2", Relation.EQUAL),
        ("3:2", "2:3", Relation.DIFFERENT),
    ],
)
def test_a_choice_and_the_order_of_figures_count(expected: str, given: str, relation: Relation) -> None:
    assert compare_figures(expected, given, Context()).relation is relation
