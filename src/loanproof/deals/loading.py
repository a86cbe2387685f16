"""From ``deals/NAME.yaml`` to a :class:`Deal`, with every problem of the file and its line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from loanproof.core import FormatError, Problem, load_yaml, validate_yaml
from loanproof.deals.deal import Deal, DealRole

if TYPE_CHECKING:
    from pathlib import Path


DEALS_FOLDER = "deals"


def load_deal(path: Path) -> Deal:
    """Read a deal, or raise one :class:`FormatError` listing its problems; its documents are not checked."""
    source = load_yaml(path)
    deal = validate_yaml(Deal, source)
    problems = [
        Problem(message=message, file=source.file, line=source.line_of(place), hint=hint)
        for place, message, hint in _faults(deal)
    ]
    if problems:
        raise FormatError.of(problems)
    return deal


def deal_schema() -> dict[str, Any]:
    """Return the JSON Schema of a deal file."""
    return Deal.model_json_schema()


def _faults(deal: Deal) -> Iterator[tuple[tuple[str | int, ...], str, str | None]]:
    """Yield the contradictions in a deal: a wrong order, no base, a document without its day."""
    if not deal.documents:
        yield ("documents",), "a deal has documents.", "List the base first."
    last, listed = "", set[str]()
    for at, one in enumerate(deal.documents):
        place = ("documents", at)
        if (one.role is DealRole.BASE) != (at == 0):
            message = "the first document of a deal is its base, and no other is."
            yield (*place, "role"), message, "List them in order of effect."
        if one.file in listed:
            yield (*place, "file"), f"{one.file[:60]!r} is listed twice.", None
        if one.role is not DealRole.BASE and one.effective is None:
            message = f"{one.file[:60]!r} does not say when it takes effect."
            yield place, message, "Write effective: a day, unclear, or {condition: …}."
        if one.day is not None and one.day < last:
            message = f"{one.file[:60]!r} takes effect before the document above it."
            yield (*place, "effective"), message, "List them in order of effect."
        last = max(last, one.day or "")
        listed.add(one.file)
