"""One pass over the cases: what is counted, what is kept, and that neither grows without end."""

from __future__ import annotations

from collections import Counter

from tests.reports import made_runs as made

from loanproof.reports.heat_cells import MOST_COLUMNS, MOST_TERMS, OTHER_TERMS, HeatMap, worst_label
from loanproof.reports.histogram import LogHistogram
from loanproof.reports.survey import MOST_WORST, survey_cases
from loanproof.standards import OUR_CONTRACT, load_contract

FIELDS = tuple(load_contract(OUR_CONTRACT).fields)


def test_the_worst_come_first_hallucination_before_silence_before_score() -> None:
    survey = survey_cases(
        [
            made.case("right", made.item()),
            made.case("half", made.item("margin", "partial")),
            made.case("silent", made.item("margin", "fail"), answered=False),
            made.case("invented", made.item("margin", "hallucination"), made.item("borrower")),
            made.case("wrong", made.item("margin", "fail")),
        ],
        FIELDS,
    )
    assert [case.case_id for case in survey.worst] == ["invented", "silent", "wrong", "half"]
    assert (survey.samples, survey.imperfect, survey.unanswered) == (5, 4, 1)


def test_of_many_bad_cases_the_worst_are_kept_whatever_their_order() -> None:
    half = [made.case(f"half-{number}", made.item("margin", "partial")) for number in range(100)]
    survey = survey_cases([*half, made.case("late", made.item("margin", "hallucination"))], FIELDS)
    kept = [case.case_id for case in survey.worst]
    assert len(kept) == MOST_WORST
    assert kept[:2] == ["late", "half-0"]


def test_a_silent_error_is_a_wrong_item_at_high_confidence_in_an_answered_case() -> None:
    survey = survey_cases(
        [
            made.case("A", made.item("margin", "fail"), made.item("borrower", "partial")),
            made.case("B", made.item("margin", "fail", confidence_level="LOW", confidence=0.2)),
            made.case("C", made.item("margin", "fail"), answered=False),
        ],
        FIELDS,
    )
    assert [placed.case_id for placed in survey.silent.shown] == ["A"]


def test_confidence_is_binned_as_it_was_written_and_not_as_a_double() -> None:
    cases = [made.case("A", made.item(confidence=0.9), made.item("borrower", confidence=0.85))]
    [one] = survey_cases(cases, FIELDS).calibration.bins
    assert one.count == 2  # 0.9 belongs to the bin that ends there, also as a double a little above it


def test_scores_are_held_by_repeat_and_by_the_weight_of_the_case() -> None:
    survey = survey_cases(
        [
            made.case("A", made.item("margin", "correct"), repeat=1, weight=3.0),
            made.case("B", made.item("margin", "fail"), repeat=1),
            made.case("B", made.item("margin", "partial"), repeat=2),
        ],
        FIELDS,
    )
    [means] = survey.by_repeat.values()
    assert {repeat: mean.value for repeat, mean in means.items()} == {1: 0.75, 2: 0.5}


def test_repeats_share_a_column_and_its_cell_shows_the_worst() -> None:
    heat = HeatMap(FIELDS)
    for repeat, label in enumerate(("correct", "partial", "correct"), start=1):
        heat.add(made.case("A", made.item("margin", label), repeat=repeat))
    [column] = heat.columns
    assert column.cells["margin"] == Counter({"correct": 2, "partial": 1})
    assert worst_label(column.cells["margin"]) == "partial"


def test_beyond_the_widest_map_neighbours_share_a_column_and_nothing_is_lost() -> None:
    heat = HeatMap(FIELDS)
    for number in range(1_001):
        heat.add(made.case(f"c-{number}", made.item("margin", "fail" if number == 700 else "correct")))
    assert len(heat.columns) <= MOST_COLUMNS
    assert sum(column.cases for column in heat.columns) == 1_001
    assert dict(heat.totals()) == {"margin": Counter({"correct": 1_000, "fail": 1})}
    assert (heat.columns[0].first, heat.columns[-1].last) == ("c-0", "c-1000")
    assert max(column.cases for column in heat.columns) == 8


def test_names_that_are_made_up_make_no_rows_without_end() -> None:
    heat = HeatMap(FIELDS)
    for number in range(100):
        heat.add(made.case(f"c-{number}", made.item(f"term-{number}"), capability="bmt"))
        heat.add(made.case(f"d-{number}", made.item(f"covenant-{number}"), capability="covenants"))
    assert len(heat.rows) == MOST_TERMS + 2
    assert {OTHER_TERMS, "covenants"} < set(heat.rows)


def test_a_missing_answer_is_worse_than_a_fail_and_not_worse_than_an_invention() -> None:
    assert worst_label(Counter(["fail", "unanswered"])) == "unanswered"
    assert worst_label(Counter(["hallucination", "unanswered"])) == "hallucination"


def test_a_histogram_counts_every_figure_once_and_shows_the_gaps() -> None:
    histogram = LogHistogram()
    for figure in (0.0, 0.5, 1.0, 1.2, 10.0, float("nan")):
        histogram.add(figure)
    bins = histogram.bins
    assert histogram.count == sum(count for *_, count in bins) == 5
    assert bins[0] == (0.0, 1.0, 2)
    assert bins[1][2] == 2  # 1.0 and 1.2 lie below ten to the eighth part
    assert bins[-1][0] == 10.0
    assert [count for *_, count in bins[2:-1]] == [0] * 7
