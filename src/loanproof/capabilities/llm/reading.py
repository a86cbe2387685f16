"""One document as this capability reads it: the results of the rules, made once and shared by all samples."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.benchmark_terms.comparing import deal_terms
from loanproof.capabilities.baseline.benchmark_terms.jurisdiction import Jurisdiction, jurisdiction_of
from loanproof.capabilities.baseline.covenants.monitoring import find_covenants
from loanproof.capabilities.baseline.document_kind import document_kind
from loanproof.capabilities.baseline.extraction import Extraction
from loanproof.capabilities.baseline.questions import QuestionAnswerer
from loanproof.capabilities.baseline.retrieval import Retriever
from loanproof.capabilities.llm.addressed import Addressed, addressed_sentences
from loanproof.capabilities.llm.shown import ClauseDesk
from loanproof.core import Span
from loanproof.provenance import DocumentSet

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.benchmark_terms.deal_term import DealTerm
    from loanproof.capabilities.baseline.covenants.found import FoundCovenant
    from loanproof.documents import Document
    from loanproof.outputs import JsonObject
    from loanproof.standards import EvalStandard

_WINDOW = 520  # characters of a stretch that a search returns
_MIN_WORDS = 5  # a stretch with fewer words is a heading


class PaperReading:
    """The aids, routes and searches of one document; each is made when it is first needed."""

    def __init__(self, document: Document, standard: EvalStandard) -> None:
        """Take a document, whose image pages are recognised, and the contract."""
        self.document = document.recognised()
        self.standard = standard
        self.documents = DocumentSet([self.document], standard)
        self.rules = Extraction(self.document, standard, documents=self.documents)
        self.paper = self.rules.paper
        self.renderer = self.rules.renderer
        self.desk = ClauseDesk(self.paper)

    @cached_property
    def by_rules(self) -> JsonObject:
        """The output of the rules for extraction."""
        return self.rules.output()

    @cached_property
    def addressed(self) -> tuple[Addressed, ...]:
        """The sentences that address the reader."""
        return addressed_sentences(self.paper)

    def is_addressed(self, span: Span) -> bool:
        """Return whether a stretch overlaps a sentence that addresses the reader: no term is read from it."""
        return any(one.span.overlaps(span) for one in self.addressed)

    @cached_property
    def kind(self) -> str:
        """What kind of paper it is."""
        return document_kind(self.paper)

    @cached_property
    def retriever(self) -> Retriever:
        """The search over the document."""
        return Retriever(self.paper)

    @cached_property
    def answerer(self) -> QuestionAnswerer:
        """Answers questions with the rules."""
        return QuestionAnswerer(self.paper, self.standard)

    @cached_property
    def covenants(self) -> tuple[FoundCovenant, ...]:
        """The covenants that the rules find."""
        return tuple(find_covenants(self.paper))

    @cached_property
    def jurisdiction(self) -> Jurisdiction:
        """The law and market of the deal, and the benchmark that follows from them."""
        return jurisdiction_of(self.paper)

    @cached_property
    def deal_terms(self) -> tuple[DealTerm, ...]:
        """The terms that the rules find for the comparison with benchmarks."""
        return deal_terms(self.paper, self.jurisdiction, self.covenants)

    def search(self, words: str, count: int, *, wide: int = 0) -> tuple[Span, ...]:
        """Return the stretches that a search finds, the best first, shortened to save tokens.

        The first ``wide`` of them may be twice as long as the others.
        """
        hits = self.retriever.find(words, count=count)
        spans = [self._window(hit.unit.span, 2 if at < wide else 1) for at, hit in enumerate(hits)]
        return tuple(one for one in spans if len(one.of(self.paper.text).split()) >= _MIN_WORDS)

    def _window(self, span: Span, times: int) -> Span:
        """Return the first whole sentences of a stretch that fit; a very long first sentence is cut."""
        end, longest = span.start, times * _WINDOW
        for sentence in self.paper.passages.sentences_in(span):
            if end > span.start and sentence.end - span.start > longest:
                break
            end = min(sentence.end, span.start + 2 * _WINDOW)
        return Span(span.start, max(end, span.start + 1))
