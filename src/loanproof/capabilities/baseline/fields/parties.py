"""Borrower, guarantors and facility agent: who holds a role, by definition, preamble, cover and signature page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import NamedParty, Paper, PartyRole, Role, Zone, roles_in, roles_of_title
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.families import belongs, members
from loanproof.capabilities.baseline.fields.offered import BORROWER, by_offer
from loanproof.capabilities.baseline.fields.quoting import quote_around, shorten
from loanproof.core import FieldId, Span
from loanproof.documents import SectionKind
from loanproof.values import PARTY_KIND, Read

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Definition
    from loanproof.documents import Section
    from loanproof.values import Found, Party, Written

GUARANTORS, AGENT = FieldId("guarantors"), FieldId("facility_agent")
_ZONES = {Zone.PREAMBLE: 30, Zone.COVER: 20, Zone.SIGNATURE: 10}
_DEEPEST = 2
_MOST_NAMES = 60
_WEAK = 10  # the weight of a head noun that may mean somebody else
_ALIAS_REACH = 200  # characters of a definition in which it says who is meant
_GUARANTEES = re.compile(
    r"\b(?P<who>(?:[A-Z][\w&.’'-]*\s+){0,3}[A-Z][\w&’'-]*)\s+(?:hereby\s+)?(?:[a-z]+,?\s+(?:and\s+)?){0,4}guarant(?:ees|ies)\b"
)
_GUARANTEE_FROM = re.compile(
    r"\bguarant(?:ees?|y|ies)\s+(?:[a-z]+\s+){0,4}?(?:from|by)\s+(?:each\s+of\s+)?", re.IGNORECASE
)
_THEN_GUARANTEES = re.compile(r",?\s+(?:hereby\s+)?(?:[a-z]+,?\s+(?:and\s+)?){0,4}guarant(?:ees|ies)\b")
_PERSON = re.compile(r"(?:Mr|Mrs|Ms|Madam|Dr)\.?(?:\s[A-Z][\w’'-]+){1,4}")
_DEFERRED = re.compile(r"\bdeferred\s+(?:\w+\s+)?price\b", re.IGNORECASE)
_LENDING = frozenset({PartyRole.LENDER, PartyRole.AGENT, PartyRole.OTHER_AGENT, PartyRole.ARRANGER})
_LENDS = re.compile(
    r"\b(?:lend|loans?|advances?|borrow|facility|available|credit)\b[^.;]{0,400}|\brepay\b", re.IGNORECASE
)
_LEAD = re.compile(r"(?:[A-Z][\w&.’'-]*[ \t]+){1,3}\Z")
_CLASS = re.compile(r"\b(?:each|any|every|all|certain)\b", re.IGNORECASE)


def borrower(paper: Paper) -> Iterator[Candidate]:
    """Propose who borrows; where nobody is called so, the party called the Company."""
    found = [
        *_by_definition(paper, BORROWER),
        *_by_front(paper, BORROWER, PartyRole.BORROWER),
        *_by_bracket(paper, BORROWER),
    ]
    found = found or [*_by_loan(paper)] or [*_by_sale(paper)] or [*by_offer(paper)]
    yield from found or _by_front(paper, BORROWER, PartyRole.COMPANY)


def _by_sale(paper: Paper) -> Iterator[Candidate]:
    """Propose who buys, where an agreement sells for a price that is paid later instead of lending."""
    if not any(_DEFERRED.search(one.term) for one in paper.definitions.all):
        return
    for party in paper.parties:
        if party.alias in ("Purchaser", "Buyer"):
            yield Candidate(
                field=BORROWER, route=RouteName.FRONT, key=_key(paper, party), value=party.name,
                evidence=(shorten(paper, party.shown.cover(party.span), party.span),), weight=20,
            )  # fmt: skip


def _by_loan(paper: Paper) -> Iterator[Candidate]:
    """Propose the party to whom a facility clause lends, by whatever name the agreement gives it."""
    named = [one for one in paper.parties if one.alias is not None and not one.roles & _LENDING]
    aliases = {one.alias: one for one in reversed(named) if one.alias is not None}
    if not aliases:
        return
    names = "|".join(re.escape(one) for one in sorted(aliases, key=len, reverse=True))
    lent = re.compile(
        rf"\b(?:to|of|favou?r\s+of)\s+(?:the\s+)?(?P<to>{names})\b|\b(?P<who>{names})\s+(?:may|shall|will|can)\s+(?:\w+\s+)?(?:re)?(?:borrow|pay)\b"
    )
    for span in (*paper.roles.spans(Role.FACILITY), *paper.roles.spans(Role.REPAYMENT)):
        for sentence in paper.passages.sentences_in(Span(span.start, min(span.end, span.start + 4000))):
            match = lent.search(paper.text, sentence.start, sentence.end)
            if match is not None and _LENDS.search(sentence.of(paper.text)) and not paper.is_attached(sentence.start):
                party = aliases[match["to"] or match["who"]]
                yield Candidate(
                    field=BORROWER, route=RouteName.SECTION, key=_key(paper, party), value=party.name,
                    evidence=(shorten(paper, party.shown, party.span),), weight=20,
                )  # fmt: skip
                return


def facility_agent(paper: Paper) -> Iterator[Candidate]:
    """Propose who is the agent of the lenders; an agent for security or a syndicate is somebody else."""
    yield from _by_definition(paper, AGENT)
    yield from _by_front(paper, AGENT, PartyRole.AGENT)


def guarantors(paper: Paper) -> Iterator[Candidate]:
    """Propose who guarantees: names where there are any, else the class that the definition describes."""
    found = [
        *_by_definition(paper, GUARANTORS),
        *_by_front(paper, GUARANTORS, PartyRole.GUARANTOR),
        *_by_guarantee(paper),
        *_by_list(paper),
    ]
    found += _by_bracket(paper, GUARANTORS) if not found else ()
    found += [*_by_clause(paper), *_by_class(paper)] if not found else ()
    yield from found or _by_support(paper)


def _by_support(paper: Paper) -> Iterator[Candidate]:
    """Propose those who are said to guarantee: ``a guarantee from NAME``, ``NAME unconditionally guarantees``."""
    named: dict[str, tuple[str, Span]] = {}
    for match in _GUARANTEE_FROM.finditer(paper.text):
        if paper.is_attached(match.start()) or Role.REPRESENTATIONS in paper.roles.above(match.start()):
            continue
        behind = Span(match.end(), min(len(paper.text), match.end() + 120))
        party = next((one.span for one in paper.inside(PARTY_KIND, behind) if one.span.start == behind.start), None)
        person = _PERSON.match(paper.text, match.end())
        span = party if party is not None else Span(*person.span()) if person is not None else None
        if span is not None:
            named.setdefault(
                " ".join(span.of(paper.text).lower().split()), (" ".join(span.of(paper.text).split()), span)
            )
    for found in paper.mentions.of(PARTY_KIND) if not named else ():
        if _THEN_GUARANTEES.match(paper.text, found.span.end) and not paper.is_attached(found.span.start):
            named.setdefault(
                found.span.of(paper.text).lower(), (" ".join(found.span.of(paper.text).split()), found.span)
            )
    if named:
        yield Candidate(
            field=GUARANTORS, route=RouteName.SENTENCE, key=" & ".join(sorted(named)),
            value=[name for name, _ in named.values()],
            evidence=tuple(_quotes(paper, [span for _, span in named.values()], None)), weight=15,
        )  # fmt: skip


def _by_definition(paper: Paper, field: FieldId) -> Iterator[Candidate]:
    for definition, weight in members(paper, field):
        named = _named_by(paper, definition, _DEEPEST, has_aliases=weight > _WEAK)
        if named:
            yield _candidate(paper, field, RouteName.DEFINITION, named, definition.span.start, weight)


def _named_by(paper: Paper, definition: Definition, depth: int, *, has_aliases: bool = False) -> list[Found[Party]]:
    """Return the names in the first sentence of a definition, else those of the terms that it is written with."""
    first = paper.passages.sentence_at(definition.body.start)
    inside = (
        Span(definition.body.start, min(first.end, definition.body.end))
        if first.end > definition.body.start
        else definition.body
    )
    names = list(paper.inside(PARTY_KIND, inside))
    names = names or (_by_alias(paper, inside) if has_aliases else [])
    if names or depth == 0 or _CLASS.match(inside.of(paper.text).lstrip()):
        return names[:_MOST_NAMES]
    for used in paper.definitions.uses(definition)[:2]:
        if belongs(BORROWER, used.words) and not belongs(BORROWER, definition.words):
            continue  # who guarantees a borrower is not the borrower
        deeper = _named_by(paper, used, depth - 1)
        if deeper:
            return deeper[:1]
    return []


def _by_alias(paper: Paper, span: Span) -> list[Found[Party]]:
    """Return the parties that a stretch names by what the preamble calls them: ``means the Parent and each …``."""
    words = span.of(paper.text)[:_ALIAS_REACH]
    found: list[Found[Party]] = []
    for one in paper.parties:
        if one.alias is not None and not belongs(BORROWER, tuple(one.alias.lower().split())):
            at = re.search(rf"\b{re.escape(one.alias)}\b", words)
            if at is not None:
                found += list(paper.inside(PARTY_KIND, one.span))[:1]
    distinct = {PARTY_KIND.canonical(one.candidates[0]): one for one in reversed(found)}
    return sorted(distinct.values(), key=lambda one: one.span)


def _by_bracket(paper: Paper, field: FieldId) -> Iterator[Candidate]:
    """Propose the party that a bracket in running text gives the role to: ``offers NAME (the “Borrower”) a loan``."""
    for term in paper.definitions.inline:
        if not belongs(field, term.words) or paper.is_attached(term.span.start):
            continue
        before = Span(max(0, term.span.start - 160), term.span.start)
        named = list(paper.inside(PARTY_KIND, before))
        between = paper.text[named[-1].span.end : term.span.start] if named else ". "
        if named and not re.search(r"[.;]\s|\n\s*\n", between):
            found = _candidate(paper, field, RouteName.SENTENCE, named[-1:], None, 15)
            shown = quote_around(paper, Span(named[-1].span.start, term.span.end))
            yield replace(found, evidence=(shown,))


def _by_front(paper: Paper, field: FieldId, role: PartyRole) -> Iterator[Candidate]:
    for zone, weight in _ZONES.items():
        named = [one for one in paper.parties if one.zone is zone and role in one.roles]
        if role is PartyRole.COMPANY:  # "Obligor Guarantor" is a company that does not borrow
            named = [one for one in named if PartyRole.GUARANTOR not in one.roles]
        if field != GUARANTORS and zone is not Zone.PREAMBLE:
            named = named[:1]
        distinct = list({_key(paper, one): one for one in reversed(named)}.values())[::-1]
        if field == AGENT:
            distinct = distinct[:1]
        if distinct:
            yield _front_candidate(paper, field, distinct, zone, weight)


def _front_candidate(paper: Paper, field: FieldId, named: Sequence[NamedParty], zone: Zone, weight: int) -> Candidate:
    names = [one.name for one in named]
    spans: list[Span] = []
    for one in named:
        shown = shorten(paper, one.shown, one.span)
        if not any(span.contains(one.span) for span in spans):
            spans.append(shown)
    return Candidate(
        field=field,
        route=RouteName.FRONT,
        witness=f"front:{zone}",
        key=" & ".join(sorted(_key(paper, one) for one in named)),
        value=_written(field, names),
        evidence=tuple(spans),
        weight=weight,
    )


def _by_guarantee(paper: Paper) -> Iterator[Candidate]:
    """Propose the names that a schedule of guarantors lists, or an attached guaranty begins with."""
    for section in paper.roles.sections(Role.GUARANTEE):
        if section.kind not in (SectionKind.SCHEDULE, SectionKind.EXHIBIT, SectionKind.PART, SectionKind.ANNEX):
            continue
        yield from _listed(paper, section, 20)


def _by_list(paper: Paper) -> Iterator[Candidate]:
    """Propose the names of the schedule that the preamble refers to: ``listed in Part II … as guarantors``."""
    for zone in (one.span for one in paper.document.sections if one.kind is SectionKind.PARTIES):
        for piece in paper.passages.pieces_in(zone):
            if PartyRole.GUARANTOR not in roles_in(piece.of(paper.text)):
                continue
            for section in paper.referred(piece):
                if Role.LENDERS not in roles_of_title(section.title or ""):
                    yield from _listed(paper, section, 25)


def _listed(paper: Paper, section: Section, weight: int) -> Iterator[Candidate]:
    """Propose the names of a list, each with the words before it on its line."""
    span = Span(section.span.start, min(section.span.end, section.span.start + 4000))
    named: dict[str, tuple[str, Span]] = {}
    for found in paper.inside(PARTY_KIND, span):
        line = paper.text.rfind("\n", 0, found.span.start) + 1
        lead = _LEAD.search(paper.text[max(line, section.span.start) : found.span.start])
        start = found.span.start - (len(lead[0]) if lead is not None else 0)
        name = " ".join(paper.text[start : found.span.end].split())
        reading = PARTY_KIND.parse(name, paper.context)
        if isinstance(reading, Read):
            named.setdefault(PARTY_KIND.canonical(reading.value), (name, Span(start, found.span.end)))
    if named:
        spans = [one for _, one in named.values()]
        yield Candidate(
            field=GUARANTORS, route=RouteName.SECTION, key=" & ".join(sorted(named)),
            value=[name for name, _ in named.values()], evidence=tuple(_quotes(paper, spans, None)), weight=weight,
        )  # fmt: skip


def _by_clause(paper: Paper) -> Iterator[Candidate]:
    """Propose the party that an article on the guarantee says guarantees, where no list names anybody."""
    for span in paper.roles.spans(Role.GUARANTEE):
        for sentence in paper.passages.sentences_in(span):
            match = _GUARANTEES.search(paper.text, sentence.start, sentence.end)
            if match is None or paper.is_attached(sentence.start):
                continue
            found = _called(paper, match["who"])
            if found is not None:
                yield found
                return


def _called(paper: Paper, who: str) -> Candidate | None:
    """Return the guarantor that a defined term or a name of the preamble stands for."""
    term = paper.definitions.named(who)
    named = [] if term is None else _named_by(paper, term, 1)
    if named and term is not None:
        return _candidate(paper, GUARANTORS, RouteName.SECTION, named[:1], term.span.start, 15)
    party = next((one for one in paper.parties if one.alias == who and not one.roles & _LENDING), None)
    if party is None:
        return None
    return Candidate(
        field=GUARANTORS, route=RouteName.SECTION, key=_key(paper, party), value=[party.name],
        evidence=(shorten(paper, party.shown.cover(party.span), party.span),), weight=15,
    )  # fmt: skip


def _by_class(paper: Paper) -> Iterator[Candidate]:
    for definition, weight in members(paper, GUARANTORS):
        sentence = paper.passages.sentence_at(definition.body.start)
        body = Span(definition.body.start, max(definition.body.start, min(sentence.end, definition.body.end)))
        words = " ".join(body.of(paper.text).split()).strip(" .,;:")
        if _CLASS.match(words) or words.startswith("collectively"):
            yield Candidate(
                field=GUARANTORS,
                route=RouteName.DEFINITION,
                key=words.lower(),
                value=words.removeprefix("collectively, ").removeprefix("collectively "),
                evidence=(quote_around(paper, body, start=definition.span.start), *_borrower_named(paper, words)),
                weight=weight,
            )


def _borrower_named(paper: Paper, words: str) -> Iterator[Span]:
    """Yield where the borrower is named, if a class of guarantors counts it in."""
    if "the Borrower" in words:
        yield from (one.evidence[0] for one in list(_by_definition(paper, BORROWER))[:1])


def _candidate(
    paper: Paper, field: FieldId, route: RouteName, named: Sequence[Found[Party]], start: int | None, weight: int
) -> Candidate:
    distinct = {PARTY_KIND.canonical(one.candidates[0]): one for one in reversed(named)}
    kept = sorted(distinct.values(), key=lambda one: one.span)
    if field == AGENT:
        kept = kept[:1]
    return Candidate(
        field=field,
        route=route,
        key=" & ".join(sorted(PARTY_KIND.canonical(one.candidates[0]) for one in kept)),
        value=_written(field, [" ".join(one.span.of(paper.text).split()) for one in kept]),
        evidence=tuple(_quotes(paper, [one.span for one in kept], start)),
        weight=weight,
    )


def _quotes(paper: Paper, spans: Iterable[Span], start: int | None) -> Iterator[Span]:
    shown: list[Span] = []
    for span in spans:
        if any(one.contains(span) for one in shown):
            continue
        near = start if start is not None and 0 <= span.start - start < 400 else None
        shown.append(quote_around(paper, span, start=near))
        yield shown[-1]


def _key(paper: Paper, named: NamedParty) -> str:
    found = next(iter(paper.inside(PARTY_KIND, named.span)), None)
    return named.name.lower() if found is None else PARTY_KIND.canonical(found.candidates[0])


def _written(field: FieldId, names: list[str]) -> Written:
    return names if field == GUARANTORS or len(names) > 1 else names[0]
