"""Records that are scored in a second, on documents that were read before: ``.venv/bin/python bench/scoring.py``.

A record is one output of sixteen fields, each cited. ``repeated`` scores one record again and again, as repeats of a
run do; ``distinct`` scores records of which each quotes other words, so that every quote is searched.
"""

from __future__ import annotations

import copy
import json
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from loanproof.cases import ExtractionCase
from loanproof.core import Capability, load_yaml, validate_yaml
from loanproof.documents import load_document
from loanproof.outputs import ExtractionOutput, parse_output
from loanproof.provenance import DocumentSet
from loanproof.scoring import score_extraction
from loanproof.standards import EvalStandard, load_contract

BASE = Path(__file__).parent.parent / "tests" / "conformance" / "bases" / "term-loan"
RECORDS = 400


def main() -> None:
    standard = load_contract("eval-standards@1.0")
    case = validate_yaml(ExtractionCase, load_yaml(BASE / "case.yaml"))
    answer = json.loads((BASE / "output.json").read_text(encoding="utf-8"))
    count = int(sys.argv[1]) if len(sys.argv) > 1 else RECORDS
    print(f"{'records':<12}{'count':>8}{'fields':>8}{'records/s':>12}")
    for name, answers in (("repeated", [answer] * count), ("distinct", list(variants(answer, count)))):
        documents = DocumentSet([load_document(BASE / "documents" / name) for name in case.document_names], standard)
        outputs = [parsed(one) for one in answers]
        score_extraction(case, parsed(answer), documents=documents, standard=standard)
        taken = seconds(case, outputs, documents, standard)
        print(f"{name:<12}{count:>8}{len(outputs[0].fields):>8}{count / taken:>12.0f}")


def seconds(
    case: ExtractionCase, outputs: Sequence[ExtractionOutput], documents: DocumentSet, standard: EvalStandard
) -> float:
    start = time.process_time()
    for output in outputs:
        score_extraction(case, output, documents=documents, standard=standard)
    return time.process_time() - start


def parsed(answer: dict[str, Any]) -> ExtractionOutput:
    output = parse_output(answer, Capability.EXTRACTION)
    assert isinstance(output, ExtractionOutput)
    return output


def variants(answer: dict[str, Any], count: int) -> Iterator[dict[str, Any]]:
    """Yield records whose confidence and quotes differ: white space in other places is another text to search."""
    for number in range(count):
        changed = copy.deepcopy(answer)
        for field in changed["fields"].values():
            for citation in field.get("provenance", ()):
                words = citation["quote"].split(" ")
                for bit in range(min(len(words) - 1, 12)):
                    words[bit] += "\n" if number >> bit & 1 else ""
                citation["quote"] = " ".join(words)
        yield changed


if __name__ == "__main__":
    main()
