"""The driver's side of a cluster, on a fake one that finishes tasks in the worst order; the real one: tests/cluster."""

from __future__ import annotations

import asyncio
import os
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from loanproof.adapters.python_target import PythonTarget
from loanproof.adapters.ray_engine import RayEngine, open_ray
from loanproof.adapters.ray_target import RayTarget
from loanproof.adapters.ray_tasks import AnsweredBatch, ScoredBatch
from loanproof.core import Capability, FileError, OutsideError, PartMissing, UsageError
from loanproof.runs import Answer, Question, QuestionDocument, ScoringSetup, TargetIdentity
from loanproof.wiring import open_engine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


class FakeRayError(Exception):
    def __init__(self, cause: Exception | None = None) -> None:
        super().__init__("the cluster says so")
        self.cause = cause


class FakeCrash(FakeRayError):
    pass


class FakeRay:
    """Runs tasks when they are waited for, the last one that was sent first."""

    exceptions = SimpleNamespace(RayError=FakeRayError, WorkerCrashedError=FakeCrash, OutOfMemoryError=FakeCrash)

    def __init__(self, work: Callable[..., Any]) -> None:
        self._work = work
        self._sent: list[tuple[object, ...]] = []
        self.most_at_once = 0
        self.under_way = 0

    def put(self, value: object) -> object:
        return value

    def remote(self, **_: object) -> Callable[[object], Any]:
        return lambda _: SimpleNamespace(remote=self._send)

    def _send(self, *given: object) -> int:
        self._sent.append(given)
        self.under_way += 1
        self.most_at_once = max(self.most_at_once, self.under_way)
        return len(self._sent) - 1

    def wait(self, refs: list[int], *, num_returns: int) -> tuple[list[int], list[int]]:
        assert num_returns == 1
        return [refs[-1]], refs[:-1]

    def get(self, ref: int) -> Any:
        self.under_way -= 1
        return self._work(*self._sent[ref])


SETUP = ScoringSetup(suite_folder=__import__("pathlib").Path("suite"), dataset_hash="sha256:00")


def pages(count: int) -> Iterator[list[Any]]:
    return ([(f"c-{at}", 1, at, None, None)] for at in range(count))


def test_pages_come_back_in_order_however_the_tasks_end() -> None:
    fake = FakeRay(lambda _code, _sent, _setup, batch: ScoredBatch(pages=batch, seconds=100.0))
    engine = RayEngine(ray=fake, workers=2)
    assert list(engine.score(pages(40), SETUP)) == list(pages(40))
    assert fake.most_at_once == 6


def test_batches_grow_until_they_are_worth_a_task() -> None:
    sizes: list[int] = []

    def work(_code: str, _sent: None, _setup: ScoringSetup, batch: list[Any]) -> ScoredBatch:
        sizes.append(len(batch))
        return ScoredBatch(pages=batch, seconds=0.1 * len(batch))

    assert len(list(RayEngine(ray=FakeRay(work), workers=1).score(pages(100), SETUP))) == 100
    assert sizes[0] == 1
    assert max(sizes) == 20


def fail(error: Exception) -> Callable[..., Any]:
    def work(*_: object) -> Any:
        raise error

    return work


def test_what_a_task_raised_is_raised_here() -> None:
    fake = FakeRay(fail(FakeRayError(FileError("the suite was changed."))))
    with pytest.raises(FileError, match="the suite was changed"):
        list(RayEngine(ray=fake, workers=1).score(pages(3), SETUP))


def test_a_cluster_that_fails_ends_the_run_with_a_way_to_go_on() -> None:
    with pytest.raises(OutsideError, match=r"the cluster says so.*--resume"):
        list(RayEngine(ray=FakeRay(fail(FakeCrash())), workers=1).score(pages(3), SETUP))


class AwaitedRay(FakeRay):
    async def _run(self, given: tuple[object, ...]) -> Any:
        await asyncio.sleep(0)
        return self._work(*given)

    def _send(self, *given: object) -> Any:
        return self._run(given)


IDENTITY = TargetIdentity(name="baseline", kind="baseline", model_id=None, model_version="1")


def asked(work: Callable[..., Any], folder: Path, names: list[str]) -> list[Answer]:
    async def ask() -> list[Answer]:
        inner = PythonTarget("json:loads", identity=IDENTITY, timeout_s=1)
        target = RayTarget(AwaitedRay(work), inner, window=2, retries=0)
        found = await asyncio.gather(*(target.ask(question(folder, name)) for name in names))
        await target.close()
        return found

    return asyncio.run(ask())


def question(folder: Path, name: str) -> Question:
    path = folder / name
    path.write_text(name)
    return Question(
        case_id=name, repeat=1, capability=Capability.QA, documents=(QuestionDocument(name=name, path=path),)
    )


def echo(_code: str, _sent: None, _setup: object, questions: list[Question], digests: dict[Any, str]) -> AnsweredBatch:
    assert {one.documents[0].path for one in questions} == digests.keys()
    return AnsweredBatch(answers=[Answer(output=one.case_id) for one in questions], seconds=0.01)


def test_every_question_gets_its_own_answer(tmp_path: Path) -> None:
    names = [f"{at % 7}-{at}.txt" for at in range(60)]
    assert [one.output for one in asked(echo, tmp_path, names)] == names


def test_a_document_that_kills_its_worker_costs_itself_alone(tmp_path: Path) -> None:
    def work(*given: Any) -> AnsweredBatch:
        if any(one.case_id == "deadly.pdf" for one in given[3]):
            raise FakeCrash
        return echo(*given)

    answers = asked(work, tmp_path, ["a.pdf", "deadly.pdf", "z.pdf"])
    assert [one.output for one in answers] == ["a.pdf", None, "z.pdf"]
    assert answers[1].error_kind == "exit"


def test_a_cluster_that_fails_while_it_is_asked_ends_the_run(tmp_path: Path) -> None:
    with pytest.raises(OutsideError, match="the cluster says so"):
        asked(fail(FakeRayError()), tmp_path, ["a.pdf"])


def test_only_the_built_in_system_is_asked_on_the_cluster(tmp_path: Path) -> None:
    engine = RayEngine(ray=FakeRay(echo), workers=1)
    inner = PythonTarget("json:loads", identity=IDENTITY, timeout_s=1)
    assert isinstance(engine.answering(inner, tmp_path), RayTarget)
    theirs = PythonTarget(
        "json:loads", identity=TargetIdentity(name="p", kind="python", model_id=None, model_version="1"), timeout_s=1
    )
    assert engine.answering(theirs, tmp_path) is theirs


@pytest.fixture
def no_token(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH", "RAY_AUTH_MODE", "RAY_USAGE_STATS_ENABLED"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setitem(sys.modules, "ray", None)


@pytest.mark.usefixtures("no_token")
def test_a_cluster_is_not_joined_without_its_token() -> None:
    with pytest.raises(UsageError, match="the token of the cluster is not known"), open_ray("127.0.0.1:1"):
        pass


@pytest.mark.usefixtures("no_token")
def test_authentication_is_never_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    with pytest.raises(UsageError, match="runs whatever anybody sends it"), open_ray(None):
        pass


@pytest.mark.usefixtures("no_token")
def test_a_cluster_of_our_own_gets_a_token_and_tells_nobody_of_itself() -> None:
    with pytest.raises(PartMissing, match="Ray is not installed"), open_engine("ray"):
        pass
    told = os.environ
    assert (told["RAY_AUTH_MODE"], len(told["RAY_AUTH_TOKEN"]), told["RAY_USAGE_STATS_ENABLED"]) == ("token", 64, "0")
