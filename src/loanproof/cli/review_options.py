"""Options that the steps of a review share."""

from __future__ import annotations

import click

BY = click.option("--by", required=True, metavar="NAME", help="Who does it; every step is kept with its name.")
REASON = click.option("--reason", required=True, help="Why, in a few words.")
