"""``loanproof score``: recorded outputs against a suite."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from loanproof.cli.exit_codes import VERDICT, Coded
from loanproof.cli.store_option import store_option

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loanproof.runs import RecordedRun, ResultCase, ResultHead
    from loanproof.wiring import Directory

_STANDARD_OUTPUT = "-"


@click.command("score", cls=Coded, exit_codes=VERDICT)
@click.argument("suite", type=click.Path(path_type=Path))
@click.argument("outputs", type=click.Path(path_type=Path))
@click.option("--judge", help="Who judges; by default the contract, without a model.")
@click.option("--json", "target", metavar="FILE|-", help="Write the whole result here and store nothing; - is stdout.")
@click.option("--targets", "targets_file", type=click.Path(path_type=Path), help="Another targets.yaml, for judges.")
@click.option("--allow-floating", is_flag=True, help="Allow a judge without a pinned version. Never released.")
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
    store: str,
) -> None:
    """Score recorded outputs against a suite, and say whether they may be released.

    OUTPUTS is a file with one answer a line. Without --json the run is stored, and its id is printed. The result
    is written whatever the verdict.
    """
    from loanproof.cases import load_suite
    from loanproof.cli.cache_folder import cache_folder
    from loanproof.cli.printing import Printer
    from loanproof.cli.verdict_tables import print_next_step, print_verdict
    from loanproof.documents import Cache
    from loanproof.outputs import load_outputs
    from loanproof.runs import RecordedRun, now_utc
    from loanproof.standards import load_rubric
    from loanproof.wiring import Directory

    loaded = load_suite(suite)
    cache = Cache(cache_folder() / "documents")
    run = RecordedRun(suite=loaded, outputs=load_outputs(outputs), timestamp_utc=now_utc(), cache=cache)
    directory = Directory(
        suite_folder=loaded.folder,
        rubric=load_rubric(loaded.settings.rubric),
        targets_file=targets_file,
        allow_floating=allow_floating,
    )
    if target is None:
        head, run_id = _store(run, judge, directory, store)
        print_verdict(head, Printer())
        print_next_step(head, run_id, Printer())
        click.echo(f"Run {run_id}")
    else:
        head = _write(run, target) if judge is None else _write_judged(run, judge, directory, target)
        is_file = target != _STANDARD_OUTPUT
        print_verdict(head, Printer(to_stderr=not is_file))
        if is_file:
            print_next_step(head, target, Printer())
    ctx.exit(head.verdict.exit_code)


def _store(run: RecordedRun, judge: str | None, directory: Directory, store: str) -> tuple[ResultHead, str]:
    """Score into the store; an earlier hallucination of the same target must be explained first."""
    from loanproof.cli.store_option import opened
    from loanproof.cli.storing_recorded import store_recorded
    from loanproof.runs import StoredRun

    with opened(store) as found:
        run_id = store_recorded(found, run, judge, directory)
        return StoredRun(found, run_id).head, run_id


def _write(run: RecordedRun, target: str) -> ResultHead:
    """Score straight into a file; nothing is kept anywhere else."""
    from loanproof.cli.phase_progress import PhaseProgress
    from loanproof.runs import score_recorded

    with _Destination(target) as place, PhaseProgress("Scoring", run.samples) as progress:

        def keep(case: ResultCase) -> None:
            place.writer.add(case)
            progress.advance(1)

        head = score_recorded(run, keep=keep)
        place.writer.finish(head)
    return head


def _write_judged(run: RecordedRun, judge: str, directory: Directory, target: str) -> ResultHead:
    """Score with a judge into a file, by way of a store that is gone afterwards."""
    from tempfile import TemporaryDirectory

    from loanproof.cli.store_option import opened
    from loanproof.cli.storing_recorded import store_recorded
    from loanproof.runs import StoredRun

    with TemporaryDirectory() as folder, opened(f"sqlite:{folder}/runs.db") as found:
        run_id = store_recorded(found, run, judge, directory, is_kept=False)
        reader = StoredRun(found, run_id)
        with _Destination(target) as place:
            cases: Iterator[ResultCase] = reader.cases()
            for case in cases:
                place.writer.add(case)
            place.writer.finish(reader.head)
        return reader.head


class _Destination:
    """Where a result is written: a file that appears when it is whole, or standard output once it is."""

    def __init__(self, target: str) -> None:
        self._target = target
        self._stack = ExitStack()

    def __enter__(self) -> _Destination:
        from tempfile import TemporaryDirectory

        from loanproof.runs import ResultWriter

        self._is_stdout = self._target == _STANDARD_OUTPUT
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
