"""Covenants in the wordings of many markets: levels, classes, grace periods, cross defaults and exceptions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.capabilities.papers import STANDARD
from tests.tables import load_table

from loanproof.capabilities.baseline import monitor
from loanproof.documents import load_document

ROWS: dict[str, list[list[Any]]] = load_table(Path(__file__).parent / "covenant_wordings.yaml")
FRAME = """FACILITY AGREEMENT

dated 4 May 2026

1. DEFINITIONS

“Calculation Date” means 31 March, 30 June, 30 September and 31 December in each year.

“Quarter Date” means the last day of each financial quarter.

7. {title}

7.1 {words}

20. GOVERNING LAW

20.1 This Agreement is governed by English law.
"""


def _monitor(folder: Path, title: str, words: str) -> dict[str, Any]:
    path = folder / "paper.txt"
    path.write_text(FRAME.format(title=title, words=words), encoding="utf-8")
    return monitor(load_document(path), STANDARD)


@pytest.mark.parametrize(("words", "operator", "level", "frequency"), ROWS["levels"])
def test_a_level_is_read_with_its_comparison_and_rhythm(
    words: str, operator: str, level: str, frequency: str, tmp_path: Path
) -> None:
    found = _monitor(tmp_path, "FINANCIAL COVENANTS", words)["covenants"]
    read = [(one["type"], one["operator"], one["threshold"], one["testing_frequency"]) for one in found]
    assert read == [("financial", operator, level, frequency)]


@pytest.mark.parametrize(("words", "kind", "name"), ROWS["classes"])
def test_an_undertaking_is_of_the_class_that_its_words_tell(words: str, kind: str, name: str, tmp_path: Path) -> None:
    (found,) = _monitor(tmp_path, "UNDERTAKINGS", words)["covenants"]
    assert found["type"] == kind
    assert name in (found["name"], *found.get("also", ()))


@pytest.mark.parametrize(("words", "days", "unit"), ROWS["graces"])
def test_a_grace_period_is_told_by_what_may_be_made_good(words: str, days: int, unit: str, tmp_path: Path) -> None:
    (found,) = _monitor(tmp_path, "EVENTS OF DEFAULT", words)["flags"]["grace_periods"]
    assert (found["days"], found["unit"]) == (days, unit)


@pytest.mark.parametrize(("words", "kind", "level"), ROWS["crosses"])
def test_a_cross_default_has_its_variant_and_level(words: str, kind: str, level: str, tmp_path: Path) -> None:
    found = _monitor(tmp_path, "EVENTS OF DEFAULT", words)["flags"]["cross_default"]
    assert (found["kind"], found["threshold"]) == (kind, level)


@pytest.mark.parametrize(("words", "caps"), ROWS["exceptions"])
def test_a_cap_belongs_to_its_own_exception_only(words: str, caps: list[str | None], tmp_path: Path) -> None:
    (found,) = _monitor(tmp_path, "UNDERTAKINGS", words)["covenants"]
    assert [one["cap"] for one in found.get("carve_outs", ())] == caps
