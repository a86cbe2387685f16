"""Print how many known faults the guard names, and how many faithful outputs it sends to a person without cause.

``python -m tools.guard_rates [--rows]``. Faults and faithful outputs come from the conformance vectors, whose labels
were typed by hand; more faithful ones are the perfect outputs of the starter suite, of the real suites and of the
corpus, made from their gold. Which faults are visible without gold is decided in ``guard_visible.yaml``; the others
are counted apart and asked of nobody.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml
from tests.conformance.vectors import SECOND_REVISION, Vector, build, contract_of, load_vectors

from loanproof.cases import BmtCase, CovenantsCase, DocumentCase, ExtractionCase, QaCase
from loanproof.core import Capability
from loanproof.documents import load_document
from loanproof.outputs import Output, QaOutput, parse_output
from loanproof.provenance import DocumentSet
from loanproof.service import Guard, GuardReport
from loanproof.standards import Hitl
from tools.compare_scoring import load_cases
from tools.perfect_outputs import perfect_output
from tools.right_outputs import REAL, ROOT, STARTER

CORPUS = ROOT / "src" / "loanproof" / "corpus" / "suite"
TABLES = ("extraction*.yaml", "covenants_[!f]*.yaml", "bmt_[!f]*.yaml", "qa_[!f]*.yaml")
VISIBLE = yaml.safe_load(Path(__file__).with_name("guard_visible.yaml").read_text(encoding="utf-8"))
RIGHT = frozenset({"correct", "semantic_match", "grounded_refusal", "true_negative"})
IN_ORDER = frozenset({"OK", "NA"})
QUOTING = ("quote", "provenance", "citations")


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What the guard said of one output: of one known fault in it, or of a faithful one as a whole.

    Attributes:
        kind: Of a fault, its kind; of a faithful output that was sent to a person, the cause.
        is_sent: Whether a person is to look, at the item of a fault or anywhere.
        why: Of a fault, what is wrong; of a faithful output, what the guard says of it.
    """

    id: str
    kind: str
    is_fault: bool
    is_sent: bool
    why: str = ""


def of_vectors(only: str, *, takes: Callable[[str], bool] = lambda _: True) -> Iterator[Outcome]:
    """Yield an outcome for each visible fault of a vector, and one for each vector that is faithful."""
    with TemporaryDirectory() as scratch:
        for number, vector in enumerate(one for table in TABLES if only in table for one in load_vectors(table)):
            folder = Path(scratch) / str(number)
            folder.mkdir()
            faults = dict(visible_faults(vector))
            if takes(vector.id) and (faults or is_faithful(vector)):
                standard = contract_of(SECOND_REVISION)
                built = build(vector, folder, standard)
                report = Guard(built.documents, standard).check(
                    _asked(built.output, built.case), _capability(built.case), as_of=built.case.as_of
                )
                yield from _fault_outcomes(vector, faults, report) if faults else [_faithful(vector.id, report)]


def _capability(case: DocumentCase) -> Capability:
    assert isinstance(case, ExtractionCase | CovenantsCase | BmtCase | QaCase)
    return case.capability


def _asked(output: Output, case: DocumentCase) -> Output:
    """Return an output that says what was asked, as whoever asks knows it; some vectors change only the question."""
    if isinstance(output, QaOutput) and isinstance(case, QaCase):
        return replace(output, question=case.question)
    return output


def visible_faults(vector: Vector) -> Iterator[tuple[str, str]]:
    """Yield the items of a vector that have a fault which shows without gold, each with the kind of it."""
    for item, wanted in vector.expect.get("items", {}).items():
        kind = _kind_of(vector, item, wanted)
        if kind is not None and vector.id not in VISIBLE.get("not_visible", {}):
            yield item, kind


def _kind_of(vector: Vector, item: str, wanted: Mapping[str, Any]) -> str | None:
    if wanted.get("citation_class") in VISIBLE["classes"]:
        return f"citation {wanted['citation_class']}"
    reasons = wanted.get("reasons", ())
    known = next((one for one in reasons if one in VISIBLE["visible"]), None)
    if known is not None:
        return str(known)
    if wanted.get("label") == "hallucination":
        return "hallucination"
    first = reasons[0] if reasons else ""
    is_other = wanted.get("label") == "fail" and first in VISIBLE["by_quote"] and _keeps_quote(vector, item)
    return "quote of another value" if is_other else None


def _keeps_quote(vector: Vector, item: str) -> bool:
    """Return whether a vector changes a value and leaves what is quoted for it."""
    name = item.rpartition("/")[2]
    own = [path for path in vector.output if name in path.split(".") or "fields" not in path]
    values = [path for path in own if path.endswith(("value", "threshold"))]
    return bool(values) and not any(part in QUOTING for path in own for part in path.split("."))


def is_faithful(vector: Vector) -> bool:
    """Return whether everything in a vector is right, cited in order and stated with confidence."""
    if any(vector.id in ids for ids in VISIBLE["with_cause"].values()):
        return False
    expect = vector.expect
    items = expect.get("items", {}).values()
    is_right = all(one.get("label", "correct") in RIGHT for one in items) and expect.get("others", "correct") in RIGHT
    in_order = all(one.get("citation_class", "OK") in IN_ORDER and one.get("hitl", "none") == "none" for one in items)
    return is_right and in_order and not expect.get("hallucination")


def _fault_outcomes(vector: Vector, faults: Mapping[str, str], report: GuardReport) -> Iterator[Outcome]:
    named = {one.item: bool(one.faults) for one in report.items}
    is_field = report.capability is Capability.EXTRACTION  # elsewhere items are named as the output names them
    for item, kind in faults.items():
        is_sent = named[item] if item in named and is_field else any(named.values()) or bool(report.faults)
        yield Outcome(id=f"{vector.id} · {item}", kind=kind, is_fault=True, is_sent=is_sent, why=vector.why)


def _faithful(name: str, report: GuardReport) -> Outcome:
    """Return what the guard says of a faithful output.

    What the system itself is not sure of is sent with cause, and so is what scoring flags too.
    """
    sent = [one for one in report.items if one.hitl is Hitl.REQUIRED]
    causes = [(str(fault.code), f"{one.item}: {fault.sentence}") for one in sent for fault in one.faults]
    causes += [(str(one.code), one.sentence) for one in report.faults]
    kind, why = causes[0] if causes else ("", "")
    return Outcome(id=name, kind=kind, is_fault=False, is_sent=bool(causes), why=why)


def of_perfect_outputs(only: str) -> Iterator[Outcome]:
    """Yield an outcome for the perfect output of each case of the suites at hand."""
    for suite in suites():
        loaded: dict[tuple[str, ...], Guard] = {}
        standard = contract_of(SECOND_REVISION)
        for data in (one for one in load_cases(suite) if only in one["capability"]):
            names = tuple(data.get("documents") or (data["document"],))
            if names not in loaded:
                read = [load_document(suite / "documents" / name) for name in names]
                loaded[names] = Guard(DocumentSet(read, standard), standard)
            capability = Capability(data["capability"])
            output = parse_output(json.dumps(perfect_output(data)), capability, standard=standard)
            yield _faithful(
                f"{suite.name}/{data['id']}", loaded[names].check(output, capability, as_of=data.get("as_of"))
            )


def suites() -> Iterator[Path]:
    """Yield the suites with gold: the starter, the corpus, and the real ones where they are kept."""
    yield STARTER
    yield from sorted(path.parent for path in CORPUS.glob("*/suite.yaml"))
    if not REAL.is_dir():
        print("NOT TRIED: the real suites are not here.")
    yield from sorted(path.parent for path in REAL.glob("*/suite.yaml"))


def print_rates(found: Iterable[Outcome], *, with_rows: bool) -> None:
    """Print both rates, by kind and by cause."""
    faults = [one for one in found if one.is_fault]
    named = Counter(one.kind for one in faults if one.is_sent)
    print(f"faults visible without gold: {len(faults)}, named {named.total()}, missed {len(faults) - named.total()}")
    for kind, count in Counter(one.kind for one in faults).most_common():
        print(f"  {kind:32} {named[kind]:4} of {count}")
    faithful = [one for one in found if not one.is_fault]
    sent = [one for one in faithful if one.is_sent]
    print(f"faithful: {len(faithful)}, sent to a person {len(sent)} ({100 * len(sent) / max(1, len(faithful)):.1f} %)")
    for kind, count in Counter(one.kind for one in sent).most_common():
        print(f"  {kind:32} {count:4}")
    for one in found if with_rows else ():
        if one.is_fault != one.is_sent:
            print(f"{'MISSED' if one.is_fault else 'SENT'} {one.kind} | {one.id} | {one.why}")


def main() -> None:
    """Print both rates, for the vectors and for the perfect outputs."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--rows", action="store_true", help="also print each fault missed and each faithful output sent"
    )
    parser.add_argument("--only", default="", help="only the tables and cases whose name holds this")
    given = parser.parse_args()
    print("Conformance vectors")
    print_rates(list(of_vectors(given.only)), with_rows=given.rows)
    print("Perfect outputs of the suites")
    print_rates(list(of_perfect_outputs(given.only)), with_rows=given.rows)


if __name__ == "__main__":
    main()
