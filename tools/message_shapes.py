"""Print every shape of a message that people are shown, with an example: ``python -m tools.message_shapes [SUITE…]``.

Messages are the reasons and findings of the probes in ``tests/probes``, the sentences on the quotes of
``bench.quoting`` (with ``--quotes``), and those of perfect and spoilt outputs of the suites that are named. Of a shape
the quoted words, figures, places and files are left out, so that one is left of the messages that differ in nothing
else. Each wants to be read: true of its document, and plain to somebody who knows loans and not programs.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.forgery import MATERIAL
from bench.habits import HABITS
from bench.quoting import Row, documents, measure
from tests.conformance.vectors import build, contract_of
from tests.probes.probes import FOLDER, joined, load_rows, one_row

import loanproof
from loanproof.documents import QuoteSearcher
from loanproof.scoring import CaseScore, score_case
from tools.compare_scoring import make_outputs, score
from tools.quote_rules import SECOND_REVISION

_QUOTED = re.compile(r"“[^”]*”")
_FILE = re.compile(r"\b[\w-]+\.(?:txt|pdf|html?|docx)\b")
_IN_BRACKETS = re.compile(r"\(page (?:[^()]|\([^()]*\))*\)")
_PLACE = re.compile(
    r"\b(?:on|at) (?:pages? [0-9]|section|Schedule)[^:;]*?"
    r"(?=:| in other| in another| without| with some|, not|, and|\.$|\. |;|$)"
)
_NUMBER = re.compile(r"[0-9][0-9.,:%-]*")
_CODE = re.compile(r"[{}]|\b(?:None|True|False)\b|<\w+|\w+\(.*=|\\[nu]")


def shape_of(message: str) -> str:
    """Return a message without what it quotes, counts and names."""
    plain = _FILE.sub("FILE", _QUOTED.sub("“…”", message))
    return _NUMBER.sub("N", _PLACE.sub("PLACE", _IN_BRACKETS.sub("(PLACE)", plain)))


def messages_of_probes() -> Iterator[tuple[str, str]]:
    """Yield the code and the message of every reason and finding of the probes."""
    for probe in sorted(path.parent for path in FOLDER.glob("*/probe.yaml")):
        for group in joined(load_rows(probe)):
            vector = one_row(group).vector
            contract = contract_of(vector.standard)
            with TemporaryDirectory() as empty:
                built = build(vector, Path(empty), contract)
                case: Any = built.case
                found = score_case(case, built.output, documents=built.documents, standard=contract)
            yield from _messages_of_score(found)


def messages_of_quotes() -> Iterator[tuple[str, str]]:
    """Yield the class and the sentence of every forged quote and every true one in a habit."""
    rows = [Row(one.forge, frozenset()) for one in MATERIAL], [Row(one.write, frozenset()) for one in HABITS]
    for document in documents():
        searcher, rng = QuoteSearcher(document, SECOND_REVISION), random.Random(document.name)
        for forges, some in zip((True, False), rows, strict=True):
            for row in some:
                measure(searcher, rng, row, forges=forges)
    for row in (*rows[0], *rows[1]):
        for shown in row.wrong:
            head, _, sentence = shown.partition("\n        ")
            yield head.partition(":")[0], sentence


def messages_of_suite(suite: Path) -> Iterator[tuple[str, str]]:
    """Yield the code and the message of every reason and finding of perfect and spoilt outputs of a suite."""
    with TemporaryDirectory() as scratch:
        outputs = Path(scratch) / "outputs.jsonl"
        make_outputs(suite, outputs)
        cases = score(Path(loanproof.__file__).parent.parent, suite, outputs, Path(scratch))
    for case in cases.values():
        for one in (*(reason for item in case["items"] for reason in item["reasons"]), *case["findings"]):
            yield one["code"], one["message"]


def _messages_of_score(found: CaseScore) -> Iterator[tuple[str, str]]:
    yield from ((reason.code, reason.message) for item in found.items for reason in item.reasons)
    yield from ((finding.code, finding.message) for finding in found.findings)


def print_shapes(messages: Iterable[tuple[str, str]]) -> None:
    """Print each shape with its code, how often it was met and the first example; what looks like code is marked."""
    shapes: dict[tuple[str, str], tuple[int, str]] = {}
    for code, message in messages:
        key = str(code), shape_of(message)
        count, example = shapes.get(key, (0, message))
        shapes[key] = count + 1, example
    for (code, _), (count, example) in sorted(shapes.items()):
        print(f"{'CODE? ' if _CODE.search(_QUOTED.sub('', example)) else ''}{code} ({count})\n    {example}")


def main() -> None:
    """Print the shapes of all messages."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("suites", type=Path, nargs="*")
    parser.add_argument("--quotes", action="store_true", help="with the sentences on quotes of bench.quoting")
    given = parser.parse_args()
    of_quotes = messages_of_quotes() if given.quotes else iter(())
    of_suites = (one for suite in given.suites for one in messages_of_suite(suite))
    print_shapes((*messages_of_probes(), *of_quotes, *of_suites))


if __name__ == "__main__":
    main()
