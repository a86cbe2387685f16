"""promptfoo on the same tasks: as many at once as asked for, no cache, no table, nothing written.

It is a program of its own, so its start is part of every run; what one task alone takes is taken off again.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

QUIET = {
    "PROMPTFOO_DISABLE_TELEMETRY": "1",
    "PROMPTFOO_DISABLE_UPDATE": "1",
    "PROMPTFOO_DISABLE_REMOTE_GENERATION": "1",
    "OPENAI_API_KEY": "none",
}


def run(program: Path, url: str, samples: int, at_once: int, folder: Path) -> float:
    config = {
        "prompts": ["{{task}}"],
        "providers": [{"id": "openai:chat:m", "config": {"apiBaseUrl": f"{url}/v1", "apiKey": "none"}}],
        "tests": [{"vars": {"task": f"task {at}"}} for at in range(samples)],
    }
    (folder / "promptfooconfig.json").write_text(json.dumps(config), encoding="utf-8")
    began = time.perf_counter()
    subprocess.run(
        [
            *(str(program), "eval", "-c", str(folder / "promptfooconfig.json"), "-j", str(at_once)),
            *("--no-cache", "--no-table", "--no-progress-bar", "--no-write"),
        ],
        env={**os.environ, **QUIET, "PROMPTFOO_CONFIG_DIR": str(folder / "home")},
        stdout=subprocess.DEVNULL,
        check=True,
        timeout=500,
    )
    return time.perf_counter() - began


if __name__ == "__main__":
    program = Path(os.environ["PROMPTFOO"])
    with TemporaryDirectory() as name:
        start = run(program, sys.argv[1], 1, 1, Path(name))
        print(run(program, sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), Path(name)) - start)
