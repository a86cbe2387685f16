"""A Ray cluster as the engine of a run: a window of tasks over paths and digests, results in plan order.

Ray runs any code it is sent, so a cluster is used only with its token.
"""

from __future__ import annotations

import logging
import math
import os
import secrets
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from loanproof.adapters.python_target import PythonTarget
from loanproof.adapters.ray_files import SentFolder, send_folder
from loanproof.adapters.ray_target import AIM_S, RayTarget, told_by
from loanproof.adapters.ray_tasks import ScoredBatch, score_batch
from loanproof.core import OutsideError, PartMissing, UsageError, code_hash

if TYPE_CHECKING:
    from loanproof.runs import PageItem, Scored, ScoringSetup, Target

RETRIES = 5
"""How often a batch is repeated whose worker or machine died."""
_MOST_PAGES = 64
_AHEAD = 3  # batches per worker, so that none waits for the next
_BASELINE = "baseline"


@contextmanager
def open_ray(address: str | None, *, contents_url: str | None = None) -> Iterator[RayEngine]:
    """Join the cluster at an address, or start one on this machine, while the context lasts.

    ``contents_url`` is a content store that every machine can reach, if they do not share the suite's folder.
    """
    _require_token(is_own=address is None)
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"  # no telemetry from us
    os.environ.setdefault("RAY_raylet_start_wait_time_s", "120")  # a busy machine takes longer than 15 seconds
    try:
        import ray
    except ModuleNotFoundError as error:
        hint = 'Install it: pip install "loanproof[ray]".'
        raise PartMissing("Ray is not installed.", hint=hint) from error
    own = {"include_dashboard": False} if address is None else {}
    try:
        ray.init(address=address or "local", log_to_driver=False, logging_level=logging.ERROR, **own)
    except Exception as error:  # Ray raises many types, and only their message matters
        why = " ".join(str(error).split())[:300]
        hint = "Check --ray-address, that the cluster runs, and that RAY_AUTH_TOKEN is its token."
        raise OutsideError(f"Ray cannot be used: {why}.", hint=hint) from error
    try:
        workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        yield RayEngine(ray=ray, workers=workers, contents_url=contents_url)
    finally:
        ray.shutdown()


@dataclass(frozen=True, slots=True, kw_only=True)
class RayEngine:
    """Implements :class:`loanproof.runs.Engine`; ``workers`` is how many tasks the cluster does at once."""

    ray: Any
    workers: int
    contents_url: str | None = None

    def answering(self, target: Target, suite_folder: Path) -> Target:
        """Return a target that asks the built-in system on the cluster; any other target is asked from here."""
        if target.identity.kind != _BASELINE or not isinstance(target, PythonTarget):
            return target
        sent = self._sent(suite_folder)
        return RayTarget(self.ray, target, window=_AHEAD * self.workers, retries=RETRIES, sent=sent)

    def score(self, pages: Iterator[list[PageItem]], setup: ScoringSetup) -> Iterator[list[Scored]]:
        """Score page after page, and yield them in order; at most a window of them is in progress."""
        ray = self.ray
        task = ray.remote(num_cpus=1, max_retries=RETRIES)(score_batch)
        told, sent, code = ray.put(setup), ray.put(self._sent(setup.suite_folder)), code_hash()
        order: deque[Any] = deque()
        running: list[Any] = []
        done: dict[Any, ScoredBatch] = {}
        at_once = 1
        while True:
            while len(order) < _AHEAD * self.workers and (batch := list(islice(pages, at_once))):
                order.append(task.remote(code, sent, told, batch))
                running.append(order[-1])
            if not order:
                return
            ready, running = ray.wait(running, num_returns=1)
            for ref in ready:
                done[ref] = received(ray, ref)
                at_once = _pages_at_once(done[ref])
            while order and order[0] in done:
                yield from done.pop(order.popleft()).pages

    def _sent(self, folder: Path) -> SentFolder | None:
        return None if self.contents_url is None else send_folder(folder, self.contents_url)


def received(ray: Any, ref: Any) -> Any:
    """Return a task's result, or raise its error; a worker that died too often is an error for the operator."""
    try:
        return ray.get(ref)
    except ray.exceptions.RayError as error:
        raise told_by(error) from error


def _pages_at_once(batch: ScoredBatch) -> int:
    for_one = batch.seconds / len(batch.pages)
    return min(_MOST_PAGES, max(1, math.ceil(AIM_S / for_one))) if for_one > 0 else _MOST_PAGES


def _require_token(*, is_own: bool) -> None:
    """Enable token authentication, or raise :class:`UsageError` if it is disabled or there is no token."""
    mode = os.environ.setdefault("RAY_AUTH_MODE", "token")
    if mode != "token":
        why = f"RAY_AUTH_MODE is {mode!r}, and a cluster without a token runs whatever anybody sends it."
        raise UsageError(why, hint="Set RAY_AUTH_MODE=token and RAY_AUTH_TOKEN on every machine.")
    named = os.environ.get("RAY_AUTH_TOKEN") or os.environ.get("RAY_AUTH_TOKEN_PATH")
    if named or (Path.home() / ".ray" / "auth_token").exists():
        return
    if not is_own:
        raise UsageError("the token of the cluster is not known.", hint="Set RAY_AUTH_TOKEN, or RAY_AUTH_TOKEN_PATH.")
    os.environ["RAY_AUTH_TOKEN"] = secrets.token_hex(32)
