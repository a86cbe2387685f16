"""CPU of ``loanproof check --watch`` after one line of a case was changed, on a document of 229 pages.

Run from the top of the checkout: ``.venv/bin/python -m bench.watch [DOCUMENT.pdf]``. Without one it is generated from a
seed. The suite has an extraction case, which asks the whole document for its values, and forty questions; each
round changes the amount of the one and a question of the others, as an author does. The aim is under one second of CPU.
"""

from __future__ import annotations

import json
import random
import re
import sys
import tempfile
import time
from pathlib import Path

from tools.agreement import make_agreement
from tools.agreement_pdf import write_pdf

from loanproof.cases import LintMemory, check_suite
from loanproof.documents import Cache, load_document
from loanproof.standards import load_contract

PAGES, QUESTIONS, ROUNDS = 229, 40, 5
STANDARD = "eval-standards@1.0+r2"
VALUES = {
    "borrower": "Harbour Light Shipping Ltd.",
    "facility_amount": "USD 500,000,000",
    "currency": "USD",
    "maturity_date": "2031-03-15",
    "margin": "2.50 per cent. per annum",
    "governing_law": "New York law",
}


def write_document(path: Path) -> None:
    """Put the named document, or a generated one, into the suite."""
    path.parent.mkdir(parents=True)
    if sys.argv[1:]:
        path.write_bytes(Path(sys.argv[1]).read_bytes())
    else:
        path.write_bytes(write_pdf(make_agreement(seed=7, pages=PAGES, ocr_pages=0).document))


def make_cases(path: Path, cache: Cache) -> list[dict[str, object]]:
    """Return cases whose quotes are in the document; what they expect need not be right to be checked."""
    document, rng = load_document(path, cache=cache), random.Random(0)
    pages = [(page.number, document.text[page.span.start : page.span.end].split()) for page in document.pages]
    full = [(number, words) for number, words in pages if len(words) > 60]

    def cited() -> tuple[dict[str, object], str]:
        number, words = rng.choice(full)
        return {"page": number, "section": "1.1", "quote": " ".join(words[20:40])}, " ".join(words[22:25])

    fields = {
        name: {"value": VALUES[name], "citations": [cited()[0]]} if name in VALUES else {"state": "absent"}
        for name in load_contract(STANDARD).fields
    }
    head = {"document": path.name}
    expected = {"document_kind": "agreement", "fields": fields}
    cases: list[dict[str, object]] = [{"id": "X-1", "capability": "extraction", **head, "expected": expected}]
    for at in range(QUESTIONS):
        citation, fact = cited()
        asked = {"topic": "the clause", "facts": [{"any": [fact]}], "citations": [citation]}
        cases.append({"id": f"Q-{at}", "capability": "qa", **head, "question": f"Which is {at}?", "expected": asked})
    return cases


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as name:
        folder, memory = Path(name), LintMemory()
        suite, cache = folder / "suite", Cache(folder / "cache")
        write_document(suite / "documents" / "deal.pdf")
        (suite / "cases").mkdir()
        (suite / "suite.yaml").write_text(f"id: bench\nversion: 1.0.0\nstandard: {STANDARD}\n", encoding="utf-8")
        cases = make_cases(suite / "documents" / "deal.pdf", cache)
        text = json.dumps(cases, indent=1)
        for at in range(-2, ROUNDS):
            if at == ROUNDS - 1:  # as after a new start: what was found is remembered, the document is not in memory
                memory = LintMemory()
            if at >= 0:
                text = re.sub(r"USD \d", f"USD {at + 1}", text.replace(f"Which is {at}?", f"Which is it, {at}?"))
            (suite / "cases" / "all.yaml").write_text(text, encoding="utf-8")
            start, busy = time.perf_counter(), time.process_time()
            lint = check_suite(suite, cache=cache, memory=memory)
            seconds, busy = time.perf_counter() - start, time.process_time() - busy
            label = ("first", "again")[at + 2] if at < 0 else f"change {at + 1}"
            label += ", the first after a new start" if at == ROUNDS - 1 else ""
            print(f"{seconds:6.2f} s ({busy:.2f} s of CPU), {len(lint.problems)} problems: {label}")


if __name__ == "__main__":
    main()
