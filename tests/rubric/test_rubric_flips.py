"""Every figure of the run rubric is read from it: with another value a sample, a gate or a judge is another."""

from __future__ import annotations

import asyncio
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.conformance.flipping import flipped
from tests.rows import each_row
from tests.rubric.made import FakeJudge, case, item, output, scored
from tests.tables import load_table

from loanproof.core import Capability
from loanproof.gates import decide_rubric_gates
from loanproof.outputs import Telemetry
from loanproof.provenance import ClassName
from loanproof.rubric import (
    Evaluation,
    RubricTally,
    default_params,
    evaluate_by_contract,
    judge_answer,
    judge_request,
    measure_sample,
)
from loanproof.rubric.judge_reply import ReplyRefused, parse_reply
from loanproof.standards import Label

if TYPE_CHECKING:
    from loanproof.rubric import SampleFigures
    from loanproof.standards import RubricStandard

FLIPS: list[dict[str, Any]] = load_table(Path(__file__).parent / "rubric_flips.yaml")
SCORES = {"correct": "1", "semantic_match": "3/4", "partial": "1/2", "fail": "0", "hallucination": "0"}


@each_row("flip", FLIPS, ids=lambda flip: flip["path"])
def test_another_value_of_the_rubric_is_seen(flip: dict[str, Any], standard: RubricStandard) -> None:
    other = flipped(standard, flip["path"], flip["value"], also=flip.get("also"))
    assert [_seen(flip, one) for one in (standard, other)] == [str(flip["before"]), str(flip["after"])]
    assert flip["before"] != flip["after"]


def _seen(flip: dict[str, Any], standard: RubricStandard) -> str:
    sees, _, name = flip["sees"].partition(" ")
    match sees:
        case "gate":
            tally = RubricTally(standard)
            tally.add(_sample(flip, standard), case_id="C-1", repeat=1)
            rows = decide_rubric_gates(tally.aggregates(), standard)
            return str(next(row.reason for row in rows if row.gate == name))
        case "reply":
            reply = parse_reply(flip["reply"], standard.rubric)
            if isinstance(reply, ReplyRefused):
                return reply.why
            return f"{reply.accuracy_score} and {reply.faithfulness_score}"
        case "calls":
            return str(_calls(standard))
        case "params":
            return str(getattr(default_params(standard), name))
        case "evaluator":
            return _evaluated(flip, standard)
        case _:
            return str(getattr(_sample(flip, standard), sees))


def _sample(flip: dict[str, Any], standard: RubricStandard) -> SampleFigures:
    changes = flip["sample"]
    evaluation = Evaluation(
        accuracy_score=changes.get("accuracy", 2), faithfulness_score=changes.get("faithfulness", 2)
    )
    latency = changes.get("latency_e2e_ms", 3000)
    telemetry = Telemetry(
        latency_e2e_ms=None if latency is None else Decimal(latency),
        input_tokens=1500,
        output_tokens=changes.get("output_tokens", 500),
    )
    return measure_sample(evaluation, telemetry, standard)


def _calls(standard: RubricStandard) -> int:
    """Return how often a judge is asked that only talks nonsense."""
    judge = FakeJudge(*["nonsense"] * 5)
    request = judge_request(case(Capability.TASK, "task: Add."), output("5", Capability.TASK), standard)
    asyncio.run(judge_answer(judge, request, standard))
    return len(judge.asked)


def _evaluated(flip: dict[str, Any], standard: RubricStandard) -> str:
    cited = ClassName(flip.get("cited", "OK"))
    items = (item(Label(label), cited=cited, score=SCORES[label]) for label in flip["labels"])
    found = evaluate_by_contract(scored(*items), standard)
    return f"{found.accuracy_score} and {found.faithfulness_score}"
