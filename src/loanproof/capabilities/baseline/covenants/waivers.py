"""Waivers: what is waived, its original and waived levels, for how long, and whether the covenant survives.

A letter that refuses a waiver waives nothing. What the letter does not state is left out, never assumed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.covenants.levels import levels_in
from loanproof.core import PhrasePattern, Span, WordTable, load_words
from loanproof.values import DATE_KIND, CalendarDate

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.covenants.found import FoundCovenant
    from loanproof.capabilities.baseline.covenants.levels import StatedLevel


class _Waivers(WordTable):
    """Lists of words and phrases; each is explained in ``waivers.words.yaml``."""

    waives: PhrasePattern
    refuses: PhrasePattern
    suspends: PhrasePattern
    temporary: PhrasePattern
    survives: PhrasePattern
    inserts: PhrasePattern
    continues: PhrasePattern


_WORDS = load_words(__package__, "waivers", _Waivers)
CONTINUES = _WORDS.continues
_TOO_SHORT = 3  # characters; such a name would match by accident
_NAMES_CLAUSE = re.compile(r"\b(?:clause|section|paragraph)\s+\d")
_OF_CLAUSE = re.compile(
    r"\W*(?:Clause|Section|Paragraph)\s+(?P<number>\d[\w.]*(?:\([a-z]{1,5}\))*)(?<!\.)", re.IGNORECASE
)
_DEFINES_TEST_DATES = re.compile(r"[“\"][^“”\"]{0,30}Test\s+Dates?[”\"]\s+means", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiver:
    """The waiver of one covenant; parts that the letter does not state are empty."""

    covenant: str
    original: str | None
    waived: str
    test_dates: tuple[str, ...]
    is_temporary: bool
    survives: bool
    evidence: tuple[Span, ...]


def waiver_of(paper: Paper, covenant: FoundCovenant, *, is_only: bool) -> Waiver | None:
    """Return the waiver of a financial covenant, or nothing if the document refuses it or grants none.

    Args:
        paper: The letter or other document.
        covenant: The covenant.
        is_only: Whether the document has no other financial covenant, so that the waiver need not name this one.
    """
    first = paper.passages.sentence_at(covenant.evidence[0].start).start
    sentences = [one for one in _sentences(paper) if one.start >= first]
    granting = [
        one
        for one in sentences
        if _WORDS.waives.search(one.of(paper.text)) and not _WORDS.refuses.search(one.of(paper.text))
    ]
    if not granting:
        return None
    clause, is_new = _clause_of(paper, covenant), _is_new(paper, covenant)
    granting = [one for one in granting if one.start == first or _speaks_of(covenant, clause, one.of(paper.text))] or (
        granting if is_only and not is_new else []
    )
    levels = {one: _other_level(paper, one, covenant.threshold) for one in granting}
    # A grant must state another level or suspend the test; merely mentioning a waiver is not enough.
    is_said = {
        one: levels[one] is not None or _WORDS.suspends.search(one.of(paper.text)) is not None for one in granting
    }
    grant = next((one for one in granting if is_said[one]), None)
    if grant is None:
        return None
    level = levels[grant]
    only = next(
        (one for one in sentences if _WORDS.temporary.search(one.of(paper.text)) and one.start >= grant.start), None
    )
    after = next((one for one in sentences if _WORDS.survives.search(one.of(paper.text))), None)
    dates, dated = _test_dates(paper, grant)
    shown = [one for one in (grant, dated, only, after) if one is not None]
    return Waiver(
        covenant=covenant.name,
        original=covenant.threshold,
        waived="suspended" if level is None else level.written,
        test_dates=dates,
        is_temporary=only is not None,
        survives=after is not None,
        evidence=tuple(dict.fromkeys(shown)),
    )


def _clause_of(paper: Paper, covenant: FoundCovenant) -> re.Pattern[str] | None:
    """Return a pattern that finds references to the clause of a covenant, or nothing if the clause has no number.

    A letter may open with the clause of the agreement that it speaks of: ``Clause 20.2 requires that …``.
    """
    named = _OF_CLAUSE.match(paper.text, covenant.evidence[0].start)
    if named is not None:
        return re.compile(rf"(?<![\w.)]){re.escape(named['number'])}(?![\w(]|\.\d)")
    around = [
        one for one in paper.sections if one.span.contains(Span(covenant.evidence[0].start, covenant.evidence[0].start))
    ]
    number = re.search(r"(?:\d+(?:\.\d+)+|\([a-z]{1,5}\))\Z", around[-1].id) if around else None
    return None if number is None else re.compile(rf"(?<![\w.)]){re.escape(number[0])}(?![\w(]|\.\d)")


def _is_new(paper: Paper, covenant: FoundCovenant) -> bool:
    """Return whether an amendment inserts a covenant, which it then does not also waive."""
    start = covenant.evidence[0].start
    section = paper.document.section_at(start)
    return section is not None and _WORDS.inserts.search(paper.text[section.span.start : start]) is not None


def _speaks_of(covenant: FoundCovenant, clause: re.Pattern[str] | None, words: str) -> bool:
    """Return whether a text is about a covenant: it refers to its clause or, if it refers to none, names it."""
    folded = " ".join(words.lower().split())
    if clause is not None and (clause.search(folded) or _NAMES_CLAUSE.search(folded)):
        return clause.search(folded) is not None
    return any(len(name) > _TOO_SHORT and name.lower() in folded for name in (covenant.name, *covenant.also))


def _other_level(paper: Paper, span: Span, original: str | None) -> StatedLevel | None:
    """Return the level that a sentence grants: the last one that differs from the original."""
    found = [one for one in levels_in(paper, span) if one.written != original]
    return found[-1] if found else None


def _sentences(paper: Paper) -> list[Span]:
    """Return all sentences of a document in order."""
    found = {paper.passages.sentence_at(one.start) for one in paper.passages.pieces_in(Span(0, len(paper.text)))}
    return sorted(found, key=lambda one: one.start)


def _test_dates(paper: Paper, grant: Span) -> tuple[tuple[str, ...], Span | None]:
    """Return the test dates of a waiver and the sentence that has them: a definition, else the granting sentence."""
    defined = _DEFINES_TEST_DATES.search(paper.text)
    place = grant if defined is None else paper.passages.sentence_at(defined.start())
    start = place.start if defined is None else defined.start()
    found = [one.candidates[0] for one in paper.inside(DATE_KIND, place) if one.span.start >= start]
    return tuple(one.canonical for one in found if isinstance(one, CalendarDate)), place
