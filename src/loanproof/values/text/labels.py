"""Names of fields before their values: ``Maturity Date: 15 March 2031``, ``**Tenor** - 5 years``.

Only the names that a kind lists are skipped: ``Availability Period: 5 years`` is not a tenor, and ``Total:
approximately USD 5 million`` stays unread.
"""

from __future__ import annotations

from typing import TypeAlias

from loanproof.values.text.phrases import Phrases
from loanproof.values.text.tokens import Tokens, tokenize

Labels: TypeAlias = Phrases[bool]
"""The names of fields that may lead the values of one kind."""

_AROUND = frozenset("\"'*_")  # quotes and marks of bold type
_PARTING = frozenset({":", "-", "="})


def labels(*names: str) -> Labels:
    """Return the names of fields for one kind of value."""
    return Phrases.of([(True, names)])


def without_label(text: str, labels: Labels) -> str | None:
    """Return the text after its field name and a colon, dash or equals sign; ``None`` if there is no such name."""
    tokens = tokenize(text)
    start = _past(tokens, 0)
    named = labels.match(tokens, start + 1 if tokens[start].lower == "the" else start)
    if named is None:
        return None
    parting = _past(tokens, named[1])
    if tokens[parting].text not in _PARTING:
        return None
    return tokens.text(_past(tokens, parting + 1), len(tokens))


def _past(tokens: Tokens, at: int) -> int:
    while tokens[at].text in _AROUND:
        at += 1
    return at
