"""What was wrong, in words: the worst first, equal answers once, values as people read them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.reports import made_runs as made

from loanproof.core import plain_name
from loanproof.gates import ReleaseReason
from loanproof.reports import (
    asked_words,
    find_mistakes,
    gate_name,
    make_subject,
    next_step,
    reason_words,
    render_html,
    render_markdown,
    rules_words,
    verdict_sentences,
)


def repeated(*outputs: str | None, label: str = "fail") -> list[Any]:
    return [
        made.case("EX-1", made.item("margin", label, output_raw=output), repeat=at)
        for at, output in enumerate(outputs, start=1)
    ]


def test_equal_answers_of_several_repeats_are_one_mistake() -> None:
    [mistake] = find_mistakes(repeated("3 %", "3 %", "3 %")).worst
    assert (mistake.repeats, mistake.outcome) == ((1, 2, 3), "fail in 3 of 3 answers")


def test_another_answer_is_another_mistake() -> None:
    found = find_mistakes(repeated("3 %", "4 %", "3 %"))
    assert [(one.given, one.repeats) for one in found.worst] == [("3 %", (1, 3)), ("4 %", (2,))]
    assert found.total == 2


def test_an_answer_that_did_not_come_is_no_mistake_of_a_value() -> None:
    silent = made.case("EX-1", made.item("margin", "fail", output_raw=None), answered=False)
    assert find_mistakes([silent, *repeated(label="correct")]).total == 0


def test_the_worst_label_comes_first_then_the_heavier_item_then_the_earlier_case() -> None:
    cases = [
        made.case("A", made.item("tenor", "fail", weight=1.0)),
        made.case("B", made.item("margin", "fail"), made.item("borrower", "partial")),
        made.case("C", made.item("margin", "fail")),
        made.case("D", made.item("currency", "hallucination", weight=1.0)),
    ]
    found = [(one.case_id, one.name) for one in find_mistakes(cases).worst]
    assert found == [("D", "currency"), ("B", "margin"), ("C", "margin"), ("A", "tenor"), ("B", "borrower")]


def test_of_many_mistakes_five_are_kept_and_all_are_counted() -> None:
    cases = [made.case(f"EX-{at}", made.item("margin", "partial")) for at in range(20)]
    found = find_mistakes([*cases, made.case("LAST", made.item("margin", "hallucination"))])
    assert [one.case_id for one in found.worst] == ["LAST", "EX-0", "EX-1", "EX-2", "EX-3"]
    assert found.total == 21


@pytest.mark.parametrize(
    ("changes", "cited"),
    [
        ({}, "page 1, section 1.1, pine.txt"),
        ({"section": "1.1#margin"}, "page 1, the definition of “margin” in section 1.1, pine.txt"),
        ({"page": None, "section": None}, "page 1, section 1.1, pine.txt; the quote is not there"),
        ({"page": 3, "page_match": "wrong"}, "page 3, section 1.1, pine.txt"),
        ({"page_match": "not_needed"}, "section 1.1, pine.txt"),
    ],
    ids=["found", "a definition", "not found", "found on another page", "a document without pages"],
)
def test_cited_is_where_the_quote_is_and_else_what_was_named(changes: dict[str, Any], cited: str) -> None:
    wrong = made.item("margin", "fail", evidence=[made.evidence(**changes)])
    [mistake] = find_mistakes([made.case("EX-1", wrong)]).worst
    assert mistake.cited == cited


def test_an_answer_is_known_by_its_question() -> None:
    asked = made.case("QA-1", made.item("answer", "fail"), capability="qa", question="What is the commitment fee?")
    [mistake] = find_mistakes([asked]).worst
    assert mistake.name == "What is the commitment fee?"


def test_of_two_structured_values_only_what_differs_is_shown() -> None:
    expected = {"name": "Leverage", "testing_frequency": "quarterly", "threshold": "4.00:1"}
    given = expected | {"testing_frequency": "annual"}
    wrong = made.item("Leverage", "fail", expected_raw=json.dumps(expected), output_raw=json.dumps(given))
    [mistake] = find_mistakes([made.case("CO-1", wrong, capability="covenants")]).worst
    assert (mistake.expected, mistake.given) == ("testing frequency: quarterly", "testing frequency: annual")


def test_money_is_written_whole_although_only_the_amount_differs() -> None:
    values = ({"amount": 500_000_000, "currency": "USD"}, {"amount": 550_000_000, "currency": "USD"})
    expected, given = map(json.dumps, values)
    wrong = made.item("facility_amount", "fail", expected_raw=expected, output_raw=given)
    [mistake] = find_mistakes([made.case("EX-1", wrong)]).worst
    assert (mistake.expected, mistake.given) == ("USD 500,000,000", "USD 550,000,000")


@pytest.mark.parametrize(
    ("gate", "name"),
    [
        ("capability_score:extraction", "extraction score"),
        ("capability_score:bmt", "benchmark terms score"),
        ("tier1:maturity_date", "maturity date"),
        ("hallucination_rate", "hallucination"),
        ("faithfulness_failure_rate", "unfaithful answers"),
        ("house_gate:one", "house gate one"),
    ],
)
def test_a_gate_goes_by_a_plain_name(gate: str, name: str) -> None:
    assert gate_name(gate) == name


def test_a_flag_and_an_abbreviation_go_by_plain_names() -> None:
    assert (plain_name("flag:grace_period:2"), plain_name("mac_clause")) == ("grace period 2", "MAC clause")


@pytest.mark.parametrize(
    ("samples", "repeats", "unanswered", "words"),
    [
        (15, 3, 0, "5 cases, each asked 3 times (15 answers)"),
        (5, 1, 0, "5 cases, each asked once"),
        (3, 3, 0, "1 case, asked 3 times (3 answers)"),
        (15, 3, 2, "5 cases, each asked 3 times (13 of 15 answers)"),
        (14, 3, 0, "14 answers"),
    ],
)
def test_how_much_was_asked_is_said_in_cases_and_answers(
    samples: int, repeats: int, unanswered: int, words: str
) -> None:
    head = made.head(repeats=repeats)
    verdict = head.verdict.model_copy(update={"samples": samples, "unanswered": unanswered})
    assert asked_words(head.model_copy(update={"verdict": verdict})) == words


@pytest.mark.parametrize(
    ("judge", "words"),
    [
        ({"evaluator_model_id": "contract", "evaluator_model_version": "1.0"}, "none (rules only)"),
        ({"evaluator_model_id": "house-judge", "evaluator_model_version": "7"}, "house-judge 7"),
    ],
)
def test_the_rules_and_the_judge_are_named(judge: dict[str, Any], words: str) -> None:
    assert rules_words(made.head(**judge)) == f"Rules: eval-standards@1.0. Judge: {words}"


def test_the_gates_that_failed_are_named() -> None:
    gates = [
        made.gate("capability_score:extraction", 0.6, 0.85, passed=False),
        made.gate("tier1:margin", 0.5, 0.7, passed=False),
        made.gate("provenance_completeness", 0.95, 0.9, passed=True),
    ]
    told = "2 of 3 gates failed: extraction score 0.6000 (needs at least 0.85), margin 0.5000 (needs at least 0.7)."
    assert list(verdict_sentences(made.head(gates=gates))) == [told]


def test_a_share_that_failed_is_told_with_its_count() -> None:
    gates = [made.gate("hallucination_rate", 1 / 56, 0, passed=False, comparison="==", count=56)]
    [told] = verdict_sentences(made.head(gates=gates))
    assert told == "1 of 1 gate failed: hallucination 0.0179, 1 of 56 (needs exactly 0)."


@pytest.mark.parametrize(
    ("reasons", "step"),
    [
        (("GATE_FAILED",), "have the errors below mended"),
        (("GATE_FAILED", "ROOT_CAUSE_MISSING"), "loanproof rca"),
        (("INCOMPLETE",), "loanproof run --resume"),
        (("INVALID_GOLD",), "loanproof check"),
        (("FLOATING",), "settle what is named above"),
    ],
)
def test_the_next_step_is_told(reasons: tuple[str, ...], step: str) -> None:
    head = made.head()
    verdict = head.verdict.model_copy(update={"reasons": reasons})
    told = next_step(head.model_copy(update={"verdict": verdict}))
    assert told is not None
    assert step in told


@pytest.mark.parametrize(("run_id", "says"), [("score-1", True), ("r-1", False)])
def test_nothing_is_recorded_for_a_run_that_is_only_in_a_file(run_id: str, says: bool) -> None:
    head = made.head(run_id=run_id)
    assert ("without --json" in (next_step(head) or "")) is says


def test_a_release_has_no_next_step() -> None:
    assert next_step(made.head(ready=True)) is None


@pytest.mark.parametrize("reason", ReleaseReason)
def test_every_reason_against_a_release_has_a_sentence(reason: ReleaseReason) -> None:
    head = made.head()
    [told] = verdict_sentences(
        head.model_copy(update={"verdict": head.verdict.model_copy(update={"reasons": (reason,)})})
    )
    assert told != reason
    assert told[-1] == "."


def test_a_part_of_a_suite_has_no_false_failures() -> None:
    gates = [
        made.gate("capability_score:extraction", 1.0, 0.85, passed=True),
        made.gate("capability_score:qa", None, 0.85, passed=False, reason="NOTHING_EVALUATED", broken_by=[]),
    ]
    head = made.head(gates=gates)
    verdict = head.verdict.model_copy(update={"reasons": ("GATE_FAILED", "FILTERED")})
    told = list(verdict_sentences(head.model_copy(update={"verdict": verdict})))
    claimed = verdict.model_copy(update={"reasons": ("CLAIM_WITHOUT_CASES", "FILTERED")})
    assert "the run left its cases out" in next(verdict_sentences(head.model_copy(update={"verdict": claimed})))
    assert told[0] == "No gate failed; 1 gate could not be measured on this part of the suite."
    assert next(verdict_sentences(head)) == "1 of 2 gates failed: questions score (not measured)."


@pytest.mark.parametrize(
    ("changes", "given", "note"),
    [
        ({"value_label": "correct"}, "2.25 per cent. per annum", "the value is right, its citation is not"),
        (
            {"output_raw": "2.50 per cent. per annum"},
            "2.50 per cent. per annum",
            "reads the same, another part of it differs",
        ),
        ({}, "2.25 per cent. per annum", None),
        ({"extra": True, "expected_raw": None, "output_raw": None}, "margin", None),
    ],
)
def test_a_given_value_is_never_nothing_nor_without_a_word_like_the_expected_one(
    changes: dict[str, Any], given: str, note: str | None
) -> None:
    [mistake] = find_mistakes([made.case("EX-1", made.item("margin", "fail", **changes))]).worst
    assert (mistake.given, mistake.note) == (given, note)


def test_outputs_that_cannot_be_read_are_told_once_on_top() -> None:
    broken = {"code": "NOT_ONE_OBJECT", "message": "The text is not one JSON value."}
    strange = {"code": "MISSING_KEY", "message": "fields: The output has no fields and no tranches."}
    unnamed = {"code": "MISSING_KEY", "message": "tranche 1, label: The tranche has no label."}
    cases = [made.case(f"EX-{at}", findings=[one]) for at, one in enumerate((unnamed, broken, strange))]
    told = "2 outputs could not be read and so count as silent; EX-1: The text is not one JSON value."
    assert find_mistakes(cases).unread == told
    assert told in "".join(render_html(make_subject(made.run(*cases))))
    assert "2 outputs could not be read" in render_markdown(make_subject(made.run(*cases)))
    assert find_mistakes([made.case("EX-0", findings=[unnamed])]).unread is None


def test_a_gate_that_fails_whatever_its_figure_says_why() -> None:
    late = made.gate("latency_e2e_p95_ms", 6.0, 10000, passed=False, reason="NO_TELEMETRY", broken_by=["QA-001"])
    head = made.head(gates=[late])
    assert next(verdict_sentences(head)) == (
        "1 of 1 gate failed: latency (p95, ms) (answers, their times or their tokens are missing)."
    )
    assert reason_words("THRESHOLD_MISSED") == reason_words(None) == ""
    assert reason_words("SOMETHING_NEW") == "something new"
