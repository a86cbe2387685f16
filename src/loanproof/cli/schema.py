"""``loanproof schema``: the JSON Schema of a format."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from loanproof.cli.exit_codes import PLAIN, Coded

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

NAMES = ("suite", "case", "output", "result", "targets", "benchmark", "truth")


@click.command("schema", cls=Coded, exit_codes=PLAIN)
@click.argument("name", metavar="NAME", type=click.Choice(NAMES))
def command(name: str) -> None:
    """Print the JSON Schema of a format, for editors and programs.

    NAME is suite, case, output, result, targets, benchmark or truth. Editors use a schema to complete and check the
    files that people write; other programs to write outputs.
    """
    click.echo(json.dumps(_schemas()[name](), indent=2, ensure_ascii=False))


def _schemas() -> dict[str, Callable[[], dict[str, Any]]]:
    from loanproof.benchmarks import benchmark_schema
    from loanproof.cases import case_schema, suite_schema
    from loanproof.documents import Truth
    from loanproof.outputs import output_schema
    from loanproof.runs import result_schema, targets_schema

    return {
        "suite": suite_schema,
        "case": case_schema,
        "output": output_schema,
        "result": result_schema,
        "targets": targets_schema,
        "benchmark": benchmark_schema,
        "truth": Truth.model_json_schema,
    }
