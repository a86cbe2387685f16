"""Waivers: what is waived, its original and its waived level, for which time, and that the covenant survives.

A letter that refuses a waiver waives nothing. What the letter does not say is left out, never assumed.
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
    """Each list is explained in the table."""

    waives: PhrasePattern
    refuses: PhrasePattern
    suspends: PhrasePattern
    temporary: PhrasePattern
    survives: PhrasePattern


_WORDS = load_words(__package__, "waivers", _Waivers)
_SHORTEST = 3
_NAMES_CLAUSE = re.compile(r"\b(?:clause|section|paragraph)\s+\d")
_DATES = re.compile(r"[“\"][^“”\"]{0,30}Test\s+Dates?[”\"]\s+means", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiver:
    """A waiver of one covenant; a part that the letter does not state is nothing."""

    covenant: str
    original: str | None
    waived: str
    test_dates: tuple[str, ...]
    is_temporary: bool
    survives: bool
    evidence: tuple[Span, ...]


def waiver_of(paper: Paper, covenant: FoundCovenant, *, is_only: bool) -> Waiver | None:
    """Return the waiver of a financial covenant in a letter; nothing where it refuses or grants none.

    Args:
        paper: The letter.
        covenant: The covenant.
        is_only: Whether the letter speaks of no other covenant, so that it need not name the one that it waives.
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
    clause = _clause_of(paper, covenant)
    granting = [one for one in granting if one.start == first or _speaks_of(covenant, clause, one.of(paper.text))] or (
        granting if is_only else []
    )
    levels = {one: _other_level(paper, one, covenant.threshold) for one in granting}
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
    """Return what finds a reference to the clause of a covenant; nothing where it has no number."""
    around = [
        one for one in paper.sections if one.span.contains(Span(covenant.evidence[0].start, covenant.evidence[0].start))
    ]
    number = re.search(r"(?:\d+(?:\.\d+)+|\([a-z]{1,5}\))\Z", around[-1].id) if around else None
    return None if number is None else re.compile(rf"(?<![\w.)]){re.escape(number[0])}(?![\w(]|\.\d)")


def _speaks_of(covenant: FoundCovenant, clause: re.Pattern[str] | None, words: str) -> bool:
    folded = " ".join(words.lower().split())
    if clause is not None and (clause.search(folded) or _NAMES_CLAUSE.search(folded)):
        return clause.search(folded) is not None
    return any(len(name) > _SHORTEST and name.lower() in folded for name in (covenant.name, *covenant.also))


def _other_level(paper: Paper, span: Span, original: str | None) -> StatedLevel | None:
    """Return the level that a sentence grants: the last that is not the original one."""
    found = [one for one in levels_in(paper, span) if one.written != original]
    return found[-1] if found else None


def _sentences(paper: Paper) -> list[Span]:
    found = {paper.passages.sentence_at(one.start) for one in paper.passages.pieces_in(Span(0, len(paper.text)))}
    return sorted(found, key=lambda one: one.start)


def _test_dates(paper: Paper, grant: Span) -> tuple[tuple[str, ...], Span | None]:
    """Return the test dates of a waiver: those that its letter defines, else those of the sentence that grants it."""
    defined = _DATES.search(paper.text)
    place = grant if defined is None else paper.passages.sentence_at(defined.start())
    start = place.start if defined is None else defined.start()
    found = [one.candidates[0] for one in paper.inside(DATE_KIND, place) if one.span.start >= start]
    return tuple(one.canonical for one in found if isinstance(one, CalendarDate)), place
