"""Records that are scored in a second, beside stickler-eval: ``.venv/bin/python -m bench.scoring [RECORDS]``.

A record is one output of sixteen fields. Ours are read, compared with what is expected and verified citation by
citation, some two dozen of them, on documents that were read before; stickler-eval gets the sixteen values alone and
says how alike they are. ``repeated`` is one record again and again, as in the repeats of a run at temperature 0: a
question that was answered for these documents is not asked again. In ``distinct`` no two records quote the same
characters, so that every quote of every record is searched, its values found, and its place judged. CPU seconds.
Answers to questions follow, each with one citation (:mod:`bench.answers`).

stickler-eval is installed into an environment of its own in the cache folder, once.
"""

from __future__ import annotations

import copy
import json
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bench.answers import print_answers
from loanproof.cases import ExtractionCase, case_models
from loanproof.cli.cache_folder import cache_folder
from loanproof.core import Capability, load_yaml, validate_yaml
from loanproof.documents import load_document
from loanproof.outputs import ExtractionOutput, parse_output
from loanproof.provenance import DocumentSet
from loanproof.scoring import score_extraction
from loanproof.standards import EvalStandard, load_contract

BASE = Path(__file__).parent.parent / "tests" / "conformance" / "bases" / "term-loan"
PEER = "stickler-eval==1.0.0"
RECORDS = 400
AIM = 3  # times as many records a second


def main() -> None:
    standard = load_contract("eval-standards@1.0")
    case = validate_yaml(case_models(standard)[Capability.EXTRACTION], load_yaml(BASE / "case.yaml"))
    assert isinstance(case, ExtractionCase)
    answer = json.loads((BASE / "output.json").read_text(encoding="utf-8"))
    count = int(sys.argv[1]) if len(sys.argv) > 1 else RECORDS
    peer = peer_python()
    print(
        f"{'records':<12}{'count':>8}{'fields':>8}{'quotes':>8}{'ours/s':>10}{'peer/s':>10}{'ratio':>8}   (aim: {AIM})"
    )
    for name, answers in (("repeated", [answer] * count), ("distinct", list(variants(answer, count)))):
        documents = DocumentSet([load_document(BASE / "documents" / file) for file in case.document_names], standard)
        score_extraction(case, parsed(answer), documents=documents, standard=standard)
        ours = count / seconds(case, answers, documents, standard)
        quotes = sum(len(field.get("provenance", ())) for field in answer["fields"].values())
        row = f"{name:<12}{count:>8}{len(answer['fields']):>8}{quotes:>8}{ours:>10.0f}"
        if peer is not None:
            theirs = count / peer_seconds(peer, answers)
            row += f"{theirs:>10.0f}{ours / theirs:>8.1f}"
        print(row)
    print_answers()


def seconds(
    case: ExtractionCase, answers: Sequence[dict[str, Any]], documents: DocumentSet, standard: EvalStandard
) -> float:
    start = time.process_time()
    for answer in answers:
        score_extraction(case, parsed(answer), documents=documents, standard=standard)
    return time.process_time() - start


def parsed(answer: dict[str, Any]) -> ExtractionOutput:
    output = parse_output(answer, Capability.EXTRACTION)
    assert isinstance(output, ExtractionOutput)
    return output


def variants(answer: dict[str, Any], count: int) -> Iterator[dict[str, Any]]:
    """Yield records whose quotes differ: one space in each is wider, in another place or by another width."""
    for number in range(count):
        changed = copy.deepcopy(answer)
        for field in changed["fields"].values():
            for citation in field.get("provenance", ()):
                words = citation["quote"].split(" ")
                at, width = number % (len(words) - 1), 2 + number // (len(words) - 1)
                words[at] += " " * (width - 1)
                citation["quote"] = " ".join(words)
        yield changed


def peer_python() -> Path | None:
    """Return the interpreter of an environment that has the peer; ``None``, said aloud, where it cannot be made."""
    folder = cache_folder() / "bench" / PEER.replace("==", "-")
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    made = folder / "installed"
    if not made.exists():
        venv.create(folder, with_pip=True, clear=True)
        done = subprocess.run([python, "-m", "pip", "install", "-q", PEER], capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"NOT RUN: {PEER} cannot be installed: {done.stderr.strip().splitlines()[-1][:200]}")
            return None
        made.touch()
    return python


def peer_seconds(python: Path, answers: Sequence[dict[str, Any]]) -> float:
    given = [{name: field["value"] for name, field in answer["fields"].items()} for answer in answers]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "records.json"
        path.write_text(json.dumps({"expected": given[0], "given": given}), encoding="utf-8")
        script = Path(__file__).with_name("stickler_side.py")
        done = subprocess.run([python, script, path], capture_output=True, text=True, check=True)
    return float(json.loads(done.stdout)["seconds"])


if __name__ == "__main__":
    main()
