"""Negative and positive undertakings: what must not be done, with its carve-outs, and what must be kept or done."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.covenants.carve_outs import carve_outs_of
from loanproof.capabilities.baseline.covenants.found import CovenantClass, FoundCovenant
from loanproof.capabilities.baseline.covenants.frequencies import NONE, frequency_of
from loanproof.capabilities.baseline.covenants.levels import StatedLevel, levels_of
from loanproof.capabilities.baseline.covenants.topics import NEGATIVE, POSITIVE, names_of, topics_of
from loanproof.core import Span

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.covenants.provisions import Provision

_BARS = re.compile(
    r"\b(?:shall|will|may|must|undertakes?|agrees?|covenants?|does|do)\s+(?:\([^)]{0,160}\)\s*)?(?:also\s+|at\s+no\s+time\s+)?(?:not|never)\b|\bno\s+(?:[A-Z]\w+\s+){1,4}(?:shall|will|may|is|are)\b|\bno\s+(?:Obligor|Loan\s+Party|member|Group|Subsidiary|Borrower|Guarantor|company|Credit\s+Party|Material)\b"
    r"|\Anot\s+[a-z]+\b|\bnot\s+to\s+(?!exceed)|\b(?:prohibited|barred|restricted|refrains?|abstains?)\s+from\b|\bmay\b[^.;]{0,80}\bonly\b"
    r"|\bneither\b|\AThe\s+\w+\s+makes?\s+no\b|\bmakes\s+no\b|\ADo\s+not\b|\ANone\b|\bnor\s+(?:shall|will|may)\b|\bshall,?[^.;]{0,80}\bno\s+other\b",
    re.IGNORECASE,
)
_DUTY = re.compile(r"\b(?:shall|will|must|undertakes?|agrees?|ensures?|procures?|is\s+to|are\s+to)\b", re.IGNORECASE)
_NEGATIVE_TITLE = re.compile(r"\b(?:negative|restrict\w*|prohibit\w*|limitations?)\b", re.IGNORECASE)
_POSITIVE_TITLE = re.compile(r"\b(?:affirmative|positive)\b", re.IGNORECASE)
_VERB = re.compile(r"\A(?:\([a-z]+\)\s*)?[A-Z]?[a-z]+(?:\s+or\s+[a-z]+)?\b")
_GENERIC = re.compile(
    r"\A(?:(?:additional|general|other|negative|affirmative|positive|particular|certain|covenants?|undertakings?|and|the|of|borrower|company|what|else|you|promise)\W*)+\Z",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"(?:We|The\s+(?:\w+\s+)?(?:Agent|Lenders?|Banks?|Financiers?|Trustee))\s+(?:will|shall|may|must|agrees?)\b"
)  # what lenders do is no covenant of the borrower
_TOLD = re.compile(
    r"\W*(?:[0-9.]+\s+)?(?:You|The\s+(?:\w+\s+)?(?:Borrower|Company|Customer|Obligor|Purchaser|borrower|company))\s+"
    r"(?:must|will|shall|agrees?|undertakes?|may\s+not)\s+(?:not|keep|maintain|insure|preserve|comply|ensure|procure|pay\s+all)\b"
)
_LIMITED = re.compile(r"\b(?:debts?|indebtedness|borrowings?|security|liens?|guarantees?|disposals?)\b", re.IGNORECASE)
_KEEPS = re.compile(r"\b(?:procures?|ensures?|keeps?|maintains?|limits?)\b", re.IGNORECASE)
_REACH = 200
_MAY = re.compile(
    r"\bmay\b[^.;]{0,80}\b(?:up\s+to|as\s+long\s+as|so\s+long\s+as|only|if|provided|not\s+exceeding)\b", re.IGNORECASE
)
_CHANGED = re.compile(
    r"\b(?:words?|figures?)\b.{3,300}\b(?:inserted|added|substituted|deleted|replaced)\b", re.IGNORECASE | re.DOTALL
)
_SHORTEST = 25


def undertakings(paper: Paper, provisions: tuple[Provision, ...]) -> Iterator[tuple[Provision, FoundCovenant]]:
    """Yield what is prohibited and what is to be done, one covenant for each provision."""
    for one in provisions:
        words = " ".join(one.body.of(paper.text).split())
        if len(words) < _SHORTEST:
            continue
        is_loose = (
            not one.roles and not one.titles and not one.lead
        )  # a sentence of a letter: only what it is told to do
        is_other = _OTHERS.match(words) or (is_loose and not _TOLD.match(words))
        kind = None if is_other else _kind(one, words, paper.text)
        if kind is not None:
            yield one, _covenant(paper, one, kind, words)


def _kind(provision: Provision, words: str, text: str) -> CovenantClass | None:
    """Return whether a provision prohibits or commands; nothing where it does neither."""
    lead = " ".join(span.of(text) for span in provision.lead)
    if _BARS.search(words[:400]) or _BARS.search(lead[-300:]):
        return CovenantClass.NEGATIVE
    if _CHANGED.search(words) and topics_of(NEGATIVE, provision.titles, ""):
        return CovenantClass.NEGATIVE
    if _MAY.search(words[:160]) and topics_of(NEGATIVE, provision.titles, words[:80]):
        return CovenantClass.NEGATIVE
    titles = provision.titles[1:]
    if any(_NEGATIVE_TITLE.search(title) for title in titles) and not _DUTY.search(words[:160]):
        return CovenantClass.NEGATIVE
    is_commanded = _DUTY.search(words) or _DUTY.search(lead) or any(_POSITIVE_TITLE.search(one) for one in titles)
    return CovenantClass.POSITIVE if is_commanded else None


def _covenant(paper: Paper, provision: Provision, kind: CovenantClass, words: str) -> FoundCovenant:
    table = NEGATIVE if kind is CovenantClass.NEGATIVE else POSITIVE
    topics = topics_of(table, provision.titles, words)
    own = tuple(one for one in provision.titles[:1] if not _GENERIC.match(one))
    acted = topics_of(table, (), words)[:1]
    is_item = not own or not provision.is_titled(own[0])
    known = names_of(table, acted if is_item and acted else topics[:1])
    names = tuple(dict.fromkeys((*known, *own) if is_item else (*own, *known)))
    level = _limit(paper, provision, kind, names)
    if level is not None:
        kind = CovenantClass.NEGATIVE
    carve_outs = carve_outs_of(paper, provision) if kind is CovenantClass.NEGATIVE else ()
    carve_outs = tuple(one for one in carve_outs if level is None or one.cap is None)
    return FoundCovenant(
        name=names[0] if names else f"Undertaking {provision.section.id}",
        also=names[1:],
        kind=kind,
        threshold=None if level is None else level.written,
        operator=None if level is None else level.operator,
        frequency=NONE if level is None else frequency_of(paper, provision, provision.body, ()).frequency,
        evidence=(_first_sentence(paper, provision),),
        carve_outs=carve_outs,
    )


def _limit(paper: Paper, provision: Provision, kind: CovenantClass, names: tuple[str, ...]) -> StatedLevel | None:
    """Return the upper limit that a duty sets: to procure that debt is never more than a sum is not to incur more."""
    words = " ".join((*names, provision.body.of(paper.text)[:_REACH]))
    if kind is not CovenantClass.POSITIVE or not _LIMITED.search(words) or not _KEEPS.search(words):
        return None
    return next((one for one in levels_of(paper, provision) if one.operator in ("<", "<=")), None)


def _first_sentence(paper: Paper, provision: Provision) -> Span:
    sentence = paper.passages.sentence_at(provision.body.start)
    return Span(provision.body.start, max(provision.body.start + 1, min(sentence.end, provision.body.end)))
