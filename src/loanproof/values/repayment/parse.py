"""From a text to a repayment schedule."""

from __future__ import annotations

from loanproof.values.reading import NO_CONTEXT, Context, Read, Reading, Unreadable
from loanproof.values.repayment.text import read_class, read_details
from loanproof.values.repayment.value import Repayment
from loanproof.values.text.phrases import denies, sentence_of, states_roughly
from loanproof.values.text.tokens import tokenize


def parse_repayment(text: str, context: Context = NO_CONTEXT) -> Reading[Repayment]:
    """Read a text that says how a loan is repaid."""
    tokens = tokenize(text)
    if denies(tokens) or states_roughly(tokens):
        return Unreadable(sentence_of(text, "says only what it is not, or only roughly what it is"))
    details = read_details(tokens, context)
    repayment_class = read_class(tokens, details)
    if repayment_class is None:
        return Unreadable(sentence_of(text, "does not say how the loan is repaid"))
    return Read(
        value=Repayment(
            repayment_class=repayment_class,
            count=details.count,
            frequency=details.frequency,
            first=details.first,
            last=details.last,
            amount=details.amount,
            rows=details.rows,
            some_rows=details.some_rows,
            sweep=details.sweep,
        )
    )
