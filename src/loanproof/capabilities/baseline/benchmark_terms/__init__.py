"""Benchmark terms by rules: the benchmark of the deal, and each term of the library beside what the deal says."""

from loanproof.capabilities.baseline.benchmark_terms.comparing import compare_terms

__all__ = ["compare_terms"]
