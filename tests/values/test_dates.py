from __future__ import annotations

from datetime import date

import pytest

from loanproof.values.date.find import find_dates, find_written_dates
from loanproof.values.date.forms import date_order_of, read_date
from loanproof.values.date.kind import WRITTEN_DATE_KIND
from loanproof.values.date.parse import parse_date
from loanproof.values.date.relative import read_relative_date
from loanproof.values.date.value import Adjustment, CalendarDate, IncompleteDate, RelativeDate
from loanproof.values.duration.value import Duration
from loanproof.values.reading import Context, DateOrder, Read
from loanproof.values.text.tokens import tokenize


def test_a_date_is_read_where_it_begins_and_says_where_it_ends() -> None:
    tokens = tokenize("on 15 March 2031 the Loan")
    found = read_date(tokens, 1)
    assert found is not None
    assert found.candidates == (date(2031, 3, 15),)
    assert tokens.text(1, found.end) == "15 March 2031"
    assert read_date(tokens, 0) is None
    assert read_date(tokens, 2) is None


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("15/03/2031 and 31.12.2031", DateOrder.DMY),
        ("03/15/2031 and 12/31/14", DateOrder.MDY),
        ("15/03/2031 and 03/15/2031", None),
        ("03/04/2031", None),
        ("2031-03-15 and 15 March 2031", None),
        ("03/03/2031", None),
        ("03/04/2031, then 03/15/2031", DateOrder.MDY),
        ("Clause 15.03.31", None),
        ("no date", None),
    ],
)
def test_a_text_shows_its_order_by_the_dates_that_allow_one(text: str, order: DateOrder | None) -> None:
    assert date_order_of(tokenize(text)) is order


def test_the_order_of_the_document_settles_the_other_dates() -> None:
    tokens = tokenize("signed on 15/03/2031, due on 03/04/2031")
    context = Context(date_order=date_order_of(tokens))
    assert [found.candidates for found in find_dates(tokens, context)] == [
        (CalendarDate(day=date(2031, 3, 15)),),
        (CalendarDate(day=date(2031, 4, 3)),),
    ]


def test_spans_lead_back_to_the_original_characters() -> None:
    text = "Unsere „Fälligkeit“: 15. März 2031 – endgültig"
    (found,) = find_dates(tokenize(text))
    assert found.span.of(text) == "15. März 2031"


@pytest.mark.parametrize(
    ("rule", "adjustment"),
    [
        ("(or, if that day is not a Business Day, the immediately preceding Business Day)", Adjustment.PRECEDING),
        ("or if not a Business Day, the next succeeding Business Day", Adjustment.FOLLOWING),
        ("(subject to the Business Day Convention)", Adjustment.EITHER),
        ("(the next Business Day, or the preceding Business Day if that is in another month)", Adjustment.EITHER),
    ],
)
def test_a_business_day_rule_beside_a_date_is_kept(rule: str, adjustment: Adjustment) -> None:
    reading = parse_date(f"31 March 2031 {rule}")
    assert reading == Read(value=CalendarDate(day=date(2031, 3, 31), adjustment=adjustment))


def test_a_quarter_holds_its_three_months_and_no_other() -> None:
    quarter = IncompleteDate(year=2031, quarter=1)
    assert quarter.holds(date(2031, 1, 1))
    assert quarter.holds(date(2031, 3, 31))
    assert not quarter.holds(date(2031, 4, 1))
    assert not quarter.holds(date(2030, 3, 31))
    assert quarter.includes(IncompleteDate(year=2031, month=3))
    assert not quarter.includes(IncompleteDate(year=2031, month=4))


def test_a_formula_is_resolved_from_its_anchor() -> None:
    formula = RelativeDate(anchor="closing date", period=Duration(months=6))
    assert formula.resolve({"closing date": date(2026, 8, 31)}) == date(2027, 2, 28)
    assert formula.resolve({"signing date": date(2026, 8, 31)}) is None


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("60 months after the Closing Date", date(2031, 3, 15)),
        ("the fifth anniversary of Closing", date(2031, 3, 15)),
        ("30 days before the Closing Date", date(2026, 2, 13)),
        ("six (6) months following the Closing Date", date(2026, 9, 15)),
        ("5 Business Days after the Closing Date", None),
        ("60 months after the Signing Date", None),
    ],
)
def test_anchors_of_the_document_give_a_formula_its_day(text: str, day: date | None) -> None:
    context = Context(anchors={"closing date": date(2026, 3, 15)})
    found = read_relative_date(tokenize(text), 0, context=context)
    assert found is not None
    assert found.candidates[0].day == day


def test_a_formula_beyond_the_calendar_has_no_day() -> None:
    found = read_relative_date(tokenize("900000 days after 31 December 9000"), 0)
    assert found is not None
    assert found.candidates[0].day is None


@pytest.mark.parametrize(
    "text", ["five (6) years after the Closing Date", "60 months after closing", "after the Closing Date"]
)
def test_what_is_not_sure_is_no_formula(text: str) -> None:
    assert read_relative_date(tokenize(text), 0) is None


@pytest.mark.parametrize(
    ("text", "written", "canonical"),
    [
        ("on 15 March in each year", "15 March", "--03-15"),
        ("on March 15 in each year", "March 15", "--03-15"),
        ("on the fifteenth day of March and later", "fifteenth day of March", "--03-15"),
        ("on 31 April 2031 at noon", "31 April 2031", "2031-04-31"),
        ("on 29 February 2031 at noon", "29 February 2031", "2031-02-29"),
        ("in March 2031 at the latest", "March 2031", "2031-03"),
        ("five years after 15 March 2031", "15 March 2031", "2031-03-15"),
        ("on 15 march of each year", "15 march", "--03-15"),
    ],
)
def test_a_written_date_may_lack_its_year_or_be_none_of_the_calendar(text: str, written: str, canonical: str) -> None:
    (found,) = find_written_dates(tokenize(text))
    assert found.span.of(text) == written
    assert [value.canonical for value in found.candidates] == [canonical]


@pytest.mark.parametrize(
    "text",
    ["paragraph 9 may become void", "clause 5 set out above", "10 days after the Closing Date", "March and April"],
)
def test_a_verb_and_a_formula_are_no_written_date(text: str) -> None:
    assert find_written_dates(tokenize(text)) == ()


def test_a_full_date_answers_to_its_day_without_the_year() -> None:
    (short,) = find_written_dates(tokenize("15 March"))
    keys = set(WRITTEN_DATE_KIND.keys(CalendarDate(day=date(2031, 3, 15))))
    assert {value.canonical for value in short.candidates} <= keys
    assert IncompleteDate(year=None, month=3, day=15).holds(date(2031, 3, 15))
    assert not IncompleteDate(year=None, month=3, day=15).holds(date(2031, 3, 16))
