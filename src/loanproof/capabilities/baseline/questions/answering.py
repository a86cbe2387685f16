"""From a question about one paper to an answer made of its sentences, each cited, or to a refusal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from loanproof.capabilities.baseline.questions.candidates import Candidate, Candidates
from loanproof.capabilities.baseline.questions.expectation import read_question
from loanproof.capabilities.baseline.questions.refusal import refuse
from loanproof.provenance import DocumentSet, cite_span

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.questions.expectation import Part, Question
    from loanproof.core import Citation, Span
    from loanproof.standards import EvalStandard

Json = dict[str, Any]


class QuestionAnswerer:
    """Answers questions about one paper; what is made of the paper is made once."""

    def __init__(self, paper: Paper, standard: EvalStandard) -> None:
        """Take a paper and the contract by which citations are judged."""
        self._paper = paper
        self._standard = standard
        self._candidates = Candidates(paper)

    @cached_property
    def _documents(self) -> DocumentSet:
        return DocumentSet([self._paper.document], self._standard)

    def answer(self, text: str) -> Json:
        """Answer a question with sentences of the paper and their citations, or refuse it."""
        question = read_question(text)
        spans: list[Span] = []
        for part in question.parts:
            found = self._candidates.of(part, question)
            if found:
                spans.append(found[0].stretch.span)
        if question.judgement or not spans:
            return self._output(question, refuse(text), ())
        spans = list(dict.fromkeys(spans))
        cited = [cite_span(self._paper.document, (span,), documents=self._documents, standard=self._standard)[0] for span in spans]
        return self._output(question, " ".join(one.quote or "" for one in cited), cited)

    def _output(self, question: Question, answer: str, citations: Sequence[Citation]) -> Json:
        return {
            "capability": "qa",
            "document": self._paper.document.name,
            "question": question.text,
            "answer": answer,
            "confidence": 0.5,
            "provenance": [
                {
                    "document": one.document,
                    "page": int(one.page) if one.page is not None and one.page.isdigit() else one.page,
                    "section": one.section,
                    "quote": one.quote,
                }
                for one in citations
            ],
        }
