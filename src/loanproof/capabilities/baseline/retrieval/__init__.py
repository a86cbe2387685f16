"""Retrieval without a model: clause units, ranked by BM25 with headings, defined terms and the concept lexicon."""

from loanproof.capabilities.baseline.retrieval.bm25 import Weights
from loanproof.capabilities.baseline.retrieval.headings import heading_of
from loanproof.capabilities.baseline.retrieval.query import Query, query_of
from loanproof.capabilities.baseline.retrieval.search import Hit, Retriever
from loanproof.capabilities.baseline.retrieval.units import Unit, clause_units, has_headings, windows
from loanproof.capabilities.baseline.retrieval.words import placed_words, search_words, stem_of

__all__ = [
    "Hit",
    "Query",
    "Retriever",
    "Unit",
    "Weights",
    "clause_units",
    "has_headings",
    "heading_of",
    "placed_words",
    "query_of",
    "search_words",
    "stem_of",
    "windows",
]
