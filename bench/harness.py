"""Samples a second of whole harnesses beside a bare loop, on the same server: ``.venv/bin/python bench/harness.py``.

One chat server on loopback, in a process of its own, answers at once. Each contestant asks it 2,000 tasks, 100 at once,
and is timed from the first question to the end of its run, imports and set-up left out. Loanproof keeps every sample
durably before it counts and scores all of them; Inspect writes its log file; pydantic-evals, promptfoo and the bare
loop keep nothing. Each peer has an environment of its own, made once under ``LOANPROOF_BENCH_CACHE`` (by default the
cache folder of the user); one that cannot be installed is left out, and said so. Names after the script choose
contestants: ``bench/harness.py loanproof_run pydantic_evals_run``; the bare loop is always there. The contestants take
turns, so that a noisy machine is noisy to all of them, and the best round of each counts. Beside it stands the least
CPU of the contestant's own process for a thousand samples, which a busy machine disturbs less, and the load.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path

SAMPLES, AT_ONCE, ROUNDS = 2000, 100, 5
HERE = Path(__file__).parent / "peers"
CACHE = Path(os.environ.get("LOANPROOF_BENCH_CACHE") or Path.home() / ".cache" / "loanproof-bench")


@dataclass(frozen=True, slots=True, kw_only=True)
class Contestant:
    """A script under ``peers`` and what it needs; ``None`` is our own environment.

    ``npm`` is the package of a peer that is not a Python; its program is named in the environment of the script.
    """

    script: str
    needs: tuple[str, ...] | None = None
    npm: str | None = None

    @property
    def program(self) -> Path:
        """The program of an npm package."""
        return CACHE / self.script / "node_modules" / ".bin" / (self.npm or "").partition("@")[0]

    def python(self) -> Path | None:
        """Return the interpreter, or ``None`` where the environment cannot be made."""
        if self.npm is not None and not self.program.exists():
            print(f"installing {self.script} …", file=sys.stderr)
            words = ["npm", "install", "--silent", "--no-fund", "--no-audit", "--prefix", str(CACHE / self.script)]
            if subprocess.run([*words, self.npm], capture_output=True, check=False).returncode:
                return None
        if self.needs is None:
            return Path(sys.executable)
        folder = CACHE / self.script
        python = folder / "bin" / "python"
        if not (folder / "installed").exists():
            print(f"installing {self.script} …", file=sys.stderr)
            venv.create(folder, with_pip=True)
            words = [str(python), "-m", "pip", "install", "-q", *self.needs]
            if subprocess.run(words, capture_output=True, check=False).returncode:
                return None
            (folder / "installed").touch()
        return python


CONTESTANTS = (
    Contestant(script="bare_loop"),
    Contestant(script="loanproof_run"),
    Contestant(script="pydantic_evals_run", needs=("pydantic-evals", "aiohttp")),
    Contestant(script="promptfoo_run", npm="promptfoo@0.121.20"),
    Contestant(script="inspect_run", needs=("inspect-ai", "openai")),
)


def main() -> None:
    chosen = {CONTESTANTS[0].script, *sys.argv[1:]} if sys.argv[1:] else set[str]()
    server = subprocess.Popen([sys.executable, str(HERE / "server.py")], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    url = server.stdout.readline().strip()
    try:
        best = rates(url, [one for one in CONTESTANTS if not chosen or one.script in chosen])
    finally:
        server.kill()
        server.wait()
    bare = best["bare_loop"][0] or 1.0
    how = f"({SAMPLES} samples, {AT_ONCE} at once, best of {ROUNDS})"
    print(f"{'contestant':<22}{'samples/s':>10}{'of bare':>10}{'CPU s/1000':>11}   {how}")
    for name, (found, cpu) in best.items():
        told = "not installed" if found is None else f"{found:>10.0f}{found / bare:>10.3f}"
        print(f"{name:<22}{told}{'' if cpu is None else f'{cpu / SAMPLES * 1000:>10.2f}'}")
    print(f"load {os.getloadavg()[0]:.1f}")


Best = dict[str, tuple[float | None, float | None]]


def rates(url: str, contestants: list[Contestant]) -> Best:
    """Return the best rate and the least CPU of each contestant; ``None`` where it fails or does not tell."""
    best: Best = {one.script: (None, None) for one in contestants}
    pythons = {one.script: one.python() for one in contestants}
    for _ in range(ROUNDS):
        for one in contestants:
            python = pythons[one.script]
            spent = [] if python is None else _round(one, python, url)
            rate, cpu = best[one.script]
            if spent:
                rate = max(SAMPLES / spent[-1], rate or 0.0)
                cpu = min(spent[0], cpu or spent[0]) if len(spent) > 1 else None
            best[one.script] = rate, cpu
    return best


def _round(contestant: Contestant, python: Path, url: str) -> list[float]:
    """Return what a round took: CPU seconds where the contestant tells them, then seconds; nothing where it fails."""
    words = [str(python), str(HERE / f"{contestant.script}.py"), url, str(SAMPLES), str(AT_ONCE)]
    environment = {**os.environ, "PROMPTFOO": str(contestant.program)}
    ended = subprocess.run(words, capture_output=True, text=True, check=False, env=environment)
    if ended.returncode:
        print(f"{contestant.script} failed: {ended.stderr[-500:]}", file=sys.stderr)
        return []
    return [float(one) for one in ended.stdout.split()[-2:]]


if __name__ == "__main__":
    main()
