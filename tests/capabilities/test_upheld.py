"""Nothing leaves whose own citation the judge of citations rejects."""

from __future__ import annotations

from pathlib import Path

import pytest

from loanproof.capabilities.baseline.extraction import Extraction
from loanproof.capabilities.baseline.fields import Candidate, RouteName
from loanproof.capabilities.baseline.fields.quoting import longer_quotes, quotes_of_all
from loanproof.capabilities.baseline.resolver import rank
from loanproof.capabilities.baseline.upheld import Upheld, first_upheld
from loanproof.core import FieldId, Span

from .papers import LOAN, STANDARD, extracted, read

MATURITY = FieldId("maturity_date")
LONG_STOP = "4.1 All sums outstanding shall be repaid by 4 May 2031 (the “Long Stop Date”)."
DEFINED = "“Final Maturity Date” means 4 May 2031"


def candidate(text: str, value: str, words: str, *, weight: int = 0) -> Candidate:
    start = text.index(words)
    return Candidate(
        field=MATURITY, route=RouteName.SENTENCE, key=value, value=value,
        evidence=(Span(start, start + len(words)),), weight=weight,
    )  # fmt: skip


def test_a_day_that_its_quote_gives_to_another_term_is_not_stated(tmp_path: Path) -> None:
    paper = LOAN.replace("“Final Maturity Date” means 4 May 2031.", "")
    paper = paper.replace("4.1 The Borrower shall repay the Loans in full on the Final Maturity Date.", LONG_STOP)
    answer = extracted(tmp_path, paper)["fields"]["maturity_date"]
    assert answer["status"] == "absent"
    assert answer["confidence"] < 0.75
    assert answer["note"] == "A value was seen, but no quote shows it."


@pytest.mark.parametrize(
    ("proposed", "given"),
    [
        ([("2031-05-04", "dated 4 May 2026", 9), ("2031-05-04", DEFINED, 0)], "2031-05-04"),
        ([("2035-01-01", "dated 4 May 2026", 9), ("2031-05-04", DEFINED, 0)], "2031-05-04"),
        ([("2035-01-01", "dated 4 May 2026", 9)], None),
    ],
    ids=["another place of the same value", "the next value", "nothing"],
)  # fmt: skip
def test_what_the_judge_rejects_gives_way(
    proposed: list[tuple[str, str, int]], given: str | None, tmp_path: Path
) -> None:
    extraction = Extraction(read(tmp_path, LOAN), STANDARD)
    text = extraction.paper.text
    ranked = rank(candidate(text, value, words, weight=weight) for value, words, weight in proposed)
    found = first_upheld(ranked, extraction.paper, extraction.renderer)
    assert (found.value if isinstance(found, Upheld) else None) == given


def test_a_value_below_one_that_is_not_shown_is_contested(tmp_path: Path) -> None:
    extraction = Extraction(read(tmp_path, LOAN), STANDARD)
    text = extraction.paper.text
    proposed = [
        candidate(text, "2035-01-01", "dated 4 May 2026", weight=90),
        candidate(text, "2031-05-04", DEFINED),
    ]
    found = first_upheld(rank(proposed), extraction.paper, extraction.renderer)
    assert isinstance(found, Upheld)
    assert [one.key for one in found.settled.dissent] == ["2035-01-01"]
    assert not found.settled.is_clear


LIST = """AGREEMENT

7. NEGATIVE COVENANTS

7.1 The Borrower shall not, without consent:

(a) merge with anybody; or

(b) create any lien on its assets.
"""


def test_a_longer_quote_begins_where_its_list_is_introduced(tmp_path: Path) -> None:
    paper = Extraction(read(tmp_path, LIST), STANDARD).paper
    start = paper.text.index("create any lien")
    quote = Span(start, start + len("create any lien on its assets."))
    longer = [" ".join(one.of(paper.text).split()) for one in longer_quotes(paper, quote)]
    assert (
        "7.1 The Borrower shall not, without consent: (a) merge with anybody; or (b) create any lien on its assets."
        in longer
    )
    assert all(one.endswith("create any lien on its assets.") for one in longer)


def test_a_table_over_two_pages_is_quoted_on_each(tmp_path: Path) -> None:
    paper = Extraction(read(tmp_path, "Level\n1.00%\n\f2.00%\n3.00%\n"), STANDARD).paper
    quotes = [one.of(paper.text).split() for one in quotes_of_all(paper, Span(0, len(paper.text)))]
    assert quotes == [["Level", "1.00%"], ["2.00%", "3.00%"]]


INSTALMENTS = """4.1 The Borrower shall repay the Loans in twenty equal quarterly instalments.

(a) The Agent keeps an account of what is paid. Each instalment is GBP 3,650,000.

(b) The first of them falls due on 4 August 2026.
"""
IN_FULL = "4.1 The Borrower shall repay the Loans in full on the Final Maturity Date."


def test_all_sentences_of_a_clause_that_give_figures_of_the_instalments_are_quoted(tmp_path: Path) -> None:
    answer = extracted(tmp_path, LOAN.replace(IN_FULL, INSTALMENTS))["fields"]["repayment_schedule"]
    cited = " ".join(one["quote"] for one in answer["provenance"])
    assert answer["value"]["count"] == 20
    assert "GBP 3,650,000" in cited
    assert "4 August 2026" in cited


TWO_ENDS = """“Termination Date” means:

(a) for Facility A, 4 May 2031; and

(b) for Facility B, 4 May 2033.

“Facility A Commitments” means GBP 40,000,000.

“Facility B Commitments” means GBP 33,000,000.
"""
BY_FACILITY = """4.1 The Borrower shall repay the Facility A Loans in full on the Termination Date for Facility A.

4.2 The Borrower shall repay the Facility B Loans in twenty equal quarterly instalments, the first on 4 August 2028 and
the last on the Termination Date for Facility B."""


def test_the_last_instalment_falls_due_on_the_day_of_its_own_facility(tmp_path: Path) -> None:
    text = LOAN.replace("“Final Maturity Date” means 4 May 2031.\n", TWO_ENDS).replace(IN_FULL, BY_FACILITY)
    text = text.replace("a term loan facility in sterling", "two term loan facilities, Facility A and Facility B,")
    tranches = {one["label"]: one["fields"] for one in extracted(tmp_path, text)["tranches"]}
    found = tranches["Facility B"]["repayment_schedule"]
    assert found["value"]["last"] == "2033-05-04"
    assert any("4 May 2033" in one["quote"] for one in found["provenance"])


def test_a_schedule_whose_day_no_quote_shows_does_not_leave_with_it(tmp_path: Path) -> None:
    extraction = Extraction(read(tmp_path, LOAN), STANDARD)
    start = extraction.paper.text.index(IN_FULL)
    evidence = (Span(start, start + len(IN_FULL)),)
    field, value = FieldId("repayment_schedule"), {"class": "bullet", "last": "2031-05-04"}
    assert not extraction.renderer.cite(field, value, evidence).is_upheld
    assert extraction.renderer.cite(field, value, evidence, derived=True).is_upheld
    assert extraction.renderer.cite(field, {"class": "bullet"}, evidence).is_upheld


NEXT_CLAUSE = """4.1 The Borrower shall repay the Loans by ten instalments at intervals of six months.

4.2 Each of the first nine instalments is GBP 4,000,000. The tenth is GBP 37,000,000 and shall be paid on 4 May 2031."""
BY_TERMS = """4.1 Commencing on the First Repayment Date, the Borrower shall repay the Loans in eighteen equal quarterly
instalments of GBP 2,500,000 each."""
FIRST_DAY = "“First Repayment Date” means 31 December 2026.\n\n“Final Maturity Date” means"
TABLE_AND_BALANCE = """4.1 The Borrower shall repay the Loans on the dates and in the amounts below:

30 June 2027   GBP 8,000,000
31 December 2027   GBP 9,000,000
30 June 2028   GBP 10,000,000
Final Maturity Date   the balance then outstanding"""


@pytest.mark.parametrize(
    ("clause", "shown"),
    [
        (NEXT_CLAUSE, ["GBP 4,000,000", "4 May 2031"]),
        (BY_TERMS, ["31 December 2026"]),
        (TABLE_AND_BALANCE, ["the balance then outstanding", "means 4 May 2031"]),
    ],
    ids=["the next clause", "the day of a term", "the balance behind a table"],
)
def test_every_place_that_a_schedule_is_taken_from_is_quoted(clause: str, shown: list[str], tmp_path: Path) -> None:
    paper = LOAN.replace("“Final Maturity Date” means", FIRST_DAY).replace(IN_FULL, clause)
    answer = extracted(tmp_path, paper)["fields"]["repayment_schedule"]
    cited = " ".join(one["quote"] for one in answer["provenance"])
    assert [one for one in shown if one not in cited] == []


def test_a_repayment_at_the_end_also_quotes_that_the_facility_revolves(tmp_path: Path) -> None:
    again = "a revolving loan facility, which the Borrower may borrow, repay and reborrow,"
    paper = LOAN.replace("a term loan facility", again)
    answer = extracted(tmp_path, paper)["fields"]["repayment_schedule"]
    assert any("reborrow" in one["quote"] for one in answer["provenance"])


def test_a_table_goes_on_behind_the_headings_of_the_next_page(tmp_path: Path) -> None:
    rows = ["30 June 2027   GBP 8,000,000", "30 June 2028   GBP 9,000,000", "30 June 2029   GBP 10,000,000"]
    words = "The instalments of the later years follow here in the same order and currency. " * 3
    table = "\n".join((*rows, f"\f\n{words}\n30 June 2030   GBP 46,000,000"))
    clause = f"4.1 The Borrower shall repay the Loans as set out below:\n\n{table}"
    answer = extracted(tmp_path, LOAN.replace(IN_FULL, clause))["fields"]["repayment_schedule"]
    assert [row["date"] for row in answer["value"]["rows"]][-1] == "2030-06-30"
