"""What an amendment changes: each changed field with its original value, its new value and the words that show it.

Fields that it does not change are not looked for: an amendment that names the borrower does not amend the borrower.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids.change_words import CHANGE_WORDS
from loanproof.capabilities.baseline.aids.changed_rows import Replaced
from loanproof.capabilities.baseline.aids.changes import (
    instructions,
    restated_definitions,
    restated_schedules,
)
from loanproof.capabilities.baseline.aids.replaced import find_replaced
from loanproof.capabilities.baseline.changed_values import (
    SUBJECTS,
    Amended,
    by_value,
    facility_of,
    heading_at,
    speaks_of,
)
from loanproof.capabilities.baseline.fields import Status, restated
from loanproof.capabilities.baseline.fields.amounts import AMOUNT
from loanproof.capabilities.baseline.fields.clauses import YES_NO
from loanproof.capabilities.baseline.fields.commitment_fee import FEE
from loanproof.capabilities.baseline.fields.families import FAMILIES, belongs
from loanproof.capabilities.baseline.fields.margin_rates import MARGIN
from loanproof.capabilities.baseline.fields.maturity import MATURITY
from loanproof.capabilities.baseline.fields.quoting import quote_around, shorten
from loanproof.capabilities.baseline.fields.role_holders import AGENT
from loanproof.capabilities.baseline.rereading import reread
from loanproof.capabilities.baseline.resolver import settle
from loanproof.core import FieldId, Span
from loanproof.values import (
    PARTY_KIND,
    SECTION_KIND,
)

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Definition, Paper
    from loanproof.capabilities.baseline.fields import Candidate
    from loanproof.values import Written

_BY_VALUE = (MARGIN, FEE, MATURITY, AMOUNT)  # fields with a reader of their own for restated definitions
_NEAR = 60  # characters after a name, or at the start of a clause, that say what happens to it


def amended_fields(paper: Paper, proposed: Mapping[FieldId, Iterable[Candidate]] | None = None) -> Iterator[Amended]:
    """Yield the fields that a paper changes, once per facility, each from the plainest wording available.

    Args:
        paper: The paper.
        proposed: What the routes propose for each field, anywhere in the paper. It is used for schedules that
            restate provisions, because their wording is that of an agreement.
    """
    found: dict[tuple[FieldId, str | None], Amended] = {}
    replaced = list(find_replaced(paper))
    for one in (
        *_by_words(paper, [one for one in replaced if one.is_plain]),
        *by_value(paper, is_plain=True),
        *_by_deletion(paper),
        *_by_succession(paper),
        *_by_words(paper, [one for one in replaced if not one.is_plain]),
        *_by_definition(paper),
        *_by_schedule(paper, proposed or {}),
        *by_value(paper, is_plain=False),
    ):
        # The sources are in order of plainness, so the first result for a field and facility stands.
        if (one.field, None) not in found:
            found.setdefault((one.field, one.tranche), one)
    # A change of one facility is more precise than a change of the same field in general.
    whole = {field for field, tranche in found if tranche is not None}
    yield from (one for one in found.values() if one.tranche is not None or one.field not in whole)


def _by_words(paper: Paper, replaced: list[Replaced]) -> Iterator[Amended]:
    """Yield the fields that get a value from words which replace other words."""
    for one in replaced:
        for field in SUBJECTS:
            named = f"{one.label} {one.about}"
            if speaks_of(field, named):
                found = _yes_no_change(paper, field, one) if field in YES_NO else _reread(paper, field, one)
                if found is not None:
                    yield replace(found, tranche=facility_of(paper, field, f"{named} {one.place.of(paper.text)}"))


def _reread(paper: Paper, field: FieldId, one: Replaced) -> Amended | None:
    """Return the new value that replacement words give to a field; None if they give none or the old value again."""
    new = reread(paper, field, one.new.of(paper.text), one.label)
    if new is None:
        return None
    before = _told_beside(paper, field, one) if one.before is None else one.before
    old = None if before is None else reread(paper, field, before, one.label)
    # New wording with the old value does not amend the field.
    if old is not None and old.key == new.key:
        return None
    evidence = tuple(shorten(paper, span, span) for span in (part.shift(one.new.start) for part in new.evidence))
    return Amended(field=field, value=new.value, original=None if old is None else old.value, evidence=evidence)


def _told_beside(paper: Paper, field: FieldId, one: Replaced) -> str | None:
    """Return the sentence beside an instruction that tells what stood there: ``Until then the clause provided …``."""
    section = paper.document.section_at(one.new.start)
    sentences = paper.passages.sentences_in(Span(0, 0) if section is None else section.span)
    words = (at.of(paper.text) for at in sentences if not at.overlaps(one.place))
    told = (at for at in words if CHANGE_WORDS.stood.search(at) and CHANGE_WORDS.earlier.search(at))
    return next((at for at in told if speaks_of(field, at)), None)


def _yes_no_change(paper: Paper, field: FieldId, one: Replaced) -> Amended | None:
    """Return the change to a yes-or-no clause; None if the clause is only reworded and so exists as before."""
    if not SUBJECTS[field].search(one.label):
        return None
    is_there = not CHANGE_WORDS.nothing_there.search(one.new.of(paper.text)[:_NEAR])
    was = one.before is None or not CHANGE_WORDS.nothing_there.search(one.before[:_NEAR])
    if was is is_there:
        return None
    return Amended(field=field, value=_yes(is_there), original=_yes(was), evidence=(shorten(paper, one.new, one.new),))


def _by_deletion(paper: Paper) -> Iterator[Amended]:
    """Yield the yes-or-no clauses that a paper deletes without putting anything in their place."""
    for sentence in paper.passages.sentences_in(Span(0, len(paper.text))):
        words = sentence.of(paper.text)
        if (
            not CHANGE_WORDS.takes_out.search(words)
            or CHANGE_WORDS.puts_in.search(words)
            or CHANGE_WORDS.denies.search(words)
        ):
            continue
        spoken = _with_sentence_before(paper, sentence)
        for field in YES_NO:
            if SUBJECTS[field].search(f"{heading_at(paper, sentence.start)} {spoken.of(paper.text)}"):
                yield Amended(field=field, value="N", original="Y", evidence=(shorten(paper, spoken, sentence),))


def _with_sentence_before(paper: Paper, sentence: Span) -> Span:
    """Return a sentence, with the one before it if both name the same clause: that one may say what it is about."""
    # A few characters back is normally in the previous sentence.
    before = paper.passages.sentence_at(max(sentence.start - 3, 0))
    named = ({one.candidates[0].canonical for one in paper.inside(SECTION_KIND, span)} for span in (before, sentence))
    return before.cover(sentence) if set.intersection(*named) else sentence


def _yes(is_there: bool) -> str:
    return "Y" if is_there else "N"


def _by_definition(paper: Paper) -> Iterator[Amended]:
    """Yield the fields whose definition a paper restates."""
    for definition in restated_definitions(paper):
        for field in filter(lambda one: belongs(one, definition.words), map(FieldId, FAMILIES)):
            # The other fields are read like any replaced words.
            if field not in _BY_VALUE:
                anew = Replaced(about="", label=definition.term, place=definition.span, new=definition.span)
                found = _reread(paper, field, anew)
                yield from () if found is None else (found,)
                continue
            new = restated.value_of(paper, field, definition)
            if new is not None:
                original = _earlier_meaning(paper, field, definition)
                yield Amended(field=field, value=new.value, original=original, evidence=new.evidence)


def _by_succession(paper: Paper) -> Iterator[Amended]:
    """Yield the agent if one agent steps down and another takes over in the same sentence."""
    for sentence in paper.passages.sentences_in(Span(0, len(paper.text))):
        names = list(paper.inside(PARTY_KIND, sentence))
        if not SUBJECTS[AGENT].search(sentence.of(paper.text)) or not names:
            continue
        behind = [(one, paper.text[one.span.end : one.span.end + _NEAR]) for one in names]
        old = next((one for one, words in behind if CHANGE_WORDS.steps_down.search(words)), None)
        new = next((one for one, words in behind if CHANGE_WORDS.steps_in.search(words)), None)
        if old is not None and new is not None:
            now, was = (" ".join(one.span.of(paper.text).split()) for one in (new, old))
            yield Amended(field=AGENT, value=now, original=was, evidence=(quote_around(paper, new.span),))


def _by_schedule(paper: Paper, proposed: Mapping[FieldId, Iterable[Candidate]]) -> Iterator[Amended]:
    """Yield the fields of provisions that a schedule sets out as they shall read."""
    restated_there = list(restated_schedules(paper))
    for field, candidates in proposed.items():
        inside = [
            one for one in candidates if all(any(span.contains(at) for span in restated_there) for at in one.evidence)
        ]
        best = settle(inside)
        if best is not None and best.best.status is Status.EXTRACTED:
            yield Amended(field=field, value=best.best.value, original=None, evidence=best.best.evidence)


def _earlier_meaning(paper: Paper, field: FieldId, definition: Definition) -> Written | None:
    """Return what a term meant before, if the paper says so in a separate sentence; otherwise None."""
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
    """Return whether an instruction of a paper mentions a field by one of the names its definitions have."""
    family = FAMILIES.get(field)
    if family is None:
        return False
    heads = re.compile("|".join(rf"\b{re.escape(one)}\b" for one in (*family.heads, *family.weak)), re.IGNORECASE)
    return any(heads.search(one.of(paper.text)) for one in instructions(paper))
