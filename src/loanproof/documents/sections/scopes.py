"""The parts of a document with their own numbering: the agreement, each schedule, a restated agreement.

A schedule begins with a heading on its own line. An entry in a list of schedules does not count, nor does the exhibit
number on the first page of a filing, nor the name of a schedule repeated at the top of its next page. An attachment
that is an agreement in its own right (an amended and restated one, or the first with a table of contents) keeps plain
clause numbers, because that is how people cite it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.documents.model import SectionKind
from loanproof.documents.sections.definitions import heading_id
from loanproof.documents.sections.headings import LEAST_WEIGHT, Candidate, Form
from loanproof.documents.sections.numbering import follows
from loanproof.values import roman_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loanproof.core import Span

_MARKS = {
    SectionKind.SCHEDULE: "sched", SectionKind.EXHIBIT: "exh", SectionKind.ANNEX: "annex", SectionKind.APPENDIX: "app",
}  # fmt: skip
_LETTERS_NOT_NUMERALS = frozenset("CDLM")
_FILING_LINES = 15
_RESTATED = re.compile(
    r"[\s:.()\[—–-]{0,6}(?i:the\s)?(?:\w{2,10}\s)?(?i:amended\s+and\s+restated)[^.\n]{0,100}(?i:agreement)"
)
_COUNTED = frozenset({Form.ARTICLE, Form.NUMBER})
_NEAR = 12  # numbered lines before a reference: a clause may end in a numbered list
_SHORTEST_LIST = 3
_LINES_OF_AN_ENTRY = 2  # label and title may appear on two lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """A part with its own numbering.

    Attributes:
        start: Where it begins.
        end: Where the next one begins.
        heading: The heading of the attachment; ``None`` for the text before the first one.
        id: The id of the attachment, or blank.
        plain: Whether its clauses are cited by their number alone.
    """

    start: int
    end: int
    heading: Candidate | None
    id: str
    plain: bool


def split_scopes(text: str, candidates: Sequence[Candidate], contents: Sequence[Span]) -> tuple[Scope, ...]:
    """Split a document into scopes, in order, without gaps."""
    headings = _headings(candidates)
    starts = [0, *(heading.start for heading in headings)]
    ends = [*starts[1:], len(text)]
    first_contents = min((span.start for span in contents), default=-1)
    scopes = [Scope(start=0, end=ends[0], heading=None, id="", plain=True)]
    for heading, start, end in zip(headings, starts[1:], ends[1:], strict=True):
        plain = start < first_contents < end or is_restated(text, heading)
        scopes.append(
            Scope(start=start, end=end, heading=heading, id=attached_id(heading.kind, heading.label), plain=plain)
        )
    return tuple(scopes)


def is_restated(text: str, heading: Candidate) -> bool:
    """Return whether an attachment's title says that it is an amended and restated agreement."""
    is_attached = heading.form is Form.ATTACHED
    return is_attached and _RESTATED.match(text, heading.after, heading.after + 400) is not None


def attached_id(kind: SectionKind, label: str) -> str:
    """Return the id of an attachment: ``sched.1``, ``exh.A``; Roman numerals become Arabic, except in exhibits."""
    if has_name(label):
        return heading_id(label)
    return f"{_MARKS[kind]}.{part_label(label, letters=kind is SectionKind.EXHIBIT)}"


def has_name(label: str) -> bool:
    """Return whether an attachment has a name instead of a number; its label is then the name in lower case."""
    return label[0].islower()


def part_label(label: str, *, letters: bool = False) -> str:
    """Return a label with its Roman numeral written in figures; ``letters`` keeps a single letter."""
    value = roman_value(label)
    if value is None or label in _LETTERS_NOT_NUMERALS or (letters and len(label) == 1):
        return label
    return str(value)


def _headings(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the headings of attachments, not those of a list, a filing, or a continued page.

    Interruptions are removed first: a line "Schedule 1 to the Agreement is replaced" must not count as the Schedule 1
    that a later heading would only repeat.
    """
    attached = [one for one in candidates if one.form is Form.ATTACHED and one.weight >= LEAST_WEIGHT]
    listed = _listed([one for one in attached if not one.opens_page])
    likely = _without_interruptions(attached, candidates)
    chosen: list[Candidate] = []
    signed = next((one.start for one in candidates if one.kind is SectionKind.SIGNATURE), None)
    for candidate in likely:
        if has_name(candidate.label) and (signed is None or candidate.start < signed):
            continue  # before the signatures it is a title inside the agreement
        filing = candidate.kind is SectionKind.EXHIBIT and candidate.line < _FILING_LINES
        repeated = bool(chosen) and (chosen[-1].kind, chosen[-1].label) == (candidate.kind, candidate.label)
        if not (filing or repeated or candidate.start in listed):
            chosen.append(candidate)
    return chosen


def _without_interruptions(headings: list[Candidate], candidates: Sequence[Candidate]) -> list[Candidate]:
    """Leave out lines that only interrupt a numbering: the clauses continue after them where they stopped.

    An attachment has its own count; a line that happens to begin with a reference to one does not.
    """
    numbered = [one for one in candidates if one.form in _COUNTED and one.weight >= LEAST_WEIGHT]
    starts = [one.start for one in numbered]

    def interrupts(heading: Candidate) -> bool:
        at = bisect_left(starts, heading.start)
        before = numbered[max(at - _NEAR, 0) : at]
        return at < len(numbered) and any(follows(numbered[at].label, one.label) for one in before)

    return [heading for heading in headings if not interrupts(heading)]


def _listed(candidates: Sequence[Candidate]) -> set[int]:
    """Return the starts of consecutive candidates with only titles between them, as in a list."""
    listed: set[int] = set()
    run: list[Candidate] = []
    for candidate in candidates:
        if run and candidate.line - run[-1].line > _LINES_OF_AN_ENTRY:
            run = []
        run.append(candidate)
        if len(run) >= _SHORTEST_LIST:
            listed.update(one.start for one in run)
            run = run[-_SHORTEST_LIST:]
    return listed
