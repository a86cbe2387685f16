"""Page references in running text."""

from __future__ import annotations

from loanproof.values.page.parse import parse_page
from loanproof.values.page.value import PageRef
from loanproof.values.reading import NO_CONTEXT, Context, Found, Read
from loanproof.values.text.tokens import TokenKind, Tokens

_KEYWORDS = frozenset({"page", "pages", "p", "pp", "pg", "pgs"})
_JOINERS = frozenset({"-", "to", "and"})


def find_pages(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[PageRef], ...]:
    """Find references to pages in running text; each needs the word ``page`` or its abbreviation."""
    results: list[Found[PageRef]] = []
    for at, token in enumerate(tokens.items):
        if token.lower not in _KEYWORDS:
            continue
        end = at + 2 if tokens[at + 1].text == "." else at + 1
        if tokens[end].kind is not TokenKind.NUMBER:
            continue
        end += 1
        if tokens[end].lower in _JOINERS and tokens[end + 1].kind is TokenKind.NUMBER:
            end += 2
        reading = parse_page(tokens.text(at, end), context)
        if isinstance(reading, Read):
            results.append(Found(span=tokens.span(at, end), reading=reading))
    return tuple(results)
