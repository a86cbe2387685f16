"""A run on a real cluster of two nodes: the bytes of one process, whatever dies meanwhile. Run by ``make test-ray``."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from tests.conformance.vectors import BASES
from tests.runs.test_scoring_pool import make_engine, store, suite
from tools.ray_cluster import end

from loanproof.adapters.python_target import PythonTarget
from loanproof.adapters.ray_engine import open_ray
from loanproof.adapters.ray_target import RayTarget
from loanproof.core import Capability, FileError, OutsideError, UsageError
from loanproof.runs import Question, QuestionDocument, TargetIdentity

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from loanproof.adapters.ray_engine import RayEngine
    from loanproof.runs import Answer, RunStore

__all__ = ["store", "suite"]  # fixtures
IDENTITY = TargetIdentity(name="baseline", kind="baseline", model_id=None, model_version="1")
pytestmark = [pytest.mark.needs("ray"), pytest.mark.filterwarnings("ignore")]  # what Ray warns of is not ours


@pytest.fixture(scope="module")
def cluster() -> Iterator[RayEngine]:
    with open_ray(os.environ["LOANPROOF_RAY_ADDRESS"]) as engine:
        yield engine


def found(store: RunStore, run_id: str, engine: Any) -> tuple[str, list[str]]:
    head = engine.score(is_judged=False)
    return head.model_copy(update={"run": None}).model_dump_json(), [one.result for one in store.read_results(run_id)]


def test_the_cluster_gives_the_bytes_of_one_process(suite: Path, store: RunStore, cluster: RayEngine) -> None:
    here = found(store, "r-1", make_engine(suite, store, "r-1", 1))
    there = found(store, "r-2", replace(make_engine(suite, store, "r-2", 1), elsewhere=cluster))
    assert there == here
    assert len(here[1]) == 100


def test_a_suite_that_is_not_shared_is_sent_by_its_digests(
    suite: Path, store: RunStore, cluster: RayEngine, tmp_path: Path
) -> None:
    sending = replace(cluster, contents_url=str(tmp_path / "contents"))
    here = found(store, "r-1", make_engine(suite, store, "r-1", 1))
    there = found(store, "r-2", replace(make_engine(suite, store, "r-2", 1), elsewhere=sending))
    assert there == here


def test_a_suite_that_changes_while_it_is_scored_ends_the_run(suite: Path, store: RunStore, cluster: RayEngine) -> None:
    engine = replace(make_engine(suite, store, "r-1", 1), elsewhere=cluster)
    (suite / "suite.yaml").write_text("id: all\nversion: 2.0.0\n")
    with pytest.raises(FileError, match="changed while it was scored"):
        engine.score(is_judged=False)


def test_the_built_in_system_answers_on_the_cluster_as_it_does_here(cluster: RayEngine) -> None:
    [path] = sorted((BASES / "term-loan" / "documents").glob("*.txt"))
    question = Question(
        case_id="EX-1",
        repeat=1,
        capability=Capability.EXTRACTION,
        documents=(QuestionDocument(name=path.name, path=path),),
    )

    async def ask() -> list[Answer]:
        inner = PythonTarget("loanproof.capabilities:answer_by_rules", identity=IDENTITY, timeout_s=300)
        there = cluster.answering(inner, path.parent)
        assert isinstance(there, RayTarget)
        return [await inner.ask(question), await there.ask(question)]

    here, there = asyncio.run(ask())
    assert here.output is not None
    assert there.output == here.output


def questions(folder: Path, *names: str) -> list[Question]:
    for name in names:
        (folder / name).write_text("a document")
    return [
        Question(
            case_id=name,
            repeat=1,
            capability=Capability.QA,
            documents=(QuestionDocument(name=name, path=folder / name),),
        )
        for name in names
    ]


def asked(cluster: RayEngine, wanted: list[Question]) -> dict[str, Answer]:
    async def ask() -> list[Answer]:
        inner = PythonTarget("tests.cluster.deadly:answer", identity=IDENTITY, timeout_s=60)
        target = RayTarget(cluster.ray, inner, window=2, retries=0)
        answers = await asyncio.gather(*(target.ask(one) for one in wanted))
        await target.close()
        return answers

    return dict(zip((one.case_id for one in wanted), asyncio.run(ask()), strict=True))


@pytest.mark.parametrize("deadly", ["reader.pdf", "worker.pdf"])
def test_a_document_that_kills_its_process_costs_itself_alone(cluster: RayEngine, tmp_path: Path, deadly: str) -> None:
    answers = asked(cluster, questions(tmp_path, "a.pdf", deadly, "z.pdf"))
    assert (answers[deadly].output, answers[deadly].error_kind) == (None, "exit")
    assert [answers[name].output for name in ("a.pdf", "z.pdf")] == ['{"answer": "a.pdf"}', '{"answer": "z.pdf"}']


def test_a_document_that_is_another_on_the_worker_is_refused(cluster: RayEngine, tmp_path: Path) -> None:
    [one] = questions(tmp_path, "a.pdf")
    inner = PythonTarget("tests.cluster.deadly:answer", identity=IDENTITY, timeout_s=60)

    async def ask() -> None:
        target = RayTarget(cluster.ray, inner, window=2, retries=0)
        target._digests[one.documents[0].path] = "sha256:00"
        await target.ask(one)

    with pytest.raises(FileError, match="not the one that the run was planned with"):
        asyncio.run(ask())


def test_a_node_that_dies_loses_nothing(
    suite: Path, store: RunStore, cluster: RayEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("loanproof.runs.sample_pages.PAGE", 4)  # so that tasks are under way on both when one dies
    here = found(store, "r-1", make_engine(suite, store, "r-1", 1))
    engine = replace(make_engine(suite, store, "r-2", 1), elsewhere=cluster)
    head = engine.score(is_judged=False, on_scored=lambda _: end(int(os.environ["LOANPROOF_RAY_NODE"])))
    assert head.model_copy(update={"run": None}).model_dump_json() == here[0]
    assert [one.result for one in store.read_results("r-2")] == here[1]


def test_a_program_with_another_token_is_refused() -> None:
    code = "from loanproof.adapters.ray_engine import open_ray\nwith open_ray(%r): pass"
    words = [sys.executable, "-c", code % os.environ["LOANPROOF_RAY_ADDRESS"]]
    environment = {**os.environ, "RAY_AUTH_TOKEN": "0" * 64}
    ended = subprocess.run(words, env=environment, capture_output=True, text=True, check=False, timeout=300)
    assert ended.returncode != 0
    assert "Ray cannot be used" in ended.stderr
    assert "InvalidAuthToken" in ended.stderr


def test_a_cluster_without_authentication_is_not_spoken_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    with pytest.raises(UsageError, match="runs whatever anybody sends it"), open_ray("127.0.0.1:1"):
        pass


def test_other_code_on_a_worker_is_refused(
    suite: Path, store: RunStore, cluster: RayEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("loanproof.adapters.ray_engine.code_hash", lambda: "of another version")
    with pytest.raises(OutsideError, match="another Loanproof"):
        replace(make_engine(suite, store, "r-1", 1), elsewhere=cluster).score(is_judged=False)
