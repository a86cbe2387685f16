"""Inspect AI on the same tasks: its OpenAI provider, as many connections and samples as asked for, its log file."""

from __future__ import annotations

import sys
import time
from tempfile import TemporaryDirectory

from inspect_ai import Task, eval  # noqa: A004 - that is its name
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import get_model
from inspect_ai.solver import generate


def run(url: str, samples: int, at_once: int, folder: str) -> float:
    dataset = MemoryDataset([Sample(id=f"T-{at}", input=f"task {at}") for at in range(samples)])
    model = get_model("openai/m", base_url=f"{url}/v1", api_key="none", responses_api=False)
    began = time.perf_counter()
    (log,) = eval(
        Task(dataset=dataset, solver=generate()),
        model=model,
        max_connections=at_once,
        max_samples=at_once,
        log_dir=folder,
        display="none",
    )
    seconds = time.perf_counter() - began
    assert log.status == "success", log.error
    return seconds


if __name__ == "__main__":
    with TemporaryDirectory() as name:
        print(run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), name))
