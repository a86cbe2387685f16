"""What documents and answers that are made to hurt cost: seconds of CPU and peak memory of ``check`` and ``score``.

Run from the top of the checkout: ``.venv/bin/python -m bench.hostile [NAME…]``. Each row is one suite with one document
of a single kind of thing over and over, or one answer of excessive size on an ordinary document. A command that uses
more CPU than :data:`MOST_CPU_S` is stopped and shown as such.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

SIZE = 2_500_000
MOST_CPU_S = 120
MANY = 10_000
FIELDS = (
    "borrower guarantors facility_agent facility_amount currency facility_type tenor maturity_date margin "
    "reference_rate commitment_fee repayment_schedule governing_law conditions_precedent mac_clause negative_pledge"
).split()
SENTENCE = "The Borrower shall repay the Loan of USD 25,000,000 on 15 March 2031 with a Margin of 2.25 per cent."
ANSWER = "USD 1,234,567.89, or five per cent of it, is due to Acme Holdings Pte. Ltd. on 15 March 2031 (clause 9.9)."
DOCUMENTS = {
    "form feeds": "\f",
    "amounts": "USD 1,234,567.89 ",
    "dates": "15 March 2031 ",
    "percentages": "2.25% ",
    "fractions": "66⅔ 1/2 ",
    "number words": "five hundred and twenty million ",
    "party names": "Acme Holdings Pte. Ltd. ",
    "brackets": "([{(",
    "closing brackets": ")]})",
    "clause numbers": "1.1(a) ",
    "quotation marks": '"',
    "line breaks": "\n",
    "long lines of one letter": "a",
    "combining marks": "\u0301",
}
VALUES: Mapping[str, object] = {
    "borrower": "Acme Holdings Pte. Ltd.",
    "facility_amount": "USD 1,234,567.89",
    "maturity_date": "15 March 2031",
    "margin": "2.25%",
    "tenor": "5 years",
    "governing_law": "English law",
}


def item(value: object, quote: str = SENTENCE, citations: int = 1) -> dict[str, object]:
    """Return a field of an answer."""
    cited = {"document": "deal.txt", "page": 1, "section": "1.1", "quote": quote}
    return {"status": "extracted", "value": value, "confidence": 0.95, "provenance": [cited] * citations}


def answers() -> dict[str, dict[str, object]]:
    """Return the answers of excessive size, by name."""
    long = {
        "letters": "a" * MANY,
        "words": "Acme " * (MANY // 5),
        "digits": "9" * MANY,
        "amounts": "USD 1,234.56 " * (MANY // 13),
        "number words": "five hundred million " * (MANY // 21),
        "dates": "15 March 2031 " * (MANY // 14),
        "brackets": "(" * MANY,
        "commas": "," * MANY,
        "conditions": "1. a; " * (MANY // 6),
    }
    found: dict[str, dict[str, object]] = {
        f"10,000 characters of {name} in every field": {"fields": {field: item(text) for field in FIELDS}}
        for name, text in long.items()
    }
    for name, text in long.items():
        fields = {field: item(VALUES.get(field, "x"), text) for field in FIELDS}
        found[f"10,000 characters of {name} in every quote"] = {"fields": fields}
    found["10,000 citations"] = {"fields": {"borrower": item("Acme", citations=MANY)}}
    tranches = [{"label": f"Facility {at}", "fields": {"margin": item("2.25%")}} for at in range(MANY)]
    found["10,000 tranches"] = {"fields": {}, "tranches": tranches}
    found["10,000 conditions"] = {"fields": {"conditions_precedent": item([f"condition {at}" for at in range(MANY)])}}
    return found


def write_suite(folder: Path, document: str, name: str, output: Mapping[str, object]) -> None:
    """Write a suite of one case with a document, and an answer to it."""
    (folder / "documents").mkdir(parents=True)
    (folder / "cases").mkdir()
    (folder / "documents" / name).write_text(document, encoding="utf-8")
    settings = "id: hostile\nversion: 1.0.0\nrepeats: 1\nstandard: eval-standards@1.0+r2\n"
    (folder / "suite.yaml").write_text(settings, encoding="utf-8")
    absent: dict[str, object] = {field: {"state": "absent"} for field in FIELDS}
    quoted = {"page": 1, "section": "1.1", "quote": document[:200].strip() or "nothing"}
    present = {field: {"value": value, "citations": [quoted]} for field, value in VALUES.items()}
    cases = [
        {"id": f"H-{at}", "capability": "extraction", "document": name, "expected": {"fields": {**absent, **more}}}
        for at, more in enumerate(({}, present))
    ]
    facts = [{"any": ["USD 1,234,567.89"]}, {"any": ["15 March 2031"]}]
    question = {"question": "How much, and when?", "expected": {"topic": "it", "facts": facts, "citations": [quoted]}}
    asked = {"id": "H-2", "capability": "qa", "document": name, **question}
    (folder / "cases" / "all.yaml").write_text(json.dumps([*cases, asked]), encoding="utf-8")
    answer = {"answer": ANSWER, "confidence": 0.9, "provenance": [{"document": name, **quoted}]}
    lines = [("H-0", output), ("H-1", output), ("H-2", answer)]
    text = "".join(json.dumps({"case_id": case_id, "output": said}) + "\n" for case_id, said in lines)
    (folder / "outputs.jsonl").write_text(text, encoding="utf-8")


def measure(*words: str, folder: Path) -> str:
    """Return CPU seconds, peak memory in MB and exit code of a command with all that it starts."""
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S))
        out = os.open(folder / "printed", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(out, 1)
        os.dup2(out, 2)
        cache = {"XDG_CACHE_HOME": str(folder / "cache")}
        os.execve(sys.executable, [sys.executable, "-m", "loanproof", *words], {**os.environ, **cache})
    _, status, used = os.wait4(child, 0)
    code = os.waitstatus_to_exitcode(status)
    told = "STOPPED" if code < 0 else f"exit {code}"
    size = (folder / "printed").stat().st_size
    return f"{used.ru_utime + used.ru_stime:6.1f} s {used.ru_maxrss / 1024:6.0f} MB {told} {size:>7,} B"


def main() -> None:
    """Print one row for each hostile suite."""
    output: dict[str, object] = {"fields": {field: item(VALUES.get(field, "x")) for field in FIELDS}}
    suites = [(name, (text * (SIZE // len(text))), "deal.txt", output) for name, text in DOCUMENTS.items()]
    suites.append(("250,000 combining marks on one letter", "a" + "\u0301" * 250_000, "deal.txt", output))
    suites.append(("entities", "<p>" + "&amp;" * (SIZE // 5), "deal.html", output))
    suites += [(name, SENTENCE * 200, "deal.txt", more) for name, more in answers().items()]
    for name, document, file, more in suites:
        if len(sys.argv) > 1 and not any(word in name for word in sys.argv[1:]):
            continue
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            write_suite(folder / "suite", document, file, more)
            suite = str(folder / "suite")
            check = measure("check", suite, folder=folder)
            score = measure("score", suite, f"{suite}/outputs.jsonl", "--json", f"{suite}/r.json", folder=folder)
        print(f"{name:50} check {check}   score {score}", flush=True)


if __name__ == "__main__":
    main()
