"""Run a command beside a Ray cluster of two nodes on this machine: ``python tools/ray_cluster.py COMMAND …``.

Both nodes and the command live in a network namespace of their own that has loopback alone: Ray listens on every
interface whatever address it is given, and runs whatever it is sent. The command finds the cluster in
LOANPROOF_RAY_ADDRESS, its token in RAY_AUTH_TOKEN, and the second node's process in LOANPROOF_RAY_NODE. The nodes are
ended by their own process ids. Linux only, as root or where users may make namespaces.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PORT = 6379
START_S = 180
MEMORY = str(150 * 1024**2)
INSIDE = "LOANPROOF_RAY_INSIDE"


def main() -> int:
    """Start the nodes, run the command, end the nodes; return the command's exit code."""
    if INSIDE not in os.environ:
        return enter()
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    folder = Path(tempfile.mkdtemp(prefix="lp-ray-"))  # short: Ray's sockets lie in it
    environment = {
        **os.environ,
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": secrets.token_hex(32),
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_raylet_start_wait_time_s": "120",
        # a node that is killed is missed after seconds, not after half a minute
        "RAY_health_check_initial_delay_ms": "2000",
        "RAY_health_check_period_ms": "1000",
        "RAY_health_check_failure_threshold": "5",
    }
    head = start(environment, "--head", f"--port={PORT}", f"--temp-dir={folder}", "--include-dashboard=false")
    nodes = [head]
    try:
        if not wait_for_nodes(environment, 1):
            return 3
        nodes.append(start(environment, f"--address=127.0.0.1:{PORT}"))
        if not wait_for_nodes(environment, 2):
            return 3
        told = {"LOANPROOF_RAY_ADDRESS": f"127.0.0.1:{PORT}", "LOANPROOF_RAY_NODE": str(nodes[1].pid)}
        return subprocess.run(sys.argv[1:], env={**environment, **told}, check=False).returncode
    finally:
        for node in reversed(nodes):
            end(node.pid)
            node.wait()
        shutil.rmtree(folder, ignore_errors=True)


def enter() -> int:
    """Run this script in a namespace of its own; whoever is not root becomes root in it."""
    words = ["unshare", "-n", "--kill-child"] + ([] if os.getuid() == 0 else ["-r"])
    environment = {**os.environ, INSIDE: "1"}
    return subprocess.run([*words, sys.executable, __file__, *sys.argv[1:]], env=environment, check=False).returncode


def start(environment: dict[str, str], *words: str) -> subprocess.Popen[bytes]:
    """Start a node of one processor that stays in the foreground."""
    ray = str(Path(sys.executable).with_name("ray"))
    options = ["--num-cpus=1", f"--object-store-memory={MEMORY}", "--block", "--disable-usage-stats"]
    return subprocess.Popen([ray, "start", *words, *options], env=environment, stdout=subprocess.DEVNULL)


def wait_for_nodes(environment: dict[str, str], count: int) -> bool:
    """Wait until the cluster has so many living nodes."""
    code = (
        f"import ray, logging; ray.init('127.0.0.1:{PORT}', logging_level=logging.ERROR, log_to_driver=False); "
        f"raise SystemExit(sum(one['Alive'] for one in ray.nodes()) < {count})"
    )
    until = time.monotonic() + START_S
    while time.monotonic() < until:
        words = [sys.executable, "-c", code]
        if not subprocess.run(words, env=environment, capture_output=True, check=False, timeout=120).returncode:
            return True
        time.sleep(0.5)
    print("error: the cluster did not start.", file=sys.stderr)
    return False


def end(pid: int) -> None:
    """Kill a process and all that it started, the parents first."""
    children = [int(one) for one in _children(pid)]
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    for child in children:
        end(child)


def _children(pid: int) -> list[str]:
    found: list[str] = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += path.read_text().split()
        except OSError:
            continue
    return found


if __name__ == "__main__":
    raise SystemExit(main())
