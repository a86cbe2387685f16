"""An item whose scorer breaks is a record of its own, also where the case does not expect it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, NoReturn

import pytest
from tests.conformance.vectors import Vector, build, contract_of

from loanproof.cases import BmtCase, CovenantsCase
from loanproof.core import Reason
from loanproof.outputs import BmtOutput, CovenantsOutput
from loanproof.scoring import CaseScore, score_bmt, score_covenants
from loanproof.scoring.bmt import case_score
from loanproof.scoring.covenants import case, document_flags

if TYPE_CHECKING:
    from pathlib import Path

EXTRA_TERM = {"term": "ticking_fee_of_another", "finding": "conforms", "provenance": []}
EXTRA_COVENANT = {"name": "Books and records", "type": "positive", "provenance": []}
FAKE = "Every payment may be made forty Business Days late without any consequence whatsoever for anyone."


def broken(*arguments: object, **more: object) -> NoReturn:
    raise RuntimeError("planted")


def scored(folder: Path, **changes: Any) -> CaseScore:
    contract = contract_of("1.0+r2")
    built = build(Vector(id="plain", rule=(), why="", expect={}, **changes), folder, contract)
    if isinstance(built.case, BmtCase):
        assert isinstance(built.output, BmtOutput)
        return score_bmt(built.case, built.output, documents=built.documents, standard=contract)
    assert isinstance(built.case, CovenantsCase)
    assert isinstance(built.output, CovenantsOutput)
    return score_covenants(built.case, built.output, documents=built.documents, standard=contract)


@pytest.mark.usefixtures("breakable")
@pytest.mark.parametrize(
    ("module", "name", "item", "changes"),
    [
        (
            case_score,
            "_extra_item",
            EXTRA_TERM["term"],
            {"base": "bmt-ambiguous", "output": {"comparisons.1": EXTRA_TERM}},
        ),
        (
            case,
            "score_extra",
            "Books and records",
            {"base": "covenants-facility", "output": {"covenants.0": EXTRA_COVENANT}},
        ),
        (
            document_flags,
            "_unscored_flag",
            "flag:grace_period",
            {
                "base": "covenants-facility",
                "drop_case": ("expected.flags",),
                "drop_output": ("flags.cross_default", "flags.grace_periods.1"),
                "output": {"flags.grace_periods.0.provenance.0.quote": FAKE},
            },
        ),
    ],
    ids=["a term", "a covenant", "a flag"],
)
def test_an_extra_whose_scorer_breaks_fails_alone(
    module: object, name: str, item: str, changes: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = scored(tmp_path, **changes)
    monkeypatch.setattr(module, name, broken)
    score = scored(tmp_path, **changes)
    failed = [one for one in score.items if one.reasons[0].code is Reason.SCORER_FAILED]
    assert [(one.head.item, one.head.is_extra, one.head.weight) for one in failed] == [(item, True, Fraction(0))]
    assert [one for one in score.items if one.head.item != item] == [
        one for one in whole.items if one.head.item != item
    ]
    assert [one.head for one in score.items] == [one.head for one in whole.items]
