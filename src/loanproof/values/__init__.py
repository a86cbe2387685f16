"""What loan terms mean: parse, find in text, canonical form, compare. Decimal only, pure, linear time.

:data:`KINDS` holds every kind of value by its name. A parser answers with a value, an ambiguity or "unreadable", and
never raises; see :mod:`loanproof.values.reading`.
"""

from loanproof.values.clause.kind import CLAUSE_KIND
from loanproof.values.clause.value import Clause
from loanproof.values.commitment_fee.compare import compare_fees_under_margin, fee_under
from loanproof.values.commitment_fee.kind import COMMITMENT_FEE_KIND
from loanproof.values.commitment_fee.value import CommitmentFee
from loanproof.values.comparator.value import Operator
from loanproof.values.comparator.words import (
    COMPARING_WORDS,
    COMPARISONS,
    COMPARISONS_BEHIND,
    EVERYDAY_COMPARISONS,
)
from loanproof.values.condition.compare import answers_condition, match_conditions
from loanproof.values.condition.kind import CONDITION_KIND
from loanproof.values.condition.parse import (
    is_reference_only,
    split_conditions,
)
from loanproof.values.condition.value import ConditionMatch, ExpectedCondition
from loanproof.values.covenant_name.compare import compare_covenant_names
from loanproof.values.covenant_name.kind import COVENANT_NAME_KIND
from loanproof.values.covenant_name.parse import COVENANT_NAMES
from loanproof.values.covenant_name.value import CovenantName
from loanproof.values.currency.defined import currency_definitions, with_currency
from loanproof.values.currency.kind import CURRENCY_KIND
from loanproof.values.currency.table import CURRENCIES_WITH_A_POINT
from loanproof.values.currency.value import Currency
from loanproof.values.date.forms import date_order_of
from loanproof.values.date.kind import DATE_KIND, WRITTEN_DATE_KIND
from loanproof.values.date.months import MONTH_NAMES, MONTHS, add_months
from loanproof.values.date.value import CalendarDate, IncompleteDate, RelativeDate
from loanproof.values.duration.kind import DURATION_KIND
from loanproof.values.duration.value import Duration
from loanproof.values.facility_type.kind import FACILITY_TYPE_KIND
from loanproof.values.frequency.in_clauses import clause_tests
from loanproof.values.frequency.kind import FREQUENCY_KIND
from loanproof.values.frequency.value import Frequency
from loanproof.values.identifier.kind import IDENTIFIER_KIND
from loanproof.values.identifier.value import Identifier
from loanproof.values.kind import Kind, Part, Written
from loanproof.values.law.kind import LAW_KIND
from loanproof.values.law.places import names_place, places_in
from loanproof.values.law.value import Law, LawUse
from loanproof.values.margin.kind import MARGIN_KIND
from loanproof.values.margin.value import Margin
from loanproof.values.mentions import Mentions, Strictness
from loanproof.values.money.kind import MONEY_KIND
from loanproof.values.money.value import Money
from loanproof.values.number.kind import NUMBER_KIND, WRITTEN_NUMBER_KIND
from loanproof.values.number.value import Number
from loanproof.values.number.words import CARDINALS, NAMED_BY_FIGURE, ORDINALS, read_ordinal
from loanproof.values.page.kind import PAGE_KIND
from loanproof.values.page.value import PageRef
from loanproof.values.party.kind import PARTY_KIND
from loanproof.values.party.legal_forms import FORMS_IN_QUOTES, FORMS_WITH_A_POINT
from loanproof.values.party.lists import (
    PartyListMatch,
    describes_class,
    is_class_description,
    is_listing,
    match_parties,
    split_parties,
    without_enumerator,
)
from loanproof.values.party.nobody import is_none_text
from loanproof.values.party.roles import DISTINCT_ROLES, ROLE_ADJECTIVES, ROLES
from loanproof.values.party.value import Party
from loanproof.values.percentage.find import rate_text
from loanproof.values.percentage.kind import PERCENTAGE_KIND
from loanproof.values.percentage.periods import (
    PERIODS_ANYWHERE,
    PERIODS_RIGHT_BEFORE,
    PERIODS_RIGHT_BEHIND,
    first_period,
)
from loanproof.values.percentage.value import Percentage, Period
from loanproof.values.plain_text.kind import PLAIN_TEXT_KIND
from loanproof.values.prose import PROSE_KINDS, part_of, prose_parts
from loanproof.values.ratio.kind import RATIO_KIND
from loanproof.values.ratio.value import Ratio
from loanproof.values.reading import (
    EQUAL,
    NO_CONTEXT,
    Ambiguous,
    Comparison,
    Context,
    DateOrder,
    Found,
    Match,
    NumberLocale,
    Read,
    Reading,
    Relation,
    Unreadable,
    candidates_of,
    different,
    partial,
)
from loanproof.values.reference_rate.compare import compare_with_elective_tenors
from loanproof.values.reference_rate.kind import REFERENCE_RATE_KIND
from loanproof.values.reference_rate.value import ReferenceRate, ReferenceRates
from loanproof.values.registry import KINDS
from loanproof.values.repayment.kind import REPAYMENT_KIND
from loanproof.values.repayment.value import Repayment, RepaymentClass
from loanproof.values.schedule.value import Level, Schedule
from loanproof.values.section.compare import relate_sections
from loanproof.values.section.kind import SECTION_KIND
from loanproof.values.section.value import SectionId, SectionRelation
from loanproof.values.shortfalls import says_less
from loanproof.values.text.absence import (
    LEFT_OPEN,
    NOT_YET,
    NOTHING,
    UNDETERMINABLE,
    Wording,
    leaves_open,
    names_no_place,
    says_nothing,
    says_undeterminable,
)
from loanproof.values.text.absence_rules import LIST_FOR_EACH, ONE_LIST, Absence
from loanproof.values.text.content_words import (
    STOP_WORDS_IN_QUOTES,
    are_akin,
    content_words,
    content_words_in,
    fold_word,
    half_are_akin,
    holds_half,
    singular,
)
from loanproof.values.text.folding import DASHES, INVISIBLE, fold_characters
from loanproof.values.text.phrases import ROUGHLY, Phrases, states_roughly
from loanproof.values.text.romans import roman_value
from loanproof.values.text.tokens import TokenKind, Tokens, tokenize
from loanproof.values.text.typography import same_typography, typographic_forms
from loanproof.values.threshold.kind import THRESHOLD_KIND
from loanproof.values.threshold.measures import ThresholdUnit
from loanproof.values.threshold.value import Threshold
from loanproof.values.threshold_schedule.kind import THRESHOLD_SCHEDULE_KIND
from loanproof.values.written_parts import loose_parts_of_reading, parts_of, parts_of_reading, telling_texts
from loanproof.values.yes_no.kind import YES_NO_KIND
from loanproof.values.yes_no.value import YesNo

__all__ = [
    "CARDINALS",
    "CLAUSE_KIND",
    "COMMITMENT_FEE_KIND",
    "COMPARING_WORDS",
    "COMPARISONS",
    "COMPARISONS_BEHIND",
    "CONDITION_KIND",
    "COVENANT_NAMES",
    "COVENANT_NAME_KIND",
    "CURRENCIES_WITH_A_POINT",
    "CURRENCY_KIND",
    "DASHES",
    "DATE_KIND",
    "DISTINCT_ROLES",
    "DURATION_KIND",
    "EQUAL",
    "EVERYDAY_COMPARISONS",
    "FACILITY_TYPE_KIND",
    "FORMS_IN_QUOTES",
    "FORMS_WITH_A_POINT",
    "FREQUENCY_KIND",
    "IDENTIFIER_KIND",
    "INVISIBLE",
    "KINDS",
    "LAW_KIND",
    "LEFT_OPEN",
    "LIST_FOR_EACH",
    "MARGIN_KIND",
    "MONEY_KIND",
    "MONTHS",
    "MONTH_NAMES",
    "NAMED_BY_FIGURE",
    "NOTHING",
    "NOT_YET",
    "NO_CONTEXT",
    "NUMBER_KIND",
    "ONE_LIST",
    "ORDINALS",
    "PAGE_KIND",
    "PARTY_KIND",
    "PERCENTAGE_KIND",
    "PERIODS_ANYWHERE",
    "PERIODS_RIGHT_BEFORE",
    "PERIODS_RIGHT_BEHIND",
    "PLAIN_TEXT_KIND",
    "PROSE_KINDS",
    "RATIO_KIND",
    "REFERENCE_RATE_KIND",
    "REPAYMENT_KIND",
    "ROLES",
    "ROLE_ADJECTIVES",
    "ROUGHLY",
    "SECTION_KIND",
    "STOP_WORDS_IN_QUOTES",
    "THRESHOLD_KIND",
    "THRESHOLD_SCHEDULE_KIND",
    "UNDETERMINABLE",
    "WRITTEN_DATE_KIND",
    "WRITTEN_NUMBER_KIND",
    "YES_NO_KIND",
    "Absence",
    "Ambiguous",
    "CalendarDate",
    "Clause",
    "CommitmentFee",
    "Comparison",
    "ConditionMatch",
    "Context",
    "CovenantName",
    "Currency",
    "DateOrder",
    "Duration",
    "ExpectedCondition",
    "Found",
    "Frequency",
    "Identifier",
    "IncompleteDate",
    "Kind",
    "Law",
    "LawUse",
    "Level",
    "Margin",
    "Match",
    "Mentions",
    "Money",
    "Number",
    "NumberLocale",
    "Operator",
    "PageRef",
    "Part",
    "Party",
    "PartyListMatch",
    "Percentage",
    "Period",
    "Phrases",
    "Ratio",
    "Read",
    "Reading",
    "ReferenceRate",
    "ReferenceRates",
    "Relation",
    "RelativeDate",
    "Repayment",
    "RepaymentClass",
    "Schedule",
    "SectionId",
    "SectionRelation",
    "Strictness",
    "Threshold",
    "ThresholdUnit",
    "TokenKind",
    "Tokens",
    "Unreadable",
    "Wording",
    "Written",
    "YesNo",
    "add_months",
    "answers_condition",
    "are_akin",
    "candidates_of",
    "clause_tests",
    "compare_covenant_names",
    "compare_fees_under_margin",
    "compare_with_elective_tenors",
    "content_words",
    "content_words_in",
    "currency_definitions",
    "date_order_of",
    "describes_class",
    "different",
    "fee_under",
    "first_period",
    "fold_characters",
    "fold_word",
    "half_are_akin",
    "holds_half",
    "is_class_description",
    "is_listing",
    "is_none_text",
    "is_reference_only",
    "leaves_open",
    "loose_parts_of_reading",
    "match_conditions",
    "match_parties",
    "names_no_place",
    "names_place",
    "part_of",
    "partial",
    "parts_of",
    "parts_of_reading",
    "places_in",
    "prose_parts",
    "rate_text",
    "read_ordinal",
    "relate_sections",
    "roman_value",
    "same_typography",
    "says_less",
    "says_nothing",
    "says_undeterminable",
    "singular",
    "split_conditions",
    "split_parties",
    "states_roughly",
    "telling_texts",
    "tokenize",
    "typographic_forms",
    "with_currency",
    "without_enumerator",
]
