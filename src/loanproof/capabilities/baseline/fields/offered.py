"""The borrower in a letter: the party that a loan is offered to, or the addressee. Letters often only say “you”."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Paper, PartyRole
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.core import FieldId, Span
from loanproof.values import PARTY_KIND

if TYPE_CHECKING:
    from loanproof.values import Found, Party

BORROWER = FieldId("borrower")
_OFFERS = re.compile(
    r"\b(?:offer(?:s|ing)?|lends?|make(?:s)?\s+available|grants?|provide|advance|sanction(?:ed)?)\s+"
    r"(?:to\s+)?(?:you,?\s+)?(?:M/s\.?\s+)?",
    re.IGNORECASE,
)
_SALUTATION = re.compile(r"\n\s*(?:Dear\b|Sirs?\b|Gentlemen\b|Ladies\b)")
_REACH = 6000  # characters in which a letter says to whom it offers
_MAX_DISTANCE = 4  # characters from the word that offers to the name
LENDER_ROLES = frozenset({PartyRole.LENDER, PartyRole.AGENT, PartyRole.OTHER_AGENT, PartyRole.ARRANGER})
"""The roles of those who lend, or act for those who do."""


def by_offer(paper: Paper) -> Iterator[Candidate]:
    """Yield the party after a word that offers, or else the last one named above the salutation; never a lender."""
    found = list(_offered(paper)) or list(_addressed(paper))
    lenders = {PARTY_KIND.canonical(one) for one in _lenders(paper)}
    for party, route, weight in found:
        key = PARTY_KIND.canonical(party.candidates[0])
        if key not in lenders:
            yield Candidate(
                field=BORROWER, route=route, key=key, value=" ".join(party.span.of(paper.text).split()),
                evidence=(quote_around(paper, party.span),), weight=weight,
            )  # fmt: skip


def _offered(paper: Paper) -> Iterator[tuple[Found[Party], RouteName, int]]:
    """Yield the parties that directly follow a word that offers or lends."""
    for match in _OFFERS.finditer(paper.text, 0, _REACH):
        behind = Span(match.end(), min(len(paper.text), match.end() + 120))
        party = next(iter(paper.inside(PARTY_KIND, behind)), None)
        if party is not None and party.span.start - match.end() <= _MAX_DISTANCE:
            yield party, RouteName.SENTENCE, 15


def _addressed(paper: Paper) -> Iterator[tuple[Found[Party], RouteName, int]]:
    """Yield the last party above the salutation."""
    greeting = _SALUTATION.search(paper.text, 0, _REACH)
    above = [] if greeting is None else list(paper.inside(PARTY_KIND, Span(0, greeting.start())))
    if len(above) > 1:  # the first is the letterhead
        yield above[-1], RouteName.FRONT, 10


def _lenders(paper: Paper) -> Iterator[Party]:
    """Yield the parties that have the role of a lender, an agent or an arranger."""
    for one in paper.parties:
        if one.roles & LENDER_ROLES:
            yield from (found.candidates[0] for found in paper.inside(PARTY_KIND, one.span))
