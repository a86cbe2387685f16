"""Laws that hold for amounts, currencies, periods and dates, whatever the text."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.sampling import EXAMPLES

from loanproof.values.currency.defined import currency_definitions
from loanproof.values.currency.kind import CURRENCY_KIND
from loanproof.values.currency.value import Currency
from loanproof.values.date.forms import date_order_of
from loanproof.values.date.kind import DATE_KIND
from loanproof.values.date.value import CalendarDate, DateValue, IncompleteDate
from loanproof.values.duration.find import duration_text
from loanproof.values.duration.kind import DURATION_KIND
from loanproof.values.duration.value import Duration
from loanproof.values.kind import Kind
from loanproof.values.money.kind import MONEY_KIND
from loanproof.values.money.value import Money
from loanproof.values.reading import Context, DateOrder, NumberLocale, Read, Relation, candidates_of
from loanproof.values.text.tokens import tokenize

KINDS: list[Kind[Any]] = [MONEY_KIND, CURRENCY_KIND, DURATION_KIND, DATE_KIND]
ENGLISH = Context(number_locale=NumberLocale.EN, date_order=DateOrder.DMY)
AGREE = (Relation.EXACT, Relation.EQUAL)

FRAGMENTS = (
    "USD US$ $ € RMB CNH S$ HK$ 人民币 元 亿 dollars euros million m bn crore 500,000,000 1.250 1,250 2.5 15 03 31 "
    "2031 1'250'000 5 12 five fifty hundred ( ) [ ] / - . , + ' \" % and of the after before from months years days "
    "day business quarter anniversary Closing Date March Mar. May Q1 15th fifteenth 年 月 日 15/03/2031 2031-03-15 "
    "20310315 3y 36M only No/100 option ⅔ ½ ¹"
).split()
running_text = st.lists(st.sampled_from(FRAGMENTS), max_size=14).flatmap(
    lambda words: st.sampled_from([" ", ""]).map(lambda gap: gap.join(words))
)
any_text = st.one_of(st.text(), running_text, st.text(alphabet="0123456789.,'/-+ ()[]$€年月日", max_size=60))

amounts = st.decimals(min_value=0, max_value=Decimal(10**15), places=2)
codes = st.sampled_from(["USD", "EUR", "GBP", "SGD", "HKD", "INR", "CHF", "AED"])
days = st.dates(min_value=date(1900, 1, 1), max_value=date(2099, 12, 31))
months_of = (
    "January February March April May June July August September October November December"
).split()  # fmt: skip


@settings(max_examples=3 * EXAMPLES)
@given(any_text)
def test_no_text_is_too_strange_to_read(text: str) -> None:
    tokens = tokenize(text)
    for kind in KINDS:
        kind.parse(text, ENGLISH)
        for found in kind.find(tokens, ENGLISH):
            assert found.candidates
            assert found.span.of(text)
    date_order_of(tokens)
    currency_definitions(tokens)


@pytest.mark.sampled(one_of=3)
@pytest.mark.parametrize(
    "piece",
    [
        "(",
        "1",
        "1,",
        "1 ",
        "100 ",
        "$",
        "1/",
        "1-",
        "1.",
        "five hundred ",
        "March ",
        "the date ",
        "1+",
        '"$" and ',
        "\ud800",
    ],
)
def test_long_rows_of_the_same_are_read_to_the_end(piece: str) -> None:
    text = piece * (20_000 // len(piece))
    tokens = tokenize(text)
    for kind in KINDS:
        kind.parse(text, ENGLISH)
        assert all(found.span.end <= len(text) for found in kind.find(tokens, ENGLISH))
    date_order_of(tokens)
    currency_definitions(tokens)


@settings(max_examples=3 * EXAMPLES)
@given(running_text)
@example("No/100 / ⅔ months")
def test_what_is_found_does_not_overlap_and_reads_the_same_alone(text: str) -> None:
    tokens = tokenize(text)
    for kind in KINDS:
        last = 0
        for found in kind.find(tokens, ENGLISH):
            assert found.span.start >= last
            last = found.span.end
            # an item of a list has its unit behind the last one
            written = duration_text(found, text) if kind is DURATION_KIND else found.span.of(text)
            alone = candidates_of(kind.parse(written, ENGLISH))
            assert {kind.canonical(one) for one in found.candidates} <= {kind.canonical(one) for one in alone}


@given(running_text)
def test_a_text_agrees_with_itself(text: str) -> None:
    for kind in KINDS:
        for value in candidates_of(kind.parse(text, ENGLISH)):
            assert kind.compare(value, value).relation in AGREE


@given(running_text, running_text)
def test_equality_has_no_direction(one: str, other: str) -> None:
    for kind in (MONEY_KIND, DURATION_KIND):
        there, back = kind.compare_texts(one, other, ENGLISH), kind.compare_texts(other, one, ENGLISH)
        assert (there.relation in AGREE) == (back.relation in AGREE)


@given(amounts, codes)
def test_an_amount_reads_the_same_in_every_notation(amount: Decimal, code: str) -> None:
    english = f"{amount:,.2f}"
    continental = english.translate(str.maketrans(",.", ".,"))
    swiss = english.replace(",", "'")
    spaced = continental.replace(".", " ")
    for written in (
        f"{code} {english}",
        f"{english} {code}",
        f"{code}{english}",
        f"{code} {swiss}",
        f"{code} {spaced}",
        f"{code} {continental}",
    ):
        reading = MONEY_KIND.parse(written, Context())
        assert isinstance(reading, Read), written
        assert (reading.value.amount, reading.value.currency) == (amount, code), written


@given(st.integers(1, 999), codes)
def test_a_scale_multiplies(count: int, code: str) -> None:
    for scale, factor in (("k", 10**3), ("m", 10**6), (" million", 10**6), ("bn", 10**9), (" crore", 10**7)):
        assert candidates_of(MONEY_KIND.parse(f"{code} {count}{scale}", ENGLISH))[0].amount == count * factor


@given(days)
def test_a_date_reads_the_same_in_every_form(day: date) -> None:
    month = months_of[day.month - 1]
    suffix = "th" if 11 <= day.day <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(day.day % 10, "th")
    forms = [
        f"{day:%Y-%m-%d}",
        f"{day.year}/{day.month}/{day.day}",
        f"{day:%Y%m%d}",
        f"{day.day} {month} {day.year}",
        f"{day.day}{suffix} day of {month}, {day.year}",
        f"{month} {day.day}, {day.year}",
        f"{month[:3]}. {day.day}, {day.year}",
        f"{month.upper()} {day.day}{suffix} {day.year}",
        f"{day.day}-{month[:3]}-{day.year}",
        f"{day.year}年{day.month}月{day.day}日",
        f"{day.day:02}/{day.month:02}/{day.year}",
        f"{day.day}.{day.month}.{day.year}",
    ]
    for form in forms:
        assert DATE_KIND.parse(form, ENGLISH) == Read(value=CalendarDate(day=day)), form


@given(days, days)
def test_two_dates_are_equal_only_if_they_are_the_same_day(one: date, other: date) -> None:
    relation = DATE_KIND.compare(CalendarDate(day=one), CalendarDate(day=other)).relation
    assert (relation is Relation.EQUAL) == (one == other)


@given(days)
def test_a_month_is_never_equal_to_its_days(day: date) -> None:
    month: DateValue = IncompleteDate(year=day.year, month=day.month)
    assert DATE_KIND.compare(CalendarDate(day=day), month).relation is Relation.PARTIAL
    assert DATE_KIND.compare(month, CalendarDate(day=day)).relation is Relation.DIFFERENT


@given(st.integers(1, 50), st.integers(1, 364))
def test_a_period_reads_the_same_in_every_form(years: int, count: int) -> None:
    for form in (
        f"{years} years",
        f"{years}Y",
        f"{years * 12} months",
        f"{years * 12}M",
        f"{years}-year",
        f"{years * 4} quarters",
    ):
        assert DURATION_KIND.parse(form, ENGLISH) == Read(value=Duration(months=12 * years)), form
    assert DURATION_KIND.parse(f"{years} years and {count} days", ENGLISH) == Read(
        value=Duration(months=12 * years, days=count)
    )


@given(amounts, codes, codes)
def test_another_currency_is_never_equal(amount: Decimal, one: str, other: str) -> None:
    first, second = Money(amount=amount, currency=one), Money(amount=amount, currency=other)
    assert (MONEY_KIND.compare(first, second).relation is Relation.EQUAL) == (one == other)
    currencies = Currency(code=one), Currency(code=other)
    assert (CURRENCY_KIND.compare(*currencies).relation is Relation.EQUAL) == (one == other)
