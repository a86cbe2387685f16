"""The perfect outputs of every case at hand, ready to be changed in one part and scored again.

They come from the starter suite, the bases of the vectors, and the real suites where they are kept.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.conformance.vectors import BASES, SECOND_REVISION, case_from, contract_of

from loanproof.cases import BmtCase, CovenantsCase, ExtractionCase, QaCase
from loanproof.core import Capability, load_yaml
from loanproof.documents import load_document
from loanproof.outputs import parse_output
from loanproof.provenance import DocumentSet
from loanproof.scoring import score_case
from tools.perfect_outputs import perfect_output

if TYPE_CHECKING:
    from loanproof.cases import DocumentCase
    from loanproof.scoring import ItemScore

ROOT = Path(__file__).parent.parent
STARTER = ROOT / "src" / "loanproof" / "cases" / "starter"
REAL = ROOT.parent / "shared" / "real-suites"
Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class RightOutput:
    """A perfect output, its case, and the documents of it."""

    id: str
    case: DocumentCase
    output: Json
    documents: DocumentSet

    def score(self, changes: Mapping[str, object], item: str) -> ItemScore:
        """Score an item of the output with other values at some dotted paths; nothing at a path takes the key away."""
        changed = copy.deepcopy(self.output)
        for path, value in changes.items():
            *steps, last = (int(step) if step.isdigit() else step for step in path.split("."))
            holder: Any = changed
            for step in steps:
                holder = holder[step]
            if value is None:
                holder.pop(last, None)
            else:
                holder[last] = value
        standard = contract_of(SECOND_REVISION)
        assert isinstance(self.case, ExtractionCase | CovenantsCase | BmtCase | QaCase)
        given = parse_output(json.dumps(changed), self.case.capability, standard=standard)
        found = score_case(self.case, given, documents=self.documents, standard=standard).items
        return next(one for one in found if one.head.item == item)


def of_bases(capability: Capability) -> Iterator[RightOutput]:
    """Yield the perfect outputs of a capability that the vectors change."""
    for folder in sorted(path.parent for path in BASES.glob("*/case.yaml")):
        data: Any = load_yaml(folder / "case.yaml").data
        if data["capability"] == capability:
            output = json.loads((folder / "output.json").read_text(encoding="utf-8"))
            yield _right(folder.name, data, output, folder)


def right_outputs(capability: Capability) -> Iterator[RightOutput]:
    """Yield all perfect outputs of a capability; real suites that are not kept here are named."""
    yield from of_bases(capability)
    if not REAL.is_dir():
        print("NOT TRIED: the real suites are not here.")
    for suite in (STARTER, *sorted(path.parent for path in REAL.glob("*/suite.yaml"))):
        cases = (one for path in sorted(suite.glob("cases/*.yaml")) for one in _cases(path))
        for data in (one for one in cases if one["capability"] == capability):
            yield _right(f"{suite.name}/{data['id']}", data, perfect_output(data), suite)


def _cases(path: Path) -> list[Any]:
    data: Any = load_yaml(path).data
    return data if isinstance(data, list) else [data]


_KNOWN: dict[tuple[Path, tuple[str, ...]], DocumentSet] = {}


def _right(name: str, data: Json, output: Json, folder: Path) -> RightOutput:
    case = case_from(data, name=name.replace("/", "-"))
    key = (folder, case.document_names)
    if key not in _KNOWN:
        read = [load_document(folder / "documents" / one) for one in case.document_names]
        _KNOWN[key] = DocumentSet(read, contract_of(SECOND_REVISION))
    return RightOutput(id=name, case=case, output=output, documents=_KNOWN[key])
