"""What loan terms mean: parse, find in text, canonical form, compare. Decimal only, pure, linear time.

:data:`KINDS` holds every kind of value by its name. A parser answers with a value, an ambiguity or "not one", and
never raises; see :mod:`loanproof.values.reading`.
"""

from loanproof.values.commitment_fees import COMMITMENT_FEE_KIND, CommitmentFee, compare_fees_under_margin, fee_under
from loanproof.values.condition_items import (
    ConditionMatch,
    ExpectedCondition,
    answers_condition,
    content_words,
    has_counterpart,
    holds_half,
    is_reference_only,
    match_conditions,
    split_conditions,
)
from loanproof.values.covenant_names import COVENANT_NAME_KIND, CovenantName, compare_covenant_names
from loanproof.values.currencies import CURRENCY_KIND, Currency
from loanproof.values.date_forms import IncompleteDate, date_order_of
from loanproof.values.dates import DATE_KIND, CalendarDate, DateValue
from loanproof.values.defined_currencies import currency_definitions
from loanproof.values.duration_units import Duration
from loanproof.values.durations import DURATION_KIND
from loanproof.values.facility_types import FACILITY_TYPE_KIND, FacilityTypes
from loanproof.values.folding import Folded, fold_characters
from loanproof.values.frequencies import FREQUENCY_KIND, Frequency
from loanproof.values.kinds import Kind
from loanproof.values.laws import LAW_KIND, Law
from loanproof.values.margins import MARGIN_KIND, Margin
from loanproof.values.money import MONEY_KIND, Money
from loanproof.values.months import add_months
from loanproof.values.number_words import SCALES, read_ordinal, read_words
from loanproof.values.numbers import NUMBER_KIND, Number, Setting, interpret_digits
from loanproof.values.page_ids import PAGE_KIND, PageRef
from loanproof.values.parties import Party, compare_parties
from loanproof.values.party_lists import (
    PartyListMatch,
    is_class_description,
    is_listing,
    is_none_text,
    match_parties,
    split_parties,
    without_enumerator,
)
from loanproof.values.party_search import PARTY_KIND
from loanproof.values.percentage_forms import Percentage
from loanproof.values.percentages import PERCENTAGE_KIND
from loanproof.values.phrases import states_roughly
from loanproof.values.rate_names import RateFamily
from loanproof.values.ratios import RATIO_KIND, Ratio
from loanproof.values.reading import (
    UNKNOWN,
    Ambiguous,
    At,
    Comparison,
    Context,
    DateOrder,
    Found,
    NotOne,
    NumberLocale,
    Read,
    Reading,
    Relation,
    candidates_of,
)
from loanproof.values.reference_rates import REFERENCE_RATE_KIND, ReferenceRate, ReferenceRates
from loanproof.values.registry import KINDS
from loanproof.values.relative_dates import RelativeDate
from loanproof.values.repayment import REPAYMENT_KIND, Repayment
from loanproof.values.romans import roman_value
from loanproof.values.schedules import Level, Schedule
from loanproof.values.section_ids import SECTION_KIND, SectionId, SectionRelation, relate_sections
from loanproof.values.structured import Structured, read_structured
from loanproof.values.threshold_schedules import THRESHOLD_SCHEDULE_KIND
from loanproof.values.threshold_values import ThresholdUnit
from loanproof.values.thresholds import THRESHOLD_KIND, Threshold
from loanproof.values.tokens import Token, TokenKind, Tokens, tokenize
from loanproof.values.typography import same_typography, typographic_forms
from loanproof.values.yes_no import YES_NO_KIND, YesNo

__all__ = [
    "COMMITMENT_FEE_KIND",
    "COVENANT_NAME_KIND",
    "CURRENCY_KIND",
    "DATE_KIND",
    "DURATION_KIND",
    "FACILITY_TYPE_KIND",
    "FREQUENCY_KIND",
    "KINDS",
    "LAW_KIND",
    "MARGIN_KIND",
    "MONEY_KIND",
    "NUMBER_KIND",
    "PAGE_KIND",
    "PARTY_KIND",
    "PERCENTAGE_KIND",
    "RATIO_KIND",
    "REFERENCE_RATE_KIND",
    "REPAYMENT_KIND",
    "SCALES",
    "SECTION_KIND",
    "THRESHOLD_KIND",
    "THRESHOLD_SCHEDULE_KIND",
    "UNKNOWN",
    "YES_NO_KIND",
    "Ambiguous",
    "At",
    "CalendarDate",
    "CommitmentFee",
    "Comparison",
    "ConditionMatch",
    "Context",
    "CovenantName",
    "Currency",
    "DateOrder",
    "DateValue",
    "Duration",
    "ExpectedCondition",
    "FacilityTypes",
    "Folded",
    "Found",
    "Frequency",
    "IncompleteDate",
    "Kind",
    "Law",
    "Level",
    "Margin",
    "Money",
    "NotOne",
    "Number",
    "NumberLocale",
    "PageRef",
    "Party",
    "PartyListMatch",
    "Percentage",
    "RateFamily",
    "Ratio",
    "Read",
    "Reading",
    "ReferenceRate",
    "ReferenceRates",
    "Relation",
    "RelativeDate",
    "Repayment",
    "Schedule",
    "SectionId",
    "SectionRelation",
    "Setting",
    "Structured",
    "Threshold",
    "ThresholdUnit",
    "Token",
    "TokenKind",
    "Tokens",
    "YesNo",
    "add_months",
    "answers_condition",
    "candidates_of",
    "compare_covenant_names",
    "compare_fees_under_margin",
    "compare_parties",
    "content_words",
    "currency_definitions",
    "date_order_of",
    "fee_under",
    "fold_characters",
    "has_counterpart",
    "holds_half",
    "interpret_digits",
    "is_class_description",
    "is_listing",
    "is_none_text",
    "is_reference_only",
    "match_conditions",
    "match_parties",
    "read_ordinal",
    "read_structured",
    "read_words",
    "relate_sections",
    "roman_value",
    "same_typography",
    "split_conditions",
    "split_parties",
    "states_roughly",
    "tokenize",
    "typographic_forms",
    "without_enumerator",
]
