"""What the run rubric measures on each sample and over a run, as typed, immutable objects."""

from __future__ import annotations

from typing import Annotated

from loanproof.core import FileModel, Whole
from loanproof.standards.figures import Only, Prose
from loanproof.standards.vocabulary import Table

_MEASURED = "what is measured on a sample and over a run is built and has no other formula"


class Metric(FileModel):
    """What is measured on each sample, and the figures derived from it over a run."""

    name: Prose
    goal: Prose
    scale: Table[Whole, Prose] | None = None
    note: Prose | None = None


class Accuracy(Metric):
    """Whether the task is solved."""

    sample: Annotated[Table[str, str], Only({"accuracy_score": "whole number 0 to 2"}, _MEASURED)]
    aggregate: Annotated[
        Table[str, str],
        Only(
            {
                "accuracy_mean": "mean(accuracy_score)",
                "accuracy_full_credit_rate": "share(accuracy_score = 2)",
            },
            _MEASURED,
        ),
    ]


class Faithfulness(Metric):
    """Whether the claims are grounded."""

    sample: Annotated[Table[str, str], Only({"faithfulness_score": "whole number 0 to 2"}, _MEASURED)]
    aggregate: Annotated[
        Table[str, str],
        Only(
            {
                "faithfulness_mean": "mean(faithfulness_score)",
                "faithfulness_failure_rate": "share(faithfulness_score = 0)",
            },
            _MEASURED,
        ),
    ]


class Latency(Metric):
    """How fast the answer comes."""

    sample: Table[str, Prose]
    aggregate: Annotated[
        Table[str, str],
        Only(
            {
                "latency_e2e_p50_ms": "percentile(latency_e2e_ms, 50)",
                "latency_e2e_p95_ms": "percentile(latency_e2e_ms, 95)",
                "latency_model_p50_ms": "percentile(latency_model_ms, 50)",
                "latency_model_p95_ms": "percentile(latency_model_ms, 95)",
            },
            _MEASURED,
        ),
    ]


class TokenEfficiency(Metric):
    """What prompts and responses cost."""

    sample: Annotated[
        Table[str, str],
        Only(
            {
                "input_tokens": "count",
                "output_tokens": "count",
                "total_tokens": "input_tokens + output_tokens",
                "token_efficiency_ratio": "output_tokens / max(input_tokens, 1)",
            },
            _MEASURED,
        ),
    ]
    aggregate: Annotated[
        Table[str, str],
        Only(
            {
                "total_input_tokens": "sum(input_tokens)",
                "total_output_tokens": "sum(output_tokens)",
                "total_tokens": "sum(total_tokens)",
                "token_efficiency_ratio_mean": "mean(token_efficiency_ratio)",
                "tokens_per_correct_answer": "total_tokens / max(count(accuracy_score = 2), 1)",
            },
            _MEASURED,
        ),
    ]


class Metrics(FileModel):
    """The four metrics."""

    accuracy: Accuracy
    faithfulness: Faithfulness
    latency: Latency
    token_efficiency: TokenEfficiency
