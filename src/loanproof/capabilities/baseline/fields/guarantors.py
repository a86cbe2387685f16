"""Guarantors: their names, by role, list, guarantee clause or support, or else the class that describes them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Paper, PartyRole, Role, roles_in, roles_of_title
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.families import members
from loanproof.capabilities.baseline.fields.name_lists import below_headings, listed_candidate, names_from
from loanproof.capabilities.baseline.fields.offered import BORROWER
from loanproof.capabilities.baseline.fields.quoting import quote_around, shorten
from loanproof.capabilities.baseline.fields.role_holders import (
    CLASS,
    GUARANTORS,
    by_bracket,
    by_definition,
    by_front,
    candidate_of,
    key_of,
    named_by,
    quotes_of,
)
from loanproof.core import PhrasePattern, Span, WordTable, load_words
from loanproof.documents import SectionKind
from loanproof.values import PARTY_KIND, Read

if TYPE_CHECKING:
    from loanproof.documents import Section


class _Words(WordTable):
    """What a guarantee is for, and who may give it."""

    for_others: PhrasePattern
    of_others: PhrasePattern
    not_given: PhrasePattern
    backs_loan: PhrasePattern


_WORDS = load_words(__package__, "guarantors", _Words)
_GUARANTEES = re.compile(
    r"\b(?P<who>(?:[A-Z][\w&’'-]*\s+){0,3}[A-Z][\w&’'-]*)\s+"
    r"(?:hereby\s+)?(?:[a-z]+,?\s+(?:and\s+)?){0,4}guarant(?:ees|ies)\b"
)
_GUARANTEE_FROM = re.compile(
    r"\b(?:guarant(?:ees?|y|ies)|guaranteed)\s+(?:[\w.,'-]+\s+){0,9}?"
    r"(?:from|by|of|between)\s+(?:each\s+of\s+|the\s+Company\s+and\s+)?(?:\(?[ia1]\)\s+)?",
    re.IGNORECASE,
)
_EACH_OF = re.compile(
    r"[\s:]*(?:means?\s+)?"
    r"(?:(?:each|all|both|any)\s+(?:and\s+(?:every|all)\s+)?of\s+|either\s+of\s+)?(?:\(?[ia1]\)\s+)?"
)
_ROLE_BEHIND = re.compile(
    r",?\s+(?:as|the)\s+(?:(?:an?|the|joint|original|corporate|parent|personal)\s+){0,2}guarantors?\b"
    r"|\s*\((?:as\s+)?(?:the\s+|an?\s+)?(?:corporate\s+|parent\s+)?guarantor\)",
    re.IGNORECASE,
)
_EACH_OF_SEVERAL = re.compile(r"\b(?:each|both|all)\s+of\s+(?:the\s+)?(?=[A-Z])", re.IGNORECASE)
_THEN_GUARANTEES = re.compile(r",?\s+(?:hereby\s+)?(?:[a-z]+,?\s+(?:and\s+)?){0,4}guarant(?:ees|ies)\b")
_NOT_GIVEN = re.compile(rf"(?:{_WORDS.not_given.pattern})[^.;:]{{0,80}}\Z", re.IGNORECASE)
_TERM = re.compile(r"(?:(?:the|each)\s+)?(?P<term>[A-Z][\w-]*(?:\s+[A-Z][\w-]*){0,3})")
_NEXT_TERM = re.compile(r"\s*[,;]?\s*(?:and\s+)?(?:\(\w{1,3}\)\s*)?(?=(?:the|each)\s+[A-Z]|[A-Z])")
_COLLECTIVELY = re.compile(r"[\s:,]*(?:means?[\s,]+)?(?:(?:collectively|together|jointly),?\s+)?(?:\(?[ia1]\)\s+)?")
_START_OF_NAME = re.compile(r"(?:[A-Z][\w&.’'-]*[ \t]+){1,3}\Z")  # capitalised words that belong to the next name


def guarantors(paper: Paper) -> Iterator[Candidate]:
    """Yield who guarantees; each weaker way is tried only if the stronger ones find nothing."""
    defined = [*by_definition(paper, GUARANTORS), *_by_people(paper), *_by_terms(paper)]
    found = [
        *(one for one in defined if not any(_says_more(other, one) for other in defined)),
        *by_front(paper, GUARANTORS, PartyRole.GUARANTOR),
        *_by_guarantee(paper),
        *_by_list(paper),
        *below_headings(paper, GUARANTORS, PartyRole.GUARANTOR),
    ]
    if not found:
        bracketed, supporting = list(by_bracket(paper, GUARANTORS)), list(_by_support(paper))
        # A list of all guarantees names more guarantors than the bracket behind one of them.
        more = [one for one in supporting if any(_is_among(own, one) for own in bracketed)]
        found = more or bracketed or [*_by_role_behind(paper)] or [*_by_clause(paper), *_by_class(paper)] or supporting
    yield from found


def _by_role_behind(paper: Paper) -> Iterator[Candidate]:
    """Yield the parties that the words right behind their names call guarantors, as on an unmarked signature page."""
    named = [
        one.span
        for one in paper.mentions.of(PARTY_KIND)
        if _ROLE_BEHIND.match(paper.text, one.span.end) and not paper.is_attached(one.span.start)
    ]
    if named:
        yield replace(listed_candidate(paper, GUARANTORS, named, 15), route=RouteName.FRONT, witness="front:role")


def _is_among(one: Candidate, more: Candidate) -> bool:
    """Return whether another candidate names the guarantors of one and somebody else."""
    return set(one.key.split(" & ")) < set(more.key.split(" & "))


def _says_more(more: Candidate, one: Candidate) -> bool:
    """Return whether another reading of the definitions has all guarantors of one, perhaps told apart, and more."""
    if more.route is not one.route or not isinstance(more.value, list) or not isinstance(one.value, list):
        return False
    is_joined = any(" and ".join(more.value) == name for name in one.value)
    return len(more.value) > len(one.value) and (is_joined or _is_among(one, more))


def _by_support(paper: Paper) -> Iterator[Candidate]:
    """Yield the parties that a sentence calls guarantors: *a guarantee from NAME*, *NAME … guarantees*."""
    named: list[Span] = []
    called: list[Candidate] = []
    for match in _GUARANTEE_FROM.finditer(paper.text):
        sentence = paper.passages.sentence_at(match.start())
        before = Span(sentence.start, max(sentence.start, match.start())).of(paper.text)
        if _WORDS.for_others.search(match[0]) or _NOT_GIVEN.search(before) or _WORDS.of_others.search(before):
            continue
        if not paper.is_attached(match.start()) and Role.REPRESENTATIONS not in paper.roles.above(match.start()):
            named += names_from(paper, match.end())
            called += _giver(paper, match)
    if called and not named:
        yield replace(called[0], route=RouteName.SENTENCE)
        return
    if not named:
        named = [
            one.span
            for one in paper.mentions.of(PARTY_KIND)
            if _THEN_GUARANTEES.match(paper.text, one.span.end) and not paper.is_attached(one.span.start)
        ]
    if named:
        yield replace(listed_candidate(paper, GUARANTORS, named, 15), route=RouteName.SENTENCE)


def _giver(paper: Paper, guarantee: re.Match[str]) -> Iterator[Candidate]:
    """Yield whom a defined term names as the giver of a guarantee that the loan requires: *from the Sponsor*."""
    who = _TERM.match(paper.text, guarantee.end())
    is_given = re.search(r"\b(?:from|by)\s+\Z", guarantee[0], re.IGNORECASE)
    elsewhere = paper.roles.above(guarantee.start()) & {Role.COVENANTS, Role.EVENTS_OF_DEFAULT, Role.TRANSFERS}
    if who is None or not is_given or elsewhere or not _WORDS.backs_loan.search(who["term"]):
        return
    term = paper.definitions.named(who["term"])
    if term is None or _first_named(paper, term.body):
        yield from (one for one in [_called(paper, who["term"])] if one is not None)


def _by_terms(paper: Paper) -> Iterator[Candidate]:
    """Yield all whom the terms of a definition name: *means the Parent and each Subsidiary Guarantor*."""
    for definition, weight in members(paper, GUARANTORS):
        named: list[Span] = []
        start = _COLLECTIVELY.match(paper.text, definition.body.start)
        at, count = definition.body.start if start is None else start.end(), 0
        while (match := _TERM.match(paper.text, at)) is not None and match.end() <= definition.body.end:
            named += _all_called(paper, match["term"])
            count += 1
            following = _NEXT_TERM.match(paper.text, match.end())
            if following is None:
                break
            at = following.end()
        if count > 1 and len(named) > 1:
            yield replace(listed_candidate(paper, GUARANTORS, named, weight), route=RouteName.DEFINITION)


def _all_called(paper: Paper, who: str) -> Iterator[Span]:
    """Yield the names of all parties that a defined term or an alias in the preamble stands for."""
    if roles_in(who) & {PartyRole.BORROWER}:
        return
    term = paper.definitions.named(who)
    if term is not None:
        yield from _first_named(paper, term.body)
        return
    yield from (one.span for one in [one for one in paper.parties if one.alias == who][:1])


def _by_guarantee(paper: Paper) -> Iterator[Candidate]:
    """Yield the names that a schedule of guarantors lists or that an attached guarantee begins with."""
    for section in paper.roles.sections(Role.GUARANTEE):
        if section.kind not in (
            SectionKind.SCHEDULE,
            SectionKind.EXHIBIT,
            SectionKind.PART,
            SectionKind.ANNEX,
            SectionKind.APPENDIX,
        ):
            continue
        yield from _listed(paper, section, 20)


def _by_people(paper: Paper) -> Iterator[Candidate]:
    """Yield the people that a definition names: *each of NAME and NAME*."""
    for definition, weight in members(paper, GUARANTORS):
        named = _first_named(paper, definition.body)
        if named:
            yield replace(listed_candidate(paper, GUARANTORS, named, weight), route=RouteName.DEFINITION)


def _first_named(paper: Paper, body: Span) -> list[Span]:
    """Return the names with which a definition begins; what it names later may be left out of it, or owned by it."""
    start = _EACH_OF.match(paper.text, body.start)
    is_several = start is not None and "of" in start[0].split()
    named = [] if start is None else list(names_from(paper, start.end(), is_bare=True, is_several=is_several))
    return named if all(body.contains(one) for one in named) else []


def _by_list(paper: Paper) -> Iterator[Candidate]:
    """Yield the names in the schedule that the preamble refers to: *listed in Part II … as guarantors*."""
    for zone in (one.span for one in paper.document.sections if one.kind is SectionKind.PARTIES):
        for piece in paper.passages.pieces_in(zone):
            if PartyRole.GUARANTOR not in roles_in(piece.of(paper.text)):
                continue
            for section in paper.referred(piece):
                if Role.LENDERS not in roles_of_title(section.title or ""):
                    yield from _listed(paper, section, 25)


def _listed(paper: Paper, section: Section, weight: int) -> Iterator[Candidate]:
    """Yield the names of a list as one candidate, each with the capitalised words before it on its line."""
    span = Span(section.span.start, min(section.span.end, section.span.start + 4000))
    named: dict[str, tuple[str, Span]] = {}
    for found in paper.inside(PARTY_KIND, span):
        line = paper.text.rfind("\n", 0, found.span.start) + 1
        lead = _START_OF_NAME.search(paper.text[max(line, section.span.start) : found.span.start])
        start = found.span.start - (len(lead[0]) if lead is not None else 0)
        name = " ".join(paper.text[start : found.span.end].split())
        reading = PARTY_KIND.parse(name, paper.context)
        if isinstance(reading, Read):
            named.setdefault(PARTY_KIND.canonical(reading.value), (name, Span(start, found.span.end)))
    if named:
        spans = [one for _, one in named.values()]
        yield Candidate(
            field=GUARANTORS, route=RouteName.SECTION, key=" & ".join(sorted(named)),
            value=[name for name, _ in named.values()], evidence=tuple(quotes_of(paper, spans, None)), weight=weight,
        )  # fmt: skip


def _by_clause(paper: Paper) -> Iterator[Candidate]:
    """Yield the first party that an article on the guarantee says guarantees."""
    for span in paper.roles.spans(Role.GUARANTEE):
        for sentence in paper.passages.sentences_in(span):
            match = _GUARANTEES.search(paper.text, sentence.start, sentence.end)
            if match is None or paper.is_attached(sentence.start):
                continue
            several = list(_each_called(paper, sentence, match.end()))
            if several:
                yield listed_candidate(paper, GUARANTORS, several, 15)
                return
            words = match["who"].split()
            called = (_called(paper, " ".join(words[at:])) for at in range(len(words)))  # "The Company", then "Company"
            found = next((one for one in called if one is not None), None)
            if found is not None:
                yield found
                return


def _each_called(paper: Paper, sentence: Span, end: int) -> Iterator[Span]:
    """Yield the parties that a sentence names by their aliases before it says that each of them guarantees."""
    start = _EACH_OF_SEVERAL.search(paper.text, sentence.start, end)
    words = "" if start is None else paper.text[start.end() : end]
    if not re.search(r"\band\b", words):
        return
    for one in {one.alias: one for one in reversed(paper.parties) if one.alias is not None}.values():
        if re.search(rf"\b{re.escape(one.alias or '')}\b", words) and PartyRole.BORROWER not in one.roles:
            yield one.span


def _called(paper: Paper, who: str) -> Candidate | None:
    """Return the guarantor that a defined term or an alias in the preamble stands for, or None."""
    term = paper.definitions.named(who)
    named = [] if term is None else named_by(paper, term, 1)
    if named and term is not None:
        return candidate_of(paper, GUARANTORS, RouteName.SECTION, named[:1], term.span.start, 15)
    party = next((one for one in paper.parties if one.alias == who), None)
    if party is None:
        return None
    return Candidate(
        field=GUARANTORS, route=RouteName.SECTION, key=key_of(paper, party), value=[party.name],
        evidence=(shorten(paper, party.shown.cover(party.span), party.span),), weight=15,
    )  # fmt: skip


def _by_class(paper: Paper) -> Iterator[Candidate]:
    """Yield the class of guarantors that a definition describes: *each Material Subsidiary*."""
    for definition, weight in members(paper, GUARANTORS):
        sentence = paper.passages.sentence_at(definition.body.start)
        body = Span(definition.body.start, max(definition.body.start, min(sentence.end, definition.body.end)))
        words = " ".join(body.of(paper.text).split()).strip(" .,;:")
        if CLASS.match(words) or words.startswith("collectively"):
            yield Candidate(
                field=GUARANTORS,
                route=RouteName.DEFINITION,
                key=words.lower(),
                value=words.removeprefix("collectively, ").removeprefix("collectively "),
                evidence=(quote_around(paper, body, start=definition.span.start), *_borrower_named(paper, words)),
                weight=weight,
            )


def _borrower_named(paper: Paper, words: str) -> Iterator[Span]:
    """Yield a quote that names the borrower, if the class of guarantors refers to it."""
    if "the Borrower" in words:
        yield from (one.evidence[0] for one in list(by_definition(paper, BORROWER))[:1])
