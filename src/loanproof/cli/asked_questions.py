"""``loanproof analyze --question``: the answer in sentences of the document, with their places, or the refusal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from loanproof.cli.printing import Printer
    from loanproof.service import AnsweredQuestion


def print_answer(answered: AnsweredQuestion, printer: Printer) -> None:
    """Print an answer, where it is, and what the guard says about it."""
    output = answered.output
    printer.print(f"{output['document']}: {output['question']}")
    printer.print(output["answer"], indent=2)
    for place in output["provenance"]:
        printer.print(": ".join(filter(None, (_place(place), f"“{place['quote']}”"))), indent=4)
    for fault in answered.faults:
        printer.print(f"The guard sends this to a person: {fault}", indent=2)


def answer_data(answered: AnsweredQuestion) -> dict[str, Any]:
    """Return an answer as plain data: the output object with the guard's faults."""
    return {**answered.output, "guard": list(answered.faults)}


def _place(place: Mapping[str, Any]) -> str:
    page = None if place["page"] is None else f"page {place['page']}"
    return ", ".join(str(one) for one in (page, place["section"]) if one)
