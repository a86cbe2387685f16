"""The items of a list of conditions that is not in the clause tree: marked lines, marks in a sentence, or a series."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.fields.condition_words import DELIVERABLE
from loanproof.core import Span

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper

MIN_ITEMS = 3
"""Items of a list; a clause with fewer refers to a list elsewhere."""
ITEM_MARK = re.compile(
    r"\A\s*(?:[0-9]+(?:\.[0-9]+)+\.?|\(?[0-9ivxlcdm]{1,6}[.)]"
    r"|[0-9]{1,2}(?=\s+[A-Za-z])|\([a-zA-Z]{1,4}\)|[a-zA-Z]\)|[•●▪◦*–—-])\s*",
    re.IGNORECASE,
)
"""The mark at the beginning of an item."""
_MAX_ITEM_WORDS = 80  # words of an item that are kept
_TAIL = re.compile(r"(?:[.;,:]|\s(?:and|or)|\s)+\Z")
_LINE_MARK = re.compile(
    r"^[ \t]*(?:(?P<bullet>[•●▪◦*–—-])|\(?(?:[0-9]{1,2}\.)?(?P<number>[0-9]{1,2})[.)]?"
    r"|\(?(?:(?P<letter>[a-z])|(?P<roman>[ivx]{2,5}))[.)])"
    r"[ \t]+(?=[A-Za-z“])",
    re.MULTILINE,
)
_INLINE_MARK = re.compile(r"(?<=[\s:;,])\((?:(?P<roman>[ivx]{1,5})|(?P<letter>[a-z]))\)\s+(?=[A-Za-z“])")
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv")
_RECEIVED = re.compile(r"\b(?:received|receipt\s+of|delivered|given|deliver)\s+", re.IGNORECASE)
_ITEM_SEPARATOR = re.compile(r"[,;]\s+(?:and\s+)?|\s+and\s+(?=(?:an?|the|evidence|copies|certified)\s)", re.IGNORECASE)
_LIST_BEGINS = re.compile(r":[ \t]*\n[ \t]*\n[ \t]*")
_BLANK_LINE = re.compile(r"\n[ \t]*\n[ \t]*")
_PARAGRAPH = re.compile(r"[A-Z].*[.;](?:\s+and)?", re.DOTALL)
_PARAGRAPH_END = re.compile(r"(?:[.;]|;\s+and)(?=[ \t]*\n[ \t]*\n)")


def listed(paper: Paper, span: Span) -> list[Span]:
    """Return the items of a list that is not in the clause tree: marked lines, marks in a sentence, or a series."""
    return marked_lines(paper, span) or marked_inline(paper, span) or _in_a_row(paper, span) or _paragraphs(paper, span)


def marked_lines(paper: Paper, span: Span) -> list[Span]:
    """Return the marked lines of a list or table, or nothing if their marks are not in order."""
    found: dict[str, list[int]] = {"number": [], "letter": [], "roman": [], "bullet": []}
    for match in _LINE_MARK.finditer(paper.text, span.start, span.end):
        mark = match[match.lastgroup or ""]
        expected = {
            "number": str(len(found["number"]) + 1),
            "letter": chr(ord("a") + len(found["letter"]) % 26),
            "roman": _ROMAN[min(len(found["roman"]), len(_ROMAN) - 1)],
        }
        kinds = ["bullet"] if match["bullet"] else [kind for kind, following in expected.items() if following == mark]
        for kind in kinds:
            found[kind].append(match.start())
    longest = max(found.values(), key=len)
    ends = [*longest[1:], span.end]
    return [Span(*pair) for pair in zip(longest, ends, strict=True)] if len(longest) >= MIN_ITEMS else []


def marked_inline(paper: Paper, span: Span) -> list[Span]:
    """Return the items that marks separate in running text: *(i) a resolution; (ii) an opinion*."""
    starts: list[int] = []
    for match in _INLINE_MARK.finditer(paper.text, span.start, span.end):
        at = len(starts)
        mark = match["roman"] or match["letter"]
        if (at < len(_ROMAN) and mark == _ROMAN[at]) or mark == chr(ord("a") + at):
            starts.append(match.start())
    ends = [*starts[1:], span.end]
    return [Span(*pair) for pair in zip(starts, ends, strict=True)] if len(starts) >= MIN_ITEMS else []


def _in_a_row(paper: Paper, span: Span) -> list[Span]:
    """Return the documents that a sentence enumerates: *has received a resolution, an opinion and evidence*."""
    for sentence in paper.passages.sentences_in(span):
        said = _RECEIVED.search(paper.text, sentence.start, sentence.end)
        if said is None:
            continue
        cuts = (one.end() for one in _ITEM_SEPARATOR.finditer(paper.text, said.end(), sentence.end))
        parts = [Span(*pair) for pair in pairwise([said.end(), *cuts, sentence.end])]
        items = [one for one in parts if DELIVERABLE.match(one.of(paper.text))]
        if len(items) >= MIN_ITEMS and are_mostly_papers(paper, parts):
            return items
    return []


def _paragraphs(paper: Paper, span: Span) -> list[Span]:
    """Return the paragraphs below words that end with a colon, if each is a condition without a mark."""
    lead = _LIST_BEGINS.search(paper.text, span.start, span.end)
    if lead is None:
        return []
    ends = [one.end() for one in _BLANK_LINE.finditer(paper.text, lead.end(), span.end)]
    parts = [Span(*pair) for pair in pairwise([lead.end(), *ends, span.end]) if Span(*pair).of(paper.text).strip()]
    is_item = [_PARAGRAPH.fullmatch(one.of(paper.text).strip()) is not None for one in parts]
    return parts if len(parts) >= MIN_ITEMS and all(is_item) else []


def are_mostly_papers(paper: Paper, items: Sequence[Span], *, is_introduced: bool = False) -> bool:
    """Return whether more than half of some items are documents to be delivered.

    Half is enough if the words that introduce the items say that they must be received.
    """
    papers = sum(DELIVERABLE.match(one.of(paper.text)) is not None for one in items)
    return papers * 2 > len(items) or (is_introduced and 0 < len(items) == papers * 2)


def one_item(paper: Paper, span: Span) -> Iterator[Span]:
    """Yield an item without its number, on one page, cut to the length of a summary."""
    text = paper.text
    mark = ITEM_MARK.match(text[span.start : span.start + 30])
    start = span.start + (mark.end() if mark else 0)
    page = paper.document.page_at(start)
    running = [one.start for one in page.running if one.start > start]
    paragraph = _PARAGRAPH_END.search(text, start)
    end = min(span.end, page.span.end, *running, len(text) if paragraph is None else paragraph.end())
    words = list(re.finditer(r"\S+", text[start:end]))[:_MAX_ITEM_WORDS]
    if words:
        end = start + words[-1].end()
        tail = _TAIL.search(text[start:end])
        yield Span(start, end if tail is None else start + tail.start())
