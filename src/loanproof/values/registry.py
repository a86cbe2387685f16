"""Every kind of value by its name."""

from __future__ import annotations

from typing import Any

from loanproof.values.clause.kind import CLAUSE_KIND
from loanproof.values.commitment_fee.kind import COMMITMENT_FEE_KIND
from loanproof.values.condition.kind import CONDITION_KIND
from loanproof.values.covenant_name.kind import COVENANT_NAME_KIND
from loanproof.values.currency.kind import CURRENCY_KIND
from loanproof.values.date.kind import DATE_KIND
from loanproof.values.duration.kind import DURATION_KIND
from loanproof.values.facility_type.kind import FACILITY_TYPE_KIND
from loanproof.values.frequency.kind import FREQUENCY_KIND
from loanproof.values.identifier.kind import IDENTIFIER_KIND
from loanproof.values.kind import Kind
from loanproof.values.law.kind import LAW_KIND
from loanproof.values.margin.kind import MARGIN_KIND
from loanproof.values.money.kind import MONEY_KIND
from loanproof.values.number.kind import NUMBER_KIND
from loanproof.values.page.kind import PAGE_KIND
from loanproof.values.party.kind import PARTY_KIND
from loanproof.values.percentage.kind import PERCENTAGE_KIND
from loanproof.values.plain_text.kind import PLAIN_TEXT_KIND
from loanproof.values.ratio.kind import RATIO_KIND
from loanproof.values.reference_rate.kind import REFERENCE_RATE_KIND
from loanproof.values.repayment.kind import REPAYMENT_KIND
from loanproof.values.section.kind import SECTION_KIND
from loanproof.values.threshold.kind import THRESHOLD_KIND
from loanproof.values.threshold_schedule.kind import THRESHOLD_SCHEDULE_KIND
from loanproof.values.unknown_name.kind import UNKNOWN_NAME_KIND
from loanproof.values.yes_no.kind import YES_NO_KIND

_ALL: tuple[Kind[Any], ...] = (
    CLAUSE_KIND,
    COMMITMENT_FEE_KIND,
    CONDITION_KIND,
    COVENANT_NAME_KIND,
    CURRENCY_KIND,
    DATE_KIND,
    DURATION_KIND,
    FACILITY_TYPE_KIND,
    FREQUENCY_KIND,
    IDENTIFIER_KIND,
    LAW_KIND,
    MARGIN_KIND,
    MONEY_KIND,
    NUMBER_KIND,
    PAGE_KIND,
    PARTY_KIND,
    PERCENTAGE_KIND,
    PLAIN_TEXT_KIND,
    RATIO_KIND,
    REFERENCE_RATE_KIND,
    REPAYMENT_KIND,
    SECTION_KIND,
    THRESHOLD_KIND,
    THRESHOLD_SCHEDULE_KIND,
    UNKNOWN_NAME_KIND,
    YES_NO_KIND,
)
KINDS: dict[str, Kind[Any]] = {kind.name: kind for kind in _ALL}
