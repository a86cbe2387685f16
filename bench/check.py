"""How long ``loanproof check`` takes on 1,000 cases with 17 citations each over 30 documents of 60 pages.

Run from the top of the checkout: ``.venv/bin/python -m bench.check``. Everything is generated from seeds. The first row
reads every PDF; the second finds all documents in the cache, as every later run of an author does.
"""

from __future__ import annotations

import json
import random
import tempfile
import time
from pathlib import Path

from tools.agreement import Agreement, Clause, make_agreement
from tools.agreement_pdf import write_pdf

from loanproof.cases import Severity, check_suite
from loanproof.documents import Cache
from loanproof.values import MONEY_KIND, NO_CONTEXT, tokenize

CASES = 1000
CITATIONS = 17
DOCUMENTS = 30
PAGES = 60
FILES = 20  # the cases are spread over this many files


def covenant(clause: Clause, at: int, rng: random.Random) -> dict[str, object]:
    """Return a covenant that a clause bears out: a quote of some of its words, and an amount that is in them."""
    length = min(len(clause.words), rng.randint(12, 40))
    start = rng.randrange(len(clause.words) - length + 1)
    quote = " ".join(clause.words[start : start + length])
    amounts = [found.span.of(quote) for found in MONEY_KIND.find(tokenize(quote), NO_CONTEXT)]
    return {
        "name": f"Covenant {at}",
        "type": "positive",
        "testing_frequency": "not_stated",
        "threshold": amounts[0] if amounts else None,
        "citations": [{"page": clause.pages[start], "section": clause.id, "quote": quote}],
    }


def write_suite(folder: Path) -> None:
    """Write the whole suite. Its cases are JSON, which is YAML too."""
    agreements: list[Agreement] = []
    (folder / "documents").mkdir(parents=True)
    (folder / "cases").mkdir()
    (folder / "suite.yaml").write_text("id: bench\nversion: 1.0.0\n", encoding="utf-8")
    for seed in range(DOCUMENTS):
        agreements.append(make_agreement(seed=seed, pages=PAGES, ocr_pages=0))
        (folder / "documents" / f"deal-{seed}.pdf").write_bytes(write_pdf(agreements[-1].document))
    rng = random.Random(0)
    cases: list[list[dict[str, object]]] = [[] for _ in range(FILES)]
    for number in range(CASES):
        chosen = rng.sample(agreements[number % DOCUMENTS].clauses, CITATIONS)
        cases[number % FILES].append(
            {
                "id": f"C-{number}",
                "capability": "covenants",
                "document": f"deal-{number % DOCUMENTS}.pdf",
                "expected": {"covenants": [covenant(clause, at, rng) for at, clause in enumerate(chosen)]},
            }
        )
    for number, part in enumerate(cases):
        (folder / "cases" / f"part-{number}.yaml").write_text(json.dumps(part, indent=1), encoding="utf-8")


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_suite(folder / "suite")
        for label in ("cold", "cached"):
            start, busy = time.perf_counter(), time.process_time()
            lint = check_suite(folder / "suite", cache=Cache(folder / "cache"))
            seconds, busy = time.perf_counter() - start, time.process_time() - busy
            looked_at = f"{lint.cases} cases, {lint.citations} citations, {lint.documents} documents"
            found = ", ".join(f"{lint.count(severity)} {severity}s" for severity in Severity)
            print(f"{label:7} {seconds:6.1f} s ({busy:.1f} s of CPU)  {looked_at}: {found}")


if __name__ == "__main__":
    main()
