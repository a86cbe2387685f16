"""Follow one value through scoring and count what it takes: ``.venv/bin/python tools/trace_value.py``.

One case expects one field, the margin, of an agreement of about one page; the answer gives it, with a good citation.
The contract, the document, the case and the answer are read before; only :func:`loanproof.scoring.score_case` is
traced, as ``loanproof score`` calls it. Three scorings, one after the other, on the same documents:

``first``
    Nothing is known of the document yet: what is built once per document is built here.
``again``
    The same answer once more.
``another``
    The same margin in another unit, and another quote: what an answer costs on a document that is known.

Counted are functions of the package loanproof alone. A lambda, a comprehension or a generator expression is a part of
the function it is in; a method that a decorator writes (``__init__`` of a dataclass) is a function of its own; a
generator counts as a call each time it is resumed. The depth is the greatest number of such functions that are under
way at once. How many calls the first scoring makes depends on the length of the document; compare it over commits.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from types import FrameType

from loanproof.cases import ExtractionCase, case_models
from loanproof.core import Capability, parse_yaml, validate_yaml
from loanproof.documents import Document, load_document
from loanproof.outputs import Output, parse_output
from loanproof.provenance import ClassName, DocumentSet
from loanproof.scoring import score_case
from loanproof.standards import EvalStandard, Label, load_contract

NAME = "heron-facility-agreement.txt"
PARAGRAPHS = (
    "FACILITY AGREEMENT",
    "THIS AGREEMENT is dated 15 March 2026 and made between:",
    "(1) HERON SHIPPING LIMITED, a company incorporated in Jersey, as borrower (the Borrower); and",
    "(2) HARBOUR BANK LIMITED as agent of the other Finance Parties (the Agent).",
    "1. DEFINITIONS AND INTERPRETATION",
    "1.1 Definitions",
    "In this Agreement:",
    "Availability Period means the period of 24 months from the date of this Agreement.",
    "Margin means 250 bps per annum.",
    "Termination Date means 15 March 2031.",
    "1.2 Construction",
    "A reference to a person includes its successors in title and permitted assigns.",
    "2. THE FACILITY",
    "2.1 The Facility",
    "The Lenders make available to the Borrower a term loan facility in an aggregate amount of USD 500,000,000.",
    "2.2 Increase",
    "The Borrower may request that the Facility be increased by up to USD 100,000,000.",
    "3. UTILISATION",
    "3.1 Requests",
    "A Utilisation Request must reach the Agent three Business Days before the proposed Utilisation Date.",
    "3.2 Currency and amount",
    "The currency of a Utilisation Request is US Dollars, its amount a minimum of USD 10,000,000 or the balance.",
    "4. REPAYMENT",
    "4.1 Repayment of Loans",
    "The Borrower shall repay the Loans in full on the Termination Date.",
    "4.2 Prepayment",
    "The Borrower may prepay a Loan on five Business Days' notice, in a minimum amount of USD 5,000,000.",
    "5. INTEREST",
    "5.1 Calculation of interest",
    "The rate of interest on each Loan is the aggregate of the Margin and Term SOFR for a period of three Months.",
    "5.2 Default interest",
    "Overdue amounts bear interest at 2.00 per cent. per annum above the rate in Clause 5.1.",
    "6. FEES",
    "6.1 Commitment fee",
    "The Borrower shall pay a fee of 0.40 per cent. per annum on undrawn Commitments for the Availability Period.",
    "6.2 Arrangement fee",
    "The Borrower shall pay an arrangement fee of 0.75 per cent. of the Total Commitments within five Business Days.",
    "7. FINANCIAL COVENANTS",
    "7.1 Leverage",
    "The ratio of Net Debt to EBITDA shall not exceed 3.50:1 on any Quarter Date.",
    "8. GENERAL UNDERTAKINGS",
    "8.1 Negative pledge",
    "No Obligor shall create or permit to subsist any Security over any of its assets.",
    "8.2 Disposals",
    "No Obligor shall sell, lease, transfer or otherwise dispose of any asset worth more than USD 1,000,000.",
    "9. EVENTS OF DEFAULT",
    "9.1 Non-payment",
    "An Obligor does not pay an amount on its due date, unless it pays within three Business Days.",
    "9.2 Cross default",
    "Financial Indebtedness of an Obligor of more than USD 5,000,000 is not paid when due.",
    "10. LAW",
    "10.1 Governing law",
    "This Agreement is governed by English law.",
)
PLACE = {"page": 1, "section": "1.1"}
QUOTE = "Margin means 250 bps per annum."
LABELS = {
    "functions": "functions",
    "modules": "modules",
    "depth": "greatest depth of calls",
    "calls": "calls",
    "margin_parsed": "margin parsed (parse_margin)",
    "document_tokenized": "tokenize, whole document",
    "others_tokenized": "tokenize, other texts",
}


@dataclass(kw_only=True)
class Trace:
    """What was called in one scoring; ``longest`` is the length of the document in characters."""

    longest: int
    calls: Counter[tuple[str, str]] = field(default_factory=Counter)
    depth: int = 0
    document_tokenized: int = 0
    _under_way: int = 0

    def watch(self, frame: FrameType, event: str, _argument: object) -> None:
        """Count one event of :func:`sys.setprofile`."""
        module, code = frame.f_globals.get("__name__", ""), frame.f_code
        if event not in ("call", "return") or module.partition(".")[0] != "loanproof" or code.co_name.startswith("<"):
            return
        if event == "return":
            self._under_way -= 1
            return
        self._under_way += 1
        self.depth = max(self.depth, self._under_way)
        self.calls[module, _name_of(frame)] += 1
        if _is_value_function(module, code.co_qualname, "tokenize"):
            self.document_tokenized += len(frame.f_locals[code.co_varnames[0]]) >= self.longest

    def count(self, name: str) -> int:
        """Return how often a function of this name was called, in whichever module of ``loanproof.values``."""
        return sum(
            count for (module, function), count in self.calls.items() if _is_value_function(module, function, name)
        )

    @property
    def figures(self) -> Mapping[str, int]:
        """The figures by their names in JSON."""
        return {
            "functions": len(self.calls),
            "modules": len({module for module, _ in self.calls}),
            "depth": self.depth,
            "calls": self.calls.total(),
            "margin_parsed": self.count("parse_margin"),
            "document_tokenized": self.document_tokenized,
            "others_tokenized": self.count("tokenize") - self.document_tokenized,
        }


def _name_of(frame: FrameType) -> str:
    """Return the name of a function in its module; a method that a decorator writes bears the name of its class."""
    code = frame.f_code
    if code.co_filename == "<string>" and code.co_argcount:
        return f"{type(frame.f_locals[code.co_varnames[0]]).__qualname__}.{code.co_name}"
    return code.co_qualname


def _is_value_function(module: str, function: str, name: str) -> bool:
    return function == name and f"{module}.".startswith("loanproof.values.")


def trace_scorings() -> dict[str, Trace]:
    """Score the answers one after the other on the same documents, and return what each scoring called."""
    standard = load_contract("eval-standards@1.0")
    case, documents = _case(standard), DocumentSet([_document()], standard)
    answers = {
        "first": _answer("250 bps", QUOTE),
        "again": _answer("250 bps", QUOTE),
        "another": _answer("2.50%", f"{QUOTE} Termination Date means 15 March 2031."),
    }
    return {name: _traced(case, answer, documents, standard) for name, answer in answers.items()}


def _traced(case: ExtractionCase, answer: Output, documents: DocumentSet, standard: EvalStandard) -> Trace:
    trace = Trace(longest=len(documents[NAME].document.text))
    sys.setprofile(trace.watch)
    try:
        score = score_case(case, answer, documents=documents, standard=standard)
    finally:
        sys.setprofile(None)
    (item,) = score.items
    if item.label not in (Label.CORRECT, Label.SEMANTIC_MATCH) or item.provenance.class_name is not ClassName.OK:
        raise SystemExit(
            f"The answer is scored {item.label}, its citation {item.provenance.class_name}: not what to trace."
        )
    return trace


def _document() -> Document:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / NAME
        path.write_text("\n\n".join(PARAGRAPHS), encoding="utf-8")
        return load_document(path)


def _case(standard: EvalStandard) -> ExtractionCase:
    expected = {"value": "250 bps per annum", "citations": [{**PLACE, "quote": QUOTE}]}
    data = {
        "id": "TRACE-MARGIN",
        "capability": "extraction",
        "document": NAME,
        "expected": {"document_kind": "agreement", "fields": {"margin": expected}},
    }
    model = case_models(standard)[Capability.EXTRACTION]
    case = validate_yaml(model, parse_yaml(json.dumps(data).encode(), file="case.yaml"))
    assert isinstance(case, ExtractionCase)
    return case


def _answer(value: str, quote: str) -> Output:
    citation = {"document": NAME, **PLACE, "quote": quote}
    margin = {"status": "extracted", "value": value, "confidence": 0.95, "provenance": [citation]}
    data = {"capability": "extraction", "document": NAME, "document_kind": "agreement", "fields": {"margin": margin}}
    return parse_output(data, Capability.EXTRACTION)


def print_figures(traces: Mapping[str, Trace]) -> None:
    """Print one aligned table."""
    print(f"{'one margin, scored':<32}" + "".join(f"{name:>10}" for name in traces))
    for name, label in LABELS.items():
        print(f"{label:<32}" + "".join(f"{trace.figures[name]:>10,}" for trace in traces.values()))


def print_functions(trace: Trace) -> None:
    """Print how often each function was called, by module."""
    for module, rows in groupby(sorted(trace.calls.items()), key=lambda row: row[0][0]):
        counts = {function: count for (_, function), count in rows}
        print(f"{module}: {len(counts)} functions, {sum(counts.values()):,} calls")
        for function, count in counts.items():
            print(f"{count:>8,}  {function}")


def main() -> None:
    """Print the figures, and the functions of the first scoring if asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--functions", action="store_true", help="list what the first scoring calls, by module")
    options = parser.parse_args()
    traces = trace_scorings()
    for name in ("parse_margin", "tokenize"):
        if not traces["first"].count(name):
            raise SystemExit(f"No function {name!r} of loanproof.values was called: was it renamed?")
    if options.json:
        print(json.dumps({name: trace.figures for name, trace in traces.items()}, indent=2))
    else:
        print_figures(traces)
    if options.functions:
        print_functions(traces["first"])


if __name__ == "__main__":
    main()
