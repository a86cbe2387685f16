"""Covenants in whole clauses with their headings: what is found, of which class, at which level, how often."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.capabilities.papers import STANDARD
from tests.tables import load_table

from loanproof.capabilities.baseline import monitor
from loanproof.documents import load_document

_FILE = Path(__file__).parent / "covenant_contexts.yaml"
CONTEXTS: list[dict[str, Any]] = load_table(_FILE)
AGREEMENT = """FACILITY AGREEMENT

dated 4 May 2026

1. DEFINITIONS

“Calculation Date” means 31 March, 30 June, 30 September and 31 December in each year.

“Quarter Date” means the last day of each financial quarter.

{text}
30. GOVERNING LAW

30.1 This Agreement is governed by English law.
"""
LETTER = """COMBE BANK PLC

To: Orchard Mills Limited

Dear Sirs,

We offer you a loan of EUR 5,000,000 on the terms below.

INTEREST

Interest is payable at 5.00 per cent. per annum.

{text}
GOVERNING LAW

This letter is governed by English law.
"""


def _monitor(folder: Path, text: str) -> dict[str, Any]:
    path = folder / "paper.txt"
    frame = AGREEMENT if text.lstrip()[0].isdigit() else LETTER
    path.write_text(frame.format(text=text), encoding="utf-8")
    return monitor(load_document(path), STANDARD)


@pytest.mark.parametrize(
    "context",
    [
        pytest.param(one, id=one["id"], marks=pytest.mark.xfail(strict=True, reason=one["missed"]))
        if "missed" in one
        else pytest.param(one, id=one["id"])
        for one in CONTEXTS
    ],
)
def test_a_clause_under_its_heading_is_read_as_a_person_reads_it(context: dict[str, Any], tmp_path: Path) -> None:
    output = _monitor(tmp_path, context["text"])
    found = [(one["type"], one["threshold"], one["operator"], one["testing_frequency"]) for one in output["covenants"]]
    for _, kind, level, operator, frequency, *_ in context.get("covenants", ()):
        assert (kind, level, operator, frequency) in found
    periods = [(one["days"], one["unit"]) for one in output["flags"]["grace_periods"]]
    assert all(tuple(one) in periods for one in context.get("graces", ()))
    if "cross" in context:
        flag = output["flags"]["cross_default"]
        assert ([flag["kind"], flag["threshold"]] if flag["present"] else "none") == context["cross"]
