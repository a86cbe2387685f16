"""Show whether two source trees score alike: ``python tools/compare_scoring.py BEFORE AFTER SUITE…``.

BEFORE and AFTER are folders that hold the package, such as ``src`` of two checkouts. For each suite a perfect output
of every case is made from its gold, with every corruption of it that :mod:`tools.corruptions` knows; both trees
score the same file, each in processes of its own. Compared are labels, scores, codes, rulings, evidence and findings,
case by case; messages are not. Exit code 1 where anything differs.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from loanproof.core import load_yaml
from loanproof.documents import Document, load_document
from tools.corruptions import corruptions
from tools.perfect_outputs import document_of, perfect_output

PERFECT = "perfect"
CASE = ("score", "score_before_override", "hallucination")
ITEM = ("label", "value_label", "reasons", "citation_class", "score", "provenance_score", "hitl", "evidence")
EVIDENCE = (
    "document", "page", "section", "match", "folds", "differs", "snippet", "citation_class", "reason", "file_match",
    "page_match", "section_match",
)  # fmt: skip
WIDTH = 150
"""How much of an example is printed."""
KIND_WIDTH = 90
"""How long two readings may be to name a kind of difference."""

Parts = Mapping[str, tuple[str, str]]
Key = tuple[str, int]
Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One item, or what is said of a whole case, that two trees see differently.

    Attributes:
        way: The corruption of the output.
        item: Its name; empty for the case itself.
        parts: What differs, each part with how both trees see it, the weightiest first.
    """

    suite: str
    case: str
    way: str
    item: str
    parts: Mapping[str, tuple[str, str]]

    @property
    def kind(self) -> str:
        """What the differences are counted by: the weightiest part, and both readings where they are short."""
        name, (before, after) = next(iter(self.parts.items()))
        whole = f"{name}: {before} → {after}"
        return name if len(whole) > KIND_WIDTH else whole


def make_outputs(suite: Path, target: Path) -> Mapping[Key, str]:
    """Write the outputs of a suite; return the way that made each, by case and repeat."""
    ways: dict[Key, str] = {}
    documents: dict[str, Document] = {}
    with target.open("w", encoding="utf-8") as lines:
        for case in load_cases(suite):
            name = document_of(case)
            document = documents.setdefault(name, load_document(suite / "documents" / name))
            perfect = perfect_output(case)
            made = [(PERFECT, perfect), *corruptions(perfect, document, case["id"])]
            for repeat, (way, output) in enumerate(made, start=1):
                ways[case["id"], repeat] = way
                lines.write(f"{json.dumps({'case_id': case['id'], 'repeat': repeat, 'output': output})}\n")
    return ways


def load_cases(suite: Path) -> Iterator[Json]:
    """Yield the cases of a suite that are about documents, as plain data."""
    for path in sorted((suite / "cases").rglob("*.yaml")):
        data: Any = load_yaml(path).data
        yield from (case for case in (data if isinstance(data, list) else [data]) if case["capability"] != "task")


def score(source: Path, suite: Path, outputs: Path, folder: Path) -> Mapping[Key, Json]:
    """Score outputs with one tree and return its cases; documents read by the other are not taken over."""
    if not (source / "loanproof").is_dir():  # another package on the path would score instead, and agree with itself
        raise SystemExit(f"{source} does not hold the package loanproof. Name the src folder of a checkout.")
    result = folder / "result.json"
    environment = {**os.environ, "PYTHONPATH": str(source.resolve()), "LOANPROOF_CACHE": str(folder / "cache")}
    command = [sys.executable, "-m", "loanproof", "score", *map(str, (suite, outputs, "--json", result))]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if not result.exists():
        raise SystemExit(f"{source} cannot score {suite}: {done.stderr}")
    return {(case["case_id"], case["repeat"]): case for case in json.loads(result.read_bytes())["cases"]}


def differences(
    suite: str, ways: Mapping[Key, str], before: Mapping[Key, Json], after: Mapping[Key, Json]
) -> Iterator[Difference]:
    """Yield every difference between the cases that two trees scored."""
    for (case, repeat), way in ways.items():
        for item, parts in _case_differences(before[case, repeat], after[case, repeat]):
            if parts:
                yield Difference(suite=suite, case=case, way=way, item=item, parts=parts)


def _case_differences(old: Json, new: Json) -> Iterator[tuple[str, Parts]]:
    items = [{(one["tranche"], one["item"], at): one for at, one in enumerate(case["items"])} for case in (old, new)]
    for key in items[0].keys() & items[1].keys():
        pairs = ((name, _seen(name, items[0][key][name]), _seen(name, items[1][key][name])) for name in ITEM)
        yield str(key[1]), _differing(pairs)
    case = [(name, old[name], new[name]) for name in CASE]
    yield "", _differing([("items", [*items[0]], [*items[1]]), ("findings", _codes(old), _codes(new)), *case])


def _codes(case: Json) -> list[tuple[str, str]]:
    return sorted((one["code"], one.get("item") or "") for one in case["findings"])


def _differing(pairs: Iterable[tuple[str, Any, Any]]) -> Parts:
    return {name: _apart(old, new) for name, old, new in pairs if old != new}


def _seen(name: str, value: Any) -> Any:
    """Return what counts of a part of an item: never a sentence for people."""
    match name:
        case "reasons":
            return [(one["code"], one["ruling"]) for one in value]
        case "evidence":
            return [{part: one[part] for part in EVIDENCE} for one in value]
        case _:
            return value


def _apart(old: Any, new: Any) -> tuple[str, str]:
    """Return both readings without what is the same in lists and objects."""
    if isinstance(old, list) and isinstance(new, list):
        if len(old) == len(new) and all(isinstance(one, dict) for one in old):
            pairs = [_apart(one, other) for one, other in zip(old, new, strict=True) if one != other]
            return "; ".join(one for one, _ in pairs), "; ".join(other for _, other in pairs)
        return str([one for one in old if one not in new]), str([one for one in new if one not in old])
    if isinstance(old, dict) and isinstance(new, dict):
        names = [name for name in old if old[name] != new[name]]
        return str({name: old[name] for name in names}), str({name: new[name] for name in names})
    return str(old), str(new)


def render(found: Iterable[Difference], *, by_way: bool) -> str:
    """Return a table of the differences, each kind with its count and its first example."""
    groups: dict[tuple[str, ...], list[Difference]] = defaultdict(list)
    for one in found:
        groups[(one.way, one.kind) if by_way else (one.kind,)].append(one)
    lines = []
    for kind, members in sorted(groups.items(), key=lambda group: (-len(group[1]), group[0])):
        first = members[0]
        lines += [
            f"{len(members):5}  {' · '.join(kind)}",
            f"       {first.suite} {first.case} {first.item} ({first.way})",
        ]
        for name, (before, after) in first.parts.items():
            lines += [f"         {name}", f"         - {_short(before)}", f"         + {_short(after)}"]
    return "\n".join(lines)


def _short(text: str) -> str:
    return text if len(text) <= WIDTH else f"{text[:WIDTH]}…"


def compare(before: Path, after: Path, suite: Path, standard: str | None, folder: Path) -> tuple[list[Difference], int]:
    """Score one suite with both trees; return what differs, and how many outputs were compared."""
    outputs = folder / "outputs.jsonl"
    ways = make_outputs(suite, outputs)
    renamed = suite if standard is None else with_standard(suite, standard, folder / "suite")
    scored = []
    for name, source, scored_suite in (("before", before, suite), ("after", after, renamed)):
        (folder / name).mkdir()
        scored.append(score(source, scored_suite, outputs, folder / name))
    return list(differences(suite.name, ways, scored[0], scored[1])), len(ways)


def with_standard(suite: Path, standard: str, copy: Path) -> Path:
    """Copy a suite and let it name another standard, which the tree before need not know."""
    shutil.copytree(suite, copy)
    settings = copy / "suite.yaml"
    lines = settings.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not line.startswith("standard:")]
    settings.write_text("\n".join([*kept, f"standard: {standard}", ""]), encoding="utf-8")
    return copy


def main() -> None:
    """Compare two trees over suites."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("suites", type=Path, nargs="+")
    parser.add_argument("--standard", help="the standard that AFTER scores by; by default that of the suite")
    parser.add_argument("--by-way", action="store_true", help="count each corruption apart")
    parser.add_argument("--keep", type=Path, help="keep outputs and results in this folder, which must not exist")
    given = parser.parse_args()
    found: list[Difference] = []
    with TemporaryDirectory() as scratch:
        for suite in given.suites:
            folder = (given.keep or Path(scratch)) / suite.name
            folder.mkdir(parents=True)
            new, count = compare(given.before, given.after, suite, given.standard, folder)
            print(f"{suite.name}: {count} outputs, {len(new)} differences", file=sys.stderr)
            found += new
    print(render(found, by_way=given.by_way))
    raise SystemExit(1 if found else 0)


if __name__ == "__main__":
    main()
