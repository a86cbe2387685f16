"""Values, names and terms as quote search reads them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loanproof.documents.quotes.folding import fold_text
from loanproof.documents.quotes.names import find_names, is_role, name_key
from loanproof.documents.quotes.terms import exceptions_and_negations, negation_count, terms_of
from loanproof.documents.quotes.values import find_mentions, find_word_numbers, keys_held
from loanproof.values.reading import NumberLocale


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("usd 500,000,000", {"money:usd 500000000"}),
        ("us$1.5 billion", {"money:usd 1500000000"}),
        ("usd500m", {"money:usd 500000000"}),
        ("€2,500.50", {"money:eur 2500.5"}),
        ("2.25 per cent", {"percentage:2.25"}),
        ("225 bps", {"percentage:2.25"}),
        ("66 2/3%", {"percentage:66 2/3"}),
        ("4.00:1", {"ratio:4:1"}),
        ("4.0x", {"ratio:4:1"}),
        ("4.00 to 1.00", {"ratio:4:1"}),
        ("15 march 2031", {"date:2031-03-15"}),
        ("15th day of march, 2031", {"date:2031-03-15"}),
        ("march 15, 2031", {"date:2031-03-15"}),
        ("2031-03-15", {"date:2031-03-15"}),
        ("30 days", {"number:30"}),
    ],
)
def test_a_value_has_one_key_however_it_is_written(text: str, keys: set[str]) -> None:
    mentions = list(find_mentions(text))
    assert [mention.keys for mention in mentions] == [keys]


def test_the_document_says_how_its_numbers_are_written() -> None:
    assert {key for one in find_mentions("eur 1.250") for key in one.keys} == {"money:eur 1.25"}
    assert {key for one in find_mentions("eur 1.250", NumberLocale.DE) for key in one.keys} == {"money:eur 1250"}


def test_a_bare_dollar_may_be_any_dollar_and_a_date_may_lack_its_year() -> None:
    dollars = next(find_mentions("$500"))
    assert "money:sgd 500" in keys_held(dollars)
    assert "money:$ 500" in keys_held(next(find_mentions("sgd 500")))
    assert "money:usd 500" not in keys_held(next(find_mentions("sgd 500")))
    short = next(find_mentions("on 15 march"))
    assert short.keys <= keys_held(next(find_mentions("on 15 march 2031")))


def test_numbers_in_words_are_found() -> None:
    found = [sorted(one.keys) for one in find_word_numbers("within thirty days of the second anniversary")]
    assert found == [["number:30"], ["number:2"]]


@given(st.text(max_size=60) | st.text(alphabet="0123456789.,:/ $%xbps-", max_size=40))
def test_any_text_can_be_read_for_values(text: str) -> None:
    folded = fold_text(text).text
    for mention in (*find_mentions(folded), *find_word_numbers(folded)):
        assert 0 <= mention.start < mention.end <= len(folded)


def test_names_end_in_a_legal_form_and_leave_articles_out() -> None:
    text = "The Borrower, Meridian Shipping\nHoldings Limited, and JPMorgan Chase Bank, N.A. act. The Limited"
    assert [span.of(text) for span in find_names(text)] == [
        "Meridian Shipping\nHoldings Limited",
        "JPMorgan Chase Bank, N.A",
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
