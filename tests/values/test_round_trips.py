"""What a kind writes it reads: the structured form, and the best form for people."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sampling import EXAMPLES
from tests.values.drawn import ENGLISH, VALUES, WRITINGS

from loanproof.values import KINDS, Currency, Frequency, Kind, Read, ReferenceRates, candidates_of
from loanproof.values.commitment_fee.value import FeeType
from loanproof.values.covenant_name.parse import BY_WORDS
from loanproof.values.currency.table import TABLE
from loanproof.values.facility_type.value import Facility, FacilityClass, FacilityTypes
from loanproof.values.frequency.words import Rhythm
from loanproof.values.law.places import ADJECTIVES, PLACES
from loanproof.values.law.value import Law
from loanproof.values.reference_rate.names import RateFamily
from loanproof.values.reference_rate.value import ReferenceRate

STRUCTURED = [name for name, kind in KINDS.items() if kind.structure is not None]
# The best form of these states the rates or the class alone; conditions, steps and dates are in the structured form.
STATE_LESS = {"margin", "commitment_fee", "repayment_schedule"}
READ_BACK = [name for name in KINDS if name not in STATE_LESS]
each_structured = pytest.mark.parametrize("name", STRUCTURED)


def assert_same(kind: Kind[Any], value: Any, again: object) -> None:
    """Assert that a reading is one value, and the same as another."""
    assert isinstance(again, Read), (again, value)
    assert kind.canonical(again.value) == kind.canonical(value)
    assert kind.compare(value, again.value).relation.agrees
    assert kind.compare(again.value, value).relation.agrees


def test_every_structured_kind_is_drawn() -> None:
    assert set(STRUCTURED) == {"commitment_fee", "duration", "margin", "money", "reference_rate", "repayment_schedule"}
    assert set(STRUCTURED) <= set(VALUES)


@each_structured
@given(data=st.data())
def test_a_value_is_read_from_its_structured_form(name: str, data: st.DataObject) -> None:
    kind, value = KINDS[name], data.draw(VALUES[name])
    assert kind.structure is not None
    assert_same(kind, value, kind.read(kind.structure.write(value), ENGLISH))


@each_structured
def test_the_values_of_the_tables_are_read_from_their_structured_form(name: str) -> None:
    kind = KINDS[name]
    assert kind.structure is not None
    for value in (value for text in WRITINGS[name] for value in candidates_of(kind.read(text, ENGLISH))):
        if _can_be_held(name, value):
            assert_same(kind, value, kind.read(kind.structure.write(value), ENGLISH))


def _can_be_held(name: str, value: Any) -> bool:
    """Return whether the form has room for a value: one rate, months and days, rows with their condition, one name."""
    match name:
        case "reference_rate":
            return len(value.rates) == 1
        case "duration":
            return bool(value.months or value.days)
        case "margin":
            return all(row.when.words for row in value.rows)
        case "commitment_fee":
            return value.fee_type is FeeType.COMMITMENT and all(row.when.words for row in value.rows)
        case _:
            return True


@pytest.mark.parametrize("name", sorted(VALUES.keys() - STATE_LESS))
@settings(max_examples=2 * EXAMPLES)
@given(data=st.data())
def test_the_best_form_of_a_drawn_value_reads_as_the_value(name: str, data: st.DataObject) -> None:
    kind, value = KINDS[name], data.draw(VALUES[name])
    assert_same(kind, value, kind.read(kind.forms(value)[0], ENGLISH))


@pytest.mark.parametrize("name", READ_BACK)
def test_the_best_form_of_every_value_of_the_tables_reads_as_the_value(name: str) -> None:
    kind = KINDS[name]
    for value in (value for text in WRITINGS[name] for value in candidates_of(kind.read(text, ENGLISH))):
        plain = _without_doubt(value)
        assert_same(kind, plain, kind.read(kind.forms(plain)[0], ENGLISH))


def _without_doubt(value: Any) -> Any:
    """Return a value as a clear text would give it; how a sign or word was resolved is not part of its form."""
    match value:
        case Currency():
            return Currency(code=value.code)
        case Frequency():
            return Frequency(rhythm=value.rhythm, condition=value.condition)
        case _:
            return value


EVERY: dict[str, list[Any]] = {
    "law": [Law(codes=(code,)) for code in sorted({*PLACES.values(), *ADJECTIVES.values()})],
    "currency": [Currency(code=code) for code in sorted({row.code for row in TABLE})],
    "frequency": [Frequency(rhythm=rhythm) for rhythm in Rhythm],
    "reference_rate": [ReferenceRates(rates=(ReferenceRate(family=family),)) for family in RateFamily],
    "facility_type": [
        FacilityTypes(facilities=(Facility(facility_class=one),)) for one in FacilityClass if one != "other"
    ],
    "covenant_name": [candidates_of(KINDS["covenant_name"].read(name))[0] for name in BY_WORDS],
}


@pytest.mark.parametrize("name", EVERY)
def test_every_name_of_a_word_table_reads_as_what_it_names(name: str) -> None:
    kind = KINDS[name]
    assert len(EVERY[name]) > 2
    for value in EVERY[name]:
        assert_same(kind, value, kind.read(kind.forms(value)[0], ENGLISH))


@pytest.mark.parametrize(
    ("codes", "written"),
    [
        (("GB-EAW",), "English law"),
        (("US-NY",), "New York law"),
        (("SG",), "Singapore law"),
        (("HK",), "Hong Kong law"),
        (("CN",), "PRC law"),
        (("DE",), "German law"),
        (("NZ",), "New Zealand law"),
        (("AE-DIFC",), "DIFC law"),
        (("AU-NSW",), "New South Wales law"),
        (("GB-EAW", "US-NY"), "English law and New York law"),
    ],
)
def test_a_law_is_written_as_a_lawyer_calls_it(codes: tuple[str, ...], written: str) -> None:
    assert KINDS["law"].forms(Law(codes=codes))[0] == written


@pytest.mark.parametrize(
    ("kind", "text", "written"),
    [
        ("party", "NORTHWIND SHIPPING PTE. LTD. (the “Borrower”)", "NORTHWIND SHIPPING PTE. LTD"),
        ("party", "the Bank of Ruritania Limited, acting through its London branch", "Bank of Ruritania Limited"),
        ("reference_rate", "compounded SONIA in arrears", "Compounded SONIA in arrears"),
        ("reference_rate", "three-month Term SOFR", "Term SOFR 3M"),
        ("reference_rate", "ABR", "Base Rate"),
        ("reference_rate", "Fixed rate of 525 bps", "Fixed, 525 bps"),
        ("date", "the date falling 60 months after the Closing Date", "60 months after the Closing Date"),
        ("date", "first quarter of 2031", "Q1 2031"),
        ("threshold", "shall not exceed 4.00 to 1.00", "≤ 4.00:1"),
        ("threshold", "at least USD 300 million", "≥ USD 300,000,000"),
        ("threshold_schedule", "4.50x to 31 Dec 2026, 4.0x after", "4.50:1 until 2026-12-31; 4.00:1 from 2027-01-01"),
        ("frequency", "twice a year", "semi-annual"),
        ("covenant_name", "Net Debt/EBITDA", "total net leverage"),
        ("percentage", "plus or minus 5 bps", "±5 bps"),
    ],
)  # fmt: skip
def test_a_value_is_written_as_people_write_it(kind: str, text: str, written: str) -> None:
    [value] = candidates_of(KINDS[kind].read(text, ENGLISH))
    assert KINDS[kind].forms(value)[0] == written


def test_a_rate_a_year_stays_one_in_a_structure() -> None:
    kind = KINDS["repayment_schedule"]
    assert kind.structure is not None
    [value] = candidates_of(kind.read("1% p.a. quarterly, balance at maturity", ENGLISH))
    assert kind.structure.write(value) == {"class": "amortising.nominal", "frequency": "quarterly", "amount": "1% p.a."}
