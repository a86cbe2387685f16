"""An output that is about to be corrupted, and what its corruptions draw from."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from loanproof.documents import Document

NOTHING = (
    "N.A.", "n/a", "N/A", "none", "None.", "nil", "null", "-", "–", "not stated", "not applicable", "Not specified",
    "not available", "unknown", "unknown.", "not provided", "blank", "TBD", "no information", "",
)  # fmt: skip
FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")
VALUES: Mapping[str, frozenset[str]] = {
    "extraction": frozenset({"value", "original_value"}),
    "covenants": frozenset({"threshold", "cap", "waived_threshold", "original_threshold", "thresholds"}),
    "bmt": frozenset({"deal_value"}),
    "qa": frozenset({"answer"}),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Corruption:
    """An output that is about to be corrupted, with what a way may draw from."""

    output: dict[str, Any]
    document: Document
    draw: random.Random

    def citations(self) -> list[dict[str, Any]]:
        """Return every citation of the output."""
        return [citation for part in self.cited() for citation in part["provenance"]]

    def cited(self) -> list[dict[str, Any]]:
        """Return every part of the output that cites something."""
        return [part for part in _parts(self.output) if part.get("provenance")]

    def fields(self) -> list[tuple[str, dict[str, Any]]]:
        """Return every field of an extraction with its name, those of tranches too."""
        holders = [self.output, *self.output.get("tranches", ())]
        return [(name, field) for holder in holders for name, field in holder["fields"].items()]

    def change_values(self, change: Callable[[str], Any]) -> None:
        """Change every text of every value, also inside structured ones."""
        keys = VALUES[self.output["capability"]]
        for part in list(_parts(self.output)):
            for key in sorted(keys & part.keys()):
                part[key] = _changed(part[key], change)

    def replace_values(self, make: Callable[[], Any]) -> None:
        """Put another value in the place of each, structured or not."""
        keys = VALUES[self.output["capability"]]
        for part in list(_parts(self.output)):
            for key in sorted(keys & part.keys()):
                part[key] = make()

    def change_quotes(self, change: Callable[[str], Any]) -> None:
        """Change every quote."""
        for citation in self.citations():
            citation["quote"] = change(citation["quote"])

    def set(self, key: str, make: Callable[[Any], Any]) -> None:
        """Change a key wherever it is written; the citations keep theirs."""
        for part in _parts(self.output):
            if key in part and "quote" not in part:
                part[key] = make(part[key])

    def figure(self, like: str) -> str:
        """Return another figure of the document, of the same writing if there is one."""
        shape = re.sub(r"\d", "0", like)
        figures: list[str] = sorted(set(FIGURE.findall(self.document.text)) - {like})
        return self.draw.choice([one for one in figures if re.sub(r"\d", "0", one) == shape] or figures or [like])

    def nothing(self) -> str:
        """Return a word for nothing."""
        return self.draw.choice(NOTHING)


Way: TypeAlias = Callable[[Corruption], None]
"""One way to go wrong: it changes an output in place, every part of it that it fits."""


def another_digit(text: str, draw: random.Random) -> str:
    """Return a text in which one digit is another."""
    digits = [at for at, character in enumerate(text) if character.isdecimal()]
    if not digits:
        return text
    at = draw.choice(digits)
    return text[:at] + draw.choice([one for one in "123456789" if one != text[at]]) + text[at + 1 :]


def _parts(data: Any) -> Iterator[dict[str, Any]]:
    if isinstance(data, dict):
        yield data
        for one in list(data.values()):
            yield from _parts(one)
    elif isinstance(data, list):
        for one in data:
            yield from _parts(one)


def _changed(value: Any, change: Callable[[str], Any]) -> Any:
    if isinstance(value, dict):
        return {key: _changed(one, change) for key, one in value.items()}
    if isinstance(value, list):
        return [_changed(one, change) for one in value]
    return change(value) if isinstance(value, str) else value
