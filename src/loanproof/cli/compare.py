"""``loanproof compare``: what changed from one run to another."""

from __future__ import annotations

from pathlib import Path

import click

from loanproof.cli.exit_codes import STORED, CommandWithExitCodes
from loanproof.cli.store_option import store_option


@click.command(
    "compare", cls=CommandWithExitCodes, exit_codes={**STORED, 1: "anything got worse, with --fail-on-regression"}
)
@click.argument("run_a")
@click.argument("run_b")
@click.option("--fail-on-regression", is_flag=True, help="Exit with 1 if anything got worse.")
@click.option("--json", "target", type=click.Path(path_type=Path, dir_okay=False), help="Write all of it here.")
@store_option
@click.pass_context
def command(
    ctx: click.Context, run_a: str, run_b: str, fail_on_regression: bool, target: Path | None, store: str | None
) -> None:
    """Compare two runs, paired by case and repeat: regressions first.

    RUN_A is the earlier run, RUN_B the later, each a result file or the id of a stored run. A regression is a score or
    an item that fell by more than chance explains (5 %, adjusted by Holm), any single label that got worse, or a sample
    of RUN_A that RUN_B lacks.
    """
    from loanproof.cli.comparison_tables import print_comparison
    from loanproof.cli.open_run import open_proved
    from loanproof.cli.printing import Printer
    from loanproof.core import FileError
    from loanproof.reports import compare_runs, comparison_json

    with open_proved(run_a, store) as earlier, open_proved(run_b, store) as later:
        comparison = compare_runs(earlier, later)
    if target is not None:
        try:
            target.write_text(comparison_json(comparison), encoding="utf-8")
        except OSError as error:
            raise FileError(f"the file cannot be written: {error.strerror}.", file=target) from error
    print_comparison(comparison, Printer())
    ctx.exit(int(fail_on_regression and comparison.has_regression))
