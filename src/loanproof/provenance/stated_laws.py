"""The laws that documents say they are governed by."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from loanproof.values import LAW_KIND, LawUse

if TYPE_CHECKING:
    from loanproof.provenance.document_set import Source

_GOVERNED = re.compile(r"\bgovern(?:ed|ing)\b|\bconstrued\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"\.\s")
_LOOK_BACK = 200  # characters; "this Agreement and … are governed by English law"


def governing_laws(sources: Iterable[Source]) -> dict[str, str]:
    """Return the laws that documents say they are governed by, as written, keyed by code."""
    laws: dict[str, str] = {}
    for source in sources:
        text = source.mentions.text
        for found in source.mentions.of(LAW_KIND):
            before = _SENTENCE_END.split(text[max(0, found.span.start - _LOOK_BACK) : found.span.start])[-1]
            if _GOVERNED.search(before) or any(law.use is LawUse.GOVERNING for law in found.candidates):
                for law in found.candidates:
                    laws.update((code, found.span.of(text)) for code in law.codes)
    return laws
