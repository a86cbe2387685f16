"""Changes: what an amendment replaces by what, read from its own instructions.

``replacing “A” with “B”``, ``from A to B``, ``the Margin of A is replaced by a Margin of B``, ``substituting B for A``;
and a definition that is restated: ``“Maturity Date” means …`` behind words that say so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from loanproof.capabilities.baseline.aids.definitions import Definition, words_of_term
from loanproof.core import Span

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids.paper import Paper
    from loanproof.values import Found, Kind

_CHANGED = re.compile(
    r"\b(?:replac\w+|amend(?:ed|ing)|delet\w+|substitut\w+|omit\w*|insert\w+|increas(?:ed|ing)|reduc(?:ed|ing)|extend(?:ed|ing)|"
    r"chang(?:ed|ing)|lower(?:ed|ing)|rais(?:ed|ing)|reset|restated|now\s+reads?)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:no\s+other|not\s+(?:been\s+)?(?:amended|changed|altered)|unchanged|nothing\s+in|do(?:es)?\s+not)\b",
    re.IGNORECASE,
)
_INSTRUCTS = re.compile(
    r"\b(?:is|are|shall\s+be|be|by)\s+(?:hereby\s+)?(?:further\s+)?(?:amend|replac|delet|substitut|insert|increas|reduc|extend|chang|restat|modif)\w*",
    re.IGNORECASE,
)
_ANEW = re.compile(
    r"\b(?:replac\w+|restated|deleted)\b[^.]{0,200}\b(?:following|as\s+follows|read\w*)\b|\bto\s+read\b|\breads?\s+as\s+follows\b",
    re.IGNORECASE,
)
_BACKWARDS = re.compile(
    r"\b(?:in\s+place\s+of|instead\s+of|in\s+lieu\s+of|in\s+substitution\s+for)\b|\bsubstitut\w+\b[^.;]{0,80}\bfor\b",
    re.IGNORECASE,
)
_RESTATED = re.compile(
    r"(?:[“\"‘'`]{1,2})(?P<term>[A-Z][\w ./&-]{1,60}?)(?:[”\"’']{1,2})\s+"
    r"(?:shall\s+mean|means|shall\s+have|is)\b(?P<body>.{2,6000}?)"
    r"(?=[”\"]\s*[.;]?\s*\n|[“\"][‘']|\Z)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change: the sentence that makes it, what stood before, and what stands now."""

    sentence: Span
    kind: Kind[Any]
    old: Found[Any] | None
    new: Found[Any]


def find_changes(paper: Paper, kind: Kind[Any]) -> Iterator[Change]:
    """Yield the changes of values of one kind, in order; a sentence with one value has only the new one."""
    seen: set[Span] = set()
    for found in paper.mentions.of(kind):
        piece = paper.passages.piece_at(found.span.start)
        sentence = paper.passages.sentence_at(found.span.start)
        around = piece if _CHANGED.search(piece.of(paper.text)) else sentence
        if around in seen or not _CHANGED.search(around.of(paper.text)) or _DENIED.search(around.of(paper.text)):
            continue
        seen.add(around)
        values = list(paper.inside(kind, around))
        if len(values) == 1:
            yield Change(sentence=around, kind=kind, old=None, new=values[0])
        elif len(values) >= 2:
            first, second = values[:2]
            between = paper.text[first.span.end : second.span.start]
            before = paper.text[max(around.start, first.span.start - 40) : first.span.start]
            backwards = _BACKWARDS.search(between) or (
                re.search(r"substitut", before) and re.search(r"\bfor\b", between)
            )
            old, new = (second, first) if backwards else (first, second)
            yield Change(sentence=around, kind=kind, old=old, new=new)


def instructions(paper: Paper) -> Iterator[Span]:
    """Yield the sentences that change something, in order."""
    for sentence in paper.passages.sentences_in(Span(0, len(paper.text))):
        words = sentence.of(paper.text)
        if _INSTRUCTS.search(words) and not _DENIED.search(words):
            yield sentence


def restated_definitions(paper: Paper) -> Iterator[Definition]:
    """Yield the definitions that an amendment writes anew, inside its quotation marks or as definitions of its own."""
    for one in paper.definitions.all:
        before = paper.text[max(0, one.span.start - 400) : one.span.start]
        if _ANEW.search(before):
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
