"""The tables of names, laws, places and answers: every row of the data files beside this one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.rows import each_row

from loanproof.core import load_yaml
from loanproof.values.covenant_name.kind import COVENANT_NAME_KIND
from loanproof.values.kind import Kind
from loanproof.values.law.kind import LAW_KIND
from loanproof.values.page.kind import PAGE_KIND
from loanproof.values.party.kind import PARTY_KIND
from loanproof.values.reading import NO_CONTEXT, Read, Unreadable
from loanproof.values.section.kind import SECTION_KIND
from loanproof.values.yes_no.kind import YES_NO_KIND

KINDS: dict[str, Kind[Any]] = {
    "parties": PARTY_KIND,
    "laws": LAW_KIND,
    "section_ids": SECTION_KIND,
    "page_ids": PAGE_KIND,
    "yes_no": YES_NO_KIND,
    "covenant_names": COVENANT_NAME_KIND,
}


def rows(section: str) -> list[tuple[str, dict[str, Any]]]:
    found: list[tuple[str, dict[str, Any]]] = []
    for table in KINDS:
        data = load_yaml(Path(__file__).with_name(f"{table}.yaml")).data
        assert isinstance(data, dict)
        listed = data[section]
        assert isinstance(listed, list)
        for row in listed:
            assert isinstance(row, dict)
            found.append((table, row))
    return found


@each_row(("table", "row"), rows("comparisons"))
def test_a_comparison_gives_the_relation_and_reason_of_the_table(table: str, row: dict[str, str]) -> None:
    result = KINDS[table].compare_texts(row["expected"], row["given"])
    assert result.relation == row["relation"], row["why"]
    if "reason" in row:
        assert result.reason == row["reason"], row["why"]


@each_row(("table", "row"), rows("readings"))
def test_a_text_reads_as_the_table_says(table: str, row: dict[str, str]) -> None:
    kind = KINDS[table]
    reading = kind.parse(row["text"] or "", NO_CONTEXT)
    if "not_one" in row:
        assert isinstance(reading, Unreadable), row["not_one"]
        assert reading.why.endswith(".")
    else:
        assert isinstance(reading, Read)
        assert kind.canonical(reading.value) == row["canonical"]


@pytest.mark.parametrize("table", KINDS)
def test_every_row_says_what_it_is_about(table: str) -> None:
    data = load_yaml(Path(__file__).with_name(f"{table}.yaml")).data
    assert isinstance(data, dict)
    comparisons = data["comparisons"]
    assert isinstance(comparisons, list)
    ids = [row["id"] for row in comparisons if isinstance(row, dict)]
    assert len(ids) == len(set(map(str, ids))) == len(comparisons)
