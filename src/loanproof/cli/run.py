"""``loanproof run``: ask a target every case of a suite, judge and score the answers, and decide."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from loanproof.cli.cache_folder import documents_folder
from loanproof.cli.exit_codes import VERDICT, CommandWithExitCodes
from loanproof.cli.program_name import program
from loanproof.cli.store_option import store_option

CONTENTS = "LOANPROOF_CONTENTS"
"""The environment variable with the content store from which machines of a cluster get a suite they do not share."""

if TYPE_CHECKING:
    from loanproof.cli.run_progress import RunProgress
    from loanproof.service import RunRequest


@click.command(
    "run", cls=CommandWithExitCodes, exit_codes={**VERDICT, 130: "interrupted; the command to resume is printed"}
)
@click.argument("suite", type=click.Path(path_type=Path))
@click.option("--target", help="Who is asked: baseline, llm:NAME, http://…, … or a name of targets.yaml.")
@click.option("--judge", help="Who judges: contract (no model), openai:MODEL@VERSION, … or a name of targets.yaml.")
@click.option("--repeats", type=click.IntRange(min=1), help="How often each case is asked; the suite says by default.")
@click.option("--resume", metavar="RUN", help="Resume a run; what it has is not asked again.")
@click.option(
    "--engine",
    type=click.Choice(["local", "ray"]),
    default="local",
    help="Where the work is done: all cores of this machine, or a Ray cluster.",
)
@click.option("--ray-address", metavar="HOST:PORT", help="The cluster to join; without one it is started here.")
@click.option(
    "--case",
    "cases",
    multiple=True,
    help="Only this case; may be repeated. The run cannot be release-ready.",
)
@click.option(
    "--tag",
    "tags",
    multiple=True,
    help="Only cases with this tag; may be repeated. The run cannot be release-ready.",
)
@click.option(
    "--capability",
    "capabilities",
    multiple=True,
    help="Only this capability; may be repeated. The run cannot be release-ready.",
)
@click.option("--dry-run", is_flag=True, help="Only estimate calls and tokens.")
@click.option("--cache", is_flag=True, help="Take over answers of earlier runs to the same questions.")
@click.option("--targets", "targets_file", type=click.Path(path_type=Path), help="Another targets.yaml.")
@click.option(
    "--allow-floating", is_flag=True, help="Allow a model without a pinned version. The run cannot be release-ready."
)
@click.option("--code-version", help="The commit or release under test; by default the commit of the suite.")
@click.option("--prompt-template", metavar="ID@VERSION|none", help="The prompt that the target uses, if it has one.")
@click.option("--hybrid", is_flag=True, help="With llm:NAME: leave to the rules the fields that they settle at HIGH.")
@store_option
@click.pass_context
def command(
    ctx: click.Context,
    *,
    suite: Path,
    target: str | None,
    judge: str | None,
    repeats: int | None,
    resume: str | None,
    engine: str,
    ray_address: str | None,
    cases: tuple[str, ...],
    tags: tuple[str, ...],
    capabilities: tuple[str, ...],
    dry_run: bool,
    cache: bool,
    targets_file: Path | None,
    allow_floating: bool,
    code_version: str | None,
    prompt_template: str | None,
    hybrid: bool,
    store: str | None,
) -> None:
    """Ask a target every case of a suite, judge and score the answers, and say whether it may be released.

    Every answer is stored as it arrives, so a run that stops can be resumed with --resume.
    """
    from loanproof.cli.run_progress import RunProgress
    from loanproof.cli.store_option import opened_for
    from loanproof.cli.verdict_tables import print_finished
    from loanproof.reports import find_mistakes
    from loanproof.runs import StoredRun
    from loanproof.service import JudgeRequest, RunRequest, RunService
    from loanproof.wiring import open_engine

    request = RunRequest(
        suite=suite,
        target=target,
        judging=JudgeRequest(judge=judge, targets_file=targets_file, allow_floating=allow_floating),
        repeats=repeats,
        cases=cases,
        tags=tags,
        capabilities=capabilities,
        prompt_template=prompt_template,
        code_version=code_version,
        take_over=cache,
        is_hybrid=hybrid,
    )
    if dry_run:
        _print_estimate(request)
        return
    progress = RunProgress()
    with (
        opened_for(suite, store, must_exist=resume is not None) as (found, place),
        open_engine(engine, ray_address=ray_address, contents_url=os.environ.get(CONTENTS)) as elsewhere,
    ):
        service = RunService(store=found, cache_folder=documents_folder(), watch=progress, engine=elsewhere)
        with _resumable(progress, _resume_command(request, store, engine, ray_address)):
            finished = service.start(request) if resume is None else service.resume(resume, request)
        mistakes = find_mistakes(StoredRun(found, finished.run_id).cases())
    print_finished(finished, mistakes, place)
    ctx.exit(finished.head.verdict.exit_code)


@contextmanager
def _resumable(progress: RunProgress, resume_with: str) -> Iterator[None]:
    """Print how to resume a run that is interrupted from outside; one whose model changed cannot be resumed."""
    from loanproof.core import OutsideError
    from loanproof.runs import TargetChanged

    try:
        yield
    except (OutsideError, KeyboardInterrupt) as error:
        if progress.run_id is not None and not isinstance(error, TargetChanged):
            click.echo(f"Resume with: {resume_with} {progress.run_id}", err=True)
        raise


def _resume_command(request: RunRequest, store: str | None, engine: str, ray_address: str | None) -> str:
    """Return the command that resumes a run, without its id."""
    words = [*program(), "run", str(request.suite)]
    if request.target is not None:
        words += ["--target", request.target]
    if request.judging.targets_file is not None:
        words += ["--targets", str(request.judging.targets_file)]
    if request.is_hybrid:
        words.append("--hybrid")
    if engine != "local":
        words += ["--engine", engine, *(() if ray_address is None else ("--ray-address", ray_address))]
    if store is not None:
        # A URL may contain a password, which must not reach a log.
        words += ["--store", "postgresql://…" if "@" in store else store]
    return f"{shlex.join(words)} --resume"


def _print_estimate(request: RunRequest) -> None:
    from loanproof.cli.printing import Printer
    from loanproof.core import counted
    from loanproof.service import estimate_request

    plan, found = estimate_request(request)
    printer = Printer()
    printer.print(f"{counted(len(plan.cases), 'case')}, {len(plan.repeats)} times each: {counted(len(plan), 'call')}.")
    printer.print(f"Target: {found.calls} calls, about {found.input_tokens:,} tokens sent,")
    printer.print(f"        at most {found.most_output_tokens:,} tokens answered.")
    printer.print(
        f"Judge:  {found.judge_calls} calls, about {found.judge_input_tokens:,} tokens sent besides the answers."
    )
    printer.print("An estimate: four characters count as one token, retries are not counted. Nothing was called.")
