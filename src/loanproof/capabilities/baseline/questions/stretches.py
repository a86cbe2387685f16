"""Stretches: text that can be an answer by itself, that is, sentences and items of long lists with their lead.

Headings, running lines and page numbers are cut off: they show where a sentence is but are not part of it. Lines that
never formed one sentence, such as those of a letterhead or a table, are stretches of their own.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from math import log2
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.questions.rows import ends_with_cells, is_cells, is_plain_row, is_row
from loanproof.capabilities.baseline.retrieval import heading_of
from loanproof.core import Span
from loanproof.documents import SectionKind

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.retrieval import Unit
    from loanproof.documents import Document, Section

_SPLIT_ABOVE = 320  # characters above which a sentence with items is also split into its items
_MAX_STRETCH = 1200
_MAX_LEAD = 300
_MAX_READ, _MAX_GAP, _MAX_ITEMS = 3000, 40, 12  # after words that end with a colon
_KINDS_WITHOUT_ANSWERS = frozenset({SectionKind.SIGNATURE, SectionKind.CONTENTS, SectionKind.COVER})
_NUMBER = re.compile(r"(?:[0-9]+(?:\.[0-9]+)*\.?|[IVXL]+\.)(?=\s)\s*|\([A-Za-z0-9]{1,4}\)\s*")
_WORD_CHARACTER = re.compile(r"\w")
_TRAILING_JOINT = re.compile(r"[;,]?\s+(?:and|or)\s*\Z")  # the ", and" before the next item
_ITEM = re.compile(r"\s*\([A-Za-z0-9]{1,4}\)\s")
_DIGIT = re.compile(r"[0-9]")
_MIN_WORDS = 5  # of a stretch without a figure; a shorter one is a heading
_NUMBERED_ROW = re.compile(r"(?:[0-9]{1,3}|[IVX]{1,4}|[A-Z])[.)]?\s+\S")
_SECTION_TITLE = re.compile(
    r"(?:Section|Clause|Article)\s+[0-9.]+\s+(?:(?:[A-Z][\w’'-]*|of|and|the|to|on|in|for|or|a)[\s;,.]*)+"
)
_COMPARISON = re.compile(r"(?:\b(?:than|but|above|below|exceed\w*|least|most|less|more)\b|[<>≤≥])", re.IGNORECASE)
_COLUMNS = re.compile(r"\S[ \t]{3,}\S")  # text in columns
_RULE = re.compile(r"\s*[-–—_=]{5,}\s*\Z")
_LINE = re.compile(r"[^\n\f]*\S[^\n\f]*")
_BEGINS_ANEW = re.compile(r"\s*[A-Z0-9“\"(£$€]")
_UNFINISHED = re.compile(r"\b(?:than|but|to|of|the|a|an|for|in|by|at|with|from|not)\s*\Z")
_MAX_TERM = 60  # characters of a defined term
_SAMPLE = 6000  # characters of a page that are measured
_USUAL_QUANTILE = 0.8  # this share of the lines of a page is no longer than the usual line
_USUAL_LENGTH = 250  # characters
_LONGEST_WRAPPED = 220  # characters; text that is wrapped has no longer line
_SHORT_LINE = 0.62  # of the usual line; a line that ends earlier is not running text


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """A piece of text that may be an answer.

    Attributes:
        span: Where it is.
        lead: The words that introduce it, if it is an item of a list; they say what it is an item of.
    """

    span: Span
    lead: Span | None = None

    @property
    def excess(self) -> float:
        """How many times its length doubles beyond that of a usual sentence; each doubling makes it a worse answer."""
        return max(0.0, log2(max(len(self.span), 1) / _USUAL_LENGTH))


def stretches_of(paper: Paper, unit: Unit) -> Iterator[Stretch]:
    """Yield the stretches of a unit in order; a sentence with items is also offered whole unless it is too long."""
    for clipped in paper.passages.sentences_in(unit.span):
        section = paper.document.section_at(clipped.start)
        if section is not None and section.kind in _KINDS_WITHOUT_ANSWERS:
            continue
        sentence = paper.passages.sentence_at(clipped.start)
        starts = _item_starts(paper, sentence) if len(sentence) > _SPLIT_ABOVE else []
        above = _words_above(paper, sentence)
        if len(sentence) <= _MAX_STRETCH:
            yield from (Stretch(span=one, lead=above) for one in blocks_of(paper, sentence))
        if len(starts) > 1:
            lead = _lead(paper, Span(sentence.start, starts[0]))
            for start, end in pairwise([*starts, sentence.end]):
                if clipped.start <= start < clipped.end and end - start <= _MAX_STRETCH:
                    yield from (Stretch(span=one, lead=lead) for one in blocks_of(paper, Span(start, end)))
        elif len(sentence) > _MAX_STRETCH:
            for piece in paper.passages.pieces_in(clipped):
                yield from (Stretch(span=one, lead=above) for one in blocks_of(paper, piece))


def words_before_table(paper: Paper, row: Span) -> Span | None:
    """Return the sentence that introduces the table of a row; what it says applies to every row."""
    section = paper.document.section_at(row.start)
    start = max(0 if section is None else section.span.start, row.start - _MAX_READ)
    for sentence in reversed(list(paper.passages.sentences_in(Span(start, row.start)))):
        for block in reversed(list(blocks_of(paper, sentence))):
            if paper.text[block.end - 1] == ":" and block.end <= row.start:
                return block
    return None


def items_behind(paper: Paper, lead: Span) -> Iterator[Span]:
    """Yield the items of the list that some words introduce, even across a page break."""
    around = paper.document.section_at(lead.end - 1)
    reach = Span(lead.end, min(len(paper.text), lead.end + _MAX_READ))
    items = [one for one in _sections_in(paper.document, reach) if one.kind is SectionKind.CLAUSE]
    first = items[0] if items else None
    if first is None or first.span.start - lead.end > _MAX_GAP:
        return
    for one in items[:_MAX_ITEMS]:
        if one.parent == first.parent and (around is None or one.span.end <= max(around.span.end, first.span.end)):
            yield from list(blocks_of(paper, one.span))[:1]


def _words_above(paper: Paper, sentence: Span) -> Span | None:
    """Return the words that introduce a list, if a sentence is an item that stands apart from them.

    Without them an item may say the opposite, because the *shall not* is in the lead.
    """
    section = paper.document.section_at(sentence.start)
    if section is None or section.parent is None or section.kind is SectionKind.DEFINITION:
        return None
    heading = heading_of(paper.document, section)
    begin = section.span.start if heading is None else heading.end
    if paper.text[begin : max(begin, sentence.start)].strip():
        return None  # the sentence is not the beginning of its item
    parent = paper.document.sections[section.parent]
    first = next(
        (one for one in _sections_in(paper.document, parent.span) if one.span.start > parent.span.start), section
    )
    words = list(blocks_of(paper, Span(parent.span.start, min(first.span.start, sentence.start))))
    ends = ":,-–—" if section.id.endswith(")") else ":"
    is_lead = bool(words) and paper.text[words[-1].end - 1] in ends and len(words[-1]) <= _MAX_LEAD
    return words[-1] if is_lead else None


def _item_starts(paper: Paper, sentence: Span) -> list[int]:
    """Return where the items of a sentence begin, for the outermost list only."""
    inside = [one for one in _sections_in(paper.document, sentence) if one.kind is SectionKind.CLAUSE]
    items = [one for one in inside if one.id.endswith(")") and one.span.start > sentence.start]
    depth = min((one.id.count("(") for one in items), default=0)
    return [one.span.start for one in items if one.id.count("(") == depth]


def _sections_in(document: Document, span: Span) -> Iterator[Section]:
    """Yield the sections that begin inside a span, in order."""
    at = bisect_left(document.sections, span.start, key=lambda one: one.span.start)
    while at < len(document.sections) and document.sections[at].span.start < span.end:
        yield document.sections[at]
        at += 1


def _lead(paper: Paper, span: Span) -> Span | None:
    """Return the last block of the words before the first item, unless it is too long for a lead."""
    words = list(blocks_of(paper, span))
    return words[-1] if words and len(words[-1]) <= _MAX_LEAD else None


def blocks_of(paper: Paper, span: Span) -> Iterator[Span]:
    """Yield the parts of a span that were written as one text, without headings and running lines."""
    page = paper.document.page_at(span.start)
    usual, longest = _line_lengths(paper.text, page.span)
    is_unwrapped = longest > _LONGEST_WRAPPED  # then every line is a paragraph or a row
    start = span.start
    lines = [Span(*match.span()) for match in _LINE.finditer(paper.text, span.start, span.end)]
    running = [line for one in paper.document.pages_of(span) for line in one.running]
    for line, behind in zip_longest(lines, lines[1:]):
        if _is_running(line, running):
            start = span.end if behind is None else behind.start
            continue
        is_last = behind is None or _is_running(behind, running)
        length = line.end - max(paper.text.rfind("\n", 0, line.start), paper.text.rfind("\f", 0, line.start)) - 1
        is_quoted = _is_open(paper.text[start : line.end])
        if (
            behind is not None
            and not is_last
            and (is_quoted or _continues_as_cells(line.of(paper.text), behind.of(paper.text)))
        ):
            continue
        is_last = is_last or (behind is not None and _separates_rows(paper, line, behind))
        is_short = length < _SHORT_LINE * usual and not _UNFINISHED.search(line.of(paper.text))
        is_short = is_short or is_unwrapped
        if is_last or (is_short and _BEGINS_ANEW.match(paper.text, line.end) and len(lines) > 1):
            yield from _trimmed(paper, start, line.end)
            start = span.end if behind is None else behind.start


def _is_running(line: Span, running: Sequence[Span]) -> bool:
    """Return whether a line is a running header or footer."""
    return any(one.start == line.start or one.contains(line) for one in running)


def _is_open(words: str) -> bool:
    """Return whether a quotation or quoted term begins in a text and does not end in it."""
    return words.count("“") > words.count("”") or (words[-_MAX_TERM:].count('"') == 1 and words.count('"') % 2 == 1)


def _continues_as_cells(line: str, behind: str) -> bool:
    """Return whether a row's cells are on the next line: ``3 … but less than 55%``, then ``1.60% 0.60%``."""
    return is_cells(behind) and not is_cells(line) and _COMPARISON.search(line) is not None


def _separates_rows(paper: Paper, line: Span, behind: Span) -> bool:
    """Return whether the next line begins a new row, after a row or after the head of the table."""
    words, after = line.of(paper.text), behind.of(paper.text)
    is_apart = _COLUMNS.search(words.strip()) is not None or (is_plain_row(words) and ends_with_cells(words))
    if is_row(words) and is_apart and _BEGINS_ANEW.match(after):
        return True  # the row after it may run over two lines
    if not is_row(after):
        return False
    is_head = _COLUMNS.search(words.strip()) is not None or _RULE.match(words) is not None
    is_next = not words.rstrip().endswith((",", ";")) and bool(_NUMBERED_ROW.match(after.strip()))
    return is_row(words) or is_head or is_next


def _trimmed(paper: Paper, start: int, end: int) -> Iterator[Span]:
    """Yield a block without its heading and joints, unless it is too short or only a title."""
    is_item = _ITEM.match(paper.text, start, end) is not None
    start = _after_heading(paper, start, end)
    words = paper.text[start:end]
    start += len(words) - len(words.lstrip())
    words = _TRAILING_JOINT.sub("", words.strip())
    end = start + len(words)
    is_long = is_item or len(words.split()) >= _MIN_WORDS or words.endswith(":") or bool(_DIGIT.search(words))
    if _WORD_CHARACTER.search(words) and is_long and not _SECTION_TITLE.fullmatch(words):
        yield Span(start, end)


def _after_heading(paper: Paper, start: int, end: int) -> int:
    """Return where the text begins after the numbers and headings of the sections that open here."""
    for section in _sections_in(paper.document, Span(start, end)):
        if section.span.start > start or section.kind is SectionKind.DEFINITION:
            break
        heading = heading_of(paper.document, section)
        number = _NUMBER.match(paper.text, start, end)
        if heading is not None and heading.end < end:
            start = max(start, heading.end)
        elif number is not None and number.end() < end:
            start = number.end()
    return start


def _line_lengths(text: str, page: Span) -> tuple[int, int]:
    """Return the usual and the greatest length of the lines of a page, judged by its first lines."""
    end = min(page.end, page.start + _SAMPLE)
    lengths = sorted(len(match[0].strip()) for match in _LINE.finditer(text, page.start, end))
    return (lengths[int(len(lengths) * _USUAL_QUANTILE)], lengths[-1]) if lengths else (0, 0)
