"""What an amendment amends: each changed field with its original, its new value and when it takes effect.

What it does not change is not looked for: an amendment that names the borrower does not amend it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from loanproof.capabilities.baseline.aids import facilities_named
from loanproof.capabilities.baseline.aids.change_words import CHANGE_WORDS
from loanproof.capabilities.baseline.aids.changes import (
    Change,
    find_changes,
    instructions,
    restated_definitions,
    restated_schedules,
)
from loanproof.capabilities.baseline.aids.replaced import Replaced, find_replaced
from loanproof.capabilities.baseline.fields import TRANCHE_FIELDS, Status, restated
from loanproof.capabilities.baseline.fields.amounts import AMOUNT, code_of
from loanproof.capabilities.baseline.fields.clauses import MAC, PLEDGE
from loanproof.capabilities.baseline.fields.commitment_fee import FEE
from loanproof.capabilities.baseline.fields.families import FAMILIES, belongs
from loanproof.capabilities.baseline.fields.margin_rates import MARGIN
from loanproof.capabilities.baseline.fields.maturity import MATURITY
from loanproof.capabilities.baseline.fields.quoting import quote_around, shorten
from loanproof.capabilities.baseline.fields.rates_written import rate_text
from loanproof.capabilities.baseline.fields.reference_rate import RATE
from loanproof.capabilities.baseline.fields.role_holders import AGENT
from loanproof.capabilities.baseline.fields.tenor import TENOR
from loanproof.capabilities.baseline.rereading import reread
from loanproof.capabilities.baseline.resolver import settle
from loanproof.core import FieldId, Span
from loanproof.values import (
    DATE_KIND,
    DURATION_KIND,
    MONEY_KIND,
    PARTY_KIND,
    PERCENTAGE_KIND,
    REFERENCE_RATE_KIND,
    SECTION_KIND,
    CalendarDate,
)

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Definition, Paper
    from loanproof.capabilities.baseline.fields import Candidate
    from loanproof.values import Found, Kind, Written

_KINDS: dict[FieldId, Kind[Any]] = {
    MARGIN: PERCENTAGE_KIND,
    FEE: PERCENTAGE_KIND,
    MATURITY: DATE_KIND,
    AMOUNT: MONEY_KIND,
    TENOR: DURATION_KIND,
    RATE: REFERENCE_RATE_KIND,
}
_SUBJECTS = {FieldId(field): words for field, words in CHANGE_WORDS.subjects.items()}
REPAYMENT = FieldId("repayment_schedule")
_BY_VALUE = (MARGIN, FEE, MATURITY, AMOUNT)
_OF_MARGIN = re.compile(r"\s+of\s+the\s+(?:applicable\s+)?margin\b", re.IGNORECASE)
_FROM = re.compile(r"\bfrom\s+(?P<figure>[0-9]+(?:[.,][0-9]+)?)\s+to\s+")
_FIGURE = re.compile(r"[0-9]+(?:[.,][0-9]+)?")
_YES_NO = (MAC, PLEDGE)
_NEAR = 60  # characters behind a name that say what becomes of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Amended:
    """One amended field: what it is now, what it was where the document says so, and the words that show it.

    ``tranche`` is the facility that alone is changed, where the paper speaks of several.
    """

    field: FieldId
    value: Written
    original: Written | None
    evidence: tuple[Span, ...]
    tranche: str | None = None


def amended_fields(paper: Paper, proposed: Mapping[FieldId, Iterable[Candidate]]) -> Iterator[Amended]:
    """Yield the fields that a paper changes, each once for a facility, by the plainest words that it has for it.

    Args:
        paper: The paper.
        proposed: What the routes propose for each field, wherever it is: in a schedule of provisions that are restated
            the words are those of an agreement.
    """
    found: dict[tuple[FieldId, str | None], Amended] = {}
    replaced = list(find_replaced(paper))
    for one in (
        *_by_words(paper, [one for one in replaced if one.is_plain]),
        *_by_value(paper, is_plain=True),
        *_taken_out(paper),
        *_by_succession(paper),
        *_by_words(paper, [one for one in replaced if not one.is_plain]),
        *_by_definition(paper),
        *_by_schedule(paper, proposed),
        *_by_value(paper, is_plain=False),
    ):
        if (one.field, None) not in found:
            found.setdefault((one.field, one.tranche), one)
    whole = {field for field, tranche in found if tranche is not None}
    yield from (one for one in found.values() if one.tranche is not None or one.field not in whole)


def _by_value(paper: Paper, *, is_plain: bool) -> Iterator[Amended]:
    """Yield the fields of which a sentence changes the value."""
    for field, kind in _KINDS.items():
        for change in find_changes(paper, kind):
            heading = _heading(paper, change.sentence.start)
            if change.is_plain is is_plain and _speaks_of(field, f"{heading} {change.sentence.of(paper.text)}"):
                one = _amended(paper, field, change)
                if one is not None:
                    yield replace(one, tranche=_facility(paper, field, change.sentence.of(paper.text)))


def _facility(paper: Paper, field: FieldId, words: str) -> str | None:
    """Return the one facility of several that words change."""
    named = facilities_named(words) if field in TRANCHE_FIELDS else ()
    return named[0] if len(named) == 1 and len(facilities_named(paper.text)) > 1 else None


def changes_term(paper: Paper) -> bool:
    """Tell whether a paper says of a term of a loan what it was, and what it shall be."""
    return any(one.original is not None for one in _by_value(paper, is_plain=True))


def _speaks_of(field: FieldId, words: str) -> bool:
    """Tell whether words are about a field, and about no other thing of which they hold the name."""
    if not _SUBJECTS[field].search(words) or (field != REPAYMENT and CHANGE_WORDS.others.search(words)):
        return False
    if field == TENOR and any(re.search(rf"\b{one}\b", words, re.IGNORECASE) for one in FAMILIES[field].never):
        return False
    return field != MARGIN or not _SUBJECTS[FEE].search(words)


def _by_words(paper: Paper, replaced: list[Replaced]) -> Iterator[Amended]:
    """Yield the fields that words which stand for others give a value."""
    for one in replaced:
        for field in _SUBJECTS:
            named = f"{one.label} {one.about}"
            if _speaks_of(field, named):
                found = _clause(paper, field, one) if field in _YES_NO else _reread(paper, field, one)
                if found is not None:
                    yield replace(found, tranche=_facility(paper, field, f"{named} {one.place.of(paper.text)}"))


def _reread(paper: Paper, field: FieldId, one: Replaced) -> Amended | None:
    new = reread(paper, field, one.new.of(paper.text), one.label)
    if new is None:
        return None
    old = None if one.before is None else reread(paper, field, one.before, one.label)
    if old is not None and old.key == new.key:
        return None
    evidence = tuple(shorten(paper, span, span) for span in (part.shift(one.new.start) for part in new.evidence))
    return Amended(field=field, value=new.value, original=None if old is None else old.value, evidence=evidence)


def _clause(paper: Paper, field: FieldId, one: Replaced) -> Amended | None:
    """Return what becomes of a clause that is there or not; one that is only worded anew is there as before."""
    if not _SUBJECTS[field].search(one.label):
        return None
    is_there = not CHANGE_WORDS.nothing_there.search(one.new.of(paper.text)[:_NEAR])
    was = one.before is None or not CHANGE_WORDS.nothing_there.search(one.before[:_NEAR])
    if was is is_there:
        return None
    return Amended(field=field, value=_yes(is_there), original=_yes(was), evidence=(shorten(paper, one.new, one.new),))


def _taken_out(paper: Paper) -> Iterator[Amended]:
    """Yield the clauses that a paper takes out and puts nothing for."""
    for sentence in paper.passages.sentences_in(Span(0, len(paper.text))):
        words = sentence.of(paper.text)
        if (
            not CHANGE_WORDS.takes_out.search(words)
            or CHANGE_WORDS.puts_in.search(words)
            or CHANGE_WORDS.denies.search(words)
        ):
            continue
        spoken = _spoken_of(paper, sentence)
        for field in _YES_NO:
            if _SUBJECTS[field].search(f"{_heading(paper, sentence.start)} {spoken.of(paper.text)}"):
                yield Amended(field=field, value="N", original="Y", evidence=(shorten(paper, spoken, sentence),))


def _spoken_of(paper: Paper, sentence: Span) -> Span:
    """Return a sentence with the one before it, where that speaks of the same clause and may say what it is for."""
    before = paper.passages.sentence_at(max(sentence.start - 3, 0))
    named = ({one.candidates[0].canonical for one in paper.inside(SECTION_KIND, span)} for span in (before, sentence))
    return before.cover(sentence) if set.intersection(*named) else sentence


def _yes(is_there: bool) -> str:
    return "Y" if is_there else "N"


def _by_definition(paper: Paper) -> Iterator[Amended]:
    """Yield the fields whose definition a paper writes anew."""
    for definition in restated_definitions(paper):
        for field in filter(lambda one: belongs(one, definition.words), map(FieldId, FAMILIES)):
            if field not in _BY_VALUE:
                anew = Replaced(about="", label=definition.term, place=definition.span, new=definition.span)
                found = _reread(paper, field, anew)
                yield from () if found is None else (found,)
                continue
            new = restated.value_of(paper, field, definition)
            if new is not None:
                original = _before(paper, field, definition)
                yield Amended(field=field, value=new.value, original=original, evidence=new.evidence)


def _by_succession(paper: Paper) -> Iterator[Amended]:
    """Yield the agent where one steps down and another steps in."""
    for sentence in paper.passages.sentences_in(Span(0, len(paper.text))):
        names = list(paper.inside(PARTY_KIND, sentence))
        if not _SUBJECTS[AGENT].search(sentence.of(paper.text)) or not names:
            continue
        behind = [(one, paper.text[one.span.end : one.span.end + _NEAR]) for one in names]
        old = next((one for one, words in behind if CHANGE_WORDS.steps_down.search(words)), None)
        new = next((one for one, words in behind if CHANGE_WORDS.steps_in.search(words)), None)
        if old is not None and new is not None:
            now, was = (" ".join(one.span.of(paper.text).split()) for one in (new, old))
            yield Amended(field=AGENT, value=now, original=was, evidence=(quote_around(paper, new.span),))


def _by_schedule(paper: Paper, proposed: Mapping[FieldId, Iterable[Candidate]]) -> Iterator[Amended]:
    """Yield the fields of the provisions that a schedule sets out as they shall read."""
    restated_there = list(restated_schedules(paper))
    for field, candidates in proposed.items():
        inside = [
            one for one in candidates if all(any(span.contains(at) for span in restated_there) for at in one.evidence)
        ]
        best = settle(inside)
        if best is not None and best.best.status is Status.EXTRACTED:
            yield Amended(field=field, value=best.best.value, original=None, evidence=best.best.evidence)


def _heading(paper: Paper, offset: int) -> str:
    """Return the heading right above an instruction, which may alone say what it changes: ``Clause 9 (Margin)``."""
    section = paper.document.section_at(offset)
    return "" if section is None else section.title or ""


def _before(paper: Paper, field: FieldId, definition: Definition) -> Written | None:
    """Return what a paper says that a term meant before, in a sentence of its own; nothing where it does not say so."""
    for match in re.finditer(rf"\b{re.escape(definition.term)}\b", paper.text):
        sentence = paper.passages.sentence_at(match.start())
        if definition.span.overlaps(sentence) or not CHANGE_WORDS.earlier.search(sentence.of(paper.text)):
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


def _amended(paper: Paper, field: FieldId, change: Change) -> Amended | None:
    value = _written(paper, field, change, change.new)
    if value is None:
        return None
    before = change.old or _sentence_before(paper, field, change)
    original = _bare(paper, field, change) if before is None else _written(paper, field, change, before)
    if field == RATE and (not change.is_told or original == value):
        return None  # what a margin is added to is named, not changed
    is_near = before is not None and change.sentence.contains(before.span)
    whole = change.new.span.cover(before.span) if before is not None and is_near else change.new.span
    start = change.sentence.start if whole.end - change.sentence.start < 400 else None
    quote = quote_around(paper, whole, start=start)
    clipped = Span(quote.start, max(min(quote.end, change.sentence.end), whole.end))  # a row is not its table
    return Amended(field=field, value=value, original=original, evidence=(clipped,))


def _bare(paper: Paper, field: FieldId, change: Change) -> Written | None:
    """Return the figure that shares the unit of the new one, as in ``from 2.25 to 2.65 per cent.`` it does."""
    before = _FROM.search(paper.text, change.sentence.start, change.new.span.start)
    figure = _FIGURE.match(change.new.span.of(paper.text))
    if field not in (MARGIN, FEE) or before is None or figure is None or before.end() != change.new.span.start:
        return None
    return f"{before['figure']}{rate_text(paper, change.new.span)[figure.end() :]}"


def _sentence_before(paper: Paper, field: FieldId, change: Change) -> Found[Any] | None:
    """Return the value that the sentence before says was there; ``The term was 36 months. It becomes 60`` has two."""
    at = paper.passages.sentence_at(max(change.sentence.start - 3, 0))
    words = at.of(paper.text)
    if at.contains(change.sentence) or not _SUBJECTS[field].search(words) or not CHANGE_WORDS.earlier.search(words):
        return None
    values = list(paper.inside(change.kind, at))
    return values[0] if len(values) == 1 else None


def _written(paper: Paper, field: FieldId, change: Change, found: Found[Any]) -> Written | None:
    value = found.candidates[0]
    if field == MATURITY:
        return value.canonical if isinstance(value, CalendarDate) else None
    if field == AMOUNT:
        code = code_of(paper, found)
        amount = int(value.amount) if value.amount == int(value.amount) else value.amount
        return {"amount": amount, "currency": code} if code else None
    if field in (TENOR, RATE):
        return " ".join(found.span.of(paper.text).split())
    text = rate_text(paper, found.span)
    share = _OF_MARGIN.match(paper.text, found.span.end) if field == FEE else None
    text = text if share is None else f"{text} {' '.join(share[0].split())}"
    base = CHANGE_WORDS.undrawn.search(change.sentence.of(paper.text)) if field == FEE else None
    return text if base is None else f"{text} {' '.join(base[0].split())}"
