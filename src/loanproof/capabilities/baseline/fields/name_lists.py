"""Lists of names: names that follow one another in a sentence, and names below a heading that is a role.

A heading is a line that says nothing but a role, *Part 2 – The Original Guarantors* or *GUARANTORS:*. The rows below it
begin with a name, perhaps after a number or a label. Another such heading or the next section ends the list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import only_roles, person_at
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.core import Span
from loanproof.documents import SectionKind
from loanproof.values import PARTY_KIND, Read

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper, PartyRole
    from loanproof.core import FieldId

_ITEM = r"(?:\(?(?:[0-9]{1,2}|[ivx]{1,4}|[a-z])[.)][ \t]*)"
# What joins two names: *NAME (the “Parent”) and (ii) NAME*, *NAME;\n(b) NAME*.
_AND_NAME = re.compile(
    r"(?:\s*\([^()]{1,120}\))?\s*"
    rf"(?:[,;]\s*(?:and\s+)?|(?:jointly\s+)?and\s+|&\s+|(?<=\n)[ \t]*(?={_ITEM}))(?:{_ITEM}\s*)?",
    re.IGNORECASE,
)
_JOINED = re.compile(r"\s+and\s+(?=[A-Z])")
_HEAD = re.compile(
    r"^[ \t]*(?:(?:(?i:part|schedule|annex|annexure|appendix|item)[ ][0-9A-Z.]{1,6}[ \t]*[-–—:.]?"
    r"|[A-Z][.)]|[0-9]{1,2}[.)]?|\([a-zA-Z0-9]{1,3}\))[ \t]+)?"
    r"(?P<words>[A-Z][A-Za-z ,&/’'()-]{3,70}?)[ \t]*"
    r"(?P<gap>:|(?=\n)|\Z|(?<=[ \t]{2})(?=(?i:(?:full\s)?name)\b[ \t:]))",
    re.MULTILINE,
)
_AROUND = re.compile(
    r"\b(?:names?|details|particulars|list|schedule|identity)\s+of\b"
    r"|\b(?:on|as\s+(?:of|at)|at)\s+the\s+(?:effective|closing|signing|date)(?:\s+date|\s+of\s+this\s+agreement)?\b"
    r"|\bexisting\b|\binitial\b|\bexecution\s+(?:by|page)\b|\bsigned\s+by\b",
    re.IGNORECASE,
)
_NAMED_ROW = re.compile(r"\s*(?:full\s)?name\b[ \t:]", re.IGNORECASE)
_NAME_LABEL = re.compile(r"[ \t]*(?:(?i:full\s)?(?i:name)[ \t:]+)?(?=\S)")
_ROW = re.compile(rf"^[ \t]*(?:{_ITEM})?(?:(?i:name|company|full\sname|entity)[ \t]*[:\t ][ \t]*)?(?=\S)", re.MULTILINE)
_START_OF_NAME = re.compile(r"(?:[A-Z][\w&.’'-]*[ \t]){1,3}\Z")  # capitalised words that belong to the next name
_FAR = 400  # characters above a line in which the line above it is looked for
_REACH = 4000  # characters below a heading in which its names are looked for
_ENDS = (SectionKind.SCHEDULE, SectionKind.PART, SectionKind.ANNEX, SectionKind.APPENDIX, SectionKind.EXHIBIT,
         SectionKind.ARTICLE, SectionKind.CLAUSE)  # fmt: skip


def names_from(paper: Paper, start: int, *, is_bare: bool = False, is_several: bool = False) -> Iterator[Span]:
    """Yield the names of companies or people that follow one another from a position on.

    Args:
        paper: The document.
        start: The position.
        is_bare: Whether the place shows that names follow, so that people need no title.
        is_several: Whether the place shows that more than one name follows: *each of Ann Lee and Elm Limited*.
    """
    is_later = is_several
    while True:
        behind = Span(start, min(len(paper.text), start + 160))
        span = next((one.span for one in paper.inside(PARTY_KIND, behind) if one.span.start == start), None)
        if span is None and is_later:
            span = _rest_of_name(paper, start)
        person = person_at(paper.text, start, is_bare=is_bare)
        # In a list, *Ann Lee and Elm Limited* are a person and a company.
        if span is None or (is_later and person is not None and _JOINED.match(paper.text, person.end, span.end)):
            span = person
        if span is None:
            return
        is_later = True
        yield span
        following = _AND_NAME.match(paper.text, span.end)
        if following is None:
            return
        start = following.end()


def _rest_of_name(paper: Paper, start: int) -> Span | None:
    """Return the name that begins inside a mention, which took the name before it for a part of its own."""
    around = next(iter(paper.mentions.overlapping(PARTY_KIND, Span(start, start + 1))), None)
    if around is None or around.span.start >= start or paper.text[start - 4 : start] != "and ":
        return None
    rest = Span(start, around.span.end)
    return rest if isinstance(PARTY_KIND.parse(rest.of(paper.text), paper.context), Read) else None


def below_headings(paper: Paper, field: FieldId, role: PartyRole) -> Iterator[Candidate]:
    """Yield the names below each heading that is nothing but a role, one candidate for each list."""
    heads = [(match, _roles(match["words"])) for match in _HEAD.finditer(paper.text)]
    heads = [(match, roles) for match, roles in heads if roles]
    for at, (match, roles) in enumerate(heads):
        section = paper.document.section_at(match.start("words"))
        if roles != {role} or paper.is_attached(match.start()):
            continue
        kind = None if section is None else section.kind
        is_label = match["gap"] == ":" or _NAMED_ROW.match(paper.text, match.end()) is not None
        if kind is SectionKind.CONTENTS or (kind is SectionKind.COVER and not is_label):
            continue
        if not is_label and _is_below_name(paper, match.start()):
            continue
        ends = [match.end() + _REACH, len(paper.text), *(other.start() for other, _ in heads[at + 1 : at + 2])]
        later = (one for one in paper.document.sections if one.span.start > match.end("words"))
        ends += [one.span.start for one in later if one.kind in _ENDS][:1]
        named = list(_rows(paper, Span(match.end(), max(match.end(), min(ends)))))
        if named:
            yield listed_candidate(paper, field, named[:1] if field == "facility_agent" else named, 25)


def _is_below_name(paper: Paper, start: int) -> bool:
    """Return whether the line above a place begins with a name, whose role the place then is."""
    lead = max(0, start - _FAR)
    end = lead + len(paper.text[lead:start].rstrip(" \t\n"))
    line = paper.text.rfind("\n", lead, end) + 1
    above = Span(line + len(paper.text[line:end]) - len(paper.text[line:end].lstrip()), end)
    return any(one.span.start == above.start for one in paper.mentions.overlapping(PARTY_KIND, above))


def listed_candidate(paper: Paper, field: FieldId, spans: list[Span], weight: int) -> Candidate:
    """Return the candidate for names at given places, each once, in their order."""
    named: dict[str, Span] = {}
    for span in spans:
        named.setdefault(_key(paper, span), span)
    shown: list[Span] = []
    for span in named.values():
        if not any(one.contains(span) for one in shown):
            shown.append(quote_around(paper, span))
    names = [" ".join(one.of(paper.text).split()) for one in named.values()]
    return Candidate(
        field=field, route=RouteName.SECTION, key=" & ".join(sorted(named)),
        value=names if field == "guarantors" or len(names) > 1 else names[0], evidence=tuple(shown), weight=weight,
    )  # fmt: skip


def _roles(words: str) -> frozenset[PartyRole]:
    return only_roles(_AROUND.sub(" ", words))


def _rows(paper: Paper, span: Span) -> Iterator[Span]:
    """Yield the names with which the lines of a stretch begin, or that follow on the line of its heading."""
    first_row = _NAME_LABEL.match(paper.text, span.start, span.end)
    for row in (*(() if first_row is None else (first_row,)), *_ROW.finditer(paper.text, span.start, span.end)):
        end = paper.text.find("\n", row.end())
        line = Span(row.end(), span.end if end < 0 else min(end + 80, span.end))
        first = next(iter(paper.inside(PARTY_KIND, line)), None)
        lead = None if first is None else paper.text[row.end() : first.span.start]
        if first is not None and lead is not None and (not lead or _START_OF_NAME.fullmatch(lead)):
            yield Span(row.end(), first.span.end)
        else:
            is_item = row[0].strip() != "" and paper.text[row.end() : line.end].split("\n")[0].rstrip().endswith(
                (";", ".", "and", ",")
            )
            person = person_at(paper.text, row.end(), is_bare=is_item)
            if person is not None:
                yield person


def _key(paper: Paper, span: Span) -> str:
    """Return the canonical name at a place."""
    name = " ".join(span.of(paper.text).split())
    reading = PARTY_KIND.parse(name, paper.context)
    return PARTY_KIND.canonical(reading.value) if isinstance(reading, Read) else name.lower()
