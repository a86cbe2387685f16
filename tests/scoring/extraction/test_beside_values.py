"""A status that nobody gave a party, or a state of an amount, beside the value: told where no passage on it has it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.conformance.vectors import SECOND_REVISION, contract_of

from loanproof.core import Capability
from loanproof.documents import load_document
from loanproof.scoring import guard_output

if TYPE_CHECKING:
    from pathlib import Path

CLAUSES = {
    "1.1": "CORRAN FERRIES LIMITED, a company incorporated in Scotland (the Borrower)",
    "1.2": "SKERRY PIERS LIMITED (in administration), as guarantor",
    "1.3": "The Lenders make available a facility of GBP 40,000,000 to the Borrower",
    "1.4": "The Lenders make available a facility of GBP 65,000,000, which is fully drawn today",
}
ROWS = [
    ("borrower", "1.1", "Corran Ferries Limited", True),
    ("borrower", "1.1", "Corran Ferries Limited (in liquidation)", False),
    ("borrower", "1.1", "Corran Ferries Limited (dissolved)", False),
    ("borrower", "1.1", "Corran Ferries Limited, debtor-in-possession", False),
    ("borrower", "1.1", "Corran Ferries Limited (incorporated in Scotland)", True),
    ("guarantors", "1.2", ["Skerry Piers Limited (in administration)"], True),
    ("guarantors", "1.2", ["Skerry Piers Limited (in liquidation)"], False),
    ("facility_amount", "1.3", "GBP 40,000,000", True),
    ("facility_amount", "1.3", "GBP 40,000,000 (drawn)", False),
    ("facility_amount", "1.3", "GBP 40,000,000 (to be drawn in one advance)", True),
    ("facility_amount", "1.3", "GBP 40,000,000 (less any amount prepaid or cancelled)", True),
    ("facility_amount", "1.3", "GBP 40,000,000 (uncommitted)", False),
    ("facility_amount", "1.3", "GBP 40,000,000 (facility)", True),
    ("facility_amount", "1.4", "GBP 65,000,000 (drawn)", True),
]


def test_what_is_said_beside_a_party_or_an_amount_is_said_by_a_passage_on_it(tmp_path: Path) -> None:
    path = tmp_path / "agreement.txt"
    text = "\n\n".join(f"{number} {clause}." for number, clause in CLAUSES.items())
    path.write_text(f"FACILITY AGREEMENT\n\n{text}\n", encoding="utf-8")
    documents, standard, wrong = [load_document(path)], contract_of(SECOND_REVISION), []
    for field, section, value, is_clean in ROWS:
        cited: dict[str, Any] = {"document": path.name, "page": 1, "section": section, "quote": CLAUSES[section]}
        answer = {"status": "extracted", "value": value, "confidence": 0.95, "provenance": [cited]}
        raw = json.dumps({"document": path.name, "document_kind": "agreement", "fields": {field: answer}})
        report = guard_output(raw, Capability.EXTRACTION, documents, standard)
        if report.is_clean is not is_clean:
            wrong.append((value, [fault.sentence for one in report.items for fault in one.faults]))
    assert wrong == []
