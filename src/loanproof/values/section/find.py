"""Section references in running text."""

from __future__ import annotations

from loanproof.values.reading import NO_CONTEXT, Context, Found, Read
from loanproof.values.section.grammar import find_paths
from loanproof.values.section.value import SectionId
from loanproof.values.text.tokens import Tokens


def find_sections(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[SectionId], ...]:
    """Find the cross-references in running text; each begins with its word (``Clause``, ``Section``, ``§`` …).

    In a list such as ``Sections 2.05 and 2.06`` every member is found.
    """
    del context
    return tuple(
        Found(span=tokens.span(start, end), reading=Read(value=SectionId(path=path)))
        for start, end, path in find_paths(tokens, 0)
    )
