"""Mentions: whether a value appears in a document, however it is written there."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from loanproof.core import Span
from loanproof.documents.mentions import scan
from loanproof.documents.model import Document, Page
from loanproof.documents.notation import number_locale_of
from loanproof.values import KINDS, NUMBER_KIND, PLAIN_TEXT_KIND, PROSE_KINDS, Mentions, Strictness, parts_of
from loanproof.values.date.kind import DATE_KIND
from loanproof.values.duration.kind import DURATION_KIND
from loanproof.values.kind import Kind
from loanproof.values.law.kind import LAW_KIND
from loanproof.values.money.kind import MONEY_KIND
from loanproof.values.party.kind import PARTY_KIND
from loanproof.values.percentage.kind import PERCENTAGE_KIND
from loanproof.values.ratio.kind import RATIO_KIND
from loanproof.values.reading import DateOrder, NumberLocale
from loanproof.values.reference_rate.kind import REFERENCE_RATE_KIND
from loanproof.values.text.tokens import tokenize

TEXT = """
THIS AGREEMENT is dated 15 March 2026 between ACME HOLDINGS LIMITED and Northwind, as borrowers.
The Facility is US$500,000,000. The Margin is 2.25 per cent. per annum over 3-month Term SOFR and the commitment fee is
forty per cent. (40%) of the Margin. The Leverage Ratio shall not exceed 3.50:1. The loan is for five (5) years.
The file has 17 annexes. This Agreement is governed by English law.
"""


def mentions_of(
    text: str, *, number_locale: NumberLocale | None = None, date_order: DateOrder | None = None
) -> Mentions:
    page = Page(number=1, span=Span(0, len(text)))
    return scan(
        Document(
            name="x.txt",
            digest="",
            paged=False,
            text=text,
            pages=(page,),
            number_locale=number_locale,
            date_order=date_order,
        )
    )


MENTIONS = mentions_of(TEXT)


def found(kind: Kind[Any], text: str, mentions: Mentions = MENTIONS) -> list[Span]:
    parts = parts_of(kind, text, mentions.context)
    assert all(part.kind is not PLAIN_TEXT_KIND for part in parts)
    spans = [mentions.appears(part, Strictness.SUPPORT) for part in parts]
    return [span for one in spans for span in one] if all(spans) else []


@pytest.mark.parametrize(
    ("kind", "value", "written"),
    [
        (MONEY_KIND, "USD 500000000", "US$500,000,000"),
        (MONEY_KIND, "500000000", "US$500,000,000"),
        (DATE_KIND, "2026-03-15", "15 March 2026"),
        (DATE_KIND, "2026-03", "15 March 2026"),
        (PERCENTAGE_KIND, "225 bps", "2.25 per cent. per annum"),
        (RATIO_KIND, "3.50:1", "3.50:1"),
        (DURATION_KIND, "60 months", "five (5) years"),
        (PARTY_KIND, "Acme holdings limited", "ACME HOLDINGS LIMITED"),
        (PARTY_KIND, "Acme holdings", "ACME HOLDINGS LIMITED"),
        (PARTY_KIND, "northwind", "Northwind"),
        (LAW_KIND, "the laws of England", "English law"),
        (NUMBER_KIND, "17", "17"),
    ],
)
def test_a_value_stands_where_it_is_written_in_any_form(kind: Kind[Any], value: str, written: str) -> None:
    spans = found(kind, value)
    assert any(written in span.of(TEXT) or span.of(TEXT) in written for span in spans)
    assert spans


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (MONEY_KIND, "USD 50000000"),
        (MONEY_KIND, "GBP 500000000"),
        (DATE_KIND, "2026-03-16"),
        (PERCENTAGE_KIND, "235 bps"),
        (RATIO_KIND, "4.50:1"),
        (DURATION_KIND, "48 months"),
        (PARTY_KIND, "Acme finance limited"),
        (PARTY_KIND, "north"),
        (LAW_KIND, "New York law"),
        (LAW_KIND, "English law and New York law"),
        (REFERENCE_RATE_KIND, "EURIBOR 3M"),
        (NUMBER_KIND, "18"),
    ],
)
def test_a_value_that_is_not_written_stands_nowhere(kind: Kind[Any], value: str) -> None:
    assert found(kind, value) == []


def test_a_half_billion_is_present_as_five_hundred_million() -> None:
    assert found(MONEY_KIND, "USD 0.5bn")


def test_a_reference_rate_is_found_by_its_family_unless_it_has_another_method() -> None:
    assert found(REFERENCE_RATE_KIND, "SOFR 1M")
    assert found(REFERENCE_RATE_KIND, "Term SOFR")
    assert not found(REFERENCE_RATE_KIND, "compounded SOFR 1M")


def test_a_share_of_the_margin_is_present_with_and_without_its_base() -> None:
    assert found(PERCENTAGE_KIND, "40% of margin")
    assert found(PERCENTAGE_KIND, "4000 bps")


def test_an_ambiguous_place_has_all_its_meanings() -> None:
    mentions = mentions_of("Due on 03/04/2031. The price is $100,000.")
    assert found(DATE_KIND, "2031-03-04", mentions)
    assert found(DATE_KIND, "2031-04-03", mentions)
    assert found(MONEY_KIND, "USD 100000", mentions)
    assert found(MONEY_KIND, "SGD 100000", mentions)


def test_the_notation_of_the_document_settles_what_is_ambiguous_elsewhere() -> None:
    german = mentions_of("Der Betrag EUR 1.250.000,00 und EUR 1.250 sind fällig am 15.03.2031 und am 03.04.2031.")
    assert german.context.number_locale is NumberLocale.DE
    assert found(MONEY_KIND, "EUR 1250", german)
    assert not found(MONEY_KIND, "EUR 1.25", german)
    assert found(DATE_KIND, "2031-04-03", german)
    assert not found(DATE_KIND, "2031-03-04", german)


def test_a_stated_notation_wins_over_the_text() -> None:
    mentions = mentions_of("USD 1.250 due on 03/04/2031", number_locale=NumberLocale.EN, date_order=DateOrder.MDY)
    assert found(DATE_KIND, "2031-03-04", mentions)
    assert not found(DATE_KIND, "2031-04-03", mentions)
    assert found(MONEY_KIND, "USD 1.25", mentions)


def test_a_defined_dollar_is_the_currency_it_was_defined_to_be() -> None:
    mentions = mentions_of('"Dollars" and "$" mean the lawful currency of Singapore. The Facility is $5,000,000.')
    assert found(MONEY_KIND, "SGD 5000000", mentions)
    assert not found(MONEY_KIND, "USD 5000000", mentions)


@pytest.mark.parametrize(
    ("text", "locale"),
    [
        ("1,250.00 and 3,500", NumberLocale.EN),
        ("500,000,000", NumberLocale.EN),
        ("1.250,00", NumberLocale.DE),
        ("500.000.000", NumberLocale.DE),
        ("1'250'000", NumberLocale.CH),
        ("12,34,567 and 1,234,567", NumberLocale.IN),
        ("1,250", None),
        ("1.250", None),
        ("2.25", None),
        ("1,250.00 and 1.250,00", None),
        ("", None),
    ],
)
def test_only_a_number_that_leaves_no_doubt_shows_the_notation(text: str, locale: NumberLocale | None) -> None:
    assert number_locale_of(tokenize(text)) is locale


def test_every_kind_finds_places_inside_the_text_in_order() -> None:
    for kind in KINDS.values():
        spans = [one.span for one in MENTIONS.of(kind)]
        assert spans == sorted(spans)
        assert all(span.end <= len(TEXT) and span for span in spans)


def test_each_stretch_of_a_text_is_settled_as_one_value() -> None:
    settled = list(MENTIONS.settled((*PROSE_KINDS, NUMBER_KIND)))
    spans = sorted(one.span for _, one in settled)
    assert all(one.end <= other.start for one, other in itertools.pairwise(spans))
    assert {kind for kind, _ in settled} == {*PROSE_KINDS, NUMBER_KIND}
    assert [one.span.of(TEXT) for kind, one in settled if kind is NUMBER_KIND] == ["17"]


def test_the_values_of_a_kind_that_a_stretch_meets_are_found_in_order() -> None:
    start = TEXT.index("2026")
    (date,) = MENTIONS.overlapping(DATE_KIND, Span(start, start + 4))
    assert date.span.of(TEXT) == "15 March 2026"
    assert MENTIONS.overlapping(DATE_KIND, Span(date.span.end, date.span.end + 9)) == ()
    assert MENTIONS.overlapping(DATE_KIND, Span(0, len(TEXT))) == MENTIONS.of(DATE_KIND)
