"""The borders of quote search that the rulings set, for measurements and tests of that layer alone."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from loanproof.documents.quotes.result import QuoteRules

RULES = QuoteRules(
    containment=Decimal("0.60"),
    min_words=4,
    min_characters=20,
    elision_max_fragments=3,
    elision_min_words=4,
    elision_min_characters=20,
    elision_max_gap=600,
    ocr_error_rate=Decimal("0.02"),
    ocr_max_errors=6,
    elision_max_gap_in_clause=0,
    material_changes=False,
    written_forms=False,
)
SECOND_REVISION = replace(RULES, elision_max_gap_in_clause=2000, material_changes=True, written_forms=True)
