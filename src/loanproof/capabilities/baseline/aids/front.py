"""The parties that the cover, the preamble and the signature pages name, each with the roles it has there.

The grammar is ``NAME, a JURISDICTION KIND (the “ROLE”)`` and ``NAME as ROLE``. On covers and signature pages the name
may be on one line and the role on the next. Names in a row share the role after the last of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids.party_roles import PartyRole, only_roles, roles_in
from loanproof.core import Span, SpanSet
from loanproof.documents import SectionKind
from loanproof.values import PARTY_KIND

if TYPE_CHECKING:
    from loanproof.documents import Document
    from loanproof.values import Mentions

_FRONT = 8000  # characters in which an agreement without a parties section names its parties
_REACH = 600  # characters after a name in which its role may be given
_BEFORE = 60  # characters before a name in which a label may give its role
_AS = re.compile(
    r"(?:^|[,;(\s])(?:acting\s+)?(?:in\s+(?:its|their)\s+capacity\s+)?as\s+(?P<role>[^()“”\";.]{2,90})", re.IGNORECASE
)
# What comes before a term in a bracket: *(hereinafter referred to as the Owner)*, *(each an Owner …)*.
_CALLED = (
    r"(?:(?:hereina?fter,?\s+)?"
    r"(?:(?:referred\s+to\s+as|called|collectively,?|jointly,?|together,?|each,?|each\s+being)\s+)?"
    r"(?:(?:the|an?)\s+)?)"
)
_NAMED = re.compile(
    r"\([^()“”\"]{0,100}[“\"](?P<role>[^“”\"()]{2,50})[”\"][^()]{0,120}\)|[“\"](?P<bare>[^“”\"()]{2,50})[”\"]"
    rf"|\({_CALLED}(?P<plain>[A-Z][\w ]{{2,40}})\)"
)
_NUMBER = re.compile(r"\A\(?[0-9]{1,2}[.)]\s+")  # the number of a party in a list, if it was read as part of the name
_BRACKET_ENDS = re.compile(r"(?<=\))[;,.]?[ \t]*(?:and)?[ \t]*\n")
_QUOTED = re.compile(r"[“\"]([^“”\"()]{2,50})[”\"]")
_ALIAS = re.compile(
    r"\A[^();]{0,160}\((?:[^()“”\"]{0,60}[“\"](?P<term>[A-Z][^“”\"()]{1,40})[”\"][^()]{0,80}"
    rf"|{_CALLED}(?P<plain>[A-Z][\w ]{{2,40}}?)(?:,?\s+and\s+(?:together|collectively|jointly)\b[^()]{{0,60}})?)\)"
)
_BREAK = re.compile(r"\n\s*(?:and|AND|among|AMONG|between|BETWEEN|&)\s*\n")
_LABEL = re.compile(r"(?P<role>[A-Za-z][A-Za-z ]{2,40}?)\s*:\s*\Z")
# Words that introduce whoever signs for the party before them.
_SIGNS_FOR = re.compile(
    r"\b(?:represented\s+(?:here(?:in|by)\s+)?by|acting\s+(?:by|through))\s+(?:[a-z]+[\s,]+){0,5}\Z"
    r"|\bits\s+(?:sole\s+)?(?:general|managing)\s+(?:partner|member)[\s,:]+\Z"
)
# A class of parties begins where the parties that are named end: *the Lenders party hereto*, *CERTAIN SUBSIDIARIES*.
_CLASS_BEGINS = re.compile(
    r"(?:\n\s*|,\s+)(?:and\s+)?(?:the|certain|each\s+of\s+the|various|other)\s+"
    r"(?:(?:of|the|its|several|other|original|domestic|"
    r"material|restricted|financial|banks\s+and)\s+){0,4}"
    r"(?:lenders|guarantors|banks|subsidiaries|companies|institutions|persons|entities|parties)\b",
    re.IGNORECASE,
)
_PLACE_AND = re.compile(r"(?:[^\W\d_][a-zà-ÿ]+\s+){1,3}and\s+(?=[A-ZÀ-Þ&.]{2,}\s+[A-ZÀ-Þ&. ]+)")
_IN_ADDRESS = re.compile(r"(?:\b(?:of|in|at)|,)\s+\Z")
_NEXT_PARTY = re.compile(r"\n\s*\(?[0-9]{1,2}[.)]|\.\s+[A-Z]|;")
_CONNECTING = re.compile(
    r"\A(?:\s|,|;|&|and|or|each|an?|the|with|its|[A-ZÀ-Þ][a-zà-ÿ]+|corporation|company|limited"
    r"|liability|partnership|organi[sz]ed|incorporated|in|of|under|laws?|\(|\)|[0-9.])*\Z"
)


_WORD = r"[A-ZÀ-Þ][\w&.’'À-ÿ/-]*"
_LISTED_NAME = re.compile(
    r"(?:^[ \t]*\(?(?:[0-9]{1,2}|[a-z]|[ivx]{1,4})[.)][ \t]+"
    r"|\b(?:between|among|and|by)\s*:?\s+\(?(?:[0-9ivx]{1,3}\)\s+)?)"
    rf"(?P<name>(?:(?:Mr|Mrs|Ms|Dr)\.?\s)?{_WORD}(?:[ \n](?:{_WORD}|of|and|&|an|der|de|the|for|du|la)){{1,7}})"
    r"(?=,|\s*\(|\s+as\s|\s+acting\s|;)",
    re.MULTILINE,
)
_NAME_LINE = re.compile(
    rf"^[ \t]*(?P<name>{_WORD}(?:[ ](?:{_WORD}|of|and|&|an|der|de|the)){{1,7}}),?[ \t]*$", re.MULTILINE
)
_NOBODY = re.compile(
    r"\b(?:institutions?|lenders|banks|persons?|parties|party|companies"
    r"|subsidiaries|agreement|entities|schedule|dated|each|certain|"
    r"participants|arrangers|section|clause|england|wales|background|whereas|facility|million|facilities)\b",
    re.IGNORECASE,
)
_BANK = re.compile(r"\bbank\b", re.IGNORECASE)
_AS_ROLE = re.compile(r"\A\(?(?:each,?\s+)?(?:as|the)\s+", re.IGNORECASE)
_SHORT_NAME = re.compile(r"\([“\"](?P<term>[^“”\"()]{2,40})[”\"]\)")
_COLLECTIVE = re.compile(r"\beach,?\s+(?:individually,?\s+)?an?\b|\b(?:collectively|jointly)\b", re.IGNORECASE)
_ASIDE = re.compile(r"\([^()“”\"]{0,200}\)")
_TOGETHER = re.compile(
    r"\btogether\s+with\s+(?:the\s+)?(?P<alias>[A-Z][\w ]{1,30}?),?\s+(?:the|each,?\s+an?|collectively,?\s+the)\s+"
    r"[“\"](?P<role>[^“”\"]{2,40})[”\"]"
)


class Zone(StrEnum):
    """Where a party is named."""

    COVER = "cover"
    PREAMBLE = "preamble"
    SIGNATURE = "signature"


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedParty:
    """One mention of a party: its name, its place, its roles there, the stretch that shows both, and its alias.

    The alias is what a bracket right after the name calls it: ``NAME (the “Shipowner”)``.
    """

    name: str
    span: Span
    zone: Zone
    roles: frozenset[PartyRole]
    shown: Span
    alias: str | None = None


def find_parties(document: Document, mentions: Mentions) -> tuple[NamedParty, ...]:
    """Return every mention of a party on the cover, in the preamble and on signature pages, zone by zone."""
    found: list[NamedParty] = []
    for zone, span in _zones(document):
        inside = [
            _behind_a_place(document.text, one.span)
            for one in mentions.overlapping(PARTY_KIND, span)
            if span.contains(one.span)
            and not _signs_for(document.text, one.span.start)
            and not _is_other_script(document.text, one.span)
        ]
        names = sorted([*inside, *_unmarked(document.text, span, zone, SpanSet(inside))])
        found += _together(document.text, _name_all(document.text, names, zone, span))
    return tuple(found)


def _unmarked(text: str, span: Span, zone: Zone, taken: SpanSet) -> Iterator[Span]:
    """Yield names without a legal form that their place reveals: in a list of parties, or on a line above a role.

    A short agreement has no cover, but what it says before its first clause may be taken for one; there a name in a
    sentence counts if a bracket behind it gives it a role.
    """
    patterns = (_LISTED_NAME,) if zone is Zone.PREAMBLE else (_NAME_LINE, _LISTED_NAME)
    for pattern, match in ((one, match) for one in patterns for match in one.finditer(text, span.start, span.end)):
        name = Span(*match.span("name"))
        words = match["name"]
        if taken.overlaps(name) or _NOBODY.search(words) or (roles_in(words) and not _BANK.search(words)):
            continue
        behind = text[name.end : name.end + _REACH]
        shows = _gives_role if pattern is _LISTED_NAME else _role_line
        if zone is Zone.PREAMBLE or shows(behind):
            yield name


def _signs_for(text: str, start: int) -> bool:
    """Return whether a name is that of somebody who signs for a party: *represented by its general partner NAME*."""
    return _SIGNS_FOR.search(text[max(0, start - _BEFORE) : start]) is not None


def _behind_a_place(text: str, name: Span) -> Span:
    """Return a name in capitals without the end of the address before it: *12 High Street, Leeds and ELM LIMITED*."""
    is_address = _IN_ADDRESS.search(text[max(0, name.start - _BEFORE) : name.start])
    place = _PLACE_AND.match(text, name.start, name.end) if is_address else None
    return name if place is None else Span(place.end(), name.end)


def _is_other_script(text: str, name: Span) -> bool:
    """Return whether a name in a bracket only repeats the one before it in letters that are not Latin."""
    return text[name.start - 1 : name.start] in ("(", "（") and not re.search("[A-Za-z]", name.of(text))


def _before_a_class(behind: str) -> str:
    """Return the words after a name, up to a class of parties that is not in a bracket."""
    for match in _CLASS_BEGINS.finditer(behind):
        if behind.count("(", 0, match.start()) == behind.count(")", 0, match.start()):
            return behind[: match.start()]
    return behind


def _gives_role(behind: str) -> bool:
    """Return whether a bracket right behind a name gives it a role: ``(the “Borrower”)``."""
    alias = _ALIAS.match(behind)
    return alias is not None and bool(roles_in(alias["term"] or alias["plain"]))


def _role_line(behind: str) -> str | None:
    """Return the next line if it contains nothing but roles: on a cover, a role is below its name."""
    lines = behind.split("\n")[1:3]
    line = next((one.strip(" \t,;–-") for one in lines if one.strip()), "")
    return line if only_roles(_AS_ROLE.sub("", line)) else None


def _together(text: str, named: list[NamedParty]) -> list[NamedParty]:
    """Give a role also to the parties that its bracket adds by alias: ``together with Holdings, the “Guarantors”``."""
    added: dict[str, frozenset[PartyRole]] = {}
    for one in named:
        for match in _TOGETHER.finditer(one.shown.of(text)):
            added[match["alias"]] = added.get(match["alias"], frozenset()) | roles_in(match["role"])
    return [replace(one, roles=one.roles | added.get(one.alias or "", frozenset())) for one in named]


def _zones(document: Document) -> Iterator[tuple[Zone, Span]]:
    """Yield the zones in which parties are named; without a section for the parties, the preamble is estimated."""
    kinds = {SectionKind.COVER: Zone.COVER, SectionKind.PARTIES: Zone.PREAMBLE, SectionKind.RECITAL: Zone.PREAMBLE,
             SectionKind.SIGNATURE: Zone.SIGNATURE}  # fmt: skip
    named = [(kinds[one.kind], one.span) for one in document.sections if one.kind in kinds]
    yield from named
    if not any(zone is Zone.PREAMBLE for zone, _ in named):
        covers = [span.end for zone, span in named if zone is Zone.COVER and span.start < _FRONT]
        contents = [one.span.end for one in document.sections if one.kind is SectionKind.CONTENTS]
        start = max([0, *covers, *(end for end in contents if end < len(document.text) // 2)])
        first = next((one.span.start for one in document.sections if one.span.start > start
                      and one.kind in (SectionKind.ARTICLE, SectionKind.CLAUSE)), start + _FRONT)  # fmt: skip
        end = min(max(first, start + 1500), start + _FRONT, len(document.text))
        yield Zone.PREAMBLE, Span(start, end)


def _name_all(text: str, names: Sequence[Span], zone: Zone, zone_span: Span) -> list[NamedParty]:
    """Return the mentions of the names of a zone, in order."""
    named: list[NamedParty] = []
    later: frozenset[PartyRole] = frozenset()
    later_end = 0
    later_alias: str | None = None
    # Backwards, so that a name can share the roles of the one after it.
    for at in range(len(names) - 1, -1, -1):
        span = names[at]
        limit = names[at + 1].start if at + 1 < len(names) else zone_span.end
        behind = text[span.end : min(limit, span.end + _REACH)]
        roles, length = _roles_behind(behind, zone)
        before = _LABEL.search(text[max(zone_span.start, span.start - _BEFORE) : span.start])
        # *Borrower: NAME* gives the role before the name.
        if before is not None and not roles:
            roles = roles_in(before["role"])
        end = span.end + length
        alias = _alias(behind)
        is_apart = alias is not None and not _shortens(alias, span.of(text)) and alias.replace(" ", "").isalpha()
        shown = Span(limit, max(limit, later_end))
        if not roles and not is_apart and at + 1 < len(names) and _is_joined(text, span, limit, shown):
            roles, end, alias = later, later_end, alias or later_alias
        if not roles:
            end = span.end
        later, later_end, later_alias = roles, end, alias
        start = span.start if before is None else span.start - (len(before[0]))
        named.append(
            NamedParty(
                alias=alias,
                name=_NUMBER.sub("", " ".join(span.of(text).split())),
                span=span,
                zone=zone,
                roles=roles,
                shown=Span(start, max(end, span.end)),
            )
        )
    return named[::-1]


def _alias(behind: str) -> str | None:
    """Return what the bracket right after a name calls it."""
    found = _ALIAS.search(behind)
    return None if found is None else " ".join((found["term"] or found["plain"]).split())


def _roles_behind(behind: str, zone: Zone) -> tuple[frozenset[PartyRole], int]:
    """Return the roles that the text after a name gives to it, and how far that text reaches."""
    stop = (_NEXT_PARTY if zone is Zone.PREAMBLE else _BREAK).search(behind)
    behind = _before_a_class(behind[: stop.start()] if stop is not None else behind)
    # If a line ends with a bracket that gives a role, what follows belongs to the next party.
    first = _BRACKET_ENDS.search(behind)
    if first is not None and roles_in(behind[: first.start()]) and first.end() < len(behind):
        return _roles_behind(behind[: first.start()], zone)
    found: set[PartyRole] = set()
    end = 0
    for pattern in (_AS, _NAMED):
        for match in pattern.finditer(behind):
            quoted = ", ".join(_QUOTED.findall(match[0]))
            roles = roles_in(quoted or next((one for one in match.groups() if one is not None), ""))
            if roles:
                found |= roles
                end = max(end, match.end())
    line = None if found or zone is Zone.PREAMBLE else _role_line(behind)
    if line is not None:
        return roles_in(line), behind.index(line) + len(line)
    return frozenset(found), end


def _is_joined(text: str, name: Span, following: int, shown: Span) -> bool:
    """Return whether only connecting words are between two names, so that they share a role.

    A bracket with a short form of the name may stand between them if the role is given to all: ``each a “Borrower”``.
    """
    between = _ASIDE.sub(" ", text[name.end : following])
    short = _SHORT_NAME.search(between)
    if short is not None and _shortens(short["term"], name.of(text)) and _COLLECTIVE.search(shown.of(text)):
        between = between[: short.start()] + between[short.end() :]
    return len(between) < 160 and bool(_CONNECTING.match(between))


def _shortens(short: str, name: str) -> bool:
    """Return whether a short form begins as the name does: ``Elm`` for *Elm Power LLC*, not ``Holdings`` for it."""
    return short.split()[0].casefold() == name.split()[0].strip(",.").casefold()
