"""Whether a sentence states the very thing that a question asks for, and not something related to it.

An amendment fee is not a commitment fee, a limit is not an actual figure, and *if the rating falls* states no rating.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.questions.expectation import ASKS_NONE, PRICES, Wanted, labels_in
from loanproof.capabilities.baseline.retrieval import search_words, stem_of
from loanproof.core import PhrasePattern, SingleWords, Span, WordTable, load_words
from loanproof.values import DATE_KIND, FREQUENCY_KIND, MONTH_NAMES, NO_CONTEXT, CalendarDate, tokenize

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.questions.candidate import Candidate
    from loanproof.capabilities.baseline.questions.expectation import Part, Question

_PLURAL_KINDS = frozenset({Wanted.MONEY, Wanted.RATE, Wanted.RATIO, Wanted.PARTY})  # a deal may have several of each
_COMPOUND_LENGTH = 2
_OPENING = 200  # characters of a sentence in which a prohibition shows
_WORD = re.compile(r"\b[\w’']+")
_IS_TO_HAVE = re.compile(r"\b(?:shall|must|will|may|should)\s+(?:not\s+)?have\s+(?:been\s+)?\w+", re.IGNORECASE)
_HAS_DONE = re.compile(r"\b(?:has|have)\s+(?:(?:not|never|duly)\s+)?\w+ed\b", re.IGNORECASE)
_DATED = re.compile(r"\bdated\b", re.IGNORECASE)  # *the letter dated 3 May* says when it was written
_QUOTES_OLD_TEXT = re.compile(
    r"\b(?:from|replacing|deleting|omitting|for)\s+(?:the\s+\w+\s+)?[“\"‘'«]\Z", re.IGNORECASE
)
_ITEM_START = re.compile(r";\s|\((?:[ivx]{1,5}|[a-z])\)\s")  # of a sentence


_PART_OF = re.compile(r"\b(?:part|parts|portion|some)\s+of\s+(?:the\s+|its\s+|their\s+|each\s+)?\Z", re.IGNORECASE)
_DAY_OF_MONTH = re.compile(
    r"\b(?:[0-9]{1,2}(?:st|nd|rd|th)|[a-z]+(?:st|nd|rd|th)\s+day|(?:first|last)\s+(?:[a-z]+\s+)?day|"
    rf"[0-9]{{1,2}}\s+(?:{'|'.join(MONTH_NAMES)})|(?:{'|'.join(MONTH_NAMES)})\s+[0-9]{{1,2}})\b"
    rf"|\b[0-9]{{1,2}}\.[0-9]{{1,2}}\.",
    re.IGNORECASE,
)


class _Telling(WordTable):
    """Words that show whether a sentence says how things are, must be, were or might be."""

    past: PhrasePattern
    requires: PhrasePattern
    forbids: PhrasePattern
    supposes: PhrasePattern
    asks_rule: PhrasePattern
    reports: PhrasePattern
    credit: PhrasePattern
    asks_day: PhrasePattern
    denies: PhrasePattern
    shares: SingleWords


_TABLE = load_words(__package__, "telling", _Telling)


def is_of_kind(paper: Paper, part: Part, candidate: Candidate) -> bool:
    """Return whether a sentence is about the kind of thing asked for: the same fee, report or covenant."""
    head = r"\s+".join(map(re.escape, part.head))
    added = rf"\b{head}\s+(?:plus|minus|increased|reduced)\b"  # a total that the thing is only a part of
    if part.wanted and head and re.search(added, candidate.stretch.span.of(paper.text), re.IGNORECASE):
        return False
    if _is_another(paper, part, candidate) or _is_share_of_it(paper, part, candidate):
        return False
    if part.covenants and not part.covenants & candidate.covenants:
        return False
    if _TABLE.credit.search(part.text) and not _TABLE.credit.search(_with_context(paper, candidate)):
        return False
    reported = _TABLE.reports.search(part.text)
    asked = frozenset[str]() if reported is None else _rhythms(reported[0])
    said = _rhythms(candidate.stretch.span.of(paper.text)) if asked else asked
    beside = (_is_of_another_item, _is_of_another_label, _is_scattered, _is_only_part, _lacks_denial)
    return (not said or bool(asked & said)) and not any(is_beside(paper, part, candidate) for is_beside in beside)


def is_told(paper: Paper, part: Part, question: Question, candidate: Candidate) -> bool:
    """Return whether a sentence states a fact as the question asks for it: no prohibition, condition or other time."""
    return (
        _tells_time(paper, part, question, candidate)
        and not _only_forbids(paper, part, candidate)
        and not _only_supposes(paper, part, candidate)
        and not _is_other_day(paper, part, candidate)
        and not _lacks_denial(paper, part, candidate)
    )


def _is_scattered(paper: Paper, part: Part, candidate: Candidate) -> bool:
    """Return whether the words of a compound appear only apart: *borrowing at a base rate* is no *borrowing base*."""
    if not part.compound:
        return False
    unit = candidate.unit
    texts = (candidate.stretch.span.of(paper.text), _lead(paper, candidate), *unit.headings, unit.term or "")
    orders = [_in_order(text) for text in texts]
    is_there = all(any(word in order for order in orders) for word in part.compound)
    return is_there and not any(_is_together(part.compound, order) for order in orders)


def _is_together(compound: tuple[str, ...], order: list[str]) -> bool:
    """Return whether two words form one noun somewhere: *exit fee* or *fee on exit*, but not *borrowing at a base*."""
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
    """Return whether one item of a sentence names the thing and all values are in other items."""
    if not part.compound or not part.wanted & _PLURAL_KINDS or not candidate.values or candidate.row:
        return False
    items = list(_items(paper, candidate.stretch.span))
    naming = [one for one in items if set(part.compound) <= set(search_words(one.of(paper.text)))]
    if not naming or items[0] in naming:
        return False  # words before the first item apply to all of them
    return not any(one.contains(value) for one in naming for value in candidate.values)


def _is_of_another_label(paper: Paper, part: Part, candidate: Candidate) -> bool:
    """Return whether a sentence is only about others of several things: Facility C, if B is asked about."""
    told = labels_in(candidate.stretch.span.of(paper.text))
    kinds = {kind for kind, _ in part.labels - told}
    return any(kind in kinds for kind, _ in told)


def _items(paper: Paper, span: Span) -> Iterator[Span]:
    """Yield the items of a sentence, with the words before the first one as an item of its own."""
    start = span.start
    for match in _ITEM_START.finditer(paper.text, span.start, span.end):
        if match.start() > start:
            yield Span(start, match.start())
        start = match.start()
    yield Span(start, span.end)


def _is_another(paper: Paper, part: Part, candidate: Candidate) -> bool:
    """Return whether a sentence is only about another thing of the kind: an amendment fee, not a commitment fee."""
    words = _in_order(" ".join(part.head))
    if not part.wanted & _PLURAL_KINDS or len(words) < _COMPOUND_LENGTH or not all(words[-_COMPOUND_LENGTH:]):
        return False
    which, kind = words[-_COMPOUND_LENGTH:]
    unit = candidate.unit
    around = (candidate.stretch.span.of(paper.text), *unit.headings, unit.term or "")
    told = [
        order[max(at - 2, 0) : at] for order in map(_in_order, around) for at, word in enumerate(order) if word == kind
    ]
    named = [one for one in told if one and one[-1]]  # a bare "the fee" refers to one already named
    return bool(named) and not any(which in one for one in named) and which not in candidate.known


def _is_share_of_it(paper: Paper, part: Part, candidate: Candidate) -> bool:
    """Return whether every value is only a share of the thing: *40 per cent. of the Margin* is not the Margin."""
    is_price = bool(part.wanted & PRICES) and bool(part.head) and not set(_TABLE.shares) & set(part.head)
    if not is_price or not candidate.values or candidate.row:
        return False
    share = re.compile(
        rf"[^,;]{{0,30}}?\bof\s+(?:the\s+|such\s+|its\s+)?(?:applicable\s+)?{re.escape(part.head[-1])}\b", re.IGNORECASE
    )
    return all(share.match(paper.text, value.start) for value in candidate.values)


def _is_only_part(paper: Paper, part: Part, candidate: Candidate) -> bool:
    """Return whether a sentence speaks of a part of the thing alone: *to finance part of the purchase price*."""
    if not part.wanted & PRICES or not part.head or set(_TABLE.shares) & set(part.head):
        return False
    head = r"\s+".join(map(re.escape, part.head))
    thing = re.compile(rf"\b{head}\b", re.IGNORECASE)
    text = candidate.stretch.span.of(paper.text)
    found = list(thing.finditer(text))
    return bool(found) and all(_PART_OF.search(text[: one.start()]) for one in found)


def _is_other_day(paper: Paper, part: Part, candidate: Candidate) -> bool:
    """Return whether a question asks for a day of the month and a sentence names none."""
    is_asked = _TABLE.asks_day.search(part.text) is not None
    return is_asked and not _DAY_OF_MONTH.search(candidate.stretch.span.of(paper.text))


def _lacks_denial(paper: Paper, part: Part, candidate: Candidate) -> bool:
    """Return whether a question asks what has none of a thing, and a sentence denies nothing."""
    is_asked = ASKS_NONE.match(part.text) is not None
    return is_asked and not _TABLE.denies.search(candidate.stretch.span.of(paper.text))


def _only_forbids(paper: Paper, part: Part, candidate: Candidate) -> bool:
    """Return whether a sentence says what is forbidden, but the question asks what is: *which security is held?*."""
    if part.wanted or part.is_yes_no or _TABLE.asks_rule.search(part.text):
        return False
    opening = candidate.stretch.span.of(paper.text)[:_OPENING]
    return any(map(_TABLE.forbids.search, (_lead(paper, candidate), _clause_opening(paper, candidate), opening)))


def _only_supposes(paper: Paper, part: Part, candidate: Candidate) -> bool:
    """Return whether a sentence mentions the thing only as a hypothesis: *if the rating falls* states no rating."""
    if part.wanted or part.is_yes_no or not part.head or _TABLE.asks_rule.search(part.text):
        return False
    supposed, _, said = candidate.stretch.span.of(paper.text).partition(",")
    noun = stem_of(part.head[-1])
    is_supposed = _TABLE.supposes.search(supposed) is not None and noun in search_words(supposed)
    return is_supposed and noun not in search_words(said)


def _tells_time(paper: Paper, part: Part, question: Question, candidate: Candidate) -> bool:
    """Return whether a sentence is about the time asked for: what has happened, is so today, or was so before."""
    span = candidate.stretch.span
    is_ahead = candidate.row and Wanted.RATIO in part.wanted  # a table of levels says what is required, not what was
    if part.is_past and (is_ahead or not _tells_past(paper, part, candidate)):
        return False
    if question.status is not None:
        asked = {stem_of(word) for word in question.status.split()} - {""}
        if not asked & set(search_words(span.of(paper.text))):
            return False
    if question.former is None:
        return True
    return any(
        _QUOTES_OLD_TEXT.search(paper.text[max(value.start - 30, 0) : value.start]) for value in candidate.values
    )


def _tells_past(paper: Paper, part: Part, candidate: Candidate) -> bool:
    """Return whether a sentence may report what has happened: it says so, or gives a date and requires nothing."""
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
    told = _IS_TO_HAVE.sub(" ", words)  # *shall have received* is a condition
    return bool(_TABLE.past.search(told) or _HAS_DONE.search(told) or is_dating or is_shown)


def _in_order(text: str) -> list[str]:
    """Return the search words of a text in order; a question word becomes an empty string."""
    return [stem_of(word.lower()) for word in _WORD.findall(text)]


def _lead(paper: Paper, candidate: Candidate) -> str:
    """Return the text of a candidate's lead."""
    return "" if candidate.stretch.lead is None else candidate.stretch.lead.of(paper.text)


def _clause_opening(paper: Paper, candidate: Candidate) -> str:
    """Return how the clause begins that has a sentence as one of its items."""
    section = paper.document.section_at(candidate.stretch.span.start)
    if section is None or section.parent is None or not section.id.endswith(")"):
        return ""
    start = paper.document.sections[section.parent].span.start
    return paper.text[start : min(start + 2 * _OPENING, section.span.start)]


def _with_context(paper: Paper, candidate: Candidate) -> str:
    """Return a sentence together with its headings, its defined term and its lead."""
    around = (*candidate.unit.headings, candidate.unit.term or "", _lead(paper, candidate))
    return " ".join((*around, candidate.stretch.span.of(paper.text)))


def _rhythms(text: str) -> frozenset[str]:
    """Return the frequencies that a text states unambiguously."""
    found = (one for one in FREQUENCY_KIND.find(tokenize(text), NO_CONTEXT) if len(one.candidates) == 1)
    return frozenset(one.candidates[0].rhythm.value for one in found)
