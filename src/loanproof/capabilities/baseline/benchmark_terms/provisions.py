"""Terms that a deal has in words, found by the role, the heading and the words of a section, all of which are data.

Some are terms of the libraries (matters for all lenders, transfers). The others are structures with which no form
compares (an equity cure, a make-whole); they must be reported, not passed over.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.benchmark_terms.deal_term import DealTerm
from loanproof.capabilities.baseline.benchmark_terms.fees import FeeWords, fee_terms
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.core import PhrasePattern, SingleWords, Span, WordTable, load_words
from loanproof.documents import SectionKind

if TYPE_CHECKING:
    import re

    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.documents import Section

_MAX_CLAUSE = 700  # characters of a clause that is quoted as a whole
_MIN_WORDS = 8  # of a sentence that says something and is not a heading
_NOT_CLAUSES = frozenset({SectionKind.CONTENTS, SectionKind.COVER, SectionKind.SIGNATURE})


class _Provision(WordTable):
    """How one term is recognised; ``provisions.words.yaml`` explains each list."""

    roles: SingleWords = ()
    titles: PhrasePattern | None = None
    says: PhrasePattern
    also: PhrasePattern | None = None
    without: PhrasePattern | None = None


class _Provisions(WordTable):
    """The terms by their ids."""

    compared: dict[str, _Provision]
    structures: dict[str, _Provision]
    fees: FeeWords


_TABLE = load_words(__package__, "provisions", _Provisions)


def provision_terms(paper: Paper) -> Iterator[DealTerm]:
    """Yield the terms of the libraries that a deal has in words."""
    for term, provision in _TABLE.compared.items():
        span = _place(paper, provision)
        if span is not None:
            yield DealTerm(term=term, value=None, evidence=(span,), holds=True)


def structure_terms(paper: Paper) -> Iterator[DealTerm]:
    """Yield the structures and fees with which no form compares; a clause counts for one structure only."""
    seen: list[Span] = []
    for term, provision in _TABLE.structures.items():
        span = _place(paper, provision)
        if span is not None and not any(one.overlaps(span) for one in seen):
            seen.append(span)
            yield DealTerm(term=term, value=None, evidence=(span,), holds=True)
    yield from fee_terms(paper, _TABLE.fees)


def _place(paper: Paper, provision: _Provision) -> Span | None:
    """Return what to quote for a provision: the clause under its heading, else around the first of its words."""
    if provision.titles is not None:
        for section in paper.document.sections:
            if _is_headed(paper, section, provision.titles):
                span = _whole(paper, section)
                if span is not None and _is_meant(span.of(paper.text), provision, headed=True):
                    return span
    for match in provision.says.finditer(paper.text):
        if _is_clause(paper, match, provision):
            return quote_around(paper, Span(*match.span()))
    return None


def _is_headed(paper: Paper, section: Section, titles: re.Pattern[str]) -> bool:
    """Return whether a section is a clause of the agreement with one of the titles."""
    return (
        section.title is not None
        and section.kind is not SectionKind.DEFINITION
        and section.kind not in _NOT_CLAUSES
        and titles.search(section.title) is not None
        and not paper.is_attached(section.span.start)
    )


def _is_clause(paper: Paper, match: re.Match[str], provision: _Provision) -> bool:
    """Return whether words are part of a clause of the agreement, in a section of the right role."""
    at = match.start()
    section = paper.document.section_at(at)
    roles = paper.roles.above(at)
    is_elsewhere = provision.roles and not any(role.value in provision.roles for role in roles)
    if is_elsewhere or paper.is_attached(at) or (section is not None and section.kind in _NOT_CLAUSES):
        return False
    sentence = paper.passages.sentence_at(at).of(paper.text)
    piece = paper.passages.piece_at(at).of(paper.text) if Role.EVENTS_OF_DEFAULT in roles else sentence
    return len(sentence.split()) >= _MIN_WORDS and _is_meant(piece, provision, headed=False)


def _is_meant(words: str, provision: _Provision, *, headed: bool) -> bool:
    """Return whether the text has the words that the provision needs and none that rule it out."""
    if provision.without is not None and provision.without.search(words):
        return False
    return headed or provision.also is None or provision.also.search(words) is not None


def _whole(paper: Paper, section: Section) -> Span | None:
    """Return the sentences of a clause after its heading, as many as can be read at a glance, on one page."""
    page = paper.document.page_at(section.span.start).span
    end = min(section.span.end, page.end)
    found = [
        one
        for one in paper.passages.sentences_in(Span(section.span.start, end))
        if len(one.of(paper.text).split()) >= _MIN_WORDS
    ]
    if not found:
        return None
    last = [one for one in found if one.end - found[0].start <= _MAX_CLAUSE]
    return Span(found[0].start, last[-1].end) if last else quote_around(paper, Span(found[0].start, found[0].start + 1))
