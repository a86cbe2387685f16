"""Material adverse change and negative pledge: whether an operative provision contains the clause, and where."""

from __future__ import annotations

import re
from collections.abc import Iterator

from loanproof.capabilities.baseline.aids import Paper, Role
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.core import FieldId, PhrasePattern, Span, WordTable, load_words
from loanproof.values import CLAUSE_KIND, Clause

MAC, PLEDGE = FieldId("mac_clause"), FieldId("negative_pledge")
YES_NO = (MAC, PLEDGE)
"""The fields that say whether there is such a clause."""


class _Words(WordTable):
    """What says that the change happens, what only measures by it, and what forbids security."""

    happening: PhrasePattern
    no_change_since: PhrasePattern
    qualifies: PhrasePattern
    change: PhrasePattern
    no_litigation: PhrasePattern
    change_titles: PhrasePattern
    happens: PhrasePattern
    draw_stop: PhrasePattern
    recalls_loan: PhrasePattern
    whatever: PhrasePattern
    before_events: PhrasePattern
    events: PhrasePattern
    exists: PhrasePattern
    exists_by_itself: PhrasePattern
    measures: PhrasePattern
    worsens: PhrasePattern
    since: PhrasePattern
    creates: PhrasePattern
    ban: PhrasePattern
    restrictive_agreement: PhrasePattern


_WORDS = load_words(__package__, "clauses", _Words)
_OPERATIVE = frozenset({Role.REPRESENTATIONS, Role.EVENTS_OF_DEFAULT, Role.CONDITIONS})
_THEN_HAPPENS = re.compile(rf"[^.;]{{0,120}}(?:{_WORDS.happens.pattern})", re.IGNORECASE)
_MEASURES = re.compile(rf"(?:{_WORDS.measures.pattern})[^.;:]{{0,60}}\Z", re.IGNORECASE)
# The change is not tied to another matter: *any event or circumstance occurs which …*.
_CHANGE_BY_ITSELF = re.compile(
    rf"(?:(?:{_WORDS.before_events.pattern})\s+(?:\w+\s+){{0,3}}(?:{_WORDS.events.pattern})|{_WORDS.whatever.pattern})"
    rf"[^.;]{{0,160}}(?:{_WORDS.exists.pattern})[^.;]{{0,160}}\Z|{_WORDS.exists_by_itself.pattern}",
    re.IGNORECASE,
)
# The change is an event by itself: the heading of one, or an item in a list of them.
_EVENT_BEFORE = re.compile(
    r"(?:\A\W*(?:[0-9.]+|\(?\w{1,3}\))?\s*|[,;:]\s*|\b(?:and|or|including)\s+)(?:an?\s+|any\s+)?\Z", re.IGNORECASE
)
_EVENT_BEHIND = re.compile(r"\s*(?:change|effect)?\s*(?:[.:,;)–—-]|(?:and|or)\b|\Z)", re.IGNORECASE)
# Sections with these roles do not contain a negative pledge, unless they are also about covenants.
_OTHER_ROLES = frozenset(
    {
        Role.DEFINITIONS, Role.EVENTS_OF_DEFAULT, Role.REPRESENTATIONS, Role.CONDITIONS, Role.AMENDMENTS, Role.AGENT,
        Role.TRANSFERS, Role.COSTS, Role.GUARANTEE, Role.ENFORCEMENT, Role.PREPAYMENT, Role.INTEREST, Role.FEES,
    }
)  # fmt: skip
# What a lender may do with its own rights.
_LENDER_ACTS = re.compile(
    r"\b(?:any|each|a|the|no)\s+(?:\w+\s+)?lender\s+(?:may|shall|will|can)\b(?!\s+have\b)", re.IGNORECASE
)


def mac_clause(paper: Paper) -> Iterator[Candidate]:
    """Yield the answer *Y* if the change itself is a default, a condition, or represented not to have happened."""
    for span in _changes(paper):
        if paper.is_attached(span.start):
            continue
        piece = paper.passages.piece_at(span.start)
        operative = paper.roles.above(span.start) & _OPERATIVE
        before = paper.text[piece.start : span.start]
        if not operative and (_WORDS.draw_stop.search(before) or _WORDS.recalls_loan.search(before)):
            operative = frozenset({Role.CONDITIONS})
        if operative and _is_change_clause(paper, piece, span, operative):
            weight, evidence = _weight(paper, piece, span, operative), (quote_around(paper, span),)
            yield Candidate(field=MAC, route=RouteName.SECTION, key="Y", value="Y", evidence=evidence, weight=weight)


def _weight(paper: Paper, piece: Span, span: Span, operative: frozenset[Role]) -> int:
    """Return how strongly a place suggests the clause: a heading counts most, then *no* or *since* before it."""
    section = paper.document.section_at(span.start)
    if section is not None and _WORDS.change_titles.search(section.title or ""):
        return 30
    before = paper.text[piece.start : span.start]
    if _WORDS.since.search(before):
        return 20
    return 15 if Role.EVENTS_OF_DEFAULT in operative else 10


def _changes(paper: Paper) -> Iterator[Span]:
    """Yield where a material adverse change or effect is named, by a market term or in plain words."""
    yield from (
        one.span for one in paper.mentions.of(CLAUSE_KIND) if one.candidates[0] is Clause.MATERIAL_ADVERSE_CHANGE
    )
    yield from (Span(*one.span()) for one in _WORDS.change.finditer(paper.text))


def _is_change_clause(paper: Paper, piece: Span, span: Span, operative: frozenset[Role]) -> bool:
    """Return whether the words are about the change itself and do not only measure something else by it."""
    words = piece.of(paper.text)
    before = paper.text[piece.start : span.start]
    if _WORDS.no_litigation.search(before):
        return False
    if _WORDS.no_change_since.search(words):
        return True
    if operative & {Role.EVENTS_OF_DEFAULT, Role.CONDITIONS} and _CHANGE_BY_ITSELF.search(before[-300:]):
        return True
    is_default = Role.EVENTS_OF_DEFAULT in operative
    if is_default and (_WORDS.worsens.search(span.of(paper.text)) or _is_event(paper, piece, span)):
        return True
    happens = is_default and _THEN_HAPPENS.match(paper.text, span.end, piece.end)
    return (_WORDS.happening.search(words) is not None or bool(happens)) and not _WORDS.qualifies.search(before[-120:])


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
        if _WORDS.restrictive_agreement.search(sentence.of(paper.text)) or _LENDER_ACTS.search(
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
            if _WORDS.creates.search(paper.text, sentence.start, found.span.start):
                yield found.span
    yield from (Span(*one.span()) for one in _WORDS.ban.finditer(paper.text))


def _barred(paper: Paper, sentence: Span, span: Span) -> Span:
    """Return the words that forbid security, without a heading that runs into them: *Pledges. Create, assume or …*."""
    piece = paper.passages.piece_at(span.start)
    section = paper.document.section_at(piece.start)
    title = "" if section is None else section.title or ""
    at = paper.text.find(title, piece.start, span.start) if title else -1
    verb = _WORDS.creates.search(paper.text, piece.start if at < 0 else at + len(title), span.start)
    start = sentence.start if verb is None else piece.start if at < 0 else verb.start()
    return quote_around(paper, span, start=start if span.start - start < 350 else None)
