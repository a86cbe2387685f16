"""The guard on the conformance vectors: every fault that shows without gold is named, and nothing faithful is sent."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.conformance.vectors import SECOND_REVISION, build, contract_of, load_vectors
from tests.sampling import is_taken
from tests.tables import load_table
from tools.guard_rates import TABLES, VISIBLE, is_faithful, of_vectors

from loanproof.cases import QaCase
from loanproof.core import Capability
from loanproof.outputs import QaOutput
from loanproof.scoring import Guard, score_qa
from loanproof.standards import Hitl

KNOWN = load_table(Path(__file__).parent / "guard_known.yaml")


@pytest.mark.long
@pytest.mark.parametrize("capability", ["extraction", "covenants", "bmt", "qa"])
def test_the_guard_names_what_shows_without_gold_and_sends_nothing_else(capability: str) -> None:
    outcomes = list(of_vectors(capability, takes=lambda vector_id: is_taken(vector_id, one_of=5)))
    missed = {one.id for one in outcomes if one.is_fault and not one.is_sent}
    sent = {one.id: one.why for one in outcomes if not one.is_fault and one.is_sent}
    ids = {one.id for one in outcomes}
    assert missed == ids & set(KNOWN["missed"])
    assert sent.keys() == ids & set(KNOWN["sent"]), sent


@pytest.mark.long
def test_the_guard_flags_the_same_right_answers_as_scoring(tmp_path: Path) -> None:
    """The flag needs only the answer and its own quotes, so in production it must not be lost."""
    standard, flagged = contract_of(SECOND_REVISION), 0
    for number, vector in enumerate(one for one in load_vectors("qa_[!f]*.yaml") if is_faithful(one)):
        (folder := tmp_path / str(number)).mkdir()
        built = build(vector, folder, standard)
        assert isinstance(built.case, QaCase)
        assert isinstance(built.output, QaOutput)
        [item] = score_qa(built.case, built.output, documents=built.documents, standard=standard).items
        output = replace(built.output, question=built.case.question)
        [guarded] = Guard(built.documents, standard).check(output, Capability.QA, as_of=built.case.as_of).items
        if item.label.is_right and guarded.hitl is not Hitl.REQUIRED:
            flagged += item.hitl is Hitl.FLAG
            assert guarded.hitl is item.hitl, vector.id
    assert flagged >= 20


def test_the_table_of_what_is_visible_speaks_of_vectors_that_exist() -> None:
    known = {one.id for table in TABLES for one in load_vectors(table)}
    listed = {*VISIBLE["not_visible"], *(one for ids in VISIBLE["with_cause"].values() for one in ids)}
    assert listed - known == set()
