"""The command in a process of its own, forked from one that has the program loaded.

What is saved is loading the program, more than a second each time; everything else is as a user has it: a process with
its own streams, folder and environment, that can be killed. Nothing but the program is imported here, for each process
imports this module.
"""

from __future__ import annotations

import multiprocessing
import os
import tempfile
from pathlib import Path

from loanproof.cli import main, run, run_progress

_SERVER = multiprocessing.get_context("forkserver")
# by the modules themselves: a name that nobody has any more would be passed over, and every process load the program
_SERVER.set_forkserver_preload([run.__name__, run_progress.__name__])


class Forked:
    """A command that was started and runs by itself."""

    def __init__(self, words: list[str], *, folder: Path, environment: dict[str, str]) -> None:
        self._said = Path(tempfile.mkdtemp(dir=folder, prefix="said-"))
        self._process = _SERVER.Process(target=_run, args=(words, folder, environment, self._said))
        self._process.start()

    def is_alive(self) -> bool:
        return self._process.is_alive()

    def kill(self) -> None:
        """Send SIGKILL, and wait until it is gone."""
        self._process.kill()
        self._process.join(30)

    def communicate(self, timeout_s: float) -> tuple[int, str, str]:
        """Wait for the end; return the exit code and what was said on each stream."""
        self._process.join(timeout_s)
        code = self._process.exitcode
        assert code is not None, f"it still runs after {timeout_s} s"
        out, err = ((self._said / name).read_text(encoding="utf-8") for name in ("out", "err"))
        return code, out, err


def _run(words: list[str], folder: Path, environment: dict[str, str], said: Path) -> None:
    os.chdir(folder)
    os.environ.update(environment)
    for number, name in ((1, "out"), (2, "err")):
        with (said / name).open("wb") as stream:
            os.dup2(stream.fileno(), number)
    main(words)
