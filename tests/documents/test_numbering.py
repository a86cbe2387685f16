"""The sequence decides which numbers are clauses."""

from __future__ import annotations

import pytest

from loanproof.documents.sections.headings import Candidate, Form
from loanproof.documents.sections.levels import Reading, readings_of, successors_of
from loanproof.documents.sections.numbering import choose_sequence, steps_of


def chosen(*labels: str, weights: dict[int, int] | None = None, free_restarts: tuple[int, ...] = ()) -> list[int]:
    """Return the positions of the labels that the sequence keeps; every label has weight 5 unless said otherwise."""
    candidates = [
        Candidate(Form.NUMBER, label, at, at * 10, at * 10 + 5, (weights or {}).get(at, 5))
        for at, label in enumerate(labels)
    ]
    return [numbered.candidate.line for numbered in choose_sequence(candidates, free_restarts=free_restarts)]


def test_a_number_that_fits_nowhere_is_left_out() -> None:
    assert chosen("1", "1.1", "17.3", "1.2", "2") == [0, 1, 3, 4]


def test_a_list_inside_a_clause_does_not_displace_the_clauses_after_it() -> None:
    assert chosen("1", "1.1", "1", "2", "1.2", "2", "2.1", "3") == [0, 1, 4, 5, 6, 7]


def test_between_two_lines_with_one_number_the_better_supported_wins() -> None:
    assert chosen("1", "2", "2", "3", weights={1: 2}) == [0, 2, 3]
    assert chosen("1", "2", "2", "3", weights={2: 2}) == [0, 1, 3]


def test_sections_may_go_on_without_a_line_for_their_article() -> None:
    assert chosen("1.01", "1.02", "2.01", "2.02", "3.01") == [0, 1, 2, 3, 4]


def test_missing_numbers_are_passed_over() -> None:
    assert chosen("1", "2", "5", "6") == [0, 1, 2, 3]
    assert chosen("6.01", "6.12", "9.09") == [0, 1, 2]


def test_a_number_far_ahead_needs_a_title_at_the_beginning_of_a_paragraph() -> None:
    assert chosen("1", "2", "3", "40") == [0, 1, 2, 3]
    assert chosen("1", "2", "3", "40", weights={3: 3}) == [0, 1, 2]


def test_a_lettered_number_stands_between_its_neighbours() -> None:
    assert chosen("14", "14.1", "14A", "14A.1", "15") == [0, 1, 2, 3, 4]


def test_numbering_begins_again_where_enough_follows() -> None:
    assert chosen("1", "2", "3", "1", "2", "3", "4") == [0, 1, 2, 3, 4, 5, 6]


def test_numbering_begins_again_below_a_new_heading_even_for_one_number() -> None:
    assert chosen("1", "2", "1", "2", free_restarts=(15,)) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("label", "steps"),
    [
        ("5", (5 * 32,)),
        ("2.05", (2 * 32, 5 * 32)),
        ("II", (2 * 32,)),
        ("14A", (14 * 32 + 1,)),
        ("0.65", None),
        ("Q", None),
    ],
)
def test_labels_become_comparable_steps(label: str, steps: tuple[int, ...] | None) -> None:
    assert steps_of(label) == steps


@pytest.mark.parametrize(
    ("label", "readings"),
    [
        ("a", {Reading("a", 1)}),
        ("i", {Reading("i", 1), Reading("a", 9)}),
        ("ii", {Reading("i", 2), Reading("aa", 9), Reading("a", 35)}),
        ("iv", {Reading("i", 4)}),
        ("bbb", {Reading("aaa", 2), Reading("a", 54)}),
        ("A", {Reading("A", 1)}),
        ("C", {Reading("A", 3)}),
        ("12", {Reading("1", 12)}),
        ("the", set()),
        ("aB", set()),
        ("é", set()),
    ],
)
def test_a_label_may_be_read_as_a_letter_or_a_numeral(label: str, readings: set[Reading]) -> None:
    assert set(readings_of(label)) == readings


@pytest.mark.parametrize(
    ("label", "successors"),
    [("a", {"b"}), ("h", {"i"}), ("i", {"j", "ii"}), ("iii", {"iv"}), ("z", {"aa"}), ("aa", {"bb"}), ("9", {"10"})],
)
def test_the_labels_that_may_follow(label: str, successors: set[str]) -> None:
    assert successors <= set(successors_of(label))
    assert len(set(successors_of(label)) - successors) <= (label == "iii")
