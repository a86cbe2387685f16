"""Who holds a role in a loan: by its definition, on the cover, in the preamble, on signature pages or by a bracket."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import NamedParty, Paper, PartyRole, Zone
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.families import belongs, members
from loanproof.capabilities.baseline.fields.offered import BORROWER
from loanproof.capabilities.baseline.fields.quoting import quote_around, shorten
from loanproof.core import FieldId, Span
from loanproof.values import PARTY_KIND

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Definition
    from loanproof.values import Found, Party, Written

GUARANTORS, AGENT = FieldId("guarantors"), FieldId("facility_agent")
_ZONE_WEIGHTS = {Zone.PREAMBLE: 30, Zone.COVER: 20, Zone.SIGNATURE: 10}
_MAX_DEPTH = 2  # definitions from the role to the name
_MAX_NAMES = 60
_WEAK_WEIGHT = 10  # the weight of a head noun that may mean somebody else
_ALIAS_REACH = 200  # characters of a definition in which it says who is meant
# Words that describe a class instead of naming parties.
CLASS = re.compile(r"\b(?:each|any|every|all|certain)\b", re.IGNORECASE)


def by_definition(paper: Paper, field: FieldId) -> Iterator[Candidate]:
    """Yield the parties that the definitions of a role name."""
    for definition, weight in members(paper, field):
        named = named_by(paper, definition, _MAX_DEPTH, has_aliases=weight > _WEAK_WEIGHT)
        if named:
            yield candidate_of(paper, field, RouteName.DEFINITION, named, definition.span.start, weight)


def named_by(paper: Paper, definition: Definition, depth: int, *, has_aliases: bool = False) -> list[Found[Party]]:
    """Return the names in the first sentence of a definition, else the first that the terms used there lead to."""
    first = paper.passages.sentence_at(definition.body.start)
    inside = (
        Span(definition.body.start, min(first.end, definition.body.end))
        if first.end > definition.body.start
        else definition.body
    )
    names = list(paper.inside(PARTY_KIND, inside))
    names = names or (_by_alias(paper, inside) if has_aliases else [])
    if names or depth == 0 or CLASS.match(inside.of(paper.text).lstrip()):
        return names[:_MAX_NAMES]
    for used in paper.definitions.uses(definition)[:2]:
        if belongs(BORROWER, used.words) and not belongs(BORROWER, definition.words):
            continue  # *a guarantor of the Borrower* is not the borrower
        deeper = named_by(paper, used, depth - 1)
        if deeper:
            return deeper[:1]
    return []


def _by_alias(paper: Paper, span: Span) -> list[Found[Party]]:
    """Return the parties that a span names by their alias in the preamble: *means the Parent and each …*."""
    words = span.of(paper.text)[:_ALIAS_REACH]
    found: list[Found[Party]] = []
    for one in paper.parties:
        if one.alias is not None and not belongs(BORROWER, tuple(one.alias.lower().split())):
            at = re.search(rf"\b{re.escape(one.alias)}\b", words)
            if at is not None:
                found += list(paper.inside(PARTY_KIND, one.span))[:1]
    distinct = {PARTY_KIND.canonical(one.candidates[0]): one for one in reversed(found)}
    return sorted(distinct.values(), key=lambda one: one.span)


def by_bracket(paper: Paper, field: FieldId) -> Iterator[Candidate]:
    """Yield the party to which a bracket in running text gives the role: *offers NAME (the “Borrower”) a loan*."""
    for term in paper.definitions.inline:
        if not belongs(field, term.words) or paper.is_attached(term.span.start):
            continue
        before = Span(max(0, term.span.start - 160), term.span.start)
        named = list(paper.inside(PARTY_KIND, before))
        between = paper.text[named[-1].span.end : term.span.start] if named else ". "
        if named and not re.search(r"[.;]\s|\n\s*\n", between):
            found = candidate_of(paper, field, RouteName.SENTENCE, named[-1:], None, 15)
            shown = quote_around(paper, Span(named[-1].span.start, term.span.end))
            yield replace(found, evidence=(shown,))


def by_front(paper: Paper, field: FieldId, role: PartyRole) -> Iterator[Candidate]:
    """Yield the parties with a role on the cover, in the preamble and on signature pages."""
    for zone, weight in _ZONE_WEIGHTS.items():
        named = [one for one in paper.parties if one.zone is zone and role in one.roles]
        if role is PartyRole.COMPANY:  # a company that is also a guarantor does not borrow
            named = [one for one in named if PartyRole.GUARANTOR not in one.roles]
        if field != GUARANTORS and zone is not Zone.PREAMBLE:
            named = named[:1]
        distinct = list({key_of(paper, one): one for one in reversed(named)}.values())[::-1]
        if field == AGENT:
            distinct = distinct[:1]
        if distinct:
            yield front_candidate(paper, field, distinct, zone, weight)


def front_candidate(paper: Paper, field: FieldId, named: Sequence[NamedParty], zone: Zone, weight: int) -> Candidate:
    """Return the candidate for the parties of one zone, with a quote for each that is not yet shown."""
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
        key=" & ".join(sorted(key_of(paper, one) for one in named)),
        value=_written(field, names),
        evidence=tuple(spans),
        weight=weight,
    )


def candidate_of(
    paper: Paper, field: FieldId, route: RouteName, named: Sequence[Found[Party]], start: int | None, weight: int
) -> Candidate:
    """Return the candidate for parties that a text names, each once, in their order."""
    distinct = {PARTY_KIND.canonical(one.candidates[0]): one for one in reversed(named)}
    kept = sorted(distinct.values(), key=lambda one: one.span)
    if field == AGENT:
        kept = kept[:1]
    return Candidate(
        field=field,
        route=route,
        key=" & ".join(sorted(PARTY_KIND.canonical(one.candidates[0]) for one in kept)),
        value=_written(field, [" ".join(one.span.of(paper.text).split()) for one in kept]),
        evidence=tuple(quotes_of(paper, [one.span for one in kept], start)),
        weight=weight,
    )


def quotes_of(paper: Paper, spans: Iterable[Span], start: int | None) -> Iterator[Span]:
    """Yield the passages that show the names, one for names that are close together."""
    shown: list[Span] = []
    for span in spans:
        if any(one.contains(span) for one in shown):
            continue
        near = start if start is not None and 0 <= span.start - start < 400 else None
        shown.append(quote_around(paper, span, start=near))
        yield shown[-1]


def key_of(paper: Paper, named: NamedParty) -> str:
    """Return the canonical name of a party."""
    found = next(iter(paper.inside(PARTY_KIND, named.span)), None)
    return named.name.lower() if found is None else PARTY_KIND.canonical(found.candidates[0])


def _written(field: FieldId, names: list[str]) -> Written:
    """Return a list for guarantors or several names, else the single name."""
    return names if field == GUARANTORS or len(names) > 1 else names[0]
