"""The PostgreSQL of the tests ends with them, however they end."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.store.conftest import dying_with_parent

STARTER = """
import signal, subprocess, sys
for one in (signal.SIGINT, signal.SIGQUIT):
    signal.signal(one, signal.SIG_DFL)  # a job in the background ignores both, and hands that on
started = subprocess.Popen(sys.argv[1:])
print(started.pid, flush=True)
started.wait()
"""


def is_running(pid: int) -> bool:
    """Say whether a process still does anything: one that ended may wait, as a zombie, for whoever took it over."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return "State:\tZ" not in status


@pytest.mark.skipif(not dying_with_parent(), reason="setpriv is not installed")
def test_what_a_killed_test_run_started_does_not_outlive_it() -> None:
    command = [sys.executable, "-c", STARTER, *dying_with_parent(), "sleep", "60"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as starter:
        assert starter.stdout is not None
        pid = int(starter.stdout.readline())
        while not Path(f"/proc/{pid}/cmdline").read_bytes().startswith(b"sleep"):
            time.sleep(0.01)
        starter.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 30
    while is_running(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not is_running(pid)
