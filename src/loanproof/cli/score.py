"""``loanproof score``: recorded outputs against a suite."""

from __future__ import annotations

import sys
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from loanproof.cli.cache_folder import documents_folder
from loanproof.cli.exit_codes import VERDICT, CommandWithExitCodes
from loanproof.cli.json_target import STANDARD_OUTPUT
from loanproof.cli.store_option import store_option

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from loanproof.reports import Mistakes
    from loanproof.runs import ResultCase, ResultHead, RunStore
    from loanproof.service import FinishedRun, RunService


@click.command("score", cls=CommandWithExitCodes, exit_codes=VERDICT)
@click.argument("suite", type=click.Path(path_type=Path))
@click.argument("outputs", type=click.Path(path_type=Path))
@click.option("--judge", help="Who judges; by default the contract, without a model.")
@click.option("--json", "target", metavar="FILE|-", help="Write the whole result here and store nothing; - is stdout.")
@click.option("--targets", "targets_file", type=click.Path(path_type=Path), help="Another targets.yaml, for judges.")
@click.option(
    "--allow-floating", is_flag=True, help="Allow a judge without a pinned version. The run cannot be release-ready."
)
@click.option("--code-version", help="The commit or release under test, if the outputs do not say it.")
@store_option
@click.pass_context
def command(
    ctx: click.Context,
    *,
    suite: Path,
    outputs: Path,
    judge: str | None,
    target: str | None,
    targets_file: Path | None,
    allow_floating: bool,
    code_version: str | None,
    store: str | None,
) -> None:
    """Score recorded outputs against a suite, and say whether they may be released.

    OUTPUTS is a file with one answer a line. Without --json the run is stored, and its id is printed. The result
    is written whatever the verdict.
    """
    from loanproof.cli.printing import Printer
    from loanproof.cli.store_option import opened_for
    from loanproof.cli.verdict_tables import print_finished, print_next_step, print_verdict
    from loanproof.reports import find_mistakes
    from loanproof.runs import StoredRun
    from loanproof.service import JudgeRequest, RecordedRequest

    judging = JudgeRequest(judge=judge, targets_file=targets_file, allow_floating=allow_floating)
    request = RecordedRequest(suite=suite, outputs=outputs, judging=judging, code_version=code_version)
    if target is None:
        with opened_for(suite, store) as (found, place):
            finished = _service(found, keeps=True).score_recorded(request)
            mistakes = find_mistakes(StoredRun(found, finished.run_id).cases())
        print_finished(finished, mistakes, place)
        ctx.exit(finished.head.verdict.exit_code)
    head, mistakes = write_result(lambda service: service.score_recorded(request), target)
    is_file = target != STANDARD_OUTPUT
    print_verdict(head, mistakes, Printer(to_stderr=not is_file))
    if is_file:
        print_next_step(head, mistakes, target, Printer())
    ctx.exit(head.verdict.exit_code)


def write_result(carry_out: Callable[[RunService], FinishedRun], target: str) -> tuple[ResultHead, Mistakes]:
    """Write a run to a file, or to standard output, via a temporary store."""
    from loanproof.cli.signing_key import load_signer
    from loanproof.reports import find_mistakes
    from loanproof.runs import StoredRun
    from loanproof.store import open_scratch_store

    with closing(open_scratch_store(signer=load_signer())) as scratch, _Destination(target) as place:
        finished = carry_out(_service(scratch, keeps=False))
        mistakes = find_mistakes(_written(StoredRun(scratch, finished.run_id).cases(), place))
        place.writer.finish(finished.head)
    return finished.head, mistakes


def _written(cases: Iterator[ResultCase], place: _Destination) -> Iterator[ResultCase]:
    """Yield the cases, each after it was written: they are read once for the file and for the screen."""
    for case in cases:
        place.writer.add(case)
        yield case


def _service(store: RunStore, *, keeps: bool) -> RunService:
    from loanproof.cli.run_progress import RunProgress
    from loanproof.service import RunService

    return RunService(store=store, cache_folder=documents_folder(), watch=RunProgress(), keeps=keeps)


class _Destination:
    """The destination of a result: a file that appears when complete, or standard output."""

    def __init__(self, target: str) -> None:
        self._target = target
        self._stack = ExitStack()

    def __enter__(self) -> _Destination:
        from tempfile import TemporaryDirectory

        from loanproof.runs import ResultWriter

        self._is_stdout = self._target == STANDARD_OUTPUT
        folder = self._stack.enter_context(TemporaryDirectory()) if self._is_stdout else ""
        self._path = Path(folder) / "result.json" if self._is_stdout else Path(self._target)
        self.writer = self._stack.enter_context(ResultWriter(self._path))
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        import shutil

        if kind is None and self._is_stdout:
            with self._path.open("rb") as stream:
                shutil.copyfileobj(stream, sys.stdout.buffer)
            sys.stdout.flush()
        self._stack.close()
