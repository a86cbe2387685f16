"""The judge's prompt, typed a second time from the rubric and joined by hand: what the product's is compared with."""

from __future__ import annotations

HEAD = """\
You are a strict evaluation judge. Score the candidate answer using the rubric below.

RUBRIC
- accuracy_score (0,1,2):
  2 = fully correct and complete.
  1 = partially correct with minor error or omission.
  0 = incorrect, missing, or non-responsive.
- faithfulness_score (0,1,2):
  2 = all material claims grounded in provided context/tools/references.
  1 = mostly grounded with minor unsupported inference.
  0 = materially ungrounded or fabricated.

INPUTS
"""

TAIL = """

INSTRUCTIONS
1) Evaluate only the candidate_answer.
2) Do not reward style over correctness.
3) If context is insufficient, lower faithfulness when unsupported claims are asserted as facts.
4) Return strict JSON only (no markdown, no prose outside JSON).

OUTPUT JSON SCHEMA
{
  "accuracy_score": 0|1|2,
  "faithfulness_score": 0|1|2,
  "rationale": "<= 80 words"
}"""


def prompt(task: str, reference: str, context: str, candidate: str) -> str:
    """Return the prompt that a judge must get."""
    inputs = [
        "- task: " + task,
        "- reference_answer: " + reference,
        "- provided_context: " + context,
        "- candidate_answer: " + candidate,
    ]
    return HEAD + "\n".join(inputs) + TAIL
