"""The clause tree on one small agreement of each shape."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.documents.sectioned import document_of
from tests.rows import each_row
from tests.tables import load_table

EXAMPLES = load_table(Path(__file__).parent / "section_examples.yaml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    name: str
    text: str
    ids: tuple[str, ...]
    at: dict[str, str]


def example(data: dict[str, object]) -> Example:
    text, ids, at = data["text"], data["ids"], data["at"]
    assert isinstance(text, str)
    assert isinstance(ids, str)
    assert isinstance(at, dict)
    listed = tuple(one.strip() for one in ids.split("|"))
    return Example(name=str(data["name"]), text=text.replace("=== page\n", "\f"), ids=listed, at=at)


@each_row("one", [example(data) for data in EXAMPLES], ids=lambda one: one.name)
def test_the_tree_has_exactly_the_sections_a_reader_sees(one: Example) -> None:
    assert tuple(section.id for section in document_of(one.text).sections) == one.ids


@each_row("one", [example(data) for data in EXAMPLES], ids=lambda one: one.name)
def test_each_phrase_stands_in_its_section(one: Example) -> None:
    document = document_of(one.text)
    found = {phrase: document.section_at(one.text.index(phrase)) for phrase in one.at}
    assert {phrase: None if section is None else section.id for phrase, section in found.items()} == one.at


def test_an_extract_may_leap_over_many_clauses() -> None:
    text = (
        "1. DEFINITIONS\n1.1 Definitions\nIn this Agreement words have a meaning.\n2. THE FACILITY\n2.1 The Facility\n"
        "The Lenders lend.\n21. FINANCIAL COVENANTS\n21.1 Financial definitions\nLeverage is a ratio.\n"
        "21.2 Financial condition\nLeverage shall not exceed 3.75:1.\n"
    )
    assert [section.id for section in document_of(text).sections] == [
        *("1", "1.1", "2", "2.1"),
        *("21", "21.1", "21.2"),
    ]


def test_an_extract_may_end_with_one_clause_from_far_behind() -> None:
    text = (
        "Section 6.01 Indebtedness. The Borrower will not incur any Indebtedness.\n\n"
        "Section 6.12 Financial Covenants. The Leverage Ratio will not exceed 3.75 to 1.00.\n\n"
        "Section 9.09 Governing Law. This Agreement is governed by the law of the State of New York.\n"
    )
    assert [section.id for section in document_of(text).sections] == ["6.01", "6.12", "9.09"]


def test_a_lone_number_far_ahead_is_no_clause() -> None:
    text = (
        "1. DEFINITIONS\n1.1 Definitions\nIn this Agreement words have a meaning.\n2. FEES\n2.1 The fee is due within\n"
        "30 days of the date of this Agreement.\n2.2 The fee is not refundable.\n"
    )
    assert "30" not in [section.id for section in document_of(text).sections]


def test_a_waiver_that_greets_nobody_is_a_letter_by_its_address() -> None:
    text = (
        "To: Alder Bay Shipping Pte. Ltd. as Borrower\nFrom: Cobalt Bank AG as Agent\nDate: 9 October 2026\n\n"
        "1. We refer to the Facility Agreement.\n\n2. The Majority Lenders waive the Event of Default.\n\n"
        "3. This waiver:\n(a) does not extend to any other period; and\n(b) lapses on 31 December 2026.\n"
    )
    ids = [section.id for section in document_of(text).sections]
    assert ids == ["para.1", "para.2", "para.3", "para.3(a)", "para.3(b)"]


def letters(first: str, last: str) -> list[str]:
    return [chr(code) for code in range(ord(first), ord(last) + 1)]


def test_letters_go_on_doubled_behind_the_last_of_the_alphabet() -> None:
    listed = [*letters("a", "z"), *(2 * one for one in letters("a", "z")), "aaa", "bbb"]
    items = "".join(f"({label}) Liens of the kind number {label} in a row;\n" for label in listed)
    text = f"7. COVENANTS\n7.01 Liens. The Borrower shall not create any Lien, except:\n{items}7.02 Debt. None.\n"
    assert [section.id for section in document_of(text).sections] == [
        *("7", "7.01"),
        *(f"7.01({label})" for label in listed),
        "7.02",
    ]


def test_doubled_letters_below_a_paragraph_before_the_last_letter_are_a_list_of_their_own() -> None:
    text = (
        "7. COVENANTS\n7.1 Liens\n(a) No Obligor shall create Security;\n(b) paragraph (a) does not apply to:\n"
        "(aa) a lien by law;\n(bb) a lien of a bank;\n(c) nothing else.\n"
    )
    assert [section.id for section in document_of(text).sections] == [
        *("7", "7.1", "7.1(a)", "7.1(b)", "7.1(b)(aa)", "7.1(b)(bb)", "7.1(c)"),
    ]


def test_a_schedule_may_have_the_mark_of_a_footnote() -> None:
    text = (
        "1. TERMS\n1.1 Terms\nThe Lenders lend.\n2. END\n2.1 End\nNothing follows.\n"
        "IN WITNESS WHEREOF, the parties have signed.\n\fSchedule I¹\nGuarantors\nAlder Inc., a Delaware corporation\n"
        "\fSchedule II\nLenders\nElm Bank, a national bank\n"
    )
    document = document_of(text)
    places = [document.section_at(text.index(words)) for words in ("Alder", "Elm")]
    assert [one and one.id for one in places] == ["sched.1", "sched.2"]


PLAIN = """LOAN AGREEMENT

TERM. This Agreement is effective for as long as a debt is owed.

CONDITIONS PRECEDENT. Each Advance is subject to the following conditions:

Plans, Specifications, and Permits. The Lender has received all plans.

Architect's Contract. The Lender has received the contract.

AFFIRMATIVE COVENANTS. The Borrower will do as follows:

Financial Covenants and Ratios. Comply with the following covenants and ratios:

Additional Requirements. The Borrower will keep its ratio at 1.35 to 1 or more.

Other Agreements. Comply with all other agreements.

DEFINITIONS. Words have these meanings.

GAAP. The word "GAAP" means accepted principles.

Lender. The word "Lender" means Elm Bank.
"""


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("as long as a debt", ["head:term"]),
        ("all plans", ["head:plans specifications and permits", "head:conditions precedent"]),
        ("received the contract", ["head:architect s contract", "head:conditions precedent"]),
        (
            "1.35 to 1",
            ["head:additional requirements", "head:financial covenants and ratios", "head:affirmative covenants"],
        ),
        ("all other agreements", ["head:other agreements", "head:affirmative covenants"]),
        ("accepted principles", ["head:gaap", "head:definitions"]),
        ("Elm Bank", ["head:lender", "head:definitions"]),
    ],
)
def test_headings_without_numbers_are_whole_and_those_in_capitals_hold_the_others(words: str, ids: list[str]) -> None:
    document = document_of(PLAIN)
    section, found = document.section_at(PLAIN.index(words)), list[str]()
    while section is not None:
        found.append(section.id)
        section = None if section.parent is None else document.sections[section.parent]
    assert found == ids


def test_the_title_of_a_document_in_capitals_holds_no_heading() -> None:
    text = "LOAN LETTER\n\nInterest. The rate is five per cent.\n\nRepayment. All is repaid in a year.\n"
    section = document_of(text).section_at(text.index("five"))
    assert section is not None
    assert (section.id, section.parent) == ("head:interest", None)


def test_the_name_of_a_bank_at_both_ends_of_a_letter_holds_no_heading() -> None:
    text = (
        "ELM BANK\n\nInterest. The rate is five per cent.\n\nRepayment. All is repaid in a year.\n\n"
        "ELM BANK\n\nBy:\n\nName: A. Clerk\n"
    )
    assert all(section.parent is None for section in document_of(text).sections)
