"""Every figure of the rubric computed a second time: plain Python on fractions, nothing shared with the product.

Written from sections 1 and 3 of the rubric, with its figures typed here again. Slow and obvious on purpose.
"""

from __future__ import annotations

import random
import statistics
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any


@dataclass(frozen=True)
class Made:
    """What is known of a sample before anything is computed."""

    case_id: str
    repeat: int
    accuracy: int | None
    faithfulness: int | None
    latency: str | None
    model_latency: str | None
    tokens_in: int | None
    tokens_out: int | None
    timed_out: bool = False
    failed: bool = False


def draw(generator: random.Random, *, gaps: bool) -> Made:
    """Return a random sample; with ``gaps`` some measurements are missing."""
    judged = generator.random() > 0.05
    latency = f"{generator.choice([9, 300, 3000, 8000, 12000]) * generator.random() * 2:.{generator.randrange(14)}f}"
    tokens_in, tokens_out = generator.choice([0, 1, generator.randrange(9000)]), generator.randrange(900)
    return Made(
        case_id=f"C-{generator.randrange(300)}",
        repeat=generator.randrange(1, 4),
        accuracy=generator.randrange(3) if judged else None,
        faithfulness=generator.randrange(3) if judged else None,
        latency=None if gaps and generator.random() < 0.1 else latency,
        model_latency=None if generator.random() < 0.2 else latency,
        tokens_in=None if gaps and generator.random() < 0.1 else tokens_in,
        tokens_out=None if gaps and generator.random() < 0.1 else tokens_out,
        timed_out=generator.random() < 0.03,
        failed=generator.random() < 0.03,
    )


def figures(made: Made) -> dict[str, Any]:
    """Return the figures of one sample (1.1 to 1.4, 3.1 to 3.3)."""
    accuracy, faithfulness = made.accuracy, made.faithfulness
    if made.timed_out or made.failed:
        accuracy, faithfulness = 0, 2
    latency = None if made.latency is None else Fraction(made.latency)
    total = ratio = None
    if made.tokens_in is not None and made.tokens_out is not None:
        total = made.tokens_in + made.tokens_out
        ratio = Fraction(made.tokens_out, max(made.tokens_in, 1))
    row: dict[str, Any] = {
        "accuracy_score": accuracy,
        "faithfulness_score": faithfulness,
        "latency": latency,
        "total_tokens": total,
        "token_efficiency_ratio": ratio,
        "accuracy_norm": None if accuracy is None else Fraction(accuracy, 2),
        "faithfulness_norm": None if faithfulness is None else Fraction(faithfulness, 2),
        "latency_norm": None if latency is None else min(Fraction(1), 3000 / max(latency, Fraction(1))),
        "token_efficiency_norm": None if total is None else min(Fraction(1), Fraction(2000, max(total, 1))),
    }
    parts = [row[name] for name in ("accuracy_norm", "faithfulness_norm", "latency_norm", "token_efficiency_norm")]
    shares = [Fraction(45, 100), Fraction(30, 100), Fraction(15, 100), Fraction(10, 100)]
    row["sample_score"] = (
        None if None in parts else sum(share * part for share, part in zip(shares, parts, strict=True))
    )
    row["passed"] = (
        accuracy is not None
        and accuracy >= 1
        and faithfulness is not None
        and faithfulness >= 1
        and latency is not None
        and latency <= 8000
        and total is not None
        and total <= 6000
    )
    return row


def percentile(values: list[Fraction], percent: int) -> Fraction | None:
    """Return a percentile: walk to the place between two ranks."""
    if not values:
        return None
    ordered = sorted(values)
    place = Fraction(percent, 100) * (len(ordered) - 1)
    low = place.numerator // place.denominator
    if low == len(ordered) - 1:
        return ordered[low]
    return ordered[low] * (1 - (place - low)) + ordered[low + 1] * (place - low)


def mean(values: list[Any]) -> Fraction | None:
    return Fraction(sum(values)) / len(values) if values else None


def complete(values: list[Any]) -> bool:
    return all(value is not None for value in values)


def aggregate(samples: list[Made]) -> dict[str, Any]:
    """Return the figures of a run (1.1 to 1.4, 3.3, 4.4)."""
    rows = [figures(made) for made in samples]
    judged = [row for row in rows if row["accuracy_score"] is not None]
    tokens = [row["total_tokens"] for row in rows]
    latencies = [row["latency"] for row in rows]
    models = [Fraction(made.model_latency) for made in samples if made.model_latency is not None]
    scores = [row["sample_score"] for row in judged]
    full = [row for row in judged if row["accuracy_score"] == 2]
    known = complete(tokens)
    found = {
        "accuracy_mean": mean([row["accuracy_score"] for row in judged]),
        "accuracy_full_credit_rate": mean([Fraction(row["accuracy_score"] == 2) for row in judged]),
        "faithfulness_mean": mean([row["faithfulness_score"] for row in judged]),
        "faithfulness_failure_rate": mean([Fraction(row["faithfulness_score"] == 0) for row in judged]),
        "latency_e2e_p50_ms": percentile(latencies, 50) if complete(latencies) else None,
        "latency_e2e_p95_ms": percentile(latencies, 95) if complete(latencies) else None,
        "latency_model_p50_ms": percentile(models, 50),
        "latency_model_p95_ms": percentile(models, 95),
        "total_input_tokens": sum(made.tokens_in or 0 for made in samples) if known else None,
        "total_output_tokens": sum(made.tokens_out or 0 for made in samples) if known else None,
        "total_tokens": sum(tokens) if known else None,
        "token_efficiency_ratio_mean": mean([row["token_efficiency_ratio"] for row in rows]) if known else None,
        "tokens_per_correct_answer": Fraction(sum(tokens), max(len(full), 1)) if known else None,
        "aggregate_score": mean(scores) if complete(scores) else None,
        "pass_rate": mean([Fraction(row["passed"]) for row in rows]),
    }
    by_repeat: dict[int, list[Made]] = {}
    for made in samples:
        by_repeat.setdefault(made.repeat, []).append(made)
    if len(by_repeat) > 1 and known and complete(latencies):
        runs = [aggregate_of_one(part) for part in by_repeat.values()]
        for name in ("aggregate_score", "latency_e2e_p95_ms"):
            values = [run[name] for run in runs]
            found[f"{name}:mean"] = mean(values)
            found[f"{name}:std"] = statistics.stdev(values)
    return found


def aggregate_of_one(samples: list[Made]) -> dict[str, Any]:
    rows = [figures(made) for made in samples]
    return {
        "aggregate_score": mean([row["sample_score"] for row in rows if row["sample_score"] is not None]),
        "latency_e2e_p95_ms": percentile([row["latency"] for row in rows], 95),
    }


def decimal(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)
