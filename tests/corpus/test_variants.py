"""The golden table of cases and variants: the labels that the contract gives to answers of a known fault."""

from __future__ import annotations

from zlib import crc32

import pytest
from tools.compare_scoring import load_cases
from tools.corpus.suite_writer import SPLITS, SUITES
from tools.corpus.variant_table import SAME, Variant, VariantTable, load_known, load_table
from tools.corpus.variants import VARIANTS

from loanproof.standards import Label

CAPABILITIES = {"extraction", "covenants", "bmt", "qa"}
EVERY = 72
"""The tests score one of so many pairs of case and variant; ``python -m tools.corpus variants`` scores them all."""


def takes(variant: Variant) -> bool:
    return crc32(f"{variant.case['id']}/{variant.name}".encode()) % EVERY == 0


def test_every_variant_has_a_label_of_the_contract_for_each_capability_that_it_fits() -> None:
    table = load_table()
    assert set(table) == set(VARIANTS)
    for labels in table.values():
        assert set(labels) <= CAPABILITIES
        assert set(labels.values()) <= {SAME, *map(str, Label)}


@pytest.mark.parametrize("split", SPLITS)
def test_variants_have_the_labels_of_the_table(split: str) -> None:
    table = VariantTable(SUITES / split)
    found = [(one.case_id, one.variant) for one in table.disagreements(takes) if one.pair not in load_known()]
    assert found == []
    assert table.counted["items"] > 50
    assert len({name.split()[1] for name in table.counted if " " in name}) == len(CAPABILITIES)


def test_an_empty_output_scores_nothing_on_what_is_there_and_on_what_is_absent() -> None:
    table = VariantTable(SUITES / "dev")
    cases = [case for case in load_cases(SUITES / "dev") if case.get("document") == "kestrel-bilateral-term-loan.pdf"]
    assert {case["capability"] for case in cases} == CAPABILITIES
    for case in cases:
        empty = {"capability": case["capability"], "document": case["document"]}
        items = table.score(case, empty)
        assert items
        assert {str(one.label) for one in items.values()} == {"fail"}
        assert {one.score for one in items.values()} == {0}
