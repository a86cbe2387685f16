"""Amounts whose currency stands in the heading of their column: 174,000,000 under ``Commitment (£)``."""

from __future__ import annotations

import re

from loanproof.core import Span, plain_decimal
from loanproof.values.currency.parse import parse_currency
from loanproof.values.mentions import Mentions
from loanproof.values.money.value import Money
from loanproof.values.number.kind import NUMBER_KIND
from loanproof.values.reading import Context, candidates_of

_IN_BRACKETS = re.compile(r"\((?:in\s)?([^()\n]{1,24})\)")
_LONGEST_TABLE = 2000  # characters above a figure in which its heading is looked for
_MOST_PLACES = 200  # of one figure; a longer row of the same is no table of amounts
_LEAST_FIGURES = 4  # shorter ones are numbers of rows and clauses


def amounts_under_headings(value: Money, mentions: Mentions) -> tuple[Span, ...]:
    """Return where the figures of an amount stand bare in a table whose nearest heading names its currency."""
    if value.currency is None:
        return ()
    places = mentions.places(NUMBER_KIND, plain_decimal(value.amount))
    return tuple(
        span
        for span in places[:_MOST_PLACES]
        if len(span) >= _LEAST_FIGURES and value.currency == _currency_above(mentions.text, span, mentions.context)
    )


def _currency_above(text: str, span: Span, context: Context) -> str | None:
    """Return the one currency in brackets nearest above a figure; headings that name several say nothing of it."""
    for line in reversed(text[max(0, span.start - _LONGEST_TABLE) : span.start].splitlines()[:-1]):
        named = [candidates_of(parse_currency(one, context)) for one in _IN_BRACKETS.findall(line)]
        codes = {one.code for candidates in named if len(candidates) == 1 for one in candidates}
        if codes:
            return codes.pop() if len(codes) == 1 else None
    return None
