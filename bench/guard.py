"""Seconds that ``loanproof guard`` takes for an output on a document that was read before.

Run from the top of the checkout: ``python -m bench.guard [SUITE]``, by default the real suite with the longest file.
Its perfect outputs are guarded in rounds, each with other blanks in every quote, so that no answer is remembered from
the round before. Printed are wall and CPU seconds for the first round, in which the document is read into its mentions,
and for the later ones; and the load of the machine.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

from tools.compare_scoring import load_cases
from tools.perfect_outputs import perfect_output
from tools.right_outputs import REAL

from loanproof.core import Capability
from loanproof.documents import load_document
from loanproof.outputs import parse_output
from loanproof.provenance import DocumentSet
from loanproof.service import Guard
from loanproof.standards import load_contract

ROUNDS = 4


def main() -> None:
    """Guard the outputs of a suite in rounds."""
    suite = Path(sys.argv[1]) if sys.argv[1:] else REAL / "peloton"
    standard = load_contract("eval-standards@1.0+r2")
    cases = list(load_cases(suite))
    names = tuple(cases[0].get("documents") or (cases[0]["document"],))
    documents = [load_document(suite / "documents" / name) for name in names]
    pages = sum(len(one.pages) for one in documents)
    guard = Guard(DocumentSet(documents, standard), standard)
    for number in range(ROUNDS):
        began, cpu = time.perf_counter(), time.process_time()
        clean = 0
        for case in cases:
            capability = Capability(case["capability"])
            text = json.dumps(perfect_output(case)).replace(" the ", f" the{' ' * (number + 1)}")
            clean += guard.check(parse_output(text, capability, standard=standard), capability).is_clean
        wall, spent = time.perf_counter() - began, time.process_time() - cpu
        each = f"{wall / len(cases):.3f} s, {spent / len(cases):.3f} s CPU an output"
        print(f"round {number + 1}: {len(cases)} outputs, {clean} clean, {each}")
    print(f"{pages} pages; load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
