"""Where an agreement opens: after its cover, its table of contents and its lists of schedules.

Text before the opening is not binding, so nothing there is a clause or a schedule, however its lines begin: a list
entry, the last line of a table, the street number of an address. An opening is recognised by its words (``THIS
AGREEMENT is dated``, ``WHEREAS``, ``agree as follows``), but only if the numbering begins after it and no clause with a
sentence of its own is before it.
"""

from __future__ import annotations

import re
from itertools import islice, pairwise, takewhile
from typing import TYPE_CHECKING

from loanproof.documents.sections.headings import LEAST_WEIGHT, Candidate, Form
from loanproof.documents.sections.numbering import begins_at_one

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from loanproof.documents.sections.contents_pages import Contents
    from loanproof.documents.sections.lines import Line

_NUMBERED = frozenset({Form.ARTICLE, Form.SECTION, Form.NUMBER})
_INSTRUMENT = r"(?i:agreement|deed|amendment|contract|waiver|letter|indenture|supplement|note)"
_OPENING = re.compile(
    rf"IN WITNESS|(?:THIS|This)\s(?:[^\n.;]{{0,120}}\s)?{_INSTRUMENT}\b[^.;]{{0,200}}?"
    r"\b(?i:dated|made|entered|between|among|by\sand)\b"
    rf"|(?:[0-9A-Z][^\s.;]{{0,30}}\s|and\s|to\s|of\s){{0,12}}{_INSTRUMENT},?\s"
    rf"(?:\([^()]{{0,80}}\),?\s)?(?:is\s)?(?i:dated|made|entered)\b"
    r"|(?:WHEREAS|Whereas)\b|Dear\s"
    r"|(?i:(?:the\s)?parties|between|(?:the\s)?recitals?|background|preamble|(?:preliminary|introductory)\sstatements?"
    r"|w\s?i\s?t\s?n\s?e\s?s\s?s\s?e\s?t\s?h)\s?:?(?m:$)"
)
_AGREED = re.compile(
    r"\bagrees?(?:d|\sand\scovenants?)?\sas\sfollows\b"
    r"|\bit\sis\s(?:hereby\s)?(?:mutually\s)?agreed\b|\bnow,?\stherefore\b"
    r"|\bparties\s(?:hereto\s)?(?:hereby\s)?agree\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"\b(?:shall|means?|hereby|may|will|must|is|are|has|have)\b")
_LONGEST = 400
_FEWEST_LISTED = 2
_FEWEST_NUMBERED = 5


def find_opening(text: str, lines: Sequence[Line], candidates: Sequence[Candidate], contents: Contents) -> int:
    """Return where the words that open the agreement are, or 0 if nothing shows it.

    Args:
        text: The whole text.
        lines: Its lines.
        candidates: Those outside the tables of contents.
        contents: The tables that were found.
    """
    numbered = [one for one in candidates if one.form in _NUMBERED and one.weight >= LEAST_WEIGHT]
    both = pairwise(numbered)
    ends = (following.start for one, following in both if _SENTENCE.search(text, one.after, following.start))
    last = next(islice(ends, 1, None), len(text))  # no agreement opens after two clauses
    opening = sentences = at = 0
    for start, is_agreed in _openings(text, takewhile(lambda line: line.start < last, lines), contents):
        while at < len(numbered) and numbered[at].start < start:
            end = min(start, numbered[at + 1].start) if at + 1 < len(numbered) else start
            sentences += _SENTENCE.search(text, numbered[at].after, end) is not None
            at += 1
        # a paragraph of parties in unknown words looks like the text of the last list entry
        if sentences > is_agreed or at == len(numbered):
            break
        if begins_at_one(numbered[at].label):
            opening = start
    return max(opening, _behind_a_list(text, candidates, [one for one in numbered if one.start >= opening]))


def _behind_a_list(text: str, candidates: Sequence[Candidate], numbered: Sequence[Candidate]) -> int:
    """Return where the numbering begins after two or more schedules without a sentence, or 0.

    An agreement may open without any of the words; but schedules without text are only listed. It is recognised by its
    articles or two-level numbers, which the last of several true schedules does not have.
    """
    if len(numbered) < _FEWEST_NUMBERED or not begins_at_one(numbered[0].label):
        return 0
    if not any(one.form is Form.ARTICLE or "." in one.label for one in numbered[:_FEWEST_NUMBERED]):
        return 0
    start = end = numbered[0].start
    attached = [one for one in candidates if one.form is Form.ATTACHED and one.weight >= LEAST_WEIGHT]
    listed = 0
    for one in reversed([one for one in attached if one.start < start]):
        if _SENTENCE.search(text, one.after, end):
            break
        listed, end = listed + 1, one.start
    return start if listed >= _FEWEST_LISTED else 0


def opening_of(text: str, line: Line) -> re.Pattern[str] | None:
    """Return the pattern by which a line opens an agreement, if it does."""
    if _AGREED.search(text, line.start, line.end):
        return _AGREED
    return _OPENING if _OPENING.match(text, line.start, min(line.end + 80, line.start + _LONGEST)) else None


def _openings(text: str, lines: Iterable[Line], contents: Contents) -> Iterator[tuple[int, bool]]:
    """Yield the lines with words that open an agreement, each with whether the words are those of agreeing."""
    for line in lines:
        opening = None if contents.holds(line.start) else opening_of(text, line)
        if opening is not None:
            yield line.start, opening is _AGREED
