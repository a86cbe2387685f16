"""What laws over every kind draw from: the writings of all tables, and values and writings made at random."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from loanproof.core import load_yaml
from loanproof.values import KINDS, Duration, Margin, Money, Percentage, Ratio, ReferenceRate
from loanproof.values.commitment_fee.value import CommitmentFee, FeeBase, FeeBasis
from loanproof.values.date.value import CalendarDate, IncompleteDate, RelativeDate
from loanproof.values.frequency.words import Rhythm
from loanproof.values.grid.parse import read_condition
from loanproof.values.grid.value import GridRow
from loanproof.values.margin.value import MarginOption
from loanproof.values.number.value import Number
from loanproof.values.percentage.value import Period, RateUnit
from loanproof.values.reading import Context, DateOrder, NumberLocale
from loanproof.values.reference_rate.names import RateFamily, Style, Timing
from loanproof.values.reference_rate.tenors import RateTenor
from loanproof.values.reference_rate.value import ReferenceRates
from loanproof.values.repayment.text import MONTHS_OF
from loanproof.values.repayment.value import InstalmentRow, Repayment, RepaymentClass
from loanproof.values.schedule.parse import close_gaps
from loanproof.values.schedule.value import Level

ENGLISH = Context(number_locale=NumberLocale.EN, date_order=DateOrder.DMY)
_HERE = Path(__file__).parent
_TABLES = {
    "commitment_fee": "commitment_fees",
    "covenant_name": "covenant_names",
    "currency": "currencies",
    "date": "dates",
    "duration": "durations",
    "facility_type": "facility_types",
    "frequency": "frequencies",
    "identifier": "identifiers",
    "law": "laws",
    "margin": "margins",
    "money": "money",
    "number": "numbers",
    "page": "page_ids",
    "party": "parties",
    "percentage": "percentages",
    "ratio": "ratios",
    "reference_rate": "reference_rates",
    "repayment_schedule": "repayment",
    "section": "section_ids",
    "threshold": "thresholds",
    "threshold_schedule": "threshold_schedules",
    "yes_no": "yes_no",
}
_WITHOUT_TABLE = {
    "clause": ["material adverse change", "negative pledge"],
    "condition": ["legal opinions", "board resolutions of each Obligor", "evidence that all fees have been paid"],
    "text": ["as agreed from time to time", "account 1234567", "ref. 12 3456", "５００００ notes", "USD 5m and EUR 6m"],
    "unknown_name": ["Ruritanian law", "RURIBOR plus 2.25%", "Bank of Ruritania", "USD and Ruritanian crowns"],
}


def _table_texts(data: object) -> Iterator[str]:
    match data:
        case list():
            for row in data:
                yield from (row[key] for key in ("text", "expected", "given") if isinstance(row.get(key), str))
        case dict():
            for part in data.values():
                yield from _table_texts(part)


WRITINGS: Mapping[str, list[str]] = {
    **{
        kind: list(dict.fromkeys(filter(None, _table_texts(load_yaml(_HERE / f"{table}.yaml").data))))
        for kind, table in _TABLES.items()
    },
    **_WITHOUT_TABLE,
}
"""For each kind the texts of its table, readable ones and others."""

codes = st.sampled_from(["USD", "EUR", "GBP", "SGD", "HKD", "INR", "CHF", "AED", "CNY", "JPY"])
amounts = st.one_of(
    st.integers(1, 10**12).map(Decimal),
    st.decimals(min_value=Decimal("0.01"), max_value=Decimal(10**9), places=2),
)
money = st.builds(Money, amount=amounts, currency=codes)
days = st.dates(min_value=date(1990, 1, 1), max_value=date(2079, 12, 31))
hundredths = st.integers(min_value=1, max_value=99_99).map(lambda figure: Decimal(figure) / 100)
periods = st.sampled_from([None, Period.ANNUM, Period.MONTH, Period.FLAT])
rates = st.one_of(
    st.builds(Percentage, figure=hundredths, unit=st.just(RateUnit.PERCENT), per=periods),
    st.builds(Percentage, figure=st.integers(1, 2000).map(Decimal), unit=st.just(RateUnit.BPS)),
)
durations = st.builds(Duration, months=st.integers(0, 600), days=st.integers(0, 800)).filter(
    lambda one: one.months + one.days > 0
)
tenors = st.lists(st.sampled_from([1, 2, 3, 6, 12]), min_size=1, max_size=3, unique=True).map(
    lambda months: RateTenor(periods=tuple(Duration(months=one) for one in sorted(months)))
)
fixed_rates = st.builds(ReferenceRate, family=st.just(RateFamily.FIXED), fixed_at=st.none() | rates)
floating_rates = st.builds(
    ReferenceRate,
    family=st.sampled_from([family for family in RateFamily if family is not RateFamily.FIXED]),
    style=st.none() | st.sampled_from([Style.TERM, Style.SIMPLE]),
    tenor=st.none() | tenors,
) | st.builds(
    ReferenceRate,
    family=st.sampled_from([RateFamily.SOFR, RateFamily.SONIA, RateFamily.SORA, RateFamily.ESTR]),
    style=st.just(Style.COMPOUNDED),
    timing=st.none() | st.sampled_from(Timing),
    tenor=st.none() | tenors,
)
reference_rates = st.builds(lambda rate: ReferenceRates(rates=(rate,)), fixed_rates | floating_rates)
conditions = st.sampled_from(
    ["Leverage > 3.00:1", "Leverage <= 3.00:1", "Level I", "BBB- or better", "utilisation above 50%"]
).map(lambda words: read_condition(words, ENGLISH))
rows = st.lists(st.builds(GridRow, when=conditions, value=rates), min_size=1, max_size=3).map(tuple)
options = st.lists(
    st.builds(MarginOption, rate=floating_rates, value=rates),
    min_size=1,
    max_size=3,
    unique_by=lambda option: option.rate.family,
).map(tuple)


def _stepped(opening: Percentage, dated: dict[date, Percentage]) -> Margin:
    later = [Level(value=rate, start=day) for day, rate in sorted(dated.items())]
    return Margin(opening=opening, steps=close_gaps([Level(value=opening), *later]))


def _steps_differ(margin: Margin) -> bool:
    return margin.steps[0].value.bps != margin.steps[1].value.bps


margins = st.one_of(
    st.builds(Margin, opening=rates),
    st.builds(Margin, opening=st.none() | rates, rows=rows),
    st.builds(Margin, options=options),
    st.builds(_stepped, rates, st.dictionaries(days, rates, min_size=1, max_size=3)).filter(_steps_differ),
    st.builds(
        Margin,
        opening=rates,
        adjustment=st.builds(Percentage, figure=hundredths, either_way=st.just(True))
        | st.builds(Percentage, figure=hundredths.map(lambda figure: -figure)),
    ),
)
shares = st.builds(Percentage, figure=st.integers(1, 100).map(Decimal), of_margin=st.just(True))
commitment_fees = st.one_of(
    st.builds(CommitmentFee, basis=st.just(FeeBasis.PER_ANNUM), value=rates, on=st.none() | st.sampled_from(FeeBase)),
    st.builds(CommitmentFee, basis=st.just(FeeBasis.SHARE_OF_MARGIN), value=shares),
    st.builds(CommitmentFee, basis=st.just(FeeBasis.GRID), rows=rows),
    st.builds(CommitmentFee, basis=st.sampled_from([FeeBasis.FEE_LETTER, FeeBasis.NONE])),
)
instalments = money | st.builds(Percentage, figure=hundredths, per=st.sampled_from([None, Period.ANNUM]))
repayments = st.builds(
    Repayment,
    repayment_class=st.sampled_from([one for one in RepaymentClass if one is not RepaymentClass.SWEEP]),
    count=st.none() | st.integers(1, 120),
    frequency=st.none() | st.sampled_from([rhythm for rhythm in Rhythm if rhythm in MONTHS_OF]),
    first=st.none() | days,
    last=st.none() | days,
    amount=st.none() | instalments,
) | st.builds(
    Repayment,
    repayment_class=st.just(RepaymentClass.TABLE),
    rows=st.dictionaries(days, instalments, min_size=1, max_size=4).map(
        lambda table: tuple(InstalmentRow(day=day, amount=table[day]) for day in sorted(table))
    ),
)
dates = st.one_of(
    st.builds(CalendarDate, day=days),
    st.builds(IncompleteDate, year=st.integers(1990, 2079), month=st.integers(1, 12)),
    st.builds(IncompleteDate, year=st.integers(1990, 2079), quarter=st.integers(1, 4)),
    st.builds(
        RelativeDate,
        anchor=st.sampled_from(["closing date", "signing date", "date of this agreement", "first utilisation date"]),
        period=durations,
        before=st.booleans(),
    ),
)
VALUES: Mapping[str, st.SearchStrategy[Any]] = {
    "commitment_fee": commitment_fees,
    "date": dates,
    "duration": durations,
    "margin": margins,
    "money": money,
    "number": st.builds(Number, value=amounts),
    "percentage": st.one_of(rates, shares, st.builds(Percentage, figure=hundredths, either_way=st.just(True))),
    "ratio": st.builds(Ratio, value=hundredths),
    "reference_rate": reference_rates,
    "repayment_schedule": repayments,
}
"""For each kind whose values are made of figures, values at random."""


def writings(kind: str) -> st.SearchStrategy[str]:
    """Return texts for a kind: those of its table, and the forms in which its values are written for people."""
    listed = st.sampled_from(WRITINGS[kind])
    if kind not in VALUES:
        return listed
    return listed | VALUES[kind].flatmap(lambda value: st.sampled_from(KINDS[kind].forms(value)))
