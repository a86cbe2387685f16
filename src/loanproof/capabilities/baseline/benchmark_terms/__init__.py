"""Benchmark terms by rules: the benchmark that applies to a deal, and each of its terms compared with the deal's."""

from loanproof.capabilities.baseline.benchmark_terms.comparing import compare_terms

__all__ = ["compare_terms"]
