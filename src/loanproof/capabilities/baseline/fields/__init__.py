"""The routes that propose candidates for each field. No route removes what another one proposes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.fields.amounts import currency, facility_amount
from loanproof.capabilities.baseline.fields.candidate import Candidate, Route, RouteName, Status
from loanproof.capabilities.baseline.fields.clauses import mac_clause, negative_pledge
from loanproof.capabilities.baseline.fields.commitment_fee import commitment_fee
from loanproof.capabilities.baseline.fields.conditions import conditions_precedent
from loanproof.capabilities.baseline.fields.facility_type import facility_type
from loanproof.capabilities.baseline.fields.governing_law import governing_law
from loanproof.capabilities.baseline.fields.guarantors import guarantors
from loanproof.capabilities.baseline.fields.labelled import by_label
from loanproof.capabilities.baseline.fields.margin import margin
from loanproof.capabilities.baseline.fields.maturity import maturity_date
from loanproof.capabilities.baseline.fields.parties import borrower, facility_agent
from loanproof.capabilities.baseline.fields.reference_rate import reference_rate
from loanproof.capabilities.baseline.fields.repayment import repayment_schedule
from loanproof.capabilities.baseline.fields.tenor import tenor
from loanproof.core import FieldId

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper

ROUTES: Mapping[FieldId, Route] = MappingProxyType(
    {
        FieldId("borrower"): borrower,
        FieldId("guarantors"): guarantors,
        FieldId("facility_agent"): facility_agent,
        FieldId("facility_amount"): facility_amount,
        FieldId("currency"): currency,
        FieldId("facility_type"): facility_type,
        FieldId("tenor"): tenor,
        FieldId("maturity_date"): maturity_date,
        FieldId("margin"): margin,
        FieldId("reference_rate"): reference_rate,
        FieldId("commitment_fee"): commitment_fee,
        FieldId("repayment_schedule"): repayment_schedule,
        FieldId("governing_law"): governing_law,
        FieldId("conditions_precedent"): conditions_precedent,
        FieldId("mac_clause"): mac_clause,
        FieldId("negative_pledge"): negative_pledge,
    }
)
"""For every field that the baseline looks for, the function that proposes its candidates."""

TRANCHE_FIELDS = frozenset(
    map(
        FieldId,
        (
            "facility_amount",
            "currency",
            "facility_type",
            "tenor",
            "maturity_date",
            "margin",
            "reference_rate",
            "commitment_fee",
            "repayment_schedule",
        ),
    )
)
"""The fields that may have a different value for each tranche."""


def proposed(paper: Paper, field: FieldId) -> tuple[Candidate, ...]:
    """Return what all routes propose for a field; they read a paper only once."""
    return (*paper.once(ROUTES[field]), *paper.once(by_label, field))


__all__ = ["ROUTES", "TRANCHE_FIELDS", "Candidate", "RouteName", "Status", "proposed"]
