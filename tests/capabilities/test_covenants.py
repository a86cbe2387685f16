"""Covenants by rules: class, level, frequency and carve-outs as the clauses have them; flags are always said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.capabilities.covenant_paper import AGREEMENT, REFUSAL, WAIVER
from tests.capabilities.papers import STANDARD

from loanproof.capabilities import monitor
from loanproof.core import Capability
from loanproof.documents import load_document
from loanproof.service import guard_output


def monitored(tmp_path: Path, text: str) -> dict[str, Any]:
    path = tmp_path / "agreement.txt"
    path.write_text(text, encoding="utf-8")
    return monitor(load_document(path), STANDARD)


def by_section(output: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {one["provenance"][0]["section"]: one for one in output["covenants"]}


@pytest.mark.parametrize(
    ("section", "expected"),
    [
        ("3.1(a)", ("information", "140 days", None, "annual")),
        ("3.1(b)", ("information", "50 days", None, "quarterly")),
        ("4.1(a)", ("financial", "3.80:1", "<=", "quarterly")),
        ("4.1(b)", ("financial", "GBP 41,000,000", ">=", "at_all_times")),
        ("5.1(a)", ("negative", None, None, "none")),
        ("5.2", ("positive", None, None, "none")),
    ],
)
def test_each_covenant_has_the_class_level_and_frequency_of_its_clause(
    tmp_path: Path, section: str, expected: tuple[str | None, ...]
) -> None:
    one = by_section(monitored(tmp_path, AGREEMENT))[section]
    assert (one["type"], one["threshold"], one["operator"], one["testing_frequency"]) == expected


def test_a_frequency_from_another_clause_is_quoted(tmp_path: Path) -> None:
    one = by_section(monitored(tmp_path, AGREEMENT))["4.1(a)"]
    assert any("tested on each Quarter Date" in place["quote"] for place in one["provenance"])


def test_the_paragraph_behind_a_prohibition_holds_its_carve_outs(tmp_path: Path) -> None:
    found = by_section(monitored(tmp_path, AGREEMENT))["5.1(a)"]["carve_outs"]
    assert [one["cap"] for one in found] == [None, "GBP 6,500,000"]
    assert found[0]["scope"].startswith("lien arising by operation of law")


def test_grace_periods_and_the_cross_default_are_said_with_days_unit_and_threshold(tmp_path: Path) -> None:
    flags = monitored(tmp_path, AGREEMENT)["flags"]
    assert [(one["days"], one["unit"]) for one in flags["grace_periods"]] == [(4, "business"), (12, "business")]
    cross = flags["cross_default"]
    assert (cross["present"], cross["kind"], cross["threshold"]) == (True, "cross_default", "GBP 2,200,000")


def test_a_table_of_steps_is_named_by_the_words_above_it_and_not_by_its_head(tmp_path: Path) -> None:
    text = (
        "LOAN AGREEMENT\n\n1. LOAN\n\nThe Lender lends GBP 8,000,000.\n\n2. FINANCIAL COVENANTS\n\n2.1 The Borrower "
        "shall ensure that the Leverage Ratio on the last day of each quarter in a period does not exceed the ratio "
        "opposite that period:\n\nPeriod                          Ratio\n1 July 2025 to 30 June 2026     4.10:1\n"
        "1 July 2026 to 30 June 2027     3.60:1\n"
    )
    assert by_section(monitored(tmp_path, text))["2.1"]["name"] == "Leverage Ratio"


def test_the_amount_of_a_cross_default_is_found_under_any_defined_name(tmp_path: Path) -> None:
    clause = "Any Relevant Borrowings of the Borrower are not paid when due or are accelerated."
    defined = "“Relevant Borrowings” means borrowed money of more than GBP 3,700,000 in aggregate."
    vague = "“Relevant Borrowings” means borrowed money of GBP 3,700,000 owed to one and GBP 900,000 owed to another."
    wrong = []
    for definition, threshold in ((defined, "GBP 3,700,000"), (vague, None)):
        text = (
            f"LOAN AGREEMENT\n\n1. DEFINITIONS\n\n{definition}\n\n2. LOAN\n\nThe Lender lends GBP 8,000,000."
            f"\n\n3. EVENTS OF DEFAULT\n\n3.1 Non-payment\n\nThe Borrower does not pay a sum when due.\n\n"
            f"3.2 Cross default\n\n{clause}\n"
        )
        found = monitored(tmp_path, text)["flags"]["cross_default"]
        if (found["present"], found["threshold"]) != (True, threshold):
            wrong.append((definition, found))
    assert not wrong


def test_a_table_of_steps_is_not_named_by_another_sentence_of_its_clause(tmp_path: Path) -> None:
    steps = (
        "shall not exceed the ratio opposite that period:\n\nPeriod                          Ratio\n"
        "1 July 2025 to 30 June 2026     4.10:1\n1 July 2026 to 30 June 2027     3.60:1\n"
    )
    text = (
        "LOAN AGREEMENT\n\n1. LOAN\n\nThe Lender lends GBP 8,000,000.\n\n2. FINANCIAL COVENANTS\n\n"
        f"2.1 Interest Cover shall be certified by the Auditors. The Leverage Ratio in each period {steps}"
    )
    assert "Leverage Ratio" in by_section(monitored(tmp_path, text))["2.1"]["name"]


def test_an_amount_that_is_owed_or_left_out_is_no_threshold_of_a_cross_default(tmp_path: Path) -> None:
    rows = (
        ("is not paid when due while the Loan Amount is outstanding", "“Loan Amount” means GBP 8,000,000."),
        ("other than the Vendor Debt is not paid when due", "“Vendor Debt” means debt of more than GBP 2,500,000."),
        ("such as the Existing Debt is not paid when due", "“Existing Debt” means a loan of GBP 2,500,000."),
    )
    wrong = []
    for clause, definition in rows:
        text = (
            f"LOAN AGREEMENT\n\n1. DEFINITIONS\n\n{definition}\n\n2. LOAN\n\nThe Lender lends GBP 8,000,000."
            f"\n\n3. EVENTS OF DEFAULT\n\n3.1 Non-payment\n\nThe Borrower does not pay a sum when due.\n\n"
            f"3.2 Cross default\n\nAny Financial Indebtedness of the Borrower {clause}.\n"
        )
        found = monitored(tmp_path, text)["flags"]["cross_default"]
        if (found["present"], found["threshold"]) != (True, None):
            wrong.append((clause, found))
    assert not wrong


def test_flags_that_a_document_does_not_have_are_denied_in_words(tmp_path: Path) -> None:
    head, _, rest = AGREEMENT.partition("6. EVENTS OF DEFAULT")
    output = monitored(tmp_path, head + rest[rest.index("7. GOVERNING LAW") :].replace("7. G", "6. G"))
    assert output["flags"]["grace_periods"] == []
    assert output["flags"]["cross_default"]["present"] is False


def test_a_waiver_is_told_with_its_five_parts(tmp_path: Path) -> None:
    (one,) = [one for one in monitored(tmp_path, WAIVER)["covenants"] if one["type"] == "financial"]
    waiver = {key: value for key, value in one["waiver"].items() if key != "provenance"}
    assert waiver == {
        "covenant": one["name"],
        "original_threshold": "3.80:1",
        "waived_threshold": "4.60:1",
        "test_dates": ["2027-09-30", "2027-12-31"],
        "temporary": True,
        "covenant_survives": True,
    }


def test_a_letter_that_refuses_waives_nothing(tmp_path: Path) -> None:
    assert not any("waiver" in one for one in monitored(tmp_path, REFUSAL)["covenants"])


def test_the_guard_finds_nothing_wrong_with_any_covenant(tmp_path: Path) -> None:
    path = tmp_path / "agreement.txt"
    path.write_text(AGREEMENT, encoding="utf-8")
    document = load_document(path)
    report = guard_output(json.dumps(monitor(document, STANDARD)), Capability.COVENANTS, [document], STANDARD)
    assert report.items
    assert [one.faults for one in report.items if one.faults] == []


def test_a_paper_without_covenants_reports_none(tmp_path: Path) -> None:
    output = monitored(tmp_path, "MINUTES\n\nThe board met on 4 May 2026 and approved the accounts.\n")
    assert output["covenants"] == []


def test_marks_with_nothing_between_them_are_no_exceptions(tmp_path: Path) -> None:
    """``paragraphs (a) and (b)`` refers to items; as exceptions of their own they would have no words."""
    text = AGREEMENT.replace(
        "any Security over any of its assets.",
        "any Security over any of its assets, except Security within paragraphs (i) and (ii) below, and (iii) any\n"
        "retention of title by a supplier.",
    ).replace("(b) Paragraph (a) does not apply to:", "(b) The Agent is told of:")
    found = by_section(monitored(tmp_path, text))["5.1(a)"]["carve_outs"]
    assert [one["scope"] for one in found][-1] == "retention of title by a supplier"


def test_a_level_that_holds_until_the_last_day_there_is_has_none_after_it(tmp_path: Path) -> None:
    text = AGREEMENT.replace("exceed 3.80:1;", "exceed 3.80:1 until 31 December 9999 and 3.20:1 thereafter;")
    assert by_section(monitored(tmp_path, text))["4.1(a)"]["threshold"] == "3.80:1"


def test_a_basket_behind_a_list_is_one_exception_more_and_its_cap_is_not_that_of_the_last_item(tmp_path: Path) -> None:
    text = AGREEMENT.replace(
        "GBP 6,500,000 in aggregate.",
        "GBP 6,500,000 in aggregate; or\n\n(iii) any lien on goods in transit.\n\n"
        "Notwithstanding the foregoing provisions of this Clause 5.1, the Borrower may create other Security if the\n"
        "sum secured by it does not exceed GBP 900,000.",
    )
    caps = {one["scope"]: one["cap"] for one in by_section(monitored(tmp_path, text))["5.1(a)"]["carve_outs"]}
    assert caps["lien on goods in transit"] is None
    assert [cap for scope, cap in caps.items() if scope.startswith("create other Security")] == ["GBP 900,000"]
