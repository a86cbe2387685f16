"""The files of one version of a standard, read and flattened but not yet believed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.core import Data, FileError, FormatError, Problem, StandardRef, YamlText, load_yaml
from loanproof.standards.folders import MAIN_FILES
from loanproof.standards.leaves import Difference, Leaves, leaves_by_part, leaves_of_text, line_of_leaf
from loanproof.standards.rulings import Ruling, read_rulings, rulings_file

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

TEMPLATE_PART = "judge-template"


@dataclass(frozen=True, slots=True, kw_only=True)
class StandardFiles:
    """What the folder of one version holds. ``parts`` is all that is protected; rulings are not."""

    ref: StandardRef
    folder: Path
    source: YamlText
    parts: Mapping[str, Leaves]
    judge_template: str | None

    @property
    def content(self) -> Mapping[str, Data]:
        """The main file as it is written, part by part."""
        return self.source.data if isinstance(self.source.data, dict) else {}

    def read_rulings(self) -> tuple[Ruling, ...]:
        """Read the rulings and check them against the protected data."""
        return read_rulings(load_yaml(rulings_file(self.folder)), self.parts)

    def problem_of(self, difference: Difference) -> Problem:
        """Return a difference as a problem at the file and line where the leaf stands, or stood."""
        if difference.part == TEMPLATE_PART:
            number = int(difference.path.rpartition(".")[2])
            return Problem(message=str(difference), file=str(_template_file(self.folder)), line=number)
        line = line_of_leaf(self.source, difference.path)
        return Problem(message=str(difference), file=self.source.file, line=line)


def read_files(ref: StandardRef, folder: Path) -> StandardFiles:
    """Read the protected files of one version; a missing or malformed file is an error with its place."""
    source = load_yaml(folder / MAIN_FILES[ref.name])
    parts: dict[str, Leaves] = dict(leaves_by_part(source))
    template = None
    if ref.name == "evaluation-rubric":
        template = _read_template(_template_file(folder))
        parts[TEMPLATE_PART] = leaves_of_text(TEMPLATE_PART, template)
    return StandardFiles(ref=ref, folder=folder, source=source, parts=parts, judge_template=template)


def _template_file(folder: Path) -> Path:
    return folder / f"{TEMPLATE_PART}.txt"


def _read_template(path: Path) -> str:
    """Return the template byte for byte: no line end is translated, nothing is trimmed."""
    try:
        return path.read_bytes().decode("utf-8")
    except OSError as error:
        raise FileError(f"the file cannot be read: {error.strerror}.", file=path) from error
    except UnicodeDecodeError as error:
        raise FormatError("the text is not UTF-8.", file=path, hint="Save it as UTF-8.") from error
