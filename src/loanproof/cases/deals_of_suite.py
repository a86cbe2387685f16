"""The deals of a suite: each is read once, for all the cases that name it."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from loanproof.cases.rules import is_inside
from loanproof.core import FileError, FormatError, InputError
from loanproof.deals import DEALS_FOLDER, load_deal

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.core import YamlText
    from loanproof.deals import Deal


class Deals:
    """Gives access to the deals of a suite by the names that its cases use."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._found: dict[str, Deal | InputError] = {}

    def find(self, name: str, source: YamlText) -> Deal:
        """Return a deal, or raise why there is none, with the line in the case or in the deal's own file."""
        if name not in self._found:
            try:
                self._found[name] = self._load(name, source)
            except InputError as error:
                self._found[name] = error
        found = self._found[name]
        if isinstance(found, InputError):
            raise found
        return found

    def _load(self, name: str, source: YamlText) -> Deal:
        line = source.line_of(("deal",))
        if not is_inside(name) or PurePosixPath(name).parts[:1] != (DEALS_FOLDER,):
            hint = f"Write {DEALS_FOLDER}/NAME.yaml."
            raise FormatError(f"{name[:60]!r} is not a deal of this suite.", file=source.file, line=line, hint=hint)
        try:
            return load_deal(self._folder / name)
        except FileError as error:
            hint = f"Put it into the folder {DEALS_FOLDER}."
            message = f"there is no deal {name[:60]!r}."
            raise FormatError(message, file=source.file, line=line, hint=hint) from error
