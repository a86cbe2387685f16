"""Spans are half-open, never negative and never reversed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loanproof.core import Span, SpanSet

SPANS = st.tuples(st.integers(0, 60), st.integers(0, 60)).map(lambda ends: Span(min(ends), max(ends)))
TEXT = "".join(chr(ord("A") + number % 26) for number in range(60))


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (3, 2), (-2, -1)])
def test_a_negative_or_reversed_span_cannot_be_made(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="cannot run from"):
        Span(start, end)


def test_an_empty_span_is_false_and_marks_nothing() -> None:
    assert not Span(4, 4)
    assert len(Span(4, 4)) == 0
    assert Span(4, 4).of("abcdef") == ""


def test_a_span_marks_its_characters_without_the_end() -> None:
    assert Span(1, 3).of("abcdef") == "bc"
    assert len(Span(1, 3)) == 2
    assert Span(1, 3)


def test_neighbours_do_not_overlap() -> None:
    assert not Span(0, 3).overlaps(Span(3, 5))
    assert Span(0, 4).overlaps(Span(3, 5))


def test_a_span_contains_itself_and_not_a_longer_one() -> None:
    assert Span(2, 5).contains(Span(2, 5))
    assert Span(2, 5).contains(Span(3, 4))
    assert not Span(2, 5).contains(Span(2, 6))
    assert not Span(2, 5).contains(Span(1, 5))


def test_a_shifted_span_keeps_its_length_and_cannot_leave_the_text_to_the_left() -> None:
    assert Span(2, 5).shift(-2) == Span(0, 3)
    with pytest.raises(ValueError, match="cannot run from"):
        Span(2, 5).shift(-3)


@given(SPANS, SPANS)
def test_the_cover_is_the_shortest_span_with_both(one: Span, other: Span) -> None:
    cover = one.cover(other)
    assert cover.contains(one)
    assert cover.contains(other)
    assert {cover.start} <= {one.start, other.start}
    assert {cover.end} <= {one.end, other.end}


@given(SPANS, SPANS)
def test_overlap_means_a_shared_character(one: Span, other: Span) -> None:
    shared = set(range(one.start, one.end)) & set(range(other.start, other.end))
    assert one.overlaps(other) == other.overlaps(one) == bool(shared)


@given(SPANS)
def test_a_span_marks_as_many_characters_as_it_is_long(span: Span) -> None:
    assert len(span.of(TEXT)) == len(span)


@given(st.lists(SPANS, max_size=8), SPANS)
def test_a_set_of_spans_meets_what_one_of_them_meets(spans: list[Span], span: Span) -> None:
    assert SpanSet(spans).overlaps(span) == any(one.overlaps(span) for one in spans)
    if any(one.contains(span) for one in spans) and span:
        assert SpanSet(spans).contains(span)


def test_neighbours_in_a_set_stay_apart_and_what_overlaps_is_one() -> None:
    assert not SpanSet([Span(3, 6), Span(0, 3)]).contains(Span(2, 4))
    assert SpanSet([Span(2, 6), Span(0, 3)]).contains(Span(1, 4))
