"""Reading aids: each tells something of a document by its structure and words alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from loanproof.capabilities.baseline.aids import (
    Column,
    Paper,
    PartyRole,
    Role,
    Zone,
    concepts_in,
    roles_in,
    roles_of_title,
)
from loanproof.capabilities.baseline.aids.line_tables import find_line_tables
from loanproof.documents import load_document

AGREEMENT = """FACILITY AGREEMENT

dated 4 May 2026

THIS AGREEMENT is made on 4 May 2026 between:

(1) ORCHARD MILLS LIMITED, a company incorporated in England (the “Borrower”);

(2) PIPPIN HOLDINGS LIMITED and RUSSET FARMS LIMITED as original guarantors (the “Guarantors”);

(3) COMBE BANK PLC as agent of the other finance parties (the “Agent”); and

(4) SEVERN TRUSTEES LIMITED as security agent (the “Security Agent”).

IT IS AGREED:

1. DEFINITIONS AND INTERPRETATION

1.1 Definitions

“Final Maturity Date” means 4 May 2031.

“Interest Period” means each period of three months.

“Margin” means, for each Interest Period, the rate below:

Leverage Term SOFR Loans Base Rate Loans
above 3.00:1 2.50% 1.50%
3.00:1 or below 2.00% 1.00%

“Priority Debt” has the meaning given to it in the Intercreditor Deed.

2. CONDITIONS PRECEDENT

2.1 Initial conditions

(a) a copy of the constitution of Messrs. Orchard Mills Ltd. and its directors; and

(b) a legal opinion.

2.2 Notwithstanding clause 2.1, the Agent may waive a condition. Subject to clause 1.1, it tells the Borrower.
"""


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Paper:
    path: Path = tmp_path_factory.mktemp("aids") / "agreement.txt"
    path.write_text(AGREEMENT, encoding="utf-8")
    return Paper(load_document(path))


def test_a_party_has_the_role_of_its_own_words_and_names_in_a_row_share_one(paper: Paper) -> None:
    named = {one.name: one.roles for one in paper.parties if one.zone is Zone.PREAMBLE and one.roles}
    assert named == {
        "ORCHARD MILLS LIMITED": {PartyRole.BORROWER},
        "PIPPIN HOLDINGS LIMITED": {PartyRole.GUARANTOR},
        "RUSSET FARMS LIMITED": {PartyRole.GUARANTOR},
        "COMBE BANK PLC": {PartyRole.AGENT},
        "SEVERN TRUSTEES LIMITED": {PartyRole.OTHER_AGENT},
    }


def parties_of(text: str, tmp_path: Path) -> dict[str, frozenset[PartyRole]]:
    path = tmp_path / "agreement.txt"
    path.write_text(text, encoding="utf-8")
    return {one.name: one.roles for one in Paper(load_document(path)).parties}


ROW = """TERM LOAN AGREEMENT

This Agreement is made on 3 February 2020 among ASPEN HOLDINGS LLC, a Nevada limited liability company (“Holdings”),
ELM POWER LLC, a Nevada limited liability company (“Elm”), BIRCH POWER LLC, a Texas limited liability company
(“Birch Power”), and CEDAR POWER LLC, a Texas limited liability company (“Cedar”) {role}, and the lenders.

1. THE LOAN

1.1 The Lenders shall lend USD 5,000,000 to the Borrowers.
"""


def test_a_row_of_names_with_short_forms_shares_a_role_that_is_given_to_each(tmp_path: Path) -> None:
    each = parties_of(ROW.format(role="(each a “Borrower” and, collectively, the “Borrowers”)"), tmp_path)
    assert [name for name, roles in each.items() if PartyRole.BORROWER in roles] == [
        "ELM POWER LLC",
        "BIRCH POWER LLC",
        "CEDAR POWER LLC",
    ]


def test_a_role_that_is_given_to_one_is_not_shared_by_names_that_have_a_short_form(tmp_path: Path) -> None:
    last = parties_of(ROW.format(role="(the “Borrower”)"), tmp_path)
    assert [name for name, roles in last.items() if PartyRole.BORROWER in roles] == ["CEDAR POWER LLC"]


def test_a_note_without_a_cover_names_its_maker_by_the_bracket_behind_the_name(tmp_path: Path) -> None:
    note = """LOAN NOTE

This Note is made on 15 October 2026 by ALDER TRADING CO (the "Borrower") in favour of ROWAN CAPITAL (the "Holder").

1. Principal. The sum advanced is USD 750,000.

2. Maturity. This Note matures on 15 October 2029.
"""
    assert parties_of(note, tmp_path) == {"ALDER TRADING CO": {PartyRole.BORROWER}}


def test_what_a_sentence_only_mentions_is_not_what_its_clause_is_for(tmp_path: Path) -> None:
    path = tmp_path / "loan.txt"
    path.write_text(
        "LOAN AGREEMENT\n\n1 THE FACILITY\n\n1.1 The Lender, relying upon the representations "
        "in clause 7, agrees to lend USD 9,000,000.\n\n2 REPRESENTATIONS\n\n2.1 The Borrower is duly incorporated.\n",
        encoding="utf-8",
    )
    loan = Paper(load_document(path))
    assert loan.roles.at(loan.text.index("agrees to lend")) == {Role.FACILITY}
    assert loan.roles.at(loan.text.index("duly incorporated")) == {Role.REPRESENTATIONS}


def test_a_definition_knows_its_term_its_body_and_the_terms_it_uses(paper: Paper) -> None:
    margin = paper.definitions.named("margin")
    assert margin is not None
    assert [one.term for one in paper.definitions.uses(margin)] == ["Interest Period"]
    assert [one.term for one in paper.definitions.ending("maturity date")] == ["Final Maturity Date"]


def test_a_table_is_read_cell_by_cell_with_its_columns_from_the_heading(paper: Paper) -> None:
    [table] = paper.tables
    assert table.columns == (Column.MARGIN, Column.BASE_MARGIN)
    assert [(row.label, [str(cell.value.figure) for cell in row.cells]) for row in table.rows] == [
        ("above 3.00:1", ["2.50", "1.50"]),
        ("3.00:1 or below", ["2.00", "1.00"]),
    ]


@pytest.mark.parametrize("gap", [1, 2, 4, 10])
@pytest.mark.parametrize(
    ("heads", "rows", "columns"),
    [
        (
            ["Level", "Facility Fee Rate", "Applicable Margin"],
            [["Level I", "0.10%", "0.90%"], ["Level II", "0.15%", "1.10%"]],
            ["fee", "margin"],
        ),
        (
            ["Pricing Level", "Facility Fee Rate", "Term SOFR Margin", "Base Rate Margin"],
            [["Level I", "0.10%", "0.90%", "0.00%"], ["Level II", "0.15%", "1.10%", "0.10%"]],
            ["fee", "margin", "base_margin"],
        ),
    ],
)
def test_each_column_has_the_figures_below_its_name(
    gap: int, heads: list[str], rows: list[list[str]], columns: list[str]
) -> None:
    lines = [(" " * gap).join(one) for one in (heads, *rows)]
    [table] = find_line_tables("“Applicable Rate” means the rate per annum set out below:\n\n" + "\n".join(lines))
    assert [one.value for one in table.columns] == columns
    assert [[row.label, *(f"{cell.value.figure}%" for cell in row.cells)] for row in table.rows] == rows


@pytest.mark.parametrize("gap", [1, 4])
def test_a_figure_of_a_label_is_no_column(gap: int) -> None:
    text = f"""“Fee Rate” means the rate per annum set out below:

Usage{" " * gap}Commitment Fee
Level I more than 50%{" " * gap}0.40%
Level II less than 50%{" " * gap}0.30%
"""
    [table] = find_line_tables(text)
    assert [one.value for one in table.columns] == ["fee"]
    assert [(row.label, str(row.cells[0].value.figure)) for row in table.rows] == [
        ("Level I more than 50%", "0.40"),
        ("Level II less than 50%", "0.30"),
    ]


def test_a_section_has_the_role_of_its_heading_or_of_its_parent(paper: Paper) -> None:
    offset = paper.text.index("a legal opinion")
    assert Role.CONDITIONS in paper.roles.above(offset)
    assert Role.DEFINITIONS in paper.roles.above(paper.text.index("4 May 2031"))


@pytest.mark.parametrize(
    ("title", "role"),
    [
        ("Limitation on Liens", Role.NEGATIVE_PLEDGE),
        ("SELECTION OF INTEREST PERIODS", Role.INTEREST_PERIODS),
        ("Scheduled Repayments", Role.REPAYMENT),
        ("Optional Prepayments", Role.PREPAYMENT),
        ("Conditions to Effectiveness", Role.CONDITIONS),
    ],
)
def test_a_heading_tells_its_role_by_its_family(title: str, role: Role) -> None:
    assert roles_of_title(title) == {role}


def test_an_abbreviation_ends_no_sentence(paper: Paper) -> None:
    at = paper.text.index("Orchard Mills Ltd.")
    assert paper.passages.sentence_at(at).of(paper.text).endswith("directors; and")


def test_an_agent_for_security_is_not_the_agent() -> None:
    assert roles_in("Collateral Agent") == {PartyRole.OTHER_AGENT}
    assert roles_in("Arranger, Agent and Facing Bank") == {PartyRole.ARRANGER, PartyRole.AGENT, PartyRole.LENDER}


def test_a_question_in_plain_words_finds_the_concept_of_the_market() -> None:
    assert concepts_in("When does the loan end?")[0].name == "maturity"
    assert concepts_in("May the group give security to others?")[0].name == "negative_pledge"
    assert concepts_in("What colour is the cover?") == ()
