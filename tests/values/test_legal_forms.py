"""Companies whose names differ only in writing are one, and those with another legal form are two."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rows import each_row

from loanproof.core import Reason, load_yaml
from loanproof.values import NO_CONTEXT, PARTY_KIND, Mentions, Relation, Strictness, candidates_of


def pairs(section: str) -> list[tuple[str, str]]:
    data = load_yaml(Path(__file__).with_name("legal_forms.yaml")).data
    assert isinstance(data, dict)
    rows = data[section]
    assert isinstance(rows, list)
    return [(str(row[0]), str(row[1])) for row in rows if isinstance(row, list)]


def is_in(text: str, name: str) -> bool:
    part = PARTY_KIND.part(*candidates_of(PARTY_KIND.read(name)), written=name)
    return bool(Mentions.in_text(text, NO_CONTEXT).appears(part, Strictness.PRESENCE))


def sentence(name: str) -> str:
    return f"This Agreement is made on 1 March 2031 between {name}, and the Lenders."


@each_row(("one", "other"), pairs("same"))
def test_one_company_in_two_ways_of_writing(one: str, other: str) -> None:
    assert PARTY_KIND.compare_texts(one, other).relation in (Relation.EXACT, Relation.EQUAL)
    assert PARTY_KIND.compare_texts(other, one).relation in (Relation.EXACT, Relation.EQUAL)
    assert is_in(sentence(one), other)
    assert is_in(sentence(other), one)


@each_row(("one", "other"), pairs("different"))
def test_another_legal_form_is_another_company(one: str, other: str) -> None:
    assert PARTY_KIND.compare_texts(one, other).relation is Relation.DIFFERENT
    assert PARTY_KIND.compare_texts(other, one).relation is Relation.DIFFERENT
    assert not is_in(sentence(one), other)
    assert not is_in(sentence(other), one)
    assert is_in(sentence(one), one)


@pytest.mark.parametrize(("one", "other"), pairs("incomplete"))
def test_a_part_of_the_form_left_out_does_not_fully_identify_the_company(one: str, other: str) -> None:
    comparison = PARTY_KIND.compare_texts(one, other)
    assert (comparison.relation, comparison.reason) == (Relation.PARTIAL, Reason.SUFFIX_MISSING)
    assert is_in(sentence(one), other)
    assert is_in(sentence(other), one)


@pytest.mark.parametrize(("text", "name"), pairs("present"))
def test_a_name_that_goes_on_with_a_word_that_is_no_legal_form_is_there(text: str, name: str) -> None:
    assert is_in(text, name)


@pytest.mark.parametrize(("text", "name"), pairs("absent"))
def test_a_name_that_a_text_does_not_have_is_not_there(text: str, name: str) -> None:
    assert not is_in(text, name)
