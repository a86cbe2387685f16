"""Tables of wordings: for each field, rows of words that agreements use, with the value that a person reads in them.

A row of ``wordings/FIELD.yaml`` replaces parts of one plain paper, or adds definitions to it; ``expect`` is the value
of the field. Of a structured value only the parts that a row names are compared, and of a list a count may be expected.
The values were written by hand beside the words, most of them before any rule was changed for them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.rows import each_row
from tests.tables import load_table

from .papers import extracted

_FOLDER = Path(__file__).parent / "wordings"
_DEFAULTS = """“Final Maturity Date” means 4 May 2031.

“Margin” means 2.35 per cent. per annum.

“Interest Period” means a period of three months."""
_PARTS = {
    "title": "FACILITY AGREEMENT\n\ndated 4 May 2026",
    "parties": """THIS AGREEMENT is made on 4 May 2026 between:

(1) ORCHARD MILLS LIMITED, a company incorporated in England (the “Borrower”);

(2) COMBE BANK PLC as agent of the other finance parties (the “Agent”); and

(3) THE LENDERS named in Schedule 1.""",
    "recitals": "",
    "definitions": """1. DEFINITIONS

1.1 Definitions

“Business Day” means a day on which banks are open in London.

{defs}""",
    "facility": """2. THE FACILITY

2.1 The Lenders make available to the Borrower a term loan facility in an aggregate amount equal to GBP 73,000,000.""",
    "conditions": """3. CONDITIONS PRECEDENT

3.1 The Borrower may not deliver a request unless the Agent has received all of the documents listed in Schedule 2.""",
    "repayment": "4. REPAYMENT\n\n4.1 The Borrower shall repay the Loans in full on the Final Maturity Date.",
    "interest": """5. INTEREST

5.1 The rate of interest on each Loan for each Interest Period is the aggregate of the Margin and EURIBOR.""",
    "fees": "6. FEES\n\n6.1 The Borrower shall pay an arrangement fee in the amount agreed in a Fee Letter.",
    "reps": "7. REPRESENTATIONS\n\n7.1 The Borrower is duly incorporated and validly existing.",
    "covenants": "8. GENERAL UNDERTAKINGS\n\n8.1 The Borrower shall comply with all laws to which it is subject.",
    "default": """9. EVENTS OF DEFAULT

9.1 The Borrower does not pay on the due date any amount payable under this Agreement.""",
    "law": "10. GOVERNING LAW\n\nThis Agreement is governed by English law.",
    "schedules": "",
}


def _rows() -> list[tuple[str, dict[str, Any]]]:
    return [(path.stem, row) for path in sorted(_FOLDER.glob("*.yaml")) for row in load_table(path)]


def _paper(row: dict[str, Any]) -> str:
    own = [row.get("defs", ""), "" if row.get("without_defaults") else _DEFAULTS]
    parts = _PARTS | {"definitions": _PARTS["definitions"].format(defs="\n\n".join(filter(None, own)))}
    return "\n\n".join(filter(None, (parts | {key: row[key] for key in _PARTS if key in row}).values())) + "\n"


def _is_same(expected: Any, found: Any) -> bool:
    match expected, found:
        case dict(), dict():
            return all(_is_same(part, found.get(key)) for key, part in expected.items())
        case list(), list():
            return len(expected) == len(found) and all(map(_is_same, expected, found))
        case int(), list():
            return len(found) == expected
        case _:
            return " ".join(str(expected).lower().split()) == " ".join(str(found).lower().split())


@each_row(("field", "row"), _rows())
def test_a_field_is_read_in_the_words_of_many_hands(field: str, row: dict[str, Any], tmp_path: Path) -> None:
    output = extracted(tmp_path, _paper(row))
    assert "tranches" not in output
    found = output["fields"][field].get("value")
    assert _is_same(row["expect"], found), f"expected {row['expect']!r}, found {found!r}"


@each_row("row", load_table(Path(__file__).parent / "wordings_of_tranches.yaml"))
def test_two_facilities_are_told_apart(row: dict[str, Any], tmp_path: Path) -> None:
    output = extracted(tmp_path, _paper(row))
    found = {one["label"]: one["fields"][row["field"]].get("value") for one in output.get("tranches", ())}
    for label, expected in row["expect"].items():
        own = [value for name, value in found.items() if name.lower().startswith(label.lower())]
        assert len(own) == 1, f"{label} among {sorted(found)}"
        assert _is_same(expected, own[0]), f"expected {expected!r}, found {own[0]!r}"
