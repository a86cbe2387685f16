"""Parts of a citation that were left out, however a system writes that."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.core import Citation
    from loanproof.values import Absence


def without_blanks(citation: Citation, absence: Absence) -> Citation:
    """Return a citation without empty parts: page ``n/a``, section ``–``, a blank quote."""
    return replace(
        citation,
        document=stated(citation.document, absence),
        page=stated(citation.page, absence),
        section=stated(citation.section, absence),
        quote=stated(citation.quote, absence),
    )


def stated(text: str | None, absence: Absence) -> str | None:
    """Return a part of a citation, or ``None`` if it only says that it was left out."""
    return None if text is None or absence.place(text) else text
