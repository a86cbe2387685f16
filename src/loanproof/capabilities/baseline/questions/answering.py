"""From a question about one document to an answer made of its sentences, each with a citation, or to a refusal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.fields.quoting import sure_runs
from loanproof.capabilities.baseline.legibility import PageLegibility
from loanproof.capabilities.baseline.questions.candidate import Candidate
from loanproof.capabilities.baseline.questions.candidates import Candidates
from loanproof.capabilities.baseline.questions.coverage import told_by
from loanproof.capabilities.baseline.questions.expectation import Part, Question, Wanted, read_question
from loanproof.capabilities.baseline.questions.matters import Meant, kinds_wanted, matters_of
from loanproof.capabilities.baseline.questions.reckoning import counted_day
from loanproof.capabilities.baseline.questions.refusal import refuse
from loanproof.capabilities.baseline.questions.stretches import blocks_of, items_behind, words_before_table
from loanproof.capabilities.baseline.questions.support import (
    THRESHOLDS,
    Answered,
    Refused,
    Thresholds,
    decide,
    decide_matter,
)
from loanproof.capabilities.baseline.questions.typed import is_bare
from loanproof.capabilities.baseline.retrieval import search_words
from loanproof.core import PhrasePattern, WordTable, load_words
from loanproof.provenance import DocumentSet, cite_span

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.questions.places import Place
    from loanproof.core import Citation, Span
    from loanproof.outputs import JsonObject
    from loanproof.standards import EvalStandard

_FELLOW_SHARE = 0.8  # of the best sentence's strength, from which others of its clause join an answer in words
_MAX_SENTENCES = 3
_MAX_PARTIES = 8
_DATE_KINDS = frozenset({Wanted.DATE, Wanted.CALENDAR})
_SIMILAR_SHARE = 0.88  # of the best sentence's strength, from which a sentence about another thing joins it
_MAX_GAP = 12  # characters between two consecutive sentences
_MEDIUM_CONFIDENCE, _LOW_CONFIDENCE = 0.75, 0.5


class _Answering(WordTable):
    """Words that ask about several things at once, and words above a table that apply to all its rows."""

    several: PhrasePattern
    qualifies: PhrasePattern


_TABLE = load_words(__package__, "answering", _Answering)


class QuestionAnswerer:
    """Answers questions about one document; the document is prepared only once."""

    def __init__(self, paper: Paper, standard: EvalStandard, thresholds: Thresholds = THRESHOLDS) -> None:
        """Take a document, the standard by which citations are judged, and how much support an answer needs."""
        self._paper = paper
        self._standard = standard
        self._thresholds = thresholds
        self._candidates = Candidates(paper)

    @cached_property
    def _documents(self) -> DocumentSet:
        return DocumentSet([self._paper.document], self._standard)

    def answer(self, text: str) -> JsonObject:
        """Answer a question with cited sentences of the document, or refuse it in whole or in part."""
        question = read_question(text)
        ranked, decided = self._decide(question)
        answered = [one for one in decided if isinstance(one, Answered)]
        if not answered:
            return self._refusal(question, decided)
        spans: list[Span] = []
        refusals: list[str] = []
        counted: list[str] = []
        for part, found, one in zip(question.parts, ranked, decided, strict=True):
            if isinstance(one, Answered):
                own = list(self._spans(part, found, one))
                day = counted_day(self._paper, own) if part.wanted & _DATE_KINDS else None
                begins = [] if day is None else list(blocks_of(self._paper, day.begins))
                # A calculated date is added only if the date it is counted from can be cited as well.
                if day is not None and any(run.contains(day.first_day) for run, _ in self._cited([*own, *begins])):
                    own, counted = [*own, *begins], [*counted, day.said]
                spans += own
            elif len(search_words(part.text)) > 1:
                refusals.append(refuse(part.text, one.pointer))
        citations = [citation for _, citation in self._cited(spans)]
        if not citations:  # without a citation there is no answer
            return self._refusal(question, decided)
        said = [*(_sentence(one.quote or "") for one in citations), *counted, *refusals]
        return self._output(question, " ".join(said), citations, support=min(one.support for one in answered))

    def _refusal(self, question: Question, decided: Sequence[Answered | Refused]) -> JsonObject:
        """Return the refusal of a whole question, with a pointer to another document if a part has one."""
        pointer = next((one.pointer for one in decided if isinstance(one, Refused) and one.pointer), None)
        return self._output(question, refuse(question.text, pointer), (), support=1.0)

    def support(self, text: str) -> float:
        """Return how well the answer to a question is supported: that of its weakest part, 0 if it is refused."""
        _, decided = self._decide(read_question(text))
        return min((one.support for one in decided if isinstance(one, Answered)), default=0.0)

    def _decide(self, question: Question) -> tuple[list[tuple[Candidate, ...]], list[Answered | Refused]]:
        """Return, for each part of a question, its candidates and whether it is answered or refused."""
        ranked: list[tuple[Candidate, ...]] = []
        decided: list[Answered | Refused] = []
        before = ""
        for part in question.parts:
            # "… and when does it end?" cannot be answered if the part that "it" refers to was refused.
            is_lost = part.goes_back and bool(decided) and all(isinstance(one, Refused) for one in decided)
            found, one = ((), Refused()) if is_lost else self._decide_part(part, question, before)
            ranked.append(found)
            decided.append(one)
            before = part.text
        return ranked, decided

    def _decide_part(
        self, part: Part, question: Question, before: str
    ) -> tuple[tuple[Candidate, ...], Answered | Refused]:
        """Decide a part by its words if they support an answer well, otherwise by a matter that it asks about.

        If no such matter gives an answer either, the decision by its words stands; an answer by the words is only
        replaced by a matter that explains all of them, or by the row of a table that the question means.
        """
        found = self._candidates.of(part, question)
        decided = decide(self._paper, part, question, found, self._thresholds)
        is_telling = any(told_by(word) == 1.0 for word in search_words(part.text))  # else its words are everywhere
        is_sure = isinstance(decided, Answered) and decided.support >= self._thresholds.medium and is_telling
        meant = matters_of(part, before)
        told = self._decide_matter(part, question, meant, found)
        if told is None or told[1].candidate.row is True:  # the row that the question means answers it best
            return (found, decided) if told is None else told
        is_settled = is_sure or (isinstance(decided, Answered) and meant[0].open_words > 0)
        return (found, decided) if is_settled else told

    def _decide_matter(
        self, part: Part, question: Question, meant: Iterable[Meant], found: tuple[Candidate, ...]
    ) -> tuple[tuple[Candidate, ...], Answered] | None:
        """Return the answer for the first matter that the document covers, with all candidates."""
        for one in meant:
            places = self._candidates.of_matter(one, part, question)
            asked = replace(part, is_past=part.is_past and not one.matter.past)
            told = decide_matter(self._paper, asked, question, places, self._thresholds)
            if told is not None:
                told = replace(told, others=tuple(self._others(part, one, places, told.candidate)))
                return (*(candidate for candidate, _ in places), *found), told
        return None

    def _others(
        self, part: Part, meant: Meant, places: Sequence[tuple[Candidate, Place]], best: Candidate
    ) -> Iterator[Span]:
        """Yield what belongs to the answer of a matter: the same for other facilities, or the sentences around it."""
        span = best.stretch.span
        if _TABLE.several.search(part.text):
            rest = (one.stretch.span for one, place in places if place.is_found and not one.row)
            yield from [one for one in rest if not one.overlaps(span)][: _MAX_SENTENCES - 1]
        if not kinds_wanted(part, meant.matter) and not best.row:
            for one in self._paper.passages.sentences_in(best.unit.span):
                if 0 <= one.start - span.end <= _MAX_GAP or 0 <= span.start - one.end <= _MAX_GAP:
                    yield from blocks_of(self._paper, one)

    def _spans(self, part: Part, ranked: Sequence[Candidate], answer: Answered) -> Iterator[Span]:
        """Yield what answers a part: sentences with their leads and list items, then the definitions they need."""
        best = answer.candidate
        if len(answer.rows) > 1:
            before = words_before_table(self._paper, answer.rows[0])
            yield from () if before is None else (before,)
            yield from answer.rows
            return
        fellows = [best]
        for one in ranked if not best.row else ():
            is_other = not any(one.stretch.span.overlaps(other.stretch.span) for other in fellows)
            if is_other and len(fellows) < _max_sentences(part) and _belongs(part, one, best):
                fellows.append(one)
        for one in sorted(fellows, key=lambda one: one.stretch.span.start):
            lead = words_before_table(self._paper, one.stretch.span) if one.row else one.stretch.lead
            if one.row and lead is not None and not self._is_needed(lead, one):
                lead = None
            if lead is not None:
                yield lead
            yield one.stretch.span
            if self._paper.text[one.stretch.span.end - 1] == ":":
                yield from items_behind(self._paper, one.stretch.span)
        yield from answer.others
        for definition in answer.definitions:
            yield from blocks_of(self._paper, definition)

    def _is_needed(self, lead: Span, row: Candidate) -> bool:
        """Return whether the words before a table belong to a row: they qualify it, or its figures lack a unit."""
        is_qualified = _TABLE.qualifies.search(lead.of(self._paper.text)) is not None
        return is_qualified or is_bare(self._paper, row.stretch.span)

    def _cited(self, spans: Iterable[Span]) -> Iterator[tuple[Span, Citation]]:
        """Yield what can be cited verbatim of some spans, each part with its citation; no text is cited twice."""
        kept: list[Span] = []
        for span in (run for one in spans for run in sure_runs(self._paper.text, one)):
            if any(other.overlaps(span) for other in kept):
                continue
            citation, passes = cite_span(
                self._paper.document, (span,), documents=self._documents, standard=self._standard
            )
            if passes:
                kept.append(span)
                yield span, citation

    def _output(self, question: Question, answer: str, citations: Sequence[Citation], *, support: float) -> JsonObject:
        """Return the output object; confidence is lower on pages that are hard to read."""
        places = [
            {
                "document": one.document,
                "page": int(one.page) if one.page is not None and one.page.isdigit() else one.page,
                "section": one.section,
                "quote": one.quote,
            }
            for one in citations
        ]
        worth = _MEDIUM_CONFIDENCE if support >= self._thresholds.medium else _LOW_CONFIDENCE
        return {
            "capability": "qa",
            "document": self._paper.document.name,
            "question": question.text,
            "answer": answer,
            "confidence": min(worth, PageLegibility(self._paper.document).most_for(places)),
            "provenance": places,
        }


def _belongs(part: Part, one: Candidate, best: Candidate) -> bool:
    """Return whether a sentence belongs in the answer together with the best one.

    An answer in words takes further sentences of the same clause; an answer with values takes those about other things
    that the question asks about (*each*, *both*).
    """
    if _asks_for_list(part):
        return one.unit is best.unit and one.covered >= best.covered and one.told
    if part.wanted:
        is_alike = bool(one.values) and one.strength >= _SIMILAR_SHARE * best.strength and one.told
        return is_alike and _TABLE.several.search(part.text) is not None
    return one.unit is best.unit and (
        one.strength >= _FELLOW_SHARE * best.strength or (part.is_yes_no and _follows(one, best))
    )


def _asks_for_list(part: Part) -> bool:
    """Return whether a part asks for several parties, as in *Who are the guarantors?*."""
    return Wanted.PARTY in part.wanted and bool(part.head) and part.head[-1].endswith("s")


def _max_sentences(part: Part) -> int:
    """Return how many sentences or rows an answer may have."""
    return _MAX_PARTIES if _asks_for_list(part) else _MAX_SENTENCES


def _follows(one: Candidate, best: Candidate) -> bool:
    """Return whether a sentence comes directly after another, which it may qualify."""
    return 0 <= one.stretch.span.start - best.stretch.span.end <= _MAX_GAP


def _sentence(quote: str) -> str:
    """Return a quote with a full stop if it does not end like a sentence."""
    return quote if quote.endswith((".", ";", ":", "”", '"')) else f"{quote}."
