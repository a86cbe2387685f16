"""A judge is compared with people: agreement, kappa, the table, and how many labels make a calibration."""

from __future__ import annotations

from fractions import Fraction

import pytest

from loanproof.core import FormatError
from loanproof.rubric import HumanLabel, HumanLabels, JudgedSample, calibrate_judge
from loanproof.standards import RubricStandard

TABLE = ((4, 1, 0), (1, 3, 1), (0, 1, 5))  # people by judge
UNJUDGED = JudgedSample(accuracy_score=None, faithfulness_score=None)


def made(pairs: list[tuple[int, int]]) -> tuple[HumanLabels, dict[tuple[str, int], JudgedSample]]:
    """Return labels and samples; the pairs are accuracy by people and by the judge, who agree on faithfulness 2."""
    labels, samples = [], {}
    for line, (person, judge) in enumerate(pairs, start=2):
        case_id = f"C-{line}"
        labels.append(HumanLabel(case_id=case_id, repeat=1, accuracy_score=person, faithfulness_score=2, line=line))
        samples[case_id, 1] = JudgedSample(accuracy_score=judge, faithfulness_score=2)
    return HumanLabels(file="labels.csv", labels=tuple(labels)), samples


def spread_out(table: tuple[tuple[int, ...], ...]) -> list[tuple[int, int]]:
    return [(a, b) for a, row in enumerate(table) for b, count in enumerate(row) for _ in range(count)]


def test_agreement_and_kappa_of_a_table_worked_out_by_hand(standard: RubricStandard) -> None:
    found = calibrate_judge(*made(spread_out(TABLE)), standard)
    accuracy, faithfulness = found.axes
    assert (accuracy.axis, accuracy.categories, accuracy.table) == ("accuracy_score", (0, 1, 2), TABLE)
    assert accuracy.agreement == Fraction(12, 16)
    # observed 15/16, by chance 337/512 with the margins 5, 5 and 6 on both sides
    assert accuracy.kappa is not None
    assert accuracy.kappa.value == Fraction(143, 175)
    assert accuracy.kappa.low < 0.817 < accuracy.kappa.high
    assert faithfulness.axis == "faithfulness_score"
    assert (faithfulness.agreement, faithfulness.kappa) == (Fraction(1), None)
    assert faithfulness.table == ((0, 0, 0), (0, 0, 0), (0, 0, 16))


@pytest.mark.parametrize(("count", "is_calibrated"), [(0, False), (1, False), (49, False), (50, True), (51, True)])
def test_fifty_labels_make_a_calibration(count: int, is_calibrated: bool, standard: RubricStandard) -> None:
    found = calibrate_judge(*made([(2, 2)] * count), standard)
    assert (found.compared, found.is_calibrated) == (count, is_calibrated)


def test_samples_that_the_judge_did_not_score_are_left_out_and_counted(standard: RubricStandard) -> None:
    labels, samples = made([(2, 2)] * 50)
    samples["C-2", 1] = UNJUDGED
    found = calibrate_judge(labels, samples, standard)
    assert (found.compared, found.unjudged, found.is_calibrated) == (49, 1, False)


def test_samples_without_a_label_do_not_count(standard: RubricStandard) -> None:
    labels, samples = made([(2, 1)])
    samples["C-99", 1] = JudgedSample(accuracy_score=0, faithfulness_score=0)
    assert calibrate_judge(labels, samples, standard).axes[0].table == ((0, 0, 0), (0, 0, 0), (0, 1, 0))


def test_nothing_compared_has_no_figures(standard: RubricStandard) -> None:
    found = calibrate_judge(*made([]), standard)
    assert [(axis.agreement, axis.kappa) for axis in found.axes] == [(None, None), (None, None)]


def test_labels_for_another_run_are_refused_with_their_lines(standard: RubricStandard) -> None:
    labels, samples = made([(2, 2), (1, 1), (0, 0)])
    del samples["C-2", 1], samples["C-4", 1]
    with pytest.raises(FormatError) as caught:
        calibrate_judge(labels, samples, standard)
    assert [str(problem) for problem in caught.value.problems] == [
        "labels.csv:2: the run has no case 'C-2' in repeat 1.",
        "labels.csv:4: the run has no case 'C-4' in repeat 1.",
    ]
