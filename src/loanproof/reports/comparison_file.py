"""A comparison as JSON: the same two runs give the same bytes."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.reports.comparison import RunComparison


def comparison_json(comparison: RunComparison) -> str:
    """Return all of a comparison, keys sorted, figures unrounded."""
    data = {
        "before": comparison.before.model_dump(mode="json"),
        "after": comparison.after.model_dump(mode="json"),
        "notes": comparison.notes,
        "pairs": comparison.pairs,
        "capabilities": [{**asdict(one), "regression": one.is_regression} for one in comparison.capabilities],
        "items": [{**asdict(one), "regression": one.is_regression} for one in comparison.fields],
        "labels": {
            "worse": [asdict(one) for one in comparison.worse],
            "better": comparison.better,
            "same": comparison.same,
            "moves": [
                {"before": before, "after": after, "count": count}
                for (before, after), count in sorted(comparison.moves.items())
            ],
        },
        "only_before": [list(key) for key in comparison.only_before],
        "only_after": [list(key) for key in comparison.only_after],
        "new_hallucinations": comparison.new_hallucinations,
        "regression": comparison.has_regression,
    }
    return json.dumps(data, sort_keys=True, indent=1, allow_nan=False) + "\n"
