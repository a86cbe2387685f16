"""Twins in a suite: two cases differ in the named fact and in nothing else, or the file is refused with its line."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cases.conftest import Folder

from loanproof.cases import Twin, list_twins, load_suite, survey_suite

FIELDS = """id: EX-1
capability: extraction
document: deal.txt
expected:
  fields:
    borrower: {value: Acme Limited, citations: [{page: 1, section: Parties, quote: Acme Limited}]}
    margin: {value: 2.00%, surfaces: [2.00 per cent.]}
    maturity_date: {value: 2031-03-15}
    tenor: {state: absent, derivable: [{value: 5 years, label: correct}]}
"""
TWIN = """id: EX-1-twin
twin_of: EX-1
twin_fact: maturity_date
""" + FIELDS.replace("id: EX-1\n", "").replace("deal.txt", "twin.txt").replace("2031-03-15", "2033-03-15")

COVENANTS = """id: CO-1
capability: covenants
document: deal.txt
expected:
  covenants:
    - {name: Leverage, type: financial, threshold: "4.00:1", testing_frequency: quarterly}
    - {name: Cover, type: financial, threshold: "2.00:1", testing_frequency: quarterly}
  flags:
    grace_periods: [{days: 5, unit: business}]
    cross_default: {present: true, kind: cross_default, threshold: "USD 1,000,000"}
"""
TERMS = """id: BM-1
capability: bmt
document: deal.txt
expected:
  jurisdiction: {governing_law: English law, market: Europe, benchmark: LMA}
  terms:
    - {term: default_interest, finding: deviation, deal_value: 3.00%, benchmark_value: 1.00%, gap: {bps: 200}}
    - {term: payment_grace, finding: conforms, deal_value: 3 Business Days, benchmark_value: 3 Business Days}
"""
QUESTION = """id: QA-1
capability: qa
document: deal.txt
question: What is the Margin?
expected: {topic: the Margin, facts: [{any: [2.00%]}]}
"""


def suite(folder: Folder, *cases: str) -> Folder:
    folder.write("documents/twin.txt", "Another agreement.")
    for number, case in enumerate(cases):
        folder.write(f"cases/{number}.yaml", case)
    return folder


def twin_of(case: str, fact: str, *changes: tuple[str, str]) -> str:
    """Return a twin of a case: another id and document, and some other words."""
    for old, new in changes:
        assert case.count(old) == 1, old
        case = case.replace(old, new)
    head, _, rest = case.partition("\n")
    return f"{head}-twin\ntwin_of: {head.removeprefix('id: ')}\ntwin_fact: {fact}\n{rest}".replace(
        "deal.txt", "twin.txt"
    )


def problems(folder: Folder) -> list[tuple[str, int | None, str]]:
    found = survey_suite(folder.path).problems
    return [(Path(one.file or "").name, one.line, one.message) for one in found]


def test_twins_that_differ_in_one_fact_are_a_pair(folder: Folder) -> None:
    read = load_suite(suite(folder, FIELDS, TWIN).path)
    assert list_twins(read.cases) == (Twin(original="EX-1", twin="EX-1-twin", fact="maturity_date"),)


RIGHT = [
    (FIELDS, "margin", [("value: 2.00%, surfaces: [2.00 per cent.]", "value: 3.00%")]),
    (FIELDS, "margin", [("value: 2.00%, surfaces: [2.00 per cent.]", "state: absent")]),
    (FIELDS, "maturity_date", [("2031-03-15", "2033-03-15"), ("value: 5 years", "value: 7 years")]),
    (FIELDS, "margin", [("value: 2.00%", "value: 3.00%"), ("page: 1, section: Parties", "page: 2, section: Parties")]),
    (COVENANTS, "Leverage", [("4.00:1", "3.50:1")]),
    (COVENANTS, "flag:cross_default", [("USD 1,000,000", "USD 2,000,000")]),
    (COVENANTS, "flag:grace_period:1", [("days: 5", "days: 3")]),
    (TERMS, "default_interest", [("3.00%", "2.00%"), ("bps: 200", "bps: 100")]),
    (QUESTION, "answer", [("2.00%", "3.00%")]),
]


@pytest.mark.parametrize(("case", "fact", "changes"), RIGHT, ids=[f"{row[1]}-{at}" for at, row in enumerate(RIGHT)])
def test_a_twin_may_differ_in_its_fact_and_in_what_follows_from_it(
    folder: Folder, case: str, fact: str, changes: list[tuple[str, str]]
) -> None:
    assert problems(suite(folder, case, twin_of(case, fact, *changes))) == []


WRONG = [
    (FIELDS, "margin", [("2031-03-15", "2033-03-15")], "the twin expects the same margin as 'EX-1'."),
    (
        FIELDS,
        "margin",
        [("2031-03-15", "2033-03-15"), ("value: 2.00%", "value: 3.00%")],
        "the twin differs from 'EX-1' in more than margin: maturity_date.",
    ),
    (FIELDS, "governing_law", [], "the two cases do not both decide the item 'governing_law'."),
    (COVENANTS, "Leverage", [("4.00:1", "3.50:1"), ("2.00:1", "2.50:1")], "in more than Leverage: Cover."),
    (COVENANTS, "Leverage", [("4.00:1", "3.50:1"), ("days: 5", "days: 3")], "more than Leverage: flag:grace_period:1."),
    (TERMS, "payment_grace", [("market: Europe", "market: Asia")], "the twin expects the same payment_grace"),
    (TERMS, "default_interest", [("3.00%", "2.00%"), ("Europe", "Asia")], "more than default_interest: what is asked."),
    (QUESTION, "answer", [("2.00%", "3.00%"), ("What is the", "State the")], "in more than answer: what is asked."),
    (QUESTION, "margin", [("2.00%", "3.00%")], "the two cases do not both decide the item 'margin'."),
]


@pytest.mark.parametrize(("case", "fact", "changes", "says"), WRONG, ids=[row[3] for row in WRONG])
def test_twins_that_differ_otherwise_are_refused_with_the_line(
    folder: Folder, case: str, fact: str, changes: list[tuple[str, str]], says: str
) -> None:
    [(file, line, message)] = problems(suite(folder, case, twin_of(case, fact, *changes)))
    assert (file, line) == ("1.yaml", 2)
    assert says in message


ALONE = [
    (TWIN.replace("twin_of: EX-1\n", ""), 2, "twin_of and twin_fact go together."),
    (TWIN.replace("twin_fact: maturity_date\n", ""), 2, "twin_of and twin_fact go together."),
    (TWIN.replace("twin_of: EX-1", "twin_of: EX-9"), 2, "there is no case 'EX-9' about documents."),
    (TWIN.replace("twin_of: EX-1", "twin_of: EX-1-twin"), 2, "'EX-1-twin' is a twin itself."),
    (TWIN.replace("twin.txt", "deal.txt"), 2, "'EX-1' is about the same document."),
    (twin_of(QUESTION, "answer").replace("twin_of: QA-1", "twin_of: EX-1"), 2, "is a case of another capability."),
]


@pytest.mark.parametrize(("twin", "line", "says"), ALONE, ids=[row[2] for row in ALONE])
def test_a_twin_that_is_none_is_refused_with_the_line(folder: Folder, twin: str, line: int, says: str) -> None:
    [(file, at, message)] = problems(suite(folder, FIELDS, twin))
    assert (file, at) == ("1.yaml", line)
    assert says in message


def test_a_twin_of_a_case_with_a_mistake_is_not_called_an_orphan(folder: Folder) -> None:
    found = problems(suite(folder, FIELDS.replace("state: absent", "state: missing"), TWIN))
    assert [file for file, _, _ in found] == ["0.yaml"]


def test_a_twin_of_a_twin_is_refused(folder: Folder) -> None:
    third = TWIN.replace("id: EX-1-twin\ntwin_of: EX-1", "id: EX-3\ntwin_of: EX-1-twin")
    assert problems(suite(folder, FIELDS, TWIN, third)) == [("2.yaml", 2, "EX-3: 'EX-1-twin' is a twin itself.")]


def test_a_task_has_no_twin(folder: Folder) -> None:
    task = "id: T-1\ncapability: task\ntask: Say yes.\ntwin_of: EX-1\ntwin_fact: answer\n"
    assert all("unknown key" in message for _, _, message in problems(suite(folder, FIELDS, task)))
