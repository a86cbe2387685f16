"""Memory of ``loanproof score --json`` for 10,000 and 100,000 recorded outputs: ``python -m bench.scoring_memory``.

The records are answers to 1,000 small questions about one agreement of two pages, in 10 and in 100 repeats: one in
two is answered and cited, one in four refused as it must be, one in four quotes a date that is not in the document.
Every answer has other words. Printed are the greatest resident memory of the process, the bytes that each further
record costs, and the records in a second of wall-clock time, reading and writing included. Not on Windows.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CASES = 1_000
REPEATS = (10, 100)
NAME = "pine-facility-agreement.txt"
DOCUMENT = """FACILITY AGREEMENT

1. DEFINITIONS

1.1 Definitions

"Availability Period" means the period from the date of this Agreement to and including 31 March 2027.

"Termination Date" means 15 March 2031.
\f2. THE FACILITY

2.1 The Facility

The Lenders make available to the Borrower a term loan facility in an aggregate amount of USD 120,000,000.
"""
QUOTE = "the period from the date of this Agreement to and including 31 March 2027"


def main() -> None:
    print(f"{'records':>10}{'max RSS MB':>12}{'seconds':>10}{'records/s':>12}{'result MB':>11}")
    peaks: list[tuple[int, int]] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_suite(folder / "suite")
        for repeats in REPEATS:
            outputs, result = folder / "outputs.jsonl", folder / "result.json"
            with outputs.open("w", encoding="utf-8") as stream:
                stream.writelines(json.dumps(record) + "\n" for record in records(repeats))
            peak_kb, taken = measured(["score", str(folder / "suite"), str(outputs), "--json", str(result)])
            count, size = CASES * repeats, result.stat().st_size / 2**20
            peaks.append((count, peak_kb))
            print(f"{count:>10}{peak_kb / 1024:>12.0f}{taken:>10.0f}{count / taken:>12.0f}{size:>11.0f}")
    (few, less), (many, more) = peaks
    print(f"each further record costs {1024 * (more - less) / (many - few):.0f} bytes")


def measured(arguments: list[str]) -> tuple[int, float]:
    """Run the command line; return its peak memory in kB, without that of the reading worker, and the seconds."""
    start = time.perf_counter()
    command = [sys.executable, "-m", "loanproof", *arguments]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 4, f"expected the verdict of a run with hallucinations, not {process.returncode}"
    scale = 1024 if sys.platform == "darwin" else 1
    return usage.ru_maxrss // scale, time.perf_counter() - start


def make_suite(folder: Path) -> None:
    (folder / "cases").mkdir(parents=True)
    (folder / "documents").mkdir()
    (folder / "documents" / NAME).write_text(DOCUMENT, encoding="utf-8")
    (folder / "suite.yaml").write_text("id: memory\nversion: 1.0.0\ngates: [contract]\n", encoding="utf-8")
    lines = "".join(json.dumps(case(number)) + "\n" for number in range(CASES))
    (folder / "cases" / "questions.jsonl").write_text(lines, encoding="utf-8")


def case(number: int) -> dict[str, Any]:
    shared = {"id": f"Q-{number:04}", "capability": "qa", "document": NAME}
    if number % 4 == 1:
        expected = {"answerable": False, "topic": "the arrangement fee", "topic_terms": ["arrangement"]}
        return {**shared, "question": "How much is the arrangement fee?", "expected": expected}
    expected = {
        "topic": "the Availability Period",
        "facts": [{"any": ["31 March 2027"]}],
        "citations": [{"page": "1", "section": "1.1", "quote": QUOTE}],
    }
    return {**shared, "question": "When does the Availability Period end?", "expected": expected}


def records(repeats: int) -> Iterator[dict[str, Any]]:
    for repeat in range(1, repeats + 1):
        for number in range(CASES):
            yield {
                "case_id": f"Q-{number:04}",
                "repeat": repeat,
                "output": output(number, repeat),
                "latency_e2e_ms": 500 + (number * repeat) % 997,
                "latency_model_ms": 400,
                "input_tokens": 3000 + number,
                "output_tokens": 40 + repeat,
            }


def output(number: int, repeat: int) -> dict[str, Any]:
    said = f"as reading {repeat} of question {number} shows"
    if number % 4 == 1:
        return {"answer": "The document does not contain information about the arrangement fee.", "confidence": 0.9}
    quote = QUOTE.replace("2027", "2029") if number % 4 == 3 else QUOTE
    cited = {"document": NAME, "page": 1, "section": "1.1", "quote": quote}
    answer = f"The Availability Period ends on 31 March 2027, {said}."
    return {"answer": answer, "confidence": 0.9, "provenance": [cited]}


if __name__ == "__main__":
    main()
