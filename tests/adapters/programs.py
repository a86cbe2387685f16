"""Systems under test for the tests: functions, and one program, each with its own way to behave."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def echo(question: Mapping[str, Any]) -> dict[str, Any]:
    return {"capability": question["capability"], "answer": question.get("question")}


async def echo_later(question: Mapping[str, Any]) -> str:
    await asyncio.sleep(0)
    return f"answer to {question['case_id']}"


def line(question: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "case_id": question["case_id"],
        "output": {"answer": "x"},
        "latency_e2e_ms": 99999,
        "latency_model_ms": 12.5,
        "input_tokens": 5,
        "output_tokens": 0,
    }


def fail(question: Mapping[str, Any]) -> None:
    raise RuntimeError("no\nluck")


def leave(question: Mapping[str, Any]) -> None:
    sys.exit(0)


def throw(question: Mapping[str, Any]) -> None:
    raise BaseException("not\x1b[31m an Exception")  # noqa: TRY002 - that is the point


class Mute(Exception):
    """An error that cannot be shown."""

    def __str__(self) -> str:
        raise ValueError("mute")


def mute(question: Mapping[str, Any]) -> None:
    raise Mute


def refuse(question: Mapping[str, Any]) -> dict[str, Any]:
    return {"error": "the model is down"}


def odd(question: Mapping[str, Any]) -> object:
    return object()


def slow(question: Mapping[str, Any]) -> str:
    time.sleep(0.4)
    return "late"


def seen(question: Mapping[str, Any]) -> dict[str, Any]:
    return {"output": dict(question)}


def vanish(question: Mapping[str, Any]) -> dict[str, Any]:
    if question["question"] == "go":
        os._exit(0)
    return {"answer": os.getpid()}


def slow_child(question: Mapping[str, Any]) -> str:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    Path(question["question"]).write_text(str(child.pid))
    time.sleep(60)
    return "late"


def chatter(question: Mapping[str, Any]) -> str:
    print("loud")  # noqa: T201 - that is the point
    return "quiet"


not_callable = 3


QUIET = subprocess.DEVNULL


def _start_a_child(**options: Any) -> int:
    return subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], **options).pid


def main() -> None:
    """Behave as the first argument says."""
    match sys.argv[1]:
        case "echo":
            print(json.dumps(echo(json.load(sys.stdin))))  # noqa: T201 - its answer
        case "deaf":
            print("plain words")  # noqa: T201 - its answer
        case "fail":
            print("bad\nthings", file=sys.stderr)  # noqa: T201 - its answer
            sys.exit(3)
        case "slow":
            time.sleep(60)
        case "leave_a_child":
            print(_start_a_child())  # noqa: T201 - its answer
        case "leave_a_quiet_child":
            print(_start_a_child(stdin=QUIET, stdout=QUIET, stderr=QUIET))  # noqa: T201 - its answer
        case "leave_a_child_that_left":
            print(_start_a_child(start_new_session=True))  # noqa: T201 - its answer
        case "talk_beside_a_child_that_left":
            Path(sys.argv[2]).write_text(str(_start_a_child(start_new_session=True)))
            while True:
                sys.stdout.write("x" * 65536)
        case "endless":
            while True:
                sys.stdout.write("x" * 65536)


if __name__ == "__main__":
    main()
