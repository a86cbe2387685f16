"""Words that name what is absent add to the one list for nothing said, and never repeat it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.tables import load_table

import loanproof
from loanproof.values.text.absence import NOT_YET, names_no_place

SOURCE = Path(loanproof.__file__).parent
ADDING = [
    "values/party/nobody",
    "outputs/denials",
    "scoring/covenants/absence",
    "scoring/extraction/absence",
    "scoring/qa/absence",
]


def repeated(phrases: list[str]) -> list[str]:
    return [phrase for phrase in phrases if names_no_place(phrase) or NOT_YET.is_all_of(phrase)]


@pytest.mark.parametrize("name", ADDING)
def test_a_list_of_its_own_repeats_no_word_of_the_one_list(name: str) -> None:
    lists: dict[str, Any] = load_table(SOURCE / f"{name}.words.yaml")
    lines = [line for words in lists.values() for line in ([words] if isinstance(words, str) else words)]
    phrases = [phrase for line in lines for phrase in str(line).split(", ")]
    assert phrases
    assert repeated(phrases) == []


def test_the_lists_of_fees_and_conditions_repeat_none_either() -> None:
    for name, key in (("commitment_fee/fees", "no_fee"), ("condition/conditions", "dropped")):
        lists = load_table(SOURCE / "values" / f"{name}.words.yaml")
        assert repeated(lists[key].split(", ")) == []
