"""How often a covenant is tested: in its own words, in those it continues, where testing is provided for, or by a term.

Where nobody says it, it is not stated: a rhythm is never assumed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Definition
from loanproof.capabilities.baseline.covenants.section_words import is_run_in
from loanproof.core import PhrasePattern, Span, WordTable, load_words
from loanproof.values import FREQUENCY_KIND, NO_CONTEXT, tokenize

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.covenants.provisions import Provision

NOT_STATED, NONE = "not_stated", "none"
_ON_PAYMENT_DATE = "on_payment_date"


class _Frequencies(WordTable):
    """Each list is explained in the table."""

    always: PhrasePattern
    tested: PhrasePattern
    worked_out: PhrasePattern
    looked_back: PhrasePattern
    payment_dates: PhrasePattern
    drawn: PhrasePattern
    of_another: PhrasePattern


_WORDS = load_words(__package__, "frequencies", _Frequencies)
ALWAYS = _WORDS.always
ON_PAYMENT_DATE = _WORDS.payment_dates
_DEPTH = 3
_NEXT_TEST = re.compile(rf",\s+and\s+(?=[^;,]{{0,90}}?(?:{_WORDS.of_another.pattern}))")
_IN_NAME = re.compile(
    r"\b(?:Annual|Quarterly|Monthly|Semi-annual)\s+(?=[A-Z])"
)  # the Annual DSCR may be tested twice a year


@dataclass(frozen=True, slots=True, kw_only=True)
class Testing:
    """A frequency as outputs name it, and the stretches that say it where the covenant's own words do not."""

    frequency: str
    evidence: tuple[Span, ...] = ()


def frequency_of(
    paper: Paper, provision: Provision, sentence: Span, tests: tuple[Span, ...], figure: Span | None = None
) -> Testing:
    """Return how often a covenant is tested.

    Args:
        paper: The document.
        provision: The covenant.
        sentence: The words that state its level.
        tests: Sentences of its article that say when covenants are tested.
        figure: Where its level is: what is in the same piece is said of it first.
    """
    headed = _in_heading(paper, provision)
    if headed is not None:
        return headed
    piece = sentence if figure is None else _piece(paper, sentence, figure)
    if piece != sentence and _said(paper, piece) is None:
        days = _defined(paper, piece, _DEPTH)
        if days is not None:
            return days
    own = _said(paper, piece) or _said(paper, sentence)
    if own is not None:
        days = _defined(paper, sentence, _DEPTH) if own == _ON_PAYMENT_DATE else None
        return Testing(frequency=own) if days is None else days  # four dates a year are quarterly, whatever their name
    for span in (provision.body, *reversed(provision.lead)):
        said = _said(paper, span)
        if said is not None:
            return Testing(frequency=said, evidence=(span,))
    for span in tests:
        said = _said(paper, span)
        if said is not None:
            return Testing(frequency=said, evidence=(span,))
    for span in (sentence, *reversed(provision.lead), *tests[:2]):
        found = _defined(paper, span, _DEPTH)
        if found is not None:
            return found
    return Testing(frequency=NOT_STATED)


def _in_heading(paper: Paper, provision: Provision) -> Testing | None:
    """Return what the heading that runs into a covenant says of its tests: ``(to be measured quarterly)``."""
    words = provision.lead[-1].of(paper.text) if provision.lead else ""
    tested = _WORDS.tested.search(words) if is_run_in(words) else None
    rhythm = None if tested is None else rhythm_in(" ".join(words[tested.end() :].split()))
    return None if rhythm is None else Testing(frequency=rhythm, evidence=provision.lead[-1:])


def _piece(paper: Paper, sentence: Span, figure: Span) -> Span:
    piece = paper.passages.piece_at(figure.start)
    start, end = max(piece.start, sentence.start), max(min(piece.end, sentence.end), figure.end)
    for joint in _NEXT_TEST.finditer(paper.text, start, end):
        start, end = (joint.end(), end) if joint.end() <= figure.start else (start, min(end, joint.start()))
    return Span(start, max(end, figure.end))


def tests_in(paper: Paper, provisions: tuple[Provision, ...]) -> tuple[Span, ...]:
    """Return the sentences of some provisions that say when covenants are tested."""
    sentences = [sentence for one in provisions for sentence in paper.passages.sentences_in(one.body)]
    return tuple(
        sentence
        for words in (_WORDS.tested, _WORDS.worked_out)
        for sentence in sentences
        if words.search(sentence.of(paper.text))
    )


def rhythm_in(words: str) -> str | None:
    """Return the first rhythm that words say; the period that a test looks back on is none."""
    for found in FREQUENCY_KIND.find(tokenize(words), NO_CONTEXT):
        if len(found.candidates) == 1 and not _WORDS.looked_back.search(
            words[max(0, found.span.start - 40) : found.span.start]
        ):
            return found.candidates[0].rhythm.value
    return None


def _said(paper: Paper, span: Span) -> str | None:
    words = _IN_NAME.sub("", " ".join(span.of(paper.text).split()))
    if _WORDS.drawn.search(words):
        return "on_utilisation"
    rhythm = rhythm_in(words)
    if rhythm is not None:
        return rhythm
    return "at_all_times" if ALWAYS.search(words) else None


def _defined(paper: Paper, span: Span, depth: int) -> Testing | None:
    """Return the frequency that the definition of a term in some words says, through other terms if need be."""
    for definition in _terms(paper, span):
        words = " ".join(definition.body.of(paper.text).split())
        rhythm = rhythm_in(words)
        if rhythm is not None and rhythm != _ON_PAYMENT_DATE:
            return Testing(frequency=rhythm, evidence=(definition.span,))
        further = _defined(paper, definition.body, depth - 1) if depth > 1 else None
        if further is None and rhythm is not None:
            return Testing(frequency=rhythm, evidence=(definition.span,))
        if further is not None:
            return Testing(frequency=further.frequency, evidence=(definition.span, *further.evidence))
    return None


_TERM = re.compile(r"\b(?:[A-Z][\w-]*\s+){0,3}(?:Dates?|Periods?|Day|Days)\b")


def _written_out(paper: Paper, name: str) -> Definition | None:
    """Return a definition that the clause tree did not take for one: ``“Test Date” means …``, or a row of a table."""
    name = r"\s+".join(map(re.escape, name.split()))
    quoted, plain = rf"[“\"]{name}[”\"]", rf"^[ \t]*(?:[\d.]+\s+)?{name}"
    match = re.search(rf"(?:{quoted}|{plain})\s+means\b|^[ \t]*{quoted}[ \t]{{2,}}", paper.text, re.MULTILINE)
    if match is None:
        return None
    end = paper.passages.sentence_at(match.end()).end
    body = Span(match.end(), max(match.end(), end))
    return Definition(words=(), term=name, span=Span(match.start(), body.end), body=body, where="")


def _terms(paper: Paper, span: Span) -> list[Definition]:
    """Return the defined dates and periods that some words use."""
    found: list[Definition] = []
    for match in _TERM.finditer(span.of(paper.text)):
        words = match[0].split()
        for start in range(len(words)):
            name = " ".join(words[start:])
            one = paper.definitions.named(name) or _written_out(paper, name)
            if one is not None and one not in found:
                found.append(one)
                break
    return found
