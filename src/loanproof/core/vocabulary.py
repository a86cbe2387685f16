"""The closed sets of words that every layer shares."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Capability(StrEnum):
    """What a loan-document AI can be asked to do; ``task`` is any other work, judged by the rubric only."""

    EXTRACTION = "extraction"
    COVENANTS = "covenants"
    BMT = "bmt"
    QA = "qa"
    TASK = "task"


class FieldName(StrEnum):
    """The sixteen deal terms of the contract, in its order."""

    BORROWER = "borrower"
    GUARANTORS = "guarantors"
    FACILITY_AGENT = "facility_agent"
    FACILITY_AMOUNT = "facility_amount"
    CURRENCY = "currency"
    FACILITY_TYPE = "facility_type"
    TENOR = "tenor"
    MATURITY_DATE = "maturity_date"
    MARGIN = "margin"
    REFERENCE_RATE = "reference_rate"
    COMMITMENT_FEE = "commitment_fee"
    REPAYMENT_SCHEDULE = "repayment_schedule"
    GOVERNING_LAW = "governing_law"
    CONDITIONS_PRECEDENT = "conditions_precedent"
    MAC_CLAUSE = "mac_clause"
    NEGATIVE_PLEDGE = "negative_pledge"


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """Where a value is said to stand: file, page, section and quote, each exactly as it was written.

    A part that was not given is ``None``. Nothing is checked here; ``provenance`` judges citations.
    """

    document: str | None = None
    page: str | None = None
    section: str | None = None
    quote: str | None = None
