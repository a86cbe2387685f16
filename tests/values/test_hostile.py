"""No text makes a parser raise: every kind of value, on text that nests, repeats or goes on without end."""

from __future__ import annotations

import sys

import pytest

from loanproof.values import KINDS, NO_CONTEXT, tokenize

TIMES = sys.getrecursionlimit() + 100  # a parser that calls itself for each unit would not come back
UNITS = (
    "1", "1,", "1 ", "1/", "1:", "(", "(1", "[", "five (", "five (5", "(a)", "USD (", "2% (", "15 March (",
    "not less than ", "Schedule 1, Part ", "paragraph (a) of ", "Ltd, ", "A & ", "½", "\u0301", "\ud800", "\x00", "亿",
)  # fmt: skip


@pytest.mark.sampled(one_of=5)
@pytest.mark.parametrize("unit", UNITS, ids=ascii)
def test_a_text_of_one_unit_repeated_is_answered_by_every_kind(unit: str) -> None:
    text = unit * TIMES
    tokens = tokenize(text)
    for kind in KINDS.values():
        kind.parse(text, NO_CONTEXT)
        assert all(found.span.end <= len(text) for found in kind.find(tokens, NO_CONTEXT)), kind.name
