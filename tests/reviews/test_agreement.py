"""Two annotators of one case: forms agree, values and states differ, and what one left open is counted apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from loanproof.cases import load_suite, make_suite
from loanproof.reviews import AnnotatorAgreement, compare_annotations
from loanproof.standards import load_contract

FIRST = """
- id: GOLD-1
  capability: extraction
  document: harbour-light-facility-agreement.txt
  expected:
    fields:
      maturity_date: {value: 2031-03-03, citations: [{page: 1, section: "1.1", quote: "one place"}]}
      facility_amount: {value: "USD 40,000,000"}
      governing_law: {value: English law}
      borrower: {value: Thorne Marine Limited}
      tenor: {state: absent}
"""
SECOND = """
- id: GOLD-1
  capability: extraction
  document: harbour-light-facility-agreement.txt
  notes: a comment is not a disagreement
  expected:
    fields:
      maturity_date: {value: 3 March 2031, citations: [{page: 1, section: "1.2", quote: "another place"}]}
      facility_amount: {value: "USD 45,000,000"}
      governing_law: {state: absent}
      borrower: {state: undecided}
      tenor: {state: absent}
"""


@pytest.fixture
def found(tmp_path: Path) -> AnnotatorAgreement:
    suites = []
    for name, text in (("ana", FIRST), ("ben", SECOND)):
        make_suite(tmp_path / name)
        for path in (tmp_path / name / "cases").iterdir():
            path.unlink()
        (tmp_path / name / "cases" / "gold.yaml").write_text(text)
        suites.append(load_suite(tmp_path / name))
    first, second = suites
    return compare_annotations(first, second, load_contract("eval-standards@1.0+r2"))


def test_fields_are_compared_by_meaning_and_state(found: AnnotatorAgreement) -> None:
    assert (found.agreed, found.compared, found.alone) == (2, 4, 1)
    assert {(one.field, one.first, one.second) for one in found.differences} == {
        ("facility_amount", "present: USD 40,000,000", "present: USD 45,000,000"),
        ("governing_law", "present: English law", "absent"),
    }


def test_the_share_has_its_bounds(found: AnnotatorAgreement) -> None:
    low, high = found.bounds
    assert 0.06 < low < 0.07 < 0.93 < high < 0.94  # 2 of 4, Clopper and Pearson: symmetric around one half
    assert low + high == pytest.approx(1)
