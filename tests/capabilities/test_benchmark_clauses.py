"""Benchmark terms in clauses of other hands, as a person reads them and as the scorer compares them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.capabilities.test_benchmark_wordings import DEALS, compare
from tests.rows import each_row
from tests.tables import load_table

from loanproof.scoring.bmt.agreement import STRICT, Agreement, compare_values
from loanproof.values import NO_CONTEXT

ROWS: dict[str, list[list[Any]]] = load_table(Path(__file__).parent / "benchmark_clauses.yaml")


@each_row(("title", "words", "term", "value"), [*ROWS["terms"], *ROWS["later_terms"]])
def test_a_clause_of_another_hand_has_the_value_that_a_person_reads(
    title: str, words: str, term: str, value: str, tmp_path: Path
) -> None:
    found = compare(tmp_path, title=title.upper(), words=words)["comparisons"]
    values = {one["term"].removesuffix("_revolver"): one.get("deal_value") for one in found}
    assert compare_values(value, values.get(term) or "", NO_CONTEXT, STRICT) is Agreement.AGREES


@pytest.mark.parametrize(("title", "words", "law", "term", "finding"), [*ROWS["findings"], *ROWS["later_findings"]])
def test_a_clause_of_another_hand_is_held_against_the_words_of_the_benchmark(
    title: str, words: str, law: str, term: str, finding: str, tmp_path: Path
) -> None:
    found = compare(tmp_path, title=title.upper(), words=words, **DEALS[law])["comparisons"]
    assert [one["finding"] for one in found if one["term"] == term] == [finding]
