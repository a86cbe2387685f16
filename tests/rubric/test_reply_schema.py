"""What a server may be held to for the judge's sake."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.rubric import reply_schema

if TYPE_CHECKING:
    from loanproof.standards import RubricStandard


def test_the_schema_asks_for_two_scores_and_a_reason_and_nothing_else(standard: RubricStandard) -> None:
    score = {"type": "integer", "enum": [0, 1, 2]}
    assert reply_schema(standard.rubric) == {
        "type": "object",
        "properties": {
            "accuracy_score": score,
            "faithfulness_score": score,
            "rationale": {"type": "string", "description": "at most 80 words"},
        },
        "required": ["accuracy_score", "faithfulness_score", "rationale"],
        "additionalProperties": False,
    }
