"""Benchmark libraries (LMA, APLMA, LSTA entries) as data, the term ids and the jurisdiction table.

The library serves ``check`` and the capabilities. Scoring never asks it what a benchmark says: gold does.
"""

from loanproof.benchmarks.entries import Basis, Entry, EntryKind, EntryValue, SourceKind, Status
from loanproof.benchmarks.jurisdictions import Applicable, applicable_benchmark
from loanproof.benchmarks.library import Library, benchmark_schema, load_library
from loanproof.benchmarks.markets import Region, named_regions, region_of, regions_of

__all__ = [
    "Applicable",
    "Basis",
    "Entry",
    "EntryKind",
    "EntryValue",
    "Library",
    "Region",
    "SourceKind",
    "Status",
    "applicable_benchmark",
    "benchmark_schema",
    "load_library",
    "named_regions",
    "region_of",
    "regions_of",
]
