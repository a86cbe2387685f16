"""pydantic-evals on the same tasks: its dataset, its concurrency, no evaluator; the task itself is the bare call."""

from __future__ import annotations

import asyncio
import sys
import time

import aiohttp
from pydantic_evals import Case, Dataset


async def ask(url: str, samples: int, at_once: int) -> tuple[float, float]:
    dataset = Dataset(name="bench", cases=[Case(name=f"T-{at}", inputs=f"task {at}") for at in range(samples)])
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=at_once)) as session:

        async def task(text: str) -> str:
            body = {"model": "m", "messages": [{"role": "user", "content": text}]}
            async with session.post(f"{url}/v1/chat/completions", json=body) as response:
                data = await response.json()
            return str(data["choices"][0]["message"]["content"])

        began, cpu = time.perf_counter(), time.process_time()
        await dataset.evaluate(task, max_concurrency=at_once, progress=False)
        return time.process_time() - cpu, time.perf_counter() - began


if __name__ == "__main__":
    print(*asyncio.run(ask(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
