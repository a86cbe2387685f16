"""Labels that say of which facility they are: ``Interest on Facility 2``, beside labels that only hold such words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.capabilities.papers import STANDARD

from loanproof.capabilities import extract
from loanproof.documents import load_document

if TYPE_CHECKING:
    from pathlib import Path

LETTER = """FACILITY LETTER

9 March 2026

We, Gorse Bank PLC, offer you, Heath Tools Limited, the following facilities.

Customer\tHeath Tools Limited
Facility 1\tTerm loan
Amount of Facility 1\tGBP 7,000,000
Facility 2\tOverdraft
Amount of Facility 2\tGBP 900,000
Interest on Facility 1\t2.15% per annum over SONIA
Interest on Facility 2\tBase Rate plus 3.05% per annum
Term of Facility 1\t60 months from the date of drawdown
Interest on overdue sums\t4.00% per annum above the rate of the facility

1. Law

This letter is governed by English law.
"""


def _tranches(folder: Path, text: str) -> dict[str, dict[str, Any]]:
    path = folder / "letter.txt"
    path.write_text(text, encoding="utf-8")
    output = extract(load_document(path), STANDARD)
    return {
        one["label"]: {key: field.get("value") for key, field in one["fields"].items()} for one in output["tranches"]
    }


def test_a_label_may_name_its_facility(tmp_path: Path) -> None:
    found = _tranches(tmp_path, LETTER)
    assert {label: one["margin"] for label, one in found.items()} == {
        "Facility 1": "2.15% per annum",
        "Facility 2": "3.05% per annum",
    }
    assert {label: one["facility_amount"]["amount"] for label, one in found.items()} == {
        "Facility 1": 7000000,
        "Facility 2": 900000,
    }
    assert [found["Facility 1"]["tenor"], found["Facility 2"].get("tenor")] == ["60 months", None]


def test_a_number_behind_a_facility_is_part_of_its_name_and_no_value(tmp_path: Path) -> None:
    found = _tranches(tmp_path, LETTER)
    assert "1" not in str(found["Facility 1"]["facility_type"])
    assert found["Facility 2"]["facility_type"] == "Overdraft"
