"""A field is an id that the standard defines: a house adds one without a line of code, or is told why not."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest
from tests.standards.test_revisions import write_changes

from loanproof.core import FieldId, FormatError, is_field_id
from loanproof.standards import Label, load_contract, publish_standard

if TYPE_CHECKING:
    from pathlib import Path

SECURITY = FieldId("security")


def house(tmp_path: Path, name: str, **field: Any) -> Path:
    defined = {"name": "A new field", "tier": 3, "kind": "text", "note": "Added by the house.", **field}
    identity = "{name: eval-standards, version: 1.2+acme, title: T, date: 2026-11-02, base: 1.0+r1, approved_by: [A]}"
    return write_changes(tmp_path, f"identity: {identity}\nfields: {{{name}: {defined!r}}}\n")


def test_a_house_adds_a_field_and_1_0_stays_as_it_is(tmp_path: Path) -> None:
    publish_standard(house(tmp_path, "security", per_tranche="true"))
    own, ours = load_contract("eval-standards@1.2+acme", directories=[tmp_path]), load_contract("eval-standards@1.0+r1")
    assert [*own.fields] == [*ours.fields, "security"]
    assert len(ours.fields) == 16
    assert (own.tier_of(SECURITY), own.weight_of(SECURITY)) == (3, Decimal(1))
    assert own.kind_of(SECURITY) == "text"
    assert own.is_per_tranche(SECURITY)
    assert own.score_of(Label.PARTIAL) == ours.score_of(Label.PARTIAL)


def test_the_tranche_fields_of_1_0_are_those_that_contract_and_rulings_list() -> None:
    contract = load_contract("eval-standards@1.0+r1")
    always = {"facility_amount", "currency", "margin", "maturity_date", "reference_rate"}
    where_they_differ = {"facility_type", "tenor", "commitment_fee", "repayment_schedule"}
    assert {name for name in contract.fields if contract.is_always_per_tranche(name)} == always
    assert {name for name in contract.fields if contract.is_per_tranche(name)} == always | where_they_differ


@pytest.mark.parametrize(
    ("name", "field", "message"),
    [
        ("security", {"kind": "colour"}, "fields.security.kind"),
        ("security", {"tier": 4}, "a field names tier 4, which tiers does not hold"),
        ("security", {"weight": 2}, "unknown key 'weight'"),
        ("security", {"form": "iso_4217"}, "the form iso_4217 belongs to the kind currency"),
        ("sanctions", {"kind": "yes_no"}, "a yes/no field must know which clause shows a yes; built are mac_clause"),
        ("Security", {}, "an id is lower-case words"),
        ("items", {}, "an id is lower-case words"),
        ("model_fields", {}, "an id is lower-case words"),
        ("_security", {}, "an id is lower-case words"),
    ],
)
def test_a_field_that_nothing_could_serve_is_refused(
    tmp_path: Path, name: str, field: dict[str, Any], message: str
) -> None:
    folder = house(tmp_path, name, **field)
    with pytest.raises(FormatError, match=message):
        publish_standard(folder)
    assert not (folder / "lock.json").exists()


@pytest.mark.parametrize("name", ["security", "maturity_date", "a1", "type_of_2nd_lien"])
def test_these_may_be_ids_of_fields(name: str) -> None:
    assert is_field_id(name)


@pytest.mark.parametrize("name", ["", "a", "1st", "Security", "copy", "get", "json", "a__b", "a_", "é", "x" * 40])
def test_these_may_not(name: str) -> None:
    assert not is_field_id(name)
