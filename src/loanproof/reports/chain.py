"""The chain of evidence behind a verdict: each link is a digest, sealed together with all earlier ones.

Anybody with the documents, the outputs, the standards and the result can recompute every link; a change in any of them
changes the seal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from loanproof.core import digest_data
from loanproof.runs import ResultWriter

if TYPE_CHECKING:
    from loanproof.runs import ResultHead, RootCause, RunReader

NOT_RECORDED = "not recorded"
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainLink:
    """One link: what it is, its own digest, and the seal over it and all earlier ones."""

    name: str
    digest: str
    seal: str


def write_json(run: RunReader, path: Path) -> None:
    """Write a run as a result file, with the same bytes as ``loanproof score --json``."""
    with ResultWriter(path) as writer:
        for case in run.cases():
            writer.add(case)
        writer.finish(run.head)


def result_digest(run: RunReader) -> str:
    """Return the SHA-256 of a run as a result file, without holding it in memory."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "result.json"
        write_json(run, path)
        digest = hashlib.sha256()
        with path.open("rb") as stream:
            while chunk := stream.read(_CHUNK):
                digest.update(chunk)
    return f"sha256:{digest.hexdigest()}"


def evidence_chain(run: RunReader, root_cause: RootCause | None) -> tuple[ChainLink, ...]:
    """Return the links from the dataset to the result. A part without a recorded digest is a link that says so."""
    links: list[ChainLink] = []
    seal = ""
    for name, digest in _parts(run.head, result_digest(run), root_cause):
        seal = digest_data([seal, name, digest])
        links.append(ChainLink(name=name, digest=digest, seal=seal))
    return tuple(links)


def _parts(head: ResultHead, result: str, root_cause: RootCause | None) -> Iterator[tuple[str, str]]:
    run = head.run
    yield "cases and documents", run.dataset_hash or NOT_RECORDED
    yield "outputs of the system", run.outputs_hash or NOT_RECORDED
    yield f"quality contract {run.standard}", run.standard_hash
    if run.rubric is not None:
        yield f"run rubric {run.rubric}", run.rubric_hash or NOT_RECORDED
    if run.review_log is not None:
        yield f"review log, {run.review_log.entries:,} steps", run.review_log.head
    yield "result, as loanproof report --json writes it", result
    if root_cause is not None:
        told = [root_cause.run_id, root_cause.cause, root_cause.fix, root_cause.by, root_cause.at]
        yield "root-cause analysis", digest_data(told)
