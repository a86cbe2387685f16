"""Fields that nobody has decided yet: counted, by nobody's label, and never release-ready."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.runs.small_suite import NAME, make_suite, score_outputs, write_lines

from loanproof.reports import verdict_sentences
from loanproof.runs import ResultHead
from loanproof.standards import OUR_CONTRACT, load_contract

AMOUNT = "a term loan facility in an aggregate amount of USD 120,000,000"


@dataclass(frozen=True)
class Run:
    head: ResultHead
    items: dict[str, str]


def score(folder: Path, state: str) -> Run:
    """Score a right amount and an invented maturity date against a suite in which the other fields have a state."""
    suite = make_suite(folder, more="variance_sensitive: false\n")
    (suite / "cases" / "questions.yaml").unlink()
    cited = f'[{{page: 2, section: "2.1", quote: "{AMOUNT}"}}]'
    fields = [f'    facility_amount: {{value: "USD 120,000,000", citations: {cited}}}']
    others = [name for name in load_contract(OUR_CONTRACT).fields if name != "facility_amount"]
    fields += [f"    {name}: {{state: {state}}}" for name in others]
    case = f"id: E-1\ncapability: extraction\ndocument: {NAME}\nexpected:\n  fields:\n" + "\n".join(fields)
    (suite / "cases" / "deal.yaml").write_text(case, encoding="utf-8")
    provenance = [{"document": NAME, "page": 2, "section": "2.1", "quote": AMOUNT}]
    given = {
        "facility_amount": {"value": "USD 120,000,000", "confidence": 0.95, "provenance": provenance},
        "maturity_date": {"value": "2044-01-01", "confidence": 0.95},
    }
    line = {"case_id": "E-1", "repeat": 1, "output": {"capability": "extraction", "document": NAME, "fields": given}}
    head, [found] = score_outputs(suite, write_lines(folder / "outputs.jsonl", [line]))
    return Run(head=head, items={item.item: item.label for item in found.items})


@pytest.fixture(scope="module")
def undecided(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return score(tmp_path_factory.mktemp("undecided"), "undecided")


def test_a_field_that_nobody_has_decided_is_not_scored(undecided: Run, tmp_path: Path) -> None:
    assert undecided.items == {"facility_amount": "correct"}
    assert score(tmp_path, "absent").items["maturity_date"] == "hallucination"


def test_undecided_fields_are_counted_and_never_release_ready(undecided: Run) -> None:
    assert undecided.head.verdict.undecided == 15
    assert "UNDECIDED_GOLD" in undecided.head.verdict.reasons
    assert "Undecided in the suite: 15 fields, by which nobody is judged." in list(verdict_sentences(undecided.head))


def test_a_suite_that_decides_every_field_has_no_such_reason(tmp_path: Path) -> None:
    verdict = score(tmp_path, "absent").head.verdict
    assert verdict.undecided == 0
    assert "UNDECIDED_GOLD" not in verdict.reasons
