"""``loanproof schema``: the JSON Schema of a format."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from loanproof.cli.exit_codes import PLAIN, CommandWithExitCodes
from loanproof.cli.standard_option import standard_option

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from loanproof.standards import EvalStandard

NAMES = ("suite", "case", "deal", "output", "result", "target", "benchmark", "truth")


@click.command("schema", cls=CommandWithExitCodes, exit_codes=PLAIN)
@click.argument("name", metavar="NAME", type=click.Choice(NAMES))
@standard_option
def command(name: str, standard: str) -> None:
    """Print the JSON Schema of a format, for editors and programs.

    NAME is suite, case, deal, output, result, target, benchmark or truth. Editors use a schema to complete and check
    the files that people write; other programs to write outputs.
    """
    from loanproof.cli.schema_words import described
    from loanproof.standards import load_contract

    contract = load_contract(standard)
    click.echo(json.dumps(described(name, _schemas(contract)[name]()), indent=2, ensure_ascii=False))


def _schemas(contract: EvalStandard) -> dict[str, Callable[[], dict[str, Any]]]:
    from loanproof.adapters import targets_schema
    from loanproof.benchmarks import benchmark_schema
    from loanproof.cases import case_schema, suite_schema
    from loanproof.deals import deal_schema
    from loanproof.documents import Truth
    from loanproof.outputs import output_schema
    from loanproof.runs import result_schema

    return {
        "suite": suite_schema,
        "case": lambda: case_schema(contract),
        "deal": deal_schema,
        "output": lambda: output_schema(contract),
        "result": result_schema,
        "target": targets_schema,
        "benchmark": benchmark_schema,
        "truth": Truth.model_json_schema,
    }
