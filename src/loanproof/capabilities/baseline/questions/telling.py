"""Whether a sentence tells the thing itself that a question asks for, and not one beside it.

An amendment fee is no commitment fee, a limit is not what was so, and *if the rating falls* tells no rating.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.questions.expectation import Wanted, labels_in
from loanproof.capabilities.baseline.retrieval import search_words, stem_of
from loanproof.core import PhrasePattern, SingleWords, Span, WordTable, load_words
from loanproof.values import DATE_KIND, FREQUENCY_KIND, NO_CONTEXT, CalendarDate, tokenize

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.questions.candidate import Candidate
    from loanproof.capabilities.baseline.questions.expectation import Part, Question

_PRICES = frozenset({Wanted.MONEY, Wanted.RATE})
_THINGS = frozenset({Wanted.MONEY, Wanted.RATE, Wanted.RATIO, Wanted.PARTY})  # of which there are several of a kind
_COMPOUND = 2
_OPENING = 200  # characters of a sentence in which it says that it forbids
_WORD = re.compile(r"\b[\w’']+")
_HAS_DONE = re.compile(r"\b(?:has|have)\s+(?:(?:not|never|duly)\s+)?\w+ed\b", re.IGNORECASE)
_DATED = re.compile(r"\bdated\b", re.IGNORECASE)  # a paper that is mentioned by its date: of what is in it, nothing
_REPLACES = re.compile(r"\b(?:from|replacing|deleting|omitting|for)\s+(?:the\s+\w+\s+)?[“\"‘'«]\Z", re.IGNORECASE)
_ITEM = re.compile(r";\s|\((?:[ivx]{1,5}|[a-z])\)\s")  # where another item of a sentence begins


class _Telling(WordTable):
    """Words by which a sentence says how things are, must be, were or might be."""

    past: PhrasePattern
    requires: PhrasePattern
    forbids: PhrasePattern
    supposes: PhrasePattern
    asks_rule: PhrasePattern
    reports: PhrasePattern
    credit: PhrasePattern
    shares: SingleWords


_TABLE = load_words(__package__, "telling", _Telling)


def is_of_kind(paper: Paper, part: Part, candidate: Candidate) -> bool:
    """Return whether a sentence tells a thing of the kind that is asked for: the fee, the report, the covenant."""
    head = r"\s+".join(map(re.escape, part.head))
    added = rf"\b{head}\s+(?:plus|minus|increased|reduced)\b"  # a sum of which the thing is a part
    if part.wanted and head and re.search(added, candidate.stretch.span.of(paper.text), re.IGNORECASE):
        return False
    if _is_another(paper, part, candidate) or _is_share_of_it(paper, part, candidate):
        return False
    if part.covenants and not part.covenants & candidate.covenants:
        return False
    if _TABLE.credit.search(part.text) and not _TABLE.credit.search(_told(paper, candidate)):
        return False
    reported = _TABLE.reports.search(part.text)
    asked = frozenset[str]() if reported is None else _rhythms(reported[0])
    said = _rhythms(candidate.stretch.span.of(paper.text)) if asked else asked
    beside = (_is_of_another_item, _is_of_another_label, _is_strewn)
    return (not said or bool(asked & said)) and not any(is_beside(paper, part, candidate) for is_beside in beside)


def is_told(paper: Paper, part: Part, question: Question, candidate: Candidate) -> bool:
    """Return whether a sentence tells how things are, where that is asked for: no bar, no condition, no other time."""
    return (
        _tells_time(paper, part, question, candidate)
        and not _only_forbids(paper, part, candidate)
        and not _only_supposes(paper, part, candidate)
    )


def _is_strewn(paper: Paper, part: Part, candidate: Candidate) -> bool:
    """Return whether both words of a compound are there, and never together: a borrowing at a base rate is no base."""
    if not part.compound:
        return False
    unit = candidate.unit
    texts = (candidate.stretch.span.of(paper.text), _lead(paper, candidate), *unit.headings, unit.term or "")
    orders = [_in_order(text) for text in texts]
    is_there = all(any(word in order for order in orders) for word in part.compound)
    return is_there and not any(_is_together(part.compound, order) for order in orders)


def _is_together(compound: tuple[str, ...], order: list[str]) -> bool:
    """Return whether two words are one noun somewhere: *exit fee*, *fee on exit*; *a borrowing at a base* is none."""
    first, second = compound
    for at, word in enumerate(order):
        behind = order[at + 1 : at + 3]
        if word == first and second in behind and "" not in behind[: behind.index(second)]:
            return True
        after = order[at + 1 : at + 4]
        if word == second and first in after and "" in after[: after.index(first)]:
            return True
    return False


def _is_of_another_item(paper: Paper, part: Part, candidate: Candidate) -> bool:
    """Return whether the thing is named in one item of a sentence, and every value is in others."""
    if not part.compound or not part.wanted & _THINGS or not candidate.values or candidate.row:
        return False
    items = list(_items(paper, candidate.stretch.span))
    naming = [one for one in items if set(part.compound) <= set(search_words(one.of(paper.text)))]
    if not naming or items[0] in naming:
        return False  # what is said before the first item holds for all of them
    return not any(one.contains(value) for one in naming for value in candidate.values)


def _is_of_another_label(paper: Paper, part: Part, candidate: Candidate) -> bool:
    """Return whether a sentence speaks of others of some things only: of Facility C, where Facility B is meant."""
    told = labels_in(candidate.stretch.span.of(paper.text))
    kinds = {kind for kind, _ in part.labels - told}
    return any(kind in kinds for kind, _ in told)


def _items(paper: Paper, span: Span) -> Iterator[Span]:
    start = span.start
    for match in _ITEM.finditer(paper.text, span.start, span.end):
        if match.start() > start:
            yield Span(start, match.start())
        start = match.start()
    yield Span(start, span.end)


def _is_another(paper: Paper, part: Part, candidate: Candidate) -> bool:
    """Return whether a sentence speaks of another thing of the kind only: an amendment fee is no commitment fee."""
    words = _in_order(" ".join(part.head))
    if not part.wanted & _THINGS or len(words) < _COMPOUND or not all(words[-_COMPOUND:]):
        return False
    which, kind = words[-_COMPOUND:]
    unit = candidate.unit
    around = (candidate.stretch.span.of(paper.text), *unit.headings, unit.term or "")
    told = [
        order[max(at - 2, 0) : at] for order in map(_in_order, around) for at, word in enumerate(order) if word == kind
    ]
    named = [one for one in told if one and one[-1]]  # behind "the fee" is the one that was named
    return bool(named) and not any(which in one for one in named) and which not in candidate.known


def _is_share_of_it(paper: Paper, part: Part, candidate: Candidate) -> bool:
    """Return whether every value is a share of the thing only: 40 per cent. of the Margin is not the Margin."""
    is_price = bool(part.wanted & _PRICES) and bool(part.head) and not set(_TABLE.shares) & set(part.head)
    if not is_price or not candidate.values or candidate.row:
        return False
    share = re.compile(
        rf"[^,;]{{0,30}}?\bof\s+(?:the\s+|such\s+|its\s+)?(?:applicable\s+)?{re.escape(part.head[-1])}\b", re.IGNORECASE
    )
    return all(share.match(paper.text, value.start) for value in candidate.values)


def _only_forbids(paper: Paper, part: Part, candidate: Candidate) -> bool:
    """Return whether a sentence says what may not be, where a question asks what is: which security do they hold?"""
    if part.wanted or part.is_yes_no or _TABLE.asks_rule.search(part.text):
        return False
    opening = candidate.stretch.span.of(paper.text)[:_OPENING]
    return any(map(_TABLE.forbids.search, (_lead(paper, candidate), _clause_opening(paper, candidate), opening)))


def _only_supposes(paper: Paper, part: Part, candidate: Candidate) -> bool:
    """Return whether a sentence names the thing only in a case that it puts: *if the rating falls* tells no rating."""
    if part.wanted or part.is_yes_no or not part.head or _TABLE.asks_rule.search(part.text):
        return False
    supposed, _, said = candidate.stretch.span.of(paper.text).partition(",")
    noun = stem_of(part.head[-1])
    is_supposed = _TABLE.supposes.search(supposed) is not None and noun in search_words(supposed)
    return is_supposed and noun not in search_words(said)


def _tells_time(paper: Paper, part: Part, question: Question, candidate: Candidate) -> bool:
    """Return whether a sentence tells what has happened, is so today or was so before, where that is asked for."""
    span = candidate.stretch.span
    is_ahead = candidate.row and Wanted.RATIO in part.wanted  # a table of levels says what must be, not what was
    if part.is_past and (is_ahead or not _tells_past(paper, part, candidate)):
        return False
    if question.status is not None:
        asked = {stem_of(word) for word in question.status.split()} - {""}
        if not asked & set(search_words(span.of(paper.text))):
            return False
    if question.former is None:
        return True
    return any(_REPLACES.search(paper.text[max(value.start - 30, 0) : value.start]) for value in candidate.values)


def _tells_past(paper: Paper, part: Part, candidate: Candidate) -> bool:
    """Return whether a sentence may tell what has happened: it says so, or gives a day and requires nothing."""
    span = candidate.stretch.span
    words = span.of(paper.text)
    is_dated = any(isinstance(one, CalendarDate) for found in paper.inside(DATE_KIND, span) for one in found.candidates)
    is_value = bool(part.wanted) and Wanted.DATE not in part.wanted
    around = f"{_clause_opening(paper, candidate)} {_lead(paper, candidate)} {words}"
    is_required = _TABLE.requires.search(around) is not None
    is_shown = is_dated and not is_required and is_value and not part.covenants
    is_dating = Wanted.DATE in part.wanted and _DATED.search(words) is not None
    if Wanted.DATE in part.wanted and not candidate.values:
        return False
    return bool(_TABLE.past.search(words) or _HAS_DONE.search(words) or is_dating or is_shown)


def _in_order(text: str) -> list[str]:
    """Return the words of a text as a search compares them; question words are empty."""
    return [stem_of(word.lower()) for word in _WORD.findall(text)]


def _lead(paper: Paper, candidate: Candidate) -> str:
    return "" if candidate.stretch.lead is None else candidate.stretch.lead.of(paper.text)


def _clause_opening(paper: Paper, candidate: Candidate) -> str:
    """Return how the clause begins of which a sentence is an item."""
    section = paper.document.section_at(candidate.stretch.span.start)
    if section is None or section.parent is None or not section.id.endswith(")"):
        return ""
    start = paper.document.sections[section.parent].span.start
    return paper.text[start : min(start + 2 * _OPENING, section.span.start)]


def _told(paper: Paper, candidate: Candidate) -> str:
    """Return a sentence with what stands above it."""
    around = (*candidate.unit.headings, candidate.unit.term or "", _lead(paper, candidate))
    return " ".join((*around, candidate.stretch.span.of(paper.text)))


def _rhythms(text: str) -> frozenset[str]:
    found = (one for one in FREQUENCY_KIND.find(tokenize(text), NO_CONTEXT) if len(one.candidates) == 1)
    return frozenset(one.candidates[0].rhythm.value for one in found)
