"""Measure what each signal of an extraction on a model is worth: ``python -m tools.calibrate_llm SUITE… [--write]``.

No real model is asked, for the table must hold for any. A perfect model and one that errs in half of its fields (a
value of the right kind, from a clause that it was shown) answer every extraction; right and all answers are counted by
field and signal, twins as one document with the one that they are twins of. A signal is HIGH where the rules settle on
the same value and it was never wrong, at least eight times and on at least four documents. ``--write`` keeps the table.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from loanproof.capabilities.llm import Caller, Doubt, Meter, PaperReading, confidence
from loanproof.capabilities.llm.confidence import ANY, Signal
from loanproof.capabilities.llm.extraction import Cell, ModelExtraction
from loanproof.cases import ExtractionCase, load_suite
from loanproof.core import Capability, FieldId
from loanproof.documents import load_document
from loanproof.outputs import parse_output
from loanproof.provenance import DocumentSet
from loanproof.scoring import CaseScore, Guard, score_case
from loanproof.standards import EvalStandard, load_contract
from tools.measure_llm import RIGHT
from tools.scripted_models import erring_reply, perfect_reply
from tools.scripted_samples import PARAMS, TWIN, ScriptedModel, gold_cases

FILE = Path(confidence.__file__).with_name("calibration.yaml")
FEWEST, FEWEST_DOCUMENTS = 8, 4
HIGH, MEDIUM, LOW = 0.95, 0.89, 0.69
Key = tuple[str, str]


@dataclass(slots=True)
class Counted:
    """The answers of one signal of one field."""

    right: int = 0
    total: int = 0
    documents: set[str] = field(default_factory=set)

    def worth(self, signal: str) -> float:
        """Return what an answer of this kind is worth."""
        often = self.right == self.total >= FEWEST and len(self.documents) >= FEWEST_DOCUMENTS
        if often and signal == Signal.AGREED:
            return HIGH
        share = (self.right + 1) / (self.total + 2)
        is_known = share >= 0.75 and len(self.documents) >= 2
        return round(min(share, MEDIUM) if is_known else min(share, LOW), 2)


def measure(folder: Path, table: dict[Key, Counted]) -> None:
    """Count the answers of both models to every extraction of a suite."""
    suite = load_suite(folder)
    standard, gold = load_contract(suite.settings.standard), gold_cases(folder)
    for case in (one.case for one in suite.cases):
        if not isinstance(case, ExtractionCase):
            continue
        documents = [load_document(suite.document_path(name)) for name in case.document_names]
        reading = PaperReading(documents[0], standard)
        for script in (perfect_reply, erring_reply):
            model = ScriptedModel(script)
            model.case = gold[case.id]
            extraction = extract(reading, model, standard)
            output = parse_output(json.dumps(extraction[0]), Capability.EXTRACTION, standard=standard)
            scored = score_case(case, output, documents=DocumentSet(documents, standard), standard=standard)
            count(scored, extraction[1], TWIN.sub("", case.document_names[0]), table)


def extract(
    reading: PaperReading, model: ScriptedModel, standard: EvalStandard
) -> tuple[dict[str, Any], Mapping[Cell, Signal]]:
    """Return the output of an extraction and what speaks for each of its answers."""
    guard = Guard(reading.documents, standard)

    def check(output: dict[str, Any]) -> tuple[Doubt, ...]:
        given = parse_output(json.dumps(output), Capability.EXTRACTION, standard=standard)
        items = guard.check(given, Capability.EXTRACTION).items
        told = ((one, fault) for one in items for fault in one.faults)
        return tuple(Doubt(item=one.item, tranche=one.tranche, sentence=fault.sentence) for one, fault in told)

    caller = Caller(lambda request: asyncio.run(model.ask(request)), PARAMS, Meter(max_output=PARAMS.max_tokens))
    extraction = ModelExtraction(reading, caller, check)
    return extraction.output(), extraction.signals


def count(scored: CaseScore, signals: Mapping[Cell, Signal], document: str, table: dict[Key, Counted]) -> None:
    """Count the answers of one output that their signal rates; those that the guard holds are LOW whatever it says."""
    for item in scored.items:
        signal = signals.get(Cell(field=FieldId(item.head.item), tranche=item.head.tranche))
        if signal is None or item.head.is_extra:
            continue
        for name in (item.head.item, ANY):
            counted = table[name, signal]
            counted.total += 1
            counted.right += item.label in RIGHT
            counted.documents.add(document)


def render(table: Mapping[Key, Counted], suites: list[str]) -> Iterator[str]:
    """Yield the lines of the table as it is kept."""
    yield "# What each signal of each field was worth when it was measured; written by tools/calibrate_llm.py."
    answers = sum(one.total for (name, _), one in table.items() if name == ANY)
    models = "a perfect model and one that errs in half of its fields"
    yield f"measured_on: {len(suites)} suites, {models}, {answers} answers"
    yield f"words: {confidence.words_in_use()}"
    yield "signals:"
    for name in sorted({name for name, _ in table}):
        yield f"  {name}:"
        for (own, signal), one in sorted(table.items()):
            if own == name:
                told = f"right: {one.right}, total: {one.total}, documents: {len(one.documents)}"
                yield f"    {signal}: {{{told}, confidence: {one.worth(signal)}}}"


def main() -> None:
    """Measure, print, and keep the table where told."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suites", nargs="+", type=Path)
    parser.add_argument("--write", action="store_true", help="keep the table beside the code")
    options = parser.parse_args()
    table: dict[Key, Counted] = defaultdict(Counted)
    for folder in options.suites:
        measure(folder, table)
    text = "\n".join(render(table, [load_suite(one).settings.id for one in options.suites])) + "\n"
    print(text)
    if options.write:
        FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
