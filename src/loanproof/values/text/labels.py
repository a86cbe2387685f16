"""Names of fields before their values: ``Maturity Date: 15 March 2031``, ``**Tenor** - 5 years``.

Only names that are listed here are passed over, each for its own kind of value: ``Availability Period: 5 years`` is
no tenor, and ``Total: approximately USD 5 million`` stays unread.
"""

from __future__ import annotations

from loanproof.values.text.phrases import Phrases
from loanproof.values.text.tokens import Tokens, tokenize

_LABELS = {
    "money": (
        "amount|facility amount|loan amount|total|total amount|total facility amount|principal amount|aggregate amount"
        "|commitment|commitments|total commitment|total commitments|facility size|facility limit"
    ),
    "currency": "currency|base currency|facility currency|loan currency",
    "date": (
        "date|maturity|maturity date|final maturity|final maturity date|stated maturity date|scheduled maturity date"
        "|termination date|final termination date|final repayment date|expiry date|effective date"
    ),
    "duration": "tenor|term|facility tenor|facility term|loan tenor|loan term|period|duration",
    "percentage": "rate|percentage|margin|spread|interest rate",
    "ratio": "ratio|level|threshold|covenant level",
    "number": "number|amount|count",
    "page": "page",
    "yes_no": (
        "mac|mac clause|material adverse change|material adverse change clause|negative pledge|negative pledge clause"
        "|answer"
    ),
}
_TABLES = {kind: Phrases.of([(True, labels)]) for kind, labels in _LABELS.items()}
LABELLED = frozenset(_LABELS)
_AROUND = frozenset("\"'*_")  # quotes and marks of bold type
_PARTING = frozenset({":", "-", "="})


def without_label(text: str, kind: str) -> str | None:
    """Return the text after the name of its field and a colon, dash or equals sign; nothing where none leads it."""
    if kind not in _TABLES:
        return None
    tokens = tokenize(text)
    start = _past(tokens, 0)
    named = _TABLES[kind].match(tokens, start + 1 if tokens[start].lower == "the" else start)
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
