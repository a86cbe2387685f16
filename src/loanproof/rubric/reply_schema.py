"""The JSON Schema of a judge's reply, for servers that can be held to one; the strict parser reads it all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from loanproof.rubric.judge_reply import RATIONALE

if TYPE_CHECKING:
    from loanproof.standards import Rubric


def reply_schema(rubric: Rubric) -> dict[str, Any]:
    """Return the schema: two scores of the allowed values and a rationale, nothing else.

    It says less than the parser asks, for no schema counts words.
    """
    scores = {name: {"type": "integer", "enum": sorted(allowed)} for name, allowed in rubric.judge.reply.scores.items()}
    return {
        "type": "object",
        "properties": {**scores, RATIONALE: {"type": "string", "minLength": 1}},
        "required": [*scores, RATIONALE],
        "additionalProperties": False,
    }
