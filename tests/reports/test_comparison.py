"""Two runs compared: pairs, regressions, significance over cases, and the trend over several."""

from __future__ import annotations

import json

import pytest
from tests.reports import made_runs as made

from loanproof.core import Capability, FieldId
from loanproof.reports import compare_runs, comparison_json, fold_changes, trend_of
from loanproof.runs import ResultCase


def labelled(*labels: str, repeat: int = 1, first: int = 0) -> list[ResultCase]:
    """Return a case for each label of its margin."""
    return [
        made.case(f"EX-{number}", made.item("margin", label), repeat=repeat)
        for number, label in enumerate(labels, start=first)
    ]


def test_equal_runs_have_no_regression() -> None:
    found = compare_runs(made.forged(), made.forged())
    assert not found.has_regression
    assert (found.pairs, found.worse, found.better, found.same, found.fields) == (2, (), 0, 4, ())


def test_one_label_that_got_worse_is_a_regression_although_luck_explains_it() -> None:
    before, after = made.run(*labelled("correct", "correct")), made.run(*labelled("correct", "semantic_match"))
    found = compare_runs(before, after)
    assert found.has_regression
    [change] = found.worse
    assert (change.case_id, change.before, change.after) == ("EX-1", "correct", "semantic_match")
    assert not any(one.is_regression for one in found.capabilities)
    assert not any(one.is_regression for one in found.fields)


def test_a_label_that_got_better_is_none() -> None:
    found = compare_runs(made.run(*labelled("fail", "partial")), made.run(*labelled("partial", "correct")))
    assert not found.has_regression
    assert (found.better, found.moves) == (2, {("fail", "partial"): 1, ("partial", "correct"): 1})


def test_a_sample_that_vanished_is_a_regression_and_a_new_one_is_not() -> None:
    short, long = made.run(*labelled("correct")), made.run(*labelled("correct", "fail"))
    assert compare_runs(long, short).has_regression
    assert compare_runs(long, short).only_before == (("EX-1", 1),)
    assert not compare_runs(short, long).has_regression
    assert compare_runs(short, long).only_after == (("EX-1", 1),)


def test_runs_without_a_common_sample_cannot_pass() -> None:
    assert compare_runs(made.run(), made.run(*labelled("correct"))).has_regression


def test_samples_are_paired_by_case_and_repeat_and_not_by_their_place() -> None:
    cases = [*labelled("correct", "fail", "partial"), *labelled("fail", "correct", "partial", repeat=2)]
    found = compare_runs(made.run(*cases), made.run(*reversed(cases)))
    assert (found.pairs, found.same, found.worse) == (6, 6, ())


def test_a_field_lost_in_many_cases_is_significant_by_mcnemar() -> None:
    found = compare_runs(made.run(*labelled(*["correct"] * 10)), made.run(*labelled(*["fail"] * 10)))
    [change] = found.fields
    assert (change.item, change.cases, change.lost, change.won) == ("margin", 10, 10, 0)
    assert change.p_value == pytest.approx(2 / 1024)  # ten of ten, both sides
    assert change.is_regression
    [capability] = found.capabilities
    assert (capability.before, capability.after, capability.low, capability.high) == (1, 0, -1, -1)
    assert capability.is_regression


def test_repeats_of_one_case_are_no_independent_evidence() -> None:
    before = [one for repeat in range(1, 11) for one in labelled("correct", repeat=repeat)]
    after = [one for repeat in range(1, 11) for one in labelled("fail", repeat=repeat)]
    [change] = compare_runs(made.run(*before), made.run(*after)).fields
    assert (change.cases, change.lost, change.p_value) == (1, 1, 1)


def test_p_values_are_adjusted_over_all_items_also_those_that_did_not_change() -> None:
    def both(margin: str) -> made.HeldRun:
        cases = [made.case(f"EX-{one}", made.item("margin", margin), made.item("borrower")) for one in range(10)]
        return made.run(*cases)

    [change] = compare_runs(both("correct"), both("fail")).fields
    assert change.p_value == pytest.approx(2 * 2 / 1024)


def test_the_worst_change_comes_first() -> None:
    found = compare_runs(
        made.run(*labelled("correct", "correct", "fail")), made.run(*labelled("partial", "fail", "hallucination"))
    )
    assert [change.after for change in found.worse] == ["hallucination", "fail", "partial"]
    assert found.new_hallucinations == 1


def test_extras_are_no_part_of_the_comparison() -> None:
    with_extra = made.case("EX-0", made.item(), made.item("more", "hallucination", extra=True))
    found = compare_runs(made.run(*labelled("correct")), made.run(with_extra))
    assert (found.worse, found.same) == ((), 1)


def test_another_standard_or_dataset_is_said() -> None:
    found = compare_runs(made.run(*labelled("correct")), made.run(*labelled("correct"), standard_hash="sha256:other"))
    assert found.notes == ("The quality contract of the two runs differs, so labels may have moved for that reason.",)


def scored_with(words: str | None) -> made.HeldRun:
    told = None if words is None else {"version": "1.0", "lexicon_hash": words}
    return made.run(*labelled("correct"), loanproof=told)


def test_other_word_tables_are_said_where_both_runs_tell_theirs() -> None:
    sentence = "The two runs were scored with different word tables, so labels may have moved for that reason."
    assert compare_runs(scored_with("sha256:a"), scored_with("sha256:b")).notes == (sentence,)
    assert compare_runs(scored_with("sha256:a"), scored_with("sha256:a")).notes == ()
    assert compare_runs(scored_with(None), scored_with("sha256:b")).notes == ()


def test_the_file_is_the_same_for_the_same_runs_and_holds_every_change() -> None:
    runs = made.run(*labelled("correct")), made.run(*labelled("fail"))
    text = comparison_json(compare_runs(*runs))
    assert text == comparison_json(compare_runs(*runs))
    data = json.loads(text)
    assert data["regression"] is True
    assert data["labels"]["worse"] == [
        {
            "after": "fail",
            "before": "correct",
            "case_id": "EX-0",
            "expected": "2.50 per cent. per annum",
            "given_after": "2.25 per cent. per annum",
            "given_before": "2.25 per cent. per annum",
            "item": "margin",
            "repeat": 1,
            "tranche": None,
            "question": None,
            "why": "As the document says.",
        }
    ]


def test_a_trend_is_the_mean_of_each_field_in_each_run_by_weight() -> None:
    cells = (
        made.item("margin", "correct", tranche="A", weight=1.0),
        made.item("margin", "fail", tranche="B", weight=3.0),
    )
    trend = trend_of(
        [
            made.run(*labelled("correct", "fail"), run_id="old"),
            made.run(made.case("EX-0", *cells), run_id="mid"),
            made.run(made.case("EX-0", made.item("borrower")), run_id="new"),
        ]
    )
    assert trend.run_ids == ("old", "mid", "new")
    assert {one.field: one.scores for one in trend.fields} == {
        FieldId("borrower"): (None, None, 1.0),
        FieldId("margin"): (0.5, 0.25, None),
    }
    assert trend.capabilities == {Capability.EXTRACTION: (0.6, 0.6, 0.6)}


def test_a_change_has_the_values_of_both_runs() -> None:
    before = made.run(made.case("EX-0", made.item("margin", "correct", output_raw="2.50 %")))
    after = made.run(made.case("EX-0", made.item("margin", "fail", output_raw="2.25 %")))
    [change] = compare_runs(before, after).worse
    assert (change.given_before, change.given_after) == ("2.50 %", "2.25 %")
    assert change.moved == "2.50 % → 2.25 % (expected 2.50 per cent. per annum)"


def test_equal_changes_of_several_repeats_are_one() -> None:
    def run(label: str) -> made.HeldRun:
        return made.run(*(one for repeat in (1, 2, 3) for one in labelled(label, repeat=repeat)))

    [(change, repeats)] = fold_changes(compare_runs(run("correct"), run("fail")).worse)
    assert (change.case_id, repeats) == ("EX-0", (1, 2, 3))


@pytest.mark.parametrize(("cases", "told"), [(5, "too few cases to tell"), (6, "significantly worse")])
def test_with_fewer_than_six_cases_nothing_can_be_told(cases: int, told: str) -> None:
    found = compare_runs(made.run(*labelled(*["correct"] * cases)), made.run(*labelled(*["fail"] * cases)))
    assert [found.capabilities[0].words, found.fields[0].words] == [told, told]
