"""Questions on a model: it names clauses and writes sentences; the guard lets them pass, or a refusal is given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from loanproof.capabilities.baseline.aids.definitions import words_of_term
from loanproof.capabilities.baseline.fields.quoting import shorten
from loanproof.capabilities.baseline.questions.elsewhere import pointer_in, sends_elsewhere
from loanproof.capabilities.baseline.questions.refusal import refuse
from loanproof.capabilities.llm.asking import mark_of
from loanproof.capabilities.llm.asks import Status
from loanproof.capabilities.llm.budget import AIM
from loanproof.capabilities.llm.calling import Caller, Prompt
from loanproof.capabilities.llm.checking import check_ends
from loanproof.capabilities.llm.confidence import Signal, confidence_of
from loanproof.capabilities.llm.findings import Fault, Problem, shown
from loanproof.capabilities.llm.prompts import document_block, fill
from loanproof.capabilities.llm.replies import read_record
from loanproof.capabilities.llm.schemas import IDS, TEXT, list_of, one_of, record, with_ids
from loanproof.core import Span
from loanproof.values import content_words

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids.definitions import Definition, Definitions
    from loanproof.capabilities.llm.guarding import CheckOutput
    from loanproof.capabilities.llm.reading import PaperReading
    from loanproof.capabilities.llm.shown import ShownClause
    from loanproof.core import Citation
    from loanproof.outputs import JsonObject

_HITS = 14  # clauses that the search returns
_WIDE = 3  # hits that are shown at twice the usual length
_DEFINITIONS = 2  # hits that are followed by definitions
_ANSWER = 220  # tokens reserved for the answer
_LINE = 18  # characters that the prompt adds to a clause
_MAX_QUOTE_LENGTH = 420  # characters
_MAX_SENTENCES = 4  # quoted from a clause that is too long to quote whole
_MAX_ANSWER_LENGTH = 1600  # characters


class ModelAnswer:
    """A model's answer to one question about one document."""

    def __init__(self, reading: PaperReading, caller: Caller, check: CheckOutput, question: str) -> None:
        """Take the document, the caller of the model, the guard, and the question."""
        self._reading = reading
        self._caller = caller
        self._check = check
        self._question = " ".join(question.split())
        self.problems: list[Problem] = []

    def output(self) -> JsonObject:
        """Return an answer that the guard lets pass, or the refusal in the words of the contract."""
        clauses = self._choose()
        looked: tuple[ShownClause, ...] = ()
        why: Problem | None = None
        if not clauses:
            sentence = "The document has no text about it that could be shown."
            self.problems.append(Problem(fault=Fault.NO_CLAUSE, term="answer", sentence=sentence))
            return self._refusal((), Signal.FAILED)
        for _ in range(2):  # asked once, and once more with the reason why the first answer was not used
            called = self._caller.call(self._prompt(clauses, why))
            if isinstance(called, Problem):
                self.problems.append(called)
                break
            schema = _schema([one.id for one in clauses])
            entry, told = read_record(called.text, schema, cut_off=called.is_cut_off)
            self.problems += told
            if entry is None:
                why = told[0]
                continue
            looked = tuple(one for one in clauses if one.id in entry["ids"])
            if entry["status"] == Status.ABSENT:
                return self._refusal(looked, Signal.ABSENT_AGREED if self._is_refused() else Signal.ABSENT_OPPOSED)
            output = self._answered(entry, {one.id: one for one in clauses})
            if not isinstance(output, Problem):
                return output
            why = output
            self.problems.append(why)
        return self._refusal(looked, Signal.FAILED)

    def _choose(self) -> tuple[ShownClause, ...]:
        """Return the clauses to show: those that a search finds, with definitions of terms in the question."""
        room = self._caller.meter.room(AIM - _ANSWER, self._prompt((), None).characters)
        chosen: list[Span] = []
        for span in self._ranked():
            room -= len(span) + _LINE
            if room < 0:
                break
            if not any(one.contains(span) for one in chosen):
                chosen = [*(one for one in chosen if not span.contains(one)), span]
        return self._reading.desk.show(chosen)

    def _ranked(self) -> Iterator[Span]:
        """Yield the stretches to show, the best first."""
        hits = self._reading.search(self._question, _HITS, wide=_WIDE)
        for at, span in enumerate(hits):
            yield span
            if at < _DEFINITIONS:
                yield from self._definitions(span)

    def _definitions(self, span: Span) -> Iterator[Span]:
        """Yield the short definitions of terms that the question uses, except those inside a given stretch."""
        for one in terms_in(self._question, self._reading.paper.definitions):
            if len(one.span) <= _MAX_QUOTE_LENGTH and not span.contains(one.span):
                yield one.span

    def _prompt(self, clauses: Sequence[ShownClause], why: Problem | None) -> Prompt:
        """Return the prompt with the clauses and the question, and with the reason if it is asked again."""
        mark = mark_of(self._reading.paper)
        user = [document_block(clauses, mark), f"QUESTION {self._question}"]
        if why is not None:
            user.append(fill("again", {"reasons": f"- {why.sentence}"}))
        schema = _schema([one.id for one in clauses])
        return Prompt(system=fill("question", {"mark": mark}), user="\n".join(user), schema=schema)

    def _answered(self, entry: Mapping[str, Any], by_id: Mapping[str, ShownClause]) -> JsonObject | Problem:
        """Return the output for an answer, or the problem that prevents it."""
        named = [by_id[one] for one in dict.fromkeys(entry["ids"])]
        wrong = check_ends(entry["ends"], named, "answer")
        if wrong is not None:
            return wrong
        said = " ".join(entry["answer"].split())
        if not said or len(said) > _MAX_ANSWER_LENGTH:
            return Problem(fault=Fault.NOT_SUPPORTED, term="answer", sentence="The answer is empty or too long.")
        refusals: list[str] = []
        for part in entry["unanswered"]:
            if " ".join(part.lower().split()) not in self._question.lower():
                sentence = f"The question does not hold the words {shown(part)}."
                return Problem(fault=Fault.NOT_IN_CLAUSE, term="answer", sentence=sentence)
            refusals.append(refuse(part))
        citations = [one for clause in named for one in self._cited(clause, said)]
        output = self._written(" ".join([said, *refusals]), citations, Signal.ALONE)
        doubts = self._check(output)
        if doubts:
            return Problem(fault=Fault.GUARDED, term="answer", sentence=doubts[0].sentence)
        signal = Signal.AGREED if self._agrees(named) else Signal.ALONE
        return output | {"confidence": confidence_of(signal)}

    def _cited(self, clause: ShownClause, said: str) -> Iterator[Citation]:
        """Yield the quotes from a clause: all of it, or the sentences of a long clause that the answer draws on."""
        paper = self._reading.paper
        spans = [clause.span]
        if len(clause.span) > _MAX_QUOTE_LENGTH or len(paper.document.pages_of(clause.span)) > 1:
            words = set(content_words(said))
            sentences = list(paper.passages.sentences_in(clause.span))
            shares = {one: len(words & set(content_words(one.of(paper.text)))) for one in sentences}
            best = sorted(sentences, key=lambda one: -shares[one])[:_MAX_SENTENCES]
            spans = [one for one in sentences if one in best and shares[one]] or sentences[:1]
        for span in (one for one in spans if not self._reading.is_addressed(one)):
            shorter = shorten(paper, span, Span(span.start, min(span.end, span.start + 40)))
            yield from self._reading.renderer.quotes(span) or self._reading.renderer.quotes(shorter)

    def _refusal(self, looked: Sequence[ShownClause], signal: Signal) -> JsonObject:
        """Return the refusal; it points elsewhere only if a clause that the model named refers the reader elsewhere."""
        paper = self._reading.paper
        spans = [one.span for one in looked if sends_elsewhere(paper, one.span)]
        pointer = next((one for span in spans if (one := pointer_in(paper, span)) is not None), None)
        return self._written(refuse(self._question, pointer), (), signal)

    def _written(self, answer: str, citations: Sequence[Citation], signal: Signal) -> JsonObject:
        """Return the output object of an answer."""
        return {
            "capability": "qa",
            "document": self._reading.document.name,
            "question": self._question,
            "answer": answer,
            "confidence": confidence_of(signal),
            "provenance": self._reading.renderer.places(citations),
        }

    def _is_refused(self) -> bool:
        """Return whether the rules refuse the question too."""
        return not self._by_rules["provenance"]

    def _agrees(self, named: Sequence[ShownClause]) -> bool:
        """Return whether the rules answer from a clause that the model names."""
        text = [" ".join(one.text.split()) for one in named]
        return any(quote["quote"] in one for quote in self._by_rules["provenance"] for one in text)

    @property
    def _by_rules(self) -> JsonObject:
        return self._reading.answerer.answer(self._question)


def terms_in(question: str, definitions: Definitions) -> tuple[Definition, ...]:
    """Return the defined terms that a question uses, in any letter case and beside any mark."""
    said = f" {' '.join(words_of_term(question))} "
    return tuple(one for one in definitions.all if f" {' '.join(one.words)} " in said)


def _schema(ids: Sequence[str]) -> JsonObject:
    """Return the schema of a reply to a question."""
    return with_ids(
        record(
            ids=IDS,
            ends=TEXT,
            answer=TEXT,
            unanswered=list_of(TEXT),
            status=one_of((Status.STATED, Status.ABSENT)),
        ),
        ids,
    )
