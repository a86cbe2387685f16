"""``loanproof rescore``: a stored run again, from its raw outputs, by the suite as it is now."""

from __future__ import annotations

from pathlib import Path

import click

from loanproof.cli.cache_folder import documents_folder
from loanproof.cli.exit_codes import VERDICT, CommandWithExitCodes
from loanproof.cli.store_option import store_option


@click.command("rescore", cls=CommandWithExitCodes, exit_codes=VERDICT)
@click.argument("run")
@click.option("--judge", help="Who judges; by default the contract, without a model.")
@click.option("--suite", type=click.Path(path_type=Path), help="The suite, if it lies elsewhere now.")
@click.option("--targets", "targets_file", type=click.Path(path_type=Path), help="Another targets.yaml.")
@click.option(
    "--allow-floating", is_flag=True, help="Allow a judge without a pinned version. The run cannot be release-ready."
)
@click.option("--overrides", is_flag=True, help="Count the labels that two people overrode; both verdicts are told.")
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
    overrides: bool,
    store: str | None,
) -> None:
    """Score a stored run again from its raw outputs; no target is called.

    RUN is the id of a stored run. The result is a new run; the old one stays as it is. An answer to a question or
    document that has changed counts as missing. An interrupted rescoring is resumed.
    """
    from contextlib import ExitStack

    from loanproof.cli.review_store import opened_reviews
    from loanproof.cli.run_progress import RunProgress
    from loanproof.cli.store_option import opened, url_holding
    from loanproof.cli.verdict_tables import print_finished
    from loanproof.reports import find_mistakes
    from loanproof.runs import StoredRun
    from loanproof.service import JudgeRequest, RunService

    judging = JudgeRequest(judge=judge, targets_file=targets_file, allow_floating=allow_floating)
    url = url_holding(run, store)
    with ExitStack() as stack:
        found = stack.enter_context(opened(url, must_exist=True))
        reviews = stack.enter_context(opened_reviews(url)) if overrides else None
        service = RunService(store=found, cache_folder=documents_folder(), watch=RunProgress())
        finished = service.rescore(run, judging, suite=suite, reviews=reviews)
        mistakes = find_mistakes(StoredRun(found, finished.run_id).cases())
    print_finished(finished, mistakes)
    ctx.exit(finished.head.verdict.exit_code)
