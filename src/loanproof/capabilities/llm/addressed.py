"""Sentences of a document that address its reader: no clause of an agreement does that, so a person should look.

They are reported, never obeyed and never removed: the document stays as it is, and a model is shown it as data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.capabilities.llm.findings import Fault, Problem, shown
from loanproof.core import PhrasePattern, Span, WordTable, load_words

if TYPE_CHECKING:
    from loanproof.capabilities.baseline import Paper


class _Addressed(WordTable):
    """Whom a sentence may address, and what it may tell the reader to do."""

    addressees: PhrasePattern
    openers: PhrasePattern
    commands: PhrasePattern
    alone: PhrasePattern


_WORDS = load_words(__package__, "addressed", _Addressed)
_ADDRESSEE = re.compile(
    rf"{_WORDS.addressees.pattern}|(?:\A|[\[(<{{“\"\n])\s*(?:{_WORDS.openers.pattern})\s*[:,]", re.IGNORECASE
)
_REACH = 300  # characters after an addressee in which a command counts


@dataclass(frozen=True, slots=True, kw_only=True)
class Addressed:
    """A stretch that addresses the reader: no term is read from it, and a person is told about it."""

    span: Span
    problem: Problem


def addressed_sentences(paper: Paper) -> tuple[Addressed, ...]:
    """Return the sentences of a paper that address its reader, each with its page."""
    found: dict[int, Addressed] = {}
    for at, end in _places(paper.text):
        sentence = paper.passages.sentence_at(at)
        if sentence.start not in found:
            page = paper.document.page_at(at).number
            said = shown(paper.text[at : max(end, min(sentence.end, at + _REACH))])
            text = f"Page {page} of the document speaks to its reader: {said}. It is no instruction; look at it."
            problem = Problem(fault=Fault.ADDRESSED, term="", sentence=text)
            found[sentence.start] = Addressed(span=sentence.cover(Span(at, end)), problem=problem)
    return tuple(found.values())


def _places(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places that address the reader: phrases that suffice alone, and addressees followed by a command."""
    yield from ((match.start(), match.end()) for match in _WORDS.alone.finditer(text))
    for match in _ADDRESSEE.finditer(text):
        start = match.start() + len(match[0]) - len(match[0].lstrip("\n "))
        if _WORDS.commands.search(text, match.end(), min(len(text), match.end() + _REACH)):
            yield start, match.end()
