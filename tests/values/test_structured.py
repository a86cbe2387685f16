"""Structured values: the same as texts where they say the same, a sentence where they cannot be read."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loanproof.core import Reason, load_yaml
from loanproof.values import (
    KINDS,
    Ambiguous,
    Money,
    NumberLocale,
    Read,
    Relation,
    Unreadable,
    candidates_of,
)
from loanproof.values.reading import Context


def _typed(written: object) -> Any:
    """Return the data of a table with its numbers and truth values, which are written ``=500`` and ``=true``."""
    match written:
        case str() if written.startswith("="):
            return written == "=true" if written in ("=true", "=false") else Decimal(written[1:])
        case list():
            return [_typed(item) for item in written]
        case dict():
            return {key: _typed(item) for key, item in written.items()}
        case _:
            return written


TABLE: dict[str, list[dict[str, Any]]] = _typed(load_yaml(Path(__file__).with_name("structured.yaml")).data)
KEYS = sorted(
    {key for rows in TABLE.values() for row in rows if isinstance(row["value"], dict) for key in row["value"]}
)
STRUCTURED = ("commitment_fee", "duration", "margin", "money", "reference_rate", "repayment_schedule", "yes_no")


def _rows(part: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in TABLE[part]])


@_rows("same")
def test_a_structure_equals_the_text_that_says_the_same(row: dict[str, Any]) -> None:
    kind = KINDS[row["kind"]]
    text, structure = kind.read(row["same_as"]), KINDS[row["kind"]].read(row["value"])
    assert isinstance(text, Read)
    assert isinstance(structure, Read), structure
    assert type(structure.value) is type(text.value)
    assert kind.compare(text.value, structure.value).relation is Relation.EQUAL
    assert kind.compare(structure.value, text.value).relation is Relation.EQUAL


@_rows("differs")
def test_a_structure_is_compared_as_its_text_would_be(row: dict[str, Any]) -> None:
    kind = KINDS[row["kind"]]
    expected, structure = kind.read(row["expected"]), KINDS[row["kind"]].read(row["value"])
    assert isinstance(expected, Read)
    assert isinstance(structure, Read), structure
    comparison = kind.compare(expected.value, structure.value)
    assert (comparison.relation, comparison.reason) == (row["relation"], row["reason"])


@_rows("refused")
def test_a_structure_that_cannot_be_read_says_which_part(row: dict[str, Any]) -> None:
    reading = KINDS[row["kind"]].read(row["value"])
    assert isinstance(reading, Unreadable)
    assert row["why"] in reading.why
    assert reading.why.endswith(".")


def test_a_bare_dollar_is_as_ambiguous_as_in_text() -> None:
    reading = KINDS["money"].read({"amount": Decimal(5), "currency": "$"})
    assert isinstance(reading, Ambiguous)
    assert reading.reason is Reason.AMBIGUOUS_CURRENCY
    assert {"USD", "SGD"} <= {money.currency for money in reading.candidates}


def test_the_document_settles_what_a_text_part_means() -> None:
    german = Context(number_locale=NumberLocale.DE)
    assert candidates_of(KINDS["money"].read({"amount": "1.250", "currency": "EUR"}, german)) == (
        Money(amount=Decimal(1250), currency="EUR", step=Decimal(1)),
    )


_SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.decimals()
    | st.text(max_size=30)
    | st.sampled_from(["2.25%", "USD 5m", "SOFR", "3M", "2027-01-01", "pa", "grid", "bullet", "$", "quarterly"])
)
_ANYTHING = st.recursive(
    _SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner)
        | st.dictionaries(
            st.sampled_from([*KEYS, "when", "from", "value", "percent"]) | st.text(max_size=5), inner, max_size=5
        )
    ),
    max_leaves=12,
)


@given(kind=st.sampled_from(STRUCTURED), value=_ANYTHING)
def test_anything_is_read_or_refused_with_a_sentence(kind: str, value: Any) -> None:
    reading = KINDS[kind].read(value)
    assert isinstance(reading, Read | Ambiguous | Unreadable)
    for one in candidates_of(reading):
        assert KINDS[kind].canonical(one)
        assert KINDS[kind].compare(one, one).relation in (Relation.EQUAL, Relation.PARTIAL, Relation.DIFFERENT)
