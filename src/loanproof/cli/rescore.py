"""``loanproof rescore``: a stored run again, from its raw outputs, by the suite as it is now."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from loanproof.cli.exit_codes import VERDICT, Coded
from loanproof.cli.store_option import store_option

if TYPE_CHECKING:
    from loanproof.runs import Manifest, RunRow, RunStore


@click.command("rescore", cls=Coded, exit_codes=VERDICT)
@click.argument("run")
@click.option("--judge", help="Who judges; by default the contract, without a model.")
@click.option("--suite", type=click.Path(path_type=Path), help="The suite, if it lies elsewhere now.")
@click.option("--targets", "targets_file", type=click.Path(path_type=Path), help="Another targets.yaml.")
@click.option("--allow-floating", is_flag=True, help="Allow a judge without a pinned version. Never released.")
@store_option
@click.pass_context
def command(
    ctx: click.Context,
    *,
    run: str,
    judge: str | None,
    suite: Path | None,
    targets_file: Path | None,
    allow_floating: bool,
    store: str,
) -> None:
    """Score a stored run again from its raw outputs; no target is called.

    RUN is the id of a stored run. The result is a new run; the old one stays as it is. An answer to a question or
    document that was changed since counts as none. A rescoring that was interrupted is gone on with.
    """
    from loanproof.cli.printing import Printer
    from loanproof.cli.store_option import opened
    from loanproof.cli.verdict_tables import print_next_step, print_verdict
    from loanproof.runs import StoredRun

    with opened(store, must_exist=True) as found:
        row = found.read_run(run)
        folder = suite or Path(row.manifest.suite_folder)
        run_id = _rescore(found, row, folder, judge, targets_file, allow_floating=allow_floating)
        head = StoredRun(found, run_id).head
    print_verdict(head, Printer())
    print_next_step(head, run_id, Printer())
    click.echo(f"Run {run_id}")
    ctx.exit(head.verdict.exit_code)


def _rescore(
    store: RunStore,
    row: RunRow,
    folder: Path,
    judge_name: str | None,
    targets_file: Path | None,
    *,
    allow_floating: bool,
) -> str:
    from loanproof.cases import load_suite
    from loanproof.cli.cache_folder import cache_folder
    from loanproof.cli.evaluators import choose_evaluator
    from loanproof.cli.running import judge_and_score
    from loanproof.runs import Plan, RunEngine, describe_planned, identity_of, make_manifest, repeats_of, selection_of
    from loanproof.standards import load_contract, load_rubric
    from loanproof.wiring import Directory

    before, suite = row.manifest, load_suite(folder)
    standard, rubric = load_contract(suite.settings.standard), load_rubric(suite.settings.rubric)
    directory = Directory(
        suite_folder=suite.folder, rubric=rubric, targets_file=targets_file, allow_floating=allow_floating
    )
    judge, evaluator = choose_evaluator(judge_name, directory, standard)
    plan = Plan(suite, identity_of(before), repeats=repeats_of(before), selection=selection_of(before))
    code_version = before.head["code_version"]
    run = describe_planned(
        plan, evaluator, standard, rubric, code_version=None if code_version is None else str(code_version)
    ).model_copy(update={"rescored_from": before.rescored_from or before.run_id})
    manifest = make_manifest(plan, run, {"judge_is_floating": evaluator.is_floating})
    begun = _begun(store, manifest)
    if begun is None:
        store.save_run(manifest)
    engine = RunEngine(
        plan=plan,
        manifest=begun or manifest,
        store=store,
        standard=standard,
        rubric=rubric,
        cache_folder=cache_folder() / "documents",
    )
    engine.copy_samples(before.run_id)
    return judge_and_score(engine, judge)


def _begun(store: RunStore, wanted: Manifest) -> Manifest | None:
    """Return the same rescoring, if one was begun and did not end: what was judged then is not judged again."""
    own = ("run_id", "timestamp_utc")
    head = {name: value for name, value in wanted.head.items() if name not in own}
    for row in store.read_runs(suite_id=wanted.suite_id, target=wanted.target):
        old = row.manifest
        same = {name: value for name, value in old.head.items() if name not in own} == head
        if same and row.summary is None and old.plan_digest == wanted.plan_digest:
            return old
    return None
