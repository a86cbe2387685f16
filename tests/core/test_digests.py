"""Digests: the same facts give the same hash, other facts another, and no rounded figure is hashed."""

from __future__ import annotations

import hashlib
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loanproof.core import Capability, canonical_json, digest_bytes, digest_data, plain_decimal

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("1.50", "1.5"),
        ("0.850", "0.85"),
        ("100", "100"),
        ("1E+3", "1000"),
        ("1E-7", "0.0000001"),
        ("-0.00", "0"),
        ("-2.10", "-2.1"),
        ("0", "0"),
    ],
)
def test_a_decimal_has_one_plain_form(written: str, plain: str) -> None:
    assert plain_decimal(Decimal(written)) == plain


@pytest.mark.parametrize("written", ["NaN", "sNaN", "Infinity", "-Infinity"])
def test_a_decimal_that_is_no_number_has_no_plain_form(written: str) -> None:
    with pytest.raises(ValueError, match="not a finite number"):
        plain_decimal(Decimal(written))


@given(st.decimals(allow_nan=False, allow_infinity=False, places=6))
def test_the_plain_form_is_the_same_number(value: Decimal) -> None:
    assert Decimal(plain_decimal(value)) == value


def test_the_canonical_form_sorts_keys_and_has_no_white_space() -> None:
    data = {"b": (1, None), "a": {"y": Decimal("0.850"), "x": True}, "c": "é"}
    assert canonical_json(data) == '{"a":{"x":true,"y":"0.85"},"b":[1,null],"c":"é"}'


def test_an_enum_is_its_value_also_as_a_key() -> None:
    assert canonical_json({Capability.QA: Capability.BMT}) == '{"qa":"bmt"}'


@pytest.mark.parametrize("data", [0.85, {"a": [1.0]}, {1, 2}, b"bytes"])
def test_a_float_and_other_unclear_things_are_refused(data: object) -> None:
    with pytest.raises(TypeError, match="no canonical form"):
        canonical_json(data)


@pytest.mark.parametrize("key", [1, None, True, ("a",)])
def test_a_key_that_is_not_a_text_is_refused(key: object) -> None:
    with pytest.raises(TypeError, match="a key must be a string"):
        canonical_json({key: 1})


def test_the_digest_is_the_sha256_of_the_canonical_form() -> None:
    expected = hashlib.sha256(b'{"a":1}').hexdigest()
    assert digest_data({"a": 1}) == f"sha256:{expected}"
    assert digest_bytes(b'{"a":1}') == f"sha256:{expected}"


def test_half_a_surrogate_pair_can_be_hashed() -> None:
    assert digest_data("\ud800") != digest_data("\ud801")


@given(st.dictionaries(st.text(), PLAIN, max_size=5))
def test_the_order_of_keys_never_matters(data: dict[str, object]) -> None:
    assert digest_data(data) == digest_data(dict(reversed(data.items())))


@given(PLAIN, PLAIN)
def test_data_with_the_same_digest_has_the_same_canonical_form(one: object, other: object) -> None:
    assert (digest_data(one) == digest_data(other)) == (canonical_json(one) == canonical_json(other))
