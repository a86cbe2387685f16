"""Rates of 0 and 1 are printed with their count and their bound, and with how few documents they come from (C-30)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.reports.made_runs import HeldRun, case, gate, head, item

from loanproof.reports import bound_words, compare_runs, make_subject, render_certificate, render_html, render_markdown
from loanproof.reports.verdict_words import (
    bound_example,
    bound_sentence,
    change_words,
    measured_words,
    verdict_sentences,
    write_value,
)
from loanproof.runs import ResultGate

ZERO = gate(
    "hallucination_rate", 0.0, 0.0, passed=True, comparison="<=", count=6, bound=0.393037769, cases=6, documents=1
)
PRINTED = "0.0000 (0 of 6: at most 39.3 %)"


def test_none_of_six_is_written_with_what_it_allows() -> None:
    assert write_value(ResultGate.model_validate(ZERO)) == PRINTED


@pytest.mark.parametrize(
    ("value", "cases", "said"),
    [
        (1.0, 6, "6 of 6: at least 60.7 %"),
        (0.0, 1, "0 of 1: at most 95.0 %"),
        (0.0, 1_500, "0 of 1,500: at most 0.2 %"),
        (1.0, 100_000, "100,000 of 100,000: at least 99.997 %"),
        (0.0, 10_000, "0 of 10,000: at most 0.03 %"),
        (0.5, 6, ""),
        (None, 6, ""),
        (1.0, None, ""),
    ],
)
def test_a_bound_is_never_rounded_to_all_or_none(value: float | None, cases: int | None, said: str) -> None:
    assert bound_words(value, cases) == said


def test_a_share_is_told_by_its_count_and_what_it_allows_in_words() -> None:
    missed = {**ZERO, "value": 1 / 56, "passed": False, "count": 56, "cases": 56, "bound": None}
    assert measured_words(ResultGate.model_validate(missed)) == "1 of 56 cases (0.0179)"
    repeated = {**missed, "cases": 28}  # each case was asked twice, and each answer counts
    assert measured_words(ResultGate.model_validate(repeated)) == "1 of 56 answers (0.0179)"
    allowed = "the true rate is probably at most 39.3 % (95 % confidence)"
    assert measured_words(ResultGate.model_validate(ZERO)) == f"0 of 6 cases (0.0000); {allowed}"
    read = f"Read “0 of 6: at most 39.3 %” as: it was so in 0 of 6 cases, and {allowed}."
    assert bound_example([ResultGate.model_validate(one) for one in (missed, ZERO)]) == read
    assert bound_example([ResultGate.model_validate(missed)]) is None


@pytest.mark.parametrize(
    ("change", "said"), [(-0.607, "−0.607"), (0.0124, "+0.012"), (-0.0001, "0.000"), (0.0, "0.000")]
)
def test_a_difference_has_the_sign_of_people_and_nothing_has_none(change: float, said: str) -> None:
    assert change_words(change) == said


@pytest.mark.parametrize(
    ("documents", "begins"),
    [
        ((1,), "Fewer than ten documents were tested (1), so even a perfect score may be luck;"),
        ((1, 9), "Fewer than ten documents were tested (1 to 9 by each gate), so even a perfect score may be luck;"),
        ((9, 10), "Fewer than ten documents were tested (9), so even a perfect score may be luck;"),
        ((10, 12), "Even a perfect score may be luck;"),
        ((None,), "Even a perfect score may be luck;"),
    ],
)
def test_fewer_than_ten_documents_are_said(documents: tuple[int | None, ...], begins: str) -> None:
    gates = [{**ZERO, "documents": count} for count in documents]
    (told,) = bound_sentence(head(ready=True, gates=gates))
    assert told.startswith(begins)
    assert told.endswith("what the true figure may be (95 % confidence).")


def test_a_run_without_a_rate_of_0_or_1_says_nothing_of_bounds() -> None:
    assert not list(bound_sentence(head()))


def test_a_capability_with_too_few_cases_is_named() -> None:
    data: dict[str, Any] = head(ready=True, gates=[ZERO]).model_dump()
    reasons = {"release_ready": False, "reasons": ["TOO_FEW_CASES"], "exit_code": 1, "too_few": ["qa 6 of 30 cases"]}
    told = list(verdict_sentences(type(head()).model_validate(data | {"verdict": data["verdict"] | reasons})))
    assert told[0] == "Fewer cases or documents than the contract asks for: qa 6 of 30 cases."


def test_report_summary_and_certificate_print_the_bound() -> None:
    run = HeldRun(head=head(ready=True, gates=[ZERO]), held=(case("EX-1", item()),))
    pages = ("".join(render_html(make_subject(run))), render_markdown(make_subject(run)))
    for page in (*pages, "".join(render_certificate(run.head, (), is_authentic=True))):
        assert PRINTED in page
        assert "Fewer than ten documents" in page


def test_a_comparison_says_what_scores_of_1_allow() -> None:
    run = HeldRun(head=head(ready=True, gates=[ZERO]), held=(case("EX-1", item()), case("EX-2", item())))
    found = compare_runs(run, run)
    (change,) = found.capabilities
    assert change.bounds == ("2 of 2: at least 22.4 %",) * 2
    assert found.notes[-1].startswith("Fewer than ten documents were tested (1)")
