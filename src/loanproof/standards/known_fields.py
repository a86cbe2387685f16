"""The fields that rulings name. For all others the code knows only what the standard says about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from loanproof.core import FieldId
from loanproof.values import Clause

BORROWER: Final = FieldId("borrower")
FACILITY_AMOUNT: Final = FieldId("facility_amount")
CURRENCY: Final = FieldId("currency")
FACILITY_TYPE: Final = FieldId("facility_type")
TENOR: Final = FieldId("tenor")
MATURITY_DATE: Final = FieldId("maturity_date")
MARGIN: Final = FieldId("margin")
COMMITMENT_FEE: Final = FieldId("commitment_fee")

CLAUSES: Final[Mapping[FieldId, Clause]] = {
    FieldId("mac_clause"): Clause.MATERIAL_ADVERSE_CHANGE,
    FieldId("negative_pledge"): Clause.NEGATIVE_PLEDGE,
}
"""The clause that shows a yes, for each field that is answered by yes or no."""

KNOWN_FIELDS: Final = frozenset(
    {BORROWER, FACILITY_AMOUNT, CURRENCY, FACILITY_TYPE, TENOR, MATURITY_DATE, MARGIN, COMMITMENT_FEE, *CLAUSES}
)
