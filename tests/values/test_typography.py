"""Typography: what counts as the same characters, and what never does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loanproof.values.text.typography import same_typography, typographic_forms


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("15 March 2031", "15  March\u00a02031"),
        ("“Margin”", '"Margin"'),
        ("Acme Limited", "ACME LIMITED"),
        ("Acme Limited.", " Acme Limited "),
        ("2.50 per cent.", "2.50%"),
        ("2.50 percent", "2.50 %"),
        ("2.50% per annum", "2.50% p.a."),
        ("2.50% pa", "2.50% p.a."),
        ("250 basis points", "250 bps"),
        ("250bp", "250 basis points"),
        ("five (5) years", "5 years"),
        ("five (5) years", "five years"),
        ("14–15", "14-15"),
        ("ﬁnance", "finance"),
        ("**Acme Limited**", "Acme Limited"),
        ("_USD 500,000,000_", "USD 500,000,000"),
    ],
)
def test_these_are_the_same_characters(one: str, other: str) -> None:
    assert same_typography(one, other)
    assert same_typography(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("5 years", "60 months"),
        ("5 years", "five years"),
        ("USD 500,000,000", "USD 500000000"),
        ("USD 500m", "USD 500 million"),
        ("2.50%", "250 bps"),
        ("2.50%", "2.5%"),
        ("15 March 2031", "2031-03-15"),
        ("Acme Ltd", "Acme Limited"),
        ("", ""),
        ("...", '"'),
        ("2.50% per annum", "2.50%"),
    ],
)
def test_units_scales_and_separators_are_never_converted(one: str, other: str) -> None:
    assert not same_typography(one, other)


def test_letter_case_matters_in_identifiers_only() -> None:
    assert same_typography("5.1(A)", "5.1(a)")
    assert not same_typography("5.1(A)", "5.1(a)", keep_case=True)
    assert same_typography("ABC–1", "ABC-1", keep_case=True)


@given(one=st.text(max_size=30), other=st.text(max_size=30))
def test_it_is_symmetric_and_a_text_is_the_same_as_itself(one: str, other: str) -> None:
    assert same_typography(one, other) == same_typography(other, one)
    assert same_typography(one, one) == bool(typographic_forms(one) - {""})
