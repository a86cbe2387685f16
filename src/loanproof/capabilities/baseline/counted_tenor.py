"""A tenor that no route finds, counted from the date of the agreement to the maturity date.

If the document also writes this period about the loan, that wording is quoted together with the two dates. If it writes
the period only about something else, nothing is stated, because a reader would take that wording for the source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.fields import Candidate, RouteName, Status
from loanproof.capabilities.baseline.fields.agreement_date import agreement_date
from loanproof.capabilities.baseline.fields.paying_off import ELSEWHERE
from loanproof.capabilities.baseline.fields.tenor import TENOR, lasting, whole_years
from loanproof.capabilities.baseline.proposals_in_doubt import is_in_doubt
from loanproof.capabilities.baseline.resolver import Settled
from loanproof.capabilities.baseline.upheld import Upheld
from loanproof.values import DURATION_KIND, candidates_of

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.rendering import Renderer
    from loanproof.core import Span
    from loanproof.values import Duration, Found

HOW = "maturity date less the date of the agreement"
_OF_THE_LOAN = re.compile(
    r"\b(?:loans?|facilit(?:y|ies)|credits?|len[dt]|advances?"
    r"|borrowings?|financing|repa(?:y\w*|id)|tenor|maturit(?:y|ies))\b",
    re.IGNORECASE,
)
_OTHER_PERIOD = re.compile(
    r"\b(?:interest\s+periods?|notice|availability|grace|insur\w+"
    r"|leases?|books|records?|projections?|budgets?|extension)\b",
    re.IGNORECASE,
)
_DAYS_PER_MONTH = 30.44
_MAX_GAP_SHARE, _MAX_GAP_MONTHS = 0.3, 6  # how far a tenor may differ: a share of the time to maturity, or months
_OTHER_PERIOD_ROLES = ELSEWHERE - {Role.PURPOSE}  # a clause on the purpose may also state the tenor


def counted_tenor(paper: Paper, renderer: Renderer, maturity: Candidate, tranche: str | None) -> Upheld | None:
    """Return the whole years from the date of the agreement to a maturity date, with the evidence for them."""
    began = agreement_date(paper)
    if began is None or maturity.status is not Status.EXTRACTED:
        return None
    period = whole_years(began[0], date.fromisoformat(str(maturity.value)))
    dates = (began[1], *maturity.evidence)
    if period is None or is_in_doubt(paper, dates):
        return None
    for one in _proposed(paper, period, dates):
        # A period that the document writes must be found in the quotes; a counted one cannot be.
        is_written = one.evidence != dates
        cited = renderer.cite(TENOR, one.value, one.evidence, derived=not is_written, tranche=tranche)
        if cited.is_upheld:
            return Upheld(settled=Settled(best=one, voices=(one.voice,)), value=one.value, cited=cited)
    return None


def agrees(paper: Paper, tenor: Candidate, maturity: Candidate) -> bool:
    """Return whether a tenor fits the time from the agreement to its maturity; True if either of them is unknown.

    A loan may be drawn months after signing, so some difference is allowed. A period that is far off is about something
    else.
    """
    began = agreement_date(paper)
    if began is None or maturity.status is not Status.EXTRACTED:
        return True
    months = (date.fromisoformat(str(maturity.value)) - began[0]).days / _DAYS_PER_MONTH
    period = candidates_of(DURATION_KIND.parse(str(tenor.value), paper.context))
    if not period or months <= 0:
        return True
    lasts = period[0].months + period[0].days / _DAYS_PER_MONTH
    return abs(lasts - months) <= max(_MAX_GAP_SHARE * months, _MAX_GAP_MONTHS)


def _proposed(paper: Paper, period: str, dates: tuple[Span, ...]) -> Iterator[Candidate]:
    """Yield the period as the document writes it about the loan; if it is not written anywhere, yield it as counted."""
    key = DURATION_KIND.canonical(candidates_of(DURATION_KIND.parse(period, paper.context))[0])
    written = [one for one in paper.mentions.of(DURATION_KIND) if DURATION_KIND.canonical(one.candidates[0]) == key]
    for found in written:
        if _is_of_the_loan(paper, found):
            one = lasting(paper, found, RouteName.SENTENCE, 0)
            yield replace(one, evidence=(*one.evidence, *dates), how=HOW)
    if not written:
        yield Candidate(field=TENOR, route=RouteName.SENTENCE, key=key, value=period, evidence=dates, how=HOW)


def _is_of_the_loan(paper: Paper, found: Found[Duration]) -> bool:
    """Return whether the sentence around a period is about the loan, in a clause that may state the loan's tenor."""
    at = found.span.start
    words = paper.passages.sentence_at(at).of(paper.text)
    return (
        not paper.is_attached(at)
        and not paper.roles.is_only(at, _OTHER_PERIOD_ROLES)
        and _OF_THE_LOAN.search(words) is not None
        and _OTHER_PERIOD.search(words) is None
    )
