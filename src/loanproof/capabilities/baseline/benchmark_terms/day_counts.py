"""Which day count a benchmark names for a currency: ``365 days for sterling, 360 days for euro and US dollars``."""

from __future__ import annotations

import re

from loanproof.core import Words, WordTable, load_words

_RULE = re.compile(r"(?P<days>\d{3}(?:\s+or\s+\d{3})?\s+days)\s+for\s+(?P<what>.+?)(?=,\s+\d{3}|\Z)")


class _Currencies(WordTable):
    """What conventions call a currency, the plainest first."""

    currencies: dict[str, Words]


_NAMES = load_words(__package__, "day_counts", _Currencies).currencies


def day_count_for(convention: str, currency: str | None) -> str | None:
    """Return what a convention says for a currency; nothing where it does not name it."""
    names = _NAMES.get(currency or "", ())
    for rule in _RULE.finditer(convention):
        if any(re.search(rf"\b{re.escape(name.split()[0])}\b", rule["what"]) for name in names):
            return f"{rule['days']} for {names[0]}"
    return None
