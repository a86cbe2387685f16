"""How a document writes its numbers, dates and currencies, learned from unambiguous places."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loanproof.values import Context, NumberLocale, currency_definitions, date_order_of

if TYPE_CHECKING:
    from loanproof.documents.model import Document
    from loanproof.values import Tokens

# Only forms that fit a single notation: two groups, or a group and then decimals after the other separator.
_SHOWN = re.compile(
    r"(?P<ch>[0-9]{1,3}(?:'[0-9]{3})+(?:\.[0-9]{1,4})?)"
    r"|(?P<in>[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}(?:\.[0-9]{1,4})?)"
    r"|(?P<en>[0-9]{1,3}(?:,[0-9]{3})+\.[0-9]{1,4}|[0-9]{1,3}(?:,[0-9]{3}){2,})"
    r"|(?P<de>[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]{1,4}|[0-9]{1,3}(?:\.[0-9]{3}){2,})"
)
_LONGEST = 40


def number_locale_of(tokens: Tokens) -> NumberLocale | None:
    """Return the notation that all telling numbers agree on, or ``None``.

    ``12,34,567`` shows the Indian notation even next to ``1,234,567``, which Indian documents also use for dollars.
    Contradictory notations, as in a file with two agreements, show nothing.
    """
    seen = {
        NumberLocale(match.lastgroup)
        for token in map(tokens.__getitem__, tokens.figures)
        if len(token.text) <= _LONGEST
        and (match := _SHOWN.fullmatch(token.text)) is not None
        and match.lastgroup is not None
    }
    if NumberLocale.IN in seen:
        seen.discard(NumberLocale.EN)
    return seen.pop() if len(seen) == 1 else None


def context_of(document: Document, tokens: Tokens) -> Context:
    """Return the notation of a document: what a person stated, else what its text shows."""
    return Context(
        number_locale=document.number_locale or number_locale_of(tokens),
        date_order=document.date_order or date_order_of(tokens),
        currencies=currency_definitions(tokens),
    )
