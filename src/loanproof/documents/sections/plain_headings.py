"""Headings without a number, for letters and term sheets that have nothing else: ``head:interest rate``."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from loanproof.documents.model import SectionKind
from loanproof.documents.sections.definitions import heading_id, term_words
from loanproof.documents.sections.lines import TITLE_WORDS, Rest, rest_before
from loanproof.documents.sections.section_tree import BELOW, TOP, Node

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from loanproof.documents.sections.lines import Line

_LABEL = re.compile(r"(?P<title>[A-Z][^:.;,\n\d]{1,60}):(?=\s|$)")
# A heading followed by its text on the same line: "GOVERNING LAW. This Agreement is"
_RUN_IN = re.compile(
    r"(?P<title>[A-Z][^:.;\n\d]{1,60}(?:\n[^:.;\n\d]{2,60})?)(?<!Inc)"
    r"(?<!Ltd)(?<!Corp)(?<!No)(?<!Mr)(?<!Co)\.\s{1,3}(?=[A-Z“\"(])"
)
_LONGEST = 60
_MOST_WORDS = 8
_MOST_LABEL_WORDS = 3
_EXPLAINED = 60  # characters after a term in which its definition is looked for
_FEWEST_IN_CAPITALS = 2  # the title of a document, or its author's name, is not a heading for what follows
_FEWEST_OVER_LISTS = 5  # headings in capitals that divide a paper by themselves
_MOST_IN_LISTS = 0.25  # share of a paper that lists may take up if its numbers are those of lists


def find_plain_headings(text: str, lines: Sequence[Line], *, before: int, taken: Collection[int]) -> Iterator[Node]:
    """Yield a node for each line that reads as a heading, or as a label with a colon, in the text up to ``before``.

    A heading in capitals contains the others up to the next such heading; one whose text ends with a colon contains the
    next.
    """
    found = list(_find(text, lines, before, taken))
    capitals = {node.start: node.title for node in found if _is_in_capitals(text, node)}
    can_hold = len(set(capitals.values())) >= _FEWEST_IN_CAPITALS
    holder: int | None = None
    last: Node | None = None
    for node in found:
        if can_hold and node.start in capitals:
            holder = node.start
        elif holder is not None and any(holder < start < node.start for start in taken):
            holder = None  # a section between the two ends the heading
        below = holder is not None and node.start != holder
        opened = below and last is not None and last.start != holder and _opens(text, last, node)
        yield node._replace(rank=BELOW + opened if below else TOP)
        last = node


def are_listed_below(text: str, headings: Sequence[Node], numbered: Sequence[Node], end: int) -> bool:
    """Return whether numbers are those of short lists below headings in capitals, and not the clauses of the paper."""
    capitals = [node.start for node in headings if _is_in_capitals(text, node)]
    if len(capitals) < _FEWEST_OVER_LISTS or any(node.kind is SectionKind.ARTICLE for node in numbered):
        return False
    ends = [*capitals[1:], end]
    holding = {bisect_right(capitals, node.start) - 1 for node in numbered if not node.id.endswith(")")}
    if -1 in holding:
        return False
    return sum(ends[at] - capitals[at] for at in holding) < _MOST_IN_LISTS * end


def _opens(text: str, last: Node, node: Node) -> bool:
    """Return whether the text of a heading ends with a colon where the next begins; a label alone has no text."""
    between = text[last.start + len(last.title or "") : node.start].rstrip()
    return between.endswith(":") and any(map(str.isalnum, between))


def _is_in_capitals(text: str, node: Node) -> bool:
    """Return whether a heading is in capitals, and is not an abbreviation that its text explains: GAAP."""
    title = node.title or ""
    after = text[node.start + len(title) : node.start + len(title) + _EXPLAINED]
    return title.isupper() and not re.search(rf"[\"“]{re.escape(title)}[\"”]", after)


def _find(text: str, lines: Sequence[Line], before: int, taken: Collection[int]) -> Iterator[Node]:
    reached = 0
    for at, line in enumerate(lines):
        if line.start >= before:
            return
        if line.start < reached or line.start in taken or rest_before(text, line) is not Rest.ENDED:
            continue
        title = _heading(text, lines, at)
        words = term_words(title) if title else ""
        if words:
            reached = line.start + len(title)  # a heading across two lines is one
            yield Node(line.start, TOP, heading_id(title), SectionKind.HEADING, title)


def _heading(text: str, lines: Sequence[Line], at: int) -> str:
    """Return the title of a line that is a heading: few words, capitals, not a sentence, and text below it."""
    line = lines[at]
    label = _LABEL.match(text, line.start, line.end) or _run_in(text, line)
    written = " ".join((label["title"] if label else text[line.start : line.end]).split())
    if len(written) > _LONGEST or not written[:1].isupper() or written[-1] in ".,;":
        return ""
    words = written.split()
    # A label followed by its text, ``Commitment fee: 0.40%``, need not be capitalised throughout.
    runs_in = label is not None and len(words) <= _MOST_LABEL_WORDS and bool(text[label.end() : line.end].strip())
    is_title = all(word[0].isupper() or word.lower() in TITLE_WORDS for word in words)
    if len(words) > _MOST_WORDS or not (runs_in or is_title):
        return ""
    if label:
        return written
    has_text = at + 1 < len(lines) and lines[at + 1].end - lines[at + 1].start > len(written)
    return written if has_text and not any(char.isdigit() for char in written) else ""


def _run_in(text: str, line: Line) -> re.Match[str] | None:
    """Match a capitalised heading with a full stop and a sentence after it."""
    match = _RUN_IN.match(text, line.start)
    titled = match is not None and all(word[0].isupper() or word in TITLE_WORDS for word in match["title"].split())
    return match if titled else None
