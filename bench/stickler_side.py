"""The other side of ``bench.scoring``: run by it in an environment that has stickler-eval, and nothing of ours.

Reads ``{"expected": {field: value}, "given": [{field: value}, …]}`` and prints the CPU seconds that the comparisons
took, building each record included, and the mean of the scores, which shows that something was compared.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from stickler import StructuredModel


def main() -> None:
    data = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    fields = {
        name: {
            "type": "list[str]" if isinstance(value, list) else "str",
            "comparator": "LevenshteinComparator",
            "threshold": 0.9,
            "weight": 1.0,
            "required": True,
        }
        for name, value in data["expected"].items()
    }
    model = StructuredModel.model_from_json({"model_name": "Deal", "fields": fields})
    expected = model(**data["expected"])
    expected.compare_with(model(**data["given"][0]))
    start = time.process_time()
    scores = [float(expected.compare_with(model(**given))["overall_score"]) for given in data["given"]]
    print(json.dumps({"seconds": time.process_time() - start, "mean": sum(scores) / len(scores)}))


if __name__ == "__main__":
    main()
