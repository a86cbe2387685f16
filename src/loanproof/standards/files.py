"""The files of one version of a standard, read and flattened but not yet verified.

A version is written in full, or as ``changes.yaml``: its changes to one of our versions. Mappings are merged key by
key, anything else is replaced, and ``identity`` is never inherited.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.core import Data, FileError, FormatError, Problem, StandardRef, StandardRefused, YamlText, load_yaml
from loanproof.standards.folders import MAIN_FILES, our_folders, ref_of_folder
from loanproof.standards.leaves import Difference, Leaves, leaves_by_part, leaves_of_text, line_of_leaf
from loanproof.standards.rulings import Ruling, check_rulings, read_rulings, rulings_file

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

TEMPLATE_PART = "judge-template"
CHANGES_FILE = "changes.yaml"
IDENTITY = "identity"


@dataclass(frozen=True, slots=True, kw_only=True)
class StandardFiles:
    """The content of the folder of one version. ``parts`` is everything protected; rulings are not.

    ``base`` is the version of ours that it builds on, if it is written as changes.
    """

    ref: StandardRef
    folder: Path
    source: YamlText
    parts: Mapping[str, Leaves]
    judge_template: str | None
    base: StandardFiles | None = None

    @property
    def written_ref(self) -> str:
        """The version as in its folder, its identity and its lock: our ``1.0`` is revision 1."""
        return f"{self.ref.name}@{self.folder.name}"

    @property
    def content(self) -> Mapping[str, Data]:
        """The main file as written, part by part."""
        return self.source.data if isinstance(self.source.data, dict) else {}

    def read_rulings(self) -> tuple[Ruling, ...]:
        """Read the rulings, those of the base first, and check them against the protected data."""
        path = rulings_file(self.folder)
        if self.base is None:
            return read_rulings(load_yaml(path), self.parts)
        inherited = self.base.read_rulings()
        if path.exists():
            return read_rulings(load_yaml(path), self.parts, inherited=inherited)
        check_rulings((), self.source, self.parts, inherited=inherited)
        return inherited

    def problem_of(self, difference: Difference) -> Problem:
        """Return a difference as a problem at the file and line where the leaf is, or was."""
        if difference.part == TEMPLATE_PART:
            number = int(difference.path.rpartition(".")[2])
            return Problem(message=str(difference), file=str(_template_file(self.folder)), line=number)
        line = line_of_leaf(self.source, difference.path)
        return Problem(message=str(difference), file=self.source.file, line=line)


def read_files(ref: StandardRef, folder: Path) -> StandardFiles:
    """Read the protected files of one version; a missing or malformed file is an error with its place."""
    base = None
    if (folder / CHANGES_FILE).exists():
        source, base = _read_changes(ref, folder)
    else:
        source = load_yaml(folder / MAIN_FILES[ref.name])
    parts: dict[str, Leaves] = dict(leaves_by_part(source))
    template = None
    if ref.name == "evaluation-rubric":
        own = _template_file(folder)
        template = base.judge_template if base is not None and not own.exists() else _read_template(own)
        parts[TEMPLATE_PART] = leaves_of_text(TEMPLATE_PART, template or "")
    return StandardFiles(ref=ref, folder=folder, source=source, parts=parts, judge_template=template, base=base)


def _read_changes(ref: StandardRef, folder: Path) -> tuple[YamlText, StandardFiles]:
    """Return the full data of a version that is written as changes, and the files of its base."""
    whole = folder / MAIN_FILES[ref.name]
    if whole.exists():
        message = f"{ref} is written twice, in {CHANGES_FILE} and in {whole.name}."
        raise StandardRefused(message, file=folder, hint="Keep one of them.")
    changes = load_yaml(folder / CHANGES_FILE)
    data = changes.data if isinstance(changes.data, dict) else {}
    identity = data.get(IDENTITY)
    name = identity.get("base") if isinstance(identity, dict) else None
    ours = our_folders(ref.name)
    if not isinstance(name, str) or name not in ours or ours[name] == folder:
        raise StandardRefused(
            f"{ref} must name the version of ours that it starts from, not {name!r}.",
            file=changes.file,
            line=changes.line_of((IDENTITY, "base")),
            hint=f"Known: {', '.join(sorted(ours))}.",
        )
    base = read_files(ref_of_folder(ours[name]), ours[name])
    merged = {**_merge(base.content, data), IDENTITY: identity}
    return YamlText(file=changes.file, data=merged, lines=changes.lines), base


def _merge(base: Mapping[str, Data], changes: Mapping[str, Data]) -> dict[str, Data]:
    merged = dict(base)
    for key, value in changes.items():
        before = merged.get(key)
        merged[key] = _merge(before, value) if isinstance(before, dict) and isinstance(value, dict) else value
    return merged


def _template_file(folder: Path) -> Path:
    return folder / f"{TEMPLATE_PART}.txt"


def _read_template(path: Path) -> str:
    """Return the template byte for byte: no line ending is converted, nothing is trimmed."""
    try:
        return path.read_bytes().decode("utf-8")
    except OSError as error:
        raise FileError(f"the file cannot be read: {error.strerror}.", file=path) from error
    except UnicodeDecodeError as error:
        raise FormatError("the text is not UTF-8.", file=path, hint="Save it as UTF-8.") from error
