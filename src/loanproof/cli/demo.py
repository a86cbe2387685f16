"""``loanproof demo``: a first look at the product."""

from __future__ import annotations

import click


@click.command("demo")
def command() -> None:
    """Show what the product does, on bundled material, without keys or network.

    The bundled corpus is not part of this version yet, so the demo shows what exists and says so.
    """
    from loanproof.cli.standards import list_standards, show_standard

    click.echo("Loanproof decides whether a loan-document AI may be released.\n")
    click.echo("The two contracts it judges by, and whether they are intact:\n")
    list_standards((), as_json=False)
    click.echo("\nThe release gates of the quality contract:\n")
    show_standard("eval-standards@1.0", part="thresholds")
    click.echo(
        "\nNot in this version yet: the bundled agreements, the built-in baseline, the verdict and its report.\n"
        "Next: loanproof standards show eval-standards@1.0"
    )
