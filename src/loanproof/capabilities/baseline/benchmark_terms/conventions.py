"""What a benchmark states for a currency: *365 days for sterling, 360 days for euro and US dollars*."""

from __future__ import annotations

import re

from loanproof.core import Words, WordTable, load_words

# One rule of a convention: what it states, and for which currencies.
_RULE = re.compile(r"(?P<said>[^,]+?)\s+for\s+(?P<what>.+?)(?=,\s+[^,]+?\s+for\s|\Z)")


class Conventions(WordTable):
    """What conventions call each currency, the plainest name first, and the rates of its own market."""

    currencies: dict[str, Words]
    local_rates: dict[str, Words]


CONVENTIONS = load_words(__package__, "conventions", Conventions)


def convention_for(convention: str, currency: str | None) -> str | None:
    """Return what a convention says for a currency, or None if it does not name the currency."""
    names = CONVENTIONS.currencies.get(currency or "", ())
    for rule in _RULE.finditer(convention):
        if any(re.search(rf"\b{re.escape(name.split()[0])}\b", rule["what"]) for name in names):
            return f"{rule['said'].strip()} for {names[0]}"
    return None


def local_currency(rate: str) -> str | None:
    """Return the currency whose own market prices loans with a rate, or None."""
    named = set(re.findall(r"[A-Z]{3,5}", rate))
    return next((code for code, rates in CONVENTIONS.local_rates.items() if named & set(rates)), None)
