"""``loanproof rca``: the root-cause analysis that a hallucination requires."""

from __future__ import annotations

import click

from loanproof.cli.exit_codes import STORED, CommandWithExitCodes
from loanproof.cli.store_option import store_option


@click.command("rca", cls=CommandWithExitCodes, exit_codes=STORED)
@click.argument("run")
@click.option("--cause", required=True, help="Why it happened, in at least five words.")
@click.option("--fix", required=True, help="What was done about it.")
@click.option("--by", required=True, help="Who says so.")
@store_option
def command(run: str, cause: str, fix: str, by: str, store: str | None) -> None:
    """Record why a run had a hallucination; the next run waits for it.

    RUN is the id of a stored run. The analysis counts for this suite and this target, in any version.
    """
    from loanproof.cli.signing_key import load_signer
    from loanproof.cli.store_option import opened_holding
    from loanproof.runs import StoredRun, prove_run, record_root_cause
    from loanproof.standards import load_contract

    with opened_holding(run, store) as found:
        reader = StoredRun(found, run)
        prove_run(reader, load_signer())  # a changed run cannot be explained
        kept = record_root_cause(
            found, reader.row, load_contract(reader.head.run.standard), cause=cause, fix=fix, by=by
        )
    click.echo(f"Recorded for {kept.run_id}: {kept.target} may be run on {kept.suite_id} again.")
