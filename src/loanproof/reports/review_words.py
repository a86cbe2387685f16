"""Words for review items, shared by the terminal and the web: why a person is asked, and what a value says."""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import TYPE_CHECKING

from loanproof.reports.mistakes import value_words
from loanproof.reviews import shown_trigger

if TYPE_CHECKING:
    from loanproof.reviews import Plain, ReviewItem

_SEEN_THROUGH = "This was a value that is known to be wrong, to see whether it is noticed."
_WHY = MappingProxyType(
    {
        "low": "The system is not sure of it.",
        "medium": "The system is uncertain.",
        "rule": "It breaks a rule, so it is treated as LOW, however sure the system is.",
        "spot_check": "It is in order as far as Loanproof can tell; a share of such values is looked at anyway.",
        "fabricated_quote": "A quote does not appear in the document.",
        "judge": "A judge disagrees with the label.",
        "gold": "The expected answer itself may be wrong.",
        "ungrounded": "Some words of the answer appear in no document.",
    }
)
_MEANWHILE = MappingProxyType(
    {
        "low": "Nothing is exported before it is reviewed.",
        "medium": "It is left out of exports until it is reviewed.",
    }
)
_WHY_SCORED = MappingProxyType(
    {
        "fabricated_quote": "Loanproof finds a quote of it nowhere in the document: a person confirms that.",
        "rule": "Loanproof calls it a hallucination: a person confirms that.",
    }
)


def why_asked(item: ReviewItem) -> str:
    """Return why an item needs a person, as far as they may know it, and what is blocked until they decide."""
    trigger = shown_trigger(item).value
    if item.scored is not None and trigger in _WHY_SCORED:
        return _WHY_SCORED[trigger]
    meanwhile = "" if item.is_settled else _MEANWHILE.get(trigger, "")
    return f"{_WHY.get(trigger, _SEEN_THROUGH)} {meanwhile}".rstrip()


def plain_words(value: Plain) -> str:
    """Return a value, simple or structured, for display."""
    return value_words(value if isinstance(value, str | None) else json.dumps(value, ensure_ascii=False))
