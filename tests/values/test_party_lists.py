"""Lists of parties: splitting, matching one to one, and what is left over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.rows import each_row

from loanproof.core import load_yaml
from loanproof.values.party.lists import is_class_description, match_parties, split_parties
from loanproof.values.party.nobody import is_none_text


def table(section: str) -> list[Any]:
    data = load_yaml(Path(__file__).with_name("party_lists.yaml")).data
    assert isinstance(data, dict)
    found = data[section]
    assert isinstance(found, list)
    return found


@each_row("row", table("matches"), ids=lambda row: row["id"])
def test_two_lists_match_as_the_table_says(row: dict[str, Any]) -> None:
    match = match_parties(row["expected"], row["given"])
    assert match.comparison.relation == row["relation"]
    assert match.comparison.reason == row.get("reason", match.comparison.reason)
    assert [len(match.pairs), len(match.missing), len(match.extra)] == [
        int(row[key]) for key in ("pairs", "missing", "extra")
    ]


@each_row("row", table("splits"), ids=lambda row: row["text"])
def test_a_list_in_one_text_is_split_between_names_only(row: dict[str, Any]) -> None:
    assert list(split_parties(row["text"] or "")) == row["names"]


def test_missing_and_extra_names_are_named_by_their_place() -> None:
    match = match_parties(["A Ltd", "B Ltd"], ["C Ltd", "B Ltd"])
    assert (match.missing, match.extra) == ((0,), (0,))
    assert [(pair.expected, pair.given) for pair in match.pairs] == [(1, 1)]


@pytest.mark.parametrize("text", table("classes"))
def test_a_class_description_is_recognised(text: str) -> None:
    assert is_class_description(text)


@pytest.mark.parametrize("text", table("not_classes"))
def test_a_name_or_a_single_role_is_no_class(text: str | None) -> None:
    assert not is_class_description(text or "")


def test_a_name_that_begins_with_none_is_not_nobody() -> None:
    assert is_none_text(" None. ")
    assert not is_none_text("None Such Limited")
    assert is_none_text("")  # C-17: blank says nothing
