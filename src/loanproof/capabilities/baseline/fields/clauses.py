"""Material adverse change and negative pledge: whether an operative provision contains the clause, and where."""

from __future__ import annotations

import re
from collections.abc import Iterator

from loanproof.capabilities.baseline.aids import Paper, Role
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.core import FieldId, Span
from loanproof.values import CLAUSE_KIND, Clause

MAC, PLEDGE = FieldId("mac_clause"), FieldId("negative_pledge")
YES_NO = (MAC, PLEDGE)
"""The fields that say whether there is such a clause."""
_TRIGGER = re.compile(
    r"\b(?:since\b[^.;]{0,200}\bno\b|no\b[^.;]{0,60}\b(?:event|change|circumstance|development)|there\s+(?:has|shall\s+have|have)\s+(?:been|occurred)"
    r"|(?:event|events|circumstance|change|circumstances|development|anything|something|nothing|matter)\b[^.;]{0,120}\b(?:occur|has|have|happen|exist|arise|had)|occurs?\b"
    r"|shall\s+(?:have\s+)?occur|has\s+occurred|not\s+have\s+occurred)",
    re.IGNORECASE,
)
_NO_CHANGE_SINCE = re.compile(
    r"\bsince\b[^.;]{0,160}\b(?:no|nothing|not)\b|\b(?:no|nothing)\b[^.;]{0,200}\bsince\b", re.IGNORECASE
)
_QUALIFIER = re.compile(
    r"(?:would|could|might|to|does|do|is|are|will|has|have|not)\b[^.;]{0,40}\b(?:reasonably\s+be\s+expected|likely|expected)[^.;]{0,30}\Z"
    r"|except\s+(?:where|to\s+the\s+extent|as)|unless|which\s+(?:would|could|might)|failure",
    re.IGNORECASE,
)
_CHANGE_IN_PLAIN_WORDS = re.compile(
    r"\b(?:serious(?:ly)?|materially|significant(?:ly)?|substantial(?:ly)?)\s+adverse(?:ly)?\s+(?:change|effect|affect\w*|impact)\b|"
    r"\bmaterially\s+and\s+adversely\s+affect\w*\b|\badverse\s+material\s+(?:change|effect)\b|\b(?:material|serious|significant)\s+(?:deterioration|worsening|impairment)\b|"
    r"\bchanges?\b[^.;]{0,120}\bmaterially\s+adverse\b|"
    r"\b(?:worsened|deteriorated|declined|impaired)\s+(?:materially|substantially|significantly|seriously)\b|"
    r"\b(?:materially|substantially|significantly|seriously)\s+(?:worsened|deteriorated|declined|impaired)\b",
    re.IGNORECASE,
)
# A statement that there is no litigation uses the change only to measure its effect.
_NO_LITIGATION = re.compile(
    r"\bno\b[^.;]{0,60}\b(?:litigation|proceedings?|arbitration|suits?|actions?|claims?|disputes?|investigations?)\b",
    re.IGNORECASE,
)
_MAC_HEADING = re.compile(r"\badverse\s+(?:change|effect)\b", re.IGNORECASE)
_OPERATIVE = frozenset({Role.REPRESENTATIONS, Role.EVENTS_OF_DEFAULT, Role.CONDITIONS})
_HAPPENS = re.compile(r"[^.;]{0,120}\b(?:occurs?|takes?\s+place|happens?|arises?|has\s+occurred)\b", re.IGNORECASE)
_DRAW_STOP = re.compile(
    r"\b(?:no|not|need\s+not|unless|only\s+if)\b[^.;]{0,120}\b(?:draw\w*|lend\w*|loans?|advances?|utili[sz]ations?|borrowings?|fund)\b|"
    r"\b(?:draw\w*|lend\w*|loans?|advances?|utili[sz]ations?)\b[^.;]{0,120}\b(?:not|unless|only\s+if|refuse\w*|suspend\w*)\b",
    re.IGNORECASE,
)
# Words that let the lender demand repayment if the change happens.
_RECALLS_LOAN = re.compile(
    r"\b(?:recall|call\s+in|call\s+up|demand|accelerate|cancel|withdraw|terminate)\b[^.;]{0,120}\b(?:if|on|upon|in\s+the\s+event|should|where)\b",
    re.IGNORECASE,
)
# The change is not tied to another matter: *any event or circumstance occurs which …*.
_CHANGE_BY_ITSELF = re.compile(
    r"\b(?:(?:any|an|no|one\s+or\s+more|other|series\s+of)\s+(?:\w+\s+){0,3}(?:events?|circumstances?|changes?|developments?|matters?|situations?|conditions?)"
    r"|anything|something|nothing|events?\s+or\s+(?:series|circumstances?))\b"
    r"[^.;]{0,160}\b(?:occur\w*|happen\w*|exist\w*|aris\w+|has|have|had|which|that|is|been)\b[^.;]{0,160}\Z"
    r"|\b(?:there\s+(?:has|have|is|occurs|shall\s+(?:not\s+)?have)|absence\s+of)\b[^.;]{0,120}\Z",
    re.IGNORECASE,
)
# The change is an event by itself: the heading of one, or an item in a list of them.
_EVENT_BEFORE = re.compile(
    r"(?:\A\W*(?:[0-9.]+|\(?\w{1,3}\))?\s*|[,;:]\s*|\b(?:and|or|including)\s+)(?:an?\s+|any\s+)?\Z", re.IGNORECASE
)
_EVENT_BEHIND = re.compile(r"\s*(?:change|effect)?\s*(?:[.:,;)–—-]|(?:and|or)\b|\Z)", re.IGNORECASE)
# Words that only measure something by the change: *has*, *gives rise to*, *qualified by materiality or* it.
_MEASURES = re.compile(
    r"\b(?:have|has|had|having|cause[sd]?|result\w*|expected|likely|gives?|gave|leads?|qualif\w*|materiality)\b[^.;:]{0,60}\Z",
    re.IGNORECASE,
)
_WORSENS = re.compile(r"\b(?:deteriorate[sd]?|worsen(?:s|ed)?)\Z", re.IGNORECASE)
# Sections with these roles do not contain a negative pledge, unless they are also about covenants.
_OTHER_ROLES = frozenset(
    {
        Role.DEFINITIONS, Role.EVENTS_OF_DEFAULT, Role.REPRESENTATIONS, Role.CONDITIONS, Role.AMENDMENTS, Role.AGENT,
        Role.TRANSFERS, Role.COSTS, Role.GUARANTEE, Role.ENFORCEMENT, Role.PREPAYMENT, Role.INTEREST, Role.FEES,
    }
)  # fmt: skip
_CREATES = re.compile(
    r"\b(?:creat\w+|incur\w*|assume|suffer|grant\w*|permit\w*|give|allow\w*|subsist|exist|mortgag\w+|pledg\w+|encumber|charge|issue|maintain)\b",
    re.IGNORECASE,
)
# What a lender may do with its own rights.
_LENDER_ACTS = re.compile(
    r"\b(?:any|each|a|the|no)\s+(?:\w+\s+)?lender\s+(?:may|shall|will|can)\b(?!\s+have\b)", re.IGNORECASE
)
_BAN_IN_PLAIN_WORDS = re.compile(
    r"\b(?:shall|will|must|may|undertakes?|agrees?|promises?)\s+not\s+(?:to\s+)?[^.;]{0,80}\b(?:encumber|mortgage|pledge|charge)\b[^.;]{0,80}"
    r"\b(?:assets?|property|properties|revenues?|undertaking|business)\b"
    r"|\b(?:keep|hold|maintain)s?\b[^.;]{0,60}\bfree\s+(?:and\s+clear\s+)?(?:from|of)\b[^.;]{0,40}"
    r"\b(?:mortgages?|charges?|liens?|security|encumbrances?|pledges?|burdens?)\b",
    re.IGNORECASE,
)
# A ban on agreements that restrict security, which is not itself a negative pledge.
_RESTRICTIVE_AGREEMENT = re.compile(
    r"\b(?:agreement|contract|arrangement|instrument)s?\b[^.;]{0,80}\b(?:prohibit|restrict|limit|prevent)",
    re.IGNORECASE,
)


def mac_clause(paper: Paper) -> Iterator[Candidate]:
    """Yield the answer *Y* if the change itself is a default, a condition, or represented not to have happened."""
    for span in _changes(paper):
        if paper.is_attached(span.start):
            continue
        piece = paper.passages.piece_at(span.start)
        operative = paper.roles.above(span.start) & _OPERATIVE
        before = paper.text[piece.start : span.start]
        if not operative and (_DRAW_STOP.search(before) or _RECALLS_LOAN.search(before)):
            operative = frozenset({Role.CONDITIONS})
        if operative and _is_change_clause(paper, piece, span, operative):
            weight = _weight(paper, piece, span, operative)
            yield Candidate(
                field=MAC, route=RouteName.SECTION, key="Y", value="Y", evidence=(quote_around(paper, span),),
                weight=weight,
            )  # fmt: skip


def _weight(paper: Paper, piece: Span, span: Span, operative: frozenset[Role]) -> int:
    """Return how strongly a place suggests the clause: a heading counts most, then *no* or *since* before it."""
    section = paper.document.section_at(span.start)
    if section is not None and _MAC_HEADING.search(section.title or ""):
        return 30
    before = paper.text[piece.start : span.start]
    if re.search(r"\bsince\b|\bno\b", before, re.IGNORECASE):
        return 20
    return 15 if Role.EVENTS_OF_DEFAULT in operative else 10


def _changes(paper: Paper) -> Iterator[Span]:
    """Yield where a material adverse change or effect is named, by a market term or in plain words."""
    yield from (
        one.span for one in paper.mentions.of(CLAUSE_KIND) if one.candidates[0] is Clause.MATERIAL_ADVERSE_CHANGE
    )
    yield from (Span(*one.span()) for one in _CHANGE_IN_PLAIN_WORDS.finditer(paper.text))


def _is_change_clause(paper: Paper, piece: Span, span: Span, operative: frozenset[Role]) -> bool:
    """Return whether the words are about the change itself and do not only measure something else by it."""
    words = piece.of(paper.text)
    before = paper.text[piece.start : span.start]
    if _NO_LITIGATION.search(before):
        return False
    if _NO_CHANGE_SINCE.search(words):
        return True
    if operative & {Role.EVENTS_OF_DEFAULT, Role.CONDITIONS} and _CHANGE_BY_ITSELF.search(before[-300:]):
        return True
    is_default = Role.EVENTS_OF_DEFAULT in operative
    if is_default and (_WORSENS.search(span.of(paper.text)) or _is_event(paper, piece, span)):
        return True
    happens = is_default and _HAPPENS.match(paper.text, span.end, piece.end)
    return (_TRIGGER.search(words) is not None or bool(happens)) and not _QUALIFIER.search(before[-120:])


def _is_event(paper: Paper, piece: Span, span: Span) -> bool:
    """Return whether the change is the heading of an event of default, or an item in a list of such events."""
    before = paper.text[piece.start : span.start]
    is_named = _EVENT_BEFORE.search(before) and _EVENT_BEHIND.match(paper.text, span.end, max(span.end, piece.end))
    return bool(is_named) and not _MEASURES.search(before)


def negative_pledge(paper: Paper) -> Iterator[Candidate]:
    """Yield the answer *Y* if an undertaking forbids security, whatever its title."""
    for span in _bars(paper):
        roles = paper.roles.above(span.start)
        if paper.is_attached(span.start) or (
            roles & _OTHER_ROLES and not roles & {Role.NEGATIVE_PLEDGE, Role.COVENANTS}
        ):
            continue
        sentence = paper.passages.sentence_at(span.start)
        if _RESTRICTIVE_AGREEMENT.search(sentence.of(paper.text)) or _LENDER_ACTS.search(
            paper.text, sentence.start, span.start
        ):
            continue
        is_own = Role.NEGATIVE_PLEDGE in roles
        route = RouteName.SECTION if is_own else RouteName.SENTENCE
        evidence = (_barred(paper, sentence, span),)
        yield Candidate(field=PLEDGE, route=route, key="Y", value="Y", evidence=evidence, weight=20 if is_own else 5)


def _bars(paper: Paper) -> Iterator[Span]:
    """Yield where security is forbidden: by a market term after a verb that creates security, or in plain words."""
    for found in paper.mentions.of(CLAUSE_KIND):
        if found.candidates[0] is Clause.NEGATIVE_PLEDGE:
            sentence = paper.passages.sentence_at(found.span.start)
            if _CREATES.search(paper.text, sentence.start, found.span.start):
                yield found.span
    yield from (Span(*one.span()) for one in _BAN_IN_PLAIN_WORDS.finditer(paper.text))


def _barred(paper: Paper, sentence: Span, span: Span) -> Span:
    """Return the words that forbid security, without a heading that runs into them: *Pledges. Create, assume or …*."""
    piece = paper.passages.piece_at(span.start)
    section = paper.document.section_at(piece.start)
    title = "" if section is None else section.title or ""
    at = paper.text.find(title, piece.start, span.start) if title else -1
    verb = _CREATES.search(paper.text, piece.start if at < 0 else at + len(title), span.start)
    start = sentence.start if verb is None else piece.start if at < 0 else verb.start()
    return quote_around(paper, span, start=start if span.start - start < 350 else None)
