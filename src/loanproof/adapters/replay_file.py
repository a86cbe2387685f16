"""Recorded outputs as a target: a run reads them itself, in order, and calls nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NoReturn

from loanproof.adapters.target_kind import TargetKind, TargetSetup
from loanproof.adapters.target_options import TargetOptions, Word
from loanproof.core import UsageError

if TYPE_CHECKING:
    from pathlib import Path


class ReplayOptions(TargetOptions):
    """Recorded outputs; model details missing from the entry must be in the first line of the file."""

    kind: Literal["replay"]
    file: Word

    def path(self, beside: Path) -> Path:
        """Return the path of the file, relative to the folder of whoever names it."""
        return beside / self.file


def _build(_: ReplayOptions, setup: TargetSetup) -> NoReturn:
    raise UsageError(f"{setup.identity.name!r} replays recorded outputs and cannot be asked.")


KIND = TargetKind(name="replay", place="file", options=ReplayOptions, build=_build)
