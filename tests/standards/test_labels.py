"""Which labels are right and how they are ordered: said once, and so read everywhere."""

from __future__ import annotations

from itertools import product

from tests.rows import each_row

from loanproof.reports.labels import LOOKS, label_of
from loanproof.standards import Label, load_rubric

# Typed from the contract: from as it should be to invented.
ORDER = [
    {"correct", "true_negative", "grounded_refusal"},
    {"semantic_match"},
    {"partial"},
    {"fail"},
    {"hallucination"},
]


def test_the_labels_are_ordered_from_right_to_invented() -> None:
    assert [{label.value for label in Label if label.rank == rank} for rank in range(5)] == ORDER


def test_a_partial_label_is_neither_right_nor_wrong() -> None:
    assert {label.value for label in Label if label.is_right} == ORDER[0] | ORDER[1]
    assert {label.value for label in Label if label.is_wrong} == ORDER[3] | ORDER[4]


@each_row(("one", "other"), list(product(Label, Label)))
def test_a_limit_never_improves_a_label(one: Label, other: Label) -> None:
    assert one.limited_to(other).rank == max(one.rank, other.rank)


def test_the_shipped_rubric_takes_the_same_labels_for_right() -> None:
    rules = load_rubric("evaluation-rubric@1.0").parameters.contract_evaluator
    assert set(rules.accuracy_right_labels) == {label for label in Label if label.is_right}


def test_every_label_has_a_look_and_a_letter_of_its_own() -> None:
    assert set(LOOKS) == set(Label)
    assert len({look.letter for look in LOOKS.values()}) == len(Label)


def test_a_label_of_a_newer_version_counts_as_a_fail() -> None:
    assert label_of("splendid") is Label.FAIL
    assert label_of("semantic_match") is Label.SEMANTIC_MATCH
