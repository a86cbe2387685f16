"""The least that can be done: workers that post and read, nothing kept, nothing checked."""

from __future__ import annotations

import asyncio
import sys
import time

import aiohttp


async def ask(url: str, samples: int, at_once: int) -> tuple[float, float]:
    numbers = iter(range(samples))
    connector = aiohttp.TCPConnector(limit=at_once)
    async with aiohttp.ClientSession(connector=connector) as session:

        async def work() -> None:
            for number in numbers:
                body = {"model": "m", "messages": [{"role": "user", "content": f"task {number}"}]}
                async with session.post(f"{url}/v1/chat/completions", json=body) as response:
                    await response.json()

        began, cpu = time.perf_counter(), time.process_time()
        await asyncio.gather(*(work() for _ in range(at_once)))
        return time.process_time() - cpu, time.perf_counter() - began


if __name__ == "__main__":
    print(*asyncio.run(ask(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
