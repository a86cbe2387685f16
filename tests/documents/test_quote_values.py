"""Values, names and terms as quote search reads them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loanproof.documents.quotes.folding import fold_text
from loanproof.documents.quotes.names import find_names, is_role, name_key
from loanproof.documents.quotes.terms import exceptions_and_negations, negation_count, terms_of
from loanproof.documents.quotes.values import ENGLISH, Mention, find_figures, find_values, keys_of
from loanproof.values.reading import Context, NumberLocale


def values_of(text: str, context: Context = ENGLISH) -> list[Mention]:
    folded = fold_text(text)
    return find_values(folded, 0, len(folded.text), context)


def said_by(text: str, context: Context = ENGLISH) -> list[tuple[str, set[str]]]:
    """Return the class and the canonical values of each mention."""
    mentions = values_of(text, context)
    return [(one.token_class.value, set(map(one.part.kind.canonical, one.part.candidates))) for one in mentions]


def is_said(quoted: str, document: str) -> bool:
    (mention,) = values_of(quoted)
    return mention.is_among(keys_of(values_of(document)))


@pytest.mark.parametrize(
    ("text", "token_class", "canonical"),
    [
        ("USD 500,000,000", "money", "USD 500000000"),
        ("US$1.5 billion", "money", "USD 1500000000"),
        ("USD500m", "money", "USD 500000000"),
        ("€2,500.50", "money", "EUR 2500.5"),
        ("five hundred million US dollars", "money", "USD 500000000"),
        ("2.25 per cent", "percentage", "225 bps"),
        ("225 bps", "percentage", "225 bps"),
        ("4.00:1", "ratio", "4.00:1"),
        ("4.0x", "ratio", "4.00:1"),
        ("4.00 to 1.00", "ratio", "4.00:1"),
        ("15 March 2031", "date", "2031-03-15"),
        ("15th day of March, 2031", "date", "2031-03-15"),
        ("March 15, 2031", "date", "2031-03-15"),
        ("2031-03-15", "date", "2031-03-15"),
        ("15 March", "date", "--03-15"),
        ("31 April 2031", "date", "2031-04-31"),
        ("30 days", "number", "30"),
        ("thirty-five days", "number", "35"),
        ("second anniversary", "number", "2"),
        ("10 days after the Closing Date", "number", "10"),
    ],
)
def test_a_value_has_one_class_and_meaning_however_it_is_written(text: str, token_class: str, canonical: str) -> None:
    assert said_by(text) == [(token_class, {canonical})]


def test_a_fraction_of_a_per_cent_is_one_value() -> None:
    assert is_said("66 2/3%", "66⅔ per cent.")
    assert not is_said("66 1/3%", "66⅔ per cent.")


def test_the_document_says_how_its_numbers_are_written() -> None:
    assert said_by("EUR 1.250") == [("money", {"EUR 1.25"})]
    assert said_by("EUR 1.250", Context(number_locale=NumberLocale.DE)) == [("money", {"EUR 1250"})]


@pytest.mark.parametrize(
    ("quoted", "document", "same"),
    [
        ("SGD 500", "$500", True),
        ("$500", "SGD 500", True),
        ("USD 500", "SGD 500", False),
        ("500", "SGD 500", True),
        ("SGD 500", "500", False),
        ("15 March", "15 March 2031", True),
        ("March 2031", "15 March 2031", True),
        ("15 March 2031", "15 March", False),
        ("29 February 2031", "29 February 2028", False),
        ("2.25%", "225 basis points", True),
        ("40%", "40% of the Margin", True),
        ("USD 1.5bn", "USD 1.49bn", False),
        ("30", "thirty", True),
        ("2nd", "second", True),
        ("15", "15 March 2031", False),
        ("4", "4.00:1", False),
    ],
)
def test_a_quote_may_say_less_than_the_document_and_never_more(quoted: str, document: str, same: bool) -> None:
    assert is_said(quoted, document) is same


@pytest.mark.parametrize(
    ("text", "token_class", "written"),
    [
        ("USD 500,000,0001", "money", "usd 500,000,0001"),
        ("by 11:00 a.m.", "number", "11:00"),
        ("a ratio of 4.00:2 or so", "number", "4.00:2"),
        ("a ratio of 4.00 to 2.00", "number", "4.00 to 2.00"),
        ("filed on 10/37/09", "number", "10/37/09"),
        ("Clause 5.1.2", "number", "5.1.2"),
    ],
)
def test_figures_that_are_no_value_are_themselves(text: str, token_class: str, written: str) -> None:
    assert [(one.token_class.value, one.text) for one in values_of(text)] == [(token_class, written)]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("within thirty (30) days", [{"30"}]),
        ("within thirty (60) days", [{"30"}, {"60"}]),
        ("two per cent. (3%)", [{"200 bps"}, {"300 bps"}]),
        ("five hundred US dollars (USD 600)", [{"USD 500"}, {"USD 600"}]),
    ],
)
def test_words_and_figures_that_differ_are_two_values(text: str, values: list[set[str]]) -> None:
    assert [canonical for _, canonical in said_by(text)] == values


@pytest.mark.parametrize("parted", ["15 Sep-\ntember\n2031", "15 Sep\u00adtember 2031", "15\fSeptember  2031"])
def test_a_value_is_read_over_the_end_of_a_line_or_page(parted: str) -> None:
    assert said_by(parted) == [("date", {"2031-09-15"})]


def test_values_in_words_are_left_to_those_who_want_them() -> None:
    folded = fold_text("one of the Lenders pays 30 per cent. within ten days")
    assert [one.text for one in find_figures(folded, 0, len(folded.text))] == ["30 per cent"]


@given(st.text(max_size=60) | st.text(alphabet="0123456789.,:/ $%xbps-", max_size=40))
def test_any_text_can_be_read_for_values(text: str) -> None:
    folded = fold_text(text)
    for mention in find_values(folded, 0, len(folded.text)):
        assert 0 <= mention.start < mention.end <= len(folded.text)
        assert folded.text[mention.start : mention.end] == mention.text


def test_a_long_row_of_figures_is_read_in_linear_time() -> None:
    # A fraction of a second; where each figure was checked against each other one, this took a minute.
    assert len(values_of("1,2,3 USD 5 7% " * 1000)) == 3000


def test_names_end_in_a_legal_form_and_leave_articles_out() -> None:
    text = "The Borrower, Meridian Shipping\nHoldings Limited, and JPMorgan Chase Bank, N.A. act. The Limited"
    assert [span.of(text) for span in find_names(text)] == [
        "Meridian Shipping\nHoldings Limited",
        "JPMorgan Chase Bank, N.A.",
    ]
    assert name_key("JPMorgan  Chase Bank, N.A.") == "jpmorgan chase bank na"
    assert is_role("lenders")
    assert not is_role("facility")


def test_comparators_are_operators_before_they_are_negations() -> None:
    terms = terms_of("leverage shall not exceed 4.00:1 and cover shall not be less than 2.50:1, not more")
    assert [term.key for term in terms if term.is_operator] == ["≤", "≥"]
    assert negation_count(terms) == 1


def test_what_may_not_be_skipped_is_named_as_written() -> None:
    skipped = exceptions_and_negations("subject to clause 4, the amount is not more than 5 unless agreed")
    assert skipped == ("subject to", "not more than", "unless")
