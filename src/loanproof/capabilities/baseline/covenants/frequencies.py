"""How often a covenant is tested: by its own words, its lead, a clause on testing, or a defined term.

If the document does not say, the frequency is not stated: it is never assumed.
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
_PAYMENT_DATE_RHYTHM = "on_payment_date"


class _Frequencies(WordTable):
    """Lists of words and phrases; each is explained in ``frequencies.words.yaml``."""

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
_MAX_DEPTH = 3
_NEXT_TEST = re.compile(rf",\s+and\s+(?=[^;,]{{0,90}}?(?:{_WORDS.of_another.pattern}))")
_PERIOD_IN_NAME = re.compile(
    r"\b(?:Annual|Quarterly|Monthly|Semi-annual)\s+(?=[A-Z])"
)  # the "Annual DSCR" may be tested twice a year


@dataclass(frozen=True, slots=True, kw_only=True)
class Testing:
    """A frequency as outputs name it, with the spans that state it if the covenant's own words do not."""

    frequency: str
    evidence: tuple[Span, ...] = ()


def frequency_of(
    paper: Paper, provision: Provision, sentence: Span, tests: tuple[Span, ...], figure: Span | None = None
) -> Testing:
    """Return how often a covenant is tested.

    Args:
        paper: The document.
        provision: The provision that states the covenant.
        sentence: The words that state its level.
        tests: Sentences of its article that say when covenants are tested.
        figure: Where its level is; words in the same piece of the sentence are considered first.
    """
    headed = _in_heading(paper, provision)
    if headed is not None:
        return headed
    piece = sentence if figure is None else _piece(paper, sentence, figure)
    if piece != sentence and _stated(paper, piece) is None:
        days = _by_definition(paper, piece, _MAX_DEPTH)
        if days is not None:
            return days
    own = _stated(paper, piece) or _stated(paper, sentence)
    if own is not None:
        days = _by_definition(paper, sentence, _MAX_DEPTH) if own == _PAYMENT_DATE_RHYTHM else None
        return Testing(frequency=own) if days is None else days  # payment dates defined as four a year mean quarterly
    # From here on the frequency comes from other words than the covenant's sentence, so these become evidence.
    for span in (provision.body, *reversed(provision.lead)):
        said = _stated(paper, span)
        if said is not None:
            return Testing(frequency=said, evidence=(span,))
    for span in tests:
        said = _stated(paper, span)
        if said is not None:
            return Testing(frequency=said, evidence=(span,))
    for span in (sentence, *reversed(provision.lead), *tests[:2]):
        found = _by_definition(paper, span, _MAX_DEPTH)
        if found is not None:
            return found
    return Testing(frequency=NOT_STATED)


def _in_heading(paper: Paper, provision: Provision) -> Testing | None:
    """Return the frequency stated in a run-in heading: ``Current Ratio (to be measured quarterly).``."""
    words = provision.lead[-1].of(paper.text) if provision.lead else ""
    tested = _WORDS.tested.search(words) if is_run_in(words) else None
    rhythm = None if tested is None else rhythm_in(" ".join(words[tested.end() :].split()))
    return None if rhythm is None else Testing(frequency=rhythm, evidence=provision.lead[-1:])


def _piece(paper: Paper, sentence: Span, figure: Span) -> Span:
    """Return the part of a sentence that is about one figure, without the further tests that the sentence states."""
    piece = paper.passages.piece_at(figure.start)
    start, end = max(piece.start, sentence.start), max(min(piece.end, sentence.end), figure.end)
    for joint in _NEXT_TEST.finditer(paper.text, start, end):
        start, end = (joint.end(), end) if joint.end() <= figure.start else (start, min(end, joint.start()))
    return Span(start, max(end, figure.end))


def tests_in(paper: Paper, provisions: tuple[Provision, ...]) -> tuple[Span, ...]:
    """Return the sentences of some provisions that say when covenants are tested; less explicit ones come last."""
    sentences = [sentence for one in provisions for sentence in paper.passages.sentences_in(one.body)]
    return tuple(
        sentence
        for words in (_WORDS.tested, _WORDS.worked_out)
        for sentence in sentences
        if words.search(sentence.of(paper.text))
    )


def rhythm_in(words: str) -> str | None:
    """Return the first frequency that a text states; the period that a test looks back on does not count."""
    for found in FREQUENCY_KIND.find(tokenize(words), NO_CONTEXT):
        if len(found.candidates) == 1 and not _WORDS.looked_back.search(
            words[max(0, found.span.start - 40) : found.span.start]
        ):
            return found.candidates[0].rhythm.value
    return None


def _stated(paper: Paper, span: Span) -> str | None:
    """Return the frequency that a span states in its own words, if any."""
    words = _PERIOD_IN_NAME.sub("", " ".join(span.of(paper.text).split()))
    if _WORDS.drawn.search(words):
        return "on_utilisation"
    rhythm = rhythm_in(words)
    if rhythm is not None:
        return rhythm
    return "at_all_times" if ALWAYS.search(words) else None


def _by_definition(paper: Paper, span: Span, depth: int) -> Testing | None:
    """Return the frequency given by the definition of a term that a span uses, following further terms if needed."""
    for definition in _time_terms(paper, span):
        words = " ".join(definition.body.of(paper.text).split())
        rhythm = rhythm_in(words)
        if rhythm is not None and rhythm != _PAYMENT_DATE_RHYTHM:
            return Testing(frequency=rhythm, evidence=(definition.span,))
        further = _by_definition(paper, definition.body, depth - 1) if depth > 1 else None
        if further is None and rhythm is not None:
            return Testing(frequency=rhythm, evidence=(definition.span,))
        if further is not None:
            return Testing(frequency=further.frequency, evidence=(definition.span, *further.evidence))
    return None


_TIME_TERM = re.compile(r"\b(?:[A-Z][\w-]*\s+){0,3}(?:Dates?|Periods?|Day|Days)\b")


def _written_out(paper: Paper, name: str) -> Definition | None:
    """Return a definition that the clause tree missed: ``“Test Date” means …``, or a row of a table."""
    words = r"\s+".join(map(re.escape, name.split()))
    quoted, plain = rf"[“\"]{words}[”\"]", rf"^[ \t]*(?:[\d.]+\s+)?{words}"
    match = re.search(rf"(?:{quoted}|{plain})\s+means\b|^[ \t]*{quoted}[ \t]{{2,}}", paper.text, re.MULTILINE)
    if match is None:
        return None
    end = paper.passages.sentence_at(match.end()).end
    body = Span(match.end(), max(match.end(), end))
    return Definition(words=(), term=name, span=Span(match.start(), body.end), body=body, where="")


def _time_terms(paper: Paper, span: Span) -> list[Definition]:
    """Return the definitions of the dates and periods that a span mentions."""
    found: list[Definition] = []
    for match in _TIME_TERM.finditer(span.of(paper.text)):
        words = match[0].split()
        for start in range(len(words)):
            name = " ".join(words[start:])
            one = paper.definitions.named(name) or _written_out(paper, name)
            if one is not None and one not in found:
                found.append(one)
                break
    return found
