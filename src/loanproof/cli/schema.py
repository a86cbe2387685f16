"""``loanproof schema``: the JSON Schema of a format."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

NAMES = ("suite", "case", "output", "result", "benchmark", "truth")


@click.command("schema")
@click.argument("name", type=click.Choice(NAMES))
def command(name: str) -> None:
    """Print the JSON Schema of a format: suite, case, output, result, benchmark or truth.

    Editors use it to complete and check the files that people write; other programs to write outputs.
    """
    click.echo(json.dumps(_schemas()[name](), indent=2, ensure_ascii=False))


def _schemas() -> dict[str, Callable[[], dict[str, Any]]]:
    from loanproof.benchmarks import benchmark_schema
    from loanproof.cases import case_schema, suite_schema
    from loanproof.documents import Truth
    from loanproof.outputs import output_schema
    from loanproof.runs import result_schema

    return {
        "suite": suite_schema,
        "case": case_schema,
        "output": output_schema,
        "result": result_schema,
        "benchmark": benchmark_schema,
        "truth": Truth.model_json_schema,
    }
