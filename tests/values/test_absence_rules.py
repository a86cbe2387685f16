"""Which words say nothing where: one list from revision 2 of the rulings on, before it a list for each part."""

from __future__ import annotations

from dataclasses import fields

import pytest

from loanproof.values import LIST_FOR_EACH, ONE_LIST, Absence

# Typed from what revision 1 decides, part by part; every other of the words is something there.
WORDS = ["n/a", "N.A.", "none", "nil", "not stated", "not specified", "unknown", "not available", "null", "blank", "–"]
OF_REVISION_1 = {
    "value": ["n/a", "none", "null"],
    "item": [],
    "unsettled": [],
    "explained": ["n/a", "N.A.", "none", "nil", "not stated", "not specified"],
    "date": ["not stated", "not specified", "unknown"],
    "unread": [],
    "hesitation": ["unknown", "not available"],
    "answer": ["n/a", "none", "nil"],
    "place": ["n/a", "none", "nil", "–"],
    "label": [],
    "nobody": ["n/a", "none", "nil"],
    "carve_out": ["n/a", "none", "nil"],
    "component": [],
    "covenant": ["n/a", "none", "nil", "not stated", "not specified", "null"],
    "open_flag": [],
    "denied_flag": ["n/a", "none", "nil", "not stated"],
    "source": ["n/a", "unknown", "not available", "–"],
}


@pytest.mark.parametrize("part", [field.name for field in fields(Absence)])
def test_revision_1_has_its_own_words_for_each_part(part: str) -> None:
    assert [word for word in WORDS if getattr(LIST_FOR_EACH, part)(word)] == OF_REVISION_1[part]


@pytest.mark.parametrize("part", ["value", "item", "place", "label", "nobody", "component", "covenant", "source"])
@pytest.mark.parametrize("word", ["n/a", "N.A.", "none", "nil", "not stated", "null", "blank", "–"])
def test_one_list_says_nothing_in_every_part(part: str, word: str) -> None:
    assert getattr(ONE_LIST, part)(word)


@pytest.mark.parametrize(
    "text", ["None stated", "no original guarantors", "N/A.", "[ ]", "there are no guarantors named"]
)
def test_revision_1_names_nobody_with_a_closing_word_too(text: str) -> None:
    assert LIST_FOR_EACH.nobody(text)
