"""Changes: what an amendment replaces with what, read from its own instructions.

The words before a value or a quotation show whether it is the old or the new one: ``replacing “A” with “B”``, ``from A
to B``, ``the Margin of A is replaced by a Margin of B``, ``substituting B for A``, ``which is at present A, will be
B``. Definitions that are restated are found too: ``“Maturity Date” means …`` after words that announce it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from loanproof.capabilities.baseline.aids.change_words import CHANGE_WORDS
from loanproof.capabilities.baseline.aids.definitions import Definition, words_of_term
from loanproof.core import Span
from loanproof.documents import SectionKind
from loanproof.values import DATE_KIND

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids.paper import Paper
    from loanproof.values import Found, Kind

_RESTATED = re.compile(
    r"(?:[“\"‘'`]{1,2})(?P<term>[A-Z][\w ./&-]{1,60}?)(?:[”\"’']{1,2})\s+"
    r"(?:shall\s+mean|means|shall\s+have|is)\b(?P<body>.{2,6000}?)"
    r"(?=[”\"]\s*[.;]?\s*\n|[“\"][‘']|\Z)",
    re.DOTALL,
)
_ATTACHED = (SectionKind.SCHEDULE, SectionKind.ANNEX, SectionKind.APPENDIX, SectionKind.EXHIBIT)
_GAP = re.compile(r"\S[ ]{3,}\S|\A[-–•*·][ \t]")
_NEAR = 40  # characters after a value that may say that it is replaced
_LEAD = 120  # characters before a value that may show its side


class Side(StrEnum):
    """What a value or a quotation in an instruction is."""

    OLD = "old"
    NEW = "new"
    TERM = "term"  # the name of what is changed


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change: the sentence that makes it, the old value if it is stated, and the new value.

    ``is_plain`` is true if the sentence has no further values of the kind, ``is_told`` if words show both sides.
    """

    sentence: Span
    kind: Kind[Any]
    old: Found[Any] | None
    new: Found[Any]
    is_plain: bool = True
    is_told: bool = False


def side_of(lead: str) -> Side | None:
    """Return the side of what follows some words: the last phrase among them that shows a side decides."""
    sides = (
        (Side.OLD, CHANGE_WORDS.old),
        (Side.NEW, CHANGE_WORDS.new),
        (Side.TERM, CHANGE_WORDS.term),
    )
    found = [
        (match.end(), match.end() - match.start(), side) for side, words in sides for match in words.finditer(lead)
    ]
    # Of phrases that end at the same place, the longest counts.
    return max(found)[2] if found else None


def is_change(words: str) -> bool:
    """Return whether words change something, and do not say that it stays as it is."""
    words = CHANGE_WORDS.told.sub(" ", words)
    return CHANGE_WORDS.changes.search(words) is not None and CHANGE_WORDS.denies.search(words) is None


def find_changes(paper: Paper, kind: Kind[Any]) -> Iterator[Change]:
    """Yield the changes of values of one kind, in order; if a sentence has one value, it is the new one."""
    seen: set[Span] = set()
    for found in paper.mentions.of(kind):
        piece = paper.passages.piece_at(found.span.start)
        sentence = paper.passages.sentence_at(found.span.start)
        # A row of a table or a labelled line is read on its own: the sentence around it would mix several
        # changes.
        around = next(
            (
                one
                for one in (_row(paper, found.span), _labelled(paper, piece))
                if CHANGE_WORDS.changes.search(one.of(paper.text))
            ),
            sentence,
        )
        if around in seen or not is_change(around.of(paper.text)):
            continue
        seen.add(around)
        values = [one for one in paper.inside(kind, around) if not is_other(paper, kind, one.span)]
        change = _change(paper, kind, around, values)
        if change is not None:
            yield change


def _labelled(paper: Paper, piece: Span) -> Span:
    """Return a piece together with the label before it: ``Margin: reduced from …``."""
    before = paper.text[: piece.start].rstrip()
    return paper.passages.piece_at(len(before) - 1).cover(piece) if before.endswith(":") else piece


def _row(paper: Paper, span: Span) -> Span:
    """Return the line around a value if a wide gap or a bullet makes it a row; otherwise just the value."""
    start, end = paper.text.rfind("\n", 0, span.start) + 1, paper.text.find("\n", span.end)
    line = Span(start, end if end > 0 else len(paper.text))
    return line if _GAP.search(line.of(paper.text).strip()) else span


def _change(paper: Paper, kind: Kind[Any], around: Span, values: Sequence[Found[Any]]) -> Change | None:
    """Return the change that the values of one sentence make; None if they make none."""
    sides = list(_sides(paper, around, values))
    if len(values) == 1:
        return None if sides[0] is Side.OLD else Change(sentence=around, kind=kind, old=None, new=values[0])
    if not values:
        return None
    if Side.OLD not in sides and sides.count(Side.NEW) > 1:
        return Change(sentence=around, kind=kind, old=None, new=values[0], is_plain=False)
    told = {side: next((at for at, one in enumerate(sides) if one is side), None) for side in (Side.OLD, Side.NEW)}
    at_old, at_new = told[Side.OLD], told[Side.NEW]
    if at_old is None or at_new is None:
        # If words show only one side, the other of the first two values is the other side; by default the old
        # value is first.
        at_old, at_new = (1, 0) if at_old == 1 or at_new == 0 else (0, 1)
    is_plain = len(values) == 2
    is_told = None not in told.values()
    return Change(
        sentence=around, kind=kind, old=values[at_old], new=values[at_new], is_plain=is_plain, is_told=is_told
    )


def _sides(paper: Paper, around: Span, values: Sequence[Found[Any]]) -> Iterator[Side | None]:
    """Yield the side of each value of a sentence, judged by the words between it and the value before it."""
    end = around.start
    for one in values:
        side = side_of(paper.text[max(end, one.span.start - _LEAD) : one.span.start].rstrip(" \n“\"'(£$€"))
        is_replaced = CHANGE_WORDS.then_replaced.search(paper.text[one.span.end : one.span.end + _NEAR].lstrip('”"'))
        yield Side.OLD if is_replaced and side is not Side.NEW else side
        end = one.span.end


def is_other(paper: Paper, kind: Kind[Any], span: Span) -> bool:
    """Return whether a value takes no part in a change.

    A date may be that of a paper or the day a change begins; another value may be the amount of an increase or
    reduction.
    """
    before = paper.text[max(0, span.start - 40) : span.start]
    other = CHANGE_WORDS.other_days if kind is DATE_KIND else CHANGE_WORDS.step
    return other.search(before) is not None


def instructions(paper: Paper) -> Iterator[Span]:
    """Yield the sentences that change something, in order."""
    for sentence in paper.passages.sentences_in(Span(0, len(paper.text))):
        words = sentence.of(paper.text)
        if CHANGE_WORDS.instructs.search(words) and not CHANGE_WORDS.denies.search(words):
            yield sentence


def restated_definitions(paper: Paper) -> Iterator[Definition]:
    """Yield the definitions that an amendment restates, in quotation marks or as definitions of its own."""
    for one in paper.definitions.all:
        before = paper.text[max(0, one.span.start - 400) : one.span.start]
        if CHANGE_WORDS.anew.search(before):
            yield one
    for match in _RESTATED.finditer(paper.text):
        before = paper.text[max(0, match.start() - 260) : match.start()]
        if not re.search(r"replac|restat|amended|read|follow|delet", before, re.IGNORECASE):
            continue
        section = paper.document.section_at(match.start())
        yield Definition(
            words=words_of_term(match["term"]),
            term=match["term"],
            span=Span(*match.span()),
            body=Span(*match.span("body")),
            where="" if section is None else section.id,
        )


def restated_schedules(paper: Paper) -> Iterator[Span]:
    """Yield the schedules that set out provisions as they shall read, and contain no instructions themselves."""
    for sentence in paper.passages.sentences_in(Span(0, len(paper.text))):
        if not CHANGE_WORDS.anew.search(sentence.of(paper.text)):
            continue
        for section in paper.referred(sentence):
            if section.kind in _ATTACHED and not CHANGE_WORDS.instructs.search(section.span.of(paper.text)):
                yield section.span
