"""Papers that change another one, in the shapes of many hands: what they change, from what, and when."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from loanproof.capabilities import extract
from loanproof.capabilities.baseline.aids import Paper
from loanproof.capabilities.baseline.aids.changes import Side, side_of
from loanproof.capabilities.baseline.document_kind import document_kind
from loanproof.capabilities.baseline.fields.amounts import AMOUNT
from loanproof.capabilities.baseline.fields.restated import value_of
from loanproof.core import load_yaml

from .papers import AMENDMENT, LOAN, STANDARD, extracted, read

PAPERS: Any = load_yaml(Path(__file__).with_name("amending_papers.yaml")).data

TWO_DAYS = AMENDMENT.replace(
    "The amendments in this letter take effect on 1 April 2027.",
    "The amendments in paragraph 2 (other than paragraph 2.2) take effect on 1 April 2027. The amendment in paragraph "
    "2.2 takes effect on 1 June 2027.",
)

FACILITIES = """NOTICE OF AMENDMENT

5 February 2027

We refer to the senior facilities agreement dated 12 May 2023 (the “Agreement”).

1. The Termination Date of Facility A is extended from 12 May 2027 to 12 May 2029.

2. The Margin on Facility B is reduced from 3.75% per annum to 3.25% per annum.

3. The changes take effect on 1 March 2027.
"""

BLACKLINE = """<html><body><h1>AMENDMENT AND RESTATEMENT AGREEMENT</h1>
<p>dated 3 March 2027, relating to a facility agreement dated 4 May 2026 (the “Original Agreement”)</p>
<h2>1. RESTATEMENT</h2>
<p>1.1 With effect from 1 April 2027 the provisions of the Original Agreement which are set out in Schedule 1 shall be
amended and restated so that they read as set out there.</p>
<h2>2. LAW</h2><p>2.1 This Agreement is governed by English law.</p>
<h1>SCHEDULE 1</h1><h2>Restated provisions</h2>
<p>“Margin” means <del>2.35</del> <ins>2.05</ins> per cent. per annum.</p>
<p>“Final Maturity Date” means <del>4 May 2031</del> <ins>4 May 2033</ins>.</p>
</body></html>
"""


def effect(field: dict[str, Any]) -> str:
    """Return when a field takes effect: a day, the words of a condition, or that it is unclear."""
    given = field["effective_date"]
    return given if isinstance(given, str) else given["condition"]


def written(value: Any) -> Any:
    """Return a value as a table of papers writes it: its figures are text."""
    return {key: str(one) for key, one in value.items()} if isinstance(value, dict) else value


@pytest.mark.parametrize("paper", PAPERS, ids=[one["name"].replace(" ", "-") for one in PAPERS])
def test_a_paper_changes_what_it_says_and_leaves_the_rest(paper: dict[str, Any], tmp_path: Path) -> None:
    output = extracted(tmp_path, paper["text"])
    assert output["document_kind"] == paper["kind"]
    amended = {name: field for name, field in output["fields"].items() if field["status"] != "unchanged"}
    assert {name: written(field["value"]) for name, field in amended.items()} == {
        name: one["value"] for name, one in paper["amended"].items()
    }
    assert all(field["status"] == "amended" and field["provenance"] for field in amended.values())
    for name, one in paper["amended"].items():
        assert written(amended[name]["original_value"]) == one["original"]
        assert one["effective"] in effect(amended[name])


RESTATED = """AMENDMENT AGREEMENT

dated 3 March 2027, between ORCHARD MILLS LIMITED (the “Borrower”) and COMBE BANK PLC (the “Lender”), relating to a
facility agreement dated 4 May 2026 (the “Agreement”).

1. AMENDMENTS

1.1 With effect from 1 April 2027 the following definitions in Clause 1.1 of the Agreement are deleted and replaced in
their entirety with the following:

{definition}

2. LAW

2.1 This Agreement is governed by English law.
"""


def test_a_restated_table_takes_the_unit_of_its_heading(tmp_path: Path) -> None:
    definition = """“Margin” means the rate set out below opposite the Leverage:

Leverage   Margin (% per annum)
Greater than 3.00:1   2.75
2.00:1 or less   2.25"""
    found = extracted(tmp_path, RESTATED.format(definition=definition))["fields"]["margin"]["value"]
    assert [row["value"] for row in found["rows"]] == ["2.75% per annum", "2.25% per annum"]


@pytest.mark.parametrize(
    ("term", "charged_on", "base"),
    [
        ("Commitment Fee", "undrawn part of the Facility", "unused"),
        ("Commitment Fee", "whole of the Facility, whether used or unused", "total"),
        ("Facility Fee", "Commitments", "total"),
        ("Commitment Fee", "Facility", None),
    ],
)
def test_a_restated_fee_is_charged_on_what_its_definition_says(
    term: str, charged_on: str, base: str | None, tmp_path: Path
) -> None:
    definition = f"""“{term} Rate” means, for the {charged_on}, the rate set out below opposite the Leverage:

Leverage   {term} (% per annum)
Greater than 3.00:1   0.75
2.00:1 or less   0.50"""
    found = extracted(tmp_path, RESTATED.format(definition=definition))["fields"]["commitment_fee"]["value"]
    assert found.get("on") == base
    assert [row["value"] for row in found["rows"]] == ["0.75% per annum", "0.50% per annum"]


@pytest.mark.parametrize(("figure", "amount"), [("1,500,000.75", "1500000.75"), ("1,500,000.00", "1500000")])
def test_a_restated_amount_keeps_its_pence(figure: str, amount: str, tmp_path: Path) -> None:
    paper = Paper(read(tmp_path, RESTATED.format(definition=f"“Total Commitments” means GBP {figure}.")))
    definition = paper.definitions.named("Total Commitments")
    assert definition is not None
    found = value_of(paper, AMOUNT, definition)
    assert found is not None
    assert written(found.value) == {"amount": amount, "currency": "GBP"}


def test_changes_of_one_paper_may_take_effect_on_two_days(tmp_path: Path) -> None:
    fields = extracted(tmp_path, TWO_DAYS)["fields"]
    assert fields["margin"]["effective_date"] == "2027-04-01"
    assert fields["maturity_date"]["effective_date"] == "2027-06-01"


def test_what_is_changed_of_one_facility_is_not_changed_of_the_other(tmp_path: Path) -> None:
    output = extracted(tmp_path, FACILITIES)
    first, second = output["tranches"]
    assert (first["label"], second["label"]) == ("Facility A", "Facility B")
    assert first["fields"]["maturity_date"]["value"] == "2029-05-12"
    assert first["fields"]["margin"]["status"] == "unchanged"
    assert second["fields"]["maturity_date"]["status"] == "unchanged"
    assert second["fields"]["margin"]["original_value"] == "3.75% per annum"
    assert not {"margin", "maturity_date"} & set(output["fields"])


def test_struck_words_are_what_stood_before(tmp_path: Path) -> None:
    output = extract(read(tmp_path, BLACKLINE, "compare.html"), STANDARD)
    assert output["document_kind"] == "amendment_and_restatement"
    amended = {name: field for name, field in output["fields"].items() if field["status"] == "amended"}
    assert {name: (one["original_value"], one["value"]) for name, one in amended.items()} == {
        "margin": ("2.35 per cent. per annum", "2.05 per cent. per annum"),
        "maturity_date": ("2031-05-04", "2033-05-04"),
    }
    assert {field["status"] for name, field in output["fields"].items() if name not in amended} == {"unchanged"}


def test_a_recital_may_tell_what_a_value_was(tmp_path: Path) -> None:
    text = AMENDMENT.replace(
        "1. EFFECTIVE", "The Final Maturity Date was fixed at 4 May 2031.\n\n1. EFFECTIVE"
    ).replace("extended from 4 May 2031 to", "extended to")
    assert extracted(tmp_path, text)["fields"]["maturity_date"]["original_value"] == "2031-05-04"


@pytest.mark.parametrize(
    ("lead", "side"),
    [
        ("by deleting the reference to", Side.OLD),
        ("appearing therein and inserting", Side.NEW),
        ("is replaced by", Side.NEW),
        ("in place of", Side.OLD),
        ("and substituting therefor the words", Side.NEW),
        ("the definition of", Side.TERM),
        ("", None),
    ],
)
def test_the_last_words_before_a_value_tell_its_side(lead: str, side: Side | None) -> None:
    assert side_of(lead) is side


def test_an_agreement_that_names_an_older_one_is_an_agreement(tmp_path: Path) -> None:
    text = LOAN.replace(
        "IT IS AGREED:", "The loan agreement dated 3 March 2021 is replaced by this Agreement.\n\nIT IS AGREED:"
    )
    assert document_kind(Paper(read(tmp_path, text))) == "agreement"


def test_a_letter_may_be_headed_by_the_agreement_that_it_changes(tmp_path: Path) -> None:
    text = AMENDMENT.replace("AMENDMENT LETTER\n", "FACILITY AGREEMENT DATED 4 MAY 2026\n").replace(
        "We refer to the facility agreement dated 4 May 2026 (the “Agreement”)", "We refer to the above agreement"
    )
    assert document_kind(Paper(read(tmp_path, text))) == "amendment"


@pytest.mark.parametrize("to", ["TO THE\n\nSECOND\n", "TO THE SECOND\n", "TO\n"])
def test_an_amendment_to_a_restated_agreement_restates_nothing(to: str, tmp_path: Path) -> None:
    title = f"AMENDMENT\nNO. 5 {to}AMENDED AND RESTATED CREDIT AGREEMENT\n"
    text = AMENDMENT.replace("AMENDMENT LETTER\n", title)
    assert document_kind(Paper(read(tmp_path, text))) == "amendment"


def test_a_letter_with_the_clauses_of_a_loan_makes_one_whatever_it_refers_to(tmp_path: Path) -> None:
    text = """Dear Sirs,

We confirm our agreement to lend to you on the terms of this letter, to buy the ship under the sale agreement
dated 4 February 2027.

1. THE LOAN

1.1 The facility is a term loan of EUR 9,000,000.

2. INTEREST

2.1 Interest accrues at 2.10 per cent. per annum above EURIBOR.

3. REPAYMENT

3.1 The loan is repaid on 30 June 2031.

4. CONDITIONS PRECEDENT

4.1 The Bank consents to a drawing once it has received the board minutes.

5. EVENTS OF DEFAULT

5.1 Each of the following is an Event of Default: the Borrower does not pay on the due date.
"""
    assert document_kind(Paper(read(tmp_path, text))) == "agreement"
