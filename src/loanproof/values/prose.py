"""The values in a prose text: amounts, dates, ratios, rates, periods and names, each stretch read once."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from loanproof.values.date.kind import DATE_KIND
from loanproof.values.duration.find import duration_text
from loanproof.values.duration.kind import DURATION_KIND
from loanproof.values.kind import Kind, Part
from loanproof.values.mentions import Mentions
from loanproof.values.money.kind import MONEY_KIND
from loanproof.values.party.kind import PARTY_KIND
from loanproof.values.percentage.kind import PERCENTAGE_KIND
from loanproof.values.ratio.kind import RATIO_KIND
from loanproof.values.reading import NO_CONTEXT, Context, Found

PROSE_KINDS: tuple[Kind[Any], ...] = (MONEY_KIND, DATE_KIND, RATIO_KIND, PERCENTAGE_KIND, DURATION_KIND, PARTY_KIND)
"""In this order: what an amount has taken is no longer a date, and so on."""


@lru_cache(maxsize=1024)  # cached: every output asks for the same thresholds and facts
def prose_parts(text: str, context: Context = NO_CONTEXT) -> tuple[Part[Any], ...]:
    """Return the values that a text states, in order; empty for a text without figures and names."""
    settled = Mentions.in_text(text, context).settled(PROSE_KINDS)
    in_order = sorted(settled, key=lambda one: one[1].span.start)
    return tuple(dict.fromkeys(part_of(kind, found, text) for kind, found in in_order))


def part_of(kind: Kind[Any], found: Found[Any], text: str) -> Part[Any]:
    """Return a value found in a text as a part, in its own words."""
    written = duration_text(found, text) if kind is DURATION_KIND else found.span.of(text)
    return kind.part(*found.candidates, written=written)
