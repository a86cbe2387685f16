"""The typed values of a document, read in its own notation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.documents.notation import context_of
from loanproof.values import Mentions, tokenize

if TYPE_CHECKING:
    from loanproof.documents.model import Document
    from loanproof.values import Context


def scan(document: Document, context: Context | None = None) -> Mentions:
    """Return the typed mentions of a document, from one tokenization of its text; its own notation is the default.

    Image pages are recognised first: nothing can be said about the values of a document with unread pages.
    """
    document = document.recognised()
    tokens = tokenize(document.text)
    return Mentions(tokens, context or context_of(document, tokens))
