"""What an amendment amends: each changed field with its original, its new value and when it takes effect.

What it does not change is not looked for: an amendment that names the borrower does not amend it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from loanproof.capabilities.baseline.aids.changes import Change, find_changes, instructions, restated_definitions
from loanproof.capabilities.baseline.fields import restated
from loanproof.capabilities.baseline.fields.amounts import AMOUNT, code_of
from loanproof.capabilities.baseline.fields.commitment_fee import FEE
from loanproof.capabilities.baseline.fields.families import FAMILIES, belongs
from loanproof.capabilities.baseline.fields.margin_rates import MARGIN
from loanproof.capabilities.baseline.fields.maturity import MATURITY
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.capabilities.baseline.fields.rates_written import rate_text
from loanproof.core import FieldId, Span
from loanproof.values import DATE_KIND, MONEY_KIND, PERCENTAGE_KIND, CalendarDate

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Definition, Paper
    from loanproof.values import Found, Kind, Written

_SUBJECTS: dict[FieldId, tuple[Kind[Any], re.Pattern[str]]] = {
    MARGIN: (PERCENTAGE_KIND, re.compile(r"\b(?:margin|applicable\s+(?:rate|margin|spread)|spread)\b", re.IGNORECASE)),
    FEE: (
        PERCENTAGE_KIND,
        re.compile(
            r"\b(?:commitment|facility|unused(?:\s+line)?|non-?utili[sz]ation|undrawn|line)\s+fee\b", re.IGNORECASE
        ),
    ),
    MATURITY: (
        DATE_KIND,
        re.compile(
            r"\b(?:maturity|(?:termination|final\s+repayment|repayment|expiry|final\s+payment)\s+da(?:te|y))\b",
            re.IGNORECASE,
        ),
    ),
    AMOUNT: (
        MONEY_KIND,
        re.compile(
            r"\b(?:total\s+(?:\w+\s+){0,3}commitments?|commitments?|facility\s+(?:amount|limit)|amount\s+of\s+the\s+(?:facility|loan)|loan\s+amount)\b",
            re.IGNORECASE,
        ),
    ),
}
_OTHER = re.compile(
    r"\b(?:(?:amendment|extension|consent|waiver|work|upfront|arrangement)\s+fee|letters?\s+of\s+credit|default\s+interest|floor|basket|threshold|indebtedness)\b",
    re.IGNORECASE,
)
_ON = re.compile(
    r"\bon\s+the\s+(?:\w+\s+){0,4}(?:undrawn|unused|available)\s+(?:\w+\s+){0,3}(?:commitments?|facility|part|amount)\b",
    re.IGNORECASE,
)


_EARLIER = re.compile(
    r"\b(?:before|prior\s+to|previous(?:ly)?|currently|formerly|until\s+then|hitherto|existing|at\s+present|was|had\s+been)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Amended:
    """One amended field: what it is now, what it was where the document says so, and the words that show it."""

    field: FieldId
    value: Written
    original: Written | None
    evidence: tuple[Span, ...]


def amended_fields(paper: Paper) -> Iterator[Amended]:
    """Yield the fields that a paper changes, each once: by an instruction, else by a definition that it restates."""
    found: dict[FieldId, Amended] = {}
    for field, (kind, subject) in _SUBJECTS.items():
        for change in find_changes(paper, kind):
            words = f"{_heading(paper, change.sentence.start)} {change.sentence.of(paper.text)}"
            if subject.search(words) and not _OTHER.search(words) and not _names_other_subject(words, field):
                one = _amended(paper, field, change)
                if one is not None:
                    found.setdefault(field, one)
    for definition in restated_definitions(paper):
        for field in (MARGIN, FEE, MATURITY, AMOUNT):
            if field not in found and belongs(field, definition.words):
                new = restated.value_of(paper, field, definition)
                if new is not None:
                    original = _before(paper, field, definition)
                    found[field] = Amended(field=field, value=new.value, original=original, evidence=new.evidence)
    yield from found.values()


def _heading(paper: Paper, offset: int) -> str:
    """Return the heading right above an instruction, which may alone say what it changes: ``Clause 9 (Margin)``."""
    section = paper.document.section_at(offset)
    return "" if section is None else section.title or ""


def _before(paper: Paper, field: FieldId, definition: Definition) -> Written | None:
    """Return what a paper says that a term meant before, in a sentence of its own; nothing where it does not say so."""
    for match in re.finditer(rf"\b{re.escape(definition.term)}\b", paper.text):
        sentence = paper.passages.sentence_at(match.start())
        if definition.span.overlaps(sentence) or not _EARLIER.search(sentence.of(paper.text)):
            continue
        said = replace(definition, span=sentence, body=Span(match.end(), max(match.end(), sentence.end)))
        old = restated.value_of(paper, field, said)
        if old is not None:
            return old.value
    return None


def names_field(paper: Paper, field: FieldId) -> bool:
    """Tell whether an instruction of a paper speaks of a field, by the names that definitions of it have."""
    family = FAMILIES.get(field)
    if family is None:
        return False
    heads = re.compile("|".join(rf"\b{re.escape(one)}\b" for one in (*family.heads, *family.weak)), re.IGNORECASE)
    return any(heads.search(one.of(paper.text)) for one in instructions(paper))


def _names_other_subject(words: str, field: FieldId) -> bool:
    """Return whether a sentence about fees or margins is about the other of the two."""
    if field == MARGIN:
        return _SUBJECTS[FEE][1].search(words) is not None
    return False


def _amended(paper: Paper, field: FieldId, change: Change) -> Amended | None:
    value = _written(paper, field, change, change.new)
    if value is None:
        return None
    original = None if change.old is None else _written(paper, field, change, change.old)
    whole = change.new.span if change.old is None else change.new.span.cover(change.old.span)
    start = change.sentence.start if whole.end - change.sentence.start < 400 else None
    return Amended(field=field, value=value, original=original, evidence=(quote_around(paper, whole, start=start),))


def _written(paper: Paper, field: FieldId, change: Change, found: Found[Any]) -> Written | None:
    value = found.candidates[0]
    if field == MATURITY:
        return value.canonical if isinstance(value, CalendarDate) else None
    if field == AMOUNT:
        code = code_of(paper, found)
        amount = int(value.amount) if value.amount == int(value.amount) else value.amount
        return {"amount": amount, "currency": code} if code else None
    text = rate_text(paper, found.span)
    base = _ON.search(change.sentence.of(paper.text)) if field == FEE else None
    return text if base is None else f"{text} {' '.join(base[0].split())}"
