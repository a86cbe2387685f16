"""Runs and reviews: labels of a run go to people, and their approved overrides enter a rescoring."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import TYPE_CHECKING

from loanproof.cases import DocumentCase
from loanproof.core import UsageError, digest_data, digest_file
from loanproof.reviews import Action, Intake, Step, overrides_of, run_items
from loanproof.runs import digest_suite
from loanproof.service.exporting import checked_log

if TYPE_CHECKING:
    from loanproof.cases import Suite
    from loanproof.core import Signer
    from loanproof.reviews import ReviewPolicy, ReviewStore
    from loanproof.runs import RunReader
    from loanproof.scoring import Override

_ID_LENGTH = 12


def queue_labels(
    run: RunReader, suite: Suite, store: ReviewStore, *, by: str, at: datetime, policy: ReviewPolicy
) -> tuple[int, bool]:
    """Queue the labels of a run that a person must check; return how many, and whether they are new.

    The suite must be the one that was run: reviewers look at its documents.
    """
    told = run.head.run
    if digest_suite(suite) != told.dataset_hash:
        hint = "Name the folder of the suite as it was then: --suite DIR; or score again: loanproof rescore."
        raise UsageError(f"the suite {suite.settings.id} is not the one of the run {told.run_id} any more.", hint=hint)
    cases = None if told.seal is None else told.seal.cases
    intake = Intake(
        intake_id=digest_data(["run", told.run_id, cases]).removeprefix("sha256:")[:_ID_LENGTH],
        source=f"run:{told.run_id}",
        document=told.dataset_id,
        document_digest=told.dataset_hash or "",
        path=str(suite.folder.resolve()),
        standard=told.standard,
        by=by,
        at=at,
        policy=policy,
        fields=(),
    )
    documents = _documents(suite)
    items = [one for case in run.cases() for one in run_items(intake, case, documents.get(case.case_id, {}))]
    if not items:
        return 0, True
    steps = [Step(action=Action.QUEUE, before=None, after=one, by=by, at=at) for one in items]
    return len(items), store.save_intake(intake, steps)


def read_overrides(store: ReviewStore, run_ids: Collection[str], signer: Signer) -> tuple[Override, ...]:
    """Return the approved overrides of some runs, if the log is valid and, if we have a key, fully signed."""
    checked_log(store, must_be_signed=signer.key is not None)
    return overrides_of(run_ids, store.read_items())


def _documents(suite: Suite) -> dict[str, dict[str, str]]:
    """Return the digests of the documents of each case by name, the analysed one first."""
    known: dict[str, str] = {}
    found: dict[str, dict[str, str]] = {}
    for located in suite.cases:
        if isinstance(located.case, DocumentCase):
            names = located.case.document_names
            for name in names:
                known[name] = known.get(name) or digest_file(suite.document_path(name))
            found[located.case.id] = {name: known[name] for name in names}
    return found
