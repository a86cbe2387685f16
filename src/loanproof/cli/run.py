"""``loanproof run``: ask a target every case of a suite, judge and score the answers, and decide."""

from __future__ import annotations

from pathlib import Path

import click

from loanproof.cli.exit_codes import VERDICT, Coded
from loanproof.cli.store_option import store_option


@click.command("run", cls=Coded, exit_codes={**VERDICT, 130: "interrupted; the command to go on is printed"})
@click.argument("suite", type=click.Path(path_type=Path))
@click.option("--target", help="Who is asked: http://…, openai:MODEL@VERSION, … or a name of targets.yaml.")
@click.option("--judge", help="Who judges: contract (no model), openai:MODEL@VERSION, … or a name of targets.yaml.")
@click.option("--repeats", type=click.IntRange(min=1), help="How often each case is asked; the suite says by default.")
@click.option("--resume", metavar="RUN", help="Go on with a run; what it has is not asked again.")
@click.option(
    "--engine", type=click.Choice(["local", "ray"]), default="local", help="Where it runs; ray is not there yet."
)
@click.option("--case", "cases", multiple=True, help="Only this case; may be repeated. Never released.")
@click.option("--tag", "tags", multiple=True, help="Only cases with this tag; may be repeated. Never released.")
@click.option(
    "--capability", "capabilities", multiple=True, help="Only this capability; may be repeated. Never released."
)
@click.option("--dry-run", is_flag=True, help="Only estimate calls and tokens.")
@click.option("--cache", is_flag=True, help="Take over answers of earlier runs to the same questions.")
@click.option("--targets", "targets_file", type=click.Path(path_type=Path), help="Another targets.yaml.")
@click.option("--allow-floating", is_flag=True, help="Allow a model without a pinned version. Never released.")
@click.option("--code-version", help="The version of the code under test; by default the commit of the suite.")
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
    cases: tuple[str, ...],
    tags: tuple[str, ...],
    capabilities: tuple[str, ...],
    dry_run: bool,
    cache: bool,
    targets_file: Path | None,
    allow_floating: bool,
    code_version: str | None,
    store: str,
) -> None:
    """Ask a target every case of a suite, judge and score the answers, and say whether it may be released.

    Every answer is kept as it comes, so a run that stops goes on with --resume.
    """
    from loanproof.cli.running import RunOptions, run_suite
    from loanproof.core import UsageError

    if engine == "ray":
        raise UsageError("the engine 'ray' is not there yet.", hint="Leave --engine out: all cores of one machine.")
    options = RunOptions(
        suite=suite,
        target=target,
        judge=judge,
        repeats=repeats,
        resume=resume,
        cases=cases,
        tags=tags,
        capabilities=capabilities,
        dry_run=dry_run,
        cache=cache,
        targets_file=targets_file,
        allow_floating=allow_floating,
        code_version=code_version,
        store=store,
    )
    ctx.exit(run_suite(options))
