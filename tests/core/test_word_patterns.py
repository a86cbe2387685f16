"""PhrasePattern of a word table as a pattern: what each sign lets vary, and what is refused."""

from __future__ import annotations

import pytest

from loanproof.core import FormatError, GapPattern, PhrasePattern, WordTable, compile_phrases
from loanproof.core.word_files import read_words

FOUND = [
    ("not tested", "It is NOT\n  tested on that day."),
    ("shall/will not (be) tested", "and will not be tested"),
    ("shall/will not (be) tested", "and shall not tested"),
    ("maximum (of the) amount", "a maximum of the amount"),
    ("terminat*", "on termination"),
    ("payment(s)", "each payment"),
    ("payment(s)", "all payments"),
    ("may … only", "The Borrower may, in any year, draw only once."),
    ("an (*) amount", "an amount"),
    ("an (*) amount", "an aggregate amount"),
    ("may …200 only", "may" + " very" * 30 + " only"),
    ("has …60$", "it has, in any year, ("),
    ("^not", "  not to create"),
    ("up to$", "an amount of up to "),
    ("lender's consent", "with the Lender’s consent"),
    ("non-payment", "on non-payment of any sum"),
]
NOT_FOUND = [
    ("due", "the residue"),
    ("payment", "the payments"),
    ("payment(s)", "the paymentsystem"),
    ("not (be) tested", "not yet tested"),
    ("may … only", "The Borrower may draw. It is repaid only once."),
    ("may … only", "may" + " very" * 30 + " only"),
    ("an (*) amount", "an aggregate principal amount"),
    ("may …20 only", "may in each of its years only"),
    ("has …20$", "has in each of its years (20"),
    ("has …60$", "has drawn. ("),
    ("^not", "shall not"),
    ("up to$", "up to ten"),
    ("shall/will not", "may not"),
]


@pytest.mark.parametrize(("phrase", "text"), FOUND)
def test_a_phrase_is_found_as_a_person_would_read_it(phrase: str, text: str) -> None:
    assert compile_phrases([phrase]).search(text)


@pytest.mark.parametrize(("phrase", "text"), NOT_FOUND)
def test_a_phrase_is_not_found_where_its_words_are_not(phrase: str, text: str) -> None:
    assert compile_phrases([phrase]).search(text) is None


def test_any_of_several_phrases_is_found() -> None:
    assert [
        found[0] for found in compile_phrases(["at least", "no less than"]).finditer("at least 2, no less than 3")
    ] == [
        "at least",
        "no less than",
    ]


class Waivers(WordTable):
    waived: PhrasePattern


def test_a_list_of_a_word_table_is_a_pattern() -> None:
    table = read_words(
        b"waived:\n  - is (hereby) waived, need not comply\n  - suspend*", file="t.words.yaml", model=Waivers
    )
    assert table.waived.search("is hereby waived")
    assert table.waived.search("suspended")


@pytest.mark.parametrize("phrase", ["… only", "may …", "may …60", "…60$", "(the) balance", "50%", "a//b", "pay**", "("])
def test_a_phrase_that_cannot_be_read_is_refused_with_its_line(phrase: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_words(f"# tests\nwaived: {phrase!r}".encode(), file="t.words.yaml", model=Waivers)
    assert "t.words.yaml:2" in str(caught.value)
    assert phrase in str(caught.value)


class Asked(WordTable):
    applied: GapPattern


def test_what_stands_in_a_gap_is_a_group() -> None:
    table = read_words("applied: how … rent/income … applied".encode(), file="t.words.yaml", model=Asked)
    found = table.applied.search("how is income tax applied")
    assert found is not None
    assert [gap.strip() for gap in found.groups()] == ["is", "tax"]
