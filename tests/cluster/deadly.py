"""A function that answers, and that takes its own process or the worker around it along for some documents."""

from __future__ import annotations

import os
import signal
from typing import Any


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Answer with the name of the document."""
    name = question["documents"][0]["name"]
    if name.startswith("reader"):
        os.kill(os.getpid(), signal.SIGKILL)
    if name.startswith("worker"):
        os.kill(os.getppid(), signal.SIGKILL)
    return {"answer": name}
