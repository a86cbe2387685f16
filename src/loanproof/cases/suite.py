"""A suite: its settings, its cases with their line numbers, and its documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from pydantic import Field

from loanproof.cases.case import Case, ExtractionCase
from loanproof.cases.known_issues import KnownIssue
from loanproof.cases.written import Some, Text
from loanproof.core import Capability, FileModel, Flag, Whole, YamlText
from loanproof.deals import Deal
from loanproof.standards import OUR_CONTRACT, OUR_RUBRIC

SUITE_FILE = "suite.yaml"
CASES_FOLDER = "cases"
DOCUMENTS_FOLDER = "documents"
MOST_REPEATS = 1_000_000
LOAN_CAPABILITIES = frozenset(Capability) - {Capability.TASK}


class GateSet(StrEnum):
    """A verdict that a release may need."""

    CONTRACT = "contract"
    RUBRIC = "rubric"


class SuiteFile(FileModel):
    """``suite.yaml``. Ruling parameters have no key here: only the standard sets them.

    Attributes:
        id: The name of the suite.
        version: Its version, in any form.
        standard: The version of the quality contract.
        rubric: The version of the run rubric.
        gates: The verdicts that a release needs.
        capabilities: What the suite claims; by default the capabilities of its cases.
        repeats: How often each case is asked by default.
        variance_sensitive: Whether fewer than three repeats can never be release-ready.
    """

    id: Text
    version: Text
    standard: Text = OUR_CONTRACT
    rubric: Text = OUR_RUBRIC
    gates: Some[GateSet] = tuple(GateSet)
    capabilities: Some[Capability] | None = None
    repeats: Whole = Field(default=3, ge=1, le=MOST_REPEATS)
    variance_sensitive: Flag = True


@dataclass(frozen=True, slots=True, kw_only=True)
class LocatedCase:
    """A case and its location: the file, and the line of each of its parts; and the deal that it names."""

    case: Case
    source: YamlText
    deal: Deal | None = None

    @property
    def file(self) -> str:
        """The file of the case."""
        return self.source.file

    def line_of(self, place: Sequence[str | int] = ()) -> int:
        """Return the line of a part, such as ``("expected", "fields", "margin")``, or of its parent."""
        return self.source.line_of(place)


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """A suite as it was read.

    Attributes:
        folder: Its folder.
        settings: The content of ``suite.yaml``.
        cases: All cases, by file name and then in the order of the file.
        documents: The files in the folder of documents that a case may name.
        known_issues: What the house knows to be wrong; shown with a verdict, without changing it.
    """

    folder: Path
    settings: SuiteFile
    cases: tuple[LocatedCase, ...]
    documents: tuple[Path, ...]
    known_issues: tuple[KnownIssue, ...] = ()

    @property
    def capabilities(self) -> tuple[Capability, ...]:
        """What the suite claims, in the order of the contract."""
        claimed = self.settings.capabilities
        used = {located.case.capability for located in self.cases} if claimed is None else set(claimed)
        return tuple(capability for capability in Capability if capability in used)

    def document_path(self, name: str) -> Path:
        """Return the path of a document that a case names."""
        return self.folder / DOCUMENTS_FOLDER / name


def count_undecided(suite: Suite) -> int:
    """Return how many fields in the cases of a suite are still undecided."""
    expected = (located.case.expected for located in suite.cases if isinstance(located.case, ExtractionCase))
    return sum(1 for one in expected for _ in one.undecided_fields())
