"""The built-in system without a model: rules on the clause tree, the definitions and typed mentions."""

from loanproof.capabilities.baseline.benchmark_terms import compare_terms
from loanproof.capabilities.baseline.covenants import monitor
from loanproof.capabilities.baseline.extraction import extract

__all__ = ["compare_terms", "extract", "monitor"]
