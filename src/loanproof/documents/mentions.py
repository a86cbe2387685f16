"""The typed values of a document, read in the notation that it uses itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.documents.notation import context_of
from loanproof.values import Mentions, tokenize

if TYPE_CHECKING:
    from loanproof.documents.model import Document


def scan(document: Document) -> Mentions:
    """Return the typed mentions of a document, from one tokenization of its text."""
    tokens = tokenize(document.text)
    return Mentions(tokens, context_of(document, tokens))
