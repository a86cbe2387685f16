"""A store from before pages by key: what it held is read as before, with ranks as they are computed today."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from tests.store.test_run_store import MANIFEST, sample

from loanproof.core import Signer
from loanproof.runs import ResultCase, RunStatus, rank_of
from loanproof.store import migration, open_store
from loanproof.store.opening import _open
from loanproof.store.run_rows import RUN, row_of_manifest

if TYPE_CHECKING:
    from loanproof.store.database import Row

NEW = "0006_pages.sql"
ITEM: dict[str, Any] = {
    "item": "margin",
    "tranche": None,
    "extra": False,
    "tier": 1,
    "weight": 1.0,
    "score": 1.0,
    "value_label": "fail",
    "provenance_score": None,
    "citation_class": "na",
    "provenance_parts": None,
    "confidence": None,
    "confidence_level": "none",
    "hitl": "none",
    "expected_raw": '"label":"hallucination"',
    "expected_canonical": None,
    "output_raw": None,
    "output_canonical": None,
    "reasons": [],
    "evidence": [],
}
CASE: dict[str, Any] = {
    "case_id": "a",
    "repeat": 1,
    "capability": "extraction",
    "score": 1.0,
    "score_before_override": 1.0,
    "hallucination": False,
    "answered": True,
    "weight": 1.0,
    "expects_refusal": False,
    "items": [],
    "findings": [],
    "diagnostics": {},
    "sample": {"passed": False},
    "failure": None,
}
FAILURE = {"kind": "scorer", "item": None, "cause": "x", "version": "1"}


def case(*labels: str, **changes: object) -> ResultCase:
    return ResultCase.model_validate({**CASE, "items": [{**ITEM, "label": label} for label in labels], **changes})


CASES = {
    "right": (case("correct", "true_negative"), 0),
    "in other words": (case("correct", "semantic_match", capability="qa"), 1),
    "in part": (case("partial", "semantic_match", capability="covenants"), 2),
    "wrong": (case("fail", "partial", capability="bmt"), 3),
    "not answered": (case(answered=False), 3),
    "not scored": (case("correct", score=None, score_before_override=None), 3),
    "invented": (case("hallucination", "fail", hallucination=True), 4),
    "broken": (case("hallucination", failure=FAILURE, hallucination=True), 5),
    "a task that passed": (case(capability="task", score=None, sample={"passed": True}), 0),
    "a task that did not": (case(capability="task", score=None), 3),
}


@pytest.mark.parametrize("name", CASES)
def test_the_rank_of_a_case_is_that_of_its_worst_part(name: str) -> None:
    one, rank = CASES[name]
    assert rank_of(one) == rank


def test_a_store_from_before_pages_is_read_as_before(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = migration._migrations()
    written = {name: text for name, text in known.items() if name != NEW}
    monkeypatch.setattr(migration, "_migrations", lambda: written)
    signer, kept = Signer(), replace(sample("LO-1", 2, line='{"said": "ü"}'), snapshot="s")
    run = row_of_manifest(MANIFEST)
    line: Row = (kept.case_id, kept.repeat, kept.key, kept.line, kept.calls, kept.snapshot, "r-1")
    database = _open(store_url)
    migration.migrate(database)
    with database.transaction():
        database.add("runs", f"{RUN}, began, mark", [(*run, MANIFEST.began, signer.mark(json.dumps(["run", *run])))])
        columns = "case_id, repeat_no, sample_key, line, calls, snapshot, run_id, mark"
        database.add("samples", columns, [(*line, signer.mark(json.dumps(["sample", *line])))])
        results: list[Row] = [
            ("r-1", at, name, 1, json.dumps(one.model_dump(mode="json"), sort_keys=True, separators=(",", ":")))
            for at, (name, (one, _)) in enumerate(CASES.items())
        ]
        database.add("results", "run_id, place, case_id, repeat_no, result", results)
        ends: list[Row] = [("r-1", 1, "incomplete", '{"n": 1}'), ("r-1", 2, "complete", '{"n": 2}')]
        database.add("ends", "run_id, end_no, status, summary", ends)
    database.close()
    monkeypatch.setattr(migration, "_migrations", lambda: known)
    store = open_store(store_url)
    assert list(store.read_samples("r-1")) == [kept]
    assert store.read_snapshot("r-1") == "s"
    for record, (one, rank) in zip(store.read_results("r-1"), CASES.values(), strict=True):
        assert (record.rank, record.capability) == (rank, one.capability)
    row = store.read_run("r-1")
    assert (row.status, row.summary, row.finished, row.scored) == (RunStatus.COMPLETE, {"n": 2}, 1, len(CASES))
    store.delete_run("r-1")
    store.close()
