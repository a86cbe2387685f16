"""``loanproof remediate``: the remediation that a failed gate requires."""

from __future__ import annotations

import click

from loanproof.cli.exit_codes import STORED, CommandWithExitCodes
from loanproof.cli.store_option import store_option


@click.command("remediate", cls=CommandWithExitCodes, exit_codes=STORED)
@click.argument("run")
@click.argument("gate")
@click.option("--owner", required=True, help="Who sees to it.")
@click.option("--due", required=True, metavar="YYYY-MM-DD", help="By which day.")
@click.option("--action", required=True, help="What is done.")
@store_option
def command(run: str, gate: str, owner: str, due: str, action: str, store: str | None) -> None:
    """Record who fixes a failed gate, how, and by when; later reports say whether it is open or closed.

    RUN is the id of a stored run and GATE one that it failed, as the verdict or the result names it. The first later
    run of the same suite and target that passes the gate on all cases closes it.
    """
    from loanproof.cli.store_option import opened_holding
    from loanproof.reports import gate_name
    from loanproof.runs import StoredRun, record_remediation

    with opened_holding(run, store) as found:
        reader = StoredRun(found, run)
        head = reader.head
        meant = next((one for one in head.verdict.failed_gates if gate_name(one) == gate), gate)
        kept = record_remediation(found, reader.row, head, gate=meant, owner=owner, due=due, action=action)
    click.echo(f"Recorded for {kept.run_id}: {kept.owner} mends the gate “{gate_name(kept.gate)}” by {kept.due}.")
