"""The answers that a run is scored from, in passing: their digest, and whether their marks hold."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import TYPE_CHECKING

from loanproof.runs.result_case import ResultFinding
from loanproof.runs.seals import written_alike

if TYPE_CHECKING:
    from loanproof.runs.result import ResultRun
    from loanproof.runs.sample_pages import KeptSample

ANSWERS_NOT_AUTHENTICATED = "ANSWERS_NOT_AUTHENTICATED"
_UNPROVEN = (
    "Not authenticated: nothing shows that every kept answer is what the system gave; its mark is missing, or of"
)


class Outputs:
    """Watches the samples of a run while they are scored, in constant memory."""

    def __init__(self) -> None:
        self._total = sha256()
        self._unproven = 0

    def watched(self, pages: Iterator[list[KeptSample]]) -> Iterator[list[KeptSample]]:
        """Yield the pages unchanged, and count them."""
        for page in pages:
            for one in page:
                self._total.update(written_alike([one.case.id, one.repeat, one.line]).encode() + b"\n")
                self._unproven += not one.is_proven
            yield page

    def noted(self, run: ResultRun) -> ResultRun:
        """Return the run's record with the digest of its answers.

        Recorded outputs keep the digest of their file. If an answer has no valid mark, the run permanently says so.
        """
        told: dict[str, object] = {"outputs_hash": run.outputs_hash or f"sha256:{self._total.hexdigest()}"}
        if self._unproven:
            message = f"{_UNPROVEN} another key ({self._unproven:,})."
            finding = ResultFinding(code=ANSWERS_NOT_AUTHENTICATED, message=message)
            told["findings"] = (*run.findings, finding)
        return run.model_copy(update=told)
