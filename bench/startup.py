"""How long a person waits for ``loanproof --help``, beside an empty Python: ``.venv/bin/python bench/startup.py``."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

ROUNDS = 15
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "import click": [sys.executable, "-c", "import click"],
    "loanproof --help": [sys.executable, "-m", "loanproof", "--help"],
    "import pydantic": [sys.executable, "-c", "import pydantic"],
}


def seconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def main() -> None:
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(ROUNDS):
        for name, command in COMMANDS.items():
            times[name].append(seconds(command))
    print(f"{'command':<20} {'median ms':>10} {'worst ms':>10}   ({ROUNDS} rounds, interleaved)")
    for name, taken in times.items():
        print(f"{name:<20} {1000 * statistics.median(taken):>10.0f} {1000 * max(taken):>10.0f}")


if __name__ == "__main__":
    main()
