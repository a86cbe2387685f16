"""Between the records of a run and their database rows."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from loanproof.core import Capability, RecordChanged
from loanproof.runs import Json, Manifest, ScoredRecord, parse_options, write_options
from loanproof.store.database import Row

RUN = "run_id, suite_id, suite_folder, target, head, options, plan_digest, samples, rescored_from"
RESULT = "case_id, repeat_no, place, capability, worst_first, result"


@contextmanager
def as_kept(what: str) -> Iterator[None]:
    """Raise :class:`RecordChanged` if what is read inside has a form in which nothing is ever kept."""
    try:
        yield
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        hint = "What it held is not known any more: restore a copy of the store."
        raise RecordChanged(f"{what} was changed in the store after it was kept.", hint=hint) from error


def row_of_manifest(one: Manifest) -> Row:
    """Return a manifest as a row in the order of :data:`RUN`."""
    return (
        one.run_id,
        one.suite_id,
        one.suite_folder,
        one.target,
        write_json(one.head),
        write_json(write_options(one.options)),
        one.plan_digest,
        one.samples,
        one.rescored_from,
    )


def manifest_of_row(row: Row) -> Manifest:
    """Return the manifest in a row in the order of :data:`RUN`."""
    run_id, suite_id, suite_folder, target, head, options, plan_digest, samples, rescored_from = row
    return Manifest(
        run_id=str(run_id),
        suite_id=str(suite_id),
        suite_folder=str(suite_folder),
        target=str(target),
        head=json.loads(str(head)),
        options=parse_options(json.loads(str(options))),
        plan_digest=str(plan_digest),
        samples=int(samples or 0),
        rescored_from=None if rescored_from is None else str(rescored_from),
    )


def row_of_scored(one: ScoredRecord) -> Row:
    """Return a result as a row in the order of :data:`RESULT`."""
    return one.case_id, one.repeat, one.position, one.capability.value, -one.rank, one.result


def scored_of_row(row: Row) -> ScoredRecord:
    """Return the result in a row in the order of :data:`RESULT`."""
    case_id, repeat, place, capability, worst_first, result = row
    with as_kept(f"the result of the sample {case_id}"):
        return ScoredRecord(
            case_id=str(case_id),
            repeat=int(repeat or 0),
            position=int(place or 0),
            capability=Capability(str(capability)),
            rank=-int(worst_first or 0),
            result=str(result),
        )


def write_json(data: Mapping[str, Any] | Mapping[str, Json]) -> str:
    """Return JSON in ASCII: PostgreSQL text cannot contain a null character or a lone surrogate."""
    return json.dumps(data, sort_keys=True, default=dict)
