"""Laws that hold for every kind of name and place: total, reflexive, symmetric in equality, spans re-read."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loanproof.values.condition.parse import is_reference_only, split_conditions
from loanproof.values.covenant_name.kind import COVENANT_NAME_KIND
from loanproof.values.kind import Kind
from loanproof.values.law.kind import LAW_KIND
from loanproof.values.page.kind import PAGE_KIND
from loanproof.values.page.parse import parse_page
from loanproof.values.party.kind import PARTY_KIND
from loanproof.values.party.lists import is_class_description, match_parties, split_parties
from loanproof.values.reading import NO_CONTEXT, Read, Relation
from loanproof.values.section.kind import SECTION_KIND
from loanproof.values.section.parse import parse_section
from loanproof.values.text.content_words import content_words
from loanproof.values.text.tokens import tokenize
from loanproof.values.yes_no.kind import YES_NO_KIND

KINDS: list[Kind[Any]] = [PARTY_KIND, LAW_KIND, SECTION_KIND, PAGE_KIND, YES_NO_KIND, COVENANT_NAME_KIND]
PIECES = [
    "Acme", "Limited", "Ltd.", "N.A.", "GmbH & Co. KG", "the", "Company", "and", "of", ",", "(", ")", '"',
    "as Borrower", "S.à r.l.", "中国银行股份有限公司", "Hong Kong", "law", "laws of", "England", "New York",
    "governed by", "Clause", "5.1", "(a)", "(ii)", "Schedule", "Part II", "Section", "2.05", "paragraph",
    "definition of", "§", "page", "14", "–", "xiv", "Yes", "No", "/", "Leverage Ratio", "EBITDA", "\n", ".", "'s",
    "A-1", "PT", "Tbk", "formerly known as", "Branch",
]  # fmt: skip
ANY_TEXT = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join),
    st.text(alphabet="()[]\"'.,;-–/&§#0123456789aivxAS \n", max_size=60),
)
CAPITALS = st.sampled_from("Acme Beta Gamma Delta Omega Sigma".split())


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@given(text=ANY_TEXT)
def test_any_text_is_read_and_searched_without_an_error(kind: Kind[Any], text: str) -> None:
    reading = kind.parse(text, NO_CONTEXT)
    if isinstance(reading, Read):
        assert kind.canonical(reading.value)
        assert kind.compare(reading.value, reading.value).relation is Relation.EQUAL
    last = 0
    for one in kind.find(tokenize(text), NO_CONTEXT):
        assert last <= one.span.start < one.span.end <= len(text)
        last = one.span.end


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@given(one=ANY_TEXT, other=ANY_TEXT)
def test_equality_is_symmetric(kind: Kind[Any], one: str, other: str) -> None:
    there, back = kind.compare_texts(one, other).relation, kind.compare_texts(other, one).relation
    full = {Relation.EXACT, Relation.EQUAL}
    assert (there in full) == (back in full)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@given(text=ANY_TEXT)
def test_a_found_stretch_reads_as_the_same_value(kind: Kind[Any], text: str) -> None:
    for one in kind.find(tokenize(text), NO_CONTEXT):
        reading = kind.parse(one.span.of(text), NO_CONTEXT)
        assert isinstance(reading, Read)
        assert kind.compare(one.candidates[0], reading.value).relation is Relation.EQUAL


@given(text=ANY_TEXT)
def test_lists_and_conditions_take_any_text(text: str) -> None:
    names = split_parties(text)
    assert all(name.strip() for name in names)
    match = match_parties(names, names)
    assert match.comparison.relation is Relation.EXACT
    assert not match.missing
    assert not match.extra
    assert is_class_description(text) in (True, False)
    assert is_reference_only(text) in (True, False)
    for item in split_conditions(text):
        assert item


@given(
    numbers=st.lists(st.integers(0, 99), min_size=1, max_size=3), levels=st.lists(st.sampled_from("abc"), max_size=3)
)
def test_a_written_clause_reads_back(numbers: list[int], levels: list[str]) -> None:
    written = ".".join(map(str, numbers)) + "".join(f"({level})" for level in levels)
    for form in (written, f"Clause {written}", f"§ {written}", f"sub-clause {written} (Heading of it)"):
        reading = parse_section(form)
        assert isinstance(reading, Read)
        assert reading.value.canonical == written


@given(first=st.integers(1, 900), more=st.integers(0, 9))
def test_a_written_range_of_pages_reads_back(first: int, more: int) -> None:
    last = first + more
    for form in (f"{first}–{last}", f"pp. {first}-{last}", f"pages {first} to {last}"):
        reading = parse_page(form)
        assert isinstance(reading, Read)
        assert (reading.value.first, reading.value.last, reading.value.spread) == (str(first), str(last), more + 1)


@given(
    words=st.lists(CAPITALS, min_size=1, max_size=4), form=st.sampled_from(["Limited", "plc", "GmbH", "S.A.", "LLC"])
)
def test_a_name_in_a_sentence_is_found_whole(words: list[str], form: str) -> None:
    name = f"{' '.join(words)} {form}"
    text = f"this agreement is made between {name} as borrower"
    assert [one.span.of(text) for one in PARTY_KIND.find(tokenize(text), NO_CONTEXT)] == [name]


@given(text=st.text(max_size=40))
def test_content_words_are_lower_case_and_stable(text: str) -> None:
    words = content_words(text)
    assert all(word == word.lower() for word in words)


HOSTILE = [
    "(" * 20_000, "A Ltd, " * 4_000, "Acme " * 5_000, "of the " * 5_000, "§" * 20_000, "laws of " * 5_000,
    "item 1 of " * 4_000, "S.A." * 5_000, "\ud800" * 5_000, "1.1" * 8_000, "and " * 8_000, "formerly " * 5_000,
]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:9].encode("ascii", "replace").decode())
def test_a_long_hostile_text_is_answered(kind: Kind[Any], text: str) -> None:
    kind.parse(text, NO_CONTEXT)
    found = kind.find(tokenize(text), NO_CONTEXT)
    assert len(found) <= len(text)
