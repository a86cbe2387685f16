"""Answers of yes or no in running text."""

from __future__ import annotations

from loanproof.values.reading import NO_CONTEXT, Context, Found
from loanproof.values.text.tokens import Tokens
from loanproof.values.yes_no.value import YesNo


def find_yes_no(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[YesNo], ...]:
    """Find nothing: a yes or no is a judgement on a document, never a stretch of its text."""
    del tokens, context
    return ()
