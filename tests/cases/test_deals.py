"""Cases about a deal on a day (C-37): which files they may name, and what ``check`` says of their lineages."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType

import pytest
import yaml
from tests.cases.conftest import Folder
from tests.conformance.vectors import BASES

from loanproof.adapters.answers import write_question
from loanproof.cases import DocumentCase, check_suite, load_suite, survey_suite
from loanproof.core import FormatError
from loanproof.documents import Cache
from loanproof.runs import Plan, TargetIdentity
from loanproof.runs.metadata import digest_suite

ASKED = TargetIdentity(name="t", kind="python", model_id=None, model_version=None)
BASE = """FACILITY AGREEMENT

dated 12 May 2024

1.1 Margin

The Margin is 2.10 per cent. per annum.
"""
FIRST = """FIRST AMENDMENT

1.1 Effect

This Agreement takes effect on 1 February 2026.

1.2 Margin

The Margin is 2.45 per cent. per annum.
"""
SECOND = """SECOND AMENDMENT

1.1 Effect

This Agreement takes effect when the Agent confirms receipt of the documents in Schedule 1.

1.2 Margin

The Margin is 2.85 per cent. per annum.
"""
DEAL = """id: tarn
documents:
  - {file: base.txt, role: base}
  - {file: first.txt, role: amendment, number: 1, effective: 2026-02-01}
  - file: second.txt
    role: amendment
    number: 2
    effective:
      condition: the Agent confirms receipt
      citations: [{page: 1, section: "1.1", quote: when the Agent confirms receipt of the documents}]
"""
CASE = """id: QA-1
capability: qa
deal: deals/tarn.yaml
as_of: 2027-03-01
question: What is the Margin?
expected:
  facts:
    - any: [2.45 per cent. per annum]
      lineage:
        - {document: base.txt, value: 2.10 per cent. per annum, from: 2024-05-12}
        - {document: first.txt, value: 2.45 per cent. per annum, from: 2026-02-01}
        - {document: second.txt, value: 2.85 per cent. per annum, from: unclear}
  citations: [{document: first.txt, page: 1, section: "1.2", quote: The Margin is 2.45 per cent. per annum.}]
"""


@pytest.fixture
def deal(folder: Folder) -> Folder:
    """Return a suite with a base, two amendments, their deal and one question about it."""
    folder.write("suite.yaml", "id: s\nversion: 1.0.0\nstandard: eval-standards@1.0+r2\n")
    (folder.path / "documents" / "deal.txt").unlink()
    for name, text in (("base", BASE), ("first", FIRST), ("second", SECOND)):
        folder.write(f"documents/{name}.txt", text)
    folder.write("deals/tarn.yaml", DEAL)
    folder.write("cases/one.yaml", CASE)
    return folder


def told(folder: Folder) -> list[str]:
    """Return the problems of a suite, each with the name of its file and its line."""
    found = check_suite(folder.path).problems
    return [f"{one.severity} {Path(one.problem.file or '').name}:{one.problem.line} {one.problem}" for one in found]


def test_a_sound_deal_has_nothing_to_say_against_it(deal: Folder) -> None:
    assert told(deal) == []


def test_a_case_that_names_no_documents_has_those_of_its_deal(deal: Folder) -> None:
    [located] = load_suite(deal.path).cases
    assert isinstance(located.case, DocumentCase)
    assert located.case.document_names == ("base.txt", "first.txt", "second.txt")
    assert located.deal is not None


def test_a_case_may_name_some_of_the_documents_of_its_deal(deal: Folder) -> None:
    cut = CASE.replace("as_of", "documents: [first.txt, base.txt]\nas_of")
    deal.write("cases/one.yaml", "".join(line for line in cut.splitlines(True) if "second" not in line))
    assert told(deal) == []


def test_a_system_is_told_the_day_and_another_day_is_another_question(deal: Folder) -> None:
    [first] = Plan(load_suite(deal.path), ASKED, repeats=1)
    sent = write_question(first.question)
    assert sent["as_of"] == "2027-03-01"
    assert not {"deal", "lineage"} & set(sent)
    deal.write("cases/one.yaml", CASE.replace("as_of: 2027-03-01", "as_of: 2027-03-02"))
    [second] = Plan(load_suite(deal.path), ASKED, repeats=1)
    assert second.key != first.key


def test_a_changed_deal_is_another_suite(deal: Folder) -> None:
    before = digest_suite(load_suite(deal.path))
    deal.write("deals/tarn.yaml", DEAL.replace("2026-02-01", "2026-02-02"))
    assert digest_suite(load_suite(deal.path)) != before


def test_the_problems_of_many_wrong_cases_are_not_compared_with_each_other(deal: Folder) -> None:
    deal.write("cases/a.yaml", "- {x: y}\n" * 300)
    compared = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal compared
        compared += event == "call" and frame.f_code.co_name == "__eq__"

    sys.setprofile(count)
    try:
        survey = survey_suite(deal.path)
    finally:
        sys.setprofile(None)
    assert len(survey.problems) >= 300
    assert compared < 300


def test_a_deal_that_many_cases_name_is_complained_of_once(deal: Folder) -> None:
    deal.write("deals/tarn.yaml", DEAL.replace("role: base", "role: bass"))
    deal.write("cases/two.yaml", CASE.replace("QA-1", "QA-2"))
    [problem] = survey_suite(deal.path).problems
    assert (Path(problem.file or "").name, problem.line) == ("tarn.yaml", 3)


WRONG_DEALS = [
    ("2026-02-01", "1 February 2026", "must be a day such as 2027-01-15", 4),
    ("2026-02-01", "2026-02-30", "must be a day such as 2027-01-15", 4),
    (", effective: 2026-02-01", "", "does not say when it takes effect", 4),
    ("role: base}", "role: amendment, effective: unclear}", "the first document of a deal is its base", 3),
    ("file: first.txt, role: amendment", "file: first.txt, role: base", "the first document of a deal is its base", 4),
    ("file: second.txt", "file: first.txt", "'first.txt' is listed twice", 5),
    ("role: base}", "role: base, effective: 2027-05-12}", "takes effect before the document above it", 4),
    ("number: 2", "nummer: 2", "unknown key 'nummer'. Did you mean 'number'?", 7),
    ("condition: the Agent", "when: the Agent", "unknown key 'when'", 9),
]


@pytest.mark.parametrize(("right", "wrong", "says", "line"), WRONG_DEALS, ids=[row[2] for row in WRONG_DEALS])
def test_a_mistake_in_a_deal_is_named_with_its_line(deal: Folder, right: str, wrong: str, says: str, line: int) -> None:
    assert DEAL.count(right) == 1
    deal.write("deals/tarn.yaml", DEAL.replace(right, wrong))
    with pytest.raises(FormatError) as refused:
        load_suite(deal.path)
    places = {(Path(one.file or "").name, one.line) for one in refused.value.problems if says in str(one)}
    assert places == {("tarn.yaml", line)}


STAGE = "{document: second.txt, value: 2.85 per cent. per annum, from: unclear}"
WRONG_CASES = [
    ("deals/tarn.yaml", "deals/lake.yaml", "there is no deal 'deals/lake.yaml'", 3),
    ("deals/tarn.yaml", "../tarn.yaml", "'../tarn.yaml' is not a deal of this suite", 3),
    ("deals/tarn.yaml", "cases/one.yaml", "'cases/one.yaml' is not a deal of this suite", 3),
    ("as_of: 2027-03-01", "as_of: March 2027", "as_of: must be a day such as 2027-01-15", 4),
    ("as_of: 2027-03-01\n", "", "a deal and as_of go together. Write as_of: DATE", 3),
    ("deal: deals/tarn.yaml", "documents: [base.txt, first.txt, second.txt]", "Write deal: deals/NAME.yaml", 4),
    ("document: second.txt", "document: third.txt", "'third.txt' is not a document of this case", 12),
    (", from: unclear", "", "only the first value of a lineage is in force from the start", 12),
    ("from: unclear", "from: 2025-01-01", "2025-01-01 is before the day of the value above it", 12),
    ("from: unclear", "from: soon", "must be a day such as 2027-01-15", 12),
    ("as_of: 2027-03-01", "as_of: 2020-03-01", "nothing of the lineage is in force on 2020-03-01", 9),
    ("question:", "documents: [base.txt, other.txt]\nquestion:", "'other.txt' is not a document of the deal 'tarn'", 5),
]


@pytest.mark.parametrize(("right", "wrong", "says", "line"), WRONG_CASES, ids=[row[2] for row in WRONG_CASES])
def test_a_mistake_about_a_deal_is_named_with_its_line(
    deal: Folder, right: str, wrong: str, says: str, line: int
) -> None:
    assert CASE.count(right) == 1
    deal.write("cases/one.yaml", CASE.replace(right, wrong))
    with pytest.raises(FormatError) as refused:
        load_suite(deal.path)
    places = {(Path(one.file or "").name, one.line) for one in refused.value.problems if says in str(one)}
    assert places == {("one.yaml", line)}


def test_a_lineage_needs_a_day(deal: Folder) -> None:
    without = CASE.replace("deal: deals/tarn.yaml\nas_of: 2027-03-01", "documents: [base.txt, first.txt, second.txt]")
    deal.write("cases/one.yaml", without)
    assert ["only a case with as_of has a lineage" in line for line in told(deal)] == [True]


def test_a_forbidden_value_has_no_lineage(deal: Folder) -> None:
    forbidden = "  forbidden: [{any: [9%], lineage: [{document: base.txt, value: 9%}]}]\n  citations:"
    deal.write("cases/one.yaml", CASE.replace("  citations:", forbidden))
    assert [line for line in told(deal) if line.startswith("error one.yaml:13")]


@pytest.mark.parametrize("state", ["unchanged", "illegible", "undeterminable"])
def test_a_field_without_a_value_in_force_has_no_lineage(deal: Folder, state: str) -> None:
    field = {"state": state, "lineage": [{"document": "base.txt", "value": "2.10 per cent. per annum"}]}
    head = yaml.safe_load(CASE.split("question:")[0])
    case = {**head, "as_of": "2027-03-01", "capability": "extraction"}
    expected = {"document_kind": "amendment", "fields": {"margin": field}}
    deal.write("cases/one.yaml", yaml.safe_dump({**case, "expected": expected}))
    assert any(f"a field that is {state} has no lineage" in line for line in told(deal))


WRONG_GOLD = [
    (
        "value: 2.85 per",
        "value: 2.95 per",
        "error one.yaml:12",
        "“2.95 per cent. per annum” does not appear in second.txt",
    ),
    (
        "value: 2.10 per",
        "value: 2.45 per",
        "error one.yaml:10",
        "“2.45 per cent. per annum” does not appear in base.txt",
    ),
    (
        "value: 2.45 per cent. per annum, from: 2026-02-01",
        "value: 2.45 per cent. per annum, from: 2026-03-01",
        "error one.yaml:11",
        "first.txt takes effect on 2026-02-01 by the deal, and 2026-03-01 does not appear in the documents",
    ),
    ("from: 2026-02-01", "from: unclear", "error one.yaml:11", "its day is not unclear"),
    ("from: unclear", "from: 2026-12-24", "error one.yaml:12", "second.txt does not say when it takes effect, and"),
    (
        "as_of: 2027-03-01",
        "as_of: 2025-03-01",
        "error one.yaml:9",
        "on 2025-03-01 the lineage has “2.10 per cent. per annum” in force, and the case expects “2.45",
    ),
]


@pytest.mark.parametrize(("right", "wrong", "where", "says"), WRONG_GOLD, ids=[row[3][:60] for row in WRONG_GOLD])
def test_a_lineage_is_checked_against_the_documents_and_the_days_of_the_deal(
    deal: Folder, right: str, wrong: str, where: str, says: str
) -> None:
    assert CASE.count(right) == 1
    deal.write("cases/one.yaml", CASE.replace(right, wrong))
    assert any(line.startswith(where) and says in line for line in told(deal)), told(deal)


def test_a_day_that_the_documents_state_may_be_that_of_one_value(deal: Folder) -> None:
    deal.write("documents/second.txt", SECOND + "\nThe Margin changes on 15 April 2028.\n")
    deal.write("cases/one.yaml", CASE.replace("from: unclear", "from: 2028-04-15"))
    assert told(deal) == []


def test_a_person_may_confirm_a_value_of_a_lineage(deal: Folder) -> None:
    confirmed = "value: 2.95 per cent. per annum, confirmed: {by: Ana Ruiz, reason: A stamp covers the figure}"
    deal.write("cases/one.yaml", CASE.replace("value: 2.85 per cent. per annum", confirmed))
    [line] = told(deal)
    assert line.startswith("confirmed one.yaml:12")
    assert "Confirmed by Ana Ruiz" in line


def test_a_day_of_the_deal_that_stands_in_no_document_is_worth_a_look(deal: Folder) -> None:
    deal.write("deals/tarn.yaml", DEAL.replace("2026-02-01", "2026-02-14"))
    found = told(deal)
    assert [line for line in found if line.startswith("warning one.yaml:3") and "2026-02-14" in line]


def test_the_quote_of_a_condition_stands_in_its_document(deal: Folder) -> None:
    deal.write("deals/tarn.yaml", DEAL.replace("quote: when the Agent confirms", "quote: when the Lenders approve"))
    assert [line for line in told(deal) if line.startswith("error one.yaml:3") and "condition of second.txt" in line]


DEAL_OF_TARN = """id: tarn
documents:
  - {file: tarn-facility-agreement.txt, role: base, effective: 2024-05-12}
  - {file: tarn-first-amendment.txt, role: amendment, number: 1, effective: 2026-02-01}
  - {file: tarn-second-amendment.txt, role: amendment, number: 2, effective: 2027-10-01}
"""


@pytest.fixture
def tarn(folder: Folder) -> Folder:
    """Return the deal of the scoring vectors as a suite: fields of the document and of a tranche have a lineage."""
    folder.write("suite.yaml", "id: s\nversion: 1.0.0\nstandard: eval-standards@1.0+r2\n")
    for path in (BASES / "deal-as-of" / "documents").iterdir():
        folder.write(f"documents/{path.name}", path.read_text(encoding="utf-8"))
    folder.write("deals/tarn.yaml", DEAL_OF_TARN)
    folder.write("cases/one.yaml", (BASES / "deal-as-of" / "case.yaml").read_text(encoding="utf-8"))
    return folder


def test_the_lineages_of_fields_and_of_tranches_are_sound_in_the_vectors(tarn: Folder) -> None:
    assert told(tarn) == []


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ('value: "2.85 per', 'value: "2.95 per', "“2.95 per cent. per annum” does not appear in tarn-second-amendment"),
        ('value: "2029-05-12"', 'value: "2028-05-12"', "“2028-05-12” does not appear in tarn-facility-agreement.txt"),
        ("        - Tarn Retail Limited", "        - Tarn Ports Limited", "“Tarn Ports Limited” does not appear"),
        ('as_of: "2027-03-01"', 'as_of: "2025-03-01"', "in force, and the case expects nothing"),
        ('as_of: "2027-03-01"', 'as_of: "2028-03-01"', "has “2.85 per cent. per annum” in force, and the case expects"),
    ],
)
def test_the_lineage_of_a_field_is_checked_against_the_documents(
    tarn: Folder, right: str, wrong: str, says: str
) -> None:
    case = (tarn.path / "cases" / "one.yaml").read_text(encoding="utf-8")
    assert case.count(right) == 1
    tarn.write("cases/one.yaml", case.replace(right, wrong))
    assert [line for line in told(tarn) if line.startswith("error one.yaml") and says in line], told(tarn)


def test_what_was_remembered_of_a_case_is_forgotten_when_its_deal_changes(deal: Folder, tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    assert check_suite(deal.path, cache=cache).problems == ()
    deal.write("deals/tarn.yaml", DEAL.replace("2026-02-01", "2026-02-14"))
    assert check_suite(deal.path, cache=cache).problems != ()
