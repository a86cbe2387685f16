"""Every kind of value by its name."""

from __future__ import annotations

from typing import Any

from loanproof.values.commitment_fees import COMMITMENT_FEE_KIND
from loanproof.values.covenant_names import COVENANT_NAME_KIND
from loanproof.values.currencies import CURRENCY_KIND
from loanproof.values.dates import DATE_KIND
from loanproof.values.durations import DURATION_KIND
from loanproof.values.facility_types import FACILITY_TYPE_KIND
from loanproof.values.frequencies import FREQUENCY_KIND
from loanproof.values.kinds import Kind
from loanproof.values.laws import LAW_KIND
from loanproof.values.margins import MARGIN_KIND
from loanproof.values.money import MONEY_KIND
from loanproof.values.numbers import NUMBER_KIND
from loanproof.values.page_ids import PAGE_KIND
from loanproof.values.party_search import PARTY_KIND
from loanproof.values.percentages import PERCENTAGE_KIND
from loanproof.values.ratios import RATIO_KIND
from loanproof.values.reference_rates import REFERENCE_RATE_KIND
from loanproof.values.repayment import REPAYMENT_KIND
from loanproof.values.section_ids import SECTION_KIND
from loanproof.values.threshold_schedules import THRESHOLD_SCHEDULE_KIND
from loanproof.values.thresholds import THRESHOLD_KIND
from loanproof.values.yes_no import YES_NO_KIND

_ALL: tuple[Kind[Any], ...] = (
    COMMITMENT_FEE_KIND,
    COVENANT_NAME_KIND,
    CURRENCY_KIND,
    DATE_KIND,
    DURATION_KIND,
    FACILITY_TYPE_KIND,
    FREQUENCY_KIND,
    LAW_KIND,
    MARGIN_KIND,
    MONEY_KIND,
    NUMBER_KIND,
    PAGE_KIND,
    PARTY_KIND,
    PERCENTAGE_KIND,
    RATIO_KIND,
    REFERENCE_RATE_KIND,
    REPAYMENT_KIND,
    SECTION_KIND,
    THRESHOLD_KIND,
    THRESHOLD_SCHEDULE_KIND,
    YES_NO_KIND,
)

KINDS: dict[str, Kind[Any]] = {kind.name: kind for kind in _ALL}
