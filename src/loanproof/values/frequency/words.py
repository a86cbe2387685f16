"""The words for how often something happens, as data."""

from __future__ import annotations

from enum import StrEnum

from loanproof.values.text.phrases import Phrases


class Rhythm(StrEnum):
    """How often; the first four are the ladder, each one level from the next."""

    MONTHLY = "monthly"
    QUARTERLY = "quarterly"
    SEMI_ANNUAL = "semi_annual"
    ANNUAL = "annual"
    WEEKLY = "weekly"
    TWICE_A_MONTH = "twice_a_month"
    EVERY_TWO_MONTHS = "every_two_months"
    EVERY_TWO_YEARS = "every_two_years"
    AT_ALL_TIMES = "at_all_times"
    ON_UTILISATION = "on_utilisation"
    ON_INCURRENCE = "on_incurrence"
    ON_PAYMENT_DATE = "on_payment_date"


RHYTHMS = Phrases.of(
    [
        (
            Rhythm.MONTHLY,
            (
                "monthly|each month|every month|per month|each calendar month|calendar month end|month end"
                "|each month end|last day of any month|last day of each month"
            ),
        ),
        (
            Rhythm.QUARTERLY,
            (
                "four times a year|four times per year"
                "|quarterly|each quarter|every quarter|any quarter|each quarter date|each quarter day"
                "|quarter date|quarter dates|quarter day|quarter days|each fiscal quarter|any fiscal quarter"
                "|fiscal quarter|every fiscal quarter|each financial quarter|any financial quarter|financial quarter"
                "|quarter end|each quarter end|calendar quarter|each calendar quarter|per quarter|quarterly basis"
            ),
        ),
        (
            Rhythm.SEMI_ANNUAL,
            (
                "semi annual|semi annually|semiannual|semiannually|half yearly|half year|each half year"
                "|every half year|twice a year|twice yearly|twice per year|twice each year|financial half year"
                "|each financial half year|six monthly|6 monthly"
            ),
        ),
        (
            Rhythm.ANNUAL,
            (
                "annual|annually|yearly|each year|every year|once a year|once per year|each financial year"
                "|each fiscal year|every financial year|every fiscal year|any financial year|any fiscal year"
                "|financial year|financial year end|fiscal year end|year end|each accounting date|accounting date"
                "|each anniversary|per year|annual basis|fiscal year"
            ),
        ),
        (Rhythm.WEEKLY, "weekly|each week|every week|once a week"),
        (Rhythm.AT_ALL_TIMES, "at all times|continuous|continuously|at no time|all times"),
        (
            Rhythm.ON_UTILISATION,
            (
                "on each utilisation|each utilisation|on each utilization|on utilisation"
                "|on utilization|each utilisation date|on each drawdown|each drawdown|on drawdown|on each borrowing"
                "|each borrowing|on each advance|at each drawing|on each drawing"
            ),
        ),
        (
            Rhythm.ON_INCURRENCE,
            (
                "on incurrence|upon incurrence|incurrence based|on the incurrence|at incurrence"
                "|at the time of incurrence|incurrence"
            ),
        ),
        (
            Rhythm.ON_PAYMENT_DATE,
            (
                "on each payment date|each payment date|each interest payment date"
                "|on each interest payment date|every payment date|payment dates|each repayment date"
            ),
        ),
    ]
)
TWO_MEANINGS = Phrases.of(
    [
        ((Rhythm.SEMI_ANNUAL, Rhythm.EVERY_TWO_YEARS), "biannual|biannually|bi annual|bi annually"),
        ((Rhythm.EVERY_TWO_MONTHS, Rhythm.TWICE_A_MONTH), "bimonthly|bi monthly"),
    ]
)
