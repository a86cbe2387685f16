"""What the routes propose for a field, before one value is chosen among the candidates."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from loanproof.capabilities.baseline.aids import Paper
from loanproof.capabilities.baseline.fields import ROUTES
from loanproof.core import FieldId
from loanproof.documents import load_document

from .papers import LOAN, read


def _proposed(folder: Path, field: str, text: str) -> list[Any]:
    return [one.value for one in ROUTES[FieldId(field)](Paper(read(folder, text)))]


@pytest.mark.parametrize(
    ("other", "is_opened"),
    [
        # Neither of two floating rates comes first.
        ("2.25% per annum for SOFR Loans and 2.50% per annum for EURIBOR Loans", False),
        # The base rate is the second choice, so the other rate comes first.
        ("2.25% per annum for SOFR Loans and 2.50% per annum for Base Rate Loans", True),
    ],
)
def test_options_open_a_grid_only_if_one_of_them_comes_first(other: str, is_opened: bool, tmp_path: Path) -> None:
    grid = f"""means {other}.

“Applicable Margin” means the percentage rate per annum set out below opposite the Leverage:

Leverage   Margin (% p.a.)
Greater than 3.00:1   2.75
Greater than 2.00:1 but not more than 3.00:1   2.50
2.00:1 or less   2.25"""
    found = _proposed(tmp_path, "margin", LOAN.replace("means 2.35 per cent. per annum.", grid))
    opened = [one["opening"] for one in found if "opening" in one and "rows" in one]
    options = [[row["value"] for row in one["options"]] for one in found if "options" in one]
    assert set(opened) == ({"2.25% per annum"} if is_opened else set())
    assert bool(options) is not is_opened
    assert all(own == ["2.25% per annum", "2.50% per annum"] for own in options)


LINE = """LOAN AND SECURITY AGREEMENT

This Agreement is made on 17 May 2011 between ALDER BANK, a California corporation (“Bank”), and ROWAN LIGHT, INC., a
Delaware corporation (“Borrower”).

1. LOAN

1.1 Advances. Bank shall make Advances to Borrower not exceeding the Availability Amount.

2. DEFINITIONS

2.1 Definitions

“Availability Amount” is the lesser of the Revolving Line and the Borrowing Base, minus outstanding Advances.

“Borrowing Base” is eighty percent (80%) of Eligible Accounts.

“Revolving Line” is Advances in an amount equal to Ten Million Dollars (USD 10,000,000).

3. GOVERNING LAW

California law governs this Agreement.
"""


def test_the_sum_of_a_limit_may_be_one_definition_further_on(tmp_path: Path) -> None:
    path = tmp_path / "line.txt"
    path.write_text(LINE, encoding="utf-8")
    field = FieldId("facility_amount")
    values = [one.value for one in ROUTES[field](Paper(load_document(path)))]
    assert values == [{"amount": 10_000_000, "currency": "USD"}]
