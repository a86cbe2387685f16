"""Borrower and facility agent: the holder of the role, or the party to whom the agreement lends, sells or offers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from loanproof.capabilities.baseline.aids import NamedParty, Paper, PartyRole, Role, Zone
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.deferred_price import sells_for_later
from loanproof.capabilities.baseline.fields.name_lists import below_headings
from loanproof.capabilities.baseline.fields.offered import BORROWER, LENDER_ROLES, by_offer
from loanproof.capabilities.baseline.fields.quoting import shorten
from loanproof.capabilities.baseline.fields.role_holders import (
    AGENT,
    by_bracket,
    by_definition,
    by_front,
    front_candidate,
    key_of,
)
from loanproof.core import Span

_LENDS = re.compile(
    r"\b(?:lend|loans?|advances?|borrow|facility|available|credit)\b[^.;]{0,400}|\brepay\b", re.IGNORECASE
)


def borrower(paper: Paper) -> Iterator[Candidate]:
    """Yield who borrows. If nobody is called the borrower, weaker signs are tried in turn, *the Company* last."""
    found = [
        *by_definition(paper, BORROWER),
        *by_front(paper, BORROWER, PartyRole.BORROWER),
        *by_bracket(paper, BORROWER),
        *below_headings(paper, BORROWER, PartyRole.BORROWER),
    ]
    found = found or [*_by_loan(paper)] or [*_by_sale(paper)] or [*by_offer(paper)]
    yield from found or by_front(paper, BORROWER, PartyRole.COMPANY)


def _by_sale(paper: Paper) -> Iterator[Candidate]:
    """Yield the buyer, if the agreement sells for a price that is paid later instead of lending."""
    if not sells_for_later(paper):
        return
    for party in paper.parties:
        if party.alias in ("Purchaser", "Buyer"):
            yield Candidate(
                field=BORROWER, route=RouteName.FRONT, key=key_of(paper, party), value=party.name,
                evidence=(shorten(paper, party.shown.cover(party.span), party.span),), weight=20,
            )  # fmt: skip


def _by_loan(paper: Paper) -> Iterator[Candidate]:
    """Yield the party to whom a facility clause lends, whatever name the agreement gives it."""
    named = [one for one in paper.parties if one.alias is not None and not one.roles & LENDER_ROLES]
    aliases = {one.alias: one for one in reversed(named) if one.alias is not None}
    if not aliases:
        return
    names = "|".join(re.escape(one) for one in sorted(aliases, key=len, reverse=True))
    lent = re.compile(
        rf"\b(?:to|of|favou?r\s+of)\s+(?:the\s+)?(?P<to>{names})s?\b"
        rf"|\b(?P<who>{names})s?\s+(?:may|shall|will|can)\s+(?:\w+\s+)?(?:re)?(?:borrow|pay)\b"
    )
    for span in (*paper.roles.spans(Role.FACILITY), *paper.roles.spans(Role.REPAYMENT)):
        for sentence in paper.passages.sentences_in(Span(span.start, min(span.end, span.start + 4000))):
            match = lent.search(paper.text, sentence.start, sentence.end)
            if match is not None and _LENDS.search(sentence.of(paper.text)) and not paper.is_attached(sentence.start):
                called = match["to"] or match["who"]
                found = front_candidate(paper, BORROWER, _called(named, called), Zone.PREAMBLE, 20)
                yield replace(found, route=RouteName.SECTION, witness="")
                return


def _called(named: Sequence[NamedParty], alias: str) -> list[NamedParty]:
    """Return the parties that share an alias where they are first given it: *A and B (each an Owner)*."""
    own = [one for one in named if one.alias == alias]
    zone = Zone.PREAMBLE if any(one.zone is Zone.PREAMBLE for one in own) else own[0].zone
    return list({one.name.casefold(): one for one in reversed(own) if one.zone is zone}.values())[::-1]


def facility_agent(paper: Paper) -> Iterator[Candidate]:
    """Yield the agent of the lenders; a security agent or a syndication agent is somebody else."""
    yield from by_definition(paper, AGENT)
    yield from by_front(paper, AGENT, PartyRole.AGENT)
    yield from below_headings(paper, AGENT, PartyRole.AGENT)
