"""Repayment schedules in running text."""

from __future__ import annotations

from loanproof.values.reading import NO_CONTEXT, Context, Found, Read
from loanproof.values.repayment.parse import parse_repayment
from loanproof.values.repayment.text import find_class_words
from loanproof.values.repayment.value import Repayment
from loanproof.values.text.tokens import Tokens


def find_repayments(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[Repayment], ...]:
    """Find every phrase of running text that names a class of repayment, with what the phrase itself states."""
    results: list[Found[Repayment]] = []
    for _, start, end in find_class_words(tokens):
        reading = parse_repayment(tokens.text(start, end), context)
        if isinstance(reading, Read):
            results.append(Found(span=tokens.span(start, end), reading=reading))
    return tuple(results)
