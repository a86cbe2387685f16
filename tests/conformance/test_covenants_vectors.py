"""Covenants are labelled as the contract and its rulings say: every row of every table has its vectors."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tests.conformance.vectors import Vector, build, contract_of, faults_of, load_vectors
from tests.rows import each_row

from loanproof.cases import CovenantsCase
from loanproof.outputs import CovenantsOutput
from loanproof.scoring import score_covenants

if TYPE_CHECKING:
    from pathlib import Path

TABLES = "covenants_[!f]*.yaml"  # the table of flips is not a table of vectors
VECTORS = load_vectors(TABLES)
MOST_ALIKE = 5

# The rows of the tables on covenants: under the id that they have, or under a name of their own.
ROWS = """
S1·2.1 S1·2.2 S1·2.3 A-34 A-35 A-36 A-37 A-38 A-39 C-03 C-09 C-24 C-29 C-32 C-33 C-37
MATCH-1 MATCH-2 MATCH-3 MATCH-4 MATCH-ORDER
TYPE-1 TYPE-2 TYPE-3 TYPE-4 TYPE-5 TYPE-6 TYPE-FIN TYPE-INF TYPE-NEG TYPE-POS TYPE-STRADDLE
FREQ-1 FREQ-2 FREQ-3 FREQ-4 FREQ-5 FREQ-6 FREQ-C1 FREQ-C2 FREQ-C3 FREQ-C4 FREQ-C5 FREQ-C6 FREQ-SURF FREQ-TRAP
SURF-1 SURF-2 SURF-3 SURF-4 SURF-5 SURF-6
THR-1 THR-2 THR-3 THR-4 THR-5 THR-6 THR-7
THR-C1 THR-C2 THR-C3 THR-C4 THR-C5 THR-C6 THR-C7 THR-C8 THR-C9 THR-C10 THR-C11 THR-C12
EFF-1 EFF-2 EFF-3 EFF-4
NAME-total_net_leverage NAME-total_gross_leverage NAME-senior_secured_leverage NAME-interest_cover
NAME-fixed_charge_cover NAME-debt_service_cover NAME-loan_life_cover NAME-loan_to_value NAME-gearing NAME-net_worth
NAME-liquidity NAME-current_ratio NAME-capex NAME-ebitda_minimum NAME-one-leverage NAME-crossed NAME-also
FP-1 FP-2 FP-3 FP-4
EDGE-1 EDGE-2 EDGE-3 EDGE-4 EDGE-5 EDGE-6 EDGE-7
WAIVER-a WAIVER-b WAIVER-c WAIVER-d WAIVER-e WAIVER-none
CARVE-recall CARVE-scope CARVE-cap CARVE-limbs CARVE-shared
GRACE-number GRACE-unit GRACE-trigger GRACE-silent GRACE-none GRACE-own FLAGS-left-out
XDEF-present XDEF-kind XDEF-threshold XDEF-silent XDEF-none XDEF-no-threshold XDEF-two XDEF-own
INFO-1 INFO-2 INFO-3 INFO-4 INFO-5
CITE-NOSUPPORT CITE-WRONGLOC CITE-ABSENT CITE-PAGE CITE-SECT CITE-PARA CITE-NOQUOTE CITE-NAME CITE-FAKE CITE-FLAG
CITE-NA CITE-HITL
""".split()  # fmt: skip


@each_row("vector", VECTORS, ids=lambda vector: vector.id)
def test_a_covenants_vector_has_the_labels_that_it_expects(vector: Vector, tmp_path: Path) -> None:
    contract = contract_of(vector.standard)
    built = build(vector, tmp_path, contract)
    assert isinstance(built.case, CovenantsCase)
    assert isinstance(built.output, CovenantsOutput)
    score = score_covenants(built.case, built.output, documents=built.documents, standard=contract)
    faults = faults_of(vector, score)
    assert not faults, f"{vector.why}\n" + "\n".join(faults)


def test_every_row_of_the_tables_on_covenants_has_a_vector_and_no_vector_names_another() -> None:
    named = {rule.replace(" ", "·") for vector in VECTORS for rule in vector.rule}
    assert named == set(ROWS)


def test_no_more_than_five_vectors_of_a_rule_differ_only_in_their_literals() -> None:
    shapes = Counter((rule, _shape(vector)) for vector in VECTORS for rule in vector.rule)
    crowded = [f"{rule}: {count}" for (rule, _), count in shapes.items() if count > MOST_ALIKE]
    assert not crowded


def _shape(vector: Vector) -> tuple[object, ...]:
    changed = tuple(sorted(vector.output)), tuple(sorted(vector.case)), vector.drop_output, vector.drop_case
    labels = tuple(sorted((key, item.get("label")) for key, item in vector.expect.get("items", {}).items()))
    return vector.base, *changed, bool(vector.replace), labels
