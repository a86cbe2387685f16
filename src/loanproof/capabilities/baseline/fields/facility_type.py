"""Facility type: the kind of loan that the cover, recitals, facility sections and definitions name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from loanproof.capabilities.baseline.aids import Paper, Role
from loanproof.capabilities.baseline.fields.amounts import AMOUNT
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.families import belongs, members
from loanproof.capabilities.baseline.fields.stated import stated
from loanproof.core import FieldId, Span
from loanproof.documents import SectionKind
from loanproof.values import FACILITY_TYPE_KIND

TYPE = FieldId("facility_type")
_REVOLVING = "revolving"
# Words that say that the money may be borrowed again.
_FEATURE = re.compile(r"borrow|re-?draw|re-?utili|\bagain\b|repeatedly", re.IGNORECASE)
# A mere name, such as *Facility B*.
_LETTERED = re.compile(r"(?:facility|tranche|credit|line|loan)\s+\w{1,2}", re.IGNORECASE)
# *Non-revolving* is not revolving; *a credit to bridge refunds* is not a bridge loan.
_NEGATED = re.compile(r"\b(?:non|not)(?:[\s-]|a\s)*\Z|\bto\s\Z", re.IGNORECASE)
_NEGATION_REACH = 8  # characters before a type
_NOT_A_TYPE = frozenset({"committed", "uncommitted"})  # these words alone do not say how the money is lent


def facility_type(paper: Paper) -> Iterator[Candidate]:
    """Yield the types that are named. A facility that may be borrowed again is a revolving one.

    *Facility B* often means a term loan, but a mere name gives way to any description of the facility.
    """
    found = list(_named(paper))
    described = {one.tranche for one in found if not _LETTERED.fullmatch(str(one.value))}
    yield from (one for one in found if one.tranche not in described or not _LETTERED.fullmatch(str(one.value)))


def _named(paper: Paper) -> Iterator[Candidate]:
    """Yield a candidate for each mention of a type in a place that says what is lent."""
    defined = [one.span for one, _ in members(paper, AMOUNT)]
    for found in paper.mentions.of(FACILITY_TYPE_KIND):
        at = found.span.start
        is_denied = _NEGATED.search(paper.text, max(0, at - _NEGATION_REACH), at) is not None
        if paper.is_attached(at) or is_denied or found.span.of(paper.text).lower() in _NOT_A_TYPE:
            continue
        section = paper.document.section_at(at)
        kind = None if section is None else section.kind
        roles = paper.roles.above(at)
        if kind is SectionKind.COVER or found.span.end < paper.front().end:
            placed = RouteName.FRONT, 30
        elif kind in (SectionKind.RECITAL, SectionKind.PARTIES):
            placed = RouteName.SENTENCE, 10
        elif Role.FACILITY in roles and kind is not SectionKind.CONTENTS:
            placed = RouteName.SECTION, 60 if _is_feature(found.span.of(paper.text)) else 20
        elif (kind is SectionKind.DEFINITION and section is not None and _is_facility(section.id)) or any(
            one.start <= at < one.end for one in defined
        ):
            placed = RouteName.DEFINITION, 35
        else:
            continue
        types = found.candidates[0]
        if any(
            one.name in ("letter of credit", "letters of credit", "swingline", "guarantee") for one in types.facilities
        ):
            continue
        name = _name(types.canonical, found.span.of(paper.text))
        yield stated(paper, TYPE, placed[0], found.span, types.canonical, name, weight=placed[1])


def revolves(paper: Paper, tranche: str | None) -> bool:
    """Return whether a tranche, or the only facility of a document, may be borrowed again.

    *Facility B* often means a term loan, but a mere name carries no weight against a description of the facility.
    """
    named = [one for one in paper.once(facility_type) if tranche is None or one.tranche == tranche]
    weights: Counter[str] = Counter()
    for one in named:
        weights[one.key] += 0 if _LETTERED.fullmatch(str(one.value)) else one.weight
    return bool(weights) and weights.most_common(1)[0][0] == _REVOLVING


def reborrowing(paper: Paper, tranche: str | None) -> tuple[Span, ...]:
    """Return the best evidence that a facility revolves, or nothing."""
    named = [one for one in paper.once(facility_type) if one.key == _REVOLVING and one.tranche in (tranche, None)]
    best = max(named, key=lambda one: (one.tranche == tranche, one.weight), default=None)
    return () if best is None else best.evidence


def _is_facility(section_id: str) -> bool:
    """Return whether a definition is that of the facility, of a tranche or of the commitments."""
    words = tuple(section_id.partition("#")[2].partition("(")[0].split())
    is_lettered = len(words) > 1 and words[-2] in ("facility", "tranche", "loan") and len(words[-1]) <= 2
    return belongs(AMOUNT, words) or is_lettered


def _is_feature(words: str) -> bool:
    """Return whether words say what a facility does, not what it is called: *repaid and reborrowed*."""
    return _FEATURE.search(words) is not None


def _name(canonical: str, written: str) -> str:
    """Return the type as written, or a name for it if the words only describe reborrowing."""
    words = " ".join(written.split())
    return "revolving credit facility" if canonical == _REVOLVING and _is_feature(words) else words
