"""The seal of a result: one digest of its cases, and one mark over that digest and everything decided from them.

It is made when a run ends and stays with the result, in the store and in files. What may still change is left out: a
later root-cause analysis removes its reason, and the exit code for it, from the verdict.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from loanproof.gates import ReleaseReason
from loanproof.runs.result import ResultSeal

if TYPE_CHECKING:
    from loanproof.core import Proof, Signer
    from loanproof.runs.result import ResultHead


_WRITTEN_ALIKE = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


class CasesDigest:
    """The digest of cases as stored, added in order."""

    def __init__(self) -> None:
        self._total = sha256()

    def add(self, written: str) -> None:
        """Count one case: its JSON with sorted keys, without blanks, in ASCII."""
        self._total.update(written.encode("ascii", "backslashreplace") + b"\n")

    @property
    def digest(self) -> str:
        """The digest of everything added so far."""
        return f"sha256:{self._total.hexdigest()}"

    @classmethod
    def of(cls, cases: Iterable[str]) -> str:
        """Return the digest of some cases."""
        total = cls()
        for one in cases:
            total.add(one)
        return total.digest


def written_alike(data: object) -> str:
    """Return JSON data as deterministic text, as cases are stored."""
    return _WRITTEN_ALIKE.encode(data)


def seal_head(head: ResultHead, cases: str, signer: Signer) -> ResultHead:
    """Return everything but the cases, sealed together with their digest."""
    mark = signer.mark(_sealed(head.model_dump(mode="json"), cases))
    run = head.run.model_copy(update={"seal": ResultSeal(cases=cases, mark=mark)})
    return head.model_copy(update={"run": run})


def check_seal(written: Mapping[str, Any], signer: Signer) -> Proof:
    """Return what the seal proves about a written head; its cases are checked separately against ``seal.cases``."""
    run = written.get("run")
    seal = run.get("seal") if isinstance(run, Mapping) else None
    if not isinstance(seal, Mapping):
        return signer.check("", None)
    return signer.check(_sealed(written, str(seal.get("cases"))), str(seal.get("mark")))


def _sealed(written: Mapping[str, Any], cases: str) -> str:
    """Return what is sealed: a head as written, except what a later analysis may change."""
    run, verdict = dict(written["run"]), dict(written["verdict"])
    run.pop("seal", None)
    verdict.pop("exit_code", None)
    verdict["reasons"] = [one for one in verdict["reasons"] if one != ReleaseReason.ROOT_CAUSE_MISSING]
    head = {key: value for key, value in written.items() if key != "cases"}
    return written_alike(["result", cases, head | {"run": run, "verdict": verdict}])
