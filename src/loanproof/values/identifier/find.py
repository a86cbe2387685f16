"""Finding identifiers in running text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from loanproof.values.identifier.parse import LABEL, parse_identifier
from loanproof.values.identifier.value import FORMS, Form, Identifier, Scheme
from loanproof.values.reading import NO_CONTEXT, Context, Found, Read
from loanproof.values.text.tokens import Tokens

# Start and end are decided on characters: the tokenizer cuts 5493001KJTIIGC8Y1R12 into seven tokens,
# and takes the figures of US0378331005,037833100 for one number.
_NOT_AFTER, _NOT_BEFORE = r"(?<![A-Za-z0-9])", r"(?![A-Za-z0-9])"
_NEXT = re.compile(
    rf"{_NOT_AFTER}(?:{LABEL}|(?:"
    r"(?P<apart>LX[0-9]{6}|[A-Z]{2}[A-Z0-9]{9}[0-9]"
    r"|(?<![0-9]\.)[A-Z0-9]{18}[0-9]{2}(?!\.[0-9]))"  # twenty figures may be the decimals of a number
    rf"|(?P<by_label>[A-Z0-9][A-Z0-9*@#]{{7}}[0-9])){_NOT_BEFORE})"
)
_BEHIND_LABEL = r"[\s:=.#*_\"'(\[-]{0,8}"
_NEAR = 40  # characters


def find_identifiers(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[Identifier], ...]:
    """Find the identifiers in capitals whose check digits are right, in one pass over the text.

    An LEI, an ISIN and a LoanX id are found wherever they are separate from other letters and digits. Nine characters
    are a CUSIP only close after the word ``CUSIP`` or another CUSIP. Groups (``037833 10 0``) are joined only directly
    after the name of their scheme, because ``LOAN NOTE 2025`` has the groups of an ISIN.
    """
    del context
    results: list[Found[Identifier]] = []
    for start, end in _candidates(tokens.folded.text):
        span = tokens.folded.span_of(start, end)
        reading = parse_identifier(span.of(tokens.folded.original))
        if isinstance(reading, Read):
            results.append(Found(span=span, reading=reading))
    return tuple(results)


def _candidates(text: str) -> Iterator[tuple[int, int]]:
    """Yield where something in the form of an identifier begins and ends; no two overlap."""
    at, near = 0, -1
    while match := _NEXT.search(text, at):
        at = match.end()
        if match.lastgroup == "by_label" and match.start() > near:
            continue
        if match.lastgroup in ("by_label", Scheme.CUSIP.name):
            near = at + _NEAR
        if match.lastgroup in ("by_label", "apart"):
            yield match.span()
        elif grouped := _GROUPED[match.lastgroup or ""].match(text, at):
            at = grouped.end()
            yield grouped.span("groups")


def _grouped(form: Form) -> re.Pattern[str]:
    ways = "|".join(r"[\s-]".join(f"[A-Z0-9*@#]{{{length}}}" for length in way) for way in form.groups[1:])
    return re.compile(rf"{_BEHIND_LABEL}{_NOT_AFTER}(?P<groups>{ways}){_NOT_BEFORE}")


_GROUPED = {scheme.name: _grouped(form) for scheme, form in FORMS.items()}
