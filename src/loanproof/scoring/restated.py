"""Quotes that a later document has overtaken: it defines the same term anew (C-37).

Documents are submitted in order of effect, the base first. Nobody says here on which day the answer must be right, so
what is found is for a person, and no more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.scoring.guarded import GuardFault
from loanproof.scoring.wording import quoted
from loanproof.values import tokenize

if TYPE_CHECKING:
    from loanproof.core import Citation
    from loanproof.provenance import Source
    from loanproof.scoring.context import ScoringContext

_TERM = r"[A-Z][\w/&-]{0,30}(?: [A-Z][\w/&-]{0,30}){0,6}"
_MEANS = r"[\"”]?\s{1,4}means\b(?P<meaning>[^\n]{3,400})"
_DEFINED = re.compile(rf"(?<![\w-])[\"“]?(?P<term>{_TERM}){_MEANS}")
_LONGEST = 2000  # characters of a quote
_MOST = 20  # terms of a quote


def restated_faults(citations: Sequence[Citation], context: ScoringContext) -> Iterator[GuardFault]:
    """Yield each quote of a definition that a document after its own gives another meaning."""
    sources = list(context.documents)
    if len(sources) == 1:
        return
    for assessed in context.places_of(citations):
        names = [source.document.name for source in sources]
        if assessed.evidence is None or not assessed.citation.quote or assessed.evidence.document not in names:
            continue
        later = sources[names.index(assessed.evidence.document) + 1 :]
        found = list(_DEFINED.finditer(assessed.citation.quote[:_LONGEST]))[:_MOST]
        for match in found:
            for source in later:
                if _is_anew(match, source):
                    sentence = f"{source.document.name} defines {quoted(match['term'])} anew; look which holds."
                    yield GuardFault(code=Reason.STALE_VALUE, sentence=sentence)
                    break


def _is_anew(match: re.Match[str], source: Source) -> bool:
    """Return whether a document gives a term another meaning than a quote does."""
    written = re.compile(rf"(?<![\w-]){re.escape(match['term'])}{_MEANS}")
    meanings = [_words(one["meaning"]) for one in written.finditer(source.document.text)]
    own = _words(match["meaning"])
    return bool(meanings) and not any(one[: len(own)] == own or own[: len(one)] == one for one in meanings)


def _words(text: str) -> list[str]:
    return [token.lower for token in tokenize(text).items if token.text.isalnum() or "." in token.text]
