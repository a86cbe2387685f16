"""Benchmark libraries (LMA, APLMA, LSTA entries) as data, the term ids, the jurisdiction table, and gap arithmetic.

The library serves ``check`` and the capabilities. Scoring never uses it: gold says what a benchmark says.
"""

from loanproof.benchmarks.entries import Basis, Entry, EntryKind, EntryValue, SourceKind, Status
from loanproof.benchmarks.gap_arithmetic import gaps_between, is_inside
from loanproof.benchmarks.jurisdictions import Applicable, applicable_benchmark, association_of_law, codes_of_law
from loanproof.benchmarks.library import Library, benchmark_schema, load_library
from loanproof.benchmarks.markets import Region, named_associations, named_regions, region_of, regions_of
from loanproof.benchmarks.quantities import (
    PERIODS,
    Quantity,
    QuantityMention,
    Unit,
    only_quantity,
    read_places,
    read_value,
    spell_out,
    step_of,
)

__all__ = [
    "PERIODS",
    "Applicable",
    "Basis",
    "Entry",
    "EntryKind",
    "EntryValue",
    "Library",
    "Quantity",
    "QuantityMention",
    "Region",
    "SourceKind",
    "Status",
    "Unit",
    "applicable_benchmark",
    "association_of_law",
    "benchmark_schema",
    "codes_of_law",
    "gaps_between",
    "is_inside",
    "load_library",
    "named_associations",
    "named_regions",
    "only_quantity",
    "read_places",
    "read_value",
    "region_of",
    "regions_of",
    "spell_out",
    "step_of",
]
