"""The built-in system without a model: rules over the clause tree, the definitions and the typed mentions."""

from loanproof.capabilities.baseline.aids import Paper
from loanproof.capabilities.baseline.benchmark_terms import compare_terms
from loanproof.capabilities.baseline.covenants import monitor
from loanproof.capabilities.baseline.extraction import NO_LOAN, analyse, extract
from loanproof.capabilities.baseline.orphans import Orphan
from loanproof.capabilities.baseline.questions import QuestionAnswerer

__all__ = ["NO_LOAN", "Orphan", "Paper", "QuestionAnswerer", "analyse", "compare_terms", "extract", "monitor"]
